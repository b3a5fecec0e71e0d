"""Characters come in from tables and from sheets that were typed as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from brought import Table, Write

PEOPLE = """\
name;player;kind;earned;spent;points;Stealth;Energy;Mana;injury
Ana;Jo;pc;37;30;2;3;Tired;7;1
Grum;;npc;;;;4;;–;
"""

SHEET = """\
TAMSIN REED               Player: Jo

Attributes                Skills
Strength:    Fair  (0)    Boating:    Great (4)
Wits: Mediocre (-1)       Knots Superb
Swimming: +1

GIFTS                     FAULTS
- Night Vision            - Owes the judge
- Danger Sense            - Quick temper

Equipment
2 oars
boat hook (+1 with boats)
coil of rope x2

Scratch O O O     Hurt [ ]
minor O X         serious ☐☐

Profession: Ferrywoman, of Lower Ferring
Background:
Born on the water,
and never far from it.

Scale: 2
Fudge Points: 3
XP: 31 (28 spent)
"""


def test_a_table_of_characters_sets_what_it_says(table: Table, write: Write) -> None:
    write("people.csv", PEOPLE)
    table.do("import people.csv")
    assert table.xp() == {"Ana": (37, 0, 30), "Grum": (0, 0, 0)}
    ana = table.campaign.state.sheets["Ana"]
    assert (ana.player, ana.statuses, ana.practice["Stealth"].given) == ("Jo", {"Energy": "Tired"}, 3)
    said = table.says("sheet Ana")
    assert all(part in said for part in ("Fudge points: 2", "Mana: 7", "minor [x][ ]")), said
    assert table.campaign.state.sheets["Grum"].kind == "npc"


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("Ana;;dragon;;;;;;;", (2, 3, "kind", "“dragon” is no kind of character")),
        ("Ana;;;many;;;;;;", (2, 4, "earned", "“many” is no whole number")),
        ("Ana;;;3;4;;;;;", (2, 5, "spent", "Ana has 3 XP to take, not 4")),
        ("Ana;;;;;;Splendid;;;", (2, 7, "Stealth", "“Splendid” is no level")),
        ("Ana;;;;;;;Tierd;;", (2, 8, "Energy", "Energy has no state “Tierd”")),
        ("Ana;;;;;;;;11;", (2, 9, "Mana", "Ana's Mana is 10 and it goes from 0 to 10")),
        ("Ana;;;;;;;;;5", (2, 10, "injury", "5")),
        (";;;;;;3;;;", (2, 1, "character", "empty: a character is missing")),
    ],
)
def test_a_cell_of_a_character_that_cannot_be_is_named(
    table: Table, write: Write, row: str, problem: tuple[int, int, str, str]
) -> None:
    write("people.csv", f"{PEOPLE.splitlines()[0]}\n{row}\n")
    ((line, column, name, message),) = table.problems("import people.csv")
    assert (line, column, name) == problem[:3]
    assert problem[3] in message


def test_a_column_that_the_campaign_lacks_is_named_with_what_may_be_meant(table: Table, write: Write) -> None:
    write("people.csv", "name,Stelth,Charm\nAna,3,2\n")
    said = table.says("import people.csv")
    assert "“Stelth” is no column of characters" in said
    assert "did you mean Stealth?" in said
    assert "“Charm” is no column of characters" in said


def test_a_known_character_is_added_to_and_not_contradicted(table: Table, write: Write) -> None:
    table.do("npc Ana")
    write("people.csv", "name,kind,Stealth\nana,pc,3\n")
    assert table.problems("import people.csv") == [(2, 2, "kind", "Ana is an NPC already")]
    write("people.csv", "name,Stealth\nana,3\n")
    table.do("import people.csv")
    assert table.campaign.state.sheets["Ana"].practice["Stealth"].given == 3


def test_a_sheet_in_two_columns_comes_in_whole(home: Path, write: Write) -> None:
    table = Table(home / "l.db", 'new fudge-lite "The Ferry"')
    write("tamsin.txt", SHEET)
    result = table.do("import tamsin.txt as characters")
    sheet = table.campaign.state.sheets["TAMSIN REED"]
    assert (sheet.player, sheet.kind) == ("Jo", "pc")
    assert {name: held.given for name, held in sheet.practice.items()} == {
        "Strength": 0,
        "Boating": 2,
        "Wits": -1,
        "Knots": 3,
        "Swimming": 1,
    }
    assert sorted(sheet.properties) == ["Danger Sense", "Night Vision", "Owes the judge", "Quick temper"]
    assert [(each.name, each.quantity) for each in sheet.heaps()] == [
        ("oars", 2),
        ("boat hook (+1 with boats)", 1),
        ("coil of rope", 2),
    ]
    assert sheet.characteristics == {
        "Profession": "Ferrywoman, of Lower Ferring",
        "Background": "Born on the water, and never far from it.",
    }
    assert table.xp() == {"TAMSIN REED": (31, 0, 28)}
    assert "minor [x][ ]" in table.says('sheet "TAMSIN REED"')
    assert result["remarks"] == ["Left out: 3 costs in brackets", "Left out: boxes without a mark (Scratch, Hurt)"]


def test_several_sheets_in_a_file_are_several_characters(table: Table, write: Write) -> None:
    write("all.md", "# Ana\nPlayer: Jo\n## Gifts\n- Lucky\n# Ben\nGifts: Lucky, Brave\nKind: npc\n")
    table.do("import all.md as characters")
    sheets = table.campaign.state.sheets
    assert {name: (sheet.kind, list(sheet.properties)) for name, sheet in sheets.items()} == {
        "Ana": ("pc", ["Lucky"]),
        "Ben": ("npc", ["Lucky", "Brave"]),
    }
    write("two.txt", "Name: Cy\nLore: 2\n\nName: Dora\nLore: 3\n---\nEl\nLore: 1\n")
    table.do("import two.txt as characters")
    assert list(sheets := table.campaign.state.sheets) == ["Ana", "Ben", "Cy", "Dora", "El"], sheets


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ana\nLore: Goood\n", "“Goood” is no level"),
        ("Ana\nBorn on the water\n", "“Born on the water” cannot be placed"),
        ("Ana\nGifts\nLukcy\n", "“Lukcy” is new beside Lucky"),
        ("Ana\nminor O O O\n", "minor has 2 boxes, and 3 stand here"),
        ("Ana\nminro X O\n", "“minro” is no track, nor a state of one"),
        ("Lore: 2\n", "no name stands above this"),
        ("Ana\nLooks:\n\nXP: some\n", "“some” is no whole number"),
    ],
)
def test_a_piece_of_a_sheet_that_cannot_be_placed_is_named(table: Table, write: Write, text: str, said: str) -> None:
    table.do("define gift Lucky")
    write("ana.txt", text)
    ((line, _, _, message),) = table.problems("import ana.txt as characters")
    assert message == said
    assert line == text.rstrip("\n").count("\n") + 1


@pytest.mark.parametrize("between", [" - ", " – ", " .... ", " = ", " … "])
@pytest.mark.parametrize(("game", "level"), [("fudge", "Good"), ("peupfudge", "3")])
def test_signs_between_a_trait_and_its_level_belong_to_neither(
    home: Path, write: Write, between: str, game: str, level: str
) -> None:
    table = Table(home / "signs.db", f"new {game} Signs")
    write("ana.txt", f"Ana\nFirst Aid{between}{level}\nLore {level}\n")
    table.do("import ana.txt as characters")
    held = {name: each.given for name, each in table.campaign.state.sheets["Ana"].practice.items()}
    assert set(held) == {"First Aid", "Lore"}
    assert held["First Aid"] == held["Lore"]
    table.desk.close()


def test_boxes_in_a_game_without_tracks_are_not_sent_to_wounds_that_it_does_not_have(home: Path, write: Write) -> None:
    table = Table(home / "tracks.db", "new fudge Tracks")
    write("ana.txt", "Ana\nScratch X O O\n")
    ((_, _, _, message),) = table.problems("import ana.txt as characters")
    assert message == "“Scratch” is no track, nor a state of one"
    table.desk.close()
