"""A Chroma server from its own package, as a child process, with its data in a folder.

Packages from `tests/chroma/requirements.txt`. It counts nobody and calls nowhere.

`python tests/servers/chroma.py PORT FOLDER` serves until its input ends.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_READY_SECONDS = 120


def missing() -> str:
    """What must be done before there can be a server; empty if nothing."""
    there = find_spec("chromadb") and find_spec("langchain_chroma")
    return "" if there else "install tests/chroma/requirements.txt"


@contextmanager
def chroma(folder: Path) -> Iterator[int]:
    """Serve while the block runs, or until the child is killed; give the port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    log = folder / "server.log"
    # The input is a pipe that closes with this process, however it ends: no server is left.
    command = [sys.executable, str(Path(__file__)), str(port), str(folder / "data")]
    environment = {**os.environ, "ANONYMIZED_TELEMETRY": "False"}
    with log.open("wb") as out:
        child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=out, stderr=out, env=environment
        )
    try:
        _wait_until_ready(port, child, log)
        yield port
    finally:
        child.kill()
        child.communicate()


def _wait_until_ready(port: int, child: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + _READY_SECONDS
    while time.monotonic() < end and child.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v2/heartbeat"):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"Chroma has not come up:\n{log.read_text(errors='replace')}")


def _serve(port: str, folder: str) -> None:
    # `import chromadb` takes seconds and the server needs nothing of it.
    serve = import_module("chromadb_rust_bindings").cli
    arguments = ["chroma", "run", "--host", "127.0.0.1", "--port", port, "--path", folder]
    threading.Thread(target=serve, args=(arguments,), daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    _serve(*sys.argv[1:])
