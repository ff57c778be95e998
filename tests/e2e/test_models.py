"""A session with a language model in a real JupyterLab: its cost, its failures, its slowness."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.lab import MILLISECONDS, PATIENCE, STOPPED_WITHIN, notebook

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.lab import Lab

pytestmark = pytest.mark.e2e

OPEN = """
from costorm_widget import CoStorm, ScriptedModel, Settings
down = False

def script(asked):
    return ConnectionError("no route to host") if down else asked.default()

model = ScriptedModel(script=script)
session = CoStorm.sample(
    model=model, embeddings="hashed", settings=Settings(retries=0, cache=False)
)
session
"""


def test_a_model_that_fails_is_told_and_tried_again(page: Page, lab: Lab) -> None:
    book = notebook(page, lab, OPEN, "turn = session.step()", "down = True", "down = False")
    for cell in range(3):
        page.locator(".jp-CodeCell").nth(cell).click()
        book.command("notebook:run-cell")
        book.wait_until_run()
    assert book.errors() == []
    whole = book.turns()
    usage = book.widget.get_by_test_id("usage")
    expect(usage).to_contain_text("requests")
    expect(usage).to_contain_text("cost unknown")

    book.widget.get_by_test_id("btn-step").click()
    broken = book.widget.get_by_test_id("broken")
    expect(broken).to_contain_text("no route to host", timeout=PATIENCE * MILLISECONDS)
    assert book.turns() == whole + 1

    page.locator(".jp-CodeCell").nth(3).click()
    book.command("notebook:run-cell")
    book.wait_until_run()
    book.widget.get_by_test_id("btn-retry").click()
    expect(broken).to_have_count(0, timeout=PATIENCE * MILLISECONDS)
    book.wait_for_turns(whole + 1)
    assert book.turns() == whole + 1
    said = book.widget.locator("[data-testid=turn][data-turn-id]").last
    assert len(said.inner_text().split()) > 10


def test_c16_stop_while_the_model_is_waited_for(page: Page, lab: Lab) -> None:
    book = notebook(page, lab, OPEN, "turn = session.step()\nmodel.delay = 60", "model.delay = 0")
    for cell in range(2):
        page.locator(".jp-CodeCell").nth(cell).click()
        book.command("notebook:run-cell")
        book.wait_until_run()
    whole = book.turns()
    book.widget.get_by_test_id("btn-step").click()
    expect(book.widget.get_by_test_id("btn-stop")).to_be_enabled()
    page.wait_for_timeout(500)
    book.widget.get_by_test_id("btn-stop").click()
    assert book.wait_while_working() < STOPPED_WITHIN
    assert book.turns() == whole

    page.locator(".jp-CodeCell").nth(2).click()
    book.command("notebook:run-cell")
    book.wait_until_run()
    book.widget.get_by_test_id("btn-step").click()
    book.wait_for_turns(whole + 1)
    assert book.errors() == []


WRONG = r"""
import re

YEAR = re.compile(r"(?:^|[.] )([A-Z][^.]* )(1[89][0-9]{2}|20[0-2][0-9])([^.0-9]*)[.]")

def wrong(asked):
    if asked.job == "write_answer":
        for handle, text in asked.evidence.items():
            if found := YEAR.search(text):
                return f"{found[1]}{int(found[2]) - 10}{found[3]} [{handle}]."
    return asked.default()

model.script = wrong
session.run(2)
"""


def test_a_wrong_number_is_underlined_and_explained(page: Page, lab: Lab) -> None:
    book = notebook(page, lab, OPEN, WRONG)
    book.run_all()
    book.wait_until_run()
    assert book.errors() == []
    answer = book.widget.locator("[data-testid=turn][data-role='general knowledge']").last
    said = answer.get_by_test_id("said").first
    expect(said).to_be_attached()
    style = "element => getComputedStyle(element).textDecorationLine"
    assert said.evaluate(style) == "underline"
    expect(said).to_have_class("said contradicted")
    assert "where the quote has" in (said.get_attribute("title") or "")

    doubtful = said.get_by_test_id("cite").first
    assert "contradicted" in (doubtful.get_attribute("aria-label") or "")
    doubtful.click()
    expect(answer.get_by_test_id("verdict")).to_have_text(said.get_attribute("title") or "")
    assert len(answer.get_by_test_id("card").locator("mark").first.inner_text().split()) > 3
    doubtful.click()

    legend = book.widget.get_by_test_id("legend")
    expect(legend).to_contain_text("contradicted")
    legend.get_by_test_id("btn-support").click()
    expect(legend.get_by_test_id("btn-support")).to_have_attribute("aria-pressed", "false")
    assert said.evaluate(style) == "none"
    legend.get_by_test_id("btn-support").click()
    assert said.evaluate(style) == "underline"
