"""Whatever the text: a verdict, a score between 0 and 1, and a quote word for word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from costorm_widget.evidence.sources import Snippet
from costorm_widget.evidence.support.checking import check
from costorm_widget.evidence.support.numbers import read_numbers
from costorm_widget.evidence.support.verdict import VERDICTS

WORDS = """
not never no all some most because since caused by led to after the a of in 14 2.5 1,200 % percent
million half a third two dozen km miles 1987 8:30 Norway U.S. U.S 's ’s didn't only may , . ; ( )
! ? [1] 三分之二 不 没有 320米 않았다 1.5억 10^8 ½ ² -3 $5 €7 ١٢ - |
"""
PIECES = st.sampled_from([*WORDS.split(), "\n"])
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=25).map(" ".join))
LANGUAGES = st.sampled_from(["en", "de", "zh", "ko", "ja", "xx", "pt-BR"])


@given(TEXTS, st.lists(TEXTS, max_size=3), LANGUAGES)
def test_any_text_gets_a_verdict_and_a_verbatim_quote(
    sentence: str, texts: list[str], language: str
) -> None:
    snippets = {
        f"s{number}:0-9": Snippet(f"s{number}:0-9", f"s{number}", 0, len(text), text)
        for number, text in enumerate(texts)
    }
    found = check(sentence, list(snippets.values()), language, title="Norway")
    assert found.verdict in VERDICTS
    assert 0 <= found.score <= 1
    assert (found.verdict == "supported") == (not found.why)
    if found.quote is None:
        assert found.verdict == "unsupported"
        return
    text = snippets[found.quote.snippet_id].text
    assert 0 <= found.quote.start < found.quote.end <= len(text)
    assert text[found.quote.start : found.quote.end].strip()


@given(TEXTS, LANGUAGES)
def test_numbers_stand_where_they_say(text: str, language: str) -> None:
    end = 0
    for number in read_numbers(text, language):
        assert end <= number.start < number.end <= len(text)
        assert number.agrees(number)
        end = number.end


@given(st.sampled_from(["The river rose by 3 m in 1954.", "Most of the 40 mills were not sold."]))
def test_a_sentence_bears_itself_out(text: str) -> None:
    found = check(text, [Snippet("s1:0-9", "s1", 0, len(text), text)])
    assert (found.verdict, found.score) == ("supported", 1.0)
