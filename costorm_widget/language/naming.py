"""What LangChain's objects are called, and who is paid for what they do.

Read from the fields that hold names, and no others: some hold keys.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from costorm_widget.language.found import named_base_url

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

_OPENAI = re.compile(r"https://api\.openai\.com(?:/|$)")


def name_of(model: BaseChatModel | Embeddings) -> str:
    """Return provider and model, as `init_chat_model` takes them; for other classes, what is known.

    A class that LangChain's packages do not define has no provider, and one without a name of its
    model goes by its own.
    """
    package = _package(model)
    name = model_of(model)
    return f"{package}:{name}" if package and name else name or type(model).__name__


def model_of(model: BaseChatModel | Embeddings) -> str:
    """Return the provider's own name of the model; empty if the object does not say."""
    for field in ("model_name", "model", "model_id"):
        name = getattr(model, field, None)
        if isinstance(name, str) and name:
            return name
    return ""


def server_of(model: BaseChatModel | Embeddings) -> str:
    """Return the address of a server that speaks OpenAI's protocol; empty for the usual one."""
    address: str = getattr(model, "openai_api_base", None) or ""
    if not address and _package(model) == "openai":
        address = named_base_url() or ""
    return "" if _OPENAI.match(address) else address


def host_of(address: str) -> str:
    """Return host and port of an address, without the name and password it may hold."""
    return urlsplit(address).netloc.rpartition("@")[2]


def seller_of(model: BaseChatModel | Embeddings) -> str:
    """Return who is paid, as price lists call them; empty for a server of somebody's own."""
    server = server_of(model)
    if not server:
        return _package(model)
    # Without encryption it is no shop, and reading the price list would take a second.
    if not server.startswith("https:"):
        return ""
    from genai_prices.data import providers

    return next((each.id for each in providers if re.match(each.api_pattern, server)), "")


def _package(model: BaseChatModel | Embeddings) -> str:
    """Return the provider in the name of LangChain's package; empty for classes of others."""
    package = type(model).__module__.partition(".")[0]
    return package.removeprefix("langchain_") if package.startswith("langchain_") else ""
