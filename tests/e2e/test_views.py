"""The map's pictures where they are looked at: in a browser, and drawn by Mermaid."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from costorm_widget.mind_map import views
from tests.mind_map.views.names import NASTY, UNLAWFUL, lawful, map_of

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page, Request

    from costorm_widget.mind_map.tree import Tree

pytestmark = pytest.mark.e2e

DRAW = """async (text) => {
    mermaid.initialize({ startOnLoad: false });
    const { svg } = await mermaid.render("drawn", text);
    document.body.innerHTML = svg;
    return [...document.querySelectorAll(".node")].map((node) => node.textContent.trim());
}"""

FITS = """() => [...document.querySelectorAll("g.concept")].filter((group) => {
    const box = group.querySelector("rect").getBoundingClientRect();
    return [...group.querySelectorAll("text")].some((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
    });
}).map((group) => group.textContent.trim())"""


@pytest.fixture
def broad() -> Tree:
    """A map with every odd name directly below the topic."""
    tree = map_of([], '"Topic" <b>x</b>')
    for name in [*NASTY, *UNLAWFUL]:
        tree.add(tree.new_id(), tree.check_name(name), tree.root)
    return tree


@pytest.fixture
def heard(page: Page) -> list[str]:
    """What should not happen: dialogs, errors, requests to anywhere."""
    bad: list[str] = []

    def refuse(dialog: Dialog) -> None:
        bad.append(dialog.message)
        dialog.dismiss()

    def note(request: Request) -> None:
        if not request.url.startswith("file:"):
            bad.append(request.url)

    page.on("dialog", refuse)
    page.on("pageerror", lambda error: bad.append(str(error)))
    page.on("request", note)
    return bad


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_c18_the_picture_opens_and_its_texts_fit(
    page: Page, heard: list[str], broad: Tree, tmp_path: Path, scheme: str
) -> None:
    picture = tmp_path / "map.svg"
    picture.write_text(views.to_svg(broad), encoding="utf-8")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(picture.as_uri())
    assert page.evaluate("document.documentElement.nodeName") == "svg"
    assert page.evaluate(FITS) == []
    ground = page.evaluate("getComputedStyle(document.querySelector('.ground')).fill")
    assert ground == ("rgb(20, 24, 31)" if scheme == "dark" else "rgb(255, 255, 255)")
    assert heard == []


def test_c18_mermaid_draws_every_name(page: Page, heard: list[str], broad: Tree) -> None:
    script = Path(os.environ.get("MERMAID", ""))
    if not script.is_file():
        pytest.skip("npm install mermaid, and name its dist/mermaid.min.js in MERMAID")
    page.goto("about:blank")
    page.add_script_tag(path=script)
    drawn = page.evaluate(DRAW, views.to_mermaid(broad))
    # Mermaid breaks lines where it likes.
    assert ["".join(each.split()) for each in drawn] == [
        "".join(lawful(node.name).split()) for node in broad.walk()
    ]
    assert heard == []
