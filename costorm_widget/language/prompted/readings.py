"""From replies of the right shape to results that can be trusted.

A shape is no promise: numbers may name passages that were not shown, a list may be empty, an
expert may be at the table already. Every function returns nothing when nothing can be used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.support.verdict import Support
from costorm_widget.language.prompted import cleaning
from costorm_widget.language.prompts.outside import one_line
from costorm_widget.language.prompts.placement import numbered_concepts
from costorm_widget.language.prompts.talk import spoken
from costorm_widget.language.tasks import ExpertProposal, Part, Plan, Step
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.disputes import Verdict
    from costorm_widget.evidence.support.verdict import Verdict as SupportVerdict
    from costorm_widget.language.judging import JudgeJob, SupportJob
    from costorm_widget.language.prompted.shapes import (
        CheckReply,
        ChoicesReply,
        ExpertsReply,
        NameReply,
        PartsReply,
        PlanReply,
        QuestionReply,
        StepReply,
        StepsReply,
        SupportReply,
        VerdictsReply,
    )
    from costorm_widget.language.tasks import (
        ExpertsJob,
        NavigationGroup,
        Passage,
        PlacementGroup,
        PlanJob,
    )

Choices = tuple[int | None, ...]


def question_plan(reply: QuestionReply | None, most: int) -> Plan | None:
    """Return a question and at most `most` queries; without queries, the question is searched."""
    question = cleaning.question(reply.question) if reply else ""
    if reply is None or not question:
        return None
    queries = cleaning.queries(reply.queries, most) or (question,)
    return Plan(Intent.ORIGINAL_QUESTION, question, queries)


def turn_plan(reply: PlanReply | None, job: PlanJob) -> Plan | None:
    """Return an expert's plan.

    When the last turn asks, it is answered, whatever the reply says: a table where a question
    follows a question goes nowhere. An answer without a question of its own takes the last one.
    """
    if reply is None:
        return None
    last = job.recent[-1] if job.recent else None
    must_answer = last is not None and last.intent.asks
    intent = Intent(reply.intent)
    own = cleaning.question(reply.question)
    asked = next((turn.question for turn in reversed(job.recent) if turn.intent.asks), "")
    if must_answer and intent.asks:
        own = ""
    question = own or spoken(asked)
    if not question or (intent.asks and not must_answer and not own):
        return None
    if intent.asks and not must_answer:
        return Plan(intent, question, ())
    most = job.brief.settings.queries_per_question
    queries = cleaning.queries(reply.queries, most) or (question,)
    return Plan(Intent.POTENTIAL_ANSWER if must_answer else intent, question, queries)


def experts(reply: ExpertsReply | None, job: ExpertsJob) -> tuple[ExpertProposal, ...]:
    """Return at most `job.count` experts, each name once and none that is at the table."""
    known = {name.casefold() for name in job.taken}
    found: list[ExpertProposal] = []
    for each in reply.experts if reply else ():
        name, role = cleaning.name_and_role(each.name, each.role)
        if any(map(str.isalnum, name)) and name.casefold() not in known:
            known.add(name.casefold())
            found.append(ExpertProposal(name, role))
    return tuple(found[: job.count])


def parts(reply: PartsReply, passages: Sequence[Passage], most: int) -> tuple[Part, ...]:
    """Return at most `most` named parts with members that are there, each in one part.

    Parts of one name are one part.
    """
    free = {each.handle for each in passages}
    members: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for each in reply.concepts:
        name = cleaning.label(each.name)
        own = [handle for handle in dict.fromkeys(each.members) if handle in free]
        if not own or not any(map(str.isalnum, name)):
            continue
        free.difference_update(own)
        names.setdefault(name.casefold(), name)
        members.setdefault(name.casefold(), []).extend(own)
    return tuple(Part(names[key], tuple(own)) for key, own in list(members.items())[:most])


def name(reply: NameReply | None, taken: Sequence[str]) -> str:
    """Return the name, or nothing if it says nothing or is taken."""
    found = cleaning.label(reply.name) if reply else ""
    known = {each.casefold() for each in taken}
    return found if any(map(str.isalnum, found)) and found.casefold() not in known else ""


def choices(reply: ChoicesReply | None, groups: Sequence[PlacementGroup]) -> Choices | None:
    """Return for each group the index of its candidate, or None for none of them.

    A list of another length tells nothing: nobody knows which choice is for which group. A
    concept that is not near a group is no choice for it, and the nearest is taken.
    """
    if reply is None or len(reply.choices) != len(groups):
        return None
    concepts = numbered_concepts(groups)
    return tuple(
        _choice(number, group, concepts)
        for number, group in zip(reply.choices, groups, strict=True)
    )


def verdicts(reply: VerdictsReply | None, job: JudgeJob) -> tuple[Verdict, ...]:
    """Return a verdict for each pair, or nothing if the list has another length."""
    if reply is None or len(reply.verdicts) != len(job.pairs):
        return ()
    return tuple("open" if each == "unsure" else each for each in reply.verdicts)


def support(reply: SupportReply | None, job: SupportJob) -> tuple[Support | None, ...]:
    """Return for each sentence what the reply says of it, else what was found before.

    Where both come to the same verdict, the score and the reason that were found stay: they are
    about single words. The quote is always the one that was found.
    """
    told = {each.sentence: each for each in reversed(reply.checks)} if reply else {}
    return tuple(
        _support(told.get(number), claim.found) for number, claim in enumerate(job.claims, 1)
    )


def _support(reply: CheckReply | None, found: Support | None) -> Support | None:
    if reply is None:
        return found
    verdict, score = _TOLD[reply.verdict]
    if found and found.verdict == verdict:
        return found
    why = "" if verdict == "supported" else one_line(reply.why)
    return Support(verdict, score, why, found.quote if found else None)


_TOLD: dict[str, tuple[SupportVerdict, float]] = {
    "says so": ("supported", 1.0),
    "says less": ("partly", 0.5),
    "says nothing": ("unsupported", 0.0),
    "says otherwise": ("contradicted", 0.0),
}
"""What a model's words mean, and the score of it, since it gives none."""


def _choice(number: int, group: PlacementGroup, concepts: Sequence[tuple[str, ...]]) -> int | None:
    if number == 0 or not group.candidates:
        return None
    path = concepts[number - 1] if 1 <= number <= len(concepts) else ()
    return group.candidates.index(path) if path in group.candidates else 0


def steps(reply: StepsReply | None, groups: Sequence[NavigationGroup]) -> tuple[Step | None, ...]:
    """Return where each group goes, or nothing if the list has another length.

    None stands for a step that cannot be taken: at the top nothing can stay.
    """
    if reply is None or len(reply.steps) != len(groups):
        return ()
    return tuple(_step(each, group) for each, group in zip(reply.steps, groups, strict=True))


def _step(reply: StepReply, group: NavigationGroup) -> Step | None:
    if 1 <= reply.below <= len(group.children):
        return Step(reply.below - 1)
    if reply.below == 0:
        return Step() if group.path else None
    found = cleaning.label(reply.name)
    return Step(name=found) if any(map(str.isalnum, found)) else None
