"""Which sources pass: domains, functions, and how far a domain is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from costorm_widget.errors import BadSetting, SourceNotFound
from costorm_widget.retrieval.choice import Choice
from costorm_widget.retrieval.domains import domain_of, read_domain
from costorm_widget.retrieval.reliability import Reliability
from tests.builders import found

if TYPE_CHECKING:
    from pathlib import Path


def passes(choice: Choice, address: str) -> bool:
    return choice.passes(found("Text.", address=address))


INSIDE = (
    "https://example.com",
    "http://www.example.com/a?b=c#d",
    "https://deep.below.example.com/x",
    "https://example.com./x",
    "https://EXAMPLE.com:8080/x",
    "https://somebody:secret@example.com/x",
    "https://evil.org@example.com/x",
    "https://ex%61mple.com/x",
    "https://ｅｘａｍｐｌｅ．com/x",
    "https://example.com\\@evil.org/x",
    "HTTPS://example.com",
)
OUTSIDE = (
    "https://evil-example.com/x",
    "https://example.com.evil.org/x",
    "https://example.comx.org",
    "https://example.com@evil.org/x",
    "https://evil.org/example.com",
    "https://evil.org/?u=https://example.com",
    "https://evil.org#example.com",
    "https://com",
    "https://127.0.0.1/x",
    "https://[::1]:80/x",
)


@pytest.mark.parametrize("address", INSIDE)
def test_a_domain_has_its_subdomains_in_it_however_it_is_written(address: str) -> None:
    assert not passes(Choice(deny="example.com"), address)
    assert passes(Choice(allow=["other.org", "example.com"]), address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_what_only_looks_like_a_domain_is_another(address: str) -> None:
    assert passes(Choice(deny=["example.com"]), address)
    assert not passes(Choice(allow="example.com"), address)


@pytest.mark.parametrize("domain", ["bücher.example", "xn--bcher-kva.example", "BÜCHER.example."])
def test_a_domain_is_one_in_letters_and_in_ascii(domain: str) -> None:
    for address in ("https://bücher.example/x", "https://www.xn--bcher-kva.example/x"):
        assert not passes(Choice(deny=domain), address)
    assert passes(Choice(deny=domain), "https://bucher.example/x")


def test_a_letter_that_looks_like_another_is_another() -> None:
    assert domain_of("https://exаmple.com") != "example.com"  # a Cyrillic "а"
    assert passes(Choice(deny="example.com"), "https://exаmple.com")


@pytest.mark.parametrize("address", ["file:a.md", "text:1234", "notes/example.com.md", ""])
def test_what_has_no_domain_passes_domains(address: str) -> None:
    assert passes(Choice(allow="example.com", deny="example.org"), address)
    assert domain_of(address) == ""


def test_what_is_denied_is_denied_even_if_it_is_allowed() -> None:
    choice = Choice(allow="edu", deny="blogs.uni.edu")
    assert passes(choice, "https://www.uni.edu/x")
    assert not passes(choice, "https://my.blogs.uni.edu/x")


def test_a_function_decides_about_every_source() -> None:
    choice = Choice(allow=lambda source: "a" in source.url, deny=lambda source: "b" in source.url)
    assert [passes(choice, each) for each in ("file:a", "https://a.b", "https://c")] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("given", "domain"),
    [
        ("example.com", "example.com"),
        (" WWW.Example.com. ", "example.com"),
        ("*.example.com", "example.com"),
        (".example.com", "example.com"),
        ("https://example.com/", "example.com"),
        ("localhost", "localhost"),
        ("my_host.local", "my_host.local"),
        ("edu", "edu"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_domains_may_be_written_as_people_do(given: str, domain: str) -> None:
    assert read_domain(given) == domain


@pytest.mark.parametrize(
    "given",
    ["", "a b", "example.com/path", "https://example.com?x", "me@example.com", "[", "*", "."],
)
def test_what_is_no_domain_is_told(given: str) -> None:
    with pytest.raises(BadSetting, match=r"is no domain; give one such as 'example\.org'"):
        Choice(deny=[given])


# Trust.


def test_the_narrowest_listed_domain_counts() -> None:
    listed = Reliability(
        {"blogs.example": "mixed", "good.blogs.example": "reliable", "*": 0.8, "gossip.example": 0}
    )

    def weight(address: str) -> float:
        rating = listed.of(address)
        return rating.weight if rating else 1.0

    assert weight("https://x.blogs.example/1") == 0.5
    assert weight("https://www.good.blogs.example/1") == 1
    assert weight("https://elsewhere.example") == 0.8
    assert weight("https://not-gossip.example") == 0.8
    assert weight("file:blogs.example") == 1
    assert Reliability({"a.example": "mixed"}).of("https://b.example") is None


def test_what_is_unreliable_is_dropped_and_the_rest_says_how_it_is_rated() -> None:
    choice = Choice(reliability={"gossip.example": "unreliable", "blogs.example": "Mixed "})
    assert not passes(choice, "https://www.gossip.example/x")
    blog = choice.marked(found("Text.", address="https://my.blogs.example"))
    assert blog.source.provenance == ("reliability of blogs.example: mixed",)
    assert choice.marked(blog) == blog
    plain = found("Text.", address="https://other.example")
    assert choice.marked(plain) is plain


TABLES = {
    "a.csv": "Domain,Rating,Why\n\ngossip.example,unreliable,bought\nblogs.example,0.25\n",
    "b.csv": "\ufeffgossip.example, unreliable\nblogs.example,0.25",
    "c.json": '{"gossip.example": "unreliable", "blogs.example": 0.25}',
    "d.yaml": "gossip.example: unreliable\nblogs.example: 0.25  # so so\n",
    "e.YML": "{gossip.example: 0, blogs.example: '0.25'}",
}


@pytest.mark.parametrize("name", TABLES)
def test_a_list_may_be_a_file(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text(TABLES[name], encoding="utf-8")
    for given in (file, str(file)):
        choice = Choice(reliability=given)
        assert not passes(choice, "https://gossip.example")
        assert choice.weight(found("Text.", address="https://blogs.example").source) == 0.25


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "x", "is none of .csv .json .yaml .yml; save it"),
        ("a.json", '{"a.example": ', "cannot be read"),
        ("a.json", '["a.example"]', "holds no mapping"),
        ("a.yaml", "a: [", "cannot be read"),
        ("a.csv", "a.example", "has no second column"),
        ("a.csv", "a.example,good", "give reliable, mixed, unreliable, or a number from 0 to 1"),
    ],
)
def test_a_list_that_cannot_be_read_is_told(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadSetting, match=message):
        Choice(reliability=tmp_path / name)
    with pytest.raises(SourceNotFound, match="check the path"):
        Choice(reliability=tmp_path / "nowhere.csv")


@pytest.mark.parametrize("rating", ["good", 1.1, -0.1, True, None, float("nan"), ""])
def test_what_is_no_rating_is_told(rating: Any) -> None:
    with pytest.raises(BadSetting, match=r"reliability of 'a\.example' is"):
        Choice(reliability={"a.example": rating})
