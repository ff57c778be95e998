"""Crossref's catalogue of DOIs, read as JSON from its REST interface.

Without a client package: those there are take neither a session nor a limit, and keep the header
that says how long to wait to themselves, to save one GET request.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from costorm_widget.errors import SourceError, SourceNotFound, SourceRefused
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.evidence.sources import Source, source_id
from costorm_widget.retrieval.scholar.abstracts import from_jats, is_withdrawn
from costorm_widget.retrieval.scholar.queries import crossref_query
from costorm_widget.retrieval.scholar.services import asked, check_answer, pace_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costorm_widget.retrieval.requesting import Requests

API_URL = "https://api.crossref.org"
DOI_URL = "https://doi.org"
"""Where DOIs of other agencies, such as DataCite, tell what they stand for."""

_FIELDS = "DOI,title,subtitle,author,abstract,issued,container-title,updated-by"
_CSL = "application/vnd.citationstyles.csl+json"

_SECONDS = 1.0
_SECONDS_WITH_CONTACT = 0.34
"""Between two searches, by Crossref's limits for the anonymous and for those who say who asks."""

_TAKEN_BACK = frozenset({"retraction", "withdrawal", "removal"})


class CrossrefCatalogue:
    """Finds papers by words and by DOI.

    Args:
        requests: Makes the requests.
        contact: An e-mail address, for the faster of Crossref's two queues; may be empty.
        api_url: Address of the interface.
        doi_url: Address of the resolver of DOIs.
    """

    name = "crossref"

    def __init__(
        self, requests: Requests, contact: str, api_url: str, doi_url: str = DOI_URL
    ) -> None:
        self._requests = requests
        self._identity = {"mailto": contact} if "@" in contact else {}
        self._url = api_url
        self._doi_url = doi_url
        seconds = _SECONDS_WITH_CONTACT if self._identity else _SECONDS
        self._pace = pace_of(urlsplit(api_url).netloc, seconds)

    async def find(self, query: str, limit: int, language: str) -> list[Source]:  # noqa: ARG002
        """Return papers for a query that have an abstract, best first.

        Raises:
            SourceError: If Crossref cannot be asked.
        """
        words = crossref_query(query)
        if not words:
            return []
        params = {
            "query": words,
            "filter": "has-abstract:true",
            "select": _FIELDS,
            "rows": str(limit),
            **self._identity,
        }
        message = await self._message(f"{self._url}/works", params)
        papers = (_paper(each, "Crossref") for each in message.get("items") or ())
        return [paper for paper in papers if paper is not None]

    async def by_doi(self, doi: str) -> Source:
        """Return the paper with a DOI, such as `10.1000/182`.

        Raises:
            SourceNotFound: If there is none.
            SourceRefused: If no abstract of it is known, or it was withdrawn.
            SourceError: If neither Crossref nor the agency of the DOI can be asked.
        """
        try:
            record = await self._message(f"{self._url}/works/{quote(doi, safe='')}", self._identity)
            agency = "Crossref"
        except SourceNotFound:
            record = await self._read(f"{self._doi_url}/{quote(doi)}", {}, _CSL)
            agency = "doi.org"
        paper = _paper(record, agency)
        if paper is None:
            raise SourceRefused(f"{agency} has no abstract of {doi}; give the paper as a file")
        return paper

    async def _message(self, url: str, params: Mapping[str, str]) -> dict[str, Any]:
        message = (await self._read(url, params, "application/json")).get("message")
        if not isinstance(message, dict):
            raise _unreadable(url)
        return message

    async def _read(self, url: str, params: Mapping[str, str], accept: str) -> dict[str, Any]:
        return await asked(url, self._pace, partial(self._once, url, params, accept))

    def _once(self, url: str, params: Mapping[str, str], accept: str) -> dict[str, Any]:
        answer = self._requests.get(url, params, accept)
        check_answer(url, answer, _said)
        try:
            content = json.loads(answer.body)
        except ValueError as error:
            raise _unreadable(url) from error
        if not isinstance(content, dict):
            raise _unreadable(url)
        return content


def _unreadable(url: str) -> SourceError:
    host = urlsplit(url).netloc
    return SourceError(
        f"{host} sent something that is no list of papers; open https://{host} in a browser: "
        "a login page of the network, or an outage, shows there."
    )


def _said(body: bytes) -> str:
    """Return what Crossref says of an error."""
    try:
        messages = json.loads(body)["message"]
        return f": {' '.join(str(messages[0]['message']).split())}"
    except (ValueError, KeyError, IndexError, TypeError):
        return ""


def _paper(record: Mapping[str, Any], agency: str) -> Source | None:
    """Return a paper whose abstract can be quoted; a record may lack any field."""
    title = " ".join(from_jats(_first(record.get("title"))).split())
    doi, text = str(record.get("DOI") or ""), from_jats(str(record.get("abstract") or ""))
    if not text or not doi or is_withdrawn(title, text) or _is_taken_back(record):
        return None
    address = canonical_address(f"doi:{doi}")
    journal = from_jats(_first(record.get("container-title")))
    provenance = [f"{agency}, abstract only", *([f"published in {journal}"] if journal else [])]
    return Source(
        id=source_id(address),
        title=title or address,
        url=address,
        kind="paper",
        text=text,
        authors=_authors(record.get("author")),
        date=_date(record.get("issued")),
        retrieved_at=datetime.now(UTC).isoformat(timespec="seconds"),
        provenance=tuple(provenance),
    )


def _is_taken_back(record: Mapping[str, Any]) -> bool:
    updates = record.get("updated-by") or record.get("update-by") or ()
    return any(isinstance(each, dict) and each.get("type") in _TAKEN_BACK for each in updates)


def _first(value: object) -> str:
    """Return a value that Crossref gives as a list and the style language as a text."""
    values = value if isinstance(value, list) else [value]
    return str(values[0]) if values and values[0] else ""


def _authors(people: object) -> tuple[str, ...]:
    given = people if isinstance(people, list) else []
    names = (
        " ".join(filter(None, (each.get("given"), each.get("family")))) or each.get("name") or ""
        for each in given
        if isinstance(each, dict)
    )
    return tuple(" ".join(from_jats(name).split()) for name in names if name)


def _date(issued: object) -> str:
    """Return year, month and day as far as they are known."""
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], list):
        return ""
    numbers = [int(each) for each in parts[0][:3] if str(each).isdecimal()]
    return "-".join(f"{number:02}" for number in numbers)
