"""Which questions are open: asked, and not answered from evidence.

A pure function of the state; the page computes the same (`js/src/gaps.ts`). The rules, in the order
of asking, interviews first:

- An interview's exchange asks its question, and answers it if its answer cites anything.
- A turn asks if its intent asks, it has not failed and its `question` holds a letter or digit.
- A turn answers if its intent does not ask, its status is `done` and it cites at least once. It
  answers the question it names (`question`), and the turn directly before it if that one asks;
  failed turns do not count as between. An engine may put into its own words what it answers.
- Two questions are the same if they are so in lower case, without marks such as `[2]` and with
  every run of other characters than letters and digits as one blank.
- A question is open from the turn that asks it until one answers it. Asked again while it is open,
  it stays what it is; asked again after an answer, it is open again, and the last in order.
- Its id is the turn's, or `i1`, `i2`, … for the place of an exchange in the archive. Its text is
  without marks. Its concept is the turn's, if the map has it; else the one that the snippet of the
  turn's first citation is under; else none. The root is none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.turns import OpenQuestion

if TYPE_CHECKING:
    from costorm_widget.state import SessionState
    from costorm_widget.turns import Exchange, Turn

_MARK = re.compile(r"\s?\[\d+\]")
_NO_WORD = re.compile(r"[\W_]+")


def open_questions(state: SessionState) -> list[OpenQuestion]:
    """Return the open questions in the order of asking."""
    found: dict[str, OpenQuestion] = {}
    for place, exchange in enumerate(state.archive, 1):
        if exchange.citations:
            found.pop(_key(exchange.question), None)
        else:
            _ask(found, _of_exchange(exchange, place))
    before: Turn | None = None
    for turn in state.turns:
        if turn.status == "failed":
            continue
        if turn.intent.asks:
            _ask(found, _of_turn(turn, state))
        elif turn.status == "done" and turn.citations:
            found.pop(_key(turn.question), None)
            if before is not None and before.intent.asks:
                found.pop(_key(before.question), None)
        before = turn
    return list(found.values())


def _ask(found: dict[str, OpenQuestion], question: OpenQuestion) -> None:
    key = _key(question.text)
    if key:
        found.setdefault(key, question)


def _of_exchange(exchange: Exchange, place: int) -> OpenQuestion:
    return OpenQuestion(f"i{place}", _without_marks(exchange.question), exchange.expert)


def _of_turn(turn: Turn, state: SessionState) -> OpenQuestion:
    return OpenQuestion(
        turn.id, _without_marks(turn.question), turn.speaker, turn.id, _concept(turn, state)
    )


def _concept(turn: Turn, state: SessionState) -> str:
    tree = state.tree
    concept = turn.concept
    if concept not in tree and turn.citations:
        concept = tree.home.get(turn.citations[0].snippet_id, "")
    return concept if concept in tree and concept != tree.root else ""


def _without_marks(text: str) -> str:
    return " ".join(_MARK.sub("", text).split())


def _key(question: str) -> str:
    return _NO_WORD.sub(" ", _MARK.sub("", question).lower()).strip()
