"""Tables, and the encodings of text files."""

from __future__ import annotations

import pytest

from costorm_widget.errors import SourceRefused
from costorm_widget.evidence.sources import Source
from costorm_widget.retrieval.passages import cut
from costorm_widget.retrieval.readers import READERS, decode, read_table, table

ROWS = [["species", "height", "note"], ["Lime", "20", "gives shade"], ["Maple", "14", ""]]
READ = "species: Lime; height: 20; note: gives shade\n\nspecies: Maple; height: 14"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_each_row_has_the_names_of_its_columns(delimiter: str) -> None:
    reading = read_table("\n".join(delimiter.join(row) for row in ROWS) + "\n")
    assert reading.kind == "table"
    assert reading.text == READ


def test_quoted_cells_keep_their_delimiters_and_lose_their_line_ends() -> None:
    text = 'name,says\n"Ash, Ann","one\ntwo"\n"Birch, Bo","three"\n'
    assert read_table(text).text == (
        "name: Ash, Ann; says: one two\n\nname: Birch, Bo; says: three"
    )


def test_a_table_without_names_has_numbered_columns() -> None:
    assert read_table("1,2\n3,4\n").text == ("column 1: 1; column 2: 2\n\ncolumn 1: 3; column 2: 4")


def test_rows_of_other_lengths_are_read() -> None:
    assert read_table("a,b\n1\n2,3,4\n").text == "a: 1\n\na: 2; b: 3; column 3: 4"


def test_no_passage_divides_a_row() -> None:
    lines = [f"tree {number},street {number % 7},{number % 30}" for number in range(500)]
    text = read_table("\n".join(["name,street,height", *lines])).text
    passages = cut(Source("s", "T", "file:a.csv", "table", text))
    assert 20 < len(passages) < 100
    for passage in passages:
        assert passage.text.startswith("name: tree ")
        assert passage.text.rpartition("; ")[2].startswith("height: ")


def test_a_table_of_too_many_rows_or_too_much_text_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "_MOST_ROWS", 100)
    assert read_table("a,b\n" + "x,y\n" * 100).text.count("a: x") == 100
    with pytest.raises(SourceRefused, match=r"more than 100 rows; keep those that matter"):
        read_table("a,b\n" + "x,y\n" * 101)
    monkeypatch.setattr(table, "_MOST_CHARACTERS", 100)
    with pytest.raises(SourceRefused, match=r"; keep the columns that matter"):
        read_table("a,b\n" + "x,y\n" * 99)


def test_a_cell_beyond_all_bounds_is_refused() -> None:
    with pytest.raises(SourceRefused, match=r"cannot be read.*; save it"):
        read_table("a,b\n" + "x" * 200_000 + ",y\n")


TEXTS = {
    "gb18030": "街道树木在夏天使城市降温。研究人员说，在炎热的日子里，气温会降低四度。",
    "euc-kr": "가로수는 여름에 도시를 시원하게 한다. 더운 날에 기온이 사 도 낮아진다고 한다.",
    "shift_jis": "街路樹は夏に都市を涼しくする。研究者によると、暑い日には気温が四度下がるという。",
    "cp1251": "Уличные деревья летом охлаждают город. Исследователи говорят, что в жару на четыре.",
    "iso8859-7": "Τα δέντρα των δρόμων δροσίζουν την πόλη το καλοκαίρι, λένε οι ερευνητές εδώ.",
    "cp1252": "Die Bäume kühlen im Sommer die Straßen ab, sagen Forscher – „um vier Grad“.",
    "utf-16-le": "Street trees cool the city in summer, say researchers.",
    "utf-16-be": "Уличные деревья летом охлаждают город, говорят исследователи.",
}


@pytest.mark.parametrize("encoding", TEXTS)
def test_text_without_a_mark_is_read_in_its_encoding(encoding: str) -> None:
    text = TEXTS[encoding]
    assert decode((text + "\r\n").encode(encoding) * 3) == f"{text}\n" * 3


def test_a_table_in_another_encoding_is_read() -> None:
    raw = ("имя;улица;заметка\n" + "липа;Садовая;даёт тень\n" * 20).encode("cp1251")
    assert "имя: липа; улица: Садовая; заметка: даёт тень" in READERS[".csv"](raw).text
