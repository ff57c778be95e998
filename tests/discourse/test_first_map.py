"""The first map: the user's concepts stay and are filled, the outline adds what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from costorm_widget import CoStorm, ScriptedModel
from costorm_widget import events as ev
from costorm_widget.discourse.first_map import draw_first_map, is_drawn
from costorm_widget.errors import EmbeddingError
from costorm_widget.evidence.embeddings import HashedWords
from costorm_widget.language.extractive.engine import ExtractiveEngine
from costorm_widget.language.tasks import Part
from costorm_widget.mind_map.names import plain
from tests.builders import Fixed, Session, found, sample_documents, sample_embedder, session
from tests.mind_map.doubles import check_tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costorm_widget.evidence.embeddings import Vectors
    from costorm_widget.language.tasks import OutlineJob
    from costorm_widget.retrieval.documents import Documents

PLAN = """# My plan

- Health
  - Sleep
  - Heart attacks

    Which days are worst?
- Economy
  - Energy use
- Farming
- Road safety
"""


@pytest.fixture(scope="module")
def started() -> CoStorm:
    session = CoStorm.sample(model="extractive", embeddings="hashed", mind_map=PLAN)
    session.warm_start()
    return session


def test_the_users_concepts_stay_as_they_were(started: CoStorm) -> None:
    made = [each for each in started.mind_map if started.mind_map._board.tree[each.id].by_user]
    assert [each.path for each in made] == [
        ("Health",),
        ("Health", "Sleep"),
        ("Health", "Heart attacks"),
        ("Economy",),
        ("Economy", "Energy use"),
        ("Farming",),
        ("Road safety",),
    ]
    assert started.mind_map["Heart attacks"].note == "Which days are worst?"


ABOUT = {
    "Sleep": "sleep",
    "Heart attacks": "heart",
    "Energy use": "electricity",
    "Farming": "farm",
    "Road safety": "pedestrian",
}


def filled_rightly(session: CoStorm) -> list[str]:
    """The user's concepts that hold a text about what they are called."""
    texts = {
        name: [session.snippets[each].text.casefold() for each in session.mind_map[name].snippets]
        for name in ABOUT
    }
    assert all(texts.values())
    return [name for name, word in ABOUT.items() if any(word in text for text in texts[name])]


def test_evidence_goes_to_them_first(started: CoStorm) -> None:
    kinds = [event.type for event in started.events]
    assert kinds.index("outline_added") < kinds.index("snippets_placed")
    assert kinds.index("snippets_placed") < kinds.index("concept_added")
    # Hashed words take "farmers" and "farming" for strangers.
    assert len(filled_rightly(started)) >= 4
    placed = next(event for event in started.events if isinstance(event, ev.SnippetsPlaced))
    assert len(placed.placements) >= len(started.snippets) / 5


def test_the_encoder_fills_each_of_them_rightly() -> None:
    session = CoStorm.sample(model="extractive", embeddings="local", mind_map=PLAN)
    session.warm_start()
    assert filled_rightly(session) == list(ABOUT)


def test_the_outline_adds_what_is_missing_under_names_of_its_own(started: CoStorm) -> None:
    tops = [plain(each.name) for each in started.mind_map.children]
    assert tops[:4] == ["health", "economy", "farming", "road safety"]
    assert 1 <= len(tops[4:]) <= 4
    assert len(set(tops)) == len(tops)
    assert not {"sleep", "energy use"} & set(tops)


def test_all_evidence_is_in_the_map_and_no_concept_is_too_full(started: CoStorm) -> None:
    check_tree(started.mind_map._board.tree, [each.id for each in started.snippets])
    limit = started.settings.snippets_per_concept
    assert all(len(each.snippets) <= limit for each in started.mind_map)


def test_turns_go_on_filling_them(started: CoStorm) -> None:
    before = {each.id for each in started.mind_map}
    started.run(2)
    assert before <= {each.id for each in started.mind_map}


def test_a_model_fills_and_completes_the_map_likewise() -> None:
    model = ScriptedModel()
    session = CoStorm.sample(model=model, embeddings="hashed", mind_map=PLAN)
    session.warm_start()
    asked = [each for each in model.asked if each.job == "outline"]
    assert len(asked) == 1
    assert "The map has already: " in asked[0].prompt
    assert "Heart attacks" in asked[0].prompt
    tops = [each.name for each in session.mind_map.children]
    assert tops[:4] == ["Health", "Economy", "Farming", "Road safety"]
    assert len(tops) > 4
    kinds = [event.type for event in session.events]
    assert kinds.index("snippets_placed") < kinds.index("concept_added")
    assert all(turn.status == "done" for turn in session.turns)


@dataclass
class Outliner(ExtractiveEngine):
    """Proposes the same parts whatever there is; keeps what it was asked."""

    parts: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        super().__init__(HashedWords(), "en")
        self.jobs: list[OutlineJob] = []

    async def outline(self, job: OutlineJob) -> tuple[Part, ...]:
        self.jobs.append(job)
        return self.parts


def begun(engine: Outliner, *names: str) -> Session:
    """A session with three passages and concepts of the user's."""
    texts = ("Owls sleep late.", "Larks rise early.", "Cows are milked.")
    talk = session(Fixed([found(text, text) for text in texts]), engine=engine)
    talk.take_in(*(found(text, text) for text in texts))
    for place, name in enumerate(names, 1):
        talk.table.emit(ev.ConceptAdded(f"c{place}", name, "c0", by="user"))
    return talk


def outline(talk: Session) -> dict[str, int]:
    return {node.name: len(node.snippets) for node in talk.state.tree.walk() if node.parent}


async def test_a_proposal_with_a_name_that_is_there_is_that_concept() -> None:
    engine = Outliner((Part("sleep", (1,)), Part("LARKS", (2,)), Part("Cows", (3,))))
    talk = begun(engine, "Sleep and owls", "Larks")
    await draw_first_map(talk.table)
    assert outline(talk) == {"Sleep and owls": 1, "Larks": 1, "Cows": 1}


async def test_the_outline_is_told_what_is_there_and_how_much_room_is_left() -> None:
    engine = Outliner()
    await draw_first_map(begun(engine, "Sleep", "Larks").table)
    await draw_first_map(begun(engine, *(f"Concept {each}" for each in "ABCDEFGHIJ")).table)
    await draw_first_map(begun(engine).table)
    assert [(job.most, job.taken[:2]) for job in engine.jobs] == [
        (6, ("Sleep", "Larks")),
        (2, ("Concept A", "Concept B")),
        (8, ()),
    ]


async def test_without_vectors_the_outline_is_made_of_everything() -> None:
    class Broken:
        name = "broken"

        async def embed(self, texts: Sequence[str]) -> Vectors:
            message = f"No vectors for {len(texts)} texts; start the server."
            raise EmbeddingError(message)

    engine = Outliner((Part("Owls", (1, 2, 3)),))
    talk = begun(engine, "Sleep")
    talk.table.embedder = Broken()
    await draw_first_map(talk.table)
    assert outline(talk) == {"Sleep": 0, "Owls": 3}


@pytest.fixture(scope="module")
def documents() -> Documents:
    return sample_documents()


async def test_a_concept_that_is_removed_meanwhile_takes_nothing(documents: Documents) -> None:
    @dataclass
    class Slow(Outliner):
        async def outline(self, job: OutlineJob) -> tuple[Part, ...]:
            for concept in list(talk.state.tree.nodes)[1:]:
                talk.table.emit(ev.ConceptRemoved(concept, by="user"))
            return await super().outline(job)

    talk = session(documents, embedder=sample_embedder(), engine=Slow())
    await talk.table.search("Why?", ["sleep", "farmers", "energy"], 10)
    event = talk.table.intake.event()
    assert event is not None
    talk.table.emit(event)
    talk.table.emit(ev.ConceptAdded("c1", "Sleep", "c0", by="user"))
    await draw_first_map(talk.table)
    assert talk.state.tree.home == {}


def test_the_users_concepts_alone_are_no_first_map() -> None:
    talk = begun(Outliner(), "Sleep")
    assert not is_drawn(talk.state.tree)
    talk.table.emit(ev.ConceptAdded("c9", "Owls", "c0"))
    assert is_drawn(talk.state.tree)
