"""English words by what they do to a statement: how many, how sure, which way.

The lists hold what encyclopedias, reports and studies are written in. A word that is missing costs
a finding or raises a false alarm; one in the wrong place hides an error.
"""

from __future__ import annotations

from costorm_widget.evidence.vocabulary import negation
from costorm_widget.evidence.vocabulary.lists import words
from costorm_widget.evidence.vocabulary.verbs import FORMS_OF_BE

NEGATORS = negation.NEGATORS | words("nor nothing nowhere without")

DENYING = words(
    "refuse refused refuses refusing fail failed fails lack lacks lacked lacking unable "
    "avoid avoided absence deny denied denies stop stopped stops cease ceased reject rejected "
    "rejects rejecting prevent prevented prevents impossible extinct exempt exempted ban banned "
    "bans missing acquitted unchanged except unlikely abolish abolished abolishes"
)
"""Deny what stands beside them without a negator: *refused to* for *would not*."""

EVIDENTIAL = negation.EVIDENCE | words(
    "suggest suggests suggested indicate indicates indicated show shows showed shown"
)
"""When this is denied, what follows is: *no sign that it rose*."""

STRENGTHS: dict[str, int] = {
    word: strength
    for strength, line in (
        (1, "few little rarely seldom hardly scarcely"),
        (2, "some several certain sometimes occasionally partly part"),
        (3, "many numerous often frequently half"),
        (4, "most majority mostly mainly largely usually normally generally typically nearly"),
        (4, "predominantly chiefly primarily commonly almost"),
        (5, "all every each entire entirely whole wholly completely exclusively always solely"),
        (5, "everyone everybody everything everywhere invariably fully"),
    )
    for word in line.split()
}
"""How much of something, or how often: 1 hardly any to 5 all."""

ALL = 5
ALONE = words("only sole solely exclusively alone merely just")
"""Nothing else does."""

ALL_OF_TIME = words("year day night time week month summer winter season round over along once")
"""*All year*, *all day*: how long, not how many."""

HEDGES = words(
    "may might could can possibly perhaps probably likely suspected suspect suspects apparently "
    "seemingly allegedly reportedly presumably potentially expected predicted proposed suggested "
    "suggests suggest supposed believed thought think thinks seem seems appear appears appeared "
    "estimated estimate estimates would should tend tends"
)
"""Less than sure."""

POSSIBLE = words("may might could possibly perhaps probably suspected allegedly")
"""Not even likely: what a sentence must not state as a fact."""

BE = FORMS_OF_BE | words("am get gets got gotten")
MODALS = words("do does did will would shall should can could may might must")

LEADS_IN = words("a an the of by in from with for on at its his her their this that these those")
"""What stands before a noun, or before its adjective."""

KEPT = words(
    "use used work works home homes close closed open opened power back left right lower higher "
    "more less fewer before after first second third last north south east west new old young "
    "early late long short large small high low big great light dark deep top common heart men "
    "women man part made make caused cause causes cost costs found help helped keep kept show "
    "showed sold state states began begin beginning ended stopped gone given gave took taken "
    "lost won buy bought sell fell rose grew died kill killed need needed needs sun"
)
"""Stop words of web pages that say something here."""

GENERIC = words(
    "according document source notably short article text page passage reported report reports "
    "states stated say says said also however total about roughly approximately around some "
    "about nearly almost estimated place took take takes came come number numbers amount people "
    "person fact case cases percent percentage per cent dst way ways thing things time times "
    "year years day days existing known"
)
"""Words that a paraphrase may add or leave out without saying another thing."""

PAST = words(
    "ate beat began broke brought built bought came caught chose cut drew drove fell felt found "
    "fought forgot gave grew held hit kept knew laid led left lent lost made meant met paid put "
    "ran rose said saw sent set shot shut sold spent spoke spread stole struck swept taught took "
    "told thought threw understood went won wore wrote"
)
"""Past forms that do not end in -ed."""

IRREGULAR = words(
    "begun built bought beaten brought broken caught chosen cut done drawn driven eaten fallen "
    "felt found fought forgotten given grown held hit hurt kept known laid led left lent lost "
    "made meant met paid put read rebuilt sent set shot shown shut sold spent spoken spread "
    "stolen struck taken taught thought thrown told understood won worn written seen run"
)
"""Participles that do not end in -ed."""
