"""Pages of a site about small stars, as sites have them: menus, banners, footers."""

from __future__ import annotations


def page(title: str, body: str, head: str = "") -> str:
    """A page with the usual things around what it says."""
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>{title} - Small Stars</title>{head}</head><body>
<header><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li>
<li><a href="/login">Log in</a></li></ul></nav></header>
<div class="cookie-banner">We use cookies. <button>Accept all cookies</button></div>
<main><article><h1>{title}</h1>{body}</article></main>
<footer><p>Copyright Small Stars. All rights reserved.</p></footer></body></html>"""


RED_DWARF = page(
    "Red dwarfs",
    "<p>A red dwarf is the smallest and coolest kind of star on the main sequence. Red dwarfs are "
    "by far the most common type of star in the Milky Way, at least near the Sun, but no single "
    "one can be seen with the naked eye.</p><h2>Life</h2><p>Red dwarfs burn their hydrogen slowly, "
    "so that they shine for trillions of years. None of them has left the main sequence yet, since "
    "the universe is only 13.8 billion years old.</p><ul><li>Proxima Centauri is the nearest of "
    "them to the Sun.</li><li>Barnard's star moves fastest across the sky.</li></ul>",
    '<meta name="author" content="Ada Example">'
    '<meta property="article:published_time" content="2024-03-01T10:00:00Z">',
)

PLANETS = page(
    "Planets of red dwarfs",
    "<p>A planet in the habitable zone of a red dwarf is so close to it that one side always faces "
    "the star: it is tidally locked. Flares of the star may strip the planet of its air.</p>"
    "<p>In 2016 a planet was found at Proxima Centauri, which goes round it in eleven days. "
    "Whether it has an atmosphere is not known yet, and telescopes to come may tell.</p>",
)

BROWN_DWARF = page(
    "Brown dwarfs",
    "<p>A brown dwarf has too little mass to burn hydrogen as a star does. It glows with the heat "
    "of its making, and cools down over billions of years until it is hardly warmer than a "
    "planet.</p><p>The first ones were found in 1995, after astronomers had looked for them for "
    "more than thirty years.</p>",
)

MOMENT = (
    "<html><head><title>Just a moment...</title></head><body><h1>Just a moment...</h1>"
    "<p>Enable JavaScript and cookies to continue</p><p>Ray ID: 8c2f1a9be8d71c3b</p></body></html>"
)

SITE = {"/red-dwarfs": RED_DWARF, "/planets": PLANETS, "/brown-dwarfs": BROWN_DWARF}
