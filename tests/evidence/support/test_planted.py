"""The planted errors of `make bench-support`, held to looser bars, and that the pairs are sound."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

from costorm_widget import samples
from costorm_widget.evidence.sources import Snippet
from costorm_widget.evidence.support.checking import check
from tests.evidence.support.planted import ERRORS, Pair, half_of, read_pairs

PAIRS = read_pairs()
CORPUS = "\n".join(file.read_text(encoding="utf-8") for file in sorted(samples.path().glob("*.md")))


def marked(pair: Pair) -> bool:
    quote = Snippet("s1:0-9", "s1", 0, len(pair.quote), pair.quote)
    return check(pair.sentence, [quote]).verdict != "supported"


def test_most_planted_errors_are_found_and_few_right_sentences_are_blamed() -> None:
    found, total = Counter[str](), Counter[str]()
    for pair in PAIRS:
        if pair.half == "second":
            kind = "right" if pair.right else pair.kind
            total[kind] += 1
            found[kind] += marked(pair)
    shares = {kind: found[kind] / total[kind] for kind in total}
    assert all(shares[kind] >= 0.6 for kind in ERRORS), shares
    assert sum(found[kind] for kind in ERRORS) >= 0.85 * sum(total[kind] for kind in ERRORS)
    assert shares["right"] <= 0.12


def test_there_are_enough_pairs_of_every_kind() -> None:
    wrong = Counter(pair.kind for pair in PAIRS if not pair.right)
    assert set(wrong) == set(ERRORS)
    assert min(wrong.values()) >= 50
    right = [pair for pair in PAIRS if pair.right]
    assert sum(pair.by_hand for pair in right) >= 150
    assert sum(not pair.by_hand for pair in right) >= 150


def test_a_quote_and_all_its_pairs_are_in_one_half() -> None:
    for pair in PAIRS:
        assert pair.half == half_of(pair.quote) == half_of(pair.own)


def test_planting_changes_the_sentence_and_neighbors_cite_another_quote() -> None:
    right = {pair.sentence for pair in PAIRS if pair.right}
    for pair in PAIRS:
        if pair.kind == "neighbor":
            assert pair.quote != pair.own
        elif not pair.right:
            assert pair.sentence not in right
            assert pair.sentence != pair.quote


def test_quotes_of_the_sample_documents_are_word_for_word() -> None:
    folder = Path(__file__).with_name("pairs")
    sample = tomllib.loads((folder / "sample.toml").read_text(encoding="utf-8"))["quotes"]
    retold = tomllib.loads((folder / "retold.toml").read_text(encoding="utf-8"))["quotes"]
    verbatim = tomllib.loads((folder / "verbatim.toml").read_text(encoding="utf-8"))
    quotes = [each["text"] for each in sample]
    quotes += [each["text"] for each in retold if each["near"] == "retold sample"]
    quotes += [quote for listed in verbatim.values() for quote in listed]
    assert not [quote for quote in quotes if quote not in CORPUS]
