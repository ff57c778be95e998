"""The wire between kernel and page: numbered events one way, commands the other.

The page folds the same events as the kernel does. Each message of kind `event` has a `seq`; a
page that misses one says `hello` with the last it has seen and gets a snapshot: all kept events
and what is being said right now. Tokens are gathered for a moment, so that a fast writer does not
flood the page. Everything here runs on the session's thread.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from costorm_widget import events as ev
from costorm_widget.evidence.context import context

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from costorm_widget.evidence.sources import Snippet, Source
    from costorm_widget.journal import Live

    Message = dict[str, Any]

GATHER_SECONDS = 0.05
"""How long tokens are gathered: too short to be seen, long enough to spare the page."""

VERSION = 1

AROUND = 240
"""Characters of the source that come with a passage on either side: two or three sentences."""

_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t].*$", re.MULTILINE)


def wire_form(event: ev.Event) -> Message:
    """Return an event for the page: snippets bring their text and what is around it, not sources.

    Each snippet has `around`, what stands before and behind it in its section.
    """
    if not isinstance(event, ev.EvidenceFound):
        return ev.to_dict(event)
    sources = {each.id: each for each in event.sources}
    bare = tuple(replace(each, text="") for each in event.sources)
    message = ev.to_dict(replace(event, sources=bare))
    for snippet, written in zip(event.snippets, message["snippets"], strict=True):
        written["around"] = _around(snippet, sources[snippet.source_id])
    return message


def _around(snippet: Snippet, source: Source) -> list[str]:
    shown = context(source.text, snippet.start, snippet.end, AROUND)
    return [_HEADING.split(shown.before)[-1].lstrip(), _HEADING.split(shown.after)[0].rstrip()]


def now_speaks(engine: str) -> str:
    """Return a line for the user on who speaks from here on."""
    if engine == "extractive":
        return "From here on the extractive engine speaks: it quotes the sources, without a model."
    return f"From here on {engine} speaks."


class Wire:
    """Numbers and sends what happens, and knows how to tell it all again."""

    def __init__(self, send: Callable[[Message], None], about: str, live: Live) -> None:
        """Send through `send`.

        Args:
            send: Brings a message to the page.
            about: The engine's line for the user; after a change of engine it is `now_speaks`.
            live: What is going on right now, kept up to date by the journal.
        """
        self._send = send
        self._about = about
        self._live = live
        self._seq = 0
        self._kept: list[Message] = []
        self._tokens: ev.Token | None = None

    def open(self, events: Iterable[ev.KeptEvent]) -> None:
        """Take in what happened before there was a page."""
        self._kept = [wire_form(event) for event in events]

    def tell(self, event: ev.Event) -> None:
        """Take one event and send it, tokens a little later than the rest."""
        if isinstance(event, ev.Token):
            self._gather(event)
            return
        self.flush()
        message = wire_form(event)
        if ev.is_kept(event):
            self._kept.append(message)
        if isinstance(event, ev.EngineChanged):
            self._about = now_speaks(event.engine)
            self._push(message, about=self._about)
        else:
            self._push(message)

    def flush(self) -> None:
        """Send the tokens gathered so far."""
        tokens, self._tokens = self._tokens, None
        if tokens is not None:
            self._push(wire_form(tokens))

    def greet(self) -> None:
        """Answer a page that has missed something, or has just come."""
        self.flush()
        self._send({"type": "snapshot", "seq": self._seq, "snapshot": self.snapshot()})

    def snapshot(self) -> Message:
        """Return everything a page needs to show the session."""
        return {
            "version": VERSION,
            "events": list(self._kept),
            "about": self._about,
            "live": asdict(self._live),
        }

    def _gather(self, token: ev.Token) -> None:
        if self._tokens is not None and self._tokens.id == token.id:
            self._tokens = replace(self._tokens, text=self._tokens.text + token.text)
            return
        self.flush()
        self._tokens = token
        asyncio.get_running_loop().call_later(GATHER_SECONDS, self.flush)

    def _push(self, event: Message, **more: str) -> None:
        self._seq += 1
        self._send({"type": "event", "seq": self._seq, "event": event, **more})
