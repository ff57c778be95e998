"""Makes the README's pictures from the real widget in a real JupyterLab: `make screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e.lab import Notebook, running_browser, running_lab, write_notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.lab import Lab

DOCS = Path(__file__).parent
CELLS = (
    """\
from costorm_widget import CoStorm

session = CoStorm.sample()
turns = session.run(5)
session.say("What about farmers and their cows?")
session.step()
session""",
)
SIZE = {"width": 1400, "height": 900}


def main() -> None:
    """Take one picture in the light theme, one in the dark, one of the report."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "notebooks"
        folder.mkdir()
        write_notebook(folder / "session.ipynb", CELLS)
        with running_lab(folder) as lab, running_browser() as browser:
            take(browser, lab)


def take(browser: Browser, lab: Lab) -> None:
    """Open the session and take its pictures."""
    page = browser.new_page(viewport=SIZE, device_scale_factor=1.5)
    book = Notebook(page, lab, "session.ipynb")
    book.command("application:toggle-left-area")
    book.run_all()
    book.wait_until_run()
    widget = book.widget
    widget.scroll_into_view_if_needed()
    answer = widget.locator("[data-testid=turn][data-turn-id]").last
    answer.get_by_test_id("cite").first.click()
    answer.scroll_into_view_if_needed()
    page.wait_for_timeout(1500)
    widget.screenshot(path=DOCS / "widget-light.png")
    book.command("apputils:change-theme", {"theme": "JupyterLab Dark"})
    page.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")
    page.wait_for_timeout(1500)
    widget.screenshot(path=DOCS / "widget-dark.png")
    book.command("apputils:change-theme", {"theme": "JupyterLab Light"})
    widget.get_by_test_id("btn-report").click()
    widget.get_by_test_id("report").wait_for()
    page.wait_for_timeout(1500)
    widget.screenshot(path=DOCS / "report.png")


if __name__ == "__main__":
    main()
