"""The user's own documents as a corpus: a folder, or a list of files and folders."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from costorm_widget.errors import SourceError, SourceRefused
from costorm_widget.evidence.library import Library
from costorm_widget.evidence.refusals import Refusal
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.retrieval.base import Found
from costorm_widget.retrieval.files import corpus_files
from costorm_widget.retrieval.passages import cut
from costorm_widget.retrieval.readers import READERS, read_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.retrieval.base import Tell

    Stamp = tuple[int, int]

_NOT_YET = frozenset({".pdf", ".docx", ".doc", ".odt", ".rtf", ".epub", ".pptx"})
"""Documents, but this version does not read them. Anything else in a folder is none."""


class Documents:
    """Finds passages in `.md`, `.txt`, `.html`, `.htm` and `.ipynb` files.

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
        self._refused: dict[str, Refusal] = {}
        corpus_files(self._paths)  # a wrong path is told at once

    @property
    def sources(self) -> tuple[Source, ...]:
        """The documents that were read, in the order of their names."""
        return tuple(sorted(self._library.sources.values(), key=lambda source: source.url))

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The files that were not taken in, in the order of their names."""
        return tuple(self._refused[name] for name in sorted(self._refused))

    async def prepare(self, tell: Tell | None = None) -> None:
        """Read and index what is new or has changed, and forget what is gone.

        A file that cannot be read is listed in `refused` and stops nothing.

        Raises:
            SourceNotFound: If one of the paths is gone.
            SourceError: If no file can be read at all.
            EmbeddingError: If the passages cannot be embedded.
        """
        files = await asyncio.to_thread(corpus_files, self._paths)
        explicit = {path.resolve() for path in self._paths}
        files = {
            name: file
            for name, file in files.items()
            if file.suffix.lower() in READERS or file.suffix.lower() in _NOT_YET or file in explicit
        }
        for name in self._stamps.keys() - files.keys():
            self._forget(name)
        stamps = {name: _stamp(file) for name, file in files.items()}
        changed = [name for name in files if self._stamps.get(name) != stamps[name]]
        read: list[Source] = []
        for done, name in enumerate(changed):
            if tell:
                tell("reading", done, len(changed))
            self._forget(name)
            source = await asyncio.to_thread(self._read, name, files[name])
            if source:
                read.append(source)
        await self._index(read, tell)
        self._stamps.update({name: stamps[name] for name in changed})
        if not self._library.sources:
            raise SourceError(self._nothing_read())

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first; prepares first if that was not done.

        Raises:
            SourceError: If no file can be read at all.
            EmbeddingError: If the query cannot be embedded.
        """
        if not self._stamps:
            await self.prepare()
        found: list[Found] = []
        for hit in await self._library.search(query, limit):
            snippet = self._library.snippets[hit.snippet_id]
            source = self._library.sources[snippet.source_id]
            found.append(Found(source, snippet, hit.score, hit.similarity))
        return tuple(found)

    async def _index(self, sources: Sequence[Source], tell: Tell | None) -> None:
        snippets: list[Snippet] = []
        for source in sources:
            snippets.extend(await asyncio.to_thread(cut, source, self._language))

        def on_progress(done: int, total: int) -> None:
            if tell:
                tell("indexing", done, total)

        await self._library.add(sources, snippets, on_progress)

    def _read(self, name: str, file: Path) -> Source | None:
        if file.suffix.lower() not in READERS:
            known = " ".join(READERS)
            self._refused[name] = Refusal(name, f"this version reads {known}; save it as one")
            return None
        try:
            reading = read_file(file)
        except SourceRefused as refused:
            self._refused[name] = Refusal(name, str(refused))
            return None
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

    def _forget(self, name: str) -> None:
        self._stamps.pop(name, None)
        self._refused.pop(name, None)
        source = source_id(f"file:{name}")
        if source in self._library.sources:
            self._library.remove_source(source)

    def _nothing_read(self) -> str:
        where = ", ".join(repr(str(path)) for path in self._paths)
        refused = "; ".join(f"{each.path}: {each.reason}" for each in self.refused[:3])
        why = f"every file was refused ({refused})" if refused else "there is no document"
        return f"Nothing can be read in {where}: {why}. Give files of {' '.join(READERS)}."


def _stamp(file: Path) -> Stamp:
    """Return what tells a changed file from an unchanged one: time and size."""
    try:
        status = file.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)
