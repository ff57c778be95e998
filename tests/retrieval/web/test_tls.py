"""Certificates are verified against the name of the host, although its address is connected to."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import pytest
import trustme

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.web.fetching import Fetcher
from costorm_widget.retrieval.web.reading import READERS
from costorm_widget.retrieval.web.transport import CheckedTransport
from tests.retrieval.web.pages import RED_DWARF
from tests.servers.site import Site

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "stars.example"


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def site(authority: trustme.CA) -> Iterator[Site]:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(NAME).configure_cert(tls)
    with Site({"/star": RED_DWARF}, tls) as running:
        yield running


async def here(host: str, port: int) -> Sequence[str]:  # noqa: ARG001
    return ("127.0.0.1",)


def fetcher(trusted: trustme.CA | None) -> Fetcher:
    context = ssl.create_default_context() if trusted else None
    if trusted and context:
        trusted.configure_trust(context)
    transport = CheckedTransport(allow_private=True, resolve=here, verify=context)
    return Fetcher(transport=transport)


async def test_the_name_is_what_is_verified(site: Site, authority: trustme.CA) -> None:
    answer = await fetcher(authority).fetch(f"https://{NAME}:{site.port}/star", READERS)
    assert answer.body.decode() == RED_DWARF
    assert site.server.requests[-1].headers["host"] == f"{NAME}:{site.port}"


async def test_a_certificate_of_another_name_is_refused(site: Site, authority: trustme.CA) -> None:
    with pytest.raises(SourceRefused, match="its certificate is not valid"):
        await fetcher(authority).fetch(f"https://planets.example:{site.port}/star", READERS)
    assert not site.asked


async def test_a_certificate_of_nobody_we_know_is_refused(site: Site) -> None:
    with pytest.raises(SourceRefused, match="its certificate is not valid"):
        await fetcher(None).fetch(f"https://{NAME}:{site.port}/star", READERS)
    assert not site.asked


async def test_two_hosts_at_one_address_are_verified_each(
    site: Site, authority: trustme.CA
) -> None:
    asking = fetcher(authority)
    await asking.fetch(f"https://{NAME}:{site.port}/star", READERS)
    with pytest.raises(SourceRefused, match="its certificate is not valid"):
        await asking.fetch(f"https://planets.example:{site.port}/star", READERS)
