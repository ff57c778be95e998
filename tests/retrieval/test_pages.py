"""The quality gate (C12): what is no page is refused with the reason, and nothing else is."""

from __future__ import annotations

import pytest

from costorm_widget.errors import SourceRefused
from costorm_widget.retrieval.pages import check_text
from tests.retrieval.web.walls import ARTICLES, WALLS, Shown

LEAST = 20


@pytest.mark.parametrize("wall", WALLS, ids=lambda wall: wall.text[:24])
def test_c12_what_is_no_page_is_refused_with_the_reason(wall: Shown) -> None:
    with pytest.raises(SourceRefused, match=rf"^it .*{wall.kind}.*; \w+"):
        check_text(wall.text, LEAST, wall.title)


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.title)
def test_what_tells_of_such_pages_is_evidence(article: Shown) -> None:
    check_text(article.text, LEAST, article.title)


@pytest.mark.parametrize(
    "wall", [each for each in WALLS if each.kind != "words only" and each.text]
)
def test_an_article_that_quotes_a_wall_is_evidence(wall: Shown) -> None:
    told = " ".join(article.text for article in ARTICLES if article.title != "빨간 왜성")
    check_text(f"{told}\n\n{wall.text}", LEAST, "What walls say")
