"""What a `ScriptedModel` says when nobody tells it otherwise: a sensible reply for every job.

The replies are made from the prompt alone, without a language model: questions name the topic,
answers are sentences of the numbered evidence with their citation, concepts are named after words
of their passages. So a whole session can run on them, and its citations hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from costorm_widget.evidence.sentences import split_sentences
from costorm_widget.turns import Intent

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

Reply = str | dict[str, Any] | list[Any]

_HANDLE = re.compile(r"^[ \t]*\[(\d{1,3})\][ \t]*(.*)$")
_TAG = re.compile(r"\s*</?[\w-]+>\s*")
_TOPIC = re.compile(r"^\W*topic:\s*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_GROUP = re.compile(r"^\W*group\W*\d+.*?(?:near\D*(\d+)|$)", re.IGNORECASE | re.MULTILINE)
_PAIR = re.compile(r"^\W*pair\W*\d+", re.IGNORECASE | re.MULTILINE)
_CLAIM = re.compile(
    r"^\W*sentence\W*(\d+)\W+citing ((?:\[\d+\](?:, )?)+): (.*)$", re.IGNORECASE | re.MULTILINE
)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_STEP = re.compile(
    r"^\W*group\W*\d+\W+passages ((?:\[\d+\](?:, )?)*).*?stands at (.*)\.\s+Below: (.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_TALK = re.compile(r"^.*so far:\n((?:.+\n?)+)", re.IGNORECASE | re.MULTILINE)
_DRAFT = re.compile(r"^.*draft:\s*(\S.*)\Z", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_TAKEN = (
    (re.compile(r"^Names taken: (.*)\.$", re.MULTILINE), ";"),
    (re.compile(r"^The concept: (.*)$", re.MULTILINE), ">"),
)
"""Where a prompt says which names are given already, and what stands between two of them."""

_ASKED = re.compile(r"[^.!?。！？]*[?？]")
_MARK = re.compile(r"\s*\[\d[\d,; -]*\]")
_LONG_WORD = re.compile(r"[^\W\d_]{5,}")
_MOST_CONCEPTS = 4
_PASSAGES_PER_CONCEPT = 3


def evidence(prompt: str) -> dict[int, str]:
    """Return the text of each numbered passage that a prompt shows, by its number.

    A passage begins with a line such as `[1] Title` and goes on until a blank line, the end of the
    fence or the next one. Without more lines, what stands behind the number is the text.
    """
    lines_of: dict[int, list[str]] = {}
    open_handle: int | None = None
    for line in prompt.splitlines():
        if match := _HANDLE.match(line):
            open_handle = int(match[1])
            lines_of[open_handle] = [match[2]]
        elif not line.strip() or _TAG.fullmatch(line):
            open_handle = None
        elif open_handle is not None:
            lines_of[open_handle].append(line)
    return {
        handle: " ".join(lines[1:] or lines).strip() for handle, lines in lines_of.items() if lines
    }


def default_reply(job: str, prompt: str) -> Reply:
    """Return a sensible reply to `prompt` for `job`; an unknown job gets its evidence quoted."""
    return _REPLIES.get(job, _answer)(prompt)


def _topic(prompt: str) -> str:
    match = _TOPIC.search(prompt)
    return match[1] if match else "the topic"


def _first_sentence(text: str) -> str:
    spans = split_sentences(text.removesuffix("[…]"))
    sentence = text[spans[0].start : spans[0].end] if spans else text
    return _MARK.sub("", " ".join(sentence.split())).rstrip(".") + "."


def _telling_words(text: str, count: int) -> str:
    """Return the `count` longest words of a text in their order: most tell what it is about."""
    words = list(dict.fromkeys(_LONG_WORD.findall(text)))
    longest = sorted(words, key=len, reverse=True)[:count]
    return " ".join(word for word in words if word in longest)


def _name(text: str, taken: Collection[str] = ()) -> str:
    """Name a text after its telling words: two, or more where two of them are `taken`."""
    name = ""
    for count in (2, 3, 4):
        words = _telling_words(text, count)
        name = words[:1].upper() + words[1:] or "Further evidence"
        if name.casefold() not in taken:
            break
    return name


def _taken(prompt: str) -> set[str]:
    """Return the names that a prompt asks not to be given again, in lower case."""
    names = [
        name
        for pattern, mark in _TAKEN
        for line in pattern.findall(prompt)
        for name in line.split(mark)
    ]
    return {name.strip().casefold() for name in names}


def _answer(prompt: str) -> str:
    passages = list(evidence(prompt).items())[:2]
    said = [f"{_first_sentence(text)[:-1]} [{handle}]." for handle, text in passages if text]
    return " ".join(said) or f"There is no evidence on {_topic(prompt)} here."


def _polished(prompt: str) -> str:
    """Return the draft that is to be reworded, as it is."""
    match = _DRAFT.search(prompt)
    return match[1].strip() if match else _answer(prompt)


def _question(prompt: str) -> str:
    shown = evidence(prompt)
    if not shown:
        return f"What matters most about {_topic(prompt)}?"
    handle, text = next(iter(shown.items()))
    return (
        f"What do {_telling_words(text, 2) or 'these facts'} mean for {_topic(prompt)}? [{handle}]"
    )


def _asking(prompt: str) -> dict[str, Any]:
    question = _MARK.sub("", _question(prompt))
    about = next(iter(evidence(prompt).values()), "")
    queries = [_topic(prompt), f"{_topic(prompt)} {_telling_words(about or prompt, 2)}"]
    return {"question": question[:400], "queries": [query[:160] for query in queries]}


def _plan(prompt: str) -> dict[str, Any]:
    """Plan an answer to what was asked last; without a question, go into what was said last."""
    said = _last_said(prompt)
    asked = _ASKED.findall(said)
    about = _telling_words(said or prompt, 3)
    question = asked[-1].strip() if asked else f"What else is known about {about or 'it'}?"
    queries = [question, f"{_topic(prompt)} {about}"]
    intent = Intent.POTENTIAL_ANSWER if asked else Intent.FURTHER_DETAILS
    return {
        "intent": intent.value,
        "question": question[:400],
        "queries": [query[:160] for query in queries],
    }


def _last_said(prompt: str) -> str:
    """Return the last turn of the talk that a prompt shows, without its speaker."""
    match = _TALK.search(prompt)
    last = match[1].strip().splitlines()[-1] if match else ""
    return last.partition(": ")[2] or last


def _experts(prompt: str) -> dict[str, Any]:
    names = dict.fromkeys(_name(text) for text in evidence(prompt).values())
    if not names:
        names = dict.fromkeys(("Historian", "Economist", "Critic"))
    role = f"looks at {_topic(prompt)} from this side"
    return {"experts": [{"name": name[:80], "role": role[:240]} for name in list(names)[:5]]}


def _parts(prompt: str) -> dict[str, Any]:
    """Cut the evidence into two to four concepts of neighbouring passages."""
    passages = list(evidence(prompt).items())
    count = min(_MOST_CONCEPTS, max(2, len(passages) // _PASSAGES_PER_CONCEPT), len(passages))
    taken = _taken(prompt)
    concepts: dict[str, list[int]] = {}
    for index in range(count):
        group = passages[index * len(passages) // count : (index + 1) * len(passages) // count]
        name = _name(" ".join(text for _, text in group), taken)[:80]
        taken.add(name.casefold())
        concepts.setdefault(name, []).extend(handle for handle, _ in group)
    return {"concepts": [{"name": name, "members": all_} for name, all_ in concepts.items()]}


def _naming(prompt: str) -> dict[str, Any]:
    return {"name": _name(" ".join(evidence(prompt).values()), _taken(prompt))[:80]}


def _placements(prompt: str) -> dict[str, Any]:
    """Choose for each group the first concept near to it, the nearest one."""
    return {"choices": [int(nearest or 1) for nearest in _GROUP.findall(prompt)]}


def _verdicts(prompt: str) -> dict[str, Any]:
    """Confirm every pair: what was found by its words mostly is one."""
    return {"verdicts": ["confirmed"] * len(_PAIR.findall(prompt))}


def _checks(prompt: str) -> dict[str, Any]:
    """Take a sentence as borne out if its passages have all of its numbers."""
    shown = evidence(prompt)
    checks: list[dict[str, Any]] = []
    for number, handles, sentence in _CLAIM.findall(prompt):
        cited = " ".join(shown.get(int(each), "") for each in re.findall(r"\d+", handles))
        odd = [each for each in _FIGURE.findall(sentence) if each not in _FIGURE.findall(cited)]
        verdict = "says otherwise" if odd else "says so"
        why = f"{odd[0]} is another number there" if odd else ""
        checks.append({"sentence": int(number), "verdict": verdict, "why": why})
    return {"checks": checks}


def _steps(prompt: str) -> dict[str, Any]:
    """Go to the concept below that shares a word with a group; else stay, at the top make one."""
    shown = evidence(prompt)
    steps: list[dict[str, Any]] = []
    for handles, stands, below in _STEP.findall(prompt):
        text = " ".join(shown.get(int(each), "") for each in re.findall(r"\d+", handles))
        said = {word.casefold() for word in _LONG_WORD.findall(text)}
        names = [name.partition(". ")[2] for name in below.split("; ")]
        fits = (
            number
            for number, name in enumerate(names, 1)
            if said & {word.casefold() for word in _LONG_WORD.findall(name)}
        )
        top = stands == "the top"
        number = next(fits, -1 if top else 0)
        name = _name(text, {each.casefold() for each in names})[:80] if number < 0 else ""
        steps.append({"below": number, "name": name})
    return {"steps": steps}


_REPLIES: Mapping[str, Callable[[str], Reply]] = {
    "plan_background": _asking,
    "propose_experts": _experts,
    "ask_in_interview": _asking,
    "plan_turn": _plan,
    "write_answer": _answer,
    "polish": _polished,
    "ask_as_moderator": _question,
    "ask_as_guest": _question,
    "open_concept": _question,
    "outline": _parts,
    "split_concept": _parts,
    "name_concept": _naming,
    "choose_placements": _placements,
    "navigate": _steps,
    "judge_disputes": _verdicts,
    "check_support": _checks,
    "write_section": _answer,
    "write_lead": _answer,
}
