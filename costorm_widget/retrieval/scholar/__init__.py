"""Scholarly catalogues as places to search in, and single papers as documents."""

from __future__ import annotations

from costorm_widget.retrieval.scholar.papers import Papers
from costorm_widget.retrieval.scholar.retriever import Arxiv, Crossref

__all__ = ["Arxiv", "Crossref", "Papers"]
