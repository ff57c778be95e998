"""Sentences with the quotes they cite: right ones, and the same with planted errors.

The right ones are paraphrases written by hand (`pairs/own.toml`, `pairs/sample.toml`) and small
edits of sentences of the sample documents (`pairs/verbatim.toml`). Errors are planted in both: by
hand where the files say so, by the rules below elsewhere. All is seeded by the texts themselves, so
that a pair never changes because another was added.

The quotes fall into two halves by a hash of their text, and a quote takes all its pairs along:
thresholds are set on the first half, the second is counted only.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Half = Literal["first", "second"]

_FOLDER = Path(__file__).with_name("pairs")

ERRORS = ("number", "negation", "entity", "cause", "neighbor", "quantifier")
"""Kinds of planted errors; `cause` holds who did what to whom, too."""


class Right(TypedDict, total=False):
    """A right sentence of the files, and the errors planted in it by hand."""

    kind: str
    text: str
    negation: list[str]
    entity: list[str]
    quantifier: list[str]
    cause: str


class Quoted(TypedDict):
    """A quote of the files."""

    near: str
    text: str
    right: list[Right]


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence and the quote that it cites.

    Attributes:
        sentence: What is said.
        quote: What it cites.
        own: The quote that it was made of; another than the cited one for a neighbor's citation.
        kind: How a right sentence differs from its quote, or the planted error.
        right: Whether the quote bears the sentence out.
        half: Where the pair is counted.
        by_hand: Whether the sentence was written by hand, not made by an edit of its quote.
    """

    sentence: str
    quote: str
    own: str
    kind: str
    right: bool
    half: Half
    by_hand: bool


def _listed(line: str) -> list[str]:
    return line.split()


def read_pairs() -> tuple[Pair, ...]:
    """Return all pairs, the right ones first."""
    quotes = [*_read("own"), *_read("sample"), *_read("retold"), *_near_verbatim()]
    right = [pair for quote in quotes for pair in _right(quote)]
    wrong = [pair for quote in quotes for pair in _wrong(quote)]
    return (*right, *wrong, *_neighbors(quotes))


def read_answers() -> dict[Half, dict[str, list[str]]]:
    """Return right sentences as answers have them, by half and by sample document."""
    with (_FOLDER / "answers.toml").open("rb") as file:
        answers: dict[Half, dict[str, list[str]]] = tomllib.load(file)  # type: ignore[assignment] # the file has these two keys
    return answers


def half_of(quote: str) -> Half:
    """Return the half that a quote belongs to."""
    return "second" if _seed(quote) % 2 else "first"


def _read(name: str) -> list[Quoted]:
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        quotes: list[Quoted] = tomllib.load(file)["quotes"]
    return quotes


def _near_verbatim() -> Iterator[Quoted]:
    with (_FOLDER / "verbatim.toml").open("rb") as file:
        documents: dict[str, list[str]] = tomllib.load(file)
    for document, quotes in documents.items():
        for quote in quotes:
            yield {
                "near": f"verbatim {document}",
                "text": quote,
                "right": [{"kind": "near verbatim", "text": edited(quote)}],
            }


def _seed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest())


def _right(quote: Quoted) -> Iterator[Pair]:
    half = half_of(quote["text"])
    for each in quote["right"]:
        by_hand = each["kind"] != "near verbatim"
        kind, own = each["kind"], quote["text"]
        yield Pair(each["text"], own, own, kind, right=True, half=half, by_hand=by_hand)


def _wrong(quote: Quoted) -> Iterator[Pair]:
    half, text = half_of(quote["text"]), quote["text"]
    for each in quote["right"]:
        by_hand = each["kind"] != "near verbatim"
        for kind, sentence in _planted(each, text):
            yield Pair(sentence, text, text, kind, right=False, half=half, by_hand=by_hand)


def _planted(right: Right, quote: str) -> Iterator[tuple[str, str]]:
    text, rng = right["text"], Random(_seed(right["text"]))
    by_hand = right["kind"] != "near verbatim"
    number = with_other_number(text, quote, rng)
    if number and (by_hand or rng.random() < 0.6):
        yield "number", number
    if by_hand:
        for kind in ("negation", "entity", "quantifier"):
            if kind in right:
                old, new = right[kind]
                yield kind, text.replace(old, new, 1)
        if "cause" in right:
            yield "cause", right["cause"]
        return
    # One more of these a sentence, so that the kinds stay comparable in number.
    made = {
        "negation": negated(text),
        "entity": with_other_name(text, quote, rng),
        "quantifier": strengthened(text),
    }
    kinds = [kind for kind, sentence in made.items() if sentence]
    if "quantifier" in kinds:
        yield "quantifier", made["quantifier"]
    elif kinds:
        kind = rng.choice(kinds)
        yield kind, made[kind]


def _neighbors(quotes: Sequence[Quoted]) -> Iterator[Pair]:
    """Yield right sentences with a quote of the same article or document that is not theirs."""
    for quote in quotes:
        half = half_of(quote["text"])
        others = [
            each["text"]
            for each in quotes
            if each["near"] == quote["near"] and each is not quote and half_of(each["text"]) == half
        ]
        for each in quote["right"]:
            rng = Random(_seed(each["text"]) + 1)
            if others and rng.random() < 0.5:
                by_hand = each["kind"] != "near verbatim"
                yield Pair(
                    each["text"],
                    rng.choice(others),
                    quote["text"],
                    "neighbor",
                    right=False,
                    half=half,
                    by_hand=by_hand,
                )


# -- small edits that change nothing of what is said -----------------------------------------

_EDITS: tuple[tuple[str, str], ...] = (
    (r"\babout (?=\d)", "roughly "),
    (r"\bsome (?=\d)", "about "),
    (r"(?<=\d) percent\b", "%"),
    (r"\bfell\b", "declined"),
    (r"\brose\b(?! (?:after|close|at about))", "increased"),
    (r"\bconcluded that\b", "came to the conclusion that"),
    (r"\bfound that\b", "reported that"),
    (r"\bdid not\b", "didn't"),
    (r"\bdo not\b", "don't"),
    (r"\bcannot\b", "can not"),
    (r"\bthe United States\b", "the U.S."),
    (r"\bbegan\b", "started"),
    (r"\bended\b", "came to an end"),
    (r"\bbut\b", "yet"),
    (r"\bwhile\b", "whereas"),
    (r"\balthough\b", "even though"),
    (r"\bbecause\b(?! of)", "since"),
    (r"\b(?:therefore|thus|nevertheless|also|clearly) ", ""),
    (r"\btwo\b", "2"),
    (r"\bthree\b", "3"),
    (r"\bfour\b", "4"),
    (r"\bstudied\b", "examined"),
    (r"\bshowed\b", "revealed"),
    (r"\bdaylight saving time\b", "DST"),
    (r", (?:and|so|while|although|because|whereas|yet) [^,]+\.$", "."),
)

_LEADS = ("According to the source, ", "The document states that ", "Notably, ", "In short, ")


def edited(quote: str) -> str:
    """Return a quote with one to three small edits that leave it true."""
    rng = Random(_seed(quote))
    edits = [each for each in _EDITS if re.search(each[0], quote)]
    rng.shuffle(edits)
    text = quote
    for pattern, replacement in edits[: rng.choice((1, 2, 2, 3))]:
        text = re.sub(pattern, replacement, text, count=1).replace("U.S..", "U.S.")
    if text == quote or rng.random() < 0.2:
        first = text.split()[0]
        small = first.lower() if first in _SMALL_FIRST else first
        text = rng.choice(_LEADS) + small + text[len(first) :]
    return text


_SMALL_FIRST = frozenset(
    _listed(
        "A An The Most Many Some Several Other In On At Two Ten Clocks Animals Pedestrians "
        "Children Programmers Teenagers Trains Railroads Researchers Broadcasters Counties "
        "Governments Commuters Deaths Headlines Insurance Overnight Night Long-term Local All "
        "Retailers Tractors Heating Total Safety Advocates Cardiovascular Delegates Searches "
        "Sunrise Speed Permanent Chronobiologists Daylight"
    )
)


# -- errors planted by rule ------------------------------------------------------------------

_NUMBER = re.compile(r"(?<![\w:.,-])(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![\w:]|,\d|-\d)")
_WORDS = _listed(
    "two three four five six seven eight nine ten eleven twelve thirty thirty-four forty-three "
    "forty-eight"
)
_NUMBER_WORD = re.compile(
    rf"\b({'|'.join(sorted(_WORDS, key=len, reverse=True))})\b", re.IGNORECASE
)
_YEARS = (1100, 2100)


def with_other_number(text: str, quote: str, rng: Random) -> str:
    """Return `text` with one of its numbers changed to one that the quote has not; "" if none."""
    digits = list(_NUMBER.finditer(text))
    if digits:
        match = rng.choice(digits)
        for _ in range(20):
            new = _other(match[0], rng)
            if not re.search(rf"(?<![\d,.]){re.escape(new)}(?![\d])", quote):
                return text[: match.start()] + new + text[match.end() :]
    words = list(_NUMBER_WORD.finditer(text))
    if not words:
        return ""
    match = rng.choice(words)
    left = [word for word in _WORDS if word not in f"{text} {quote}".lower()]
    new = rng.choice(left)
    new = new.capitalize() if match[0][0].isupper() else new
    return text[: match.start()] + new + text[match.end() :]


def _other(number: str, rng: Random) -> str:
    value = float(number.replace(",", ""))
    if value.is_integer() and _YEARS[0] < value < _YEARS[1] and "," not in number:
        return str(int(value) + rng.choice((-12, -7, -4, -3, 3, 5, 8)))
    if "." in number:
        places = len(number.split(".")[1])
        return f"{value * rng.choice((0.4, 0.6, 1.6, 2.2, 3)):.{places}f}"
    if value <= 31:
        return str(rng.choice([each for each in range(2, 32) if abs(each - value) > 2 + value / 6]))
    changed = round(value * rng.choice((0.5, 0.7, 1.4, 1.9, 2.5)))
    return f"{changed:,}" if "," in number else str(changed)


_NO_PARTICIPLE = r"(?<!, )(?<!have )(?<!had )(?<!has )(?<!of daylight )(?<!no clock )"
_DENIED: tuple[tuple[str, str], ...] = (
    (r"\bdidn't ", ""),
    (r"\bdid not change\b", "changed"),
    (r"\bno significant\b", "a significant"),
    (r"\bno change\b", "a change"),
    (r"\bhas\b(?= (?:been|had|ever|mostly)\b)", "has not"),
    (
        r"\b(is|are|was|were|could|can|may|would|must|should|has been|have been)\b(?! not\b)",
        r"\1 not",
    ),
    *(
        (rf"{_NO_PARTICIPLE}\b{past}\b(?! by\b)", f"did not {base}")
        for past, base in (
            pair.split(":")
            for pair in _listed(
                "rejected:reject abolished:abolish opposed:oppose voted:vote "
                "signed:sign found:find concluded:conclude reported:report "
                "predicted:predict sued:sue declined:decline increased:increase "
                "fell:fall rose:rise moved:move adopted:adopt compared:compare "
                "studied:study used:use tried:try stopped:stop began:begin "
                "started:start received:receive passed:pass asked:ask exempted:exempt "
                "counted:count showed:show revealed:reveal dropped:drop "
                "examined:examine amended:amend called:call overrode:override"
            )
        )
    ),
    (r"\b(uses|governs|supports|adds|depends)\b", r"never \1"),
)


def negated(text: str) -> str:
    """Return `text` with a negation put in or taken out; "" where no rule fits."""
    for pattern, replacement in _DENIED:
        changed = re.sub(pattern, replacement, text, count=1)
        if changed != text:
            return changed
    return ""


_NAMES: tuple[tuple[str, ...], ...] = (
    ("Indiana", "Ohio", "Kansas", "Nevada"),
    ("Michigan", "Wisconsin"),
    ("Arizona", "Utah", "Montana"),
    ("Germany", "Austria", "Belgium"),
    ("Brazil", "Colombia", "Bolivia"),
    ("Egypt", "Tunisia", "Sudan"),
    ("China", "Vietnam", "Mongolia"),
    ("Mexico", "Peru"),
    ("Lebanon", "Cyprus", "Kuwait"),
    ("Moscow", "Minsk", "Kiev"),
    ("London", "Dublin", "Oslo"),
    ("New York", "Boston", "Atlanta"),
    ("Queensland", "Victoria"),
    ("Western Australia", "South Australia"),
    ("Alberta", "Manitoba"),
    ("Ontario", "Quebec"),
    ("New Zealand", "Fiji"),
    ("Swedish", "Danish"),
    ("German", "Polish"),
    ("Finland", "Estonia", "Denmark"),
    ("Havranek", "Kowalski"),
    ("Sood and Ghosh", "Keller and Ruiz"),
    ("Doleac and Sanders", "Parker and Young"),
    ("Kellogg and Wolff", "Meyer and Sachs"),
    ("Congress", "The Supreme Court"),
    ("Nixon", "Carter"),
    ("Ford", "Reagan"),
    ("Johnson", "Kennedy"),
    ("Wilson", "Harding"),
    ("Putin", "Medvedev"),
    ("Willett", "Hudson", "Pearce"),
    ("Franklin", "Jefferson"),
    ("Sunday", "Thursday"),
    ("Monday", "Wednesday"),
    ("October", "August"),
    ("March", "May"),
    ("spring", "autumn"),
    ("autumn", "summer"),
    ("summer", "winter"),
    ("morning", "evening"),
    ("children", "pensioners"),
    ("heart attacks", "strokes"),
    ("pedestrians", "motorcyclists"),
    ("electricity", "natural gas"),
    ("coal", "oil"),
    ("robbery", "arson"),
    ("assaults", "burglaries"),
)


def with_other_name(text: str, quote: str, rng: Random) -> str:
    """Return `text` with a name, or what it is about, swapped for a sibling; "" where none is."""
    known = [
        (one, [other for other in others if other.lower() not in quote.lower()])
        for one, *others in _NAMES
        if re.search(rf"\b{one}\b", text)
    ]
    known = [(one, others) for one, others in known if others]
    if not known:
        return ""
    one, others = rng.choice(known)
    return re.sub(rf"\b{one}\b", rng.choice(others), text)


_STRONGER: tuple[tuple[str, str], ...] = (
    (r"\bMost of\b", "All of"),
    (r"\b[Mm]ost (?=[a-z]+ )", "all "),
    (r"\b[Mm]any (?=[a-z]+ )", "all "),
    (r"(?<!of )\b[Ss]everal (?=[a-z]+ )", "all "),
    (r"\b[Ss]ome (?=[a-z])", "all "),
    (r"\bmostly\b", "entirely"),
    (r"\busually\b", "always"),
    (r"(?<!more )\boften\b", "always"),
    (r"\bnormally\b", "always"),
    (r"(?<!a )(?<!only )\bfew\b", "no"),
    (r"\bhardly\b", "never"),
    (r"\btend to\b", "always"),
    (r"\bMuch of\b", "All of"),
    (r"\bnearly all\b", "all"),
)


def strengthened(text: str) -> str:
    """Return `text` with a quantifier made stronger; "" where it has none."""
    for pattern, replacement in _STRONGER:
        match = re.search(pattern, text)
        if match:
            new = replacement.capitalize() if match[0][0].isupper() else replacement
            return text[: match.start()] + new + text[match.end() :]
    return ""
