"""arXiv's catalogue, read with the `arxiv` package.

The package builds the requests and reads the feeds. In place of its `requests.Session` it gets one
that asks once, keeps our limits, and turns what is no feed into errors of ours; pauses are made on
the event loop, where they can be cancelled.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import partial
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from costorm_widget.errors import SourceError, SourceRefused
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.retrieval.patience import busy
from costorm_widget.retrieval.scholar.abstracts import from_tex, is_withdrawn
from costorm_widget.retrieval.scholar.queries import arxiv_queries
from costorm_widget.retrieval.scholar.services import asked, check_answer, pace_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arxiv import Result, Search

    from costorm_widget.retrieval.requesting import Answer, Requests

API_URL = "https://export.arxiv.org/api/query"

SECONDS = 3.0
"""Between two requests, by arXiv's terms of use."""

_ENOUGH = 3
"""Papers with every word of a query; with fewer, those with any word are asked for."""

_SUMMARY = re.compile(rb"<entry>.*?<summary>(.*?)</summary>", re.DOTALL)
_ERROR = re.compile(r"arxiv\.org/api/errors")
_VERSION = re.compile(r"v(\d+)$")


class _Enough(Exception):
    """The package asks for a second page of results."""


class _OneAnswer:
    """What the package gets in place of a `requests.Session`: one answer a search."""

    def __init__(self, url: str, requests: Requests) -> None:
        self._url = url
        self._requests = requests
        self._has_asked = False
        self.status_code = 200
        self.content = b""

    def get(self, url: str, headers: object = None) -> _OneAnswer:  # noqa: ARG002 - ours are sent
        """Ask, and return an answer that is a feed."""
        if self._has_asked:
            raise _Enough
        self._has_asked = True
        answer = self._requests.get(url, accept="application/atom+xml")
        _check_feed(self._url, answer)
        self.content = answer.body
        return self


class ArxivCatalogue:
    """Finds papers by words and by number.

    Args:
        requests: Makes the requests.
        api_url: Address of the query interface.
    """

    name = "arxiv"

    def __init__(self, requests: Requests, api_url: str) -> None:
        self._requests = requests
        self._url = api_url
        self._pace = pace_of(urlsplit(api_url).netloc, SECONDS)

    async def find(self, query: str, limit: int, language: str) -> list[Source]:
        """Return papers for a query, best first; nothing is a normal answer.

        Raises:
            SourceError: If arXiv cannot be asked.
        """
        found: dict[str, Source] = {}
        for each in arxiv_queries(query, language):
            if len(found) >= min(_ENOUGH, limit):
                break
            for paper in await self._papers({"query": each, "max_results": limit}):
                found.setdefault(paper.id, paper)
        return list(found.values())[:limit]

    async def by_number(self, numbers: Sequence[str]) -> list[Source]:
        """Return the papers with these numbers, such as `1706.03762`, that there are.

        Raises:
            SourceError: If arXiv cannot be asked.
        """
        return await self._papers({"id_list": list(numbers), "max_results": len(numbers)})

    async def _papers(self, search: dict[str, Any]) -> list[Source]:
        from arxiv import Search

        results = await asked(self._url, self._pace, partial(self._results, Search(**search)))
        papers = (_paper(each) for each in results)
        return [paper for paper in papers if paper is not None]

    def _results(self, search: Search) -> list[Result]:
        from arxiv import Client

        client: Any = Client(search.max_results or 1, delay_seconds=0, num_retries=0)
        client.query_url_format = f"{self._url}?{{}}"
        client._session = _OneAnswer(self._url, self._requests)  # noqa: SLF001 - takes no other
        found: list[Result] = []
        try:
            found.extend(client.results(search))
        except _Enough:
            pass  # some entries were left out, and the rest is what there is
        except ValueError as error:  # a date that is none
            host = urlsplit(self._url).netloc
            raise SourceError(f"{host} sent what cannot be read ({error}); ask again.") from error
        return found


def _check_feed(url: str, answer: Answer) -> None:
    """Let a feed pass that lists papers.

    Raises:
        SourceBusy: If arXiv wants to be asked later.
        SourceRefused: If it refuses the query.
        SourceError: If it is no feed.
    """
    check_answer(url, answer, _said)
    host = urlsplit(url).netloc
    beginning = answer.body[:500].lstrip().lower()
    if b"rate exceeded" in beginning:
        raise busy(host, "rate exceeded", answer.pause)
    if not beginning.startswith((b"<?xml", b"<feed")) or b"<feed" not in answer.body:
        raise SourceError(
            f"{host} sent something that is no list of papers; open https://{host} in a browser: "
            "a login page of the network, or an outage, shows there."
        )
    if _ERROR.search(answer.body.decode("utf-8", "replace")):
        raise SourceRefused(f"{host} refuses the request{_said(answer.body)}; ask in other words.")


def _said(body: bytes) -> str:
    """Return what arXiv says of an error in its feed."""
    summary = _SUMMARY.search(body)
    return (
        f": {' '.join(unescape(summary[1].decode('utf-8', 'replace')).split())}" if summary else ""
    )


def _paper(result: Result) -> Source | None:
    """Return a paper whose abstract can be quoted."""
    title = " ".join(from_tex(result.title).split())
    text = from_tex(result.summary)
    if not text or is_withdrawn(title, text, result.comment or ""):
        return None
    version = result.entry_id.replace("http:", "https:", 1)
    address = canonical_address(version)
    number = _VERSION.search(version)
    told = f"arXiv, version {number[1]}" if number else "arXiv"
    provenance = [f"{told} of {result.updated.date()}, abstract only"]
    provenance += [f"published in {result.journal_ref}"] if result.journal_ref else []
    provenance += [f"published as {canonical_address(f'doi:{result.doi}')}"] if result.doi else []
    return Source(
        id=source_id(address),
        title=title,
        url=address,
        kind="paper",
        text=text,
        authors=tuple(each.name for each in result.authors if each.name),
        date=result.published.date().isoformat(),
        retrieved_at=datetime.now(UTC).isoformat(timespec="seconds"),
        permalink=version,
        provenance=tuple(provenance),
    )
