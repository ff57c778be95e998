"""Web domains: which one an address belongs to, and whether it lies in another one.

Domains are compared label by label, in the form that a browser resolves: `evil-example.com` and
`example.com.evil.org` are not in `example.com`, `www.example.com.` and `EXAMPLE.com:8080` are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import idna

from costorm_widget.errors import BadSetting

if TYPE_CHECKING:
    from collections.abc import Iterator

_WRITTEN = re.compile(r"(?:https?://)?(?:\*?\.)?(?P<host>[^/?#@\\\s]+)/?", re.IGNORECASE)
_LABELS = re.compile(r"[\w-]+(?:\.[\w-]+)*|[0-9a-f:.]*:[0-9a-f:.]*")


@lru_cache(maxsize=10_000)
def domain_of(address: str) -> str:
    """Return the domain of a web address in its ASCII form; "" for what is none, such as a file.

    User, password, port and the root's dot do not belong to it.
    """
    # Browsers take a backslash for a slash; a reader that does not would see another host.
    address = address.strip().replace("\\", "/")
    if not re.match(r"https?://", address, re.IGNORECASE):
        return ""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:  # a bracket without its other one
        return ""
    return _ascii(unquote(host))


def read_domain(given: str) -> str:
    """Return a domain that a user has written, in its ASCII form, without `www.` and `*.`.

    Raises:
        BadSetting: If it is no domain.
    """
    written = _WRITTEN.fullmatch(given.strip())
    domain = domain_of(f"https://{written['host']}") if written else ""
    if not _LABELS.fullmatch(domain):
        raise BadSetting(
            f"{given!r} is no domain; give one such as 'example.org', which has its subdomains in "
            "it, or a function from a source to True or False."
        )
    return re.sub(r"^www\.(?=.+\.)", "", domain)


def above(domain: str) -> Iterator[str]:
    """Yield a domain and those that it lies in, from the nearest: `a.b.org`, `b.org`, `org`."""
    while domain:
        yield domain
        domain = domain.partition(".")[2]


def _ascii(host: str) -> str:
    host = host.rstrip(".").lower()
    try:
        return idna.encode(host, uts46=True).decode() if host else ""
    except idna.IDNAError:
        return host  # `my_host` and the like: no name that is registered, but one that is used
