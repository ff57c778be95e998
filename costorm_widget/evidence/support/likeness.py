"""How near in meaning sentences and quotes are, from the vectors of an embedding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.support.checking import sentences_of, without_marks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.evidence.support.checking import Likeness


async def likeness_of(
    embedder: Embedder, sentences: Iterable[str], snippets: Iterable[Snippet], language: str = "en"
) -> Likeness:
    """Return the similarity of cited sentences with the sentences of snippets.

    All are embedded at once. Other texts are like nothing: two sentences of a snippet together are
    compared by their words.

    Args:
        embedder: What makes the vectors.
        sentences: What is said.
        snippets: What is cited.
        language: ISO 639-1 code, for the borders of sentences.

    Raises:
        EmbeddingError: If the embedding cannot be computed.
    """
    texts = dict.fromkeys(map(without_marks, sentences))
    texts |= dict.fromkeys(each for snippet in snippets for each in sentences_of(snippet, language))
    vectors = dict(zip(texts, await embedder.embed(list(texts)), strict=True))

    def likeness(sentence: str, quote: str) -> float:
        if sentence not in vectors or quote not in vectors:
            return 0.0
        return float(vectors[sentence] @ vectors[quote])

    return likeness
