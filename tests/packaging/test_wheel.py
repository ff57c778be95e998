"""What users download: the bundle and the samples are in it, and it builds without Node."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUNDLE = "costorm_widget/widget/static/widget.js"

pytestmark = pytest.mark.slow


def build(
    kind: str, source: Path, target: Path, *, search_path: str
) -> subprocess.CompletedProcess[str]:
    """Run `python -m build` on `source`, finding programs on `search_path` alone."""
    return subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "-o", target, source],
        env={**os.environ, "PATH": search_path},
        capture_output=True,
        text=True,
        check=False,
    )


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("sdist")
    done = build("sdist", ROOT, target, search_path=os.environ["PATH"])
    assert done.returncode == 0, done.stdout + done.stderr
    return only(target, "*.tar.gz")


@pytest.fixture
def unpacked(sdist: Path, tmp_path: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    return only(tmp_path, "costorm_widget-*")


@pytest.fixture
def nowhere(tmp_path: Path) -> str:
    """A search path without any program, so without npm and Node."""
    (tmp_path / "bin").mkdir()
    return str(tmp_path / "bin")


def sample_documents() -> set[str]:
    samples = ROOT / "costorm_widget" / "samples"
    return {str(path.relative_to(ROOT)) for path in samples.rglob("*.md")}


def test_sdist_carries_the_bundle_and_the_samples(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert BUNDLE in names
    assert sample_documents() <= names
    assert len(sample_documents()) >= 24
    assert not [name for name in names if "node_modules" in name]


def test_wheel_builds_from_the_sdist_without_node(
    unpacked: Path, nowhere: str, tmp_path: Path
) -> None:
    done = build("wheel", unpacked, tmp_path, search_path=nowhere)
    assert done.returncode == 0, done.stdout + done.stderr
    names = set(zipfile.ZipFile(only(tmp_path, "*.whl")).namelist())
    assert BUNDLE in names
    assert "costorm_widget/py.typed" in names
    assert sample_documents() <= names
    top = {name.partition("/")[0] for name in names}
    assert top == {"costorm_widget", "costorm_widget-0.1.0.dist-info"}


def test_a_build_without_bundle_and_npm_says_what_to_do(
    unpacked: Path, nowhere: str, tmp_path: Path
) -> None:
    (unpacked / BUNDLE).unlink()
    done = build("wheel", unpacked, tmp_path, search_path=nowhere)
    assert done.returncode != 0
    assert "Install Node.js" in done.stdout + done.stderr
