"""The background loop: what it hands over, how it ends work, and what an interrupt does."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from costorm_widget._runner import Interrupted, Job, Runner
from tests.fixtures.sessions import ROOT, run_script

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

needs_signals = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows delivers no interrupt to a process of one's own"
)


@pytest.fixture(scope="module")
def runner() -> Runner:
    return Runner()


async def name_of_thread() -> str:
    await asyncio.sleep(0)
    return threading.current_thread().name


async def fail(error: Exception) -> None:
    await asyncio.sleep(0)
    raise error


class CleansUp:
    """Work that waits for ever and takes a while to end."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.ended = False

    async def work(self) -> None:
        try:
            self.begun.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.1)
            self.ended = True


def test_work_runs_on_one_thread_of_its_own(runner: Runner) -> None:
    assert runner.run(name_of_thread()) == "costorm-session"
    assert runner.run(name_of_thread()) == "costorm-session"
    assert not runner.here
    assert runner.call(lambda: runner.here)
    names = [each.name for each in threading.enumerate()]
    assert names.count("costorm-session") >= 1


def test_no_thread_is_started_before_it_is_needed() -> None:
    before = threading.active_count()
    runner = Runner()
    assert not runner.here
    assert threading.active_count() == before


@pytest.mark.parametrize("error", [LookupError("gone"), TimeoutError("its own"), OSError("disk")])
def test_an_error_of_the_work_is_raised_in_the_caller(runner: Runner, error: Exception) -> None:
    def fail_at_once() -> None:
        raise error

    with pytest.raises(type(error), match=str(error)):
        runner.run(fail(error))
    with pytest.raises(type(error), match=str(error)):
        runner.call(fail_at_once)


def test_a_long_wait_ends_with_the_work(runner: Runner) -> None:
    async def slow() -> int:
        await asyncio.sleep(0.5)  # longer than one look at the waiting call
        return 7

    assert runner.run(slow()) == 7


def test_call_within_the_loop_runs_at_once(runner: Runner) -> None:
    async def nested() -> int:
        await asyncio.sleep(0)
        return runner.call(lambda: 3)

    assert runner.run(nested()) == 3


def test_soon_does_not_wait(runner: Runner) -> None:
    gate, done = threading.Event(), threading.Event()

    def wait_then_tell() -> None:
        gate.wait(10)
        done.set()

    runner.soon(wait_then_tell)
    assert not done.is_set()
    gate.set()
    assert done.wait(10)


def test_a_cancelled_job_is_done_when_it_has_cleaned_up(runner: Runner) -> None:
    long = CleansUp()
    job = runner.submit(long.work())
    assert long.begun.wait(10)
    job.cancel()
    with pytest.raises(concurrent.futures.CancelledError):
        job.done.result(10)
    assert long.ended


def test_a_job_cancelled_before_it_begins_never_does(runner: Runner) -> None:
    long = CleansUp()

    def start_and_cancel() -> concurrent.futures.Future[None]:
        job = runner.submit(long.work())
        job.cancel()
        return job.done

    done = runner.call(start_and_cancel)
    with pytest.raises(concurrent.futures.CancelledError):
        done.result(10)
    assert not long.begun.is_set()


async def test_join_brings_result_and_error_to_another_loop(runner: Runner) -> None:
    assert await runner.join(name_of_thread()) == "costorm-session"
    with pytest.raises(LookupError):
        await runner.join(fail(LookupError("gone")))


async def test_join_within_the_loop_is_a_plain_await(runner: Runner) -> None:
    async def nested() -> str:
        return await runner.join(name_of_thread())

    assert await runner.join(nested()) == "costorm-session"


async def test_a_cancelled_join_waits_for_the_clean_up(runner: Runner) -> None:
    long = CleansUp()
    joining = asyncio.create_task(runner.join(long.work()))
    await asyncio.to_thread(long.begun.wait, 10)
    joining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await joining
    assert long.ended


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Let an interrupt raise here: a shell that runs the tests in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@needs_signals
@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_cancels_the_work_and_waits_for_its_end(runner: Runner) -> None:
    long = CleansUp()

    def interrupt() -> None:
        long.begun.wait(10)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    started = time.monotonic()
    with pytest.raises(Interrupted, match="The session is whole") as caught:
        runner.run(long.work())
    assert time.monotonic() - started < 1
    assert long.ended
    assert caught.value._render_traceback_() == [str(caught.value)]


@pytest.mark.parametrize("begun", [True, False])
def test_an_interrupt_while_the_work_is_handed_over_reaches_it(
    runner: Runner, monkeypatch: pytest.MonkeyPatch, *, begun: bool
) -> None:
    long, start = CleansUp(), Job.start

    def start_and_interrupt(job: Job[None]) -> None:
        if begun:
            start(job)
            long.begun.wait(10)
        raise KeyboardInterrupt

    monkeypatch.setattr(Job, "start", start_and_interrupt)
    with pytest.raises(Interrupted):
        runner.run(long.work())
    assert long.begun.is_set() == long.ended == begun


def in_a_forked_process(check: Callable[[], bool]) -> bool:
    child = os.fork()
    if child == 0:
        os._exit(0 if check() else 1)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_gets_a_thread_of_its_own() -> None:
    runner = Runner()
    runner.run(name_of_thread())
    assert in_a_forked_process(lambda: runner.run(name_of_thread()) == "costorm-session")


# Interrupts as a kernel and a terminal send them, in a process of their own.

OPEN = f"""
import os, signal, threading, sys
sys.path.insert(0, {str(ROOT)!r})
from tests.fixtures.sessions import open_session
from costorm_widget import events as ev
from costorm_widget.state import fold_all

session = open_session()
session.warm_start()
count = 0

def interrupt_at_the_third(event):
    global count
    count += isinstance(event, ev.TurnTaken)
    if count == 3 and isinstance(event, ev.TurnTaken):
        os.kill(os.getpid(), signal.SIGINT)

end = session.on_event(interrupt_at_the_third)
"""

CHECK = """
end()
assert not session.busy
assert 7 <= len(session.turns) < 20, len(session.turns)
assert fold_all(session.events) == session._journal.state
assert session.step() == session.turns[-1]
print("whole")
"""


@needs_signals
@pytest.mark.usefixtures("interrupts")
def test_c26_an_interrupt_ends_a_run_and_leaves_the_session_whole(tmp_path: Path) -> None:
    script = f"""{OPEN}
try:
    session.run(500)
except KeyboardInterrupt as error:
    print(type(error).__name__, error._render_traceback_())
{CHECK}"""
    done = run_script(script, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Interrupted ['Interrupted. The session is whole; step() goes on from here.']",
        "whole",
    ]


@needs_signals
@pytest.mark.usefixtures("interrupts")
def test_c26_an_interrupted_cell_shows_one_line(tmp_path: Path) -> None:
    script = f"""
import warnings
warnings.simplefilter("ignore")  # of IPython itself
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
opened = shell.run_cell({OPEN!r})
assert opened.success
print("== the cell")
result = shell.run_cell("session.run(500)")
print("== its end")
stopped = shell.run_cell("end(); session.on_event(lambda _: session.stop()); session.step()")
assert type(stopped.error_in_exec).__name__ == "Stopped"
shell.run_cell("session._journal._listeners.clear()")
assert type(result.error_in_exec).__name__ == "Interrupted"
checked = shell.run_cell({CHECK!r})
assert checked.success
"""
    done = run_script(script, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = done.stdout.partition("== the cell\n")[2].partition("== its end")[0]
    assert shown.strip() == "Interrupted. The session is whole; step() goes on from here."
    assert "\nStopped. The session is whole" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert "_runner" not in done.stdout + done.stderr
    assert done.stdout.rstrip().endswith("whole")
