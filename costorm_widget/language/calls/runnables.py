"""Models made ready to be asked: tuned for a job, bound to a form of reply; each made once.

LangChain describes a model to its tracers before each call, and keeps that description with the
model. A copy made anew for every call would cost as much as the rest of the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costorm_widget.language.calls.sampling import tuned

if TYPE_CHECKING:
    from collections.abc import Hashable

    from langchain_core.language_models import LanguageModelInput
    from langchain_core.runnables import Runnable

    from costorm_widget.language.calls.models import Chosen
    from costorm_widget.language.calls.request import Request
    from costorm_widget.settings import Settings


class Runnables:
    """What was made ready, for the settings of the moment."""

    def __init__(self) -> None:
        self._settings: Settings | None = None
        self._made: dict[Hashable, Runnable[LanguageModelInput, Any]] = {}

    def ready(
        self, request: Request, chosen: Chosen, settings: Settings, *, limited: bool
    ) -> Runnable[LanguageModelInput, Any]:
        """Return the model for a request; equal ones with the same `bind` get the same.

        Args:
            request: The job and the form.
            chosen: The model of that job.
            settings: The settings.
            limited: Whether the length of the reply is limited.
        """
        if settings is not self._settings:
            self._settings, self._made = settings, {}
        job = request.prompt.job
        key = id(chosen.model), job, request.bind, limited
        if key not in self._made:
            model = tuned(chosen.model, job, settings, limited=limited)
            self._made[key] = unread(request.bind(model))
        return self._made[key]


def unread(runnable: Runnable[LanguageModelInput, Any]) -> Runnable[LanguageModelInput, Any]:
    """Return what asks in `with_structured_output(include_raw=True)`, without what reads.

    We read the raw reply ourselves, more tolerantly; LangChain's reading takes as long as all the
    rest of a call.
    """
    from langchain_core.runnables import RunnableParallel, RunnableSequence

    first = runnable.first if isinstance(runnable, RunnableSequence) else None
    asking = first.steps__.get("raw") if isinstance(first, RunnableParallel) else None
    return asking or runnable
