"""Turns with their support: who checks, what the model may say, and what happens if it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget import events as ev
from costorm_widget.evidence.support.verdict import VERDICTS
from costorm_widget.settings import Settings
from costorm_widget.state import fold_all
from tests.builders import Fixed, found, session
from tests.fixtures.models import MoodyModel, calls, jobs, session_with
from tests.fixtures.sessions import read_again

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from costorm_widget import Asked, CoStorm, Turn
    from costorm_widget.language.tasks import AnswerJob
    from tests.builders import Session

MILL = (
    "The mill was built in 1871 by Carl Ott. It ground rye for the whole valley. "
    "It closed in 1954 because the river had dried up."
)


def talk_that_says(text: str, passage: str = MILL, **settings: Any) -> Session:
    """A session whose experts say `text` of one passage."""
    talk = session(Fixed([found(passage, "The mill")]), settings=Settings(**settings))
    talk.table.emit(ev.WarmStartEnded())

    async def write_answer(job: AnswerJob) -> AsyncIterator[str]:  # noqa: ARG001
        yield text

    talk.table.engine.write_answer = write_answer  # type: ignore[method-assign]
    return talk


async def turn_that_says(text: str, passage: str = MILL, **settings: Any) -> Turn:
    talk = talk_that_says(text, passage, **settings)
    await talk.step()  # the moderator
    turn = await talk.step()
    assert turn.utterance.startswith(text[:10])
    assert fold_all(read_again(talk.kept)).turns == talk.state.turns
    return turn


async def test_each_cited_sentence_of_a_turn_has_its_support() -> None:
    turn = await turn_that_says(
        "Carl Ott built the mill in 1871 [1]. It is pretty. It closed in 1964 [1]. Why so [1]?"
    )
    said = [turn.utterance[each.start : each.end] for each in turn.support]
    assert said == ["Carl Ott built the mill in 1871 [1].", "It closed in 1964 [1]."]
    assert [each.verdict for each in turn.support] == ["supported", "contradicted"]
    wrong = turn.support[1]
    assert wrong.quote is not None
    assert MILL[wrong.quote.start : wrong.quote.end].startswith("It closed in 1954")
    assert wrong.why == "1964, where the quote has 1954"
    assert wrong.snippets == (wrong.quote.snippet_id,)
    assert turn.timings["check"] > 0


async def test_places_are_code_points() -> None:
    turn = await turn_that_says("A 🌾🌾 mill of 𝔒tt. It closed in 1964 [1].")
    (wrong,) = turn.support
    assert turn.utterance[wrong.start : wrong.end] == "It closed in 1964 [1]."


async def test_off_is_off() -> None:
    assert (await turn_that_says("It closed in 1964 [1].", support="off")).support == ()


GERMAN = (
    "Die Mühle wurde 1871 von Carl Ott gebaut und mahlte Roggen für das ganze Tal. Sie wurde 1954 "
    "geschlossen, weil der Fluss ausgetrocknet war, und ist heute ein Museum."
)


async def test_what_a_source_says_in_another_language_cannot_be_told() -> None:
    said = "The stream fell dry, so they shut it for good [1]."
    assert (await turn_that_says(said, GERMAN)).support == ()
    assert (await turn_that_says("방앗간은 1964년에 문을 닫았다.[1]", language="ko")).support == ()
    quoted = GERMAN[: GERMAN.index(". ") + 1] + "[1]"
    (verbatim,) = (await turn_that_says(quoted, GERMAN)).support
    assert verbatim.verdict == "supported"


@pytest.mark.parametrize(
    "said",
    [
        "< img src=x onerror=alert(1) > closed it in 1964 [1].",
        "**`1964`** | it closed [1] | [x](javascript:alert(1)) [1].",
        "\ue000\ue002" * 300 + " closed [1].",
        "It closed in " + "(" * 900 + " 1964 [1].",
        "1" * 5000 + " [1].",
        "It closed " + "in 1954 " * 400 + "[1].",
    ],
)
async def test_c18_hostile_sentences_are_checked_as_others(said: str) -> None:
    turn = await turn_that_says(said)
    assert turn.support
    assert all(0 <= each.start < each.end <= len(turn.utterance) for each in turn.support)
    assert all(each.verdict in VERDICTS for each in turn.support)


# In a session with a model.


def wrong_by_one(asked: Asked) -> Any:
    """The sensible replies; but answers have one sentence of their own."""
    reply = asked.default()
    return f"{reply} It came to 9,731 trees in 1822 [1]." if asked.job == "write_answer" else reply


def saying(verdict: str) -> Callable[[Asked], Any]:
    """The same, and each sentence of two gets this verdict."""

    def script(asked: Asked) -> Any:
        if asked.job != "check_support":
            return wrong_by_one(asked)
        checks = asked.default()["checks"]
        return {"checks": [{**each, "verdict": verdict, "why": "so"} for each in checks[::2]]}

    return script


def answers(held: CoStorm) -> list[Turn]:
    return [turn for turn in held.turns if not turn.intent.asks]


def local_support(held: CoStorm) -> list[Any]:
    """The same turns without a model's verdict."""
    other = session_with(MoodyModel(wrong_by_one), warm=True)
    assert [each.utterance for each in other.turns] == [each.utterance for each in held.turns]
    return [turn.support for turn in other.turns]


def test_the_opening_is_checked_and_counted() -> None:
    held = session_with(MoodyModel(wrong_by_one), warm=True)
    assert len(answers(held)) == 2
    for turn in answers(held):
        assert turn.support[0].verdict == "supported"
        assert turn.support[-1].verdict != "supported"
    support = [each for turn in held.turns for each in turn.support]
    assert list(held.support) == list(VERDICTS)
    assert sum(held.support.values()) == len(support)
    assert held.support["supported"] == sum(each.verdict == "supported" for each in support)
    held.undo()
    assert sum(held.support.values()) == 0


def test_a_model_is_asked_once_a_turn_and_charged_to_it() -> None:
    model = MoodyModel(saying("says nothing"))
    held = session_with(model, support="model", warm=True)
    before = len(model.asked)
    held.run(3)
    checked = [each for each in held.turns if each.support]
    asked = [each for each in calls(held) if each.job == "check_support"]
    assert jobs(model, before).count("check_support") == len(asked) - 2
    for turn in checked:
        assert turn.support[0].verdict == "unsupported"
        assert (turn.support[0].why, turn.support[0].score) == ("so", 0.0)
        assert turn.support[0].quote is not None, "it is what was found here"
    own = [turn for turn in checked if not turn.opening]
    assert len(own) == 2
    openings = ["warm start", "warm start"]
    assert [each.turn for each in asked] == [*openings, *(turn.id for turn in own)]
    for turn in own:
        spent = [each for each in calls(held) if each.turn == turn.id]
        until = [each.job for each in spent].index("check_support") + 1
        assert turn.usage["requests"] == until, "it is in the turn's own account"
    prompt = next(each for each in model.asked if each.job == "check_support")
    sentences = [line for line in prompt.prompt.split("\n") if line.startswith("Sentence ")]
    assert len(sentences) == len(checked[0].support)
    assert "[" not in sentences[0].partition(": ")[2]


@pytest.mark.parametrize("reply", ["I cannot do that.", {"checks": []}, "null"])
def test_a_reply_without_use_leaves_the_local_verdict(reply: Any) -> None:
    script = MoodyModel(
        lambda asked: reply if asked.job == "check_support" else wrong_by_one(asked)
    )
    held = session_with(script, support="model", warm=True)
    assert [turn.support for turn in held.turns] == local_support(held)


def test_a_model_that_fails_leaves_the_local_verdict() -> None:
    model = MoodyModel(wrong_by_one)
    model.mood.fails.add("check_support")
    held = session_with(model, support="model", warm=True)
    assert [turn.support for turn in held.turns] == local_support(held)
    assert {turn.status for turn in held.turns} == {"done"}


def test_a_budget_that_is_spent_leaves_the_local_verdict() -> None:
    model = MoodyModel(saying("says nothing"))
    held = session_with(model, support="model", warm=True)
    held.run(1)
    held.say("What do roots do to pipes?")
    needed = held.estimate().requests
    spent = held.usage.total.requests

    def stop_there(event: ev.Event) -> None:
        if isinstance(event, ev.Token):
            held.settings.max_requests = held.usage.total.requests

    held.settings.max_requests = spent + needed + 5
    held.on_event(stop_there)
    turn = held.step()
    assert turn.status == "done"
    assert turn.support
    assert turn.support[0].verdict == "supported"
