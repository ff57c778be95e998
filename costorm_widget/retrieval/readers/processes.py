"""Files read by processes beside this one.

A PDF takes a processor while it is read, threads share one, and PDFium may be called by one thread
at a time. So many PDFs are read by as many processes as there are processors, and this one stays
free for the widget: 30 papers take it 0.05 s of its processor, and 6.4 s when it reads them itself.
A file that makes its reader crash or hang is refused, and the kernel lives on.

They are plain processes, and not those of `multiprocessing`, which run a user's script once more
in each of them. They take one path a line, as JSON, and answer with one line.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from costorm_widget.errors import MissingExtra, SourceRefused
from costorm_widget.retrieval.readers import read_file
from costorm_widget.retrieval.readers.reading import Reading

_MOST_PROCESSES = 8
_LONGEST = 180.0
"""Seconds that one file may take."""

_SERVE = "from costorm_widget.retrieval.readers.processes import serve; serve()"
_READY = "ready\n"

Process = subprocess.Popen[str]


class Processes:
    """Reads files in processes that are started when they are needed.

    Args:
        files: How many files there are to read.
    """

    def __init__(self, files: int) -> None:
        count = min(_MOST_PROCESSES, os.cpu_count() or 1, files)
        self._free: queue.SimpleQueue[Process | None] = queue.SimpleQueue()
        for _ in range(count):
            self._free.put(None)
        self._started: list[Process] = []
        self._lock = threading.Lock()
        self._closed = False

    def read(self, path: Path) -> Reading:
        """Read a document; may be called by many threads.

        Raises:
            SourceRefused: See `read_file`; also if its reader crashed or took too long.
            MissingExtra: If its format needs an extra.
        """
        process = self._free.get()
        try:
            process = process or self._start()
            answer: dict[str, Any] | None = _ask(process, path) if process else {"unread": True}
            if answer is None:
                process = None
                raise SourceRefused(
                    "its reader failed on it or took too long; "
                    "open it in its own program and save it again"
                )
        finally:
            self._free.put(process)
        if "unread" in answer:
            return read_file(path)
        if "refused" in answer:
            raise SourceRefused(answer["refused"])
        told = answer["reading"]
        lists = {name: tuple(told[name]) for name in ("authors", "provenance", "pages")}
        return Reading(**{**told, **lists})

    def close(self) -> None:
        """End the processes, whatever they do."""
        with self._lock:
            self._closed = True
            for process in self._started:
                process.kill()
        for process in self._started:
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    with suppress(OSError):  # what was not sent yet cannot be
                        pipe.close()

    def _start(self) -> Process | None:
        """Return a new process, or None if there can be none here."""
        with self._lock:
            if self._closed:
                return None
            try:
                process = subprocess.Popen(
                    [sys.executable, "-c", _SERVE],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    encoding="utf-8",
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
            except OSError:
                return None
            self._started.append(process)
        return process if process.stdout and process.stdout.readline() == _READY else None


def _ask(process: Process, path: Path) -> dict[str, Any] | None:
    """Return what a process answers; None if it has ended or had to be ended."""
    if not process.stdin or not process.stdout:
        return None
    limit = threading.Timer(_LONGEST, process.kill)
    limit.start()
    try:
        process.stdin.write(json.dumps(str(path)) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    except (OSError, ValueError):  # the pipe is broken, or closed by now
        return None
    finally:
        limit.cancel()
    return json.loads(line) if line.endswith("\n") else None


def serve() -> None:
    """Read the files named on standard input until it ends: what each process does."""
    # What a library prints must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    answers.write(_READY)
    answers.flush()
    for line in sys.stdin:
        answers.write(json.dumps(_answer(Path(json.loads(line)))) + "\n")
        answers.flush()


def _answer(path: Path) -> dict[str, Any]:
    try:
        return {"reading": asdict(read_file(path))}
    except SourceRefused as refused:
        return {"refused": str(refused)}
    except MissingExtra:
        return {"unread": True}  # who asked will meet the same error
