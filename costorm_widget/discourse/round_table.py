"""One turn from its beginning to the tidied map.

The policy says who speaks; the speaker speaks; the turn and its evidence enter the record in one
go. Then the map takes in what has no place yet. Stopping before the record changes leaves the
state as it was; stopping while placing leaves whole map changes, and the rest is placed with the
next turn, because what is unplaced is read from the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from costorm_widget import events as ev
from costorm_widget.discourse.experts import ExpertSpeaker, general_knowledge, refreshed
from costorm_widget.discourse.guest import Guest, user_turn
from costorm_widget.discourse.moderator import Moderator
from costorm_widget.discourse.policy import Request, next_seat
from costorm_widget.mind_map.placement import place
from costorm_widget.mind_map.upkeep import upkeep

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from costorm_widget.discourse.policy import Seat
    from costorm_widget.discourse.table import Speaker, Table
    from costorm_widget.mind_map.fold import MapEvent
    from costorm_widget.mind_map.tree import Tree
    from costorm_widget.turns import Turn

_PLANS = 4
"""Times that a change of the map is planned while the user edits it."""


def take_user_turn(table: Table, text: str) -> Turn:
    """Put what the user said into the record and return it."""
    turn = user_turn(table, text)
    table.emit(ev.TurnTaken(turn))
    return turn


async def take_turn(table: Table, request: Request, intent: str = "") -> Turn:
    """Let the next speaker take a turn, put it into the record, and keep the map in shape."""
    seat = next_seat(table.state, request)
    asked = table.state.turns[-1] if table.state.turns else None
    turn = await _speaker(table, seat, intent).speak(table)
    commit(table, turn)
    if seat.role == "general knowledge" and asked is not None and asked.intent.asks:
        await _refresh_experts(table, turn)
    await grow_map(table)
    return turn


def commit(table: Table, turn: Turn) -> None:
    """Put a whole turn, and the evidence found for it, into the record."""
    found = table.intake.event()
    if found is not None:
        table.emit(found)
    table.emit(ev.TurnTaken(turn))


async def grow_map(table: Table) -> None:
    """Place what has no place yet, then split and tidy by need."""
    state = table.state

    async def placed(tree: Tree) -> tuple[MapEvent, ...]:
        return await place(tree, state.unplaced, table.ground)

    async def kept_up(tree: Tree) -> tuple[MapEvent, ...]:
        return await upkeep(tree, table.ground)

    await _change_map(table, placed)
    await _change_map(table, kept_up)


async def _change_map(
    table: Table, plan: Callable[[Tree], Awaitable[tuple[MapEvent, ...]]]
) -> None:
    """Emit what `plan` says for the map.

    The user may edit the map while the plan is made, and a listener while it is carried out. So
    it is made for a copy, and made anew once the session is not the one it was made for. Who
    edits without a pause is not kept waiting for: the next turn plans again.
    """
    state = table.state
    for _ in range(_PLANS):
        kept = state.kept
        for event in await plan(state.tree.copy()):
            if state.kept != kept:
                break
            table.emit(event)
            kept += 1
        else:
            return


def _speaker(table: Table, seat: Seat, intent: str) -> Speaker:
    match seat.role:
        case "expert":
            expert = next(each for each in table.state.experts if each.id == seat.expert)
            return ExpertSpeaker(expert)
        case "general knowledge":
            return general_knowledge()
        case "moderator":
            return Moderator()
        case "guest":
            return Guest(intent)
        case "user":
            message = "the user's own turn needs no speaker"
            raise AssertionError(message)
        case _:
            assert_never(seat.role)


async def _refresh_experts(table: Table, answer: Turn) -> None:
    """Renew the expert list with the question that was just answered as the focus."""
    passages = table.passages(answer.retrieved)
    experts = await refreshed(table, passages, answer.question)
    if experts is not None:
        table.emit(ev.ExpertsChanged(experts, focus=answer.question))
