"""Policies and speakers of one's own, through whole sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import BadSetting, ModelUnavailable
from costorm_widget.discourse.policy import Seat, next_expert, next_seat
from costorm_widget.discourse.table import Evidence
from costorm_widget.language.tasks import Plan
from costorm_widget.turns import Intent
from tests.fixtures.models import QUESTION, MoodyModel, in_order, session_with, told_by

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from costorm_widget.discourse.table import Speaker, Table
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Role, Turn


@dataclass(frozen=True)
class Librarian:
    """Reads out the title of what is found."""

    name: str = "Librarian"
    role: Role = "expert"

    async def speak(self, table: Table) -> Turn:
        evidence = await table.search("Which works are there?", ["street trees"])
        plan = Plan(Intent.FURTHER_DETAILS, "Which works are there?", ("street trees",))

        async def words() -> AsyncIterator[str]:
            for passage in evidence.passages[:2]:
                yield f"There is {passage.title} [{passage.handle}]. "

        return await table.utter(self, plan, evidence, words)


def test_a_policy_of_ones_own_decides_who_speaks() -> None:
    seen: list[int] = []

    def experts_only(state: SessionState) -> Seat:
        seen.append(len(state.turns))
        return next_expert(state)

    session = session_with(MoodyModel(), policy=experts_only)
    assert [each.role for each in session.run(4)] == ["expert"] * 4
    assert seen == [4, 5, 6, 7]


def test_guest_moderator_and_user_come_before_any_policy() -> None:
    session = session_with(MoodyModel(), warm=True, policy=next_expert)
    assert session.step(moderator=True).role == "moderator"
    assert session.step(simulate_user=True).role == "guest"
    assert session.step(user_utterance=QUESTION).role == "user"
    assert session.step().role == "expert"


def test_a_speaker_of_ones_own_speaks_through_the_table() -> None:
    librarian = Librarian()

    def sometimes(state: SessionState) -> Seat | Speaker:
        return librarian if len(state.turns) % 2 else next_seat(state)

    model = MoodyModel()
    session = session_with(model, warm=True, policy=sometimes)
    told = told_by(session)
    turns = session.run(4)
    assert [each.speaker == "Librarian" for each in turns] == [False, True, False, True]
    said = turns[1]
    assert said.utterance.startswith("There is ")
    assert len(said.citations) == 2
    assert set(said.retrieved) <= {each.id for each in session.snippets}
    assert said.usage == {}
    assert not session._journal.state.unplaced
    assert in_order(told)


def test_a_speaker_whose_own_model_fails_has_a_failed_turn() -> None:
    class Unlucky(Librarian):
        async def speak(self, table: Table) -> Turn:
            await table.search("Anything?", ["roots"])
            message = "The library is closed; come back on Monday."
            raise ModelUnavailable(message)

    session = session_with(MoodyModel(), warm=True, policy=lambda _: Unlucky())
    (turn,) = session.run(3)
    assert (turn.status, turn.speaker) == ("failed", "Librarian")
    assert "come back on Monday" in turn.error
    assert turn.retrieved


@pytest.mark.parametrize("nobody", [None, "moderator", 3])
def test_a_policy_that_names_nobody_is_told_so(nobody: Any) -> None:
    session = session_with(MoodyModel(), warm=True, policy=lambda _: nobody)
    before = session.events
    with pytest.raises(BadSetting, match="let it return a Seat or an object with speak"):
        session.step()
    assert session.events == before


def test_a_speaker_that_returns_no_turn_is_told_so() -> None:
    class Silent(Librarian):
        async def speak(self, table: Table) -> Any:
            return Evidence() if table.number else None

    session = session_with(MoodyModel(), warm=True, policy=lambda _: Silent())
    with pytest.raises(BadSetting, match="Librarian returned None; let speak"):
        session.step()
    assert not session.busy
    assert len(session.turns) == 4


def test_an_expert_who_has_left_or_is_muted_is_replaced_by_general_knowledge() -> None:
    session = session_with(MoodyModel(), warm=True, policy=lambda _: Seat("expert", "e1"))
    first = session.experts[0]
    assert session.step().speaker == first.name
    first.muted = True
    assert session.step().role == "general knowledge"
    session.experts.remove(first.id)
    assert session.step().role == "general knowledge"
