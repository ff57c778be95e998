"""The pages of the stub's wiki."""

from __future__ import annotations

from tests.servers.wiki import Entry

RED_DWARF = """A red dwarf is the smallest and coolest kind of star on the main sequence.

== Description ==
Red dwarfs are stars of very low mass, from 0.08 to 0.6 times that of the Sun.


=== Life ===
They burn their hydrogen slowly, so they shine for trillions of years.

== Planets ==

=== Habitability ===
A planet in the habitable zone of a red dwarf is likely to be tidally locked.

== See also ==
Brown dwarf

== References ==

=== Notes ===
A note that is no evidence.

== External links ==
A list of nearby stars."""

PAGES = {
    "Red Dwarf": Entry("Red Dwarf is a British television comedy about a mining ship.", revision=7),
    "Red dwarf": Entry(RED_DWARF, revision=1_234_567),
    "M-dwarf": Entry(redirect="Red dwarf"),
    "Mercury": Entry(
        options=(
            '<a href="/wiki/a" title="Mercury (planet)">Mercury</a>, the planet nearest to the Sun',
            '<a href="/wiki/b" title="Mercury (element)">Quicksilver</a>, a liquid metal',
            '<a href="/wiki/c" class="new" title="Mercury (page does not exist)">Mercury</a>',
            '<a href="https://x.example/" class="extiw" title="wikt:mercury">mercury</a>, a word',
        )
    ),
    "Mercury (element)": Entry(
        "Mercury is a chemical element. It is liquid at room temperature and poisonous.", revision=9
    ),
    "Mercury (planet)": Entry("Mercury is the first planet from the Sun.", revision=8),
    "ضوء": Entry(
        "الضوء هو إشعاع كهرومغناطيسي مرئي للعين البشرية.\n\n== السرعة ==\n"
        "تبلغ سرعة الضوء في الفراغ نحو ثلاثمئة ألف كيلومتر في الثانية.\n\n== مراجع ==\nكتاب.",
        revision=21,
    ),
    "Long": Entry(
        "A long article.\n\n"
        + "".join(f"== Part {n} ==\n{'word ' * 1999}\n\n" for n in range(200)),
        revision=33,
    ),
    "Empty": Entry("\n\n== References ==\n", revision=34),
}
