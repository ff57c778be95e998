"""Wikipedia, or any other MediaWiki, as a place to search in."""

from __future__ import annotations

from costorm_widget.retrieval.wikipedia.retriever import Wikipedia

__all__ = ["Wikipedia"]
