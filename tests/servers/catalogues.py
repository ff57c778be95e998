"""arXiv's query interface and Crossref's on 127.0.0.1, strict as the real ones are, for tests.

The feed of arXiv and the records of Crossref have the shape of those that the services send. A
query that arXiv does not accept gets status 400 and a feed with the error in it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.servers.site import EVERYWHERE, Site, sends

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.servers.wiki import Answering, Behaviour

ATOM = "application/atom+xml; charset=utf-8"

_TERM = r'(?:all|ti|abs|au):(?:[a-z0-9]+|"[a-z0-9]+(?: [a-z0-9]+)*")'
_QUERY = re.compile(rf"{_TERM}(?: (?:AND|OR) {_TERM})*")
_NUMBER = re.compile(r"\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?")


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of arXiv."""

    number: str
    title: str
    summary: str
    authors: tuple[str, ...] = ("Ada Example", "Bo Sample")
    version: int = 1
    comment: str = ""
    journal: str = ""
    doi: str = ""


@dataclass
class Arxiv:
    """What the interface has, and what it is to do first."""

    papers: Sequence[Paper]
    script: list[Behaviour] = field(default_factory=list["Behaviour"])
    queries: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    def site(self) -> Site:
        return Site({"/api/query": self.answer})

    def answer(self, answering: Answering) -> None:
        query = {key: values[0] for key, values in _query(answering).items()}
        self.queries.append(query)
        behave = self.script.pop(0) if self.script else self._reply(query)
        behave(answering)

    def _reply(self, query: Mapping[str, str]) -> Behaviour:
        words, numbers = query.get("search_query", ""), query.get("id_list", "")
        for number in filter(None, numbers.split(",")):
            if not _NUMBER.fullmatch(number):
                return refuses(f"incorrect id format for {number}")
        if words and not _QUERY.fullmatch(words):
            return refuses(f"Malformed query: {words}")
        if not words and not numbers:
            return refuses("search_query and id_list are both empty")
        found = [each for each in self.papers if _is_asked_for(each, words, numbers.split(","))]
        return sends(feed(found[: int(query["max_results"])], len(found)).encode(), ATOM)


def _is_asked_for(paper: Paper, words: str, numbers: Sequence[str]) -> bool:
    if not words:
        return paper.number in numbers
    text = re.sub(r"[^a-z0-9]+", " ", f"{paper.title} {paper.summary}".lower())
    has = [
        f" {term.strip()} " in f" {text} "
        for term in re.findall(r'all:"?([a-z0-9 ]+?)"?(?= [AO]|$)', words)
    ]
    return any(has) if " OR " in words else all(has)


def feed(papers: Sequence[Paper], total: int) -> str:
    """An Atom feed as arXiv writes it."""
    entries = "".join(map(_entry, papers))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title type="html">ArXiv Query: search_query=all:x</title>
  <id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
  <updated>2026-11-01T00:00:00-05:00</updated>
  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{total}</opensearch:totalResults>
  <opensearch:startIndex xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">0</opensearch:startIndex>
  {entries}
</feed>"""


def _entry(paper: Paper) -> str:
    authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in paper.authors)
    more = "".join(
        f'<arxiv:{tag} xmlns:arxiv="http://arxiv.org/schemas/atom">{escape(value)}</arxiv:{tag}>'
        for tag, value in (
            ("comment", paper.comment),
            ("journal_ref", paper.journal),
            ("doi", paper.doi),
        )
        if value
    )
    return f"""<entry>
    <id>http://arxiv.org/abs/{paper.number}v{paper.version}</id>
    <updated>2023-08-02T00:41:18Z</updated>
    <published>2017-06-12T17:57:34Z</published>
    <title>{escape(paper.title)}</title>
    <summary>{escape(paper.summary)}</summary>
    {authors}{more}
    <link href="http://arxiv.org/abs/{paper.number}v{paper.version}" rel="alternate"/>
    <link title="pdf" href="http://arxiv.org/pdf/{paper.number}v{paper.version}" rel="related"/>
    <category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/>
  </entry>"""


def refuses(reason: str, status: int = 400) -> Behaviour:
    """Answer as arXiv does to what it cannot read: with an entry that is no paper."""
    return sends(
        f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>arXiv Query</title><entry>
<id>http://arxiv.org/api/errors#{escape(reason).replace(" ", "_")}</id><title>Error</title>
<summary>{escape(reason)}</summary><updated>2026-11-01T00:00:00-05:00</updated>
<published>2026-11-01T00:00:00-05:00</published>
<author><name>arXiv api core</name></author></entry></feed>""".encode(),
        ATOM,
        status,
    )


@dataclass
class Crossref:
    """What the interface has, and what it is to do first."""

    records: Sequence[dict[str, Any]]
    elsewhere: Mapping[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    script: list[Behaviour] = field(default_factory=list["Behaviour"])
    queries: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    def site(self) -> Site:
        return Site({EVERYWHERE: self.answer})

    def answer(self, answering: Answering) -> None:
        query = {key: values[0] for key, values in _query(answering).items()}
        path = unquote(urlsplit(answering.path).path)
        self.queries.append({"path": path, **query})
        behave = self.script.pop(0) if self.script else self._reply(path, query, answering)
        behave(answering)

    def _reply(self, path: str, query: Mapping[str, str], answering: Answering) -> Behaviour:
        if path == "/works":
            return self._list(query)
        name = path.removeprefix("/works/").removeprefix("/")
        if path.startswith("/works/"):
            found = next((each for each in self.records if each["DOI"].lower() == name), None)
            if found is None:
                return sends(b"Resource not found.", "text/plain", 404)
            return _says({"status": "ok", "message-type": "work", "message": found})
        assert "csl+json" in answering.headers["Accept"]
        if name not in self.elsewhere:
            return sends(b"<html>DOI Not Found</html>", "text/html", 404)
        return sends(json.dumps(self.elsewhere[name]).encode(), "application/json")

    def _list(self, query: Mapping[str, str]) -> Behaviour:
        known = {"query", "filter", "select", "rows", "mailto"}
        rows = query.get("rows", "20")
        if not query.keys() <= known or not rows.isdecimal() or int(rows) > 1000:
            message = [{"type": "parameter-not-allowed", "value": "x", "message": "Unknown x."}]
            return _says({"status": "failed", "message": message}, 400)
        words = query["query"].lower().split()
        found = [
            each
            for each in self.records
            if any(word in json.dumps(each).lower() for word in words)
            and ("abstract" in each or "has-abstract" not in query.get("filter", ""))
        ]
        fields = query["select"].split(",")
        items = [{key: each[key] for key in fields if key in each} for each in found]
        listed = {"total-results": len(items), "items": items[: int(rows)]}
        return _says({"status": "ok", "message-type": "work-list", "message": listed})


def _says(content: Mapping[str, Any], status: int = 200) -> Behaviour:
    return sends(json.dumps(content).encode(), "application/json;charset=UTF-8", status)


def _query(answering: Answering) -> dict[str, list[str]]:
    return parse_qs(urlsplit(answering.path).query, keep_blank_values=True)
