"""The prompted engine: every job of `language.tasks` done by asking a language model.

A job is a prompt, a reply, and a reading of the reply. No reply loses a turn: what cannot be used
is done by the `fallback` engine instead, for that job alone. Errors of the provider pass through;
a turn that meets one is a failed turn and can be taken again.
"""

from __future__ import annotations

import re
from contextlib import aclosing
from typing import TYPE_CHECKING

from costorm_widget.errors import BadReply
from costorm_widget.language.calls.request import Request
from costorm_widget.language.ladder.thoughts import ThoughtFilter
from costorm_widget.language.prompted import readings
from costorm_widget.language.prompted.shapes import (
    ChoicesReply,
    ExpertsReply,
    NameReply,
    PartsReply,
    PlanReply,
    QuestionReply,
    StepsReply,
    SupportReply,
    VerdictsReply,
)
from costorm_widget.language.prompts.answer import answer_prompt
from costorm_widget.language.prompts.background import background_prompt
from costorm_widget.language.prompts.dispute import dispute_prompt
from costorm_widget.language.prompts.experts import experts_prompt
from costorm_widget.language.prompts.guest import guest_prompt
from costorm_widget.language.prompts.interview import interview_prompt
from costorm_widget.language.prompts.lead import lead_prompt
from costorm_widget.language.prompts.moderator import moderator_prompt
from costorm_widget.language.prompts.name import name_prompt
from costorm_widget.language.prompts.navigation import navigation_prompt
from costorm_widget.language.prompts.opening import opening_prompt
from costorm_widget.language.prompts.outline import outline_prompt
from costorm_widget.language.prompts.outside import without_marks
from costorm_widget.language.prompts.placement import placement_prompt
from costorm_widget.language.prompts.plan import plan_prompt
from costorm_widget.language.prompts.polish import polish_prompt
from costorm_widget.language.prompts.section import section_prompt
from costorm_widget.language.prompts.split import split_prompt
from costorm_widget.language.prompts.support import support_prompt

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from costorm_widget.evidence.disputes import Verdict
    from costorm_widget.evidence.support.verdict import Support
    from costorm_widget.language.calls.caller import Caller
    from costorm_widget.language.judging import JudgeJob, SupportJob
    from costorm_widget.language.ladder.ladder import Ladder
    from costorm_widget.language.prompts.prompt import Prompt
    from costorm_widget.language.tasks import (
        AnswerJob,
        AskJob,
        Brief,
        Engine,
        ExpertProposal,
        ExpertsJob,
        InterviewJob,
        LeadJob,
        NameJob,
        NavigationGroup,
        OpeningJob,
        OutlineJob,
        Part,
        PlacementGroup,
        Plan,
        PlanJob,
        SectionJob,
        SplitJob,
        Step,
    )

_BACKGROUND_QUERIES = 4

_BRACKET = re.compile(r"[\[【［][^\]】］]*[\]】］]?")
"""What may be a citation, or the beginning of one."""

_AGAIN = "Your last reply held no text. Reply with the text itself, and nothing else."


class PromptedEngine:
    """Speaks through language models."""

    remote = True

    def __init__(
        self, caller: Caller, ladder: Ladder, fallback: Engine, name: str, about: str
    ) -> None:
        """Ask through `caller` for what is streamed and `ladder` for what has a shape.

        Args:
            caller: Makes the calls.
            ladder: Gets replies of a shape.
            fallback: Does a job when no reply to it can be used.
            name: Short name for people.
            about: One sentence for the user: who speaks here.
        """
        self._caller = caller
        self._ladder = ladder
        self.fallback = fallback
        self.name = name
        self.about = about
        self.priced = caller.price

    # Planning.

    async def plan_background(self, brief: Brief) -> Plan:
        """Return the background question of the warm start and its queries."""
        reply = await self._ladder.fill(background_prompt(brief), QuestionReply)
        plan = readings.question_plan(reply, _BACKGROUND_QUERIES)
        return plan or await self.fallback.plan_background(brief)

    async def propose_experts(self, job: ExpertsJob) -> tuple[ExpertProposal, ...]:
        """Return up to `job.count` experts, each name once and none that is taken."""
        reply = await self._ladder.fill(experts_prompt(job), ExpertsReply)
        return readings.experts(reply, job) or await self.fallback.propose_experts(job)

    async def ask_in_interview(self, job: InterviewJob) -> Plan:
        """Return the next interview question and its queries."""
        reply = await self._ladder.fill(interview_prompt(job), QuestionReply)
        plan = readings.question_plan(reply, job.brief.settings.queries_per_question)
        return plan or await self.fallback.ask_in_interview(job)

    async def plan_turn(self, job: PlanJob) -> Plan:
        """Return what the expert sets out to do; whoever is asked answers."""
        reply = await self._ladder.fill(plan_prompt(job), PlanReply)
        return readings.turn_plan(reply, job) or await self.fallback.plan_turn(job)

    # Speaking.

    def write_answer(self, job: AnswerJob) -> AsyncIterator[str]:
        """Yield the answer; without evidence, or without a reply, the fallback's words."""
        instead = self.fallback.write_answer(job)
        if not job.passages:
            return instead
        if job.brief.settings.polish == "separate" and not job.archived:
            return self._polished(job, instead)
        return self._said(answer_prompt(job), instead)

    def ask_as_moderator(self, job: AskJob) -> AsyncIterator[str]:
        """Yield the moderator's question."""
        return self._said(moderator_prompt(job), self.fallback.ask_as_moderator(job))

    def ask_as_guest(self, job: AskJob) -> AsyncIterator[str]:
        """Yield the guest's question."""
        return self._said(guest_prompt(job), self.fallback.ask_as_guest(job))

    def open_concept(self, job: OpeningJob) -> AsyncIterator[str]:
        """Yield the opening question about a concept."""
        return self._said(opening_prompt(job), self.fallback.open_concept(job))

    # The map.

    async def outline(self, job: OutlineJob) -> tuple[Part, ...]:
        """Return the top concepts, each with the passages that belong to it.

        No part says that nothing is missing, where there are concepts already.
        """
        reply = await self._ladder.fill(outline_prompt(job), PartsReply)
        if reply and job.taken and not reply.concepts:
            return ()
        parts = readings.parts(reply, job.passages, job.most) if reply else ()
        return parts or await self.fallback.outline(job)

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        """Return at least two parts, or nothing when the concept is fine as it is.

        One part that is the whole says the same as none. Parts of which nothing can be used say
        that the model could not do it, not that the concept is fine.
        """
        reply = await self._ladder.fill(split_prompt(job), PartsReply)
        if reply is None:
            return await self.fallback.split_concept(job)
        parts = readings.parts(reply, job.passages, len(reply.concepts))
        if reply.concepts and not parts:
            return await self.fallback.split_concept(job)
        return parts if len(parts) > 1 else ()

    async def name_concept(self, job: NameJob) -> str:
        """Return a short, telling name."""
        reply = await self._ladder.fill(name_prompt(job), NameReply)
        return readings.name(reply, job.taken) or await self.fallback.name_concept(job)

    async def choose_placements(
        self, brief: Brief, groups: tuple[PlacementGroup, ...]
    ) -> tuple[int | None, ...]:
        """Return for each group the index of the candidate it belongs to, or None."""
        reply = await self._ladder.fill(placement_prompt(brief, groups), ChoicesReply)
        choices = readings.choices(reply, groups)
        if choices is None:
            return await self.fallback.choose_placements(brief, groups)
        return choices

    async def judge_disputes(self, job: JudgeJob) -> tuple[Verdict, ...]:
        """Return a verdict on each pair; all stay open after a reply that cannot be used."""
        reply = await self._ladder.fill(dispute_prompt(job), VerdictsReply)
        return readings.verdicts(reply, job) or await self.fallback.judge_disputes(job)

    async def check_support(self, job: SupportJob) -> tuple[Support | None, ...]:
        """Return how well each sentence is borne out; as found before where no reply tells."""
        reply = await self._ladder.fill(support_prompt(job), SupportReply)
        return readings.support(reply, job)

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        """Return for each group where it goes from where it stands; None if that is not known."""
        reply = await self._ladder.fill(navigation_prompt(brief, groups), StepsReply)
        return readings.steps(reply, groups) or await self.fallback.navigate(brief, groups)

    # The report.

    def write_section(self, job: SectionJob) -> AsyncIterator[str]:
        """Yield the text of a section; without evidence the fallback's words, a transition."""
        instead = self.fallback.write_section(job)
        return self._said(section_prompt(job), instead) if job.passages else instead

    def write_lead(self, job: LeadJob) -> AsyncIterator[str]:
        """Yield the lead; without evidence the fallback's words."""
        instead = self.fallback.write_lead(job)
        return self._said(lead_prompt(job), instead) if job.passages else instead

    # Inside.

    async def _polished(self, job: AnswerJob, instead: AsyncIterator[str]) -> AsyncIterator[str]:
        """Draft the answer whole, then yield it reworded; the draft, if nothing comes of that."""
        words = self._said(answer_prompt(job), instead)
        draft = "".join([piece async for piece in words])
        async with aclosing(self._said(polish_prompt(job, draft), _once(draft))) as pieces:
            async for piece in pieces:
                yield piece

    async def _said(self, prompt: Prompt, instead: AsyncIterator[str]) -> AsyncGenerator[str]:
        """Yield the reply to `prompt`; if it says nothing twice, or is no text, `instead`."""
        for asked in (prompt, prompt.with_instructions(_AGAIN)):
            said = False
            try:
                async with aclosing(self._reply(asked)) as pieces:
                    async for piece in pieces:
                        said = True
                        yield piece
            except BadReply:
                # Only before the first word, and the caller has asked again by itself.
                break
            if said:
                return
        async for piece in instead:
            yield piece

    async def _reply(self, prompt: Prompt) -> AsyncGenerator[str]:
        """Yield what a model says without what it thinks; nothing if there is no word in it."""
        thoughts = ThoughtFilter()
        held: str | None = ""  # what has come before the first word
        async with aclosing(self._caller.stream(Request(prompt))) as pieces:
            async for piece in pieces:
                said = thoughts.feed(piece)
                if held is not None:
                    held += said
                    if not _has_word(_BRACKET.sub("", held)):
                        continue
                    said, held = held.lstrip(), None
                if said:
                    yield said
        said = (held or "") + thoughts.close()
        if said and (held is None or _has_word(without_marks(said))):
            yield said if held is None else said.lstrip()


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


async def _once(text: str) -> AsyncIterator[str]:
    yield text
