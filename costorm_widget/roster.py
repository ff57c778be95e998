"""The user's faces to what a session holds: its experts, its shelves, its settings."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from costorm_widget import events as ev
from costorm_widget.errors import UnknownName, UserError
from costorm_widget.settings import Settings
from costorm_widget.turns import Expert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costorm_widget.state import SessionState


Result = TypeVar("Result")


class Board(Protocol):
    """Where a session's state lives: it is read there, and changed by events."""

    @property
    def state(self) -> SessionState:
        """The state as it is now."""
        ...

    def emit(self, event: ev.KeptEvent) -> None:
        """Record a change that was checked."""
        ...

    def alone(self, function: Callable[[], Result]) -> Result:
        """Return what `function` returns; nothing else changes the session while it runs."""
        ...


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Item = TypeVar("Item", bound=_Named)


class Shelf(Generic[Item]):
    """Things of a session: iterated in order, looked up by id (sources by number, too)."""

    def __init__(
        self,
        kind: str,
        items: Callable[[], Mapping[str, Item]],
        hand_out: Callable[[Item], Item] = lambda item: item,
    ) -> None:
        """Show what `items` returns at each look.

        Args:
            kind: The word used in errors.
            items: Returns the things by id.
            hand_out: Makes of each thing what the user gets.
        """
        self._kind = kind
        self._items = items
        self._hand_out = hand_out

    def __iter__(self) -> Iterator[Item]:
        """Iterate over the things themselves."""
        return map(self._hand_out, list(self._items().values()))

    def __len__(self) -> int:
        """How many there are."""
        return len(self._items())

    def __contains__(self, key: object) -> bool:
        """Whether there is one with this id."""
        return key in self._items()

    def __getitem__(self, key: str | int) -> Item:
        """Return the one with this id, or with this printed number.

        Raises:
            UnknownName: If there is none.
        """
        items = self._items()
        if isinstance(key, int):
            for item in items.values():
                if getattr(item, "number", None) == key:
                    return self._hand_out(item)
        elif key in items:
            return self._hand_out(items[key])
        raise UnknownName(self._kind, str(key), items)

    def __repr__(self) -> str:
        """Say what is on the shelf."""
        return f"<{len(self)} {self._kind}s>"


class SeatedExpert:
    """An expert at the table; assigning to name, role or muted is checked and becomes an event."""

    def __init__(self, board: Board, expert: str) -> None:
        """Show the expert with the id `expert`."""
        self._board = board
        self.id = expert

    @property
    def name(self) -> str:
        """Short name for people; nobody else at the table has it."""
        return self._now.name

    @name.setter
    def name(self, name: str) -> None:
        label = " ".join(name.split())

        def change() -> None:
            others = (each for each in self._board.state.experts if each.id != self.id)
            if not label or label.casefold() in {each.name.casefold() for each in others}:
                message = f"{name!r} cannot be their name; give one that nobody here has."
                raise UserError(message)
            self._change(name=label)

        self._board.alone(change)

    @property
    def role(self) -> str:
        """What this expert looks at."""
        return self._now.role

    @role.setter
    def role(self, role: str) -> None:
        self._board.alone(lambda: self._change(role=" ".join(role.split()) or self.name))

    @property
    def muted(self) -> bool:
        """Whether they sit there without a word."""
        return self._now.muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._board.alone(lambda: self._change(muted=bool(muted)))

    @property
    def kept(self) -> bool:
        """Whether they stay when the list is renewed: the user has added or edited them."""
        return self._now.kept

    def __eq__(self, other: object) -> bool:
        """Whether `other` is the same expert, as they are now."""
        if isinstance(other, SeatedExpert):
            return self.id == other.id and self._seated == other._seated
        return isinstance(other, Expert) and self._seated == other

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        """Show name and role."""
        if self._seated is None:
            return f"<expert {self.id}, who has left>"
        return f"<expert {self.name}: {self.role}{' (muted)' if self.muted else ''}>"

    @property
    def _seated(self) -> Expert | None:
        return next((each for each in self._board.state.experts if each.id == self.id), None)

    @property
    def _now(self) -> Expert:
        expert = self._seated
        if expert is None:
            known = [each.name for each in self._board.state.experts]
            raise UnknownName("expert", self.id, known)
        return expert

    def _change(self, **changes: str | bool) -> None:
        changed = replace(self._now, **changes, kept=True)  # type: ignore[arg-type]
        experts = self._board.state.experts
        listed = tuple(changed if each.id == changed.id else each for each in experts)
        self._board.emit(ev.ExpertsChanged(listed, by="user"))


class Roster:
    """Who sits at the table; each change is an event."""

    def __init__(self, board: Board) -> None:
        """Show the experts of `board`."""
        self._board = board

    def __iter__(self) -> Iterator[SeatedExpert]:
        """Iterate in speaking order."""
        return iter([self._seat(each) for each in self._experts])

    def __len__(self) -> int:
        """How many experts there are, muted ones too."""
        return len(self._experts)

    def __getitem__(self, key: str | int) -> SeatedExpert:
        """Return an expert by id, by name in any case, or by place.

        Raises:
            UnknownName: If nobody of that name sits here, or nobody in that place.
        """
        experts = self._experts
        if isinstance(key, int):
            if -len(experts) <= key < len(experts):
                return self._seat(experts[key])
        else:
            name = key.casefold()
            for expert in experts:
                if key == expert.id or name == expert.name.casefold():
                    return self._seat(expert)
        raise UnknownName("expert", str(key), [expert.name for expert in experts])

    def add(self, name: str, role: str = "") -> SeatedExpert:
        """Seat an expert, who then stays through every refresh of the list.

        Raises:
            UserError: If the name is empty or taken.
        """
        label = " ".join(name.split())

        def seat() -> Expert:
            if not label or label.casefold() in {each.name.casefold() for each in self._experts}:
                message = f"{name!r} cannot be seated; give a name that nobody here has."
                raise UserError(message)
            highest = max((int(each.id[1:]) for each in self._experts), default=0)
            expert = Expert(f"e{highest + 1}", label, role.strip() or label, kept=True)
            self._change([*self._experts, expert])
            return expert

        return self._seat(self._board.alone(seat))

    def remove(self, key: str | int) -> None:
        """Let an expert leave the table.

        Raises:
            UnknownName: If nobody of that name sits here.
        """

        def let_go() -> None:
            gone = self[key].id
            self._change([each for each in self._experts if each.id != gone])

        self._board.alone(let_go)

    def mute(self, key: str | int, muted: bool = True) -> SeatedExpert:  # noqa: FBT001, FBT002 - reads as a switch
        """Keep an expert at the table without a word, or give the word back.

        Raises:
            UnknownName: If nobody of that name sits here.
        """
        expert = self[key]
        expert.muted = muted
        return expert

    def __repr__(self) -> str:
        """List the names."""
        return f"<experts: {', '.join(each.name for each in self) or 'nobody yet'}>"

    def _seat(self, expert: Expert) -> SeatedExpert:
        return SeatedExpert(self._board, expert.id)

    @property
    def _experts(self) -> list[Expert]:
        return self._board.state.experts

    def _change(self, experts: list[Expert]) -> None:
        self._board.emit(ev.ExpertsChanged(tuple(experts), by="user"))


class LiveSettings:
    """The session's settings; assigning to one is checked and becomes an event."""

    def __init__(self, board: Board) -> None:
        """Show the settings of `board`."""
        object.__setattr__(self, "_board", board)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as wide as the settings are
        """Return the value of a setting."""
        if name.startswith("_") or name not in {each.name for each in fields(Settings)}:
            raise AttributeError(name)
        return getattr(self._board.state.settings, name)

    def __setattr__(self, name: str, value: object) -> None:
        """Set one setting.

        Raises:
            UnknownName: For a setting that does not exist.
            BadSetting: For a value out of range.
        """
        board: Board = self._board

        def change() -> None:
            board.emit(ev.SettingsChanged(board.state.settings.with_values(**{name: value})))

        board.alone(change)

    def __repr__(self) -> str:
        """Show all values."""
        return repr(self._board.state.settings)
