"""Outlines that others have written, as concepts: OPML, and Markdown headings and lists.

`source` reads the text and finds its kind by its content, `markdown` and `opml` take it apart,
`planting` finds what of it the map does not have yet.
"""

from costorm_widget.mind_map.outlines.planting import missing
from costorm_widget.mind_map.outlines.source import read

__all__ = ["missing", "read"]
