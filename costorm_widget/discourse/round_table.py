"""One turn from its beginning to the tidied map.

The policy says who speaks; the speaker speaks; the turn and its evidence enter the record in one
go. Then the map takes in what has no place yet. A turn is first *prepared*, which changes nothing,
and then *settled*: so it can be stopped, or made in advance and dropped. Stopping while placing
leaves whole map changes; the rest is placed with the next turn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from costorm_widget import events as ev
from costorm_widget.discourse.advocate import DevilsAdvocate
from costorm_widget.discourse.aims import aim_of
from costorm_widget.discourse.beside import Beside
from costorm_widget.discourse.experts import ExpertSpeaker, general_knowledge, reseated
from costorm_widget.discourse.guest import Guest, user_turn
from costorm_widget.discourse.map_work import draw, grow_map
from costorm_widget.discourse.moderator import Moderator
from costorm_widget.discourse.policy import (
    ADVOCATE,
    QUESTION_AND_ANSWER,
    Request,
    Seat,
    next_seat,
    said,
    steered_seat,
)
from costorm_widget.discourse.utterance import spent
from costorm_widget.errors import (
    BadSetting,
    BudgetReached,
    EmbeddingError,
    ModelError,
    NotYet,
)
from costorm_widget.turns import Intent, Turn
from costorm_widget.usage import charging

if TYPE_CHECKING:
    from costorm_widget.discourse.policy import Policy
    from costorm_widget.discourse.steering import Remark
    from costorm_widget.discourse.table import Speaker, Table


@dataclass(frozen=True, slots=True)
class Prepared:
    """A turn that is whole and not in the record yet, and the work on what else it changes."""

    turn: Turn
    beside: Beside


def take_user_turn(table: Table, said: Remark) -> Turn:
    """Put what the user said into the record and return it."""
    turn = user_turn(table, said)
    table.emit(ev.TurnTaken(turn))
    return turn


async def take_turn(
    table: Table, request: Request, intent: str = "", policy: Policy = next_seat
) -> Turn:
    """Let the next speaker take a turn, put it into the record, and keep the map in shape."""
    speaker = next_speaker(table, request, intent, policy)
    return await settle_turn(table, await prepare_turn(table, speaker))


def next_speaker(table: Table, request: Request, intent: str, policy: Policy) -> Speaker:
    """Return who speaks next: as the user wants, in this step or by steering, else by the policy.

    Raises:
        NotYet: If it is the user's turn.
        BadSetting: If the policy returns nobody who can speak.
    """
    asked_for = request.user or request.guest or request.moderator
    chosen: Seat | Speaker = (
        next_seat(table.state, request)
        if asked_for
        else steered_seat(table.state) or policy(table.state)
    )
    if isinstance(chosen, Seat):
        return _seated(table, chosen, intent)
    if not callable(getattr(chosen, "speak", None)):
        message = f"policy gave {chosen!r}; let it return a Seat or an object with speak(table)."
        raise BadSetting(message)
    return chosen


async def prepare_turn(table: Table, speaker: Speaker, *, ahead: bool = False) -> Prepared:
    """Let `speaker` come to a whole turn; nothing enters the record yet."""
    last = next(said(table.state), None)
    focus = speaker.role == "general knowledge" and last is not None and last.intent.asks
    beside = Beside(table, refresh=focus and table.state.settings.mode not in QUESTION_AND_ANSWER)
    table.beside = beside.begin if table.engine.remote else None
    name, _ = table.next_turn()
    concept = aim_of(table.state).concept  # now: the user may change the map meanwhile
    try:
        with charging(name, speaker.name, ahead=ahead):
            turn = await _spoken(table, speaker)
            if not turn.intent.asks:
                turn = replace(turn, concept=turn.concept or concept)
            return Prepared(turn, beside)
    except BaseException:
        await beside.cancel()
        raise
    finally:
        table.beside = None


async def settle_turn(table: Table, prepared: Prepared) -> Turn:
    """Put a prepared turn into the record, and let it change the experts and the map."""
    turn = prepared.turn
    commit(table, turn)
    with charging(turn.id, turn.speaker):
        growth = await prepared.beside.result(turn.question, turn.retrieved)
        if growth.proposals and turn.status != "failed":
            table.emit(ev.ExpertsChanged(reseated(table, growth.proposals), focus=turn.question))
        if not draw(table, growth.map_plan) or table.state.unplaced:
            await grow_map(table)
    return turn


def commit(table: Table, turn: Turn) -> None:
    """Put a whole turn, and the evidence found for it, into the record."""
    found = table.intake.event()
    if found is not None:
        table.emit(found)
    table.emit(ev.TurnTaken(turn))


async def _spoken(table: Table, speaker: Speaker) -> Turn:
    """Return the turn, however it went; a spent budget alone ends it without one.

    With a fallback, the turn that a model has failed is taken again without one, and says so.

    Raises:
        BudgetReached: If a limit is reached and there is no fallback.
        BadSetting: If a speaker of the user's returns something that is no turn.
    """
    helpless = table.engine.fallback is table.engine
    fallback = table.state.settings.fallback == "extractive" and not helpless
    try:
        turn = _checked(speaker, await speaker.speak(table))
    except (ModelError, EmbeddingError) as error:
        turn = _failed(table, speaker, str(error))
    except BudgetReached as error:
        if not fallback:
            raise
        turn = _failed(table, speaker, str(error))
    if turn.status != "failed" or not fallback:
        return turn
    try:
        quoted = await speaker.speak(table.spoken_by(table.engine.fallback))
    except EmbeddingError:
        return turn  # without vectors nobody finds anything
    return replace(quoted, error=f"Quoted from the sources, without a model. {turn.error}")


def _checked(speaker: Speaker, turn: object) -> Turn:
    if isinstance(turn, Turn):
        return turn
    message = f"{speaker.name} returned {turn!r}; let speak(table) return table.utter(...)."
    raise BadSetting(message)


def _failed(table: Table, speaker: Speaker, why: str) -> Turn:
    """Return the turn of a speaker who did not come to speak."""
    name, number = table.next_turn()
    asks = speaker.role in {"moderator", "guest"}
    intent = Intent.ORIGINAL_QUESTION if asks else Intent.POTENTIAL_ANSWER
    retrieved = tuple(table.intake.snippets)
    return Turn(
        name,
        number,
        speaker.name,
        speaker.role,
        intent,
        "",
        retrieved=retrieved,
        status="failed",
        error=why,
        usage=spent(table, name),
    )


def _seated(table: Table, seat: Seat, intent: str) -> Speaker:
    match seat.role:
        case "expert":
            able = {each.id: each for each in table.state.experts if not each.muted}
            expert = able.get(seat.expert)
            if seat.expert == ADVOCATE:
                return DevilsAdvocate()
            if expert and seat.asks:
                return Moderator(expert.name, "expert")
            return ExpertSpeaker(expert) if expert else general_knowledge()
        case "general knowledge":
            return general_knowledge()
        case "moderator":
            return Moderator()
        case "guest":
            return Guest(intent)
        case "user":
            message = "It is your turn: say something, or step(simulate_user=True)."
            raise NotYet(message)
        case _:
            assert_never(seat.role)
