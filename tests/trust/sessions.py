"""Whole sessions over FreshWiki: extractive ones, and ones with a model that cites wrongly."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from costorm_widget import CoStorm, ScriptedModel, Settings
from tests.trust.adversary import Adversary
from tests.trust.checks import check_session
from tests.trust.topics import GOALS, write_folder

if TYPE_CHECKING:
    from costorm_widget.evidence.embeddings import Embedder
    from tests.trust.checks import Tally

TURNS = 6


def hold(
    tally: Tally,
    article: Path,
    sessions: int,
    turns: int = TURNS,
    embedder: Embedder | None = None,
) -> None:
    """Hold `sessions` sessions on one article, every other one with the adversary; check them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        topic = write_folder(article, folder)
        for seed in range(sessions):
            # Over ten topics of five sessions each engine gets half.
            wrong = (seed + len(topic)) % 2 == 0 if sessions % 2 else seed % 2 == 0
            adversary = Adversary(seed) if wrong else None
            session = _session(topic, folder, seed, adversary, embedder)
            session.warm_start()
            for turn in range(turns):
                session.step(f"What about {GOALS[seed].lower()}" if turn == 1 else "")
            session.generate_report()
            tally.counts["sessions with the adversary"] += wrong
            if adversary:
                tally.counts["sentences of the adversary"] += adversary.sentences
                tally.counts["wrong citations planted"] += len(adversary.planted)
            check_session(tally, session, folder, adversary)


def _session(
    topic: str, folder: Path, seed: int, adversary: Adversary | None, embedder: Embedder | None
) -> CoStorm:
    return CoStorm(
        topic,
        goal=GOALS[seed],
        sources=folder,
        model=ScriptedModel(adversary) if adversary else "extractive",
        embeddings=embedder,
        settings=Settings(seed=seed),
    )
