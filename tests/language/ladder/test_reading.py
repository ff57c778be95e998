"""Reading replies: every way of writing that was seen in models, and everything else."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from langchain_core.messages.tool import invalid_tool_call

from costorm_widget.language.ladder.misfit import Misfit
from costorm_widget.language.ladder.reading import read, read_message
from costorm_widget.language.prompted.shapes import (
    ChoicesReply,
    ExpertsReply,
    NameReply,
    PartsReply,
    PlanReply,
    QuestionReply,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

SHAPES: tuple[type[BaseModel], ...] = (
    ChoicesReply,
    ExpertsReply,
    NameReply,
    PartsReply,
    PlanReply,
    QuestionReply,
)
QUESTION = {"question": "Why do bees dance?", "queries": ["waggle dance", "bee, language"]}
EXPERTS = {"experts": [{"name": "Chef", "role": "pastry"}, {"name": "Skeptic", "role": "doubts"}]}

C13 = [
    ("fenced in prose", f"Sure!\n```json\n{json.dumps(QUESTION)}\n```\nHope it helps.", QUESTION),
    ("fence without an end", f"```\n{json.dumps(QUESTION)}", QUESTION),
    ("in prose", f"Here it is: {json.dumps(QUESTION)} As in [1], {{you}} see.", QUESTION),
    ("after thoughts", f'<think>{{"question": "no"}}</think>{json.dumps(QUESTION)}', QUESTION),
    ("after thoughts opened before", f"so I say that</think>\n{json.dumps(QUESTION)}", QUESTION),
    (
        "trailing comma",
        '{"question": "Why do bees dance?", "queries": ["waggle dance", "bee, language",],}',
        QUESTION,
    ),
    (
        "doubled quotes",
        '{"question": ""Why do bees dance?"", "queries": [""waggle dance"", ""bee, language""]}',
        QUESTION,
    ),
    (
        "single quotes",
        "{'question': 'Why do bees dance?', 'queries': ['waggle dance', 'bee, language']}",
        QUESTION,
    ),
    (
        "cut behind the last item",
        '{"question": "Why do bees dance?", "queries": ["waggle dance", "bee, language"',
        QUESTION,
    ),
    (
        "cut in an item",
        '{"question": "Why do bees dance?", "queries": ["waggle dance", "bee, language", "how a f',
        QUESTION,
    ),
    ("a tool call in words", json.dumps({"name": "f", "arguments": QUESTION}), QUESTION),
    ("wrapped", json.dumps({"reply": QUESTION}), QUESTION),
    ("a list of one", json.dumps([QUESTION]), QUESTION),
    (
        "names in other words",
        '{"Question": " Why do bees dance? ", "query": ["waggle dance", "bee, language"]}',
        QUESTION,
    ),
    (
        "lines",
        "**Question:** Why do bees dance?\n**Queries:**\n- waggle dance\n- bee, language",
        QUESTION,
    ),
    (
        "tagged lines",
        "question: Why do bees dance?\nquery: waggle dance\nquery: bee, language",
        QUESTION,
    ),
    (
        "JSON on lines without braces",
        "question: Why do bees dance?\nqueries:\n1. waggle dance\n2. bee, language",
        QUESTION,
    ),
    ("bullets", "1. Chef: pastry\n2. **Skeptic** — doubts", EXPERTS),
    ("bare bullets", "- Chef | pastry\n- Skeptic | doubts", EXPERTS),
    ("a bare list", json.dumps(EXPERTS["experts"]), EXPERTS),
    (
        "a trailing comma in a bare list",
        '[{"name": "Chef", "role": "pastry"}, {"name": "Skeptic", "role": "doubts"},]',
        EXPERTS,
    ),
    ("names as keys", '{"Chef": "pastry", "Skeptic": "doubts"}', EXPERTS),
    ("tagged objects", "expert: Chef | pastry\nexpert 2: Skeptic | doubts", EXPERTS),
    (
        "cut in an object",
        '{"experts": [{"name": "Chef", "role": "pastry"}, {"name": "Skeptic", "ro',
        {"experts": [{"name": "Chef", "role": "pastry"}, {"name": "Skeptic", "role": ""}]},
    ),
    (
        "names alone",
        '[""Chef"", ""Skeptic""]',
        {"experts": [{"name": "Chef", "role": ""}, {"name": "Skeptic", "role": ""}]},
    ),
    ("an empty list", '{"experts": []}', {"experts": []}),
]


def shape_of(values: dict[str, Any]) -> type[BaseModel]:
    return next(shape for shape in SHAPES if set(shape.model_fields) == set(values))


@pytest.mark.parametrize(("text", "values"), [row[1:] for row in C13], ids=[row[0] for row in C13])
def test_c13_a_reply_is_read(text: str, values: dict[str, Any]) -> None:
    assert read(text, shape_of(values)).model_dump() == values


@pytest.mark.parametrize(
    ("text", "shape", "told"),
    [
        ("null", QuestionReply, "no reply in the wanted form"),
        ("", NameReply, "no reply in the wanted form"),
        ("I am sorry, but I cannot do that.", NameReply, "no reply in the wanted form"),
        ("<think>The name could be {}", NameReply, "no reply in the wanted form"),
        ("- What is it?\n- bees", QuestionReply, "no reply in the wanted form"),
        ('[""a"", ""b""]', QuestionReply, "one JSON object with `question`, `queries`"),
        ('{"question": "Why do b', QuestionReply, "one JSON object"),
        ('{"question": null, "queries": []}', QuestionReply, "`question` is missing"),
        ('{"question": "", "queries": ["a"]}', QuestionReply, "`question` is missing"),
        ('{"queries": ["a"]}', QuestionReply, "`question` is missing"),
        ('{"name": {"type": "string"}}', NameReply, "`name` has to be a text"),
        ('{"name": "<a short, telling name>"}', NameReply, "`name` has to be a text"),
        ('{"name": "..."}', NameReply, "`name` has to be a text"),
        ('{"name": true}', NameReply, "`name` has to be a text"),
        ('{"error": "no"}', ExpertsReply, "one JSON object with `experts`"),
        ('{"experts": null}', ExpertsReply, "`experts` is missing"),
        ('{"experts": [3, true]}', ExpertsReply, "`experts` has to be objects"),
        ('{"choices": [1, "two"]}', ChoicesReply, "`choices` has to be whole numbers"),
        ('{"choices": [1, 2.5]}', ChoicesReply, "`choices` has to be whole numbers"),
        ('{"choices": [<number>, <number>]}', ChoicesReply, "`choices` has to be whole numbers"),
        ("As [1] says, and [2].", ChoicesReply, "no reply in the wanted form"),
        ("Here is what I think: [1] is right.", ChoicesReply, "no reply in the wanted form"),
        ("[1, 2] say so.", ChoicesReply, "no reply in the wanted form"),
        (
            '{"intent": "sing", "question": "Why?", "queries": []}',
            PlanReply,
            "`intent` has to be one of: original question",
        ),
    ],
)
def test_c13_what_is_no_content_is_told(text: str, shape: type[BaseModel], told: str) -> None:
    with pytest.raises(Misfit, match=told):
        read(text, shape)


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ('{"choices": [1, 0, 2]}', [1, 0, 2]),
        ("[1, 0, 2]", [1, 0, 2]),
        ("Choices: 1, 0, 2", [1, 0, 2]),
        ("The choices are: [1, 0, 2].", [1, 0, 2]),
        ("[1, 0, 2,", [1, 0, 2]),
        ('{"choices": ["1", null, "group 2"]}', [1, 0, 2]),
        ('{"choices": "1, 0, 2"}', [1, 0, 2]),
        ('{"choices": {"1": 1, "3": 2, "2": "none"}}', [1, 0, 2]),
        ('{"group 1": 1, "group 2": 0, "group 3": 2}', [1, 0, 2]),
        ('{"choices": [{"choice": 1}, {"choice": 0}, {"choice": 2}]}', [1, 0, 2]),
        ('{"choices": []}', []),
    ],
)
def test_numbers_are_read(text: str, choices: list[int]) -> None:
    assert read(text, ChoicesReply).choices == choices


@pytest.mark.parametrize(
    "text",
    [
        '{"concepts": [{"name": "Sleep", "members": [1, 4]}, {"name": "Light", "members": []}]}',
        '{"Sleep": [1, 4], "Light": []}',
        '{"concepts": {"Sleep": "1, 4", "Light": []}}',
        "concept: Sleep | 1, 4\nconcept: Light",
        "## Sleep [1][4]\n## Light",
        "- Sleep (1, 4)\n- Light",
        '[{"Name": "Sleep", "member": [1, 4]}, {"name": "Light"}]',
    ],
)
def test_concepts_are_read(text: str) -> None:
    reply = read(text, PartsReply)
    assert [(each.name, each.members) for each in reply.concepts] == [
        ("Sleep", [1, 4]),
        ("Light", []),
    ]


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("Potential_Answer", "potential answer"),
        ("answer", "potential answer"),
        ("further detail", "further details"),
        ("This is an information request.", "information request"),
        ("orignal question", "original question"),
    ],
)
def test_a_choice_is_read_in_other_words(said: str, intent: str) -> None:
    assert read(json.dumps({**QUESTION, "intent": said}), PlanReply).intent == intent


@pytest.mark.parametrize(
    "name",
    [
        "C# and F# languages",
        "Long-term memory in T-cells",
        "COVID-19 long-haul",
        "<img src=x onerror=alert(1)>",
        "A -> B",
        '"Quoted" names',
        "光速 [sic]",
        "50 % of {all}",
    ],
)
def test_c20_names_keep_every_character(name: str) -> None:
    assert read(json.dumps({"name": name}), NameReply).name == name
    assert read(f"name: {name}", NameReply).name == name
    if "->" not in name:
        assert read(f"concept: {name} | 1", PartsReply).concepts[0].name == name


def test_c20_headings_and_bullets_keep_every_character() -> None:
    reply = read("## C# and F# languages\n- Long-term memory in T-cells", PartsReply)
    names = [each.name for each in reply.concepts]
    assert names == ["C# and F# languages", "Long-term memory in T-cells"]


def test_texts_and_lists_are_cut_to_their_bounds() -> None:
    reply = read(
        json.dumps({"question": "why " * 300, "queries": ["a b " * 90] * 20}), QuestionReply
    )
    assert len(reply.question) <= 400
    assert reply.question.endswith("why")
    assert len(reply.queries) == 8
    assert all(len(query) <= 160 for query in reply.queries)


def test_an_item_that_says_nothing_is_left_out() -> None:
    reply = read(
        '{"question": "Why?", "queries": ["a", "", null, "b", {"query": "c"}]}', QuestionReply
    )
    assert reply.queries == ["a", "b", "c"]


def test_tool_calls_are_read_before_text() -> None:
    call = {"name": "NameReply", "args": {"name": "Sleep"}, "id": "1"}
    assert read_message(AIMessage("Well.", tool_calls=[call]), NameReply).name == "Sleep"
    broken = invalid_tool_call(name="NameReply", args='{"name": "Sleep",', id="1")
    assert read_message(AIMessage("", invalid_tool_calls=[broken]), NameReply).name == "Sleep"
    # A server that knows no tools leaves the call in the text, or answers in words.
    assert read_message(AIMessage('{"name": "Sleep"}'), NameReply).name == "Sleep"
    with pytest.raises(Misfit):
        read_message(AIMessage("Sleep is a fine name."), NameReply)


def test_the_last_parts_of_a_broken_reply_are_not_taken_for_the_whole() -> None:
    text = '{"experts": [{"name": "A", "role": "x"}, {"name": "B", "role": "y"},]}'
    assert [each.name for each in read(text, ExpertsReply).experts] == ["A", "B"]


# What no list of examples covers.

_nothing = st.sampled_from(SHAPES)
_json_like = st.text(alphabet='{}[]":,<>/thinkname queries1\n-|`')


@given(st.text() | _json_like, _nothing)
def test_no_reply_whatsoever_raises_anything_else(text: str, shape: type[BaseModel]) -> None:
    with suppress(Misfit):
        assert isinstance(read(text, shape), shape)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "role", "experts", "members", "1", "x"]), inner)
    ),
    max_leaves=12,
)


@given(_values, _nothing)
def test_no_value_whatsoever_raises_anything_else(value: Any, shape: type[BaseModel]) -> None:
    with suppress(Misfit):
        assert isinstance(read(json.dumps(value), shape), shape)


@pytest.mark.parametrize("text", ["{" * 50_000, "[" * 50_000, '{"a":' * 20_000, "[[1]" * 20_000])
def test_deep_nesting_ends_quickly(text: str) -> None:
    began = time.process_time()
    with pytest.raises(Misfit):
        read(text, NameReply)
    assert time.process_time() - began < 1.0


_letters = st.characters(categories=["L", "N", "P", "Zs"], exclude_characters="{}[]<>`~\u25c1")
_prose = st.text(_letters, max_size=80)
_word = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20)
_replies = (
    st.builds(
        lambda question, queries: QuestionReply(question=question, queries=queries),
        _word,
        st.lists(_word, max_size=4),
    )
    | st.builds(lambda name: NameReply(name=name), _word)
    | st.builds(lambda choices: ChoicesReply(choices=choices), st.lists(st.integers(0, 99)))
    | st.builds(
        lambda parts: PartsReply.model_validate(
            {"concepts": [{"name": name, "members": members} for name, members in parts]}
        ),
        st.lists(st.tuples(_word, st.lists(st.integers(1, 99), max_size=5)), max_size=5),
    )
)
_wrappings = st.sampled_from(
    [
        "{}",
        "```json\n{}\n```",
        "```\n{}\n```",
        "<think>Let me see. {{}} is wrong.</think>{}",
        "Well {{yes}} and no.\n{}",
    ]
)


@given(_replies.filter(lambda reply: len(str(reply)) < 2000), _prose, _prose, _wrappings)
def test_a_valid_reply_is_read_whatever_is_around_it(
    reply: BaseModel, before: str, after: str, wrapping: str
) -> None:
    wrapped = wrapping.replace("{{", "\0").replace("}}", "\1").replace("{}", "\2")
    wrapped = wrapped.replace("\0", "{").replace("\1", "}").replace("\2", reply.model_dump_json())
    text = f"{before}\n{wrapped}\n{after}"
    assert read(text, type(reply)) == reply.model_copy(update=_bounded(reply))


def _bounded(reply: BaseModel) -> dict[str, Any]:
    return {"choices": reply.choices[:64]} if isinstance(reply, ChoicesReply) else {}


@given(
    st.text(st.characters(categories=["L", "Zs", "N"]) | st.sampled_from("[].,!?\n"), max_size=300)
)
def test_prose_is_never_read_as_content(text: str) -> None:
    for shape in (NameReply, QuestionReply, PlanReply):
        with pytest.raises(Misfit):
            read(text, shape)
