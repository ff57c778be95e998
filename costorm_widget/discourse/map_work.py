"""How evidence gets its place in the map: planned on a copy, carried out as events.

A plan may take a while and the user may edit the map meanwhile, or a listener while it is carried
out. So it is made for the map as it is and given up, and made anew, once the map is not that one.
Who edits without a pause is not kept waiting for: the next turn plans again, because what is
unplaced is read from the state.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costorm_widget.errors import BudgetReached, EmbeddingError, ModelError
from costorm_widget.mind_map.fold import fold_map
from costorm_widget.mind_map.placement import place
from costorm_widget.mind_map.upkeep import upkeep

if TYPE_CHECKING:
    from costorm_widget.discourse.table import Table
    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.ground import Ground

_log = logging.getLogger(__name__)

_PLANS = 4
"""Times that a change of the map is planned while the user edits it."""


@dataclass(frozen=True, slots=True)
class MapPlan:
    """Changes of the map, and how often it had changed when they were planned."""

    events: tuple[MapEvent, ...]
    map_changes: int


async def plan_map(table: Table) -> MapPlan:
    """Place what has no place yet, evidence on its way in included; split and tidy by need.

    A model that fails, or a budget that is spent, must not cost the map anything: what nobody can
    be asked about is decided by the engine's fallback. Without vectors nothing can be placed; then
    the map waits, as the turn is whole without it, and the next turn plans again.
    """
    try:
        try:
            return await _planned(table, table.ground)
        except (ModelError, BudgetReached):
            ground = replace(table.ground, engine=table.engine.fallback)
            return await _planned(table, ground)
    except (EmbeddingError, BudgetReached) as error:
        _log.warning("The map waits for the next turn: %s", error)
        return MapPlan((), table.state.map_changes)


async def grow_map(table: Table) -> None:
    """Plan and carry out what the map needs."""
    for _ in range(_PLANS):
        if draw(table, await plan_map(table)):
            return


def draw(table: Table, plan: MapPlan) -> bool:
    """Carry out a plan; False as soon as the map is not the one it was made for."""
    changes = plan.map_changes
    for event in plan.events:
        if table.state.map_changes != changes:
            return False
        table.emit(event)
        changes += 1
    return True


async def _planned(table: Table, ground: Ground) -> MapPlan:
    changes = table.state.map_changes
    tree = table.state.tree.copy()  # who edits the map meanwhile changes another one
    placed = await place(tree, table.unplaced, ground)
    for event in placed:
        fold_map(tree, event)
    return MapPlan((*placed, *await upkeep(tree, ground)), changes)
