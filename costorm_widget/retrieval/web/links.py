"""Which links may be followed: those into the public web, not those behind the user's own door.

A page, a search result or a redirect names a host, and a host names addresses. Whoever controls
them could have us ask the user's router, a service on this machine, or the metadata service of a
cloud, and read the answer aloud. So the link is checked, and every address that its host has.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from costorm_widget.errors import SourceRefused

_PRIVATE = tuple(
    map(
        ip_network,
        ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
    )
)
"""Networks of a house, a company, a provider (RFC 1918, 6598, 4193)."""

_NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as a network that has IPv6 alone writes them (RFC 6052)."""

_LONGEST = 2_000
"""Characters of a link: what most servers take."""


def check_link(link: str) -> None:
    """Let a link pass that is one to a page.

    Raises:
        SourceRefused: If it is none.
    """
    try:
        parts = urlsplit(link)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise SourceRefused("its address is not valid; check it") from error
    if parts.scheme not in {"http", "https"}:
        scheme = parts.scheme or "nothing"
        raise SourceRefused(f"its address begins with {scheme!r}; give one with https://")
    if not host or len(link) > _LONGEST or not link.isprintable() or " " in link:
        raise SourceRefused("its address is not valid; check it")
    if "@" in parts.netloc:
        raise SourceRefused("its address holds a user name; give it without")


def check_address(host: str, address: str, *, allow_private: bool) -> None:
    """Let an IP address pass that may be asked.

    Args:
        host: The name that stands for it, for the message.
        address: The address, as the resolver gave it.
        allow_private: Whether private and loopback addresses may be asked as well. Link-local
            ones, where clouds have their metadata, may never.

    Raises:
        SourceRefused: If it may not.
    """
    meant = _meant(address)
    if _is_public(meant) or (allow_private and _is_private(meant)):
        return
    remedy = "; allow it with allow_private=True" if _is_private(meant) else "; give another one"
    raise SourceRefused(f"{host} is at {meant}, which is no address of the public web{remedy}")


def _meant(address: str) -> IPv4Address | IPv6Address:
    """Return the address that is asked in the end: an IPv4 address may come inside of another."""
    given = ip_address(address.partition("%")[0])
    if isinstance(given, IPv6Address):
        if given.ipv4_mapped:
            return given.ipv4_mapped
        if given in _NAT64:
            return IPv4Address(int(given) & 0xFFFF_FFFF)
    return given


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    special = address.is_multicast or address.is_reserved or address.is_unspecified
    if isinstance(address, IPv6Address):
        # 6to4 and Teredo carry an IPv4 address of the sender's choice.
        special = special or bool(address.is_site_local or address.sixtofour or address.teredo)
    return address.is_global and not special


def _is_private(address: IPv4Address | IPv6Address) -> bool:
    return address.is_loopback or any(address in network for network in _PRIVATE)
