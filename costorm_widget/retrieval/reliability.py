"""How far the user trusts which domains: their list, as data.

A list rates domains as `reliable` (1), `mixed` (0.5) or `unreliable` (0), or by a number from 0 to
1; `*` rates all that is not listed. What lies in a domain is rated as the domain is, unless it is
listed itself. Files of one's own have no domain and are never rated.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from costorm_widget.errors import BadSetting, SourceNotFound
from costorm_widget.retrieval.domains import above, domain_of, read_domain

RATINGS = {"reliable": 1.0, "mixed": 0.5, "unreliable": 0.0}
_ELSE = "*"
_FORMS = (".csv", ".json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Rating:
    """What a list says of a domain: the domain as listed, the word or number given, the weight."""

    domain: str
    given: str
    weight: float


class Reliability:
    """A list of ratings.

    Args:
        given: Ratings by domain, or a file with them: a JSON or YAML mapping, or a CSV table with
            the domain in the first column and the rating in the second.

    Raises:
        SourceNotFound: If there is no such file.
        BadSetting: If it cannot be read, or names no domain or no rating.
    """

    def __init__(self, given: Mapping[str, str | float] | str | Path) -> None:
        entries = given if isinstance(given, Mapping) else _read(Path(given).expanduser())
        self._ratings = dict(_rating(domain, rating) for domain, rating in entries.items())

    def of(self, address: str) -> Rating | None:
        """Return the rating of the narrowest listed domain; None if the list does not say."""
        domain = domain_of(address)
        if not domain:
            return None
        narrowest = next((each for each in above(domain) if each in self._ratings), _ELSE)
        return self._ratings.get(narrowest)


def _rating(domain: object, given: object) -> tuple[str, Rating]:
    name = str(domain).strip()
    listed = _ELSE if name == _ELSE else read_domain(name)
    word = str(given).strip().casefold()
    weight = RATINGS.get(word, -1.0)
    if weight < 0 and not isinstance(given, bool):
        try:
            weight = float(word)
        except ValueError:
            weight = -1.0
    if not 0 <= weight <= 1:
        raise BadSetting(
            f"reliability of {name!r} is {given!r}; give {', '.join(RATINGS)}, or a number from "
            "0 to 1."
        )
    return listed, Rating(listed, word, weight)


def _read(file: Path) -> Mapping[str, object]:
    if file.suffix.lower() not in _FORMS:
        raise BadSetting(
            f"reliability={str(file)!r} is none of {' '.join(_FORMS)}; save it as one."
        )
    try:
        text = file.read_text(encoding="utf-8-sig")
        entries = _parsed(text, file.suffix.lower())
    except OSError as error:
        raise SourceNotFound(f"{str(file)!r} cannot be read ({error}); check the path.") from error
    except ValueError as error:  # bytes or JSON that cannot be read, or one of ours, on YAML
        raise BadSetting(f"{str(file)!r} cannot be read ({error}); mend it.") from error
    if not isinstance(entries, Mapping):
        raise BadSetting(f"{str(file)!r} holds no mapping; let it map domains to ratings.")
    return entries


def _parsed(text: str, form: str) -> object:
    if form == ".json":
        return json.loads(text)
    if form == ".csv":
        return _table(text)
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from error


def _table(text: str) -> dict[str, object]:
    """Return the ratings of a table; its first row may name the columns."""
    rows = [row for row in csv.reader(text.splitlines()) if any(cell.strip() for cell in row)]
    if rows and rows[0][0].strip().casefold() in {"domain", "site", "source", "host"}:
        del rows[0]
    short = next((row for row in rows if len(row) < 2), None)  # noqa: PLR2004 - domain, rating
    if short is not None:
        raise ValueError(f"the row {','.join(short)!r} has no second column")
    return {row[0]: row[1] for row in rows}
