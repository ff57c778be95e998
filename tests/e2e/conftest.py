"""One JupyterLab and one Chromium for all end-to-end tests; a page of its own for each."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.e2e.lab import ROOT, Lab, find_chromium, running_browser, running_lab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("lab") / "notebooks"
    shutil.copytree(ROOT / "notebooks", folder)
    with running_lab(folder) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert find_chromium(), "no Chromium: install it, or name one with CHROMIUM=/path/to/chromium"
    with running_browser() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    yield page
    page.close()
