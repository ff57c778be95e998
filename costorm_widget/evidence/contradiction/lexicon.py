"""English words by what they say of a thing: which way it goes, how it is, who is for it, where.

A word stands on an *axis* with a *sign*: two claims on one axis with opposite signs contradict each
other. The lists hold what findings are reported in, not the whole language: a word that is missing
costs a dispute, a word with a second meaning costs the reader's trust.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from costorm_widget.evidence.vocabulary.lists import words
from costorm_widget.evidence.vocabulary.negation import LETS_OFF, NEARLY_NEGATING
from costorm_widget.evidence.vocabulary.times import MONTHS, SEASONS, WEEKDAYS
from costorm_widget.evidence.vocabulary.verbs import FALLING, FORMS_OF_BE, RISING

Axis = Literal["change", "quality", "safety", "effect", "attitude"]


class Pole(NamedTuple):
    """Where a word stands: its axis, and its sign, 1 or -1; 0 tells whether anything moves."""

    axis: Axis
    sign: int


def _verbs(line: str) -> list[str]:
    """Return the regular forms of verbs: `raise` gives raises, raised and raising as well."""
    found: list[str] = []
    for verb in line.split():
        stem = verb.removesuffix("e")
        found += [verb, f"{verb}s", f"{stem}ed", f"{stem}ing"]
    return found


_UP = (
    *_verbs("increase raise expand boost cause trigger provoke"),
    *words(f"{RISING} surged"),
)
_DOWN = (
    *_verbs("decrease decline reduce diminish prevent avert lessen lower"),
    *words(f"{FALLING} drops shrinks rarer"),
)
_MOVES = (*_verbs("change differ"), *words("effect effects difference differences impact"))
_BETTER = (*_verbs("improve enhance"), "improvement", "beneficial")
_WORSE = (*_verbs("worsen deteriorate degrade harm impair"), "deterioration", "detrimental")
_FOR = (*_verbs("support favor favour welcome endorse approve"), "backed")
_AGAINST = (*_verbs("oppose reject resist condemn"), "disapproved", "disapprove")

POLES: dict[str, Pole] = {
    **dict.fromkeys(_UP, Pole("change", 1)),
    **dict.fromkeys(_DOWN, Pole("change", -1)),
    **dict.fromkeys(_MOVES, Pole("change", 0)),
    **dict.fromkeys(_BETTER, Pole("quality", 1)),
    **dict.fromkeys(_WORSE, Pole("quality", -1)),
    **dict.fromkeys(("safe", "harmless"), Pole("safety", 1)),
    **dict.fromkeys(("harmful", "dangerous", "unsafe", "toxic", "poisonous"), Pole("safety", -1)),
    "effective": Pole("effect", 1),
    **dict.fromkeys(("ineffective", "useless"), Pole("effect", -1)),
    **dict.fromkeys(_FOR, Pole("attitude", 1)),
    **dict.fromkeys(_AGAINST, Pole("attitude", -1)),
}

NOUNS = words(
    "increase rise fall decrease decline drop growth reduction change effect effects difference "
    "differences impact improvement deterioration"
)
"""Poles that may be nouns: what moves stands behind them, after *in*, *of* or *on*."""

GRADED = words("frequent common likely prevalent popular numerous often widespread")
"""What *more* and *less* make a pole of: "more common after the curfew"."""

NOT_NEGATING = LETS_OFF | words(
    "always all every everyone until yet entirely fully exactly quite so as even both alone longer "
    "more less fewer matter doubt later sooner better one far"
)
"""What takes the force from a negator before it: *not only*, *no longer*, *not every*."""

QUASI = NEARLY_NEGATING | words("unlikely nearly slightly")
"""Nearly a negation: neither agrees nor disagrees with one."""

INVERTERS = words("lack absence without shortage loss ban removal stopping banning")
"""Turns round what is said of the word behind it: more of one is less of the other."""

SUPPOSING = words("would could might")

GENERIC = words(
    "study studies studied report reports reported researcher researchers result results found "
    "find finding findings estimate estimated estimates data paper author authors analysis "
    "analyzed colleague colleagues percent significant significantly clear measurable show shows "
    "showed shown appear appeared according concluded evidence total overall least compared "
    "average number numbers figure figures effect effects difference differences changed"
)
"""How findings are told, whatever they are about."""

TELLING = words("use")
"""Stop words that name a thing as often: "electricity use"."""

ONCE = words(
    "found founded open opened sign signed born die died build built complete completed launch "
    "launched publish published invent invented adopt adopted introduce introduced abolish "
    "abolished switch switched establish established begin began start started end ended "
    "discover discovered release released create created pass passed enact enacted sink sank "
    "destroy destroyed collapse collapsed ratify ratified"
)
"""What happens once, so that it has one year."""

PREPOSITIONS = words(
    "in on at after before by for among during from to with than when while within over under "
    "against between since until as because if near across around into per about toward towards"
)
LOCATIVES = words("in at across from throughout near for")
DETERMINERS = words("a an the this that these those its their his her our any some such")
AUXILIARIES = FORMS_OF_BE | words("has have had does do did will would can could")

BREAKS = frozenset(";:()\u2013\u2014")
CONJUNCTIONS = words("while whereas although though but yet because since")
"""Begins another clause, with or without a comma before it."""

_SAME = """
know knew known | begin began begun | pay paid | buy bought | write wrote written | sleep slept
keep kept | lose lost loss losses | give gave given | take took taken | build built | hold held
die dead death deaths died dying | kill killed killing | length long | height high tall
width wide | depth deep | crash accident accidents collision collisions | deadly fatal fatally
power electricity
"""
SAME: dict[str, str] = {
    form: word
    for line in _SAME.strip().replace("\n", "|").split("|")
    for word, *forms in [line.split()]
    for form in (word, *forms)
}
"""Forms and near synonyms that a stemmer cannot bring together."""

_SCOPES: dict[str, str] = {
    "season": SEASONS,
    "weekday": f"{WEEKDAYS} weekend",
    "daypart": "morning evening afternoon night noon midnight dawn dusk",
    "month": MONTHS,
    "group": "men women children adults pupils students teenagers adolescents girls boys infants "
    "elderly patients mice rats animals pedestrians drivers cyclists",
    "order": "first second third fourth fifth last",
    "degree": "low heavy high cold mild warm hot dry wet short early late small large rural urban "
    "rich poor northern southern eastern western primary secondary",
    "span": "hour day week month quarter year decade season",
}
SCOPES: dict[str, tuple[str, str]] = {
    form: (kind, word)
    for kind, line in _SCOPES.items()
    for word in line.split()
    for form in (word, f"{word}s")
} | {"fall's": ("season", "autumn"), "daily": ("span", "day"), "weekly": ("span", "week")}
"""When, where and for whom a statement holds: kind and value by word."""

DEMONYMS = words(
    "american german swedish british french canadian australian finnish danish chinese japanese "
    "korean russian indian european spanish italian dutch swiss norwegian polish greek mexican"
)

PLACES: dict[str, str] = {
    **dict.fromkeys(("unit", "u.s", "us", "usa"), "amer"),
    **dict.fromkeys(("engl", "uk", "scot"), "brit"),
    "fren": "fran",
}
"""Beginnings of names that name one place."""
