from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.web.links import check_address, check_link

PRIVATE = (
    *("127.0.0.1", "127.8.9.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
    *("::1", "fc00::1", "fd12:3456::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1"),
    *("64:ff9b::7f00:1", "64:ff9b::a00:1"),
)
NEVER = (
    *("169.254.169.254", "169.254.0.1", "0.0.0.1", "255.255.255.255", "240.0.0.1", "224.0.0.1"),
    *("fe80::1", "fe80::1%eth0", "::", "ff02::1", "fec0::1", "::ffff:169.254.169.254"),
    *("64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2001:0:1::"),
)
PUBLIC = ("93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "64:ff9b::808:808", "::ffff:8.8.8.8")


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_refused_unless_allowed(address: str) -> None:
    with pytest.raises(SourceRefused, match=r"host\.example is at .*; allow it with allow_private"):
        check_address("host.example", address, allow_private=False)
    check_address("host.example", address, allow_private=True)


@pytest.mark.parametrize("address", NEVER)
def test_addresses_that_are_nobodys_page_are_always_refused(address: str) -> None:
    for allowed in (False, True):
        with pytest.raises(SourceRefused, match="no address of the public web"):
            check_address("host.example", address, allow_private=allowed)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_pass(address: str) -> None:
    check_address("host.example", address, allow_private=False)


@given(st.ip_addresses())
def test_what_passes_is_global(address: object) -> None:
    given = ip_address(str(address))
    try:
        check_address("host.example", str(address), allow_private=False)
    except SourceRefused:
        return
    assert (
        given.is_global or getattr(given, "ipv4_mapped", None) or str(given).startswith("64:ff9b")
    )
    assert not given.is_multicast
    assert not given.is_link_local


@pytest.mark.parametrize(
    ("link", "remedy"),
    [
        ("ftp://example.com/a", "begins with 'ftp'; give one with https://"),
        ("file:///etc/passwd", "begins with 'file'"),
        ("javascript:alert(1)", "begins with 'javascript'"),
        ("data:text/html,x", "begins with 'data'"),
        ("//example.com/a", "begins with 'nothing'"),
        ("https://", "not valid"),
        ("https://example.com:99999/", "not valid"),
        ("https://[::1/", "not valid"),
        ("https://exa mple.com/", "not valid"),
        ("https://example.com/\r\nX-Evil: 1", "not valid"),
        ("https://example.com/" + "a" * 2000, "not valid"),
        ("https://user:secret@example.com/", "holds a user name"),
    ],
)
def test_what_is_no_link_to_a_page_is_refused(link: str, remedy: str) -> None:
    with pytest.raises(SourceRefused, match=remedy) as raised:
        check_link(link)
    assert "secret" not in str(raised.value)


@given(st.text())
def test_any_text_passes_or_is_refused(text: str) -> None:
    for link in (text, f"https://{text}", f"https://example.com/{text}"):
        try:
            check_link(link)
        except SourceRefused:
            continue
        assert link.startswith(("http://", "https://", "HTTP", "Http"))
