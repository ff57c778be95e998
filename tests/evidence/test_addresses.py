from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.addresses import canonical_address


@pytest.mark.parametrize(
    "address",
    [
        "https://arxiv.org/abs/1706.03762v5",
        "https://arxiv.org/pdf/1706.03762",
        "https://arxiv.org/pdf/1706.03762v7.pdf",
        "http://www.arxiv.org/abs/1706.03762/",
        "https://arxiv.org/abs/1706.03762?utm_source=x",
        "https://export.arxiv.org/abs/1706.03762#comments",
        "https://arxiv.org/html/1706.03762v2",
        "arXiv:1706.03762v5",
        "https://doi.org/10.48550/arXiv.1706.03762",
        " https://arxiv.org/abs/1706.03762 ",
    ],
)
def test_c09_one_arxiv_paper_has_one_address(address: str) -> None:
    assert canonical_address(address) == "https://arxiv.org/abs/1706.03762"


def test_old_arxiv_numbers_are_known() -> None:
    assert canonical_address("arxiv.org/pdf/hep-th/9901001v2") == (
        "https://arxiv.org/abs/hep-th/9901001"
    )


@pytest.mark.parametrize(
    "address",
    [
        "doi:10.1145/571647.571648",
        "https://doi.org/10.1145/571647.571648",
        "http://dx.doi.org/10.1145/571647.571648",
        "DOI: 10.1145/571647.571648",
    ],
)
def test_c09_one_doi_has_one_address(address: str) -> None:
    assert canonical_address(address) == "https://doi.org/10.1145/571647.571648"


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/Page?b=2&a=1",
        "http://example.com/Page?a=1&b=2",
        "http://www.example.com/Page/?a=1&b=2",
        "HTTPS://EXAMPLE.com:443/Page?a=1&b=2&utm_source=x&utm_medium=mail&fbclid=abc",
        "https://example.com/Page?a=1&b=2#section",
    ],
)
def test_c09_spellings_of_a_page_are_one(address: str) -> None:
    assert canonical_address(address) == "https://example.com/Page?a=1&b=2"


def test_a_site_has_no_slash_at_the_end() -> None:
    assert canonical_address("http://www.example.com/") == "https://example.com"


def test_coded_and_plain_letters_are_the_same_path() -> None:
    plain = canonical_address("https://fr.wikipedia.org/wiki/Heure_d'été")
    coded = canonical_address("https://fr.m.wikipedia.org/wiki/Heure_d%27%C3%A9t%C3%A9")
    assert plain == coded


def test_a_coded_slash_keeps_its_meaning() -> None:
    assert canonical_address("https://example.com/a%2fb") == "https://example.com/a%2Fb"
    assert canonical_address("https://example.com/a/b") == "https://example.com/a/b"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.com/a", "https://example.com/A"),
        ("https://example.com/a?page=1", "https://example.com/a?page=2"),
        ("https://example.com:8080/", "https://example.com/"),
        ("https://example.com/app#/one", "https://example.com/app#/two"),
        ("https://en.wikipedia.org/wiki/Sleep", "https://de.wikipedia.org/wiki/Sleep"),
        ("https://arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1706.03763"),
    ],
)
def test_different_pages_stay_different(one: str, other: str) -> None:
    assert canonical_address(one) != canonical_address(other)


@pytest.mark.parametrize("address", ["file:données/会话.md", "notes.txt", "", "http://[broken"])
def test_what_is_no_web_address_stays(address: str) -> None:
    assert canonical_address(address) == address


@given(
    st.one_of(
        st.text(max_size=40),
        st.builds("https://example.com/{}".format, st.text(max_size=30)),
        st.builds("http://www.{}".format, st.text(max_size=30)),
    )
)
def test_a_canonical_address_is_its_own(address: str) -> None:
    once = canonical_address(address)
    assert canonical_address(once) == once
