from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from costorm_widget import samples
from costorm_widget.errors import SourceError, SourceNotFound
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.retrieval.base import Retriever
from costorm_widget.retrieval.documents import Documents

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costorm_widget.events import Stage
    from costorm_widget.evidence.embeddings import Vectors

SLEEP = "# Sleep\n\nA night shift shortens sleep by an hour.\n\n## Teenagers\n\nThey wake up late."
HEART = "---\ntitle: The heart\nfrom: A register\n---\nHeart attacks rise on the Monday after."


class Counting:
    name = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        return await HashedWords(256).embed(texts)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    (folder / "données" / "会话").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    (folder / "sleep.md").write_text(SLEEP)
    (folder / "données" / "会话" / "heart.txt").write_text(HEART)
    (folder / "page.HTML").write_text(
        "<title>Farms</title><p>Cows are milked at the same hour.</p>"
    )
    (folder / ".hidden" / "secret.md").write_text("Nobody should read these words.")
    (folder / ".secret.md").write_text("Nobody should read these words.")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    (folder / "empty.md").write_text("")
    (folder / "paper.pdf").write_bytes(b"%PDF-1.7")
    return folder


async def prepared(paths: str | Path | Sequence[str | Path]) -> Documents:
    documents = Documents(paths, HashedWords())
    await documents.prepare()
    return documents


async def test_a_folder_is_read_with_everything_below_it(corpus: Path) -> None:
    documents = await prepared(corpus)
    assert isinstance(documents, Retriever)
    assert [(each.url, each.title, each.kind) for each in documents.sources] == [
        ("file:données/会话/heart.txt", "The heart", "document"),
        ("file:page.HTML", "Farms", "web page"),
        ("file:sleep.md", "Sleep", "document"),
    ]
    assert documents.sources[0].provenance == ("A register",)
    assert [each.path for each in documents.refused] == ["empty.md", "paper.pdf"]
    assert all("; " in each.reason for each in documents.refused)


async def test_passages_are_found_and_verbatim(corpus: Path) -> None:
    documents = await prepared(str(corpus))
    found = await documents.search("heart attacks on Monday", 5)
    assert found[0].source.title == "The heart"
    assert found[0].snippet.text == "Heart attacks rise on the Monday after."
    assert found[0].similarity > 0.4
    for each in found:
        assert each.source.text[each.snippet.start : each.snippet.end] == each.snippet.text
    teenagers = await documents.search("when do teenagers wake up", 1)
    assert teenagers[0].snippet.heading == ("Teenagers",)


async def test_c22_ids_are_the_same_in_another_folder(corpus: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "another place" / "kopie"
    shutil.copytree(corpus, elsewhere)
    one, other = await prepared(corpus), await prepared(elsewhere)
    assert [each.id for each in one.sources] == [each.id for each in other.sources]
    hits, others = await one.search("sleep", 9), await other.search("sleep", 9)
    assert [each.snippet for each in hits] == [each.snippet for each in others]


async def test_a_list_of_files_is_named_from_their_common_folder(corpus: Path) -> None:
    documents = await prepared([corpus / "sleep.md", corpus / "données"])
    assert [each.url for each in documents.sources] == [
        "file:données/会话/heart.txt",
        "file:sleep.md",
    ]
    one = await prepared(corpus / "sleep.md")
    assert [each.url for each in one.sources] == ["file:sleep.md"]


async def test_a_link_that_leads_back_up_is_no_trap(corpus: Path) -> None:
    (corpus / "données" / "loop").symlink_to(corpus, target_is_directory=True)
    (corpus / "broken.md").symlink_to(corpus / "nowhere.md")
    documents = await prepared(corpus)
    assert len(documents.sources) == 3
    assert "broken.md" in [each.path for each in documents.refused]


def test_a_wrong_path_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound, match=r"nowhere.*check the path"):
        Documents(tmp_path / "nowhere", HashedWords())


async def test_nothing_readable_is_an_error_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"there is no document\. Give files of \.md"):
        await prepared(tmp_path)
    (tmp_path / "empty.md").write_text("")
    documents = Documents(tmp_path, HashedWords())
    with pytest.raises(SourceError, match=r"empty\.md: it is empty"):
        await documents.prepare()
    assert [each.path for each in documents.refused] == ["empty.md"]


async def test_a_file_of_an_unknown_kind_given_by_name_is_refused(corpus: Path) -> None:
    documents = await prepared([corpus / "sleep.md", corpus / "picture.png"])
    assert [each.path for each in documents.refused] == ["picture.png"]


async def test_an_unchanged_file_is_not_embedded_again(corpus: Path, tmp_path: Path) -> None:
    first = Counting()
    await Documents(corpus, CachedEmbedder(first, tmp_path / "cache")).prepare()
    second = Counting()
    documents = Documents(corpus, CachedEmbedder(second, tmp_path / "cache"))
    await documents.prepare()
    assert first.asked
    assert second.asked == []
    (corpus / "sleep.md").write_text(SLEEP + " New words stand here.")
    await documents.prepare()
    assert len(second.asked) == 1
    assert "New words stand here." in second.asked[0]


async def test_changes_are_taken_in_and_what_is_gone_is_forgotten(corpus: Path) -> None:
    documents = await prepared(corpus)
    (corpus / "sleep.md").write_text("# Naps\n\nA short nap after lunch restores attention.")
    (corpus / "page.HTML").unlink()
    (corpus / "empty.md").write_text("Now there are five words.")
    (corpus / "new.md").write_text("# Law\n\nThe statute was repealed in 1919.")
    os.utime(corpus / "sleep.md", ns=(1, 1))
    await documents.prepare()
    assert [each.title for each in documents.sources] == ["The heart", "Empty", "Law", "Naps"]
    assert [each.path for each in documents.refused] == ["paper.pdf"]
    assert (await documents.search("nap after lunch", 1))[0].source.title == "Naps"
    texts = [each.snippet.text for each in await documents.search("night shift cows", 20)]
    assert not any("night shift" in text or "Cows" in text for text in texts)


async def test_searching_prepares_when_nobody_did(corpus: Path) -> None:
    assert await Documents(corpus, HashedWords()).search("sleep", 1)


async def test_progress_is_told_by_stage(corpus: Path) -> None:
    heard: list[tuple[Stage, int, int]] = []
    documents = Documents(corpus, HashedWords())
    await documents.prepare(lambda stage, done, total: heard.append((stage, done, total)))
    assert [stage for stage, _, _ in heard] == ["reading"] * 5 + ["indexing"] * 2
    assert heard[-1][1] == heard[-1][2] > 0


async def test_the_sample_corpus_is_ready_in_seconds() -> None:
    started = time.perf_counter()
    documents = await prepared(samples.path())
    assert time.perf_counter() - started < 10
    assert len(documents.sources) >= 24
    found = await documents.search("heart attacks after the spring change", 5)
    assert "eart" in found[0].source.title
    assert len({each.source.id for each in await documents.search("clock", 10)}) >= 4
