"""Questions that a person would ask about a piece of evidence.

A question quotes what gave rise to it and asks on from there. What it asks depends on what the
quotation says: a figure invites doubt, a cause invites proof, a law asks who decides, a place
asks about other places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from costorm_widget.evidence.lexical import stop_words, terms
from costorm_widget.language.extractive.speech import sayable
from costorm_widget.language.extractive.words import WORD, titled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.extractive.phrases import Phrase
    from costorm_widget.turns import Turn

_CAUSE = re.compile(
    r"\b(?:because|due to|caus\w+|led to|leads to|result(?:ed|s) in|owing to)\b", re.IGNORECASE
)
_DOUBT = re.compile(
    r"\b(?:no (?:clear|significant|such)|did not|found no|uncertain|disputed|contested|doubt\w*|"
    r"disagree\w*|although|whereas|but|small(?:er)?)\b",
    re.IGNORECASE,
)
_LAW = re.compile(
    r"\b(?:law|act|bill|parliament|congress|senate|directive|government|minister|vote[ds]?|"
    r"commission|referendum|court)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\d+(?:[.,]\d+)?\s*(?:percent|per cent|%|million|billion|hours?|minutes?)", re.IGNORECASE
)
_PAST = re.compile(r"\b(?:1[5-9]\d\d)\b")

_ASKS = {
    "doubt": (
        "Why do the findings on {phrase} differ?",
        "How far can what is said about {phrase} be trusted?",
    ),
    "cause": (
        "How well established is that link to {phrase}?",
        "What else could explain what is seen in {phrase}?",
    ),
    "law": (
        "Who decides about {phrase}, and what stands in the way?",
        "What became of {phrase} since then?",
    ),
    "figure": (
        "What lies behind that figure on {phrase}?",
        "Do other sources give the same figure for {phrase}?",
    ),
    "past": (
        "What followed from {phrase}, and does it still matter?",
        "What does the history of {phrase} teach for today?",
    ),
    "open": (
        "What more is known about {phrase}?",
        "What do the sources add on {phrase}?",
        "What is at stake with {phrase}?",
    ),
}

_BRIDGES = (
    "Nobody here has looked at {phrase} yet.",
    "Let us turn to {phrase}.",
    "One thing has been left out so far: {phrase}.",
    "Before we go on, a word on {phrase}.",
)
_BACK = (
    "There is more to say about {phrase}.",
    "Let us stay with {phrase} for a moment.",
)
_SAYS = (
    "“{title}” says: “{quote}”[{handle}]",
    "In “{title}” we read: “{quote}”[{handle}]",
    "One source, “{title}”, puts it so: “{quote}”[{handle}]",
)

_UNGROUNDED = (
    "What should one know first about {topic}?",
    "Who is affected by {topic}, and how?",
    "What is disputed about {topic}?",
    "What changed about {topic} over time?",
)
_WITH_GOAL = "With “{goal}” in mind: what would we have to know about {topic}?"

_OPENINGS = (
    "What is known about {name}?",
    "What do the sources say about {name}?",
    "Let us look at {name}: what should one know about it?",
    "How do the sources see {name}?",
    "What is there to say about {name}?",
)
_INTERVIEW = (
    "What is known about {phrase}?",
    "Where do the sources differ on {phrase}?",
    "Who is affected by {phrase}, and how?",
)
_GUEST = (
    "What about {phrase}?",
    "What do the sources make of {phrase}?",
    "Could you say more about {phrase}?",
    "And what do we know of {phrase}?",
)


@dataclass(frozen=True, slots=True)
class Quotation:
    """What a question starts from: the sentence, its handle, and its source's title."""

    text: str
    handle: int
    title: str


def kind(text: str) -> str:
    """Return what a sentence invites to ask for; a key of `_ASKS`."""
    for name, pattern in (
        ("doubt", _DOUBT),
        ("cause", _CAUSE),
        ("law", _LAW),
        ("figure", _FIGURE),
        ("past", _PAST),
    ):
        if pattern.search(text):
            return name
    return "open"


def doubts(text: str) -> bool:
    """Whether a sentence doubts something, or sets something against it."""
    return bool(_DOUBT.search(text))


def moderator_question(
    quotation: Quotation, phrase: str, recent: Sequence[Turn], turn: int
) -> list[str]:
    """Return the moderator's words in pieces: bridge, quotation, question."""
    heard = " ".join(each.utterance for each in recent).casefold()
    known = all(word.casefold() in heard for word in WORD.findall(phrase))
    phrase = sayable(phrase)
    bridge = pick(_BACK if known else _BRIDGES, turn).format(phrase=phrase)
    quote = quotation.text.replace("“", "‘").replace("”", "’")
    title = sayable(quotation.title) or "Untitled"
    says = pick(_SAYS, turn).format(title=title, quote=quote, handle=quotation.handle)
    asks = pick(_ASKS[kind(quotation.text)], turn).format(phrase=phrase)
    return [f"{bridge} ", f"{says} ", asks]


def ungrounded_question(topic: str, goal: str, turn: int) -> str:
    """Return a question from the topic and the goal alone, which cites nothing."""
    offers = (_WITH_GOAL, *_UNGROUNDED) if goal else _UNGROUNDED
    return pick(offers, turn).format(topic=sayable(topic), goal=sayable(goal))


def opening_question(name: str, place: int) -> str:
    """Return the question that opens a concept."""
    return titled(pick(_OPENINGS, place).format(name=sayable(name)))


def interview_question(phrases: Sequence[Phrase], asked: Sequence[str]) -> str:
    """Return the next interview question, about a phrase that was not asked about yet."""
    heard = " ".join(asked).casefold()
    fresh = [each for each in phrases if each.text.casefold() not in heard]
    phrase = sayable((fresh or list(phrases))[0].spoken)
    return pick(_INTERVIEW, len(asked)).format(phrase=phrase)


def guest_question(phrase: str, turn: int) -> str:
    """Return what a guest would ask about `phrase`."""
    return pick(_GUEST, turn).format(phrase=sayable(phrase))


def pick(offers: Sequence[str], number: int) -> str:
    """Return one of `offers`, each in its turn: chance would repeat itself too soon."""
    return offers[number % len(offers)]


_WRITTEN = re.compile(r"\w(?:\S*[\w#+])?")
_QUERY_WORDS = 8
_MARK = re.compile(r"\[\d+\]")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")


def asking_words() -> frozenset[str]:
    """Return the words of all templates: they carry a question and are not what it is about."""
    asks = (*_OPENINGS, *_INTERVIEW, *_GUEST, *_UNGROUNDED, _WITH_GOAL, *chain(*_ASKS.values()))
    templates = (*asks, *_BRIDGES, *_BACK)
    return frozenset(word.casefold() for each in templates for word in WORD.findall(each))


def without_quotation(question: str) -> str:
    """Return the sentences of a question that ask, without what they quote."""
    bare = _QUOTED.sub(" ", _MARK.sub("", question))
    asking = [part for part in re.split(r"(?<=[.:;!?])\s+", bare) if part.rstrip().endswith("?")]
    return " ".join(asking) or bare


def quotations(question: str) -> list[str]:
    """Return what a question quotes, without the marks."""
    return [each[1:-1].strip() for each in _QUOTED.findall(question) if each[1:-1].strip()]


def subject(question: str, language: str) -> str:
    """Return what a question asks about: its words without those that only ask."""
    return _content(without_quotation(question), language, asking_words())


def quoted_subject(question: str, language: str) -> str:
    """Return the first content words of the longest quotation in a question; empty without."""
    longest = max(_QUOTED.findall(question), key=len, default="")
    words = _content(longest, language, frozenset()).split()
    return " ".join(words[:_QUERY_WORDS])


def _content(text: str, language: str, idle: frozenset[str]) -> str:
    stops = stop_words(language) | idle
    return " ".join(word for word in WORD.findall(text) if word.casefold() not in stops)


def as_written(stems: Sequence[str], question: str, language: str) -> list[str]:
    """Return the words of `question` that the stems come from."""
    words = dict.fromkeys(_WRITTEN.findall(question))
    return [sayable(word) for word in words if set(terms(word, language)) & set(stems)]
