"""What a user may say of the places to search in: which sources pass, and what limits one has."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from costorm_widget.errors import BadSetting
from costorm_widget.retrieval.choice import Choice
from costorm_widget.retrieval.named import named_sources
from costorm_widget.retrieval.rerank import Reranker

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from costorm_widget.retrieval.choice import Rule
    from costorm_widget.retrieval.rerank import Hook


class Sources:
    """Several places searched as one, with a say in which of their sources count.

    ::

        Sources("papers/", "wikipedia", deny=["example.com"], reliability="domains.csv")

    Args:
        places: What `CoStorm(sources=…)` takes, each.
        allow: Web domains that may be used, each with its subdomains, or a function from a
            `Source` to True or False. Files of your own have no domain and pass all domains.
        deny: The same for what may not be used.
        reliability: How far you trust which domains: `"reliable"`, `"mixed"`, `"unreliable"` or a
            number from 0 to 1 by domain, or a CSV, JSON or YAML file with that; `"*"` is every
            other domain. It weighs what is found, and 0 leaves it out. Ranks weigh little, so
            0.9 costs a passage about seven places, and 0.5 all of them.
        rerank: Puts what is found in another order: a function from a query and `Found` passages
            to scores, or a LangChain document compressor.

    Raises:
        BadSetting: For what is no domain, no rating or no way to rerank.
        SourceNotFound: If there is no such file of ratings.
    """

    def __init__(
        self,
        *places: object,
        allow: Rule = (),
        deny: Rule = (),
        reliability: Mapping[str, str | float] | str | Path | None = None,
        rerank: Hook | object | None = None,
    ) -> None:
        self.places = tuple(named_sources(list(places)))
        self.choice = Choice(allow, deny, reliability)
        self.reranker = None if rerank is None else Reranker(rerank)


class Limited:
    """One place with limits of its own.

    ::

        ["papers/", Limited("wikipedia", results=3, seconds=10)]

    Args:
        place: What `CoStorm(sources=…)` takes.
        results: Most passages that it gives for one query; None gives what is asked for.
        seconds: Longest time for one search; None is a minute.

    Raises:
        BadSetting: If a limit is not above 0.
    """

    def __init__(
        self, place: object, *, results: int | None = None, seconds: float | None = None
    ) -> None:
        if results is not None and results < 1:
            raise BadSetting(f"results={results!r} is not possible; give a whole number above 0.")
        if seconds is not None and not (isfinite(seconds) and seconds > 0):
            raise BadSetting(f"seconds={seconds!r} is not possible; give seconds above 0.")
        self.places = tuple(named_sources(place))
        self.results = results
        self.seconds = seconds
