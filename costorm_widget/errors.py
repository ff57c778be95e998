"""The errors of a session, named by who must act.

::

    CostormError
    ├── UserError                 the caller can mend it: the message ends with the remedy
    │   ├── UnknownName           a keyword, setting, concept, expert or source that is not there
    │   ├── BadSetting            a setting out of its range
    │   ├── MindMapError          an edit that would break the map
    │   ├── SessionBusy           a second turn was asked for while one is running
    │   ├── NotYet                something that needs an earlier step
    │   ├── MissingExtra          an optional package is not installed
    │   └── BudgetReached         a limit of the settings is reached, or the next turn would pass it
    ├── ModelError                a language model did not answer, or not with anything usable
    │   ├── ModelUnavailable      no connection, an error of the server: later it may work
    │   │   ├── RateLimited       the provider wants a pause, with the seconds if it says so
    │   │   ├── ModelSilent       it took the request and then said nothing for too long
    │   │   └── StreamBroken      an answer broke off after its first words
    │   ├── ContextOverflow       the prompt is too long for the model, even after shrinking it
    │   ├── ModelRefused          model name or request are wrong: again would not help
    │   │   └── KeyRefused        the key is wrong, or its account has no credit
    │   └── BadReply              an answer that is no message: bytes that cannot be read, nothing
    ├── SourceError               a source could not be read, or is no evidence
    │   ├── SourceNotFound        nothing at that path or address
    │   ├── SourceAmbiguous       the name stands for several articles, with the options
    │   ├── SourceBusy            it wants a pause, with the seconds if it says so
    │   ├── SourceRefused         found, but not usable as evidence (empty, too large, wrong type)
    │   └── SourceChanged         a passage no longer stands in it word for word
    ├── EmbeddingError            the embedding function failed or does not fit the index
    └── Stopped                   the work was stopped by the user; the session is whole

Every message is one or two sentences: what is wrong, then what to do.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class CostormError(Exception):
    """Any error this package raises on purpose."""


class UserError(CostormError):
    """The caller can mend it; the message ends with the remedy."""


class UnknownName(UserError, KeyError):
    """A name that is not there; the message offers the nearest right one.

    Also a `KeyError`, so that mappings such as `session.sources` behave as mappings do.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """Say which `kind` of thing has no `name`, and which of `known` is nearest."""
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        near = get_close_matches(name, self.known, n=1, cutoff=0.5)
        listed = ", ".join(repr(each) for each in self.known[:12]) or "there are none yet"
        remedy = f"did you mean {near[0]!r}?" if near else f"known: {listed}."
        self.message = f"There is no {kind} {name!r}; {remedy}"
        super().__init__(self.message)

    def __str__(self) -> str:
        """Return the message itself: `KeyError` would show its repr."""
        return self.message


class BadSetting(UserError, ValueError):
    """A setting out of its range."""


class MindMapError(UserError):
    """An edit that would break the map: a cycle, an empty name, a change of the root."""


class SessionBusy(UserError):
    """A second turn was asked for while one is running."""


class NotYet(UserError):
    """Something that needs an earlier step, or a part this version does not have."""


class MissingExtra(UserError, ImportError):
    """An optional package is not installed; the message names the extra."""

    def __init__(self, purpose: str, extra: str) -> None:
        """Say what `purpose` needs which `extra` of costorm-widget."""
        self.extra = extra
        super().__init__(f"{purpose} needs an extra; run: pip install 'costorm-widget[{extra}]'")


class BudgetReached(UserError):
    """A limit of the settings is reached, or the next turn would pass it."""


class ModelError(CostormError):
    """A language model did not answer, or not with anything usable.

    Attributes:
        retry: Whether the same call may work when it is made again a little later.
    """

    retry = False


class ModelUnavailable(ModelError):
    """No connection, or an error of the server: later it may work."""

    retry = True


class RateLimited(ModelUnavailable):
    """The provider wants a pause.

    Attributes:
        wait: Seconds until it wants to be asked again; None if it does not say.
    """

    def __init__(self, message: str, wait: float | None = None) -> None:
        """Keep how long to wait."""
        self.wait = wait
        super().__init__(message)


class ModelSilent(ModelUnavailable):
    """The model took the request and then said nothing for too long."""


class StreamBroken(ModelUnavailable):
    """An answer broke off after its first words had been shown."""


class ContextOverflow(ModelError):
    """The prompt is too long for the model.

    Attributes:
        limit: Tokens that the model takes; None if the provider does not say.
        asked: Tokens that the prompt had by the provider's count; None if it does not say.
    """

    def __init__(self, message: str, limit: int | None = None, asked: int | None = None) -> None:
        """Keep what the provider says of the sizes."""
        self.limit = limit
        self.asked = asked
        super().__init__(message)


class ModelRefused(ModelError):
    """Key, model name or request are wrong: asking again would not help."""


class KeyRefused(ModelRefused):
    """The key is wrong or may not use the model, or its account has no credit."""


class BadReply(ModelError):
    """An answer that is no message: bytes that cannot be read, or nothing at all."""

    retry = True


class SourceError(CostormError):
    """A source could not be read, or is no evidence."""


class SourceNotFound(SourceError):
    """Nothing is at that path or address."""


class SourceAmbiguous(SourceError):
    """A name that stands for several articles.

    Attributes:
        title: The name.
        options: Titles of the articles, in the order of the page that lists them.
    """

    def __init__(self, title: str, options: Iterable[str]) -> None:
        """List the `options` for `title`."""
        self.title = title
        self.options = tuple(options)
        listed = ", ".join(repr(each) for each in self.options[:12]) or "it lists none"
        super().__init__(f"{title!r} may mean several things; name one of them: {listed}.")


class SourceBusy(SourceError):
    """The place wants a pause: later it may work.

    Attributes:
        wait: Seconds until it wants to be asked again; None if it does not say.
    """

    def __init__(self, message: str, wait: float | None = None) -> None:
        """Keep how long to wait."""
        self.wait = wait
        super().__init__(message)


class SourceRefused(SourceError):
    """The source was found, but is not usable as evidence."""


class SourceChanged(SourceError):
    """A passage no longer stands in its source word for word."""


class EmbeddingError(CostormError):
    """The embedding function failed, or its vectors do not fit the index."""


class Stopped(CostormError):
    """The work was stopped; the session is as it was before or after a whole turn."""

    def _render_traceback_(self) -> list[str]:
        """Show one line in a notebook: who has stopped it needs no stack."""
        return [str(self)]
