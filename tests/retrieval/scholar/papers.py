"""What the fake catalogues have."""

from __future__ import annotations

from typing import Any

from tests.servers.catalogues import Paper

ATTENTION = Paper(
    "1706.03762",
    "Attention Is All\n  You Need",
    "  The dominant sequence transduction models are based on complex recurrent or\n"
    "convolutional neural networks. We propose a new simple network architecture, the\n"
    "Transformer, based solely on attention mechanisms. It reaches 28.4 BLEU on a\n"
    "translation task, with $O(n^2 \\cdot d)$ operations a layer.\n",
    version=7,
    comment="15 pages, 5 figures",
)
ROBOTS = Paper(
    "2001.00001",
    "X-ray vision of non-invasive robots",
    'We study \\textbf{non-invasive} robots by M\\"uller and Erd\\H{o}s, at 5\\% of the cost.\n'
    "  A second paragraph says more about X-ray vision.",
    journal="J. Robots 12 (2020) 34",
    doi="10.1000/Robots.12",
)
WITHDRAWN = Paper(
    "2002.00002",
    "Robots that never were",
    "This paper has been withdrawn by the authors due to an error in Lemma 2.",
)
EMPTY = Paper("2003.00003", "Robots without words", " \n ")
OLD = Paper("hep-th/9901001", "Strings of old", "A string theory of the last century, in full.")

PAPERS = (ATTENTION, ROBOTS, WITHDRAWN, EMPTY, OLD)

BEES: dict[str, Any] = {
    "DOI": "10.1000/BEES.1",
    "title": ["Bees &amp; <i>their</i> dances"],
    "author": [
        {"given": "Ada", "family": "Example", "sequence": "first"},
        {"name": "The Bee Group"},
        {"family": "Solo"},
    ],
    "abstract": "<jats:title>Abstract</jats:title><jats:p>Bees dance to tell the way. CO<jats:sub>2"
    "</jats:sub> &lt; 5 % makes them slow.</jats:p>\n<jats:p>A dance lasts <jats:italic>one"
    "</jats:italic> minute &amp;amp; a half.</jats:p>",
    "issued": {"date-parts": [[2021, 3, 7]]},
    "container-title": ["Journal of Bees"],
}
BARE: dict[str, Any] = {"DOI": "10.1000/bees.2", "title": ["Bees of no abstract"]}
TAKEN_BACK: dict[str, Any] = {
    **BEES,
    "DOI": "10.1000/bees.3",
    "updated-by": [{"type": "retraction", "DOI": "10.1000/bees.4", "label": "Retraction"}],
}
NAMED_SO: dict[str, Any] = {**BEES, "DOI": "10.1000/bees.5", "title": ["RETRACTED: Bees"]}
ODD: dict[str, Any] = {
    "DOI": "10.1000/bees.6",
    "title": [],
    "author": [None, {}, "x"],
    "abstract": "Bees of an odd record, told in a sentence.",
    "issued": {"date-parts": [[None]]},
    "container-title": None,
}
RECORDS = (BEES, BARE, TAKEN_BACK, NAMED_SO, ODD)

DATASET: dict[str, Any] = {
    "DOI": "10.5281/zenodo.1",
    "title": "Dances of bees, as data",
    "author": [{"given": "Bo", "family": "Sample"}],
    "abstract": "All dances of a hive, filmed for a year.",
    "issued": {"date-parts": [["2022"]]},
    "publisher": "Zenodo",
}
