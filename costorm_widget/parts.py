"""What a session is made of besides its record: who speaks, what is searched, what it may cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costorm_widget.language.calls.ledger import Ledger
from costorm_widget.language.choose import choose_engine
from costorm_widget.language.embeddings import cached_embeddings
from costorm_widget.retrieval.named import named_sources
from costorm_widget.retrieval.resolve import resolve_sources

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from costorm_widget.evidence.embeddings import Embedder
    from costorm_widget.journal import Journal
    from costorm_widget.language.tasks import Engine
    from costorm_widget.retrieval.base import Retriever
    from costorm_widget.settings import Settings


class Parts:
    """The parts of one session; model and embedding can be exchanged between turns.

    Attributes:
        ledger: Counts calls and holds the limits.
        embedder: Turns texts into vectors.
        retriever: Searches the sources.
        engine: Does the jobs of language.
    """

    def __init__(  # noqa: PLR0913 - each keyword is one thing a session is made of
        self,
        journal: Journal,
        settings: Settings,
        *,
        sources: object,
        model: object,
        base_url: str | None,
        embeddings: str | Embeddings | Embedder | None,
    ) -> None:
        """Make the parts; raises as `CoStorm` says."""
        self._journal = journal
        self._sources = named_sources(sources)
        self._model = model
        self._base_url = base_url
        self._language = settings.language
        self.ledger = Ledger(
            lambda: journal.state.settings, lambda: journal.state.usage, journal.emit
        )
        self.embedder = cached_embeddings(embeddings, base_url=base_url, ledger=self.ledger)
        self.retriever = self._made_retriever(self.embedder)
        self.engine = self._made_engine(model, self.embedder)

    def use_model(self, model: object, base_url: str | None) -> None:
        """Let another model speak; raises as `CoStorm` says, and then nothing has changed."""
        before = self._model, self._base_url
        self._model, self._base_url = model, base_url
        try:
            self.engine = self._made_engine(model, self.embedder)
        except BaseException:
            self._model, self._base_url = before
            raise

    def use_embeddings(self, embeddings: str | Embeddings | Embedder | None) -> None:
        """Compare by other vectors: sources and map are embedded anew when next used (C23)."""
        embedder = cached_embeddings(embeddings, base_url=self._base_url, ledger=self.ledger)
        retriever = self._made_retriever(embedder)
        self.engine = self._made_engine(self._model, embedder)
        self.embedder, self.retriever = embedder, retriever

    def _made_retriever(self, embedder: Embedder) -> Retriever:
        return resolve_sources(self._sources, embedder, self._language)

    def _made_engine(self, model: object, embedder: Embedder) -> Engine:
        return choose_engine(
            model,
            self._base_url,
            embedder,
            self._language,
            ledger=self.ledger,
            settings=lambda: self._journal.state.settings,
            emit=self._journal.emit,
        )
