"""The web as a place to search in, and single pages of it as documents."""

from __future__ import annotations

from costorm_widget.retrieval.web.given import WebPages
from costorm_widget.retrieval.web.retriever import Web

__all__ = ["Web", "WebPages"]
