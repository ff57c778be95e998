"""`RecordedModel`: a chat model that replays what another one said, from a file.

A session recorded once runs again without a key, a network or a cent, in tests, in lessons and in
papers. The file, the cassette, is JSON for people to read and to compare: for each request its
job, what was asked and what came back. It holds neither keys nor the settings of the model.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

from langchain_core.language_models.chat_models import BaseChatModel  # noqa: TC002 - pydantic's
from langchain_core.messages import AIMessage
from langchain_core.messages.tool import invalid_tool_call, tool_call
from pydantic import PrivateAttr

from costorm_widget.errors import (
    BadReply,
    ContextOverflow,
    KeyRefused,
    ModelError,
    ModelRefused,
    NotYet,
    UserError,
)
from costorm_widget.language.calls.failures import as_model_error, status_of
from costorm_widget.language.calls.replies import message_in
from costorm_widget.language.naming import name_of
from costorm_widget.language.whole_reply import WholeReplyModel

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from costorm_widget.language.whole_reply import WholeRequest

_FORMAT = "costorm cassette 1"
_ENDS = ("finish_reason", "stop_reason", "done_reason")
_FAULTS_OF_A_FORM = frozenset({500, 501})
Entry = dict[str, Any]


class RecordedModel(WholeReplyModel):
    """A chat model that replays a cassette.

    ::

        RecordedModel("talk.json", ChatOpenAI(model="gpt-4.1-mini"))   # records what is not there
        RecordedModel("talk.json")                                     # replays, asks nobody

    Requests are known by their content, the messages and the form of the reply, so it does not
    matter in which order they come. One that comes again gets the same reply. That a model refused
    a request, as one in a form it does not know, is recorded too; what passes, such as a rate
    limit, is not.

    Attributes:
        path: The cassette.
        model: Who is asked what the cassette does not have; nobody when None.
        model_name: Name in accounts; when replaying, that of the recorded model.
        piece: Characters in one piece of a stream.
    """

    path: Path
    model: BaseChatModel | None = None

    _entries: dict[str, Entry] = PrivateAttr(default_factory=dict)
    _recorded_name: str = PrivateAttr("")

    def __init__(
        self,
        path: str | Path,
        model: BaseChatModel | None = None,
        **fields: Any,  # noqa: ANN401 - the fields
    ) -> None:
        """Open the cassette at `path`.

        Raises:
            UserError: If there is a file that is no cassette, or none and no model to record.
        """
        named: dict[str, Any] = {"path": Path(path), "model": model}
        super().__init__(**named, **fields)
        self._recorded_name, self._entries = _read(self.path, must_be_there=model is None)
        if model is not None:
            self._recorded_name = name_of(model)

    @property
    def model_name(self) -> str:
        """Name of the model that speaks, or has spoken."""
        return self._recorded_name

    @property
    def _llm_type(self) -> str:
        return "recorded"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}

    async def whole_reply(self, request: WholeRequest) -> AIMessage:
        """Return the recorded reply to `request`; without one, ask the model and record it.

        Raises:
            NotYet: If it is not recorded and there is no model.
            ModelError: What the model raised, now or when it was recorded.
        """
        key = _key(request)
        if key not in self._entries:
            if self.model is None:
                raise NotYet(
                    f"{self.path} has no reply to this request ({request.job or 'no job'}, "
                    f"{key[:8]}); record it with RecordedModel({str(self.path)!r}, model)."
                )
            self._entries[key] = await self._recorded(self.model, request)
            _write(self.path, self._recorded_name, self._entries)
        return _replayed(self._entries[key])

    async def _recorded(self, model: BaseChatModel, request: WholeRequest) -> Entry:
        """Return what comes of asking `model`, or raise what may pass."""
        asked = [[each.type, str(each.text)] for each in request.messages]
        entry = {"job": request.job, "form": request.form, "asked": asked}
        try:
            return {**entry, **_as_entry(await _ask(model, request))}
        except Exception as error:
            if isinstance(error, UserError):
                raise
            failure = (
                error if isinstance(error, ModelError) else as_model_error(error, self.model_name)
            )
            lasting = _lasting(error, failure, request.form)
        if lasting is None:
            # Without the original as its cause: what it says may repeat a key.
            raise failure from None
        return {**entry, **lasting}


async def _ask(model: BaseChatModel, request: WholeRequest) -> AIMessage:
    messages = list(request.messages)
    config: RunnableConfig = {"metadata": {"job": request.job}}
    if request.schema is None:
        return await model.ainvoke(messages, config)
    structured = model.with_structured_output(request.schema, method=request.form, include_raw=True)
    return message_in(await structured.ainvoke(messages, config))


def _lasting(error: Exception, failure: ModelError, form: str) -> Entry | None:
    """Return the entry of a failure that would come again, None for one that may pass.

    A form that a model cannot do shows in refusals and, on some servers, in faults or in bytes
    that are no reply.
    """
    if isinstance(failure, ContextOverflow):
        return {"too_long": str(failure), "limit": failure.limit, "tokens": failure.asked}
    refused = isinstance(failure, ModelRefused | BadReply) and not isinstance(failure, KeyRefused)
    if form != "text" and (refused or status_of(error) in _FAULTS_OF_A_FORM):
        return {"refused": str(failure)}
    return None


def _as_entry(message: AIMessage) -> Entry:
    entry: Entry = {"said": str(message.text)}
    calls = [[each["name"], each["args"]] for each in message.tool_calls]
    broken = [[each["name"], each["args"]] for each in message.invalid_tool_calls]
    ends = [message.response_metadata.get(name) for name in _ENDS]
    found = {
        "calls": calls,
        "broken_calls": broken,
        "usage": message.usage_metadata,
        "end": next(filter(None, ends), None),
    }
    return {**entry, **{name: value for name, value in found.items() if value}}


def _replayed(entry: Entry) -> AIMessage:
    """Return the message of an entry, or raise its failure."""
    if message := entry.get("too_long"):
        raise ContextOverflow(message, entry["limit"], entry["tokens"])
    if message := entry.get("refused"):
        raise ModelRefused(message)
    return AIMessage(
        entry["said"],
        tool_calls=[
            tool_call(name=name, args=args, id=f"c{place}")
            for place, (name, args) in enumerate(entry.get("calls", ()))
        ],
        invalid_tool_calls=[
            invalid_tool_call(name=name, args=args, id=f"b{place}", error=None)
            for place, (name, args) in enumerate(entry.get("broken_calls", ()))
        ],
        usage_metadata=entry.get("usage"),
        response_metadata={"finish_reason": entry.get("end", "stop")},
    )


def _key(request: WholeRequest) -> str:
    messages = [[each.type, str(each.text)] for each in request.messages]
    whole = json.dumps([request.form, request.schema, messages], sort_keys=True)
    return sha256(whole.encode()).hexdigest()


def _read(path: Path, *, must_be_there: bool) -> tuple[str, dict[str, Entry]]:
    """Return the name of the recorded model and the entries by key."""
    if not path.exists():
        if must_be_there:
            raise UserError(
                f"There is no cassette {path}; record one with RecordedModel({str(path)!r}, model)."
            )
        return "", {}
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        whole = None
    if not isinstance(whole, dict) or whole.get("format") != _FORMAT:
        raise UserError(f"{path} is no cassette of this version; give another path, or delete it.")
    return whole["model"], whole["replies"]


def _write(path: Path, model: str, entries: dict[str, Entry]) -> None:
    """Replace the file as a whole: a reader, or a crash, never meets half of one."""
    # In the order of the keys, because that of the calls differs from one time to the next.
    whole = {"format": _FORMAT, "model": model, "replies": dict(sorted(entries.items()))}
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w",
        encoding="utf-8",
        errors="backslashreplace",  # half a surrogate pair, as its JSON escape
        dir=path.parent,
        prefix=path.name,
        delete=False,
    ) as file:
        json.dump(whole, file, ensure_ascii=False, indent=1)
    Path(file.name).replace(path)
