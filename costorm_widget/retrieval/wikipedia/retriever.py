"""Wikipedia as a retriever: from a query to whole articles, and to the passages that answer it.

The wiki's own search finds articles; their passages are ranked as those of any library, by words
and meaning. What was read stays in the library, so a later query may find it again at no cost.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from costorm_widget.errors import BadSetting, SourceAmbiguous, SourceError, SourceNotFound
from costorm_widget.evidence.lexical import language_code, terms
from costorm_widget.evidence.sources import Source
from costorm_widget.retrieval.shelf import Shelf
from costorm_widget.retrieval.wikipedia.articles import Articles
from costorm_widget.retrieval.wikipedia.client import Client
from costorm_widget.retrieval.wikipedia.queries import (
    fewer_words,
    may_be_title,
    not_meant,
    search_query,
)
from costorm_widget.retrieval.wikipedia.transport import Transport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from requests import Session

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.retrieval.base import Found, Tell

_ARTICLES = 4
"""Articles read for one query."""

_OPTIONS = 3
"""Articles read for a name that may mean several things."""

_CODE = re.compile(r"[a-z]{2,12}(?:-[a-z]{2,12}){0,3}")


class Wikipedia:
    """Finds passages in the articles of a Wikipedia, or of another MediaWiki.

    Args:
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: Which Wikipedia, by its code (`"en"`, `"ko"`, `"simple"`); None takes the
            language of the session.
        api_url: Address of the `api.php` of another MediaWiki with the extension TextExtracts.
        contact: Your e-mail or web address: Wikimedia asks programs to say whose they are.
        timeout: Seconds that the wiki may say nothing.
        session: The `requests.Session` to ask with, for proxies and certificates of your own.

    Raises:
        BadSetting: For a language code, an address or a time-out that can be none.
    """

    def __init__(  # noqa: PLR0913 - each keyword is one thing to set
        self,
        embedder: Embedder | None = None,
        language: str | None = None,
        *,
        api_url: str | None = None,
        contact: str = "",
        timeout: float = 20.0,
        session: Session | None = None,
    ) -> None:
        if isinstance(embedder, str):
            raise BadSetting(f"Wikipedia({embedder!r}) is no embedder; give language={embedder!r}.")
        _check(language, api_url)
        self._given = (embedder, language)
        self._api_url = api_url
        self._contact = contact
        self._timeout = timeout
        self._session = session
        code = language or "en"
        # Simple English is a wiki of its own, but no language of its own.
        self._language = "en" if code == "simple" else language_code(code)
        address = api_url or f"https://{code}.wikipedia.org/w/api.php"
        client = Client(address, Transport(contact, timeout, session))
        self.name = f"wikipedia:{code}" if api_url is None else f"wiki {client.host}"
        self._articles = Articles(client, self.name)
        self._shared = {self.name: self._articles}
        self._shelf = Shelf("Wikipedia", embedder, self._language)

    def using(self, embedder: Embedder, language: str) -> Wikipedia:
        """Return this with the session's embedder and language where it has none of its own.

        What is read is shared: whatever it is searched with, one article is one revision.
        """
        own_embedder, own_language = self._given
        if own_embedder is not None and own_language is not None:
            return self
        bound = Wikipedia(
            own_embedder or embedder,
            own_language or language_code(language),
            api_url=self._api_url,
            contact=self._contact,
            timeout=self._timeout,
            session=self._session,
        )
        bound._articles = self._shared.setdefault(bound.name, bound._articles)
        return bound

    @property
    def sources(self) -> tuple[Source, ...]:
        """The articles that were read, in the order of their coming."""
        return self._shelf.sources

    async def prepare(self, tell: Tell | None = None) -> None:
        """Do nothing: articles are read when a query finds them."""

    async def article(self, title: str) -> Source:
        """Return the whole article with exactly this title, or the one it redirects to.

        Raises:
            SourceNotFound: If there is none.
            SourceAmbiguous: If it is a disambiguation page; with its `options`.
            SourceRefused: If it says nothing, or the wiki refuses to answer.
            SourceBusy: If the wiki wants a longer pause than we wait for.
            SourceError: If the wiki cannot be asked.
        """
        return await self._articles.read(title)

    async def search(self, query: str, limit: int) -> tuple[Found, ...]:
        """Return up to `limit` passages, best first.

        Raises:
            SourceError: If the wiki cannot be searched; see `article`.
            EmbeddingError: If passages or query cannot be embedded.
        """
        asked = search_query(query)
        if not asked or limit < 1:
            return ()
        self._shelf.check()
        await self._shelf.add(await self._read_for(asked))
        out = not_meant((each.title for each in self._shelf.sources), query)
        return await self._shelf.search(query, limit, out)

    async def _read_for(self, query: str) -> list[Source]:
        """Return the articles that a query finds: the one named like it first, if there is one."""
        exact, titles = await asyncio.gather(self._named(query), self._titles(query))
        chosen: list[Source] = []
        if isinstance(exact, SourceAmbiguous):
            chosen = await self._options([exact], query, _OPTIONS)
        elif exact is not None:
            chosen = [exact]
            titles = [exact.title, *titles]
        out = not_meant(titles, query)
        titles = [each for each in titles if each not in out]
        replies = await asyncio.gather(
            *(self._articles.read(title) for title in titles[:_ARTICLES]), return_exceptions=True
        )
        chosen += _read(replies, chosen)
        if not chosen:
            ambiguous = [each for each in replies if isinstance(each, SourceAmbiguous)]
            chosen = await self._options(ambiguous, query, _OPTIONS)
        return chosen

    async def _named(self, query: str) -> Source | SourceAmbiguous | None:
        """Return the article that is named like the query."""
        if not may_be_title(query):
            return None
        try:
            return await self._articles.read(query)
        except SourceAmbiguous as ambiguous:
            return ambiguous
        except SourceNotFound:
            return None

    async def _titles(self, query: str) -> list[str]:
        """Return titles of articles for a query, asked again in fewer words if they are few."""
        titles = await self._articles.titles(query, _ARTICLES + 1)
        for queries in fewer_words(query, self._language):
            if len(titles) >= _ARTICLES:
                break
            more = await asyncio.gather(
                *(self._articles.titles(each, _ARTICLES) for each in queries)
            )
            titles += [each for each in chain.from_iterable(zip_longest(*more)) if each]
            titles = list(dict.fromkeys(titles))
        return titles

    async def _options(
        self, ambiguous: Sequence[SourceAmbiguous], query: str, most: int
    ) -> list[Source]:
        """Return the articles that a name may mean: first those that share words with the query.

        Which one is meant is not known, so each says what else the name may mean.
        """
        asked = set(terms(query, self._language))

        def shared(option: str) -> int:
            return len(asked.intersection(terms(option, self._language)))

        read: list[Source] = []
        for each in ambiguous:
            fitting = sorted(each.options, key=shared, reverse=True)
            replies = await asyncio.gather(
                *(self._articles.read(option) for option in fitting[:most]), return_exceptions=True
            )
            told = f"one of the options for {each.title!r}: {', '.join(each.options[:12])}"
            read += [
                replace(source, provenance=(*source.provenance, told))
                for source in _read(replies, read)
            ]
        return read


def _read(replies: Sequence[Source | BaseException], known: Sequence[Source] = ()) -> list[Source]:
    """Return the articles among `replies` that are not among `known`, each once.

    Raises:
        SourceError: If there is no article at all, and something else failed than finding one.
    """
    articles: dict[str, Source] = {}
    failures: list[SourceError] = []
    for reply in replies:
        if isinstance(reply, Source):
            articles.setdefault(reply.id, reply)
        elif isinstance(reply, SourceNotFound | SourceAmbiguous):
            continue
        elif isinstance(reply, SourceError):
            failures.append(reply)
        else:
            raise reply
    if failures and not articles and not known:
        raise failures[0]
    ids = {each.id for each in known}
    return [each for each in articles.values() if each.id not in ids]


def _check(language: str | None, api_url: str | None) -> None:
    if language is not None and not _CODE.fullmatch(language):
        raise BadSetting(
            f"language={language!r} is no Wikipedia's code; give one such as 'en' or 'ko'."
        )
    if api_url is not None and not re.fullmatch(r"https?://[^\s/]+/(?:\S*/)?\w+\.php", api_url):
        raise BadSetting(
            f"api_url={api_url!r} is no wiki's interface; give it as https://HOST/w/api.php."
        )
