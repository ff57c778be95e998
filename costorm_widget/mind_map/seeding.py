"""What evidence belongs to concepts that are names alone, as when a map starts from an outline.

There are no members yet to compare with, and a bare cosine with a name says little: passages are
nearer to some names than to others whatever they are about. So a passage is compared with the
other passages: it fits a concept that it is much nearer to than they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.evidence.embeddings import cosines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Snippet
    from costorm_widget.mind_map.tree import Tree

_FITS = 1.75
"""How much nearer than the others, in standard deviations of their cosines with the same name.

One in 25 would be by chance. On the sample documents and an outline of eleven names that is right
for about four of five that fit; below 1.5 it is a guess, above 2 few are left.
"""


async def fitting(tree: Tree, snippets: Sequence[Snippet], embedder: Embedder) -> dict[str, str]:
    """Return the concept of each snippet that fits one, by the snippet's id.

    Args:
        tree: A map whose concepts have names.
        snippets: The evidence; with fewer than five nothing can stand out.
        embedder: Compares by these vectors.

    Raises:
        EmbeddingError: If the vectors cannot be computed.
    """
    import numpy as np

    paths = tree.paths()
    if not paths or not snippets:
        return {}
    texts = [each.text for each in snippets]
    vectors = await embedder.embed([*texts, *map(", ".join, paths.values())])
    similar = cosines(vectors[: len(texts)], vectors[len(texts) :])
    spread = similar.std(axis=0)
    apart = (similar - similar.mean(axis=0)) / np.where(spread > 0, spread, np.inf)
    concepts = list(paths)
    return {
        snippet.id: concepts[best]
        for snippet, best, far in zip(
            snippets, apart.argmax(axis=1).tolist(), apart.max(axis=1).tolist(), strict=True
        )
        if far >= _FITS
    }
