"""A session that has come far already: 1,000 snippets, 200 concepts, as many turns as one likes.

Its corpus is made up: sections about 200 things, each with words of its own among common ones, so
that searching, placing and splitting have something to go by. A part of it is not in the session
yet and is found while it goes on. `calls.py` measures turns on it.
"""

from __future__ import annotations

import asyncio
import random
import sys
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

from costorm_widget import CoStorm, ScriptedModel, Settings
from costorm_widget import events as ev
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.passages import cut
from costorm_widget.turns import Citation, Expert, Intent, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.language.doubles import Asked
    from costorm_widget.turns import Role

SNIPPETS = 1000
CONCEPTS = 200
_TOPS = 10
_BELOW_EACH = 4
_FOUND_LATER = 400
_SECTIONS = 10
"""Sections of one document."""

_OWN_SHARE = 0.3
"""Share of a section's words that are its own."""

_ROUNDS = 5
_STEPS = 30

_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprst" for vowel in "aeiou"]
_SEATS: tuple[tuple[str, Role, Intent], ...] = (
    ("Moderator", "moderator", Intent.ORIGINAL_QUESTION),
    ("General knowledge", "general knowledge", Intent.POTENTIAL_ANSWER),
    ("Expert 1", "expert", Intent.FURTHER_DETAILS),
)


class CountedWords(HashedWords):
    """Hashed words that are counted."""

    computed = 0
    """Texts that were embedded."""

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text."""
        self.computed += len(texts)
        return await super().embed(texts)


class KnownReplies:
    """The sensible replies of `ScriptedModel`, made once in this process for each prompt."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Any] = {}
        self.computed = 0
        """Prompts that were not known."""

    def __call__(self, asked: Asked) -> Any:  # noqa: ANN401 - text or JSON
        """Return the reply to what is asked."""
        key = asked.job, asked.prompt
        if key not in self._known:
            self._known[key] = asked.default()
            self.computed += 1
        return self._known[key]


def own_times(*turns: int) -> tuple[float, ...]:
    """Return the median milliseconds of a turn in sessions of so many turns, of the best round."""
    words, replies = CountedWords(256), KnownReplies()
    embedder = CachedEmbedder(words)
    rounds: list[tuple[float, ...]] = []
    with TemporaryDirectory() as folder:
        write_corpus(Path(folder))
        evidence = asyncio.run(read_corpus(Path(folder), embedder))
        # The first round gets to know all replies and vectors.
        while len(rounds) < 1 + _ROUNDS:
            computed = words.computed, replies.computed
            sessions = [
                grown_session(Path(folder), evidence, embedder, replies, each) for each in turns
            ]
            for session in sessions:
                session.step()  # reads the corpus
            # Step by step in turn, so that what else the machine does meets all alike.
            steps = [[_milliseconds(session) for session in sessions] for _ in range(_STEPS)]
            rounds.append(tuple(map(median, zip(*steps, strict=True))))
            if len(rounds) > 1 and (words.computed, replies.computed) != computed:
                sys.exit("Something was not known beforehand, so this is more than own time.")
    return min(rounds[1:], key=sum)


def _milliseconds(session: CoStorm) -> float:
    begun = perf_counter()
    session.step()
    return (perf_counter() - begun) * 1000


def write_corpus(folder: Path) -> None:
    """Write the documents, the same ones each time."""
    chance = random.Random(0)
    common = [_word(chance) for _ in range(300)]
    own = [[_word(chance) for _ in range(20)] for _ in range(CONCEPTS)]
    for document in range((SNIPPETS + _FOUND_LATER) // _SECTIONS):
        lines = [f"# Document {document}"]
        for section in range(_SECTIONS):
            words = own[(document * _SECTIONS + section) % CONCEPTS]
            lines += [f"## {words[0]} {words[1]} {section}", _paragraph(chance, words, common)]
        (folder / f"{document:03}.md").write_text("\n\n".join(lines), encoding="utf-8")


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4)))


def _paragraph(chance: random.Random, own: Sequence[str], common: Sequence[str]) -> str:
    sentences = [
        " ".join(chance.choice(own if chance.random() < _OWN_SHARE else common) for _ in range(16))
        for _ in range(5)
    ]
    return " ".join(f"{each.capitalize()}." for each in sentences)


async def read_corpus(folder: Path, embedder: CachedEmbedder) -> ev.EvidenceFound:
    """Return the part of the corpus that a grown session has found."""
    documents = Documents(folder, embedder)
    await documents.prepare()
    passages = chain.from_iterable(cut(source) for source in documents.sources)
    found = [
        each.found_by("What is known?", f"query {place // 20}")
        for place, each in enumerate(islice(passages, SNIPPETS))
    ]
    wanted = {each.source_id for each in found}
    sources = tuple(source for source in documents.sources if source.id in wanted)
    return ev.EvidenceFound(sources, tuple(found))


def grown_session(
    folder: Path,
    evidence: ev.EvidenceFound,
    embedder: CachedEmbedder,
    replies: KnownReplies,
    turns: int,
) -> CoStorm:
    """Return a session with so many turns behind it; its first step reads the corpus.

    Args:
        folder: The corpus.
        evidence: What it has found of it.
        embedder: The vectors, and where they are kept.
        replies: What the model says.
        turns: How many turns it has had.
    """
    session = CoStorm(
        "Daylight saving time",
        goal="Is it worth keeping?",
        sources=folder,
        model=ScriptedModel(replies),
        embeddings=embedder,
        settings=Settings(cache=False),
    )
    experts = (Expert(f"e{each}", f"Expert {each}", f"looks at side {each}") for each in (1, 2, 3))
    past = [
        evidence,
        *_map(evidence.snippets),
        ev.ExpertsChanged(tuple(experts)),
        *_talk(evidence.snippets, turns),
        ev.WarmStartEnded(),
    ]
    for event in past:
        session._journal.emit(event)  # noqa: SLF001 - nothing runs yet, and no file can be opened
    return session


def _map(snippets: Sequence[Snippet]) -> Iterator[ev.KeptEvent]:
    """Draw a few top concepts with the others below them, and put every snippet into its own."""
    for place in range(CONCEPTS):
        parent = (place - _TOPS) // _BELOW_EACH + 1 if place >= _TOPS else 0
        yield ev.ConceptAdded(f"c{place + 1}", f"Concept {place + 1}", f"c{parent}")
    yield ev.SnippetsPlaced(
        tuple((each.id, f"c{place % CONCEPTS + 1}") for place, each in enumerate(snippets))
    )


def _talk(snippets: Sequence[Snippet], turns: int) -> Iterator[ev.TurnTaken]:
    shown, question = cycle(snippets), ""
    for number, (name, role, intent) in enumerate(islice(cycle(_SEATS), turns), 1):
        found = list(islice(shown, 10))
        begins = found[0].text.partition(".")[0]
        said = f"What does {begins} mean? [1]" if intent.asks else f"{begins} [1]."
        question = said if intent.asks else question
        mark = said.index("[")
        yield ev.TurnTaken(
            Turn(
                id=f"t{number}",
                number=number,
                speaker=name,
                role=role,
                intent=intent,
                utterance=said,
                question=question,
                retrieved=() if intent.asks else tuple(each.id for each in found),
                citations=(Citation(1, found[0].source_id, found[0].id, mark, mark + 3),),
            )
        )
