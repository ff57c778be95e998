"""Notebooks: what is written in them, not what is computed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.readers.markdown import read_markdown

if TYPE_CHECKING:
    from costorm_widget.retrieval.readers.reading import Reading


def read_notebook(text: str) -> Reading:
    """Return the Markdown cells of a notebook; code and outputs are left out.

    Raises:
        SourceRefused: If it is no notebook.
    """
    try:
        cells = json.loads(text)["cells"]
        written = [
            "".join(cell["source"]).strip() for cell in cells if cell["cell_type"] == "markdown"
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceRefused("it is not a notebook; open and save it in Jupyter") from error
    return replace(read_markdown("\n\n".join(filter(None, written))), kind="notebook")
