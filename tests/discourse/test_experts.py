"""Who sits at the table, and an expert's turn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget import events as ev
from costorm_widget.discourse.experts import (
    ExpertSpeaker,
    general_knowledge,
    proposed,
    reseated,
    seated,
)
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.language.tasks import ExpertProposal, Plan
from costorm_widget.settings import Settings
from costorm_widget.turns import Expert, Intent
from tests.builders import Failing, Fixed, found, session, turn

if TYPE_CHECKING:
    from costorm_widget.language.tasks import ExpertsJob, PlanJob
    from costorm_widget.retrieval.base import Found
    from tests.builders import Session

ASK = Intent.ORIGINAL_QUESTION


def names(experts: tuple[Expert, ...]) -> list[str]:
    return [each.name for each in experts]


def test_c19_whatever_is_proposed_names_and_ids_are_unique() -> None:
    proposals = [
        ExpertProposal("Chef", "pastry: breads"),
        ExpertProposal("  Skeptic\n", ""),
        ExpertProposal("Economist", "prices"),
        ExpertProposal("CHEF", "soups"),
        ExpertProposal("", "nobody"),
        ExpertProposal("COVID-19 long-haul", "patients"),
    ]
    experts = seated((), (), proposals)
    assert names(experts) == ["Chef", "Skeptic", "Economist", "COVID-19 long-haul"]
    assert [each.id for each in experts] == ["e1", "e2", "e3", "e4"]
    assert [each.role for each in experts] == ["pastry: breads", "Skeptic", "prices", "patients"]


def test_c19_an_empty_list_seats_nobody_and_those_who_stay_keep_their_place() -> None:
    assert seated((), (), ()) == ()
    chef = Expert("e7", "Chef", "food", kept=True)
    assert seated((chef,), (chef,), ()) == (chef,)
    assert seated((chef,), (chef,), [ExpertProposal("chef", "other")]) == (chef,)


def test_who_is_known_keeps_the_id_and_who_is_new_gets_the_next() -> None:
    before = (Expert("e1", "Chef", "old"), Expert("e5", "Skeptic", "old"))
    experts = seated(before, (), [ExpertProposal("skeptic", "new"), ExpertProposal("Farmer", "")])
    assert [(each.id, each.name, each.role) for each in experts] == [
        ("e5", "skeptic", "new"),
        ("e6", "Farmer", "Farmer"),
    ]


PROPOSALS = st.lists(
    st.builds(
        ExpertProposal, st.sampled_from(["Chef", "chef ", "Ä", "ä", "", " ", "B C"]), st.text()
    )
)


@given(PROPOSALS, PROPOSALS, st.sets(st.integers(0, 3)))
def test_ids_and_names_stay_unique_over_refreshes(
    first: list[ExpertProposal], second: list[ExpertProposal], staying: set[int]
) -> None:
    before = seated((), (), first)
    stay = [each for place, each in enumerate(before) if place in staying]
    after = seated(before, stay, second)
    assert len({each.id for each in after}) == len(after)
    assert len({each.name.casefold() for each in after}) == len(after)
    assert all(each.name.strip() and each.role.strip() for each in after)
    assert list(after[: len(stay)]) == stay


class Proposing(ExtractiveEngine):
    """Proposes the experts that the test wants."""

    def __init__(self, *proposals: ExpertProposal) -> None:
        super().__init__(HashedWords(), "en")
        self.proposals = proposals
        self.jobs: list[ExpertsJob] = []

    async def propose_experts(self, job: ExpertsJob) -> tuple[ExpertProposal, ...]:
        self.jobs.append(job)
        return self.proposals


async def test_a_refresh_keeps_who_the_user_added_or_muted() -> None:
    engine = Proposing(*(ExpertProposal(name, name) for name in ("New", "Newer", "Newest")))
    talk = session(engine=engine)
    ids = talk.take_in(found("Heart attacks rose in the week after the change."))
    kept = Expert("e1", "Kept", "", kept=True)
    muted = Expert("e2", "Muted", "", muted=True)
    talk.table.emit(ev.ExpertsChanged((kept, Expert("e3", "Going", ""), muted)))
    experts = reseated(talk.table, await proposed(talk.table, ids, "Why?"))
    # Three may speak: who is kept, and two new ones.
    assert names(experts) == ["Kept", "Muted", "New", "Newer"]
    (job,) = engine.jobs
    assert (job.count, job.focus, job.taken) == (2, "Why?", ("Kept", "Muted"))


async def test_nothing_new_leaves_the_list_as_it_is() -> None:
    engine = Proposing()
    talk = session(engine=engine, settings=Settings(experts=1))
    ids = talk.take_in(found("Heart attacks rose in the week after the change."))
    assert await proposed(talk.table, (), "Why?") == ()
    assert engine.jobs == []
    assert await proposed(talk.table, ids, "Why?") == ()
    talk.table.emit(ev.ExpertsChanged((Expert("e1", "Kept", "", kept=True),)))
    engine.proposals = (ExpertProposal("New", ""),)
    assert await proposed(talk.table, ids, "Why?") == ()


async def test_an_expert_answers_what_was_asked(warm: Session) -> None:
    talk = warm
    question = turn(99, "user", ASK, "What is known about heart attacks?")
    talk.table.emit(ev.TurnTaken(question))
    expert = talk.state.experts[0]
    answer = await ExpertSpeaker(expert).speak(talk.table)
    assert (answer.speaker, answer.role) == (expert.name, "expert")
    assert (answer.number, answer.intent, answer.status) == (100, Intent.POTENTIAL_ANSWER, "done")
    assert answer.question == question.utterance
    assert answer.citations
    assert answer.queries
    assert {each.snippet_id for each in answer.citations} <= set(answer.retrieved)


class AskingBack(ExtractiveEngine):
    """Plans a question in place of an answer."""

    async def plan_turn(self, job: PlanJob) -> Plan:  # noqa: ARG002
        return Plan(Intent.INFORMATION_REQUEST, "What do you mean?", ())


async def test_an_expert_may_ask_back() -> None:
    talk = session(Failing(), engine=AskingBack(HashedWords(), "en"))
    asked = await ExpertSpeaker(Expert("e1", "Chef", "")).speak(talk.table)
    assert (asked.utterance, asked.intent) == ("What do you mean?", Intent.INFORMATION_REQUEST)
    assert (asked.status, asked.citations) == ("done", ())


@pytest.mark.parametrize("retriever", [Fixed(), Failing()])
async def test_c11_nothing_found_is_said_and_cites_nothing(retriever: Fixed) -> None:
    talk = session(retriever)
    talk.table.emit(ev.TurnTaken(turn(1, "user", ASK, "What about heart attacks?")))
    answer = await general_knowledge().speak(talk.table)
    assert (answer.status, answer.citations, answer.retrieved) == ("no evidence", (), ())
    failed = isinstance(retriever, Failing)
    assert ("could not be searched" in answer.utterance) is failed
    assert ("do not answer" in answer.utterance) is not failed
    assert answer.error == ("The shelf is locked; ask for the key." if failed else "")


async def test_c11_one_failing_query_does_not_lose_the_others() -> None:
    class Half(Failing):
        async def search(self, query: str, limit: int) -> tuple[Found, ...]:
            search = super().search if not self.asked else partial(Fixed.search, self)
            return await search(query, limit)

    talk = session(Half([found("Heart attacks rose in the week after the change.")]))
    talk.table.emit(ev.ExpertsChanged((Expert("e1", "Hospitals", ""),)))
    talk.table.emit(ev.TurnTaken(turn(1, "user", ASK, "What about heart attacks?")))
    answer = await ExpertSpeaker(talk.state.experts[0]).speak(talk.table)
    assert (answer.status, len(answer.citations)) == ("done", 1)
    assert answer.error


async def test_the_general_knowledge_provider_is_known_by_name_and_role() -> None:
    speaker = general_knowledge()
    assert (speaker.name, speaker.role) == ("General knowledge", "general knowledge")
