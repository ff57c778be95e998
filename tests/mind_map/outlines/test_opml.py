"""OPML as other programs write it, and as those who mean harm do."""

from __future__ import annotations

import pytest

from costorm_widget.errors import MindMapError
from costorm_widget.mind_map import outlines
from tests.mind_map.outlines.reading import as_text


def opml(body: str, title: str = "") -> str:
    head = f"<head><title>{title}</title></head>" if title else ""
    return f'<?xml version="1.0"?>\n<opml version="2.0">{head}<body>{body}</body></opml>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<outline text="a"><outline text="b"/></outline><outline text="c"/>', "a\n b\nc"),
        ('<outline title="only a title"/>', "only a title"),
        ('<outline text="a" _note="one&#10;two"/>', "a | one / two"),
        ('<outline text="R&amp;amp;D &lt;b&gt;bold&lt;/b&gt;"/>', "R&D bold"),
        ('<outline text="a&lt;br&gt;b"/>', "a b"),
        ('<outline text="R&amp;D, 1 &lt; 2 &gt; 0"/>', "R&D, 1 < 2 > 0"),
        ('<outline text=""><outline text="b"/></outline>', "b"),
        (
            (
                '<outline text="no" isComment="true"><outline text="nor"/></outline>'
                '<outline text="a"/>'
            ),
            "a",
        ),
        ('<outline text="x" type="include" url="https://example.com/y.opml"/>', "x"),
        ("<outline text='밤 근무'><x/>loose<outline text='b'/></outline>", "밤 근무\n b"),
    ],
)
def test_outlines_nest_and_are_plain_text(body: str, expected: str) -> None:
    assert as_text(opml(body)) == expected


def test_a_lone_top_outline_called_like_the_whole_is_no_concept() -> None:
    body = '<outline text="My map"><outline text="a"/></outline>'
    assert as_text(opml(body, title="My map")) == "a"
    assert as_text(opml(body, title="Other")) == "My map\n a"
    assert as_text(opml(body), "my  MAP") == "a"
    assert as_text(opml('<outline text="My map"/>', title="My map")) == "My map"


@pytest.mark.parametrize("start", ["", "\ufeff", "\n\n  ", "<!-- made by x -->\n"])
def test_the_kind_is_found_by_content(start: str) -> None:
    assert as_text(f'{start}<opml version="1.0"><body><outline text="a"/></body></opml>') == "a"


BOMB = """<?xml version="1.0"?>
<!DOCTYPE opml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
<opml version="2.0"><body><outline text="&c;"/></body></opml>"""
FILE = """<!DOCTYPE opml [<!ENTITY f SYSTEM "file:///etc/hostname">]>
<opml version="2.0"><body><outline text="x">&f;</outline></body></opml>"""
LOADED = """<!DOCTYPE opml SYSTEM "http://127.0.0.1:9/opml.dtd">
<opml version="2.0"><body><outline text="x"/></body></opml>"""


@pytest.mark.parametrize("text", [BOMB, FILE, LOADED])
def test_a_document_type_is_refused_and_nothing_expanded(text: str) -> None:
    with pytest.raises(MindMapError, match=r"document type.*take that line out"):
        outlines.read(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<opml><body><outline text='a'></body></opml>", r"not well-formed \(mismatched.*line 1"),
        ("<opml><body><outline text='&nope;'/></body></opml>", "not well-formed.*undefined entity"),
        ("<?xml version='1.0'?>", "not well-formed"),
        ("<?xml version='1.0'?><map><node/></map>", "no OPML: it begins with <map>; save it"),
        ("<opml><body/></opml>", "no concept in this outline; give"),
    ],
)
def test_what_is_no_opml_is_refused_with_a_remedy(text: str, reason: str) -> None:
    with pytest.raises(MindMapError, match=reason):
        outlines.read(text).checked(())
