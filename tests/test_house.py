"""The house rules that a machine can hold: who imports whom, sizes, a quiet and quick import."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGE = Path(__file__).parents[1] / "costorm_widget"

# From the ground up. A part imports parts of its own floor and of those below.
FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"settings", "errors", "evidence", "turns", "reports", "events", "usage", "_runner"}),
    frozenset({"retrieval", "language", "samples"}),
    frozenset({"mind_map"}),
    frozenset({"discourse", "report", "state", "journal", "history"}),
    frozenset(
        {
            *("board", "checks", "conductor", "desk", "edits", "parts", "record", "roster"),
            *("session", "storage", "watch"),
        }
    ),
    frozenset({"widget", "evaluation"}),
    frozenset({"__init__", "__main__", "demo"}),
)
FLOOR_OF = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}

# Outside packages that only some parts may import. A signature may name their types anywhere.
ONLY_IN = {
    "anywidget": {"widget"},
    "arxiv": {"retrieval"},
    "ddgs": {"retrieval"},
    "httpx": {"retrieval"},
    "langchain": {"language", "retrieval"},
    "langchain_core": {"language", "retrieval"},
    "langchain_openai": {"language", "retrieval"},
    "protego": {"retrieval"},
    "requests": {"retrieval"},
    "trafilatura": {"retrieval"},
    "urllib3": {"retrieval"},
    "wikipedia": {"retrieval"},
}

# Modules between 300 and 400 lines, each with the reason why it is one idea all the same.
LONG_MODULES = {
    "events.py": "the closed list of what can happen, a few lines each",
    "language/extractive/engine.py": "one short method for each job of the closed list",
    "language/tasks.py": "the closed list of jobs, a few lines each",
    "session.py": "every call the user can make, a few lines each",
}
LONGEST_MODULE_LINES = 400
USUAL_MODULE_LINES = 300
LONGEST_FUNCTION_LINES = 60


class Import(NamedTuple):
    """One import statement: `module` of `part` imports the dotted name `target`.

    It is `late` when it stands in a function, and `for_types` when it never runs.
    """

    module: Path
    line: int
    part: str
    target: str
    late: bool
    for_types: bool

    def __str__(self) -> str:
        return f"{self.module.relative_to(PACKAGE.parent)}:{self.line} imports {self.target}"


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part_of(module: Path) -> str:
    """The part of the house that a file belongs to: its folder, or its own name at the top."""
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def dotted_names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports name the whole path"
        if node.module == PACKAGE.name:
            return [f"{node.module}.{alias.name}" for alias in node.names]
        return [node.module or ""]
    return []


def is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def is_for_types(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def nodes_inside(tree: ast.AST, is_block: Callable[[ast.AST], bool]) -> set[int]:
    """The identities of all nodes that stand inside a block of that kind."""
    blocks = [node for node in ast.walk(tree) if is_block(node)]
    return {id(node) for block in blocks for node in ast.walk(block)}


@cache
def imports() -> tuple[Import, ...]:
    return tuple(each for module in modules() for each in imports_of(module))


def imports_of(module: Path) -> Iterator[Import]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    late, for_types = nodes_inside(tree, is_function), nodes_inside(tree, is_for_types)
    for node in ast.walk(tree):
        for target in dotted_names(node):
            line = getattr(node, "lineno", 0)
            known = id(node) in late, id(node) in for_types
            yield Import(module, line, part_of(module), target, *known)


def imported_part(target: str) -> str | None:
    """The part that a dotted name belongs to, or nothing for a package from outside."""
    root, _, rest = target.partition(".")
    if root != PACKAGE.name:
        return None
    part = rest.partition(".")[0]
    return part if part in FLOOR_OF else "__init__"


def is_display(each: Import) -> bool:
    """Whether this is the one arrow up: a session shows itself through its widget."""
    return (
        each.part == "session"
        and imported_part(each.target) == "widget"
        and (each.late or each.for_types)
    )


def test_every_part_stands_on_a_floor() -> None:
    homeless = {part_of(module) for module in modules()} - set(FLOOR_OF)
    assert not homeless, f"add to FLOORS, and to the design: {sorted(homeless)}"


def test_no_import_runs_up() -> None:
    up = [
        str(each)
        for each in imports()
        if (part := imported_part(each.target))
        and FLOOR_OF[part] > FLOOR_OF[each.part]
        and not is_display(each)
    ]
    assert not up, "\n".join(up)


def test_parts_do_not_import_one_another_in_circles() -> None:
    needs: dict[str, set[str]] = {part: set() for part in FLOOR_OF}
    for each in imports():
        part = imported_part(each.target)
        if part and part != each.part and not is_display(each):
            needs[each.part].add(part)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as circle:
        pytest.fail(f"parts import one another: {circle.args[1]}")


def test_the_widget_looks_at_a_session_from_outside() -> None:
    inward = [
        str(each)
        for each in imports()
        if each.part == "widget" and imported_part(each.target) in {"session", "__init__"}
    ]
    assert not inward, "\n".join(inward)


def test_outside_packages_stay_where_they_belong() -> None:
    strayed = [
        str(each)
        for each in imports()
        if not each.for_types
        and each.part not in ONLY_IN.get(each.target.partition(".")[0], {each.part})
    ]
    assert not strayed, "\n".join(strayed)


def test_modules_are_one_idea_each() -> None:
    lengths = {
        str(module.relative_to(PACKAGE)): len(module.read_text(encoding="utf-8").splitlines())
        for module in modules()
    }
    too_long = {
        name: length
        for name, length in lengths.items()
        if length > (LONGEST_MODULE_LINES if name in LONG_MODULES else USUAL_MODULE_LINES)
    }
    assert not too_long
    short_again = [name for name in LONG_MODULES if lengths.get(name, 0) <= USUAL_MODULE_LINES]
    assert not short_again, "take these off LONG_MODULES"


def test_functions_fit_on_a_screen() -> None:
    too_long: list[str] = []
    for module in modules():
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            # Counted from the first statement after the docstring: explaining costs nothing.
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            length = (node.end_lineno or 0) - first.lineno + 1
            if length > LONGEST_FUNCTION_LINES:
                too_long.append(f"{module.name}:{node.lineno} {node.name} has {length} lines")
    assert not too_long, "\n".join(too_long)


# Runs in a fresh interpreter and reports what `import costorm_widget` did, as JSON.
IMPORT_AND_REPORT = """
import json, logging, os, sys, threading, time

effects = []
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC

def watch(event, args):
    if event == "open" and isinstance(args[2], int) and args[2] & WRITES:
        effects.append(f"open {args[0]} for writing")
    if event in {"os.mkdir", "os.rename", "os.remove", "sqlite3.connect", "subprocess.Popen"}:
        effects.append(f"{event} {args[0]}")
    if event.startswith("socket."):
        effects.append(event)

sys.addaudithook(watch)
began = time.perf_counter()
import costorm_widget
seconds = time.perf_counter() - began
if logging.root.handlers or logging.getLogger("costorm_widget").handlers:
    effects.append("added a logging handler")
if threading.active_count() > 1:
    effects.append("started a thread")
print(json.dumps({
    "seconds": seconds,
    "effects": effects,
    "modules": sorted({name.partition(".")[0] for name in sys.modules}),
}))
"""


class ImportReport(NamedTuple):
    """What one import did: how long it took, on what it had an effect, what it brought along."""

    seconds: float
    effects: list[str]
    modules: list[str]


def import_once(folder: Path) -> ImportReport:
    done = subprocess.run(
        [sys.executable, "-B", "-c", IMPORT_AND_REPORT],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent), "HOME": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return ImportReport(**json.loads(done.stdout))


def test_import_is_quick_and_has_no_effects(tmp_path: Path) -> None:
    reports = [import_once(tmp_path) for _ in range(3)]
    # The best of three: the first one pays for a cold disk, another for a busy machine.
    assert min(report.seconds for report in reports) < 1.0
    assert not reports[0].effects
    assert not list(tmp_path.iterdir())
    late = {
        *("anywidget", "ipywidgets", "ipycytoscape", "IPython"),
        *("faiss", "langchain", "langchain_core", "langchain_openai", "openai"),
        *("networkx", "pandas"),
        *("requests", "wikipedia"),
        *("arxiv", "ddgs", "httpx", "protego", "trafilatura"),
    }
    assert not late & set(reports[0].modules), "load these when they are used"
