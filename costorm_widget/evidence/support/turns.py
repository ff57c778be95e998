"""The support of a text: a verdict for each of its sentences that cites something."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costorm_widget.evidence.lexical import language_code
from costorm_widget.evidence.sentences import is_question, split_sentences
from costorm_widget.evidence.support.checking import check, without_marks
from costorm_widget.evidence.support.tongue import comparable
from costorm_widget.evidence.support.verdict import SentenceSupport

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costorm_widget.evidence.citations import Citation
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.evidence.support.checking import Likeness
    from costorm_widget.evidence.support.verdict import Support

_NO_TITLES: Mapping[str, str] = {}


class CitedSentence(NamedTuple):
    """A sentence that cites something.

    Attributes:
        start: Where it begins in the text, in code points.
        end: Where it ends, its citation marks included.
        text: Its words, without citation marks.
        snippets: Ids of what it cites, in order.
        sources: Ids of their sources.
    """

    start: int
    end: int
    text: str
    snippets: tuple[str, ...]
    sources: tuple[str, ...]

    def with_support(self, support: Support) -> SentenceSupport:
        """Return it with a verdict."""
        return SentenceSupport(
            self.start,
            self.end,
            self.snippets,
            support.verdict,
            support.score,
            support.why,
            support.quote,
        )


def support_of(  # noqa: PLR0913 - what a text says, what it stands on, and how to read it
    text: str,
    citations: Sequence[Citation],
    snippets: Mapping[str, Snippet],
    *,
    language: str = "en",
    titles: Mapping[str, str] = _NO_TITLES,
    likeness: Likeness | None = None,
) -> tuple[SentenceSupport, ...]:
    """Return how well each sentence of a text that cites something is borne out by it.

    Questions state nothing and are left out, as are sentences without a citation, and those that
    `check_sentence` cannot tell about.

    Args:
        text: What was said; citations are printed as `[n]`.
        citations: Its citations, with the places of their marks.
        snippets: The snippets by id; a citation of one that is not there has no text.
        language: Language of the talk, an ISO 639-1 code.
        titles: Titles of the sources by id, where names may come from.
        likeness: See `check`.
    """
    checked = (
        (sentence, check_sentence(sentence, snippets, language, titles, likeness))
        for sentence in cited_sentences(text, citations, language)
    )
    return tuple(
        sentence.with_support(support) for sentence, support in checked if support is not None
    )


def check_sentence(
    sentence: CitedSentence,
    snippets: Mapping[str, Snippet],
    language: str,
    titles: Mapping[str, str] = _NO_TITLES,
    likeness: Likeness | None = None,
) -> Support | None:
    """Return how well one sentence is borne out; the arguments are those of `support_of`.

    None if that cannot be told: in another language than the sentence's, a source says the same in
    other words. Only what it is quoted for word for word shows.
    """
    cited = [snippets[each] for each in sentence.snippets if each in snippets]
    title = " ".join(titles.get(each, "") for each in sentence.sources).strip()
    support = check(sentence.text, cited, language, title=title, likeness=likeness)
    code = language_code(language)
    told = support.verdict == "supported" or all(
        comparable(sentence.text, each.text, code) for each in cited
    )
    return support if told else None


def cited_sentences(
    text: str, citations: Sequence[Citation], language: str
) -> Iterator[CitedSentence]:
    """Yield the sentences of a text that cite something and are no question."""
    for start, end in ((each.start, each.end) for each in split_sentences(text, language)):
        cited = tuple(each for each in citations if start <= each.start < end)
        if cited and not is_question(text[start:end]):
            yield CitedSentence(
                start,
                end,
                _words(text, start, end, cited),
                tuple(dict.fromkeys(each.snippet_id for each in cited)),
                tuple(dict.fromkeys(each.source_id for each in cited)),
            )


def _words(text: str, start: int, end: int, cited: Sequence[Citation]) -> str:
    parts: list[str] = []
    at = start
    for mark in sorted({(each.start, each.end) for each in cited}):
        parts.append(text[at : mark[0]].rstrip())
        at = min(mark[1], end)
    parts.append(text[at:end])
    return without_marks("".join(parts))
