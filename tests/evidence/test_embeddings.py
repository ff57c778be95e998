from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costorm_widget.errors import EmbeddingError
from costorm_widget.evidence.embeddings import CachedEmbedder, HashedWords, unit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from costorm_widget.evidence.embeddings import Vectors


class Counting:
    """Embeds by hashed words and remembers what it was asked for."""

    def __init__(self, name: str = "counting", dimensions: int = 64) -> None:
        self.name = name
        self.asked: list[str] = []
        self.batches = 0
        self._inner = HashedWords(dimensions)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.extend(texts)
        self.batches += 1
        return await self._inner.embed(texts)


async def cosine(embedder: HashedWords, one: str, other: str) -> float:
    vectors = await embedder.embed([one, other])
    return float(vectors[0] @ vectors[1])


async def test_hashed_words_are_unit_vectors_named_by_size() -> None:
    embedder = HashedWords(512)
    vectors = await embedder.embed(["sleep and clocks", "夏令时", "heure d’été"])
    assert vectors.shape == (3, 512)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert embedder.name != HashedWords(1024).name != HashedWords(1024, "de").name


async def test_hashed_words_find_what_shares_words() -> None:
    embedder = HashedWords()
    near = await cosine(embedder, "heart attacks after the clock change", "clocks and the heart")
    far = await cosine(embedder, "heart attacks after the clock change", "railway timetables")
    assert near > 0.3 > far + 0.2
    assert await cosine(embedder, "夏令时影响睡眠", "夏令时") > 0.4
    assert await cosine(embedder, "summertime", "summertimes") > 0.9


async def test_hashed_words_of_nothing_are_similar_to_nothing() -> None:
    assert await cosine(HashedWords(), "… the of", "sleep") == 0


def test_hashed_words_are_the_same_with_another_hash_seed() -> None:
    code = (
        "import asyncio; from costorm_widget.evidence.embeddings import HashedWords;"
        "print(asyncio.run(HashedWords(64).embed(['sleep 夏令时 COVID-19'])).tobytes().hex())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7", "PATH": ""},
    )
    here = asyncio.run(HashedWords(64).embed(["sleep 夏令时 COVID-19"]))
    assert run.stdout.strip() == here.tobytes().hex()


def test_unit_leaves_zero_vectors() -> None:
    assert unit(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist() == [
        pytest.approx([0.6, 0.8]),
        [0, 0],
    ]


async def test_each_text_is_embedded_once() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    first = await cached.embed(["a clock", "a law", "a clock"])
    second = await cached.embed(["a law", "a farm"])
    assert inner.asked == ["a clock", "a law", "a farm"]
    assert (first[0] == first[2]).all()
    assert (first[1] == second[0]).all()
    assert cached.name == "counting"


async def test_who_wants_a_text_that_is_being_embedded_waits_for_it() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner, batch=2)
    one, other = await asyncio.gather(
        cached.embed(["a clock", "a law", "a farm"]), cached.embed(["a law", "a cow"])
    )
    assert sorted(inner.asked) == ["a clock", "a cow", "a farm", "a law"]
    assert (one[1] == other[0]).all()


async def test_who_waits_for_another_that_is_stopped_embeds_it_then() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    first = asyncio.create_task(cached.embed(["a clock"]))
    second = asyncio.create_task(cached.embed(["a clock"]))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).shape == (1, 64)
    assert inner.asked == ["a clock", "a clock"]


async def test_a_folder_keeps_vectors_across_sessions(tmp_path: Path) -> None:
    folder = tmp_path / "données" / "缓存"
    before = await CachedEmbedder(Counting(), folder).embed(["a clock", "会话"])
    inner = Counting()
    after = await CachedEmbedder(inner, folder).embed(["会话", "a clock"])
    assert inner.asked == []
    assert (before == after[::-1]).all()


async def test_more_texts_than_sqlite_binds_come_back(tmp_path: Path) -> None:
    texts = [f"text {number}" for number in range(1200)]
    await CachedEmbedder(Counting(), tmp_path).embed(texts)
    inner = Counting()
    assert (await CachedEmbedder(inner, tmp_path).embed(texts)).shape == (1200, 64)
    assert inner.asked == []


async def test_embeddings_of_another_name_do_not_meet(tmp_path: Path) -> None:
    await CachedEmbedder(Counting("small", 64), tmp_path).embed(["a clock"])
    other = Counting("large", 128)
    vectors = await CachedEmbedder(other, tmp_path).embed(["a clock"])
    assert vectors.shape == (1, 128)
    assert other.asked == ["a clock"]


async def test_c23_a_model_that_changed_under_its_name_is_told(tmp_path: Path) -> None:
    await CachedEmbedder(Counting("model", 64), tmp_path).embed(["a clock"])
    changed = CachedEmbedder(Counting("model", 128), tmp_path)
    with pytest.raises(EmbeddingError, match=r"now gives vectors of 128 numbers.*delete"):
        await changed.embed(["a clock", "a law"])


async def test_a_text_file_in_place_of_the_cache_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "vectors.sqlite").write_text("this is no database " * 100)
    cached = CachedEmbedder(Counting(), tmp_path)
    assert (await cached.embed(["a clock"])).shape == (1, 64)
    assert (await cached.embed(["a law"])).shape == (1, 64)
    assert len(caplog.records) == 1


async def test_the_cache_holds_no_text(tmp_path: Path) -> None:
    await CachedEmbedder(Counting(), tmp_path).embed(["a secret sentence"])
    assert b"secret" not in (tmp_path / "vectors.sqlite").read_bytes()


async def test_progress_counts_different_texts_to_the_end() -> None:
    heard: list[tuple[int, int]] = []
    cached = CachedEmbedder(Counting())
    await cached.embed(["text 0", "text 1"])
    texts = [f"text {number}" for number in range(70)] * 2
    await cached.embed(texts, lambda done, total: heard.append((done, total)))
    assert heard[0] == (2, 70)
    assert heard[-1] == (70, 70)
    assert len(heard) == 4
    assert heard == sorted(heard)


async def test_work_can_be_cancelled_between_batches_and_keeps_what_is_done() -> None:
    inner = Counting()
    cached = CachedEmbedder(inner)
    texts = [f"text {number}" for number in range(200)]

    def stop(done: int, _total: int) -> None:
        if done >= 64:
            task.cancel()

    task = asyncio.create_task(cached.embed(texts, stop))
    with pytest.raises(asyncio.CancelledError):
        await task
    assert 2 <= inner.batches <= 3
    await cached.embed(texts)
    assert len(inner.asked) <= 200 + 32


async def test_no_texts_give_no_vectors() -> None:
    assert len(await CachedEmbedder(Counting()).embed([])) == 0


async def test_an_embedder_that_drops_a_text_is_told() -> None:
    class Short:
        name = "short"

        async def embed(self, texts: Sequence[str]) -> Vectors:
            return np.ones((len(texts) - 1, 3), dtype=np.float32)

    with pytest.raises(EmbeddingError, match="one vector a text"):
        await CachedEmbedder(Short()).embed(["one", "two"])


async def test_the_cache_survives_two_writers_at_once(tmp_path: Path) -> None:
    one, other = (CachedEmbedder(Counting(), tmp_path) for _ in range(2))
    await asyncio.gather(
        one.embed([f"a {number}" for number in range(100)]),
        other.embed([f"b {number}" for number in range(100)]),
    )
    with sqlite3.connect(tmp_path / "vectors.sqlite") as file:
        (count,) = file.execute("SELECT count(*) FROM vectors").fetchone()
    file.close()
    assert count == 200
