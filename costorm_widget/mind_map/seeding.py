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

Tried on the 142 passages of the sample documents with eleven names, one of which is about nothing
in them. With a sentence encoder 52 fit a name, none of them the odd one; of the 41 that come from a
document about one of the names, 90 % fit that one. With hashed words 78 fit, 51 % of 43 rightly.
"""


async def fitting(tree: Tree, snippets: Sequence[Snippet], embedder: Embedder) -> dict[str, str]:
    """Return the concept of each snippet that fits one, by the snippet's id.

    Args:
        tree: A map whose concepts have names.
        snippets: The evidence; with fewer than six nothing stands out.
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
    # A name that nothing is about has a small spread, which chance alone would pass.
    spread = np.maximum(spread, np.median(spread))
    apart = (similar - similar.mean(axis=0)) / np.where(spread > 0, spread, np.inf)
    concepts = list(paths)
    return {
        snippet.id: concepts[best]
        for snippet, best, far in zip(
            snippets, apart.argmax(axis=1).tolist(), apart.max(axis=1).tolist(), strict=True
        )
        if far >= _FITS
    }
