from __future__ import annotations

import asyncio
import os
import shutil
import sys
import time
from typing import TYPE_CHECKING

import pytest

from costorm_widget import samples
from costorm_widget.errors import MissingExtra, SourceError, SourceNotFound
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords
from costorm_widget.retrieval import documents as documents_module
from costorm_widget.retrieval.base import Retriever
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.readers import read_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costorm_widget.events import Stage
    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.retrieval.readers import Reading

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
    assert [each for each in heard if each[0] == "reading"] == [
        ("reading", done, 5) for done in range(6)
    ]
    assert heard[-1][1] == heard[-1][2] > 0


async def test_the_sample_corpus_is_ready_in_seconds() -> None:
    started = time.perf_counter()
    documents = await prepared(samples.path())
    assert time.perf_counter() - started < 10
    assert len(documents.sources) >= 24
    found = await documents.search("heart attacks after the spring change", 5)
    assert "eart" in found[0].source.title
    assert len({each.source.id for each in await documents.search("clock", 10)}) >= 4


async def test_c09_two_copies_of_a_document_are_one_source(corpus: Path) -> None:
    copy = corpus / "a copy of sleep.md"
    shutil.copy(corpus / "sleep.md", copy)
    documents = await prepared(corpus)
    assert [each.url for each in documents.sources] == [
        "file:a copy of sleep.md",
        "file:données/会话/heart.txt",
        "file:page.HTML",
    ]
    assert documents.sources[0].provenance == ("also as file:sleep.md",)
    found = await documents.search("a night shift shortens sleep", 5)
    assert len({each.snippet.text for each in found}) == len(found)
    copy.unlink()
    await documents.prepare()
    assert [each.url for each in documents.sources][-1] == "file:sleep.md"
    assert not documents.sources[-1].provenance
    shutil.copy(corpus / "sleep.md", corpus / "z.md")
    await documents.prepare()
    assert documents.sources[-1].provenance == ("also as file:z.md",)


async def test_links_out_of_the_folder_are_followed_once(corpus: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "deeper").mkdir(parents=True)
    (outside / "deeper" / "naps.md").write_text("A short nap after lunch restores attention.")
    (outside / "deeper" / "up").symlink_to(outside, target_is_directory=True)
    (outside / "single.md").write_text("A single file that a link leads to.")
    (corpus / "linked").symlink_to(outside, target_is_directory=True)
    (corpus / "linked again").symlink_to(outside, target_is_directory=True)
    (corpus / "one.md").symlink_to(outside / "single.md")
    documents = await prepared(corpus)
    linked = {each.url: each for each in documents.sources if "link" in each.url}
    assert list(linked) == ["file:linked/deeper/naps.md", "file:linked/single.md"]
    assert linked["file:linked/single.md"].provenance == ("also as file:one.md",)


async def test_a_link_to_itself_is_no_trap(corpus: Path) -> None:
    (corpus / "itself.md").symlink_to(corpus / "itself.md")
    (corpus / "folder").symlink_to(corpus / "folder", target_is_directory=True)
    documents = await prepared(corpus)
    assert len(documents.sources) == 3


async def test_installed_packages_are_no_documents(corpus: Path) -> None:
    for folder in ("node_modules/left-pad", "venv/lib/site-packages/x", ".git/hooks"):
        (corpus / folder).mkdir(parents=True)
        (corpus / folder / "README.md").write_text("A manual of somebody else's program.")
    assert len((await prepared(corpus)).sources) == 3


async def test_documents_of_other_formats_are_refused_with_the_remedy(corpus: Path) -> None:
    (corpus / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    documents = await prepared(corpus)
    reasons = {each.path: each.reason for each in documents.refused}
    assert reasons["old.doc"].endswith("; save it as one of these")


async def test_a_missing_extra_is_told_for_each_file_and_stops_nothing(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    documents = await prepared(corpus)
    assert len(documents.sources) == 3
    reasons = {each.path: each.reason for each in documents.refused}
    assert reasons["paper.pdf"].endswith("run: pip install 'costorm-widget[documents]'")
    with pytest.raises(MissingExtra, match=r"Reading PDF files needs an extra"):
        await prepared(corpus / "paper.pdf")


@pytest.mark.parametrize(("module", "name"), [("mammoth", "a.docx"), ("pptx", "a.pptx")])
async def test_office_formats_name_their_extra_too(
    module: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / name).write_bytes(b"PK")
    with pytest.raises(MissingExtra, match=r"costorm-widget\[documents\]"):
        await prepared(tmp_path / name)


async def test_too_many_documents_are_refused_unread(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents_module, "_MOST_FILES", 4)
    with pytest.raises(SourceError, match=r"There are 5 documents in .*; give folders with 4"):
        await prepared(corpus)


class Slow:
    """Reads as usual, but is stopped after some files; tells how many were read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, path: Path) -> Reading:
        self.read.append(path.name)
        time.sleep(0.02)
        return read_file(path)


async def test_a_stopped_preparation_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        (tmp_path / f"{number:02}.md").write_text(f"These are the words of file {number}.")
    slow = Slow()
    monkeypatch.setattr(documents_module, "read_file", slow)
    documents = Documents(tmp_path, HashedWords())
    counted: list[int] = []

    def tell(stage: Stage, done: int, total: int) -> None:
        assert (stage, total) == ("reading", 60)
        counted.append(done)
        if done == 10:
            task.cancel()

    task = asyncio.create_task(documents.prepare(tell))
    with pytest.raises(asyncio.CancelledError):
        await task
    assert counted == list(range(len(counted)))
    await asyncio.sleep(0.1)  # files that were being read are read to their end
    begun = len(slow.read)
    assert begun < 40
    assert not documents.sources
    await documents.prepare()
    assert len(documents.sources) == 60
    assert len(slow.read) <= begun + 50


async def test_the_loop_is_free_while_files_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        (tmp_path / f"{number:02}.md").write_text(f"These are the words of file {number}.")
    monkeypatch.setattr(documents_module, "read_file", Slow())
    task = asyncio.create_task(Documents(tmp_path, HashedWords()).prepare())
    beats = 0
    began = time.perf_counter()
    while not task.done():
        await asyncio.sleep(0.005)
        beats += 1
    took = time.perf_counter() - began
    await task
    assert beats > 10
    assert took < 40 * 0.02  # one after another would take longer
