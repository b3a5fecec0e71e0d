"""`export FILE.csv`: a table in which text is only text, and numbers are numbers."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forging import body, forged, rechained, written
from given import BEGINNING

from engine.events import CharacterCreated, CharacteristicSet, NoteMade
from replay.files.spreadsheet import SHEET_COLUMNS, cell, neutral, unhidden

LEADS = ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]


def table(path: Path | str) -> list[dict[str, str]]:
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_there_is_a_row_an_event_and_it_can_be_summed(log: Path, do: Callable[..., Any]) -> None:
    result = do(log, "export a.csv").answer.result
    rows = table("a.csv")
    assert tuple(rows[0]) == SHEET_COLUMNS
    assert [int(row["seq"]) for row in rows] == list(range(1, result["events"] + 1))
    awards = [row for row in rows if row["type"] == "XpAwarded"]
    assert [(row["character"], int(row["amount"]), row["what"]) for row in awards] == [
        ("Kotorikh", 50, "practice before play"),
        ("Old Marta", 50, "practice before play"),
    ]
    assert len({row["command"] for row in awards}) == 1
    check = next(row for row in rows if row["type"] == "CheckResolved")
    assert (check["faces"], check["roll"], check["difficulty"], check["physical"]) == ("'-1 0 0 1", "0", "2", "yes")


def test_what_does_not_count_is_marked(log: Path, do: Callable[..., Any]) -> None:
    do(log, "note gone")
    do(log, "undo")
    do(log, "export a.csv")
    *_, note, undo = table("a.csv")
    assert (note["type"], note["counts"], undo["counts"]) == ("NoteMade", "no", "yes")


@pytest.mark.rule("P12", "B4-25")
@pytest.mark.parametrize("lead", LEADS)
def test_no_text_of_any_event_is_a_formula(home: Path, do: Callable[..., Any], lead: str) -> None:
    text = f'{lead}HYPERLINK("http://x")'
    events = [NoteMade(text), CharacterCreated(text, "pc", text), CharacteristicSet(text, text, text)]
    written(home / "one.db", forged(body(BEGINNING), *map(body, events)))
    assert do("one.db", "export a.csv").status == 0
    rows = table("a.csv")
    cells = [cell for row in rows for cell in row.values()]
    assert [cell for cell in cells if cell.lstrip(" ")[:1] in LEADS] == []
    assert sum(cell == unhidden(f"'{text}") for cell in cells) >= 4
    assert all(cell.isprintable() for cell in cells)


@pytest.mark.rule("P12", "B4-18")
@pytest.mark.parametrize("sign", ["\x1b[2J", "\x9b", "\u202e", "\u2066", "\u200f", "\u2028", "\0x", "\r\n"])
def test_no_cell_holds_a_sign_that_moves_or_turns_what_is_shown(home: Path, do: Callable[..., Any], sign: str) -> None:
    events = [NoteMade(f"a{sign}b"), CharacterCreated(f"a{sign}b", "pc", f"a{sign}b")]
    path = written(home / "one.db", forged(body(BEGINNING), *map(body, events)))
    path = rechained(path, "two.db", lambda row: row._replace(cmd=f"c{sign}"))
    assert do(path, "export a.csv").status == 0
    text = Path("a.csv").read_text("utf-8")
    assert not {*sign[:1]} & {*text.replace("\r\n", "")}
    assert "\\x" in text or "\\u" in text or "\\r" in text


@pytest.mark.rule("B4-25")
@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("space", ["", " ", "   "])
def test_a_text_that_begins_like_a_formula_is_kept_behind_a_quote(lead: str, space: str) -> None:
    assert neutral(f"{space}{lead}1+1") == f"'{space}{lead}1+1"


@pytest.mark.rule("B4-25")
@pytest.mark.parametrize("number", [-3, 0, 3, -(10**9)])
def test_a_number_stays_a_number(number: int) -> None:
    assert cell(number) == number
    assert type(cell(number)) is int


@pytest.mark.parametrize("text", ["plain", "", "a=b", "1+1", "x@y", "'quoted", "−3"])
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert neutral(text) == text
