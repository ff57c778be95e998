"""A real JupyterLab and a real Chromium, as the end-to-end tests and the screenshots use them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Locator, Page

ROOT = Path(__file__).parents[2]
MILLISECONDS = 1000
PATIENCE = 120
"""Seconds that anything may take on a busy machine of two cores."""

STOPPED_WITHIN = 2.0
"""Seconds from the click to the rest, with the page, the wire and a busy machine in between."""

BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find_chromium() -> str | None:
    """Return the browser to use: `$CHROMIUM`, or one on the path."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


class Lab:
    """A running JupyterLab over a folder of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        """Serve `folder` at `port` of this machine."""
        self.folder = folder
        self.address = f"http://127.0.0.1:{port}"

    def url(self, notebook: str) -> str:
        """Return the address of a notebook in a workspace that nobody has used."""
        return f"{self.address}/lab/workspaces/w{time.monotonic_ns()}/tree/{notebook}?reset"


@contextmanager
def running_lab(folder: Path) -> Iterator[Lab]:
    """Start JupyterLab over `folder`, quiet and without a token, and end it afterwards."""
    port = _free_port()
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    quiet = (
        "--LabApp.expose_app_in_browser=True",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--no-browser",
        "--allow-root",
    )
    command = [sys.executable, "-m", "jupyter", "lab", *quiet]
    command += [f"--ServerApp.root_dir={folder}", f"--ServerApp.port={port}"]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(home),
        "JUPYTER_DATA_DIR": str(home),
        "JUPYTERLAB_SETTINGS_DIR": str(_settings(home)),
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
    }
    log = folder.parent / "jupyterlab.log"
    with log.open("w") as output:
        server = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)
    try:
        lab = Lab(folder, port)
        _wait_for(f"{lab.address}/api", server, log)
        yield lab
    finally:
        server.terminate()
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start Chromium and end it afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=BROWSER_ARGUMENTS
        )
        yield browser
        browser.close()


def write_notebook(file: Path, cells: Sequence[str]) -> None:
    """Write a notebook of these code cells."""
    code: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "id": f"cell-{place}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": cell,
        }
        for place, cell in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3"}
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}}
    file.write_text(json.dumps({**content, "cells": code}))


class Notebook:
    """A notebook open in a page."""

    def __init__(self, page: Page, lab: Lab, name: str) -> None:
        """Open the notebook `name` and wait until its kernel is idle."""
        self.page = page
        page.set_default_timeout(PATIENCE * MILLISECONDS)
        page.goto(lab.url(name))
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.evaluate(
            "async () => { await window.jupyterapp.restored;"
            " await window.jupyterapp.shell.currentWidget.sessionContext.ready; }"
        )
        page.wait_for_function(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel"
            "?.connectionStatus === 'connected'"
        )
        self.wait_until_idle()

    @property
    def widget(self) -> Locator:
        """The first view of a session."""
        return self.page.get_by_test_id("costorm").first

    def command(self, name: str, arguments: dict[str, object] | None = None) -> None:
        """Carry out a command of JupyterLab, without waiting for its end."""
        self.page.evaluate(
            "([name, args]) => { window.jupyterapp.commands.execute(name, args); }",
            [name, arguments or {}],
        )

    def run_all(self) -> None:
        """Run all cells, without waiting for their end."""
        self.command("notebook:run-all-cells")

    def wait_until_idle(self) -> None:
        """Wait until the kernel has nothing to do."""
        self.page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]")

    def wait_until_run(self) -> None:
        """Wait until no cell is waiting or running any more."""
        self.page.wait_for_function(
            "() => ![...document.querySelectorAll('.jp-InputPrompt')]"
            ".some(prompt => prompt.textContent.includes('*'))"
        )
        self.wait_until_idle()

    def errors(self) -> list[str]:
        """Return what cells have printed as errors, tracebacks and warnings alike."""
        found = self.page.locator('[data-mime-type="application/vnd.jupyter.stderr"]')
        return found.all_inner_texts()

    def turns(self) -> int:
        """Return how many finished turns the first view shows."""
        return self.widget.locator("[data-testid=turn][data-turn-id]").count()

    def wait_for_turns(self, number: int) -> None:
        """Wait until the first view shows at least `number` finished turns."""
        end = time.monotonic() + PATIENCE
        while self.turns() < number or self.working():
            assert time.monotonic() < end, f"{self.turns()} turns, {number} expected"
            time.sleep(0.1)

    def working(self) -> bool:
        """Whether the first view says that work is under way."""
        return self.widget.get_by_test_id("btn-stop").is_enabled()

    def wait_while_working(self, seconds: float = PATIENCE) -> float:
        """Wait until no work is under way and return how long that took, in seconds."""
        start = time.monotonic()
        while self.working():
            assert time.monotonic() < start + seconds, "still working"
            time.sleep(0.02)
        return time.monotonic() - start


def notebook(page: Page, lab: Lab, *cells: str) -> Notebook:
    """Open a notebook of these cells."""
    name = f"n{time.monotonic_ns()}.ipynb"
    write_notebook(lab.folder / name, cells)
    return Notebook(page, lab, name)


def _settings(home: Path) -> Path:
    """Write settings under which JupyterLab asks no questions of its own."""
    folder = home / "settings" / "@jupyterlab"
    for name, value in {
        "notebook-extension/tracker": {"autoStartDefaultKernel": True},
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    }.items():
        file = folder / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(value))
    return folder.parent


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(address, timeout=2):  # noqa: S310 - an address of this machine
                return
        except (URLError, TimeoutError):
            time.sleep(0.3)
    message = f"JupyterLab did not start:\n{log.read_text()[-2000:]}"
    raise RuntimeError(message)
