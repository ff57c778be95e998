"""Builds the widget's JavaScript before a distribution is made or installed in place.

A checkout builds `js/` with npm. A source distribution carries the result and needs no Node.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = "costorm_widget/widget/static/widget.js"
REMEDY = (
    f"{BUNDLE} has to be built from js/, and npm is not there. "
    "Install Node.js 20.19 or later (it brings npm) and build again, "
    "or install the published package, which carries the bundle: pip install costorm-widget"
)


class WidgetBundleHook(BuildHookInterface[Any]):
    """Makes sure that the bundle is there and as new as its sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the bundle unless it is there already.

        Raises:
            SystemExit: when it has to be built and npm is missing.
        """
        root = Path(self.root)
        bundle = root / BUNDLE
        unpacked_release = (root / "PKG-INFO").exists()
        if bundle.exists() and (unpacked_release or not _is_older_than_sources(bundle, root)):
            return
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit(REMEDY)
        self.app.display_info("Building the widget's JavaScript with npm")
        if not _is_installed(root / "js"):
            subprocess.run([npm, "ci"], cwd=root / "js", check=True)
        subprocess.run([npm, "run", "build"], cwd=root / "js", check=True)


def _is_older_than_sources(bundle: Path, root: Path) -> bool:
    built = bundle.stat().st_mtime
    sources = [*(root / "js" / "src").rglob("*"), root / "js" / "package-lock.json"]
    return any(path.stat().st_mtime > built for path in sources if path.is_file())


def _is_installed(js: Path) -> bool:
    """Whether npm installed after the lock was last changed (npm writes this file at the end)."""
    installed = js / "node_modules" / ".package-lock.json"
    lock = js / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime
