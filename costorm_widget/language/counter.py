"""Words that look for what speaks against something, in the languages that the page speaks.

A search engine answers the words of a query; so what is to be contradicted is searched for together
with the words that a text uses which contradicts it.
"""

from __future__ import annotations

from typing import TypeVar

from costorm_widget.evidence.lexical import language_code

Words = TypeVar("Words")

_QUESTIONS = {
    "en": "What speaks against this: {claim}",
    "ko": "다음 주장에 반대되는 근거는 무엇인가: {claim}",
    "zh": "有哪些证据与此相反：{claim}",
}
_AGAINST = {
    "en": ("evidence against: {claim}", "{claim} disputed contradicted no effect"),
    "ko": ("반대 근거: {claim}", "{claim} 반박 논란 효과 없음"),
    "zh": ("反对的证据：{claim}", "{claim} 争议 反驳 没有影响"),
}


def counter_question(claim: str, language: str) -> str:
    """Return the question for what speaks against a claim."""
    return _in(_QUESTIONS, language).format(claim=claim)


def against(claim: str, language: str) -> str:
    """Return a query for evidence against a claim."""
    return _in(_AGAINST, language)[0].format(claim=claim)


def doubts_about(what: str, language: str) -> str:
    """Return a query for what is contested about something."""
    return _in(_AGAINST, language)[1].format(claim=what)


def _in(words: dict[str, Words], language: str) -> Words:
    return words.get(language_code(language), words["en"])
