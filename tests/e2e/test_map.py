"""Editing the map and steering the talk from it, in a real JupyterLab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.lab import MILLISECONDS, PATIENCE, Notebook, notebook

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.e2e.lab import Lab

pytestmark = pytest.mark.e2e

OPEN = "from costorm_widget import CoStorm\nsession = CoStorm.sample(embeddings='hashed')\n"
SOON = PATIENCE * MILLISECONDS

PLACES = """element => {
    const map = element.costormMap;
    const box = element.getBoundingClientRect();
    return map.nodes().map(node => ({
        id: node.id(),
        parent: node.incomers("node").map(each => each.id())[0] ?? "",
        x: box.x + node.renderedPosition().x,
        y: box.y + node.renderedPosition().y,
    }));
}"""


def line(book: Notebook, concept: str) -> Locator:
    """Return a concept's line in the outline."""
    return book.widget.locator(f'[data-concept="{concept}"]')


def kernel_says(book: Notebook, cell: int) -> str:
    """Run a cell and return what it prints."""
    book.page.locator(".jp-CodeCell").nth(cell).click()
    book.command("notebook:run-cell")
    book.wait_until_run()
    return book.page.locator(".jp-CodeCell").nth(cell).locator(".jp-OutputArea").inner_text()


def drag_onto_another(book: Notebook) -> tuple[str, str]:
    """Drag the first concept of the second layer onto a top concept; return both ids."""
    canvas = book.widget.get_by_test_id("map")
    canvas.scroll_into_view_if_needed()
    book.page.wait_for_timeout(500)  # the map comes to rest
    places = canvas.evaluate(PLACES)
    (root,) = [each for each in places if not each["parent"]]
    tops = [each for each in places if each["parent"] == root["id"]]
    moved = next(each for each in places if each["parent"] and each["parent"] != root["id"])
    target = next(each for each in reversed(tops) if each["id"] != moved["parent"])
    mouse = book.page.mouse
    mouse.move(moved["x"], moved["y"])
    mouse.down()
    mouse.move(moved["x"] + 12, moved["y"] + 6, steps=3)
    mouse.move(target["x"], target["y"], steps=8)
    expect(book.widget.locator(".label.drop")).to_have_count(1)
    mouse.up()
    return moved["id"], target["id"]


def test_edits_by_mouse_and_keyboard_reach_the_kernel_and_are_taken_back(
    page: Page, lab: Lab
) -> None:
    book = notebook(
        page,
        lab,
        OPEN + "turns = session.warm_start()\nsession",
        "for each in session.mind_map: print(each.id, each.parent.id, each.name, each.muted)",
        "print(session.undo())",
    )
    page.locator(".jp-CodeCell").first.click()
    book.command("notebook:run-cell")
    book.wait_until_run()
    assert book.errors() == []
    status = book.widget.get_by_test_id("status")

    moved, target = drag_onto_another(book)
    expect(status).to_contain_text("is now under")
    canvas = book.widget.get_by_test_id("map")
    (place,) = [each for each in canvas.evaluate(PLACES) if each["id"] == moved]
    assert place["parent"] == target
    assert f"{moved} {target} " in kernel_says(book, 1)

    line(book, moved).focus()
    page.keyboard.press("F2")
    page.keyboard.type("Named by hand")
    page.keyboard.press("Enter")
    expect(line(book, moved)).to_contain_text("Named by hand")
    expect(line(book, moved)).to_be_focused()
    page.keyboard.press("m")
    expect(line(book, moved)).to_contain_text("muted")
    assert f"{moved} {target} Named by hand True" in kernel_says(book, 1)

    line(book, moved).focus()
    page.keyboard.press("Control+z")
    expect(line(book, moved)).not_to_contain_text("muted")
    page.keyboard.press("Control+z")
    expect(line(book, moved)).not_to_contain_text("Named by hand")
    page.keyboard.press("Control+Shift+Z")
    expect(line(book, moved)).to_contain_text("Named by hand")
    assert "a new name" in kernel_says(book, 2)
    expect(line(book, moved)).not_to_contain_text("Named by hand")

    page.keyboard.press("Escape")
    line(book, "c0").focus()
    page.keyboard.press("Delete")
    expect(status).to_contain_text("cannot be removed")
    assert book.errors() == []


def test_the_talk_is_steered_from_the_map_and_from_a_gap(page: Page, lab: Lab) -> None:
    book = notebook(page, lab, OPEN + "turns = session.run(2)\nsession")
    book.run_all()
    book.wait_until_run()
    before = book.turns()
    line(book, "c1").focus()
    page.keyboard.press("Shift+F10")
    book.widget.get_by_test_id("tool-challenge").click()
    book.wait_for_turns(before + 2)
    turns = book.widget.locator("[data-testid=turn][data-turn-id]")
    expect(turns.nth(before)).to_contain_text("What speaks against")
    expect(turns.nth(before + 1)).to_contain_text("Devil's advocate")

    book.widget.get_by_test_id("tab-gaps").click()
    book.widget.get_by_test_id("gaps").locator("summary").first.click()
    book.widget.get_by_test_id("put-snippet").first.click()
    book.wait_for_turns(before + 4)
    expect(turns.nth(before + 2)).to_have_attribute("data-role", "user")
    expect(turns.nth(before + 2).locator("li")).to_have_count(1)  # what it is about is quoted
    assert book.errors() == []


def test_edits_arrive_while_a_cell_blocks_the_kernel(page: Page, lab: Lab) -> None:
    book = notebook(page, lab, OPEN + "session", "turns = session.run(1000)")
    book.run_all()
    expect(line(book, "c1")).to_be_attached(timeout=SOON)
    expect(book.widget.get_by_test_id("btn-stop")).to_be_enabled()
    line(book, "c1").focus()
    page.keyboard.press("p")
    expect(line(book, "c1")).to_contain_text("pinned", timeout=SOON)
    page.keyboard.press("Insert")
    page.keyboard.type("Meanwhile")
    page.keyboard.press("Enter")
    added = book.widget.get_by_test_id("outline-item").filter(has_text="Meanwhile")
    expect(added).to_be_focused(timeout=SOON)
    assert book.working()
    book.widget.get_by_test_id("btn-stop").click()
    book.wait_while_working()
    book.wait_until_run()
    assert book.errors() == []
