"""Papers that the user names by DOI or arXiv number, searched like documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.errors import BadSetting, SourceError
from costorm_widget.evidence.addresses import canonical_address
from costorm_widget.evidence.refusals import Refusal
from costorm_widget.retrieval.extras import need
from costorm_widget.retrieval.on_demand import Given, told
from costorm_widget.retrieval.requesting import Requests
from costorm_widget.retrieval.scholar import arxiv, crossref
from costorm_widget.retrieval.scholar.arxiv import ArxivCatalogue
from costorm_widget.retrieval.scholar.crossref import CrossrefCatalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from requests import Session

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.evidence.sources import Source
    from costorm_widget.retrieval.base import Tell

_DOI = "https://doi.org/"
_ARXIV = "https://arxiv.org/abs/"


class Papers(Given):
    """Finds passages in the abstracts of papers that are given by name.

    Args:
        names: DOIs and arXiv numbers (`"doi:10.1000/182"`, `"arXiv:1706.03762"`, links to them),
            or one.
        embedder: Turns passages and queries into vectors; None takes that of the session.
        language: ISO 639-1 code for sentence borders, stop words and stems; None takes that of
            the session.
        contact: Your e-mail or web address, for the catalogues.
        timeout: Seconds that a catalogue may say nothing.
        arxiv_url: Address of another query interface.
        crossref_url: Address of another interface.
        doi_url: Address of another resolver of DOIs.
        session: The `requests.Session` to ask with, for proxies and certificates of your own.

    Raises:
        MissingExtra: If a package is not installed.
        BadSetting: For a name that is neither, and a contact or a time-out that can be none.
    """

    name = "papers"

    def __init__(  # noqa: PLR0913 - each keyword is one thing to set
        self,
        names: str | Sequence[str],
        embedder: Embedder | None = None,
        language: str | None = None,
        *,
        contact: str = "",
        timeout: float = 20.0,
        arxiv_url: str = arxiv.API_URL,
        crossref_url: str = crossref.API_URL,
        doi_url: str = crossref.DOI_URL,
        session: Session | None = None,
    ) -> None:
        given = (names,) if isinstance(names, str) else names
        addresses = tuple(dict.fromkeys(map(canonical_address, given)))
        for each in addresses:
            if not each.startswith((_DOI, _ARXIV)):
                raise BadSetting(
                    f"{each!r} is no DOI and no arXiv number; give doi:10.… or arXiv:…."
                )
        self._addresses = addresses
        super().__init__(embedder, language)
        requests = Requests(contact, timeout, session)
        if any(each.startswith(_ARXIV) for each in addresses):
            need("Reading papers of arXiv", "scholar", "arxiv")
        self._arxiv = ArxivCatalogue(requests, arxiv_url)
        self._crossref = CrossrefCatalogue(requests, contact, crossref_url, doi_url)
        self._read: dict[str, Source] = {}
        self._refused: dict[str, Refusal] = {}

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The papers that could not be read, each with the reason."""
        return tuple(self._refused.values())

    async def prepare(self, tell: Tell | None = None) -> None:
        """Ask for the papers that were not read yet; one that fails is listed in `refused`.

        Raises:
            SourceError: If none can be read.
            EmbeddingError: If the abstracts cannot be embedded.
        """
        self._shelf.check()
        if tell:
            tell("reading", 0, len(self._addresses))
        missing = [each for each in self._addresses if each not in self._read]
        await self._ask_arxiv([each for each in missing if each.startswith(_ARXIV)])
        for each in missing:
            if each.startswith(_DOI):
                await self._ask_crossref(each)
        await self._shelf.add([self._read[each] for each in self._addresses if each in self._read])
        if not self._read:
            raise SourceError(f"No paper that was given can be read ({told(self.refused)}).")

    async def _ask_arxiv(self, addresses: Sequence[str]) -> None:
        if not addresses:
            return
        try:
            numbers = [each.removeprefix(_ARXIV) for each in addresses]
            found = {each.url: each for each in await self._arxiv.by_number(numbers)}
            reason = "arXiv has no such paper, or it was withdrawn; check its number"
        except SourceError as error:
            found, reason = {}, str(error)
        for each in addresses:
            self._take(each, found.get(each), reason)

    async def _ask_crossref(self, address: str) -> None:
        try:
            self._take(address, await self._crossref.by_doi(address.removeprefix(_DOI)), "")
        except SourceError as error:
            self._take(address, None, str(error))

    def _take(self, address: str, paper: Source | None, reason: str) -> None:
        if paper is None:
            self._refused[address] = Refusal(address, reason)
        else:
            self._read[address] = paper
            self._refused.pop(address, None)
