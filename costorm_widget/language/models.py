"""Which model does which job: what the user's `model=` means when it is not the built-in engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import environ
from typing import TYPE_CHECKING, Any

from costorm_widget.errors import BadSetting, UnknownName, UserError
from costorm_widget.language.calls.models import Chosen
from costorm_widget.language.found import (
    NO_KEY,
    checked_base_url,
    find_model,
    first_model,
    named_base_url,
    ollama_base_url,
)
from costorm_widget.language.naming import name_of, seller_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from costorm_widget.language.found import Found

JOB_GROUPS = {
    "plan_background": "question_answering",
    "write_answer": "question_answering",
    "propose_experts": "discourse_management",
    "plan_turn": "discourse_management",
    "polish": "utterance_polishing",
    "ask_in_interview": "question_asking",
    "ask_as_moderator": "question_asking",
    "ask_as_guest": "question_asking",
    "open_concept": "question_asking",
    "outline": "outline_generation",
    "split_concept": "knowledge_base",
    "name_concept": "knowledge_base",
    "choose_placements": "knowledge_base",
    "navigate": "knowledge_base",
    "judge_disputes": "knowledge_base",
    "check_support": "knowledge_base",
    "write_section": "knowledge_base",
    "write_lead": "knowledge_base",
}
"""The jobs of `tasks.Engine`, and `polish`, by the reference code's six groups. A group has its own
model and its own limit of output tokens, `Settings.<group>_tokens`."""

_GROUPS = tuple(dict.fromkeys(JOB_GROUPS.values()))
_DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class ModelSet:
    """The models of a session.

    Attributes:
        by_group: The model of each of the six groups of jobs.
        why: Why it was taken when the user named none; empty when it was named.
    """

    by_group: Mapping[str, Chosen] = field(repr=False)
    why: str = ""

    def for_job(self, job: str) -> Chosen:
        """Return the model that does `job`, a name of `JOB_GROUPS`."""
        return self.by_group[JOB_GROUPS[job]]

    @property
    def name(self) -> str:
        """Name of the model, or the names of all, joined by `+`."""
        return " + ".join(self._groups_by_model())

    @property
    def about(self) -> str:
        """Say to the user who speaks and, if nobody chose, why and what else there is."""
        groups = self._groups_by_model()
        if len(groups) > 1:
            shares = (f"{name} ({', '.join(jobs)})" for name, jobs in groups.items())
            return f"Language models speak here: {'; '.join(shares)}."
        if not self.why:
            return f"The language model {self.name} speaks here."
        return (
            f"The language model {self.name} speaks here, because {self.why}; "
            'model="extractive" takes the built-in engine, which needs none.'
        )

    def _groups_by_model(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for group, chosen in self.by_group.items():
            groups.setdefault(chosen.name, []).append(group)
        return groups


def resolve_models(spec: object, base_url: str | None = None) -> ModelSet | None:
    """Return the models that `model=` and `base_url=` ask for; None is the extractive engine.

    Args:
        spec: None takes what is there; `"extractive"`; `"provider:model"` or a bare name through
            LangChain's `init_chat_model`; any LangChain chat model; or a dict with any of these
            for the six groups of jobs, and `"default"` for those it leaves out.
        base_url: A server that speaks OpenAI's protocol; names are then names of its models, and
            None is the first one that it lists.

    Raises:
        UnknownName: For a key of the dict that is no group of jobs.
        BadSetting: If `spec` is no model, or `base_url` no address, or they do not go together.
        UserError: If a provider's package or key is missing, a server lists no model, or a group
            of jobs has no model.
    """
    if base_url is not None:
        base_url = checked_base_url(base_url)
        if spec is not None and (spec == "extractive" or not isinstance(spec, str | Mapping)):
            raise BadSetting(
                "base_url= is where a model is that has a name; leave it out, or give the name."
            )
    if spec is None:
        return _first_of(base_url) if base_url else _found(find_model())
    if spec == "extractive":
        return None
    if isinstance(spec, Mapping):
        return ModelSet(_by_group(spec, base_url))
    return _one(_chosen(spec, base_url))


def _one(chosen: Chosen, why: str = "") -> ModelSet:
    return ModelSet(dict.fromkeys(_GROUPS, chosen), why)


def _found(found: Found | None) -> ModelSet | None:
    return _one(_chosen(found.model, found.base_url), found.why) if found else None


def _first_of(base_url: str) -> ModelSet:
    model = first_model(base_url)
    if model is None:
        raise UserError(
            "The server at base_url lists no model; check that it runs and that the address ends "
            'as it wants (mostly in /v1), or name the model: model="openai:NAME".'
        )
    return _one(_chosen(f"openai:{model}", base_url), "it is the first that the server lists")


def _by_group(spec: Mapping[Any, object], base_url: str | None) -> dict[str, Chosen]:
    for key in spec:
        if key not in {*_GROUPS, _DEFAULT}:
            raise UnknownName("group of jobs", str(key), (*_GROUPS, _DEFAULT))
    if left := [group for group in _GROUPS if group not in spec and _DEFAULT not in spec]:
        raise UserError(
            f"model= names no model for {', '.join(left)}; add them, or {_DEFAULT!r} for the rest."
        )
    # One name is one model: it has one client, and its calls are limited together.
    made: dict[str, Chosen] = {}
    by_group: dict[str, Chosen] = {}
    for group in _GROUPS:
        each = spec.get(group, spec.get(_DEFAULT))
        if each is None or each == "extractive":
            raise BadSetting(
                f"model[{group!r}]={each!r} is no language model; name one, or give "
                'model="extractive" for all of the session.'
            )
        if not isinstance(each, str):
            by_group[group] = _chosen(each, base_url)
            continue
        if each not in made:
            made[each] = _chosen(each, base_url)
        by_group[group] = made[each]
    return by_group


def _chosen(spec: object, base_url: str | None) -> Chosen:
    from langchain_core.language_models import BaseChatModel

    if isinstance(spec, BaseChatModel):
        return Chosen(name_of(spec), seller_of(spec), spec)
    if isinstance(spec, str) and spec.strip():
        return _named(spec.strip(), base_url)
    raise BadSetting(
        f"model= of type {type(spec).__name__} cannot be used; give a name such as "
        '"openai:gpt-4.1-mini", a LangChain chat model (not bound or wrapped), or "extractive".'
    )


def _named(name: str, base_url: str | None) -> Chosen:
    """Make the model called `name`; Ollama's are spoken to by OpenAI's protocol, as all servers."""
    if name.startswith("ollama:"):
        model = name.removeprefix("ollama:")
        made = _init(f"openai:{model}", base_url=base_url or ollama_base_url(), api_key=NO_KEY)
        return Chosen(name, "", made)
    server = base_url or (named_base_url() if name.startswith("openai:") else None)
    if server is None:
        made = _init(name)
    else:
        key: dict[str, Any] = {} if environ.get("OPENAI_API_KEY") else {"api_key": NO_KEY}
        made = _init(f"openai:{name.removeprefix('openai:')}", base_url=server, **key)
    return Chosen(name_of(made), seller_of(made), made)


def _init(name: str, **keywords: Any) -> BaseChatModel:  # noqa: ANN401
    """Make a chat model that leaves repeating to us and tells the tokens of its streams.

    Made twice, since only the first one tells which class it is and so which of these it knows.
    """
    from langchain.chat_models import init_chat_model

    try:
        known = type(init_chat_model(name, **keywords)).model_fields
        ours = {"max_retries": 0, "stream_usage": True}
        more: dict[str, Any] = {each: value for each, value in ours.items() if each in known}
        made: BaseChatModel = init_chat_model(name, **keywords, **more)
    except ImportError as error:
        raise UserError(
            f"model={name!r} needs a package that is not installed: {error}."
        ) from error
    except Exception as error:  # providers check keys and names in ways of their own
        raise UserError(
            f"model={name!r} could not be set up ({_reason(error)}); check the name, written as "
            '"provider:model", and the provider\'s key; base_url= is for servers of your own.'
        ) from error
    return made


def _reason(error: Exception) -> str:
    from pydantic import ValidationError

    # The text of pydantic's errors repeats what was given, keys included.
    if isinstance(error, ValidationError):
        return "; ".join(each["msg"] for each in error.errors(include_input=False))
    return (str(error) or type(error).__name__).partition("\n")[0]
