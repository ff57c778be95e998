"""The numbers of a report: contiguous from 1, in the order of citing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.reports import Reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costorm_widget.evidence.citations import Citation
    from costorm_widget.evidence.sources import Source


class References:
    """Gives each cited source its number in the report, at the first citation."""

    def __init__(self) -> None:
        """Start with no source cited."""
        self._numbers: dict[str, int] = {}

    def renumber(self, text: str, citations: Sequence[Citation]) -> str:
        """Return `text` with the report's numbers in the place of the session's."""
        pieces: list[str] = []
        end = 0
        for citation in citations:
            number = self._numbers.setdefault(citation.source_id, len(self._numbers) + 1)
            if citation.start < end:
                continue
            pieces += [text[end : citation.start], f"[{number}]"]
            end = citation.end
        return "".join([*pieces, text[end:]])

    def entries(self, sources: Mapping[str, Source]) -> tuple[Reference, ...]:
        """Return the reference list, in the order of the numbers."""
        return tuple(
            Reference(
                number=number,
                source_id=source,
                title=sources[source].title,
                url=sources[source].url,
                text=entry(sources[source]),
            )
            for source, number in self._numbers.items()
        )


def entry(source: Source) -> str:
    """Return a source as one line of a reference list."""
    parts = [", ".join(source.authors), source.title, source.date, source.permalink or source.url]
    lines = [" ".join(part.split()).rstrip(".") for part in parts]
    return " ".join(line if line[-1] in "?!" else f"{line}." for line in lines if line)
