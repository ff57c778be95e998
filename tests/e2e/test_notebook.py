"""What a user does in JupyterLab, done in a real one."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.lab import MILLISECONDS, PATIENCE, STOPPED_WITHIN, Notebook, notebook

if TYPE_CHECKING:
    from playwright.sync_api import Page, Position

    from tests.e2e.lab import Lab

pytestmark = pytest.mark.e2e

OPEN = "from costorm_widget import CoStorm\nsession = CoStorm.sample(embeddings='hashed')\nsession"


def test_the_quickstart_runs_and_every_control_works(page: Page, lab: Lab) -> None:
    book = Notebook(page, lab, "quickstart.ipynb")
    book.run_all()
    expect(book.widget).to_be_attached(timeout=PATIENCE * MILLISECONDS)
    book.wait_until_run()
    assert book.errors() == []
    book.widget.scroll_into_view_if_needed()
    before = book.turns()
    assert before >= 14  # the opening, one step, three turns, a question and its answer

    book.widget.get_by_test_id("btn-step").click()
    book.wait_for_turns(before + 1)
    assert book.turns() == before + 1

    book.widget.get_by_test_id("btn-run").click()
    book.wait_for_turns(before + 6)
    assert book.turns() == before + 6

    book.widget.get_by_test_id("say-input").fill("Do heart attacks rise in spring?")
    book.widget.get_by_test_id("btn-say").click()
    book.wait_for_turns(before + 8)
    said = book.widget.locator("[data-testid=turn][data-role=user]").last
    expect(said).to_contain_text("Do heart attacks rise in spring?")
    answer = book.widget.locator("[data-testid=turn][data-turn-id]").last
    expect(answer).to_have_attribute("data-role", "general knowledge")

    shows_its_quotation(book)
    shows_a_concept(book)
    writes_the_report(book)


def shows_its_quotation(book: Notebook) -> None:
    """Click the last answer's first citation: its card holds the sentence, word for word."""
    answer = book.widget.locator("[data-testid=turn][data-role=expert]").last
    cite = answer.get_by_test_id("cite").first
    number = cite.get_attribute("data-number")
    cite.click()
    card = answer.get_by_test_id("card")
    expect(card).to_contain_text(f"{number}")
    quoted = card.locator("mark, q").first.inner_text()
    words = re.sub(r"\s+", " ", quoted).strip(" …“”")
    assert len(words.split()) > 3
    assert words in re.sub(r"\s+", " ", re.sub(r"\n?\d+\n?", " ", answer.inner_text()))
    cite.click()
    expect(card).to_have_count(0)


def shows_a_concept(book: Notebook) -> None:
    """Click a concept on the canvas: its passages are listed, with the turns that cite them."""
    book.widget.get_by_test_id("tab-map").click()
    canvas = book.widget.get_by_test_id("map")
    expect(canvas).to_be_visible()
    canvas.scroll_into_view_if_needed()
    canvas.click(position=resting_place(book))
    panel = book.widget.get_by_test_id("concept-panel")
    expect(panel).to_be_visible()
    assert len(panel.inner_text().split()) > 20


def resting_place(book: Notebook) -> Position:
    """Return where the first concept stands on the canvas, once the map has come to rest."""
    canvas = book.widget.get_by_test_id("map")
    read = """element => {
        const { x, y } = element.costormMap.edges()[0].target().renderedPosition();
        return { x, y };
    }"""
    end = time.monotonic() + PATIENCE
    place: Position = canvas.evaluate(read)
    while True:
        book.page.wait_for_timeout(500)
        before, place = place, canvas.evaluate(read)
        if before == place:
            return place
        assert time.monotonic() < end, "the map does not come to rest"


def writes_the_report(book: Notebook) -> None:
    """Write the report from the page and read it there."""
    book.widget.get_by_test_id("btn-report").click()
    report = book.widget.get_by_test_id("report")
    expect(report).to_contain_text("References", timeout=PATIENCE * MILLISECONDS)
    expect(report.locator("h1")).to_contain_text("Daylight saving time")
    assert report.get_by_test_id("cite").count() > 10


def test_c26_stop_in_the_page_and_the_kernels_interrupt_both_end_a_cell(
    page: Page, lab: Lab
) -> None:
    book = notebook(page, lab, OPEN, "turns = session.run(1000)")
    book.run_all()
    expect(book.widget.locator("[data-testid=turn][data-turn-id]").first).to_be_attached(
        timeout=PATIENCE * MILLISECONDS
    )
    book.widget.get_by_test_id("btn-stop").click()
    assert book.wait_while_working() < STOPPED_WITHIN
    book.wait_until_run()
    assert book.errors() == []
    whole = book.turns()
    assert 0 < whole < 1000

    book.page.locator(".jp-CodeCell").nth(1).click()
    book.command("notebook:run-cell")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.jp-InputPrompt')]"
        ".some(prompt => prompt.textContent.includes('*'))"
    )
    expect(book.widget.get_by_test_id("btn-stop")).to_be_enabled()
    book.command("notebook:interrupt-kernel")
    assert book.wait_while_working() < STOPPED_WITHIN
    book.wait_until_run()
    told = " ".join(book.errors())
    assert "Interrupted" in told
    assert "Traceback" not in told
    assert "costorm_widget" not in told

    after = book.turns()
    book.widget.get_by_test_id("btn-step").click()
    book.wait_for_turns(after + 1)


def test_c25_hidden_resized_other_theme_and_two_views(page: Page, lab: Lab) -> None:
    book = notebook(page, lab, OPEN, "turns = session.run(1)", "session")
    book.run_all()
    book.wait_until_run()
    assert book.errors() == []
    views = page.get_by_test_id("costorm")
    expect(views).to_have_count(2)

    # Two views agree, whichever is used.
    counts = [view.locator("[data-testid=turn][data-turn-id]").count() for view in views.all()]
    assert counts[0] == counts[1] > 1
    views.nth(1).get_by_test_id("btn-step").click()
    book.wait_for_turns(counts[0] + 1)
    expect(views.nth(1).locator("[data-testid=turn][data-turn-id]")).to_have_count(counts[0] + 1)

    # Hidden and shown again, in another width: the map fits its box.
    book.command("notebook:hide-all-cell-outputs")
    expect(views.first).to_be_hidden()
    page.set_viewport_size({"width": 1000, "height": 900})
    book.command("notebook:show-all-cell-outputs")
    expect(views.first).to_be_visible()
    fits(book)

    # Another theme.
    before = background(book)
    book.command("apputils:change-theme", {"theme": "JupyterLab Dark"})
    page.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")
    expect(book.widget).to_be_visible()
    end = time.monotonic() + 10
    while background(book) == before:
        assert time.monotonic() < end, "the widget did not follow the theme"
        time.sleep(0.1)
    book.command("apputils:change-theme", {"theme": "JupyterLab Light"})


def test_a_view_that_comes_when_hidden_fits_when_it_is_shown(page: Page, lab: Lab) -> None:
    book = notebook(page, lab, OPEN + "\nsession.run(1)", "session")
    page.locator(".jp-CodeCell").first.click()
    book.command("notebook:run-cell")
    book.wait_until_run()
    page.locator(".jp-CodeCell").nth(1).click()
    book.command("notebook:hide-all-cell-outputs")
    book.command("notebook:run-cell")
    book.wait_until_run()
    book.command("notebook:show-all-cell-outputs")
    expect(book.widget).to_be_visible()
    fits(book)


def fits(book: Notebook) -> None:
    """Wait until the whole map lies inside its box, which has a size."""
    canvas = book.widget.get_by_test_id("map")
    canvas.scroll_into_view_if_needed()
    end = time.monotonic() + 20
    inside = """element => {
        const map = element.costormMap;
        if (!map || map.nodes().empty()) return false;
        const box = map.nodes().renderedBoundingBox({ includeLabels: false });
        const size = element.getBoundingClientRect();
        return size.width > 100 && box.x1 >= -1 && box.y1 >= -1
            && box.x2 <= size.width + 1 && box.y2 <= size.height + 1;
    }"""
    while not canvas.evaluate(inside):
        assert time.monotonic() < end, "the map does not fit"
        time.sleep(0.1)


def background(book: Notebook) -> str:
    colour: str = book.widget.evaluate("element => getComputedStyle(element).backgroundColor")
    return colour
