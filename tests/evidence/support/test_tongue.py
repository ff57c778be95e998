"""Whether words of a sentence and of its evidence can be compared at all."""

from __future__ import annotations

import pytest

from costorm_widget import samples
from costorm_widget.evidence.sources import Source
from costorm_widget.evidence.support.tongue import comparable
from costorm_widget.retrieval.passages import cut
from tests.evidence.support.planted import read_pairs

TEXTS = {
    "de": "Die Zeitumstellung wurde in Deutschland zuletzt 1980 eingeführt und wird seitdem in "
    "jedem Jahr am letzten Sonntag im März durchgeführt, was viele Menschen beklagen.",
    "fr": "Le passage à l'heure d'été a été introduit en France en 1976 à la suite du premier choc "
    "pétrolier, dans le but de réaliser des économies d'énergie sur l'éclairage.",
    "es": "El horario de verano se introdujo en España en 1974 con el fin de ahorrar energía, y "
    "desde entonces se aplica cada año el último domingo de marzo a las dos de la mañana.",
    "nl": "De zomertijd werd in Nederland voor het eerst ingevoerd in 1916 en later in 1977 "
    "opnieuw, na de oliecrisis, om energie te besparen in de avond.",
    "ru": "Летнее время было введено в России в 1917 году и с тех пор много раз отменялось, а в "
    "последний раз от него отказались в 2011 году, когда часы больше не переводили.",
}


def test_english_evidence_can_be_compared_with_english() -> None:
    texts = {pair.quote for pair in read_pairs()}
    for file in samples.path().glob("*.md"):
        text = file.read_text(encoding="utf-8")
        texts |= {each.text for each in cut(Source("s", file.stem, file.name, "document", text))}
    assert len(texts) > 200
    assert not [text for text in texts if not comparable("Clocks were changed.", text, "en")]


@pytest.mark.parametrize("code", TEXTS)
def test_evidence_in_another_language_cannot(code: str) -> None:
    assert not comparable("Clocks have been changed there since 1916.", TEXTS[code], "en")
    assert comparable(TEXTS[code], TEXTS[code], code)


def test_other_scripts_cannot_whatever_the_language_is_said_to_be() -> None:
    assert not comparable("서머타임은 1916년에 시작되었다.", "It began in 1916.", "ko")
    assert not comparable("夏时制始于1916年。", "It began in 1916.", "zh")
    assert comparable("夏时制始于1916年。", "夏时制在德国始于1916年4月30日。", "zh")
    assert comparable("サマータイムは1916年に始まった。", "夏時間は1916年に始まった。", "ja")


def test_short_evidence_is_taken_to_be_what_it_should_be() -> None:
    assert comparable("In all 12 of them.", "Gesamt: 12", "en")
    assert comparable("12", "12 345", "en")
