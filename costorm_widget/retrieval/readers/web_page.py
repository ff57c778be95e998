"""HTML files."""

from __future__ import annotations

from costorm_widget.retrieval.html import read_page
from costorm_widget.retrieval.readers.reading import Reading


def read_html(text: str) -> Reading:
    """Return the readable text of an HTML page."""
    page = read_page(text)
    provenance = (page.link,) if page.link else ()
    return Reading("web page", page.title, page.text, page.authors, page.date, provenance)
