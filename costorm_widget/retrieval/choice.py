"""Which sources may be used, and how much they count: what the user allows, denies and trusts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from costorm_widget.retrieval.domains import above, domain_of, read_domain
from costorm_widget.retrieval.failures import failed
from costorm_widget.retrieval.reliability import Reliability

if TYPE_CHECKING:
    from pathlib import Path

    from costorm_widget.evidence.sources import Source
    from costorm_widget.retrieval.base import Found

Test = Callable[["Source"], bool]
Rule = str | Iterable[str] | Test
"""Domains, each with its subdomains, or a function from a source to True or False."""


class Choice:
    """What passes on its way from a place to the answer.

    Domains speak of the web alone: what has no domain, such as the user's own files, passes them.
    A function decides about every source.

    Args:
        allow: What may be used; nothing given allows all.
        deny: What may not, even if it is allowed.
        reliability: Ratings of domains, or a file with them; see `Reliability`.

    Raises:
        BadSetting: For what is no domain or no rating.
        SourceNotFound: If there is no such file.
    """

    def __init__(
        self,
        allow: Rule = (),
        deny: Rule = (),
        reliability: Mapping[str, str | float] | str | Path | None = None,
    ) -> None:
        self._allow = allow if callable(allow) else _domains(allow)
        self._deny = deny if callable(deny) else _domains(deny)
        self._reliability = None if reliability is None else Reliability(reliability)

    def passes(self, found: Found) -> bool:
        """Whether a passage may be used.

        Raises:
            SourceError: If a function of the user's fails.
        """
        source = found.source
        domain = domain_of(source.url)
        if callable(self._allow):
            allowed = _asked(self._allow, source, "allow")
        else:
            allowed = not self._allow or not domain or _within(domain, self._allow)
        if callable(self._deny):
            denied = _asked(self._deny, source, "deny")
        else:
            denied = _within(domain, self._deny)
        return allowed and not denied and self.weight(source) > 0

    def weight(self, source: Source) -> float:
        """Return what a source counts, 0 to 1; 1 if nothing is said of it."""
        rating = self._reliability.of(source.url) if self._reliability else None
        return rating.weight if rating else 1.0

    def marked(self, found: Found) -> Found:
        """Return a passage whose source tells how it is rated."""
        rating = self._reliability.of(found.source.url) if self._reliability else None
        if rating is None:
            return found
        line = f"reliability of {rating.domain}: {rating.given}"
        if line in found.source.provenance:
            return found
        provenance = (*found.source.provenance, line)
        return replace(found, source=replace(found.source, provenance=provenance))


def _domains(given: str | Iterable[str]) -> frozenset[str]:
    return frozenset(read_domain(each) for each in ([given] if isinstance(given, str) else given))


def _within(domain: str, domains: frozenset[str]) -> bool:
    return not domains.isdisjoint(above(domain))


def _asked(test: Test, source: Source, name: str) -> bool:
    try:
        return bool(test(source))
    except Exception as error:  # the user's function raises whatever it raises
        raise failed(f"{name}=… for {source.url or source.title!r}", error) from error
