"""`python -m costorm_widget demo`: a whole session on the sample corpus, in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from costorm_widget.demo import demo
from costorm_widget.errors import CostormError

_INTERRUPTED = 130
"""What a shell expects of a program that was ended by Ctrl+C."""


def main() -> None:
    """Read the command line and run the demo."""
    parser = argparse.ArgumentParser(prog="python -m costorm_widget")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("demo", help="a session on the sample corpus, streamed to here")
    run.add_argument("--turns", type=_count, default=12, help="turns after the opening (12)")
    run.add_argument("--out", type=Path, default=Path("demo"), help="folder for report and map")
    run.add_argument(
        "--model",
        help="who speaks: PROVIDER:NAME, or extractive for the built-in engine (the default; with "
        "--base-url the server's first model)",
    )
    run.add_argument("--base-url", help="a server that speaks OpenAI's protocol, mostly …/v1")
    arguments = parser.parse_args()
    # Without either the demo shows the same everywhere, whatever key the environment holds.
    model = arguments.model or (None if arguments.base_url else "extractive")
    try:
        whole = demo(arguments.turns, arguments.out, model, arguments.base_url)
    except CostormError as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit(_INTERRUPTED) from None
    if not whole:
        raise SystemExit(1)


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        message = f"{count} turns cannot be taken; give a whole number from 1 up"
        raise argparse.ArgumentTypeError(message)
    return count


if __name__ == "__main__":
    main()
