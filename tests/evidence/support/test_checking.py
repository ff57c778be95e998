"""One sentence and what it cites: each kind of error, and paraphrases that are none."""

from __future__ import annotations

from time import process_time

import pytest

from costorm_widget.evidence.sources import Snippet
from costorm_widget.evidence.support.checking import check


def snippet(text: str, name: str = "s1:0-9") -> Snippet:
    return Snippet(name, name.partition(":")[0], 0, len(text), text)


def verdict(sentence: str, *texts: str, language: str = "en") -> str:
    found = [snippet(text, f"s{number}:0-9") for number, text in enumerate(texts)]
    return check(sentence, found, language).verdict


SHEEP = "In 2019 wolves killed about 900 sheep in Hale County, most of them at night."


@pytest.mark.parametrize(
    "sentence",
    [
        SHEEP,
        "About 900 sheep were killed by wolves in Hale County in 2019.",
        "Wolves killed some nine hundred sheep in Hale County in 2019.",
        "Most of the sheep that wolves killed in 2019 died at night.",
        "In Hale County, wolves killed roughly 900 sheep, mostly at night [1].",
    ],
)
def test_a_paraphrase_is_supported(sentence: str) -> None:
    assert verdict(sentence, SHEEP) == "supported"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In 2019 wolves killed about 400 sheep in Hale County.", "contradicted"),
        ("In 2017 wolves killed about 900 sheep in Hale County.", "contradicted"),
        ("In 2019 wolves did not kill 900 sheep in Hale County.", "contradicted"),
        ("In 2019 sheep killed about 900 wolves in Hale County.", "contradicted"),
        ("In 2019 wolves killed about 900 sheep in Hale County, all of them at night.", "partly"),
        ("In 2019 wolves killed about 900 sheep in Morgan County.", "partly"),
        ("In 2019 wolves killed about 900 goats in Hale County.", "partly"),
        ("The county council meets on the first Tuesday of the month.", "unsupported"),
    ],
)
def test_an_error_is_found(sentence: str, expected: str) -> None:
    found = check(sentence, [snippet(SHEEP)])
    assert found.verdict == expected
    assert found.why
    assert found.score <= 0.5


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("The harvest failed because it was dry.", "The dryness led to a failed harvest."),
        ("Rain was the cause of the flood.", "The flood was caused by rain."),
        ("The bill was rejected by parliament.", "Parliament rejected the bill."),
        ("Nobody was hurt in the fire.", "The fire hurt nobody."),
        ("The council would not pay.", "The council refused to pay."),
        ("Some voters may change their mind.", "Some voters might change their mind."),
        ("The U.S. signed the treaty.", "The United States signed the treaty."),
        ("DST ends in November.", "Daylight saving time ends in November."),
        ("Only 12 members voted.", "Twelve members voted."),
    ],
)
def test_the_same_in_another_form_is_supported(sentence: str, quote: str) -> None:
    assert verdict(sentence, quote) == "supported"


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("It was dry because the harvest failed.", "The dryness led to a failed harvest."),
        ("The flood was the cause of the rain.", "The flood was caused by rain."),
        ("The vaccine works in every patient.", "The vaccine works in most patients."),
        ("Voters always support the reform.", "Voters often support the reform."),
        ("Smoking is the only cause of the disease.", "Smoking is one cause of the disease."),
        ("The drug causes headaches.", "The drug may cause headaches."),
        ("Prices rose before the strike.", "Prices rose after the strike."),
        ("The northern bank was flooded.", "The southern bank was flooded."),
        ("The treaty was signed by Norway.", "The treaty was signed by Sweden."),
        ("The road was reopened.", "The road was not reopened."),
        ("No ship sank.", "Few ships sank."),
    ],
)
def test_a_near_sentence_that_says_more_or_otherwise_is_not(sentence: str, quote: str) -> None:
    assert verdict(sentence, quote) != "supported"


def test_the_quote_is_the_sentence_that_says_it() -> None:
    text = f"Hale County is hilly. {SHEEP} Farmers were paid for their loss."
    found = check("Wolves killed about 900 sheep in Hale County in 2019.", [snippet(text)])
    assert found.quote is not None
    assert text[found.quote.start : found.quote.end] == SHEEP


def test_a_sentence_may_join_two_sentences_of_a_snippet() -> None:
    text = "The tower was built in 1887. Lightning destroyed it in 1930."
    assert verdict("The tower, built in 1887, was destroyed by lightning in 1930.", text) == (
        "supported"
    )


def test_a_sentence_may_join_two_snippets() -> None:
    one, other = "The tower was built in 1887.", "Lightning destroyed the tower in 1930."
    joined = "The tower was built in 1887 and destroyed by lightning in 1930."
    assert verdict(joined, one, other) == "supported"
    assert verdict(joined, one) != "supported"


def test_a_name_may_stand_in_the_heading_or_the_title() -> None:
    text = "The population rose to 4,100 in 2011."
    bare = Snippet("s1:0-9", "s1", 0, len(text), text)
    headed = Snippet("s1:0-9", "s1", 0, len(text), text, heading=("Orlen", "Population"))
    sentence = "The population of Orlen rose to 4,100 in 2011."
    assert check(sentence, [bare]).verdict == "partly"
    assert check(sentence, [headed]).verdict == "supported"
    assert check(sentence, [bare], title="Orlen").verdict == "supported"


def test_without_text_there_is_no_support() -> None:
    for found in (check(SHEEP, []), check(SHEEP, [snippet("")])):
        assert (found.verdict, found.score, found.quote) == ("unsupported", 0.0, None)


def test_likeness_helps_other_words_and_hides_no_error() -> None:
    quote = "The orchestra was dissolved after the city cut its grant in 1932."
    retold = "In 1932 the ensemble ceased to exist for lack of municipal subsidy."
    wrong = "The orchestra was not dissolved after the city cut its grant in 1932."
    assert check(retold, [snippet(quote)]).verdict == "unsupported"
    assert check(wrong, [snippet(quote)], likeness=lambda _one, _other: 1.0).verdict == (
        "contradicted"
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Water boils at 100 C.[1][2][3]", "Water boils at 90 C.[1][2][3]"),
        ("GDP grew by 2.5 percent [1]", "GDP grew by 3.5 percent [1]"),
        ("See e.g. Fig. 2 [1]", "See e.g. Fig. 7 [1]"),
        ("U.S. rates rose [2]", "U.S. rates never rose [2]"),
        ("Overall survival was 42 % [1]", "Overall survival was 24 % [1]"),
    ],
)
def test_c02_c03_sentences_with_marks_and_abbreviations(text: str, wrong: str) -> None:
    quote = text.partition("[")[0].strip()
    assert verdict(text, quote) == "supported"
    assert verdict(wrong, quote) != "supported"


@pytest.mark.parametrize(
    ("language", "quote", "right", "wrong"),
    [
        ("zh", "光速约3.0×10^8米每秒。", "光速约3.0×10^8米每秒。[1]", "光速约5.0×10^8米每秒。"),
        ("zh", "这座桥长320米。", "这座桥的长度为320米。", "这座桥的长度为510米。"),
        ("zh", "疫苗能预防感冒。", "疫苗能预防感冒", "疫苗不能预防感冒"),
        ("zh", "这座桥长320米。", "这座桥长320米", "首都的人口增长很快"),
        ("ko", "이 다리는 320미터이다.", "다리는 320미터이다.", "다리는 510미터이다."),
        ("ko", "정부는 법안을 승인했다.", "정부는 승인했다", "정부는 법안을 승인하지 않았다"),
        ("de", "Sie ist 320 Meter lang.", "Sie ist 320 m lang.", "Sie ist 510 m lang."),
    ],
)  # fmt: skip
def test_c04_other_languages(language: str, quote: str, right: str, wrong: str) -> None:
    assert verdict(right, quote, language=language) == "supported"
    assert verdict(wrong, quote, language=language) != "supported"


def test_it_says_the_same_every_time() -> None:
    text = f"Hale County is hilly. {SHEEP}"
    sentence = "In 2019 lions killed 700 sheep in Hale County, never at night."
    assert len({check(sentence, [snippet(text)]) for _ in range(5)}) == 1


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Nothing suggests that the wolves moved.", "There is no sign that the wolves moved."),
        ("The sun did not rise until 10 a.m.", "The sun rose at 10 in the morning."),
        ("People dislike the tax.", "People do not like the tax."),
        ("LEDs are cheap.", "Light-emitting diodes are cheap."),
        ("The law passed with 84 votes in all.", "The law passed with 84 votes in total."),
        ("Clocks rang at 7 p.m.", "Clocks rang at 19:00."),
    ],
)
def test_idioms_are_understood(sentence: str, quote: str) -> None:
    assert verdict(sentence, quote) == "supported"


def test_a_text_without_sentences_is_read_in_pieces_and_in_time() -> None:
    table = "word and not some 12 percent because of " * 2_000
    began = process_time()
    for sentence in ("Some word was not caused by 12 percent of it.", table):
        quote = check(sentence, [snippet(table)]).quote
        assert quote is not None
    assert check(table, [snippet("A short one.")]).verdict != "supported"
    assert process_time() - began < 5
