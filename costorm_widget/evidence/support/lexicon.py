"""English words by what they do to a statement: how many, how sure, which way, and near synonyms.

The lists hold what encyclopedias, reports and studies are written in. A word that is missing costs
a finding or raises a false alarm; one in the wrong place hides an error.
"""

from __future__ import annotations

from costorm_widget.evidence.lexical import stem


def listed(line: str) -> list[str]:
    """Return the words of a line, in order."""
    return line.split()


def words(line: str) -> frozenset[str]:
    """Return the words of a line."""
    return frozenset(line.split())


NEGATORS = words("not no never cannot neither nor nobody none nothing nowhere without")
NEARLY_NEGATING = words("hardly barely rarely seldom scarcely few little")
"""Say nearly nothing: less than nothing at all, so that a negator goes too far for them."""

DENYING = words(
    "refuse refused refuses refusing fail failed fails lack lacks lacked lacking unable "
    "avoid avoided absence deny denied denies stop stopped stops cease ceased reject rejected "
    "rejects rejecting prevent prevented prevents impossible extinct exempt exempted ban banned "
    "bans missing acquitted unchanged except"
)
"""Deny what stands beside them without a negator: *refused to* for *would not*."""

LETS_OFF = words("only just merely simply necessarily")
"""Takes the force from a negator before it: *not only*."""

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


BE = words("is are was were be been being am get gets got gotten")
MODALS = words("do does did will would shall should can could may might must")

LEADS_IN = words("a an the of by in from with for on at its his her their this that these those")
"""What stands before a noun, or before its adjective."""

CONTRASTS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split())
    for line in """
spring summer autumn winter
monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
morning afternoon evening noon midnight
sunrise sunset
dawn dusk
north south east west
northern southern eastern western
coastal inland mountain
rural urban
young old
younger older
child adult pensioner
boy girl
man woman
men women
male female
high low
higher lower
large small
larger smaller
big small
early late
earlier later
more fewer less
before after
first second third fourth fifth
positive negative
light dark
lighter darker
warm cold
warmer colder
wet dry
rich poor
strong weak
stronger weaker
longer shorter
public private
federal local
primary secondary
minimum maximum
increase decrease
support oppose
win lose
buy sell
arrive depart
agree disagree
accept reject
similar different
safe dangerous
easy difficult
gold silver copper iron lead zinc tin aluminum
oil coal gas gasoline electricity uranium
heart liver lung kidney brain skin eye stomach
knee shoulder ankle hip elbow
radio television newspaper internet
ferry tunnel bridge
school court hospital church prison
mosquito tick flea louse
sea river lake
car bus train truck ship airplane bicycle
pedestrian cyclist motorcyclist
crime robbery murder burglary assault arson fraud
stroke cancer diabetes
headache nausea fever cough
red blue green yellow black white
daughter son
mother father
king queen
teacher student
nurse doctor
prime deputy
""".strip().splitlines()
)
"""Words that exclude one another, or stand beside one another: one does not stand for another."""

_SYNONYMS = """
increase rise rises rose risen rising grow grows grew grown growing growth climb climbed gain higher
    raise raised raises surge
decrease fall falls fell fallen falling decline drop dropped reduce reduction shrink shrank shrunk
    lower lowered cut lessen diminish dwindle fewer down
more further additional extra another
begin began begun start launch open
end finish stop cease terminate conclude
build built construct erect
buy bought purchase acquire acquisition
sell sold sale
die died dead death deaths deadly fatal fatally kill killed victim
lose lost loss losses
win won victory
beat beaten defeat defeated
show reveal indicate demonstrate display
find found discover detect observe observed discovery
say said tell told state report note mention
think thought believe regard consider see seen view
people person persons inhabitant resident population citizen
home homes house houses household
car vehicle automobile
town city municipality
village settlement
child children kid
pupil schoolchild schoolchildren
doctor physician
illness disease sickness
school schools
firm company business enterprise
worker employee workforce staff
employ employed
money sum funds
cost costs price expensive cheap cheaper
pay paid payment
study research survey investigation
researcher scientist
examine analyze analysed analyzed study studied investigate
big large great larger bigger
small little tiny
high tall
long length
wide width
deep depth
crash accident collision
power electricity electric
use used usage consume consumption
need require
get got receive obtain
give gave given provide supply
take took taken
make made cause caused
help helped aid assist
allow permit enable let
forbid ban prohibit
leave left depart
move moved shift
return returned back
change alter
show showed
choose chose chosen select prefer
favor support endorse approve back favour
oppose reject object opposition against
criticize criticism condemn
call called name named
write wrote written author
speak spoke spoken speaker
know knew known
keep kept retain
hold held
come came
go went gone
carry carried
destroy destroyed destruction ruin
damage damaged harm
flood flooded overflow burst inundate
close closed shut
sea ocean
boat ship vessel
film movie
picture image photograph
painting portrait
author writer
war conflict
fight fought
law act statute legislation
rule regulation
government administration
parliament legislature
vote voted ballot referendum
elect election
president chairman
area region district
border boundary
road street highway
edge margin
summit top peak
near close nearby
almost nearly
sleep slept asleep
wake woke awake
night nights overnight
dark darkness
light daylight
sun sunlight
rain rainfall
cold cool
warm hot
frequent common often
rare seldom
fast quick rapid
quarter fourth
last final
main chief principal major
join joined
strike struck
agree agreement
dispute disagree disagreement
resign resignation stepped
accuse accused accusation
acquit acquitted clear cleared
survive survived exist
animal creature
grow cultivate
fish fishing
mistake mistaken mistook
weaken sap weak weaker
strength strong
sediment silt
mountain alps hill
extend extension
extinct extinction vanish
damage harm
seldom rarely
also too
therefore consequently
reply answer respond response
ask asked request
promise pledge
predict forecast
expect anticipate
estimate calculate calculation
fuel gasoline petrol
store shop retailer
job work
wage salary income
teenager adolescent
america american americans u.s. usa
britain british uk britons
"""


def _classes() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _SYNONYMS.strip().replace("\n    ", " ").splitlines():
        first, *others = line.split()
        name = found.get(first, stem(first))
        for word in (first, *others):
            found.setdefault(word, name)
            found.setdefault(stem(word), name)
    return found


CLASSES: dict[str, str] = _classes()
"""The class of a word, by the word or by its stem; a word that is missing is its own class."""

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
