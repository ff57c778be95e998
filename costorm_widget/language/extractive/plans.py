"""What an expert sets out to do: the question in hand, and what to search for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.counter import against, doubts_about
from costorm_widget.language.extractive import questions
from costorm_widget.language.tasks import Plan
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.language.tasks import AnswerJob, Focus, PlanJob
    from costorm_widget.turns import Expert


def turn_plan(job: PlanJob, language: str) -> Plan:
    """Answer the question in hand, or add details to it from the expert's own angle."""
    most = job.brief.settings.queries_per_question
    last = job.recent[-1] if job.recent else None
    asked = next((turn for turn in reversed(job.recent) if turn.intent.asks), None)
    question = asked.question if asked else f"What is known about {job.brief.topic}?"
    own = own_angle(job.expert)
    if job.focus is not None:
        queries = _about(job.focus, job.brief.topic, own, language)
        return Plan(Intent.POTENTIAL_ANSWER, question, _different(queries)[:most])
    subject = questions.subject(question, language)
    angle = ", ".join(filter(None, (subject, own)))
    if last is not None and last.intent.asks:
        behind = angle if own else questions.quoted_subject(question, language)
        queries = (questions.without_quotation(question), behind)
        return Plan(Intent.POTENTIAL_ANSWER, question, _different(queries)[:most])
    if not subject:  # all that it names is quoted
        subject = questions.quoted_subject(question, language)
        angle = ", ".join(filter(None, (subject, own)))
    return Plan(
        Intent.FURTHER_DETAILS, question, _different((angle or job.brief.topic, own))[:most]
    )


def own_angle(expert: Expert) -> str:
    """Return what an expert looks at first; nothing for the general knowledge provider."""
    return "" if expert.id == "general" else expert.name


def looked_for(job: AnswerJob) -> str:
    """Return what the sentences of an answer are to be about."""
    if job.focus is None:
        return job.question
    told = job.focus.words or job.focus.steer == "challenge"
    return f"{job.question} {job.focus.place}" if told else job.focus.place


def weighs_statements(job: AnswerJob) -> bool:
    """Whether the question quotes two statements, so that more than one source must be heard."""
    return job.focus is not None and len(questions.quotations(job.focus.words)) > 1


def _about(focus: Focus, topic: str, own: str, language: str) -> tuple[str, ...]:
    """Return the queries about a concept, the most fitting first."""
    place = focus.place
    if focus.steer in {"opposite", "challenge"}:
        return (against(place, language), doubts_about(focus.path[-1], language))
    if focus.words:
        there = f"{place} {questions.subject(focus.words, language)}".strip()
        quoted = [each for each in questions.quotations(focus.words) if each not in focus.path]
        # What is quoted is on the table; else a quotation is the name of the concept.
        return (*quoted, there) if quoted else (_unmarked(focus.words), there)
    return (place, f"{focus.path[-1]}, {own or topic}")


def _unmarked(question: str) -> str:
    return " ".join(question.translate({ord(mark): None for mark in '“”"'}).split())


def _different(queries: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for each in queries if each))
