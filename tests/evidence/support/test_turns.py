"""The support of an utterance, sentence by sentence."""

from __future__ import annotations

from costorm_widget.evidence.citations import Citation, Handle, resolve
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.evidence.sources import Snippet
from costorm_widget.evidence.support.likeness import likeness_of
from costorm_widget.evidence.support.turns import support_of
from costorm_widget.evidence.support.verdict import counted

TEXTS = {
    "s1:0-40": "The mill was built in 1871 by Carl Ott.",
    "s2:0-40": "The mill closed in 1954 because the river had dried up.",
}
SNIPPETS = {
    name: Snippet(name, name.partition(":")[0], 0, len(text), text) for name, text in TEXTS.items()
}


def cite(text: str) -> tuple[str, tuple[Citation, ...]]:
    """The text with its handles resolved to the two sources."""
    handles = {
        number: Handle(name.partition(":")[0], name, number)
        for number, name in enumerate(SNIPPETS, 1)
    }
    resolved = resolve(text, handles)
    return resolved.text, resolved.citations


def test_each_cited_sentence_gets_a_verdict() -> None:
    text, citations = cite(
        "Carl Ott built the mill in 1871 [1]. It is a pretty place. The mill closed in 1964 [2]. "
        "Do you know why it closed [2]? The mill, built in 1871, closed in 1954 [1][2]."
    )
    found = support_of(text, citations, SNIPPETS)
    assert [text[each.start : each.end].partition(" [")[0] for each in found] == [
        "Carl Ott built the mill in 1871",
        "The mill closed in 1964",
        "The mill, built in 1871, closed in 1954",
    ]
    assert [each.verdict for each in found] == ["supported", "contradicted", "supported"]
    assert [each.snippets for each in found] == [
        ("s1:0-40",),
        ("s2:0-40",),
        ("s1:0-40", "s2:0-40"),
    ]
    assert counted(found) == {"supported": 2, "partly": 0, "unsupported": 0, "contradicted": 1}


def test_c02_three_marks_behind_one_sentence_are_one_verdict() -> None:
    text, citations = cite("The mill was built in 1871.[1][2][1]")
    (found,) = support_of(text, citations, SNIPPETS)
    assert found.verdict == "supported"
    assert found.quote is not None
    assert found.quote.snippet_id == "s1:0-40"
    assert text[found.start : found.end] == text


def test_the_number_of_a_mark_is_no_number_of_the_sentence() -> None:
    text, citations = cite("The mill [1] was built in 1871 by Carl Ott.")
    (found,) = support_of(text, citations, SNIPPETS)
    assert found.verdict == "supported"


def test_a_snippet_that_is_gone_supports_nothing() -> None:
    text, citations = cite("Carl Ott built the mill in 1871 [1].")
    (found,) = support_of(text, citations, {})
    assert found.verdict == "unsupported"
    assert found.quote is None


def test_titles_give_names() -> None:
    text, citations = cite("The mill of Rosenau was built in 1871 by Carl Ott [1].")
    bare = support_of(text, citations, SNIPPETS)
    titled = support_of(text, citations, SNIPPETS, titles={"s1": "Rosenau"})
    assert [each.verdict for each in bare] == ["partly"]
    assert [each.verdict for each in titled] == ["supported"]


def test_an_utterance_without_citations_has_no_support() -> None:
    assert support_of("Nothing was found.", (), SNIPPETS) == ()
    assert sum(counted(()).values()) == 0


async def test_an_embedding_tells_how_alike_sentences_are() -> None:
    likeness = await likeness_of(HashedWords(), ["The mill shut.[1]"], SNIPPETS.values())
    near = likeness("The mill shut.", TEXTS["s2:0-40"])
    assert 0 < near < 1
    assert likeness("The mill shut.", "Something that was not embedded.") == 0.0
