"""A model that cites wrongly in one sentence of three, and keeps count of what it has planted."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from costorm_widget.evidence.sentences import split_sentences

if TYPE_CHECKING:
    from costorm_widget.language.doubles import Asked

INVENTED = "invented.example"
"""The host of every address that the model makes up."""

WRITING = frozenset({"write_answer", "write_section", "write_lead", "ask_as_moderator"})

# What is planted, and what of it must be dropped; `n` is a number that nobody else has.
_PLANTS = (
    (" [9{n}]", ["[9{n}]"]),
    (" [0]", ["[0]"]),
    (" 【9{n}】", ["【9{n}】"]),
    (" ［9{n}］", ["［9{n}］"]),
    (" [[9{n}]]", ["[[9{n}]]"]),
    (" [^9{n}]", ["[^9{n}]"]),
    (" \\[9{n}\\]", ["\\[9{n}\\]"]),
    (" [Source 9{n}]", ["[Source 9{n}]"]),
    (" [9{n}\u200b]", ["[9{n}\u200b]"]),
    (" [4{n}-4{n}9]", ["[4{n}-4{n}9]"]),
    (" [9{n}; 9{n}1]", ["[9{n}; 9{n}1]"]),
    (" [smith{letters}2020]", ["[smith{letters}2020]"]),
    (" [@smith{letters}2020; lee1999]", ["[@smith{letters}2020; lee1999]"]),
    (" (smith{letters}2020)", ["smith{letters}2020"]),
    (" https://{host}/{n}", ["https://{host}/{n}"]),
    (" <https://{host}/{n}>", ["https://{host}/{n}"]),
    (" [the study](https://{host}/{n})", ["https://{host}/{n}"]),
    (" ![plot](//{host}/{n}.png)", ["//{host}/{n}.png"]),
    (" [9{n}](https://{host}/{n})", ["[9{n}]", "https://{host}/{n}"]),
    (' <a href="https://{host}/{n}">there</a>', ['<a href="https://{host}/{n}">']),
    (" <img src='//{host}/{n}.png'>", ["<img src='//{host}/{n}.png'>"]),
    ("<sup>[9{n}]</sup>", ["[9{n}]"]),
    ("\n\n## As shown [9{n}]\n\nSo", ["[9{n}]"]),
    ("\n\nReferences:\n\n[9{n}]: https://{host}/{n}\n", ["[9{n}]", "https://{host}/{n}"]),
    ("\n\n- [9{n}] Smith, A. https://{host}/{n}\n\n", ["[9{n}]", "https://{host}/{n}"]),
)


@dataclass
class Adversary:
    """The script of a `ScriptedModel`.

    Attributes:
        planted: What must be dropped of each planted sentence, by the word that marks it.
        sentences: How many sentences were written.
    """

    seed: int
    planted: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    sentences: int = 0

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def __call__(self, asked: Asked) -> Any:
        """Return the sensible reply, spoilt if it is to be read by people."""
        reply = asked.default()
        if asked.job not in WRITING or not isinstance(reply, str):
            return reply
        text = reply.split("[…]")[0]
        spans = split_sentences(text)
        return " ".join(self._sentence(text[span.start : span.end], asked) for span in spans)

    def _sentence(self, sentence: str, asked: Asked) -> str:
        self.sentences += 1
        return self._spoilt(asked) if self.sentences % 3 == 0 else sentence

    def _spoilt(self, asked: Asked) -> str:
        number = len(self.planted) + 100
        letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        names = {"n": number, "letters": letters, "host": INVENTED}
        plant, dropped = self._random.choice(_PLANTS)
        expected = [each.format(**names) for each in dropped]
        plant = plant.format(**names)
        handles = sorted(asked.evidence)
        if handles and number % 10 == 0:  # right at first, then over the end
            plant, expected = f" [{handles[-1]}-4{number}]", [f"[{handles[-1]}-4{number}]"]
        elif handles and number % 10 == 5:  # right, and a link
            address = f"https://{INVENTED}/{number}"
            plant, expected = f" [{handles[0]}]({address})", [address]
        word = f"Kappa{number}x"
        self.planted[word] = expected
        return f"{word} is well known{plant}."

    def marked(self, text: str) -> list[str]:
        """Return the words that mark the planted sentences of `text`."""
        return [word for word in self.planted if word in text]

    def expected(self, text: str) -> Counter[str]:
        """Return what must have been dropped from `text`, by the planted sentences in it."""
        return Counter(each for word in self.marked(text) for each in self.planted[word])
