"""What a user wants of a concept, as a turn that the round table answers (DESIGN §6).

Every wish is said aloud, in the user's turn, so that the talk can be read afterwards: an *ask* puts
a question about the concept, a *challenge* wants what speaks against it, *opposite* wants who found
something else, *missing* wants what nobody has looked at there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costorm_widget.turns import Steer

WORDS: dict[str, dict[Steer, str]] = {
    "en": {
        "ask": "What else is there to know about “{name}”?",
        "challenge": "What speaks against what we hold about “{name}”?",
        "opposite": "Who finds the opposite about “{name}”?",
        "missing": "What are we missing about “{name}”?",
    },
    "ko": {
        "ask": "“{name}”에 대해 더 알아야 할 것은 무엇인가요?",
        "challenge": "“{name}”에 대한 우리의 생각을 반박하는 근거는 무엇인가요?",
        "opposite": "“{name}”에 대해 반대되는 결과를 내놓은 것은 누구인가요?",
        "missing": "“{name}”에 대해 우리가 놓치고 있는 것은 무엇인가요?",
    },
    "zh": {
        "ask": "关于“{name}”，还有什么值得了解？",
        "challenge": "关于“{name}”，有哪些证据与我们的看法相反？",
        "opposite": "关于“{name}”，谁得出了相反的结论？",
        "missing": "关于“{name}”，我们遗漏了什么？",
    },
}
"""The set words of each wish, by the talk's language; any other language gets the English ones."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the user says, and what it is about.

    Attributes:
        text: The words.
        concept: Id of the concept that it is about; empty if none in particular.
        steer: How it steers the next turn.
        about: Ids of the snippets that it puts on the table.
    """

    text: str
    concept: str = ""
    steer: Steer = ""
    about: tuple[str, ...] = ()


def remark(steer: Steer, concept: str, name: str, text: str = "", language: str = "en") -> Remark:
    """Return a wish about the concept of this id and name, in `text` or in set words."""
    # Imported here so that importing the package stays quick.
    from costorm_widget.evidence.lexical import language_code

    words = WORDS.get(language_code(language), WORDS["en"])
    return Remark(text.strip() or words[steer].format(name=name), concept, steer)


def own_words(text: str) -> str:
    """Return what a user said about a concept; empty if it was said in set words."""
    for words in WORDS.values():
        for each in words.values():
            before, after = each.split("{name}")
            if text.startswith(before) and text.endswith(after):
                return ""
    return text
