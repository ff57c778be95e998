"""Search engines: the one that comes along, and any function of the user's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from costorm_widget.errors import SourceBusy, SourceError
from costorm_widget.retrieval.patience import patiently
from costorm_widget.retrieval.threads import in_thread

SearchEngine = Callable[[str, int], Any]
"""From a query and a number of results to a list of results, best first; it may be async.

A result is an address, a `Result`, or a mapping with `url` (or `href`, `link`) and `title`.
"""

_ADDRESS = ("url", "href", "link")
_LONGEST_QUERY = 400
"""Characters; engines cut off what is longer."""

_BACKENDS = "brave, duckduckgo, mojeek, startpage, yahoo, wikipedia"
"""Engines of ddgs. Its default would put an encyclopedia that a program has written first."""

_SECONDS = 8
"""How long one engine may take; ddgs then asks another."""

_REGIONS = {
    "en": "us-en",
    "ar": "xa-ar",
    "cs": "cz-cs",
    "da": "dk-da",
    "el": "gr-el",
    "et": "ee-et",
    "fa": "xa-fa",
    "he": "il-he",
    "hi": "in-hi",
    "ja": "jp-jp",
    "ko": "kr-kr",
    "pt": "br-pt",
    "sv": "se-sv",
    "uk": "ua-uk",
    "vi": "vn-vi",
    "zh": "cn-zh",
}
"""Regions of ddgs by language, where they are not the language twice."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a search engine found: an address, and the title it shows for it."""

    url: str
    title: str = ""


def ddgs_engine(language: str) -> SearchEngine:
    """Return a search with the `ddgs` package, which asks several engines and needs no key.

    Args:
        language: ISO 639-1 code of the pages that are looked for.
    """
    region = _REGIONS.get(language, f"{language}-{language}")
    return partial(_with_ddgs, region)


async def results(engine: SearchEngine, query: str, limit: int) -> list[Result]:
    """Return what an engine finds, best first, each address once.

    Raises:
        SourceBusy: If it wants to be asked later.
        SourceError: If it fails, or returns something that is no list of results.
    """
    asked = _legal(query)
    if not asked:
        return []

    async def ask() -> list[Result]:
        found = await _called(engine, asked, limit)
        if not isinstance(found, list | tuple):
            raise SourceError(
                f"The web search returned {type(found).__name__}; let it return a list of results."
            )
        read = (_read(each) for each in found)
        return list({each.url: each for each in read if each is not None}.values())

    return (await patiently(ask))[:limit]


async def _called(engine: SearchEngine, query: str, limit: int) -> object:
    try:
        if inspect.iscoroutinefunction(engine):
            return await engine(query, limit)
        found = await in_thread(partial(engine, query, limit))
        return await found if inspect.isawaitable(found) else found
    except SourceError:
        raise
    except Exception as error:  # an engine raises whatever its provider raises
        raise SourceError(
            f"The web search failed ({type(error).__name__}: {error}); "
            "try it by itself, then run the turn again."
        ) from error


def _legal(query: str) -> str:
    """Return a query without what no engine takes: control characters, halves of characters."""
    plain = query.encode("utf-8", "ignore").decode()
    words = "".join(each if each.isprintable() else " " for each in plain).split()
    legal = " ".join(words)[:_LONGEST_QUERY]
    return legal if any(each.isalnum() for each in legal) else ""


def _read(given: object) -> Result | None:
    if isinstance(given, Result):
        return given
    if isinstance(given, str):
        return Result(given.strip())
    if not isinstance(given, Mapping):
        raise SourceError(
            f"The web search found {type(given).__name__}; let it return dicts with 'url'."
        )
    address = next((str(given[key]).strip() for key in _ADDRESS if given.get(key)), "")
    return Result(address, str(given.get("title") or "")) if _is_link(address) else None


def _is_link(address: str) -> bool:
    try:
        return urlsplit(address).scheme in {"http", "https"}
    except ValueError:
        return False


def _with_ddgs(region: str, query: str, limit: int) -> list[dict[str, Any]]:
    """Search with ddgs.

    Raises:
        SourceBusy: If the engines refuse for now, or none answers in time.
        SourceError: If they cannot be asked.
    """
    from ddgs import DDGS
    from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

    try:
        return DDGS(timeout=_SECONDS).text(
            query, region=region, max_results=limit, backend=_BACKENDS
        )
    except RatelimitException as error:
        raise SourceBusy(
            "The search engines take no more requests for now; wait a minute, then run the turn "
            "again, or give an engine of your own: sources=Web(search=…)."
        ) from error
    except TimeoutException as error:
        raise SourceError(
            f"No search engine has answered within {_SECONDS} seconds; check the network, "
            "then run the turn again."
        ) from error
    except DDGSException as error:
        if "No results found" in str(error):
            return []
        raise SourceError(
            f"No search engine could be asked ({error}); check the network, or give an engine of "
            "your own: sources=Web(search=…)."
        ) from error
