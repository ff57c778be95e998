"""What is written in the end: a report, its sections and its references."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Section:
    """One section; `level` 2 is the highest below the title.

    Attributes:
        title: Heading.
        level: Heading level in Markdown.
        markdown: The text below the heading, without the sections under it.
        concept: Id of the concept it was written from; empty for the lead.
    """

    title: str
    level: int
    markdown: str
    concept: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """One entry of the reference list.

    Attributes:
        number: Number as printed in the report: contiguous from 1, in the order of citing.
        source_id: The session's source.
        title: Title of the source.
        url: Address of the source.
        text: The entry as one line for people.
    """

    number: int
    source_id: str
    title: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """A cited report, written from the mind map.

    Attributes:
        title: Title.
        markdown: The whole report: title, lead, sections, reference list.
        sections: Lead and sections in reading order.
        references: What is cited, in the order of the numbers.
        partial: Whether something cut the writing short.
        support: How many of its cited sentences have which verdict; empty if none was checked.
        left_out: How many were left out, as the settings say, because what they cite does not bear
            them out; they are not counted in `support`.
    """

    title: str
    markdown: str
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    partial: bool = False
    support: dict[str, int] = field(default_factory=dict[str, int])
    left_out: int = 0

    def _repr_markdown_(self) -> str:
        return self.markdown
