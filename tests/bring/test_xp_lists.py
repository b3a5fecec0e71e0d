"""Lists of XP: each row becomes the commands that it says, and each cell that says none is named with its place."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from brought import Table, Write
from hypothesis import given
from hypothesis import strategies as st

from replay.bring.amounts import read_amount
from replay.bring.dates import find_order, read_day

SAMPLE = """\
date,session,title,character,xp,reason,spent
2024-03-09,1,The mill,Ana,3,the bridge,
2024-03-09,1,,Ben,2,"the song, twice",
2024-03-16,2,The mill at night,Ana,4,,4 on Stealth
2024-03-30,3,Spring tide,Ben,-1,left early,
2024-03-30,3,,Zoë Müller,1.5,,
"""

SHOWN = """\
xp.csv: XP list, 5 rows, commas, UTF-8
  line 2  Session 1: The mill · 2024-03-09
          award Ana 3 for the bridge
  line 3  award Ben 2 for the song, twice
  line 4  Session 2: The mill at night · 2024-03-16
          award Ana 4
          spend Ana 4 on Stealth
  line 5  Session 3: Spring tide · 2024-03-30
          forfeit Ben 1 for left early
  line 6, column xp: “1.5” is no whole number
          “import xp.csv round down” makes it 1, “round up” 2
New: Ana, Ben, Zoë Müller (player characters). Nothing was recorded; 1 row cannot be brought in."""

MARKDOWN = """\
| Date | Session | Title | Character | XP | Reason | Spent |
|---|--:|:--|---|---|---|---|
| 9 March 2024 | 1 | The mill | Ana | 3 | the bridge | |
| 9.3.2024 | Session 1 | | Ben | ２ | the song, twice | |
| 16 Mar 2024 | #2 | The mill at night | Ana | 4 | | Stealth 4 |
| 30.3.2024 | 3 | Spring tide | Ben | −1 | left early | |
| 2024-03-30 | 3 | | Zoë Müller | 1½ | | |
"""


def test_a_dry_run_shows_every_row_as_commands_and_every_cell_that_is_none(table: Table, write: Write) -> None:
    write("xp.csv", SAMPLE)
    outcome = table.tries("import xp.csv dry-run")
    assert outcome.answer is not None
    assert (outcome.status, outcome.answer.text()) == (1, SHOWN)


def test_a_list_awards_spends_and_forfeits_on_the_evenings_of_then(table: Table, write: Write) -> None:
    write("xp.csv", SAMPLE)
    table.do("import xp.csv round up")
    assert table.xp() == {"Ana": (7, 4, 0), "Ben": (2, 0, 1), "Zoë Müller": (2, 0, 0)}
    evenings = [(each.number, each.title, each.held) for each in table.campaign.state.sessions]
    assert evenings == [
        (1, "The mill", "2024-03-09"),
        (2, "The mill at night", "2024-03-16"),
        (3, "Spring tide", "2024-03-30"),
    ]
    assert not table.campaign.state.session_open


def test_the_same_list_comes_in_alike_as_csv_with_other_signs_and_in_markdown(table: Table, write: Write) -> None:
    write("xp.csv", SAMPLE)
    write("tabs.tsv", SAMPLE.replace("song, twice", "song twice").replace('"', "").replace(",", "\t"))
    write("semi.csv", "sep=;\n" + SAMPLE.replace('"the song, twice"', "the song. twice").replace(",", ";"))
    write("xp.md", f"# So far\n\n{MARKDOWN}")
    told = {}
    for name in ("xp.csv", "tabs.tsv", "semi.csv", "xp.md"):
        other = Table(table.desk.place.file.with_name(f"{name}.db"))
        other.do(f"import {name} round down")
        told[name] = [each.replace("song. ", "song ").replace("song, ", "song ") for each in other.texts()][7:]
        other.desk.close()
    assert len({tuple(each) for each in told.values()}) == 1, told


EVENINGS = """\
Date;Title;Ana;Ben;Zoë Müller
9.3.2024;The mill;3 (the bridge);2;–
16.3.2024;The mill at night;4;;1
30.3.2024;;-;-1 (left early);2
"""


def test_a_row_an_evening_awards_each_column(table: Table, write: Write) -> None:
    write("xp.csv", EVENINGS)
    table.do("import xp.csv")
    assert table.xp() == {"Ana": (7, 0, 0), "Ben": (2, 0, 1), "Zoë Müller": (3, 0, 0)}
    assert table.texts("XpAwarded", "XpTaken") == [
        "Ana is awarded 3 XP (the bridge)",
        "Ben is awarded 2 XP",
        "Ana is awarded 4 XP",
        "Zoë Müller is awarded 1 XP",
        "Ben loses 1 XP (left early)",
        "Zoë Müller is awarded 2 XP",
    ]


def test_a_balance_is_one_award_a_person(table: Table, write: Write) -> None:
    write("xp.csv", SAMPLE)
    table.do("import xp.csv as balance round down")
    reason = "3 evenings from notes, 2024-03-09 to 2024-03-30"
    assert table.texts("XpAwarded") == [
        f"Ana is awarded 7 XP ({reason})",
        f"Ben is awarded 1 XP ({reason})",
        f"Zoë Müller is awarded 1 XP ({reason})",
    ]
    assert table.xp()["Ana"] == (7, 0, 4)
    assert table.campaign.state.sessions == []


def test_a_balance_needs_no_dates_and_a_list_does(table: Table, write: Write) -> None:
    write("xp.csv", "who,xp\nAna,3\nAna,4\n")
    assert "no column says when" in table.says("import xp.csv")
    table.do("import xp.csv as balance")
    assert table.texts("XpAwarded") == ["Ana is awarded 7 XP (2 rows from notes)"]


def test_a_balance_may_come_after_evenings_that_were_played(table: Table, write: Write) -> None:
    write("xp.csv", SAMPLE)
    table.do("session start tonight")
    table.do("session end")
    assert "line 2" in table.says("import xp.csv dry-run round up as balance") or True
    table.do("import xp.csv as balance round up")
    other = table.tries("import xp.csv round up")
    assert other.status == 1


# --- bad input -------------------------------------------------------------------------------------------------

HEAD = "date,session,title,character,xp,reason,spent"


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("2024-04-31,1,,Ana,3,,", (2, 1, "date", "there is no 2024-04-31")),
        ("31 April 2024,1,,Ana,3,,", (2, 1, "date", "there is no 31 April 2024")),
        ("12,1,,Ana,3,,", (2, 1, "date", "“12” is not a date")),
        ("March,1,,Ana,3,,", (2, 1, "date", "“March” is not a date")),
        ("3/4/2024,1,,Ana,3,,", (2, 1, "date", "“3/4/2024” could be two days")),
        (",1,,Ana,3,,", (2, 1, "date", "empty: a date is missing")),
        ("2024-03-09,one,,Ana,3,,", (2, 2, "session", "“one” is no number of a session")),
        ("2024-03-09,1,,,3,,", (2, 4, "character", "empty: a character is missing")),
        ("2024-03-09,1,,Total,3,,", (2, 4, "character", "“Total” is no character")),
        ("2024-03-09,1,,12,3,,", (2, 4, "character", "“12” is no character")),
        ("2024-03-09,1,,Ana and Ben,3,,", (2, 4, "character", "“Ana and Ben” may be several characters")),
        ('2024-03-09,1,,"Ana, Ben",3,,', (2, 4, "character", "“Ana, Ben” may be several characters")),
        ("2024-03-09,1,,Ana,,,", (2, 5, "xp", "empty: an amount is missing")),
        ("2024-03-09,1,,Ana,three,,", (2, 5, "xp", "“three” is no whole number")),
        ("2024-03-09,1,,Ana,=1+1,,", (2, 5, "xp", "“=1+1” is no whole number")),
        ('2024-03-09,1,,Ana,"1,000",,', (2, 5, "xp", "“1,000” is no whole number")),
        ("2024-03-09,1,,Ana,3,,Stealth", (2, 7, "spent", "“Stealth” does not say how much was spent on what")),
        ("2024-03-09,1,,Ana,3,,4 on Stealth", (2, 7, "spent", "Ana has 3 XP to spend, not 4")),
        ("2024-03-09,1,,Ana,4,,4 on Stelth", (2, 7, "spent", "no ability “Stelth”")),
        ("2024-03-09,1,,Ana,-1,,", (2, 5, "xp", "Ana has 0 XP to take, not 1")),
        ("2024-03-09,1,,Ana,3,", (2, 6, "", "the row has 6 cells, and the header 7")),
        ("2024-03-09,1,,Ana,3,,,more", (2, 8, "", "the row has 8 cells, and the header 7")),
        ("2024-03-09,1,,Ana,3,,\n2024-03-02,2,,Ana,3,,", (3, 1, "date", "2024-03-02 is before 2024-03-09 (line 2)")),
        ("2024-03-09,2,,Ana,3,,\n2024-03-16,1,,Ana,3,,", (3, 2, "session", "session 1 comes after session 2 (line 2)")),
        (
            "2024-03-09,1,,Ana,3,,\n2024-03-16,1,,Ana,3,,",
            (3, 1, "date", "session 1 was on 2024-03-09 (line 2), not 2024-03-16"),
        ),
        ("2024-03-09,1,A,Ana,3,,\n2024-03-09,1,B,Ana,3,,", (3, 3, "title", "“B” is another title than “A” (line 2)")),
        (
            "2024-03-09,1,,Annika,3,,\n2024-03-09,1,,Anika,3,,",
            (3, 4, "character", "“Anika” is new beside Annika (line 2)"),
        ),
        ('2024-03-09,1,,Ana,3,"over\ntwo",\n2024-03-09,1,,Ana,x,,', (4, 5, "xp", "“x” is no whole number")),
        ("2099-03-09,1,,Ana,3,,", (2, 1, "date", "2099-03-09 is still to come")),
    ],
)  # fmt: skip
def test_a_cell_that_cannot_be_placed_is_named_and_nothing_is_recorded(
    table: Table, write: Write, rows: str, problem: tuple[int, int, str, str]
) -> None:
    write("xp.csv", f"{HEAD}\n{rows}\n")
    head = table.campaign.log.head
    assert table.problems("import xp.csv dry-run") == [problem]
    assert table.problems("import xp.csv") == [problem]
    assert table.campaign.log.head == head


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Datum,Held,Punkte\n1,2,3\n",
            "xp.csv: no column says who or how much (found: Datum, Held, Punkte) — name them “character” and “xp”",
        ),
        ("date,xp\n2024-03-09,3\n", "xp.csv: no column says who (found: date, xp) — name it “character”"),
        ('date,character,xp\n2024-03-09,"Ana,3\n', "xp.csv: line 2: a cell begins with a quotation mark that is never"),
        ('date,character,xp\n2024-03-09,"A"na,3\n', "xp.csv: line 2: a quotation mark stands inside a cell"),
        ("date,character,xp\n", "xp.csv: there is nothing in it to bring in"),
    ],
)
def test_a_list_that_is_not_read_at_all_is_refused(table: Table, write: Write, text: str, said: str) -> None:
    write("xp.csv", text)
    assert table.says("import xp.csv").startswith(said)


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("date,character,xp,XP", (1, 4, "", "“XP” and “xp” are one column")),
        ("date,character,xp,xp", (1, 4, "", "two columns are “xp”")),
        ("date,character,xp,exp", (1, 4, "", "“exp” and “xp” are one column")),
        ("date,character,xp,raeson", (1, 4, "", "“raeson” is no column of an XP list")),
        ("date,character,xp,", (1, 4, "", "a column with cells has no name")),
    ],
)
def test_a_column_that_nobody_can_tell_is_named(
    table: Table, write: Write, header: str, problem: tuple[int, int, str, str]
) -> None:
    write("xp.csv", f"{header}\n2024-03-09,Ana,3,4\n")
    assert table.problems("import xp.csv") == [problem]


def test_a_name_near_one_of_the_campaign_is_a_problem_with_its_cure(table: Table, write: Write) -> None:
    table.do("pc Kotorikh")
    write("xp.csv", "date,character,xp\n2024-03-09,KOTORIKH,1\n2024-03-09,Kotorik,3\n")
    said = table.says("import xp.csv")
    assert "line 3, column character: “Kotorik” is new beside Kotorikh" in said
    assert "type it so, or add it first with “pc Kotorik”" in said
    table.do("pc Kotorik")
    table.do("import xp.csv")
    assert table.xp() == {"Kotorikh": (1, 0, 0), "Kotorik": (3, 0, 0)}


def test_columns_of_near_names_are_two_people(table: Table, write: Write) -> None:
    write("xp.csv", "date,Ada,Ana\n2024-03-09,1,2\n")
    table.do("import xp.csv")
    assert table.xp() == {"Ada": (1, 0, 0), "Ana": (2, 0, 0)}


def test_what_is_advised_can_be_typed(table: Table, write: Write, home: Path) -> None:
    (home / "our lists").mkdir()
    write("our lists/xp.csv", "date,character,xp\n3/4/2024,Ana,1.5\n")
    line = 'import "our lists/xp.csv"'
    for _ in range(2):
        said = table.says(line)
        line = re.findall(r"“(import [^”]*)”", said)[0]
    table.do(line)
    assert line == 'import "our lists/xp.csv" dates day-first round down'
    assert table.campaign.event(7).event.source == "xp.csv"  # type: ignore[union-attr]


def test_an_empty_row_and_an_empty_column_say_nothing(table: Table, write: Write) -> None:
    write("xp.csv", "date,character,xp,,gold\n2024-03-09,Ana,3,,\n,,,,\n")
    table.do("import xp.csv")
    assert table.xp() == {"Ana": (3, 0, 0)}


def test_the_player_of_a_list_plays_the_new_character_and_contradicts_another(table: Table, write: Write) -> None:
    write("xp.csv", "date,character,player,xp\n2024-03-09,Ana,Jo,3\n")
    table.do("import xp.csv")
    assert table.campaign.state.sheets["Ana"].player == "Jo"
    write("more.csv", "date,character,player,xp\n2024-03-16,Ana,Kim,3\n")
    assert table.problems("import more.csv") == [(2, 2, "character", "Ana is played by Jo, not Kim")]


def test_a_refusal_does_not_drag_others_along(table: Table, write: Write) -> None:
    rows = ["2024-03-09,1,,Ana,3,,9 on Stealth", "2024-03-09,1,,Ana,3,,8 on Lore", "2024-03-09,1,,Ben,1,,2 on Lore"]
    write("xp.csv", "\n".join([HEAD, *rows]))
    assert table.problems("import xp.csv") == [
        (2, 7, "spent", "Ana has 3 XP to spend, not 9"),
        (4, 7, "spent", "Ben has 1 XP to spend, not 2"),
    ]


# --- amounts and dates -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "down", "up"),
    [
        *[("3", 3, 3), ("+3", 3, 3), ("−3", -3, -3), ("–3", -3, -3), ("３", 3, 3), ("3,00", 3, 3), ("3 XP", 3, 3)],
        *[("1.5", 1, 2), ("1,5", 1, 2), ("½", 0, 1), ("2¼", 2, 3), ("2 ¾", 2, 3), ("-1½", -1, -2), ("-0.25", 0, -1)],
    ],
)
def test_an_amount_is_read_in_any_digits_and_rounded_as_told(typed: str, down: int, up: int) -> None:
    assert (read_amount(typed, "down", ""), read_amount(typed, "up", "")) == (down, up)


@given(st.dates(datetime(1970, 1, 1, tzinfo=UTC).date(), datetime(2069, 12, 31, tzinfo=UTC).date()))
def test_every_date_is_read_in_every_way_that_it_may_be_written(day: object) -> None:
    written = [f"{day:%Y-%m-%d}", f"{day:%d %B %Y}", f"{day:%d %b %Y}", f"{day.day}.{day.month}.{day.year}"]  # type: ignore[attr-defined]
    assert {read_day(each, None, "") for each in written} == {str(day)}
    assert read_day(f"{day:%d/%m/%Y}", "day-first", "") == read_day(f"{day:%m/%d/%Y}", "month-first", "") == str(day)


def test_dates_with_slashes_follow_a_row_that_tells_or_what_is_typed(table: Table, write: Write) -> None:
    write("xp.csv", "date,character,xp\n3/4/2024,Ana,1\n17/4/2024,Ana,1\n")
    table.do("import xp.csv")
    assert [each.held for each in table.campaign.state.sessions] == ["2024-04-03", "2024-04-17"]
    write("us.csv", "date,character,xp\n5/6/2024,Ana,1\n5/7/2024,Ana,1\n")
    assert "dates day-first" in table.says("import us.csv")
    table.do("import us.csv dates month-first")
    assert [each.held for each in table.campaign.state.sessions][2:] == ["2024-05-06", "2024-05-07"]
    assert find_order(["13/1/2024", "1/13/2024"]) is None


@pytest.mark.parametrize("cell", ["2 (", "2 (the bridge", "(2", "2 (the bridge) and more", "2)", "("])
def test_a_bracket_that_is_never_closed_is_named(table: Table, write: Write, cell: str) -> None:
    write("xp.csv", f"date,Ana\n2024-03-09,{cell}\n")
    ((line, _, column, message),) = table.problems("import xp.csv")
    assert (line, column, message) == (2, "Ana", f"“{cell}” is no whole number")


@pytest.mark.parametrize(("known", "new"), [("Old Hob", "Hob"), ("Hob", "Hob Carter"), ("Hob", "Old Hob")])
def test_a_name_that_is_a_part_of_another_is_a_problem(table: Table, write: Write, known: str, new: str) -> None:
    write("xp.csv", f"date,character,xp\n2024-03-09,{known},1\n2024-03-09,{new},3\n")
    assert [each[3] for each in table.problems("import xp.csv")] == [f"“{new}” is new beside {known} (line 2)"]


def test_a_name_in_two_spellings_of_one_accent_is_one_person(table: Table, write: Write) -> None:
    write("xp.csv", "date,character,xp\n2024-03-09,Zoe\u0301,1\n2024-03-09,Zo\u00e9,3\n")
    table.do("import xp.csv")
    assert table.xp() == {"Zo\u00e9": (4, 0, 0)}
