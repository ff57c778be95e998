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


class _Named(Protocol):
    @property
    def id(self) -> str: ...


Item = TypeVar("Item", bound=_Named)


class Shelf(Generic[Item]):
    """Things of a session: iterated in order, looked up by id (sources by number, too)."""

    def __init__(self, kind: str, items: Callable[[], Mapping[str, Item]]) -> None:
        """Show what `items` returns at each look; `kind` is the word used in errors."""
        self._kind = kind
        self._items = items

    def __iter__(self) -> Iterator[Item]:
        """Iterate over the things themselves."""
        return iter(list(self._items().values()))

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
                    return item
        elif key in items:
            return items[key]
        raise UnknownName(self._kind, str(key), items)

    def __repr__(self) -> str:
        """Say what is on the shelf."""
        return f"<{len(self)} {self._kind}s>"


class Roster:
    """Who sits at the table; each change is an event."""

    def __init__(self, state: SessionState, emit: Callable[[ev.KeptEvent], None]) -> None:
        """Show the experts of `state`; changes go through `emit`."""
        self._state = state
        self._emit = emit

    def __iter__(self) -> Iterator[Expert]:
        """Iterate in speaking order."""
        return iter(list(self._state.experts))

    def __len__(self) -> int:
        """How many experts there are, muted ones too."""
        return len(self._state.experts)

    def __getitem__(self, key: str | int) -> Expert:
        """Return an expert by id, by name in any case, or by place.

        Raises:
            UnknownName: If nobody of that name sits here.
        """
        experts = self._state.experts
        if isinstance(key, int):
            return experts[key]
        for expert in experts:
            if key in (expert.id, expert.name) or key.casefold() == expert.name.casefold():
                return expert
        raise UnknownName("expert", key, [expert.name for expert in experts])

    def add(self, name: str, role: str = "") -> Expert:
        """Seat an expert, who then stays through every refresh of the list.

        Raises:
            UserError: If the name is empty or taken.
        """
        label = " ".join(name.split())
        taken = {expert.name.casefold() for expert in self._state.experts}
        if not label or label.casefold() in taken:
            message = f"An expert called {name!r} cannot be seated; give a name nobody here has."
            raise UserError(message)
        highest = max((int(each.id[1:]) for each in self._state.experts), default=0)
        expert = Expert(f"e{highest + 1}", label, role.strip() or label, kept=True)
        self._change([*self._state.experts, expert])
        return expert

    def remove(self, key: str | int) -> None:
        """Let an expert leave the table."""
        gone = self[key]
        self._change([each for each in self._state.experts if each.id != gone.id])

    def mute(self, key: str | int, muted: bool = True) -> Expert:  # noqa: FBT001, FBT002 - reads as a switch
        """Keep an expert at the table without a word, or give the word back."""
        changed = replace(self[key], muted=muted, kept=True)
        self._change([changed if each.id == changed.id else each for each in self._state.experts])
        return changed

    def __repr__(self) -> str:
        """List the names."""
        return f"<experts: {', '.join(each.name for each in self) or 'nobody yet'}>"

    def _change(self, experts: list[Expert]) -> None:
        self._emit(ev.ExpertsChanged(tuple(experts), by="user"))


class LiveSettings:
    """The session's settings; assigning to one is checked and becomes an event."""

    def __init__(self, state: SessionState, emit: Callable[[ev.KeptEvent], None]) -> None:
        """Show the settings of `state`; changes go through `emit`."""
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "_emit", emit)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as wide as the settings are
        """Return the value of a setting."""
        if name.startswith("_") or name not in {each.name for each in fields(Settings)}:
            raise AttributeError(name)
        return getattr(self._state.settings, name)

    def __setattr__(self, name: str, value: object) -> None:
        """Set one setting.

        Raises:
            UnknownName: For a setting that does not exist.
            BadSetting: For a value out of range.
        """
        self._emit(ev.SettingsChanged(self._state.settings.with_values(**{name: value})))

    def __repr__(self) -> str:
        """Show all values."""
        return repr(self._state.settings)
