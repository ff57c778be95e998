"""The support of a turn: a verdict for each of its sentences that cites something."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.sentences import is_question, split_sentences
from costorm_widget.evidence.support.checking import check, without_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from costorm_widget.evidence.citations import Citation
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.evidence.support.checking import Likeness
    from costorm_widget.evidence.support.verdict import Support

_NO_TITLES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class SentenceSupport:
    """A cited sentence of an utterance, and how well it is borne out.

    Attributes:
        start: Where it begins in the utterance, in code points.
        end: Where it ends, its citation marks included.
        snippets: Ids of the snippets it cites, in order.
        support: The verdict.
    """

    start: int
    end: int
    snippets: tuple[str, ...]
    support: Support


def support_of(  # noqa: PLR0913 - what a turn says, what it stands on, and how to read it
    utterance: str,
    citations: Sequence[Citation],
    snippets: Mapping[str, Snippet],
    *,
    language: str = "en",
    titles: Mapping[str, str] = _NO_TITLES,
    likeness: Likeness | None = None,
) -> tuple[SentenceSupport, ...]:
    """Return how well each sentence of an utterance that cites something is borne out by it.

    Questions state nothing and are left out, as are sentences without a citation.

    Args:
        utterance: What was said; citations are printed as `[n]`.
        citations: Its citations, with the places of their marks.
        snippets: The snippets by id; a citation of one that is not there has no text.
        language: Language of the talk, an ISO 639-1 code.
        titles: Titles of the sources by id, where names may come from.
        likeness: See `check`.
    """
    found: list[SentenceSupport] = []
    for sentence in cited_sentences(utterance, citations, language):
        ids = tuple(dict.fromkeys(each.snippet_id for each in sentence.citations))
        sources = dict.fromkeys(each.source_id for each in sentence.citations)
        support = check(
            sentence.text,
            [snippets[each] for each in ids if each in snippets],
            language,
            title=" ".join(titles.get(each, "") for each in sources).strip(),
            likeness=likeness,
        )
        found.append(SentenceSupport(sentence.start, sentence.end, ids, support))
    return tuple(found)


def counted(sentences: Iterable[SentenceSupport]) -> dict[str, int]:
    """Return how many sentences have which verdict; verdicts that none has are left out."""
    return dict(Counter(each.support.verdict for each in sentences))


class CitedSentence(NamedTuple):
    """A sentence that cites something: where it stands, its text without marks, its citations."""

    start: int
    end: int
    text: str
    citations: tuple[Citation, ...]


def cited_sentences(
    utterance: str, citations: Sequence[Citation], language: str
) -> Iterator[CitedSentence]:
    """Yield the sentences of an utterance that cite something and are no question."""
    for start, end in ((each.start, each.end) for each in split_sentences(utterance, language)):
        cited = tuple(each for each in citations if start <= each.start < end)
        if cited and not is_question(utterance[start:end]):
            yield CitedSentence(start, end, _text(utterance, start, end, cited), cited)


def _text(utterance: str, start: int, end: int, cited: Sequence[Citation]) -> str:
    parts: list[str] = []
    at = start
    for mark in sorted({(each.start, each.end) for each in cited}):
        parts.append(utterance[at : mark[0]])
        at = min(mark[1], end)
    parts.append(utterance[at:end])
    return without_marks("".join(parts))
