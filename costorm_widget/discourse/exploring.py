"""What nobody has looked at, put on the table: the user asks about it, with its evidence at hand.

An open question is asked again in its own words, so that its answer closes it. A dispute is asked
with both sides quoted, a branch that stands on one source with a question for others, a snippet
with what it says. Who answers has the evidence at hand (`Turn.about`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from costorm_widget.discourse.open_questions import open_questions
from costorm_widget.discourse.steering import Remark, remark
from costorm_widget.errors import UnknownName, UserError
from costorm_widget.evidence.disputes import Dispute, Quote
from costorm_widget.evidence.lexical import language_code
from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.evidence.sources import Snippet
from costorm_widget.mind_map.concept import Concept
from costorm_widget.mind_map.unknowns import is_thin
from costorm_widget.turns import OpenQuestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costorm_widget.mind_map.tree import Node
    from costorm_widget.state import SessionState

Found = TypeVar("Found")

Kind = Literal["question", "dispute", "concept", "snippet"]
Item = OpenQuestion | Dispute | Concept | Snippet

_QUOTED = 240
"""Characters of a statement that a question quotes: more than a sentence is no question."""

_MARK = re.compile(r"\s?\[\d+\]")

_WORDS: dict[str, dict[Kind, str]] = {
    "en": {
        "dispute": "Which of the two holds: “{one}” or “{other}”?",
        "concept": "What do other sources say about “{name}”?",
        "snippet": "What follows from this: “{one}”?",
    },
    "ko": {
        "dispute": "“{one}”와 “{other}” 가운데 어느 쪽이 맞나요?",
        "concept": "다른 출처는 “{name}”에 대해 무엇이라고 하나요?",
        "snippet": "“{one}”라는 사실은 무엇을 뜻하나요?",
    },
    "zh": {
        "dispute": "“{one}”与“{other}”，哪一个成立？",
        "concept": "关于“{name}”，其他来源怎么说？",
        "snippet": "“{one}”，这说明了什么？",
    },
}
"""The words by the talk's language; any other language gets the English ones."""


def kind_of(item: object) -> tuple[Kind, str]:
    """Return the kind and the id of an item.

    Raises:
        UserError: If it is nothing that can be put on the table.
    """
    match item:
        case OpenQuestion():
            return "question", item.id
        case Dispute():
            return "dispute", item.id
        case Concept():
            return "concept", item.id
        case Snippet():
            return "snippet", item.id
        case _:
            message = (
                f"{item!r} cannot be put on the table; give one of s.questions, s.disputes, "
                "s.mind_map, s.unused or s.snippets."
            )
            raise UserError(message)


def remark_on(state: SessionState, kind: str, item: str) -> Remark:
    """Return what the user says to put the item of a kind and an id on the table.

    Raises:
        UnknownName: If there is no such kind, or the session has no such item.
    """
    match kind:
        case "question":
            questions = {each.id: each for each in open_questions(state)}
            return _question(state, _known("open question", item, questions))
        case "dispute":
            return _dispute(state, _known("dispute", item, state.disputes))
        case "concept":
            return _concept(state, state.tree[item])
        case "snippet":
            return _snippet(state, _known("snippet", item, state.snippets))
        case _:
            raise UnknownName("kind of item", kind, get_args(Kind))


def _known(kind: str, item: str, all_items: Mapping[str, Found]) -> Found:
    try:
        return all_items[item]
    except KeyError:
        raise UnknownName(kind, item, all_items) from None


def _question(state: SessionState, question: OpenQuestion) -> Remark:
    asked = next((turn for turn in state.turns if turn.id == question.turn), None)
    cited = dict.fromkeys(each.snippet_id for each in asked.citations) if asked else {}
    return _remark(state, question.text, question.concept, tuple(cited))


def _dispute(state: SessionState, dispute: Dispute) -> Remark:
    one, other = (_quoted(state, each) for each in (dispute.one, dispute.other))
    words = _words(state, "dispute").format(one=one, other=other)
    return _remark(state, words, state.tree.home.get(dispute.one.snippet_id, ""), dispute.snippets)


def _concept(state: SessionState, node: Node) -> Remark:
    """Ask about a branch: what others say, if one source speaks there alone, else what is missing.

    The evidence of the concept comes to hand by itself, as it is in focus.
    """
    language = state.settings.language
    if node.parent is not None and is_thin(state.tree, node.id, state.snippets):
        words = _words(state, "concept").format(name=node.name)
        return remark("ask", node.id, node.name, words, language)
    return remark("missing", node.id, node.name, language=language)


def _snippet(state: SessionState, snippet: Snippet) -> Remark:
    spans = split_sentences(snippet.text, state.settings.language)
    first = Quote(snippet.id, spans[0].start, spans[0].end) if spans else Quote(snippet.id, 0, 0)
    words = _words(state, "snippet").format(one=_quoted(state, first))
    return _remark(state, words, state.tree.home.get(snippet.id, ""), (snippet.id,))


def _remark(state: SessionState, words: str, concept: str, about: tuple[str, ...]) -> Remark:
    if concept not in state.tree or concept == state.tree.root:
        return Remark(words, about=about)
    return Remark(words, concept, "ask", about)


def _words(state: SessionState, kind: Kind) -> str:
    return _WORDS.get(language_code(state.settings.language), _WORDS["en"])[kind]


def _quoted(state: SessionState, quote: Quote) -> str:
    """Return a statement on one line, as it stands inside of a question."""
    text = " ".join(state.snippets[quote.snippet_id].text[quote.start : quote.end].split())
    text = _MARK.sub("", text).replace("“", "‘").replace("”", "’").rstrip(".。")
    return text if len(text) <= _QUOTED else text[:_QUOTED].rsplit(" ", 1)[0] + " …"
