from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costorm_widget.errors import EmbeddingError, UnknownName
from costorm_widget.evidence.embeddings import HashedWords, unit
from costorm_widget.evidence.library import Library
from costorm_widget.evidence.sources import Snippet, Source, snippet_id, source_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Vectors

TOPICS = {
    "Sleep": ["A night shift shortens sleep.", "Teenagers wake up late by their body clock."],
    "Heart": ["Heart attacks rise on the Monday after the change.", "A register saw no rise."],
    "Farms": ["Cows are milked at the same hour.", "Farmers asked for the repeal of the law."],
}


def source(title: str) -> Source:
    return Source(source_id(title), title, f"file:{title}.md", "document", "\n".join(TOPICS[title]))


def snippets(of: Source) -> list[Snippet]:
    made: list[Snippet] = []
    for line in of.text.split("\n"):
        start = of.text.index(line)
        end = start + len(line)
        made.append(Snippet(snippet_id(of.id, start, end), of.id, start, end, line, ("Health",)))
    return made


async def filled(*titles: str) -> Library:
    library = Library(HashedWords())
    for title in titles or TOPICS:
        await library.add([source(title)], snippets(source(title)))
    return library


async def test_the_best_passage_is_verbatim_and_first() -> None:
    library = await filled()
    hits = await library.search("heart attacks on Monday", 3)
    best = library.snippets[hits[0].snippet_id]
    assert best.text == TOPICS["Heart"][0]
    assert library.sources[best.source_id].title == "Heart"
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert hits[0].similarity > 0.4
    assert hits[0].lexical > 0.4


async def test_title_and_headings_are_searched_and_not_quoted() -> None:
    library = await filled()
    hits = await library.search("farms", 1)
    text = library.snippets[hits[0].snippet_id].text
    assert text in TOPICS["Farms"]
    assert "Farms" not in text


async def test_a_query_about_nothing_here_is_told_by_its_numbers() -> None:
    library = await filled()
    hits = await library.search("quantum chromodynamics", 5)
    assert all(hit.similarity < 0.2 and hit.lexical == 0 for hit in hits)


async def test_the_library_grows_and_knows_what_it_has() -> None:
    library = await filled("Sleep")
    assert len(library) == 2
    await library.add([source("Sleep"), source("Heart")], snippets(source("Heart")))
    await library.add([source("Heart")], snippets(source("Heart")))
    assert len(library) == 4
    assert [each.title for each in library.sources.values()] == ["Sleep", "Heart"]
    assert len(await library.search("sleep heart clock", 10)) == 4


async def test_an_empty_library_finds_nothing() -> None:
    assert await Library(HashedWords()).search("anything", 5) == ()
    assert await (await filled()).search("sleep", 0) == ()


async def test_a_removed_source_is_not_found_and_can_come_back() -> None:
    library = await filled()
    heart = source("Heart")
    library.remove_source(heart.id)
    assert heart.id not in library.sources
    found = await library.search("heart attacks on Monday", 10)
    assert len(found) == 4
    assert not any(hit.snippet_id.startswith(heart.id) for hit in found)
    await library.add([heart], snippets(heart))
    assert (await library.search("heart attacks on Monday", 1))[0].snippet_id.startswith(heart.id)
    with pytest.raises(UnknownName, match="source"):
        library.remove_source("s-none")


async def test_near_copies_do_not_fill_the_answer() -> None:
    library = await filled()
    for number in range(5):
        copy = Source(f"copy{number}", "Heart", f"file:{number}", "document", TOPICS["Heart"][0])
        text = TOPICS["Heart"][0]
        one = Snippet(snippet_id(copy.id, 0, len(text)), copy.id, 0, len(text), text, ("Health",))
        await library.add([copy], [one])
    hits = await library.search("heart attacks on Monday", 4)
    texts = [library.snippets[hit.snippet_id].text for hit in hits]
    assert len(texts) == len(set(texts)) == 4


async def test_a_passage_that_says_not_is_no_copy() -> None:
    library = Library(HashedWords())
    for name, text in (
        ("a", "Clock changes save energy."),
        ("b", "Clock changes do not save energy."),
    ):
        made = Source(name, "Energy", name, "document", text)
        end = len(text)
        await library.add([made], [Snippet(snippet_id(name, 0, end), name, 0, end, text)])
    assert len(await library.search("do clock changes save energy", 5)) == 2


async def test_an_equally_good_passage_of_another_source_goes_first() -> None:
    library = Library(HashedWords())
    lines = ["Clocks change sleep one.", "Clocks change sleep two.", "Clocks change sleep three."]
    for name, own in (("a", lines[:2]), ("b", lines[2:])):
        text = "\n".join(own)
        made = Source(name, "Clock", name, "document", text)
        cuts = [
            Snippet(snippet_id(name, at, at + len(each)), name, at, at + len(each), each)
            for each in own
            for at in [text.index(each)]
        ]
        await library.add([made], cuts)
    hits = await library.search("clocks change sleep", 3)
    assert {library.snippets[hit.snippet_id].source_id for hit in hits[:2]} == {"a", "b"}


class Sized:
    """An embedding whose dimensions can be changed, as those of a server can."""

    def __init__(self, dimensions: int, name: str = "sized") -> None:
        self.dimensions = dimensions
        self.name = name

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return await HashedWords(self.dimensions).embed(texts)


async def test_c23_vectors_of_another_size_are_a_clear_error() -> None:
    embedder = Sized(384)
    library = Library(embedder)
    await library.add([source("Sleep")], snippets(source("Sleep")))
    embedder.dimensions = 768
    with pytest.raises(EmbeddingError, match="768"):
        await library.add([source("Heart")], snippets(source("Heart")))
    with pytest.raises(EmbeddingError, match="768"):
        await library.search("sleep", 1)
    assert len(library) == 2


async def test_c23_another_embedding_embeds_everything_anew() -> None:
    library = Library(Sized(384, "small"))
    for title in TOPICS:
        await library.add([source(title)], snippets(source(title)))
    library.remove_source(source("Farms").id)
    await library.use(Sized(768, "large"))
    assert library.embedding == "large"
    hits = await library.search("heart attacks on Monday", 1)
    assert library.snippets[hits[0].snippet_id].text == TOPICS["Heart"][0]
    await library.add([source("Farms")], snippets(source("Farms")))
    assert len(await library.search("cows", 10)) == 6


async def test_a_failed_embedding_adds_nothing() -> None:
    class Broken:
        name = "broken"

        async def embed(self, texts: Sequence[str]) -> Vectors:
            raise EmbeddingError(f"no vectors for {len(texts)} texts; try again.")

    library = Library(Broken())
    with pytest.raises(EmbeddingError):
        await library.add([source("Sleep")], snippets(source("Sleep")))
    assert len(library) == len(library.sources) == 0


def many_passages(count: int) -> tuple[Source, list[Snippet]]:
    lines = [f"Passage number {number} says so." for number in range(count)]
    one = Source("many", "Many", "file:many", "document", "\n".join(lines))
    made: list[Snippet] = []
    start = 0
    for line in lines:
        end = start + len(line)
        made.append(Snippet(snippet_id(one.id, start, end), one.id, start, end, line))
        start = end + 1
    return one, made


async def test_progress_goes_forward_passage_by_passage_to_the_end() -> None:
    heard: list[tuple[int, int]] = []
    library = Library(HashedWords(64))
    one, cuts = many_passages(600)
    await library.add([one], cuts, lambda done, total: heard.append((done, total)))
    steps = [done for done, _ in heard]
    assert steps == sorted(steps)
    assert heard[-1] == (600, 600)
    assert {total for _, total in heard} == {600}
    assert all(later - earlier <= 64 for earlier, later in pairwise(steps))


async def test_c16_a_stopped_addition_ends_at_once_and_changes_nothing() -> None:
    class Slow:
        name = "slow"

        async def embed(self, texts: Sequence[str]) -> Vectors:
            await asyncio.sleep(0.05)
            return await HashedWords(64).embed(texts)

    library = Library(Slow())
    one, cuts = many_passages(600)
    begun = time.perf_counter()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(library.add([one], cuts), 0.2)
    assert time.perf_counter() - begun < 1
    assert len(library) == len(library.sources) == 0
    await library.add([one], cuts[:40])
    assert len(library) == 40


async def test_sixteen_bits_find_what_exact_vectors_find() -> None:
    chance = np.random.default_rng(0)

    class Given:
        name = "given"

        def __init__(self) -> None:
            self.vectors: dict[str, Vectors] = {}

        async def embed(self, texts: Sequence[str]) -> Vectors:
            for text in texts:
                self.vectors[text] = chance.normal(size=96).astype(np.float32)
            return unit(np.stack([self.vectors[text] for text in texts]))

    given = Given()
    library = Library(given)
    one, cuts = many_passages(2000)
    await library.add([one], cuts)
    for number in range(20):
        query = f"unknown{number}"
        hits = await library.search(query, 50)
        own = unit(np.stack([given.vectors[each.text] for each in cuts]))
        whole = unit(own + 0.5 * unit(given.vectors["Many"][None, :]))
        cosines = whole @ unit(given.vectors[query][None, :])[0]
        best = {cuts[at].id for at in np.argsort(-cosines)[:50].tolist()}
        assert len(best & {hit.snippet_id for hit in hits}) >= 0.95 * 50
        exact = {each.id: cosine for each, cosine in zip(cuts, cosines.tolist(), strict=True)}
        assert all(abs(hit.similarity - exact[hit.snippet_id]) < 1e-3 for hit in hits)


async def test_searching_while_passages_come_and_go_fails_nowhere() -> None:
    library = Library(HashedWords(64))
    one, cuts = many_passages(300)
    two = replace(one, id="two")
    await library.add([one], cuts)

    async def come_and_go() -> None:
        for _ in range(10):
            others = [replace(each, id=f"two:{each.start}", source_id="two") for each in cuts]
            await library.add([two], others)
            library.remove_source("two")

    async def search() -> None:
        for number in range(60):
            assert await library.search(f"passage {number}", 5)

    await asyncio.gather(come_and_go(), search(), search())
    assert len(library) == 300


async def test_two_additions_at_once_add_each_passage_once() -> None:
    library = Library(HashedWords())
    one = source("Sleep")
    await asyncio.gather(*(library.add([one], snippets(one)) for _ in range(2)))
    assert len(library) == len(await library.search("sleep clock shift", 10)) == 2


WORDS = st.sampled_from(["sleep", "heart", "clock", "farm", "law", "energy", "traffic", "noon"])
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=5)


@settings(max_examples=30, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=5), st.data())
def test_after_any_coming_and_going_every_passage_can_be_found(
    bodies: list[list[str]], data: st.DataObject
) -> None:
    async def play() -> None:
        library = Library(HashedWords(128))
        kept: dict[str, Snippet] = {}
        for number, lines in enumerate(bodies):
            text = "\n".join(lines)
            made = Source(f"s{number}", f"Title {number}", f"file:{number}", "document", text)
            cuts = [
                Snippet(snippet_id(made.id, 0, end), made.id, 0, end, text[:end])
                for end in sorted({len(lines[0]), len(text)})
            ]
            await library.add([made], cuts)
            kept.update({each.id: each for each in cuts})
            if data.draw(st.booleans()):
                library.remove_source(made.id)
                kept = {name: each for name, each in kept.items() if each.source_id != made.id}
        assert dict(library.snippets) == kept
        hits = await library.search("sleep heart clock", 50)
        assert {hit.snippet_id for hit in hits} <= set(kept)
        assert bool(hits) == bool(kept)
        assert all(np.isfinite([hit.score, hit.similarity, hit.lexical]).all() for hit in hits)

    asyncio.run(play())
