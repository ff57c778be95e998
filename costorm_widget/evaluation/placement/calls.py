"""Counts a model's calls while evidence comes in turns and the model often says "none".

The reference asks about 1.5 calls for each snippet that it places: one for the choice, and more
for the walk where the choice is "none". Here all of a turn share one call for the choice, and one a
level for the walk.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

from costorm_widget.evaluation.placement.maps import ArticleMap
from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.language.choose import choose_engine
from costorm_widget.language.doubles import ScriptedModel
from costorm_widget.mind_map.fold import fold_map
from costorm_widget.mind_map.placement import place
from costorm_widget.settings import Settings
from costorm_widget.usage import Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evaluation.placement.articles import Article
    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.language.doubles import Asked
    from costorm_widget.language.tasks import Engine

_TURN = 20
"""Snippets that come at once."""

_IN_PLACE = 0.3
"""Share of an article's sentences that is in place before the first turn."""


@dataclass(frozen=True, slots=True)
class Calls:
    """What was asked of a model while evidence was placed.

    Attributes:
        placed: Snippets placed.
        choices: Calls that chose between concepts near to them.
        steps: Calls that walked one level.
        others: Any other call.
        none: Share of the choices that were "none".
    """

    placed: int
    choices: int
    steps: int
    others: int
    none: float

    @property
    def each(self) -> float:
        """Calls a snippet."""
        return (self.choices + self.steps + self.others) / self.placed


async def count_calls(
    articles: Sequence[Article], embedder: Embedder, none: float = 0.3, seed: int = 0
) -> Calls:
    """Place the sentences of some articles in turns of twenty, asking a scripted model.

    Args:
        articles: The articles; what does not fill a turn is left out.
        embedder: Vectors.
        none: Share of the choices to which the model says that nothing near fits.
        seed: Which sentences are in place before, and the order of the others.
    """
    refused: list[bool] = []

    def script(asked: Asked) -> Any:  # noqa: ANN401 - JSON
        reply = asked.default()
        if asked.job == "choose_placements":
            for number in range(len(reply["choices"])):
                key = f"{asked.number} {number}".encode()
                refused.append(crc32(key) % 1000 < none * 1000)
                if refused[-1]:
                    reply["choices"][number] = 0
        return reply

    model = ScriptedModel(script)
    engine = _engine(model, embedder)
    placed = 0
    for article in articles:
        placed += await _placed(article, embedder, engine, seed)
    jobs = [each.job for each in model.asked]
    choices, steps = jobs.count("choose_placements"), jobs.count("navigate")
    share = sum(refused) / max(len(refused), 1)
    return Calls(placed, choices, steps, len(jobs) - choices - steps, share)


async def _placed(article: Article, embedder: Embedder, engine: Engine, seed: int) -> int:
    """Place an article's sentences; return how many."""
    made = ArticleMap(article, embedder, engine)
    kept = made.share(_IN_PLACE, seed)
    tree = made.tree(kept)
    coming = [
        made.add(each.text) for place_, each in enumerate(article.sentences) if place_ not in kept
    ]
    random.Random(seed).shuffle(coming)
    turns = [coming[start : start + _TURN] for start in range(0, len(coming) - _TURN + 1, _TURN)]
    for turn in turns:
        for event in await place(tree, turn, made.ground):
            fold_map(tree, event)
    return _TURN * len(turns)


def _engine(model: ScriptedModel, embedder: Embedder) -> Engine:
    settings = Settings(cache=False)
    return choose_engine(
        model,
        None,
        embedder,
        "en",
        ledger=Ledger(lambda: settings, lambda: Usage.of([]), lambda _: None),
        settings=lambda: settings,
        emit=lambda _: None,
    )
