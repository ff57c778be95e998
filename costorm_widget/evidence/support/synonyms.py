"""English words that stand for one another, and words that exclude one another.

The lists hold what encyclopedias, reports and studies are written in. A synonym that is missing
costs a false alarm; one in the wrong place hides an error.
"""

from __future__ import annotations

from costorm_widget.evidence.lexical import stem
from costorm_widget.evidence.vocabulary.times import MONTHS, SEASONS, WEEKDAYS
from costorm_widget.evidence.vocabulary.verbs import FALLING, RISING

CONTRASTS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split())
    for line in f"""
{SEASONS}
{WEEKDAYS}
{MONTHS}
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
gold silver copper iron zinc tin aluminum
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

_SYNONYMS = f"""
increase {RISING} climb climbed gain raise raised raises surge
decrease {FALLING} decline reduce lower lowered cut lessen diminish dwindle down
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
worker employee workforce staff employ employed
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
adapt adjust
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


def class_of(low: str) -> str:
    """Return the class of a word in lower case: the stem of the first of its synonyms."""
    own = stem(low)
    return CLASSES.get(low) or CLASSES.get(own) or own
