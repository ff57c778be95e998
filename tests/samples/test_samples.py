"""The sample corpus: enough documents, sourced, without repetition, quotable by the sentence."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml
from pydantic import BaseModel, ConfigDict, Field

from costorm_widget import samples

if TYPE_CHECKING:
    from pathlib import Path

FRONT_MATTER = re.compile(r"\A---\n(?P<fields>.*?)\n---\n(?P<body>.*)\Z", re.DOTALL)
HEADING = re.compile(r"^(?P<level>#{1,6}) (?P<text>.+)$", re.MULTILINE)
# A sentence ends before white space and a capital letter, a digit or a quotation mark,
# except after the initials of "the U.S. Department".
SENTENCE_END = re.compile(r"(?<!\bU\.S\.)(?<=[.!?])\s+(?=[A-Z0-9\"“])")

# A quoted sentence stands alone, so it may not open by pointing at the one before.
POINTING_WORDS = re.compile(
    r"(?i)(this|that|these|those|such|its?|they|their|them|he|his|she|her|t?here|however|but|and|or"
    r"|so|yet|thus|therefore|moreover|furthermore|also|then)\b"
)
# Headings that would fit any document tell nothing about this one.
EMPTY_HEADING = re.compile(
    r"(?i)(introduction|background|overview|summary|conclusions?|history|discussion|evidence"
    r"|results|effects|criticism|references|sources)$"
)


class FrontMatter(BaseModel):
    """What stands between the `---` lines."""

    model_config = ConfigDict(extra="forbid")

    title: str
    date: dt.date
    references: list[str] = Field(alias="from", min_length=2, max_length=5)


class Document(NamedTuple):
    """One sample document, read from its file."""

    name: str
    front: FrontMatter
    body: str

    @property
    def headings(self) -> list[tuple[int, str]]:
        return [(len(found["level"]), found["text"]) for found in HEADING.finditer(self.body)]

    @property
    def sentences(self) -> list[str]:
        paragraphs = HEADING.sub("", self.body).split("\n\n")
        flowing = [" ".join(paragraph.split()) for paragraph in paragraphs]
        return [
            sentence
            for paragraph in flowing
            if paragraph
            for sentence in SENTENCE_END.split(paragraph)
        ]


def read(file: Path) -> Document:
    found = FRONT_MATTER.match(file.read_text(encoding="utf-8"))
    assert found, f"{file.name} has no front matter"
    return Document(
        file.name, FrontMatter.model_validate(yaml.safe_load(found["fields"])), found["body"]
    )


DOCUMENTS = [read(file) for file in sorted(samples.path().glob("*.md"))]
each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.name)


def test_the_folder_holds_enough_documents_and_nothing_else() -> None:
    assert len(DOCUMENTS) >= 24
    others = [file.name for file in samples.path().iterdir() if file.suffix != ".md"]
    assert not others
    assert "README.md" not in {document.name for document in DOCUMENTS}


@each_document
def test_file_name_is_a_kebab_case_phrase(document: Document) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.md", document.name)


@each_document
def test_references_are_distinct_and_whole(document: Document) -> None:
    references = document.front.references
    assert len(references) >= 2
    assert len(set(references)) == len(references)
    assert all(len(reference.split()) >= 4 for reference in references)


@each_document
def test_length_is_that_of_a_short_article(document: Document) -> None:
    assert 300 <= len(document.body.split()) <= 700


@each_document
def test_headings_are_one_title_and_two_to_four_telling_phrases(document: Document) -> None:
    levels = [level for level, _ in document.headings]
    assert levels[0] == 1
    assert document.headings[0][1] == document.front.title
    assert set(levels[1:]) == {2}
    assert 2 <= len(levels[1:]) <= 4
    for _, text in document.headings[1:]:
        assert len(text.split()) >= 3
        assert not EMPTY_HEADING.match(text)
        assert text[-1] not in ".?!:"


@each_document
def test_sentences_stand_alone(document: Document) -> None:
    assert [each for each in document.sentences if POINTING_WORDS.match(each)] == []


@each_document
def test_sentences_are_whole_and_plain(document: Document) -> None:
    for sentence in document.sentences:
        assert sentence.endswith("."), sentence
        assert 4 <= len(sentence.split()) <= 45, sentence
        assert not re.search(r"\b(I|we|our|you|your)\b", sentence), sentence


def test_no_heading_is_used_twice() -> None:
    headings = Counter(text.lower() for document in DOCUMENTS for _, text in document.headings)
    assert [text for text, times in headings.items() if times > 1] == []


def test_no_sentence_is_used_twice() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for document in DOCUMENTS:
        for sentence in document.sentences:
            words = re.findall(r"\w+", sentence.lower())
            if len(words) >= 6:
                places[" ".join(words)].append(document.name)
    assert {text: names for text, names in places.items() if len(names) > 1} == {}


def test_the_documents_disagree_where_the_studies_do() -> None:
    bodies = {document.name: document.body for document in DOCUMENTS}
    assert "fell by about 0.5 percent" in bodies["lighting-energy.md"]
    assert "rose by about 1 percent" in bodies["heating-and-cooling.md"]
    for name in ("heart-attacks.md", "traffic-accidents.md", "workplace-injuries.md"):
        assert re.search(r"\bno (such|significant|clear|statistical)", bodies[name]), name
