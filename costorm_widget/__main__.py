"""`python -m costorm_widget demo`: a whole session on the sample corpus, in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from costorm_widget.demo import demo


def main() -> None:
    """Read the command line and run the demo."""
    parser = argparse.ArgumentParser(prog="python -m costorm_widget")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("demo", help="a session on the sample corpus, streamed to here")
    run.add_argument("--turns", type=int, default=12, help="turns after the opening (12)")
    run.add_argument("--out", type=Path, default=Path("demo"), help="folder for report and map")
    arguments = parser.parse_args()
    demo(arguments.turns, arguments.out)


if __name__ == "__main__":
    main()
