"""What was claimed, and the plan to argue against it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from costorm_widget.discourse.policy import said
from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.language.counter import against, counter_question
from costorm_widget.language.tasks import Plan
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from costorm_widget.discourse.aims import Aim
    from costorm_widget.state import SessionState

_MARK = re.compile(r"\s?\[\d+\]")


def counter_plan(state: SessionState, aim: Aim) -> Plan:
    """Return the plan to argue against a concept that is challenged, else against the last claim.

    No model is asked for it: what to search for is known. So a challenge costs one call.
    """
    language = state.settings.language
    claim = _last_claim(state)
    if aim.focus is not None and aim.steer == "challenge":
        claim = _claim_about(state, aim.concept) or aim.focus.place
    queries = (against(claim, language), claim)
    return Plan(Intent.FURTHER_DETAILS, counter_question(claim, language), queries)


def _last_claim(state: SessionState) -> str:
    answer = next((turn for turn in said(state) if not turn.intent.asks), None)
    if answer is None:
        return state.topic
    words = _MARK.sub("", answer.utterance)
    spans = split_sentences(words, state.settings.language)
    return words[spans[0].start : spans[0].end] if spans else state.topic


def _claim_about(state: SessionState, concept: str) -> str:
    """Return the last statement that cites evidence under a concept or below; else nothing."""
    tree = state.tree
    there = set(tree.below(concept))
    for turn in said(state):
        own = [each for each in turn.citations if each.snippet_id in there]
        if own and not turn.intent.asks:
            return _sentence_before(turn.utterance, own[-1].end, state.settings.language)
    return ""


def _sentence_before(text: str, end: int, language: str) -> str:
    """Return the sentence that the citation mark which ends at `end` stands in, or behind."""
    before = _MARK.sub("", text[:end])
    whole = before + _MARK.sub("", text[end:])
    spans = [each for each in split_sentences(whole, language) if each.start < len(before)]
    return whole[spans[-1].start : spans[-1].end] if spans else ""
