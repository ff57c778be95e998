"""The `wikipedia` package, made fit for several wikis, several sessions and an event loop.

The package keeps address, user agent and caches in globals of its module, so two languages in one
process would answer for one another. Each client therefore runs a private copy of that module:
its own globals, our transport in place of `requests`, a parser that is named (it names none, and
warns). What the user may do with `import wikipedia` is not touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec, module_from_spec
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from costorm_widget.errors import SourceAmbiguous, SourceError, SourceNotFound
from costorm_widget.retrieval.patience import Places, patiently
from costorm_widget.retrieval.threads import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from costorm_widget.retrieval.wikipedia.transport import Transport

Result = TypeVar("Result")

AT_ONCE = 3
"""Requests to one wiki at the same time."""

_PLACES = Places(AT_ONCE)

_UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)
"""What the package raises on replies that it does not expect."""


@dataclass(frozen=True, slots=True)
class Page:
    """An article that is there: its id in the wiki, its exact title and its address."""

    id: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class Revision:
    """What an article says: its plain text with `== headings ==`, revision number and time."""

    text: str
    number: int
    time: str


class Client:
    """Asks one wiki.

    Args:
        api_url: Address of its `api.php`.
        transport: Makes the requests.
    """

    def __init__(self, api_url: str, transport: Transport) -> None:
        self._api_url = api_url
        self._transport = transport
        self._package: Any = None

    @property
    def host(self) -> str:
        """The wiki's host."""
        return urlsplit(self._api_url).netloc

    def permalink(self, revision: int) -> str:
        """Return the address of one revision, on the wiki's own host."""
        return f"{self._api_url.rpartition('/')[0]}/index.php?oldid={revision}"

    async def titles(self, query: str, limit: int) -> list[str]:
        """Return titles of the articles that a full-text search finds, best first.

        Raises:
            SourceError: If the wiki cannot be asked.
        """
        return await self._ask(lambda package: list(package.search(query, results=limit)))

    async def page(self, title: str) -> Page:
        """Return the article with exactly this title, or the one it redirects to.

        Raises:
            SourceNotFound: If there is none.
            SourceAmbiguous: If it is a disambiguation page; with its options.
            SourceError: If the wiki cannot be asked.
        """

        def load(package: Any) -> Page:  # noqa: ANN401 - it has no types
            try:
                page = package.page(title, auto_suggest=False)
            except package.PageError as error:
                raise SourceNotFound(
                    f"{self.host} has no article {title!r}; search for it, or check its spelling."
                ) from error
            except package.DisambiguationError as error:
                raise SourceAmbiguous(title, dict.fromkeys(error.options)) from error
            return Page(str(page.pageid), page.title, page.url)

        return await self._ask(load)

    async def revision(self, page: Page) -> Revision:
        """Return the whole text of an article as it is now.

        The package's `content` is this request without the time of the revision.

        Raises:
            SourceError: If the wiki cannot be asked, or gives no plain text.
        """
        params = {
            "action": "query",
            "format": "json",
            "prop": "extracts|revisions",
            "explaintext": "",
            "rvprop": "ids|timestamp",
            "pageids": page.id,
        }

        def load(_package: Any) -> Revision:  # noqa: ANN401 - see above
            found = self._transport.get(self._api_url, params).json()["query"]["pages"][page.id]
            if "extract" not in found:
                raise SourceError(
                    f"{self.host} gives no plain text of its articles; "
                    "it needs MediaWiki's extension TextExtracts."
                )
            newest = found["revisions"][0]
            return Revision(found["extract"], int(newest["revid"]), newest["timestamp"])

        return await self._ask(load)

    async def _ask(self, call: Callable[[Any], Result]) -> Result:
        """Make a call in a thread; make it again, after a pause, while the wiki is busy."""
        async with _PLACES.at(self.host):
            return await patiently(lambda: in_thread(partial(self._answered, call)))

    def _answered(self, call: Callable[[Any], Result]) -> Result:
        if self._package is None:
            self._package = private_copy(self._api_url, self._transport)
        try:
            return call(self._package)
        except _UNREADABLE as error:
            raise SourceError(
                f"{self.host} sent a reply that cannot be read ({type(error).__name__}: {error}); "
                "check that api_url is that of a MediaWiki."
            ) from error


def private_copy(api_url: str, transport: Transport) -> Any:  # noqa: ANN401 - it has no types
    """Return a copy of the package's module that asks `api_url` through `transport`."""
    spec = find_spec("wikipedia.wikipedia")
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name="wikipedia")
    package: Any = module_from_spec(spec)
    spec.loader.exec_module(package)
    package.API_URL = api_url
    package.requests = transport
    package.BeautifulSoup = partial(_soup, package.BeautifulSoup)
    return package


def _soup(parse: Callable[..., Any], html: str) -> Any:  # noqa: ANN401 - it has no types
    """Parse a disambiguation page so that the package finds the exact titles of its options.

    The package takes the words of the first link of each item. Here those are the title that the
    link leads to, and links to anything but an article that is there are no links any more.
    """
    soup = parse(html, features="html.parser")
    for link in soup.find_all("a"):
        if link.get("title") and not {"new", "extiw"}.intersection(link.get("class", ())):
            link.string = link["title"]
        else:
            link.unwrap()
    return soup
