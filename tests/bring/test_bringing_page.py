"""What docs/bringing.md shows comes in as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from brought import BEGUN, Table, Write, told

from replay.bring.columns import XP_COLUMNS
from replay.bring.table import read_piped

PAGE = (Path(__file__).parents[2] / "docs" / "bringing.md").read_text("utf-8")
TABLES = re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE)
SHEET, NOTES = (block for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL) if "import" not in block)


@pytest.mark.parametrize(
    ("number", "held"),
    [(0, {"Ana": (7, 4, 0), "Ben": (2, 0, 1)}), (1, {"Ana": (7, 0, 0), "Ben": (2, 0, 0)})],
)
def test_the_lists_of_the_page_come_in(
    table: Table, write: Write, number: int, held: dict[str, tuple[int, int, int]]
) -> None:
    write("xp.md", TABLES[number])
    table.do("import xp.md")
    assert table.xp() == held


def test_the_other_names_of_columns_are_those_that_are_understood() -> None:
    (names,), _ = read_piped(TABLES[2])
    said = {row[0].text: tuple(row[1].text.split(", ")) for row in names.rows}
    assert {name: set(others) for name, others in said.items()} == {name: set(of) for name, of in XP_COLUMNS.items()}


def test_the_characters_of_the_page_come_in(home: Path, write: Write) -> None:
    table = Table(home / "l.db", BEGUN.replace("new peupfudge", "new fudge-lite"))
    write("all.md", TABLES[3])
    table.do("import all.md as characters")
    sheets = table.campaign.state.sheets
    assert (sheets["Ana"].kind, sheets["Grum"].kind, sheets["Ana"].statuses["Energy"]) == ("pc", "npc", "Tired")


def test_the_sheet_of_the_page_comes_in_whole(home: Path, write: Write) -> None:
    table = Table(home / "l.db", "new fudge-lite")
    write("tamsin.txt", SHEET)
    result = table.do("import tamsin.txt as characters")
    sheet = table.campaign.state.sheets["Tamsin Reed"]
    assert {name: held.given for name, held in sheet.practice.items()} == {"Climbing": 1, "Boating": 3}
    assert sorted(sheet.properties) == ["Afraid of heights", "Night Vision"]
    assert sheet.characteristics == {"Profession": "Ferryman"}
    assert (sheet.player, result["remarks"]) == ("Jo", ["Left out: 2 costs in brackets"])
    assert "minor [x][ ]" in table.says('sheet "Tamsin Reed"')


def test_the_notes_of_the_page_come_in_with_their_secrets(table: Table, write: Write) -> None:
    write("notes.md", NOTES)
    table.do("import notes.md")
    assert told(table) == [
        (3, "scene", "At the ford"),
        (3, "note", "Ana found the teapot."),
        (3, "note", "The miller lies about the flour."),
        (3, "secret note", "he is the thief."),
        (3, "secret note", "GM notes"),
        (3, "secret note", "The teapot is cursed."),
    ]
