"""Files read in processes of their own: the same readings, and a crash is a refusal."""

from __future__ import annotations

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from costorm_widget.errors import MissingExtra, SourceRefused
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.retrieval import documents as documents_module
from costorm_widget.retrieval.documents import Documents
from costorm_widget.retrieval.readers import processes, read_file
from costorm_widget.retrieval.readers.processes import Processes
from tests.fixtures.files import plain_pdf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# A server that answers the first file as it should, and crashes or hangs at a "bad" one.
FAILS = """
import sys, time
from costorm_widget.retrieval.readers import processes
answer = processes._answer
def fail(path):
    if "bad" in path.name:
        {how}
    return answer(path)
processes._answer = fail
processes.serve()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(documents_module, "_ENOUGH_FOR_PROCESSES", 8)
    for number in range(10):
        lines = [f"The words of paper {number} stand here,", "on two lines of one page."]
        (tmp_path / f"{number} données.pdf").write_bytes(plain_pdf([lines, lines[:1]]))
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "notes.md").write_text("# Notes\n\nThese are five plain words.")
    return tmp_path


@pytest.fixture
def readers() -> Iterator[Processes]:
    with closing(Processes(2)) as started:
        yield started


def test_the_readings_are_the_same_as_in_this_process(folder: Path, readers: Processes) -> None:
    files = sorted(folder.glob("*données.pdf"))
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(readers.read, files)) == [read_file(file) for file in files]
    assert len(readers._started) <= 2
    with pytest.raises(SourceRefused, match=r"damaged or no PDF; open it"):
        readers.read(folder / "bad.pdf")


@pytest.mark.parametrize(
    "how", ["import os; os.abort()", "time.sleep(60)", "print('x' * 9); 1 / 0"]
)
def test_a_file_that_makes_its_reader_fail_is_refused_and_the_others_are_read(
    how: str, folder: Path, readers: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_SERVE", FAILS.format(how=how))
    monkeypatch.setattr(processes, "_LONGEST", 2.0 if "sleep" in how else 60.0)
    for _ in range(2):
        with pytest.raises(SourceRefused, match=r"its reader failed on it or took too long; open"):
            readers.read(folder / "bad.pdf")
        assert readers.read(folder / "3 données.pdf").pages == (0, 60)


def test_where_no_process_can_be_started_this_one_reads(
    folder: Path, readers: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(folder / "nowhere"))
    assert readers.read(folder / "3 données.pdf").pages == (0, 60)
    monkeypatch.undo()
    monkeypatch.setattr(processes, "_SERVE", "raise SystemExit(1)")
    assert readers.read(folder / "3 données.pdf").pages == (0, 60)


def test_a_missing_extra_is_told_here(
    folder: Path, readers: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = "import sys; sys.modules['pypdfium2'] = None; " + processes._SERVE
    monkeypatch.setattr(processes, "_SERVE", blocked)
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(MissingExtra, match=r"Reading PDF files"):
        readers.read(folder / "3 données.pdf")


async def test_a_folder_of_many_is_read_by_processes_and_a_few_files_are_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[Path] = []
    read = Processes.read

    def noted(self: Processes, path: Path) -> object:
        used.append(path)
        return read(self, path)

    monkeypatch.setattr(Processes, "read", noted)
    documents = Documents(folder, HashedWords())
    await documents.prepare()
    assert len(documents.sources) == 11
    assert [each.path for each in documents.refused] == ["bad.pdf"]
    assert sorted({path.suffix for path in used}) == [".pdf"]
    assert len(used) == 11
    (folder / "new.pdf").write_bytes(plain_pdf([["These are the words of a new paper."]]))
    await documents.prepare()
    assert len(documents.sources) == 12
    assert len(used) == 11


async def test_stopping_ends_the_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_SERVE", FAILS.format(how="time.sleep(60)"))
    started: list[Processes] = []
    begin = Processes.__init__

    def noted(self: Processes, files: int) -> None:
        begin(self, files)
        started.append(self)

    monkeypatch.setattr(Processes, "__init__", noted)
    documents = Documents(folder, HashedWords())
    task = asyncio.create_task(documents.prepare())
    await asyncio.sleep(1.5)  # the processes are starting or reading
    assert started[0]._started
    began = time.perf_counter()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.perf_counter() - began < 1.0
    assert all(process.poll() is not None for process in started[0]._started)
