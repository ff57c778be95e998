"""Word documents (.docx).

Read by mammoth: it turns a document into plain HTML by the meaning of its styles, with lists,
tables and footnotes, and the HTML is then read as any page. It is 1 MB of Python. python-docx
needs lxml (14 MB) and gives paragraphs and tables but no footnotes, and no numbers of lists;
markitdown wraps mammoth and brings 240 MB of other packages.
"""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING
from xml.dom import minidom
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

from costorm_widget.errors import MissingExtra, SourceRefused
from costorm_widget.retrieval.readers.archive import check_archive
from costorm_widget.retrieval.readers.reading import people
from costorm_widget.retrieval.readers.web_page import read_html

if TYPE_CHECKING:
    from costorm_widget.retrieval.readers.reading import Reading

_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
"""

_MARK = re.compile(
    r'<sup><a href="#(?:foot|end)note-[^"]*" id="(?:foot|end)note-ref-[^"]*">\[(\d+)\]</a></sup>'
)
_BACK = re.compile(r' ?<a href="#(?:foot|end)note-ref-[^"]*">↑</a>')
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def read_docx(raw: bytes) -> Reading:
    """Return the text of a Word document.

    Raises:
        MissingExtra: If the extra `documents` is not installed.
        SourceRefused: If it is damaged, encrypted or too large.
    """
    try:
        import mammoth
    except ImportError as error:
        raise MissingExtra("Reading Word documents", "documents") from error
    check_archive(raw)
    try:
        html = mammoth.convert_to_html(
            BytesIO(raw),
            style_map=_STYLES,
            include_embedded_style_map=False,
            convert_image=mammoth.images.img_element(lambda _: {}),
        ).value
        authors = people(_creator(raw))
    except (BadZipFile, ExpatError, KeyError, ValueError, OSError, RecursionError) as error:
        raise SourceRefused(f"it is damaged ({error}); open and save it in Word") from error
    # A note's mark in brackets would look like a citation.
    html = _MARK.sub(lambda match: match[1].translate(_RAISED), _BACK.sub("", html))
    return replace(read_html(html), kind="document", authors=authors)


def _creator(raw: bytes) -> str:
    with ZipFile(BytesIO(raw)) as archive:
        if "docProps/core.xml" not in archive.namelist():
            return ""
        # Expat, below minidom, refuses entities that grow beyond bounds, and loads nothing.
        tree = minidom.parseString(archive.read("docProps/core.xml"))  # noqa: S318
    texts = (each.firstChild for each in tree.getElementsByTagName("dc:creator"))
    return ";".join(text.data for text in texts if isinstance(text, minidom.Text))
