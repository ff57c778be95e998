"""The user's own documents as a corpus: a folder, or a list of files and folders."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from costorm_widget.errors import MissingExtra, SourceError, SourceRefused
from costorm_widget.evidence.library import Library
from costorm_widget.evidence.refusals import Refusal
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.retrieval.base import Found
from costorm_widget.retrieval.files import check_paths, corpus_files
from costorm_widget.retrieval.passages import cut
from costorm_widget.retrieval.pool import as_done
from costorm_widget.retrieval.readers import READERS, WITH_PICTURES, Reading, read_file
from costorm_widget.retrieval.readers.processes import Processes

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping, Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.retrieval.base import Tell

    Stamp = tuple[int, int]
    Unread = SourceRefused | MissingExtra

_NOT_YET = frozenset(
    {".doc", ".odt", ".rtf", ".epub", ".ppt", ".odp", ".xlsx", ".xls", ".ods", ".djvu"}
)
"""Documents, but this version does not read them. Anything else in a folder is none."""

_ENOUGH_FOR_PROCESSES = 24
"""PDF, Word and PowerPoint files that are worth the second or two in which processes start."""

_MOST_FILES = 10_000
"""More are a disk, not a corpus."""


@dataclass(frozen=True, slots=True)
class _Document:
    """A file that was read: the source it makes, and where the pages begin in its text."""

    source: Source
    pages: tuple[int, ...]


class Documents:
    """Finds passages in text, HTML, notebook, table, PDF, Word and PowerPoint files.

    Files are read several at a time, each once until it changes. Two files with the same text are
    one source. PDF, Word and PowerPoint need the extra `documents`; a folder with many of these is
    read by several processes.

    Args:
        paths: A folder, a file, or a sequence of these.
        embedder: Turns passages and queries into vectors; one with a cache folder makes the
            second preparation of the same files near-instant.
        language: ISO 639-1 code for sentence borders, stop words and stems.

    Raises:
        SourceNotFound: If nothing is at one of the paths.
    """

    name = "documents"

    def __init__(
        self,
        paths: str | Path | Sequence[str | Path],
        embedder: Embedder,
        language: str = "en",
    ) -> None:
        given = [paths] if isinstance(paths, str | Path) else paths
        self._paths = [Path(each).expanduser() for each in given]
        self._language = language
        self._library = Library(embedder, language)
        self._stamps: dict[str, Stamp] = {}
        self._documents: dict[str, _Document] = {}
        self._errors: dict[str, Unread] = {}
        self._prepared = False
        check_paths(self._paths)  # a wrong path is told at once

    @property
    def sources(self) -> tuple[Source, ...]:
        """The documents that were read, in the order of their names."""
        return tuple(sorted(self._library.sources.values(), key=lambda source: source.url))

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The files that were not taken in, in the order of their names."""
        return tuple(Refusal(name, str(self._errors[name])) for name in sorted(self._errors))

    async def prepare(self, tell: Tell | None = None) -> None:
        """Read and index what is new or has changed, and forget what is gone.

        A file that cannot be read is listed in `refused` and stops nothing.

        Raises:
            SourceNotFound: If one of the paths is gone.
            SourceError: If no file can be read at all, or there are too many.
            MissingExtra: If none can be read because they all need the extra `documents`.
            EmbeddingError: If the passages cannot be embedded.
        """
        files, stamps = await asyncio.to_thread(self._look)
        for name in self._stamps.keys() - files.keys():
            self._forget(name)
        changed = [name for name in files if self._stamps.get(name) != stamps[name]]
        if tell and changed:
            tell("reading", 0, len(changed))
        done = 0
        async with aclosing(_readings({name: files[name] for name in changed})) as readings:
            async for name, reading in readings:
                self._take(name, reading)
                self._stamps[name] = stamps[name]  # a stopped call goes on from here
                done += 1
                if tell:
                    tell("reading", done, len(changed))
        await self._index(tell)
        self._prepared = True
        if not self._library.sources:
            raise self._nothing_read()

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first; prepares first if that was not done.

        Raises:
            SourceError: If no file can be read at all.
            EmbeddingError: If the query cannot be embedded.
        """
        if not self._prepared:
            await self.prepare()
        found: list[Found] = []
        for hit in await self._library.search(query, limit):
            snippet = self._library.snippets[hit.snippet_id]
            source = self._library.sources[snippet.source_id]
            found.append(Found(source, snippet, hit.score, hit.similarity))
        return tuple(found)

    def _look(self) -> tuple[dict[str, Path], dict[str, Stamp]]:
        """Return the documents that are there by name, and what tells whether they have changed."""
        explicit = {path.resolve() for path in self._paths}
        endings = READERS.keys() | _NOT_YET
        files = {
            name: file
            for name, file in corpus_files(self._paths).items()
            if file.suffix.lower() in endings or file in explicit
        }
        if len(files) > _MOST_FILES:
            raise SourceRefused(
                f"There are {len(files):,} documents in {self._where()}; "
                f"give folders with {_MOST_FILES:,} at most."
            )
        return files, {name: _stamp(file) for name, file in files.items()}

    def _take(self, name: str, reading: Reading | Unread) -> None:
        self._forget(name)
        if isinstance(reading, Reading):
            self._documents[name] = _Document(_source(name, reading), reading.pages)
        else:
            self._errors[name] = reading

    def _forget(self, name: str) -> None:
        self._stamps.pop(name, None)
        self._documents.pop(name, None)
        self._errors.pop(name, None)

    async def _index(self, tell: Tell | None) -> None:
        """Make the library hold the documents as they are now."""
        works = {each.source.id: each for each in self._works()}
        for source in list(self._library.sources.values()):
            if source.id not in works or works[source.id].source != source:
                self._library.remove_source(source.id)
        new = [each for each in works.values() if each.source.id not in self._library.sources]
        snippets: list[Snippet] = []
        for each in new:
            snippets += await asyncio.to_thread(cut, each.source, self._language, each.pages)

        def on_progress(done: int, total: int) -> None:
            if tell:
                tell("indexing", done, total)

        await self._library.add([each.source for each in new], snippets, on_progress)

    def _works(self) -> list[_Document]:
        """Return the documents, those with the same text as one that has all their names."""
        works: dict[str, _Document] = {}
        for name in sorted(self._documents):
            document = self._documents[name]
            first = works.setdefault(document.source.text, document)
            if first is not document:
                told = (*first.source.provenance, *document.source.provenance)
                also = f"also as {document.source.url}"
                source = replace(first.source, provenance=tuple(dict.fromkeys((*told, also))))
                works[source.text] = replace(first, source=source)
        return list(works.values())

    def _where(self) -> str:
        return ", ".join(repr(str(path)) for path in self._paths)

    def _nothing_read(self) -> SourceError | MissingExtra:
        errors = list(self._errors.values())
        if errors and all(isinstance(error, MissingExtra) for error in errors):
            return errors[0]
        refused = "; ".join(f"{each.path}: {each.reason}" for each in self.refused[:3])
        why = f"every file was refused ({refused})" if refused else "there is no document"
        return SourceError(
            f"Nothing can be read in {self._where()}: {why}. Give files of {' '.join(READERS)}."
        )


async def _readings(
    files: Mapping[str, Path],
) -> AsyncGenerator[tuple[str, Reading | Unread], None]:
    """Yield what the files say, each as soon as it is read, or why it cannot be."""
    heavy = [name for name, file in files.items() if file.suffix.lower() in WITH_PICTURES]
    if len(heavy) < _ENOUGH_FOR_PROCESSES:
        heavy = []
    with closing(Processes(len(heavy))) as processes:
        jobs = {
            name: partial(_read, file, processes.read if name in heavy else read_file)
            for name, file in files.items()
        }
        async with aclosing(as_done(jobs)) as readings:
            async for each in readings:
                yield each


def _read(file: Path, read: Callable[[Path], Reading]) -> Reading | Unread:
    if file.suffix.lower() not in READERS:
        return SourceRefused(f"this version reads {' '.join(READERS)}; save it as one of these")
    try:
        return read(file)
    except (SourceRefused, MissingExtra) as error:
        return error


def _source(name: str, reading: Reading) -> Source:
    address = f"file:{name}"
    return Source(
        id=source_id(address),
        title=reading.title,
        url=address,
        kind=reading.kind,
        text=reading.text,
        authors=reading.authors,
        date=reading.date,
        retrieved_at=datetime.now(UTC).isoformat(timespec="seconds"),
        provenance=reading.provenance,
    )


def _stamp(file: Path) -> Stamp:
    """Return what tells a changed file from an unchanged one: time and size."""
    try:
        status = file.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
