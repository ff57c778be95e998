"""The extractive engine: every job of `language.tasks` done by choosing from the evidence."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.lexical import terms
from costorm_widget.language.extractive import questions
from costorm_widget.language.extractive.answers import Wish, choose, unanswered
from costorm_widget.language.extractive.clusters import (
    block_vectors,
    blocks,
    centered,
    central_first,
    cluster,
    nearest_first,
)
from costorm_widget.language.extractive.names import concept_name, expert_name
from costorm_widget.language.extractive.phrases import PhraseBook
from costorm_widget.language.extractive.plans import (
    looked_for,
    own_angle,
    turn_plan,
    weighs_statements,
)
from costorm_widget.language.extractive.questions import Quotation, doubts
from costorm_widget.language.extractive.transitions import listed, transition
from costorm_widget.language.extractive.units import Unit, units
from costorm_widget.language.extractive.words import inside
from costorm_widget.language.tasks import ExpertProposal, NameJob, Part, Plan, Step
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from costorm_widget.evidence.disputes import Verdict
    from costorm_widget.evidence.embeddings import Embedder, Vectors
    from costorm_widget.evidence.support.verdict import Support
    from costorm_widget.language.extractive.answers import Gap
    from costorm_widget.language.extractive.phrases import Phrase
    from costorm_widget.language.judging import JudgeJob, SupportJob
    from costorm_widget.language.tasks import (
        AnswerJob,
        AskJob,
        Brief,
        ExpertsJob,
        InterviewJob,
        LeadJob,
        NavigationGroup,
        OpeningJob,
        OutlineJob,
        Passage,
        PlacementGroup,
        PlanJob,
        SectionJob,
        SplitJob,
    )

_LENGTHS = {"short": (2, 55), "medium": (4, 105), "long": (7, 190)}
"""Sentences and words of an answer."""

_FACETS = 6
"""Least number of facets the evidence is cut into when experts are sought: the largest are
seated, and with too few facets each would be about everything."""

_QUOTABLE = 34
"""Words of a sentence that a question can quote without losing the listener."""

_SECTION = (9, 260)
_LEAD = (4, 120)


class ExtractiveEngine:
    """Speaks in quotations; no model, no network."""

    name = "extractive"
    remote = False
    priced = None
    about = (
        "Built-in extractive engine: no model is used; what the experts say are sentences of "
        "the sources, word for word."
    )

    def __init__(self, embedder: Embedder, language: str) -> None:
        """Choose by the meaning that `embedder` gives and the words of `language`."""
        self._embedder = embedder
        # A section, or an answer for the archive, is told by the words that its passages share;
        # hashed words find those, and the reader does not wait for every sentence's meaning.
        self._words = HashedWords()
        self._language = language
        self._phrases: PhraseBook | None = None

    @property
    def fallback(self) -> ExtractiveEngine:
        """Return itself: it needs nobody."""
        return self

    # Planning.

    async def plan_background(self, brief: Brief) -> Plan:
        """Ask what there is to know, in the topic's and the goal's words."""
        question = f"What should one know about {brief.topic}?"
        queries = [brief.topic, f"{brief.topic} history", f"{brief.topic} effects"]
        if brief.goal:
            queries.append(f"{brief.topic} {brief.goal}")
        return Plan(Intent.ORIGINAL_QUESTION, question, tuple(queries))

    async def propose_experts(self, job: ExpertsJob) -> tuple[ExpertProposal, ...]:
        """Cluster the evidence and seat one expert for each facet."""
        if not job.passages:
            return ()
        book = self._book(job.brief, job.passages)
        facets = max(job.count + 2, _FACETS)
        taken = list(job.taken)
        found: list[ExpertProposal] = []
        for central in await self._facets(job.passages, facets, job.brief.settings.seed):
            name = expert_name(central, book, taken)
            if name and len(found) < job.count:
                taken.append(name)
                found.append(ExpertProposal(name, _role(central, book)))
        return tuple(found)

    async def ask_in_interview(self, job: InterviewJob) -> Plan:
        """Ask about key phrases of the passages nearest to the expert's role."""
        if not job.passages:
            question = questions.ungrounded_question(job.brief.topic, "", len(job.asked))
            return Plan(Intent.ORIGINAL_QUESTION, question, (job.expert.name,))
        near = await self._near(f"{job.expert.name}. {job.expert.role}", job.passages, 12)
        phrases = self._book(job.brief, job.passages).top(near, 6)
        if not phrases:
            return Plan(Intent.ORIGINAL_QUESTION, f"What is known about {job.expert.name}?", ())
        question = questions.interview_question(phrases, job.asked)
        return Plan(Intent.ORIGINAL_QUESTION, question, (question, f"{job.expert.name} {question}"))

    async def plan_turn(self, job: PlanJob) -> Plan:
        """Answer the question in hand, or add details to it from the expert's own angle."""
        return turn_plan(job, self._language)

    # Speaking.

    async def write_answer(self, job: AnswerJob) -> AsyncIterator[str]:
        """Yield sentences of the evidence that answer, each cited; or say that none does."""
        question = job.question
        if not job.passages:
            yield "The sources do not answer this: the search found nothing."
            return
        asked = _asked_part(job.focus.words if job.focus else question)
        missing = unanswered(asked, job.passages, job.brief.topic, self._language)
        if missing and job.intent is Intent.POTENTIAL_ANSWER:
            yield _no_answer(question, missing, self._language)
            return
        sentences, words = _LENGTHS[job.brief.settings.utterance_length]
        against = job.focus is not None and job.focus.steer in {"challenge", "opposite"}
        wish = Wish(
            looked_for(job),
            sentences,
            words,
            1 if weighs_statements(job) else 2,
            angle=own_angle(job.expert),
            topic=job.brief.topic,
            against=against,
        )
        embedder = self._words if job.archived else self._embedder
        chosen = await choose(wish, job.passages, job.said, embedder, self._language)
        if not chosen:
            yield "The sources do not answer this; what they say on it has been said already."
            return
        if against and not any(doubts(each.text) for each in chosen):
            yield "What the sources have nearest to an objection: "
        async for piece in _quoted(chosen):
            yield piece

    async def ask_as_moderator(self, job: AskJob) -> AsyncIterator[str]:
        """Yield a question that starts from the best unused sentence."""
        turn = job.recent[-1].number if job.recent else 0
        start = await self._quotation(job)
        if start is None:
            topic, goal = job.brief.topic, job.brief.goal
            if job.focus is not None:
                topic, goal = job.focus.path[-1], ""
            yield questions.ungrounded_question(topic, goal, turn)
            return
        quotation, phrase = start
        for piece in questions.moderator_question(quotation, phrase, job.recent, turn):
            yield piece

    async def ask_as_guest(self, job: AskJob) -> AsyncIterator[str]:
        """Yield a question near to the guest's intent."""
        turn = job.recent[-1].number if job.recent else 0
        if not job.passages:
            yield questions.ungrounded_question(job.brief.topic, job.intent, turn)
            return
        near = await self._near(job.intent, job.passages, 6)
        heard = " ".join(each.utterance for each in job.recent).casefold()
        phrases = self._book(job.brief, job.passages).top(near, 6)
        fresh = [each for each in phrases if each.text.casefold() not in heard] or phrases
        yield questions.guest_question(fresh[0].spoken if fresh else job.intent, turn)

    async def open_concept(self, job: OpeningJob) -> AsyncIterator[str]:
        """Yield the opening question about a concept."""
        book = self._book(job.brief, job.passages)
        place = len(job.concept) + sum(map(ord, job.concept))
        yield questions.opening_question(inside(job.concept, book.stats), place)

    # The map.

    async def outline(self, job: OutlineJob) -> tuple[Part, ...]:
        """Return clusters of the evidence as top concepts."""
        taken = (job.brief.topic, *job.taken)
        return await self._parts(job.brief, job.passages, job.most, taken)

    async def split_concept(self, job: SplitJob) -> tuple[Part, ...]:
        """Return clusters of the concept's passages, each with a name of its own."""
        limit = job.brief.settings.snippets_per_concept
        count = min(5, max(2, -(-len(job.passages) * 3 // (limit * 2))))
        taken = (*job.taken, *job.path)
        parts = await self._parts(job.brief, job.passages, count, taken)
        return parts if len(parts) > 1 else ()

    async def name_concept(self, job: NameJob) -> str:
        """Return a name for what the passages share."""
        book = self._book(job.brief, job.passages)
        central = [[each] for each in job.passages]
        return concept_name(job.passages, central, book, job.taken, job.brief.topic)

    async def choose_placements(
        self,
        brief: Brief,  # noqa: ARG002 - part of the job's form
        groups: tuple[PlacementGroup, ...],
    ) -> tuple[int | None, ...]:
        """Return the nearest candidate each: without a model there is no better judge."""
        return tuple(0 if group.candidates else None for group in groups)

    async def judge_disputes(self, job: JudgeJob) -> tuple[Verdict, ...]:
        """Leave all open: whether two statements agree takes understanding."""
        return tuple("open" for _ in job.pairs)

    async def check_support(self, job: SupportJob) -> tuple[Support | None, ...]:
        """Leave it at what the local check says."""
        return tuple(each.found for each in job.claims)

    async def navigate(
        self, brief: Brief, groups: tuple[NavigationGroup, ...]
    ) -> tuple[Step | None, ...]:
        """Go where most of the nearest concepts lie; where none leads, name a new one."""
        return tuple([await self._step(brief, group) for group in groups])

    # The report.

    async def write_section(self, job: SectionJob) -> AsyncIterator[str]:
        """Yield a transition, then sentences of the section's evidence."""
        sentences, words = _SECTION
        everything = " ".join(each.snippet.text for each in job.passages)
        wish = Wish(" ".join(job.path), sentences, words, per_source=4, meaning=everything)
        chosen = await choose(wish, job.passages, job.said, self._words, self._language)
        link = transition(job.path, job.before, job.children)
        if link:
            yield link + ("\n\n" if chosen else "")
        async for piece in _quoted(chosen, paragraph=4):
            yield piece

    async def write_lead(self, job: LeadJob) -> AsyncIterator[str]:
        """Yield a few sentences that stand for the whole."""
        sentences, words = _LEAD
        aim = f"{job.brief.topic} {job.brief.goal}"
        wish = Wish(aim, sentences, words, per_source=1, angle=" ".join(job.sections))
        chosen = await choose(wish, job.passages, job.said, self._words, self._language)
        async for piece in _quoted(chosen):
            yield piece
        if len(job.sections) > 1:
            yield f"\n\nThe sections follow the mind map: {listed(job.sections)}."

    # Inside.

    async def _step(self, brief: Brief, group: NavigationGroup) -> Step:
        best = max(range(len(group.near)), key=lambda child: group.near[child], default=None)
        if best is not None and 2 * group.near[best] > group.nearest:
            return Step(best)
        taken = (*group.path, *group.children)
        return Step(name=await self.name_concept(NameJob(brief, group.passages, taken)))

    def _book(self, brief: Brief, passages: Sequence[Passage]) -> PhraseBook:
        """Return the phrases of all evidence seen so far, `passages` among it.

        What is telling shows against everything else; so the book grows with the session.
        """
        if self._phrases is None:
            self._phrases = PhraseBook(self._language, avoid=brief.topic)
        self._phrases.add(passages)
        return self._phrases

    async def _vectors(self, passages: Sequence[Passage]) -> Vectors:
        return await self._embedder.embed([each.snippet.text for each in passages])

    async def _near(self, text: str, passages: Sequence[Passage], most: int) -> list[Passage]:
        vectors = await self._vectors(passages)
        target = await self._embedder.embed([text])
        return [passages[place] for place in nearest_first(vectors, target[0])[:most]]

    async def _facets(
        self, passages: Sequence[Passage], count: int, seed: int
    ) -> list[list[list[Passage]]]:
        """Return clusters, largest first, as blocks of passages, each's most central first."""
        groups = blocks(passages)
        if len(groups) < count:
            groups = [[place] for place in range(len(passages))]
        vectors = block_vectors(await self._vectors(passages), groups)
        sizes = [len(group) for group in groups]
        found = await asyncio.to_thread(cluster, vectors, sizes, count, seed)
        apart = centered(vectors)
        return [
            [
                [passages[place] for place in groups[part[each]]]
                for each in central_first(apart[part], [sizes[place] for place in part])
            ]
            for part in found
        ]

    async def _parts(
        self, brief: Brief, passages: Sequence[Passage], count: int, taken: Sequence[str]
    ) -> tuple[Part, ...]:
        if not passages:
            return ()
        book = self._book(brief, passages)
        used = list(taken)
        parts: list[Part] = []
        for central in await self._facets(passages, count, brief.settings.seed):
            members = [passage for block in central for passage in block]
            name = concept_name(members, central, book, used, brief.topic)
            used.append(name)
            parts.append(Part(name, tuple(sorted(each.handle for each in members))))
        return tuple(parts)

    async def _quotation(self, job: AskJob) -> tuple[Quotation, str] | None:
        """Return the first sentence that stands alone and is new, and the phrase it is about."""
        book = self._book(job.brief, job.passages)
        for passage in job.passages:
            fresh = [
                unit
                for unit in units([passage], self._language)
                if not unit.leans and unit.plain not in job.said and unit.words <= _QUOTABLE
            ]
            phrases = book.top([passage], 8)
            if fresh and phrases:
                unit, phrase = _most_telling(fresh, phrases, self._language)
                return Quotation(unit.text, unit.handle, passage.title), phrase
        return None


def _most_telling(
    fresh: Sequence[Unit], phrases: Sequence[Phrase], language: str
) -> tuple[Unit, str]:
    """Return the sentence that holds most of the passage's key phrases, and the best of those."""
    bags = [set(terms(unit.text, language)) for unit in fresh]

    def weight(bag: set[str]) -> float:
        return sum(each.weight for each in phrases if set(each.stems) <= bag)

    place = max(range(len(fresh)), key=lambda each: (weight(bags[each]), -each))
    held = [each for each in phrases if set(each.stems) <= bags[place]]
    known = [each for each in held or phrases if each.seen > 1] or held or phrases
    best = max(known, key=lambda each: each.weight * (1 + 0.5 * (len(each.stems) > 1)))
    return fresh[place], best.spoken


async def _quoted(chosen: Sequence[Unit], paragraph: int = 0) -> AsyncIterator[str]:
    """Yield sentences with their citations; a new paragraph every so many, if wished."""
    for place, unit in enumerate(chosen):
        border = ""
        if place:
            border = "\n\n" if paragraph and place % paragraph == 0 else " "
        yield f"{border}{unit.text}[{unit.handle}]"
        await asyncio.sleep(0)


def _role(central: Sequence[Sequence[Passage]], book: PhraseBook) -> str:
    """Return what an expert looks at: the first phrase of each of the facet's blocks."""
    tops = [book.top(block, 1) for block in central[:4]]
    named = list(dict.fromkeys(phrases[0].text for phrases in tops if phrases))
    if not named[1:]:
        return f"Looks at {named[0] if named else 'the topic'}."
    return f"Looks at {', '.join(named[:-1])} and {named[-1]}."


def _asked_part(question: str) -> str:
    """Return a question without what it quotes: that is known already."""
    return questions.without_quotation(question)


def _no_answer(question: str, gap: Gap, language: str) -> str:
    words = [f"“{each}”" for each in questions.as_written(gap.terms, question, language)[:3]]
    if gap.scattered:
        asked = ", ".join(words)
        return f"The sources do not answer this: no passage speaks of all it asks for ({asked})."
    return f"The sources do not answer this: they say nothing about {' or '.join(words)}."
