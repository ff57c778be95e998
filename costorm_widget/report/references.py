"""The numbers of a report: contiguous from 1, in the order of citing; and the pages cited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.reports import Reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.evidence.citations import Citation
    from costorm_widget.evidence.sources import Snippet, Source


class References:
    """Gives each cited source its number in the report, at the first citation."""

    def __init__(self) -> None:
        """Start with no source cited."""
        self._numbers: dict[str, int] = {}
        self._cited: dict[str, set[str]] = {}

    def renumber(self, text: str, citations: Sequence[Citation]) -> str:
        """Return `text` with the report's numbers in the place of the session's."""
        pieces: list[str] = []
        end = 0
        for citation in citations:
            number = self._numbers.setdefault(citation.source_id, len(self._numbers) + 1)
            self._cited.setdefault(citation.source_id, set()).add(citation.snippet_id)
            if citation.start < end:
                continue
            pieces += [text[end : citation.start], f"[{number}]"]
            end = citation.end
        return "".join([*pieces, text[end:]])

    def entries(
        self, sources: Mapping[str, Source], snippets: Mapping[str, Snippet]
    ) -> tuple[Reference, ...]:
        """Return the reference list, in the order of the numbers.

        Args:
            sources: The session's sources by id.
            snippets: Its snippets by id, for the pages that are cited.
        """
        return tuple(
            Reference(
                number=number,
                source_id=source,
                title=sources[source].title,
                url=sources[source].url,
                text=entry(sources[source], self._pages(source, snippets)),
            )
            for source, number in self._numbers.items()
        )

    def _pages(self, source: str, snippets: Mapping[str, Snippet]) -> tuple[int, ...]:
        cited = (snippets.get(each) for each in self._cited[source])
        return tuple(sorted({each.page for each in cited if each and each.page}))


def entry(source: Source, pages: Sequence[int] = ()) -> str:
    """Return a source as one line of a reference list.

    Args:
        source: The source.
        pages: Pages of it that are cited, in order.
    """
    parts = [
        ", ".join(source.authors),
        source.title,
        source.date,
        source.permalink or source.url,
        _paging(pages, "slide" if source.kind == "slides" else ""),
    ]
    lines = [" ".join(part.split()).rstrip(".") for part in parts]
    return " ".join(line if line[-1] in "?!" else f"{line}." for line in lines if line)


def _paging(pages: Sequence[int], name: str) -> str:
    """Return pages as a reader expects them: `p. 3`, `pp. 2–4, 9`, `slides 2–4`."""
    stretches: list[list[int]] = []
    for page in pages:
        if stretches and page == stretches[-1][-1] + 1:
            stretches[-1].append(page)
        else:
            stretches.append([page])
    listed = ", ".join(
        f"{each[0]}–{each[-1]}" if len(each) > 1 else str(each[0]) for each in stretches
    )
    if not listed:
        return ""
    one, many = (name, f"{name}s") if name else ("p.", "pp.")
    return f"{many if len(pages) > 1 else one} {listed}"
