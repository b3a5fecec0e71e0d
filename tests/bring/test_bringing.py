"""A file is brought in whole or not at all, is taken back and comes again, and its dry run writes nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from brought import BEGUN, Table, Write
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Campaign
from engine.concerns.experience.events import XpAllocated, XpAwarded
from engine.concerns.files.events import NotesBrought
from replay.bring.decode import decode_text
from shell.runner import Desk

LIST = """\
date,session,title,character,xp,reason,spent
2024-03-09,1,The mill,Ana,3,the bridge,
2024-03-09,1,,Ben,2,the song,
2024-03-16,2,At night,Ana,4,,4 on Stealth
2024-03-30,3,,Ben,-1,left early,
"""

NOTES = """\
## Session 1: The mill, 2024-03-09

### At the ford

Ana found the "teapot" # yes.

[N:Jonah]
[Clock:Flood 2/6]
- GM: he is the thief

## Session 2, 2024-03-16

d: 4dF=[+ 0 - +]
"""

SHEET = """\
Tamsin Reed
Player: Jo              Profession: Ferryman
Stealth: 3 (2)          Lore: 2
Gifts                   Faults
  Night Vision            Afraid of heights
Equipment: rope, 3 torches
minor O X    serious O O
Energy: Tired           Mana: 7
Fudge points: 3
XP: 37 earned, 30 spent
"""

PEOPLE = """\
name;player;kind;earned;spent;points;Stealth;Energy;Mana;injury
Ana;Jo;pc;37;30;2;3;Tired;7;1
Grum;;npc;;;;4;;;
"""

FILES = {
    "xp.csv": (LIST, ""),
    "sums.csv": (LIST, " as balance"),
    "notes.md": (NOTES, ""),
    "hidden.md": (NOTES, " secret"),
    "tamsin.txt": (SHEET, " as characters"),
    "people.csv": (PEOPLE, ""),
}
EVERY = pytest.mark.parametrize("name", FILES)


def put(write: Write, name: str) -> str:
    """Write a file, and return what is typed behind “import”."""
    text, how = FILES[name]
    write(name, text)
    return f"{name}{how}"


def sheets(table: Table) -> dict[str, str]:
    """Return every sheet as it is shown."""
    return {name: table.says(f'sheet "{name}"') for name in table.campaign.state.sheets}


@EVERY
def test_a_dry_run_writes_no_byte_and_its_commands_typed_give_the_same(table: Table, write: Write, name: str) -> None:
    line, path = put(write, name), table.desk.place.file
    table.desk.start_over()
    before = path.read_bytes()
    asked = table.do(f"import {line} dry-run")
    table.desk.start_over()
    assert path.read_bytes() == before
    table.do(f"import {line}")
    other = Table(path.with_name("typed.db"))
    for entry in asked["entries"]:
        for command in entry["commands"]:
            other.do(command)
    assert sheets(other) == sheets(table)
    kinds = ("SessionStarted", "NoteMade", "SecretNoted", "SceneSet", "XpAwarded", "XpTaken", "CountdownTicked")
    assert other.texts(*kinds) == table.texts(*kinds)


@EVERY
def test_all_of_a_file_has_one_command_opened_by_what_was_brought(table: Table, write: Write, name: str) -> None:
    line, head = put(write, name), table.campaign.log.head.seq
    result = table.do(f"import {line}")
    events = list(table.campaign.events(head))
    assert {each.cmd for each in events} == {events[0].cmd}
    opening = events[0].event
    assert isinstance(opening, NotesBrought)
    assert (opening.source, opening.events, opening.rows) == (name, len(events) - 1, result["rows"])
    assert [type(each.event) for each in events].count(NotesBrought) == 1
    assert result["brought"] == head + 1
    assert result["events"] == len(events)


@EVERY
def test_undo_takes_all_of_it_back_and_redo_brings_it_again(table: Table, write: Write, name: str) -> None:
    line, before = put(write, name), sheets(table)
    brought = table.do(f"import {line}")["brought"]
    after, told = sheets(table), table.texts()
    table.do("undo")
    assert (sheets(table), table.campaign.state.sessions) == (before, [])
    table.do("redo")
    assert sheets(table) == after
    table.do(f"undo #{brought}")
    assert (sheets(table), table.campaign.state.sessions) == (before, [])
    table.do("redo")
    assert sheets(table) == after
    assert [each for each in table.texts() if "ndone" not in each and "edone" not in each] == told
    assert table.do("verify")["ok"]
    assert table.do("audit")["ok"]


def test_a_row_is_undone_alone_as_if_it_had_been_typed_alone(table: Table, write: Write) -> None:
    table.do(f"import {put(write, 'xp.csv')}")
    (bridge, song, other) = (each.seq for each in table.campaign.events_of(XpAwarded))
    said = table.says(f"undo #{bridge}")
    assert "(4 XP to Stealth)" in said
    assert "cascade" in said
    assert "cascade" in table.says(f"undo #{song}")
    table.do(f"undo #{song} cascade")
    assert table.xp() == {"Ana": (7, 4, 0), "Ben": (0, 0, 0)}
    table.do("redo")
    (joined,) = (each.seq for each in table.campaign.events() if getattr(each.event, "name", "") == "Ben")
    assert "cascade" in table.says(f"undo #{joined}")
    (spent,) = (each.seq for each in table.campaign.events_of(XpAllocated))
    table.do(f"undo #{spent}")
    table.do(f"undo #{other}")
    assert table.xp() == {"Ana": (3, 0, 0), "Ben": (2, 0, 1)}


def test_the_same_file_is_refused_with_the_number_until_it_is_taken_back(table: Table, write: Write) -> None:
    line = put(write, "xp.csv")
    table.do(f"import {line}")
    said = "xp.csv was brought in as #7 — “undo #7” takes that back"
    assert [table.says(f"import {line}"), table.says(f"import {line} dry-run")] == [said, said]
    write("copy.csv", LIST)
    assert table.says("import copy.csv") == said.replace("xp.csv", "copy.csv")
    table.do("undo #7")
    table.do(f"import {line}")


def test_with_one_problem_left_nothing_is_recorded(table: Table, write: Write) -> None:
    write("xp.csv", LIST + "2024-03-30,3,,Ana,many,,\n")
    head = table.campaign.log.head
    assert table.problems("import xp.csv") == [(6, 5, "xp", "“many” is no whole number")]
    assert table.campaign.log.head == head


NOTES_OF_THEN = """## Session 1: The mill, 2024-03-09

Ana found the teapot.

## Session 2, 2024-03-16

Ben sang.
"""
XP_OF_THEN = """date,session,character,xp,reason,spent
2024-03-09,1,Ana,3,the bridge,
2024-03-16,2,Ana,4,,4 on Stealth
2024-03-16,2,Ben,2,the song,
2024-03-23,3,Ben,1,,
"""


def test_xp_of_evenings_that_notes_brought_come_in_behind_them_and_name_them(table: Table, write: Write) -> None:
    table.do(f"import {write('notes.md', NOTES_OF_THEN)}")
    dry = table.says(f"import {write('xp.csv', XP_OF_THEN)} dry-run")
    assert "Evenings that are there already stay as they are: their XP name the session" in dry
    table.do("import xp.csv")
    assert [each.number for each in table.campaign.state.sessions] == [1, 2, 3]
    assert table.texts("XpAwarded") == [
        "Ana is awarded 3 XP (session 1: the bridge)",
        "Ana is awarded 4 XP (session 2)",
        "Ben is awarded 2 XP (session 2: the song)",
        "Ben is awarded 1 XP",
    ]
    assert not [each for each in table.do("audit")["findings"] if each["weight"] == "wrong"]
    write("again.csv", XP_OF_THEN + "2024-03-30,4,Ben,1,,\n")
    assert table.problems("import again.csv"), "what came in once does not come in twice"


BALANCE_OF_ANA = """date,character,xp,spent
2024-03-09,Ana,5,4 on Stealth
2024-03-16,Ana,3,
"""


def test_evenings_come_after_those_that_were_played_and_not_before(table: Table, write: Write) -> None:
    table.do(f"import {put(write, 'xp.csv')}")
    write("late.csv", "date,character,xp\n2024-03-16,Ana,1\n")
    ((line, _, name, message),) = table.problems("import late.csv")
    assert (line, name) == (2, "date")
    assert "session 3 was on 30 March" in message
    table.do("session start tonight")
    write("next.csv", "date,character,xp\n2024-04-06,Ana,1\n")
    assert "session 4 is still open" in table.says("import next.csv")
    table.do("session end")
    assert "session 4 was on" in table.says("import next.csv")
    table.do("import next.csv as balance")


def test_a_balance_after_a_played_session_is_for_any_ability(table: Table, write: Write) -> None:
    for line in ("pc Ana", "rules xp-for-used-only on", "session start", "session end"):
        table.do(line)
    table.do(f"import {write('xp.csv', BALANCE_OF_ANA)} as balance")
    ((given,),) = (table.do("log award")["events"],)
    assert (given["amount"], given["only"]) == (8, None)
    assert table.do("ledger Ana")["unspent"] == 4
    assert not [each for each in table.do("audit")["findings"] if each["weight"] != "note"]


def test_rows_and_balance_join_the_campaign_as_json(table: Table, write: Write) -> None:
    result = table.do(f"import {put(write, 'xp.csv')} dry-run")
    expected = {
        "file": "xp.csv",
        "kind": "xp",
        "encoding": "UTF-8",
        "rows": 4,
        "problems": [],
        "new": {"Ana": "pc", "Ben": "pc"},
        "events": 14,
        "brought": None,
    }
    assert {key: result[key] for key in expected} == expected
    assert result["entries"][0] == {
        "line": 2,
        "column": 1,
        "text": "2024-03-09",
        "commands": ['session start 1 "The mill" on 2024-03-09'],
    }


def test_a_file_of_events_is_imported_as_ever(table: Table, home: Path) -> None:
    table.do("export all.jsonl")
    (home / "all.jsonl").rename(home / "all.json")
    assert table.do("import all.json")["added"] == 0


# --- a damaged cell ---------------------------------------------------------------------------------------------

AMOUNTS = st.integers(1, 9)
PEOPLE_OF_LISTS = st.sampled_from(["Ana", "Bartholomew", "Zoë Müller"])
ROWS = st.lists(st.tuples(st.integers(0, 3), PEOPLE_OF_LISTS, AMOUNTS), min_size=1, max_size=12).map(sorted)
DAMAGE = st.sampled_from(
    [("date", "31 April 2024"), ("date", "soon"), ("xp", "many"), ("xp", "1/2"), ("session", "x?")]
)


@given(ROWS, DAMAGE, st.data())
@settings(max_examples=40)
def test_of_a_random_list_exactly_the_damaged_cell_is_named(
    rows: list[tuple[int, str, int]], damage: tuple[str, str], data: st.DataObject
) -> None:
    columns = ["date", "session", "character", "xp", "spent"]
    cells = [
        {"date": f"2024-03-{day + 1:02}", "session": str(day + 1), "character": who, "xp": str(xp), "spent": ""}
        for day, who, xp in rows
    ]
    earned: dict[str, int] = {}
    for row in cells:  # some of it is spent at once, by the first award
        if row["character"] not in earned:
            row["spent"] = f"{row['xp']} on Stealth"
        earned[row["character"]] = 1
    at = data.draw(st.integers(0, len(cells) - 1))
    column, text = damage
    whole = "\n".join([",".join(columns), *(",".join(row[name] for name in columns) for row in cells)])
    cells[at][column] = text
    broken = "\n".join([",".join(columns), *(",".join(row[name] for name in columns) for row in cells)])
    with folder() as place:
        table = Table(Path(place) / "c.db")
        Path(place, "xp.csv").write_text(broken, encoding="utf-8")
        Path(place, "whole.csv").write_text(whole, encoding="utf-8")
        ((line, number, name, _),) = table.problems(f'import "{place}/xp.csv"')
        assert (line, number, name) == (at + 2, columns.index(column) + 1, column)
        table.do(f'import "{place}/whole.csv"')
        assert sum(awarded for awarded, _, _ in table.xp().values()) == sum(xp for _, _, xp in rows)
        table.desk.close()


# --- hostile files ----------------------------------------------------------------------------------------------

#: Words and signs that mean something in one of the kinds of files.
WORDS = {
    *"date,character,xp\n",
    *"#*-|[]()'\"\\`:;½\x00\u202e\u2028🎲 \t",
    "date",
    "character",
    "xp",
    "[N:",
    "[Clock:A 1/2]",
}
WORDS |= {
    "```",
    "---",
    "d: d6=[",
    "GM:",
    "=1+1",
    "O O X",
    "Gifts",
    "Ana",
    "<!--",
    "1.",
    "31.12.9999",
    "2024-03-09",
    "9" * 30,
}
WORDS |= {"## Session 1, 2024-03-09\n", "date,character,xp\n", "Stealth", "Good", "| --- |"}
PIECES = st.sampled_from(sorted(WORDS))
HOW = st.sampled_from(["", " as xp", " as characters", " as notes", " as balance", " secret", " round up"])
HOSTILE = st.one_of(st.binary(max_size=80), st.lists(PIECES, max_size=25).map(lambda parts: "".join(parts).encode()))


NAMES_OF_FILES = st.sampled_from(["a.csv", "a.tsv", "a.md", "a.txt"])


@given(HOSTILE, NAMES_OF_FILES, HOW)
@settings(max_examples=40)
def test_no_file_makes_the_program_fail(raw: bytes, name: str, how: str) -> None:
    must_not_fail(raw, name, how)


@pytest.mark.slow
@given(HOSTILE, NAMES_OF_FILES, HOW)
@settings(max_examples=600)
def test_no_file_of_many_makes_the_program_fail(raw: bytes, name: str, how: str) -> None:
    must_not_fail(raw, name, how)


def must_not_fail(raw: bytes, name: str, how: str) -> None:
    """Import a file into a new campaign. It is brought in, or refused in a sentence."""
    with folder() as place:
        table = Table(Path(place) / "c.db")
        Path(place, name).write_bytes(raw)
        outcome = table.tries(f'import "{place}/{name}"{how}')
        assert outcome.status in (0, 1), outcome.fault
        assert outcome.fault is None or "Internal error" not in outcome.fault.message
        if outcome.answer is not None:
            outcome.answer.text()
            assert outcome.answer.result["brought"] is None or outcome.status == 0
            table.do("verify")
        table.desk.close()


@given(st.binary(max_size=60))
def test_decoding_ends_in_text_or_a_refusal(raw: bytes) -> None:
    from engine import Refused

    try:
        text, encoding = decode_text(raw, "a.csv")
    except Refused:
        return
    assert text.strip()
    assert encoding in ("UTF-8", "UTF-16")


# --- killed in the middle ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_killed_in_the_middle_all_of_it_is_there_or_nothing(home: Path) -> None:
    path = home / "c.db"
    Table(path, BEGUN).desk.close()
    rows = "".join(f"2024-03-{day:02},{who},1\n" for day in range(1, 29) for who in ("Ana", "Bartholomew"))
    (home / "xp.csv").write_text(f"date,character,xp\n{rows}")
    begun = 6
    whole = begun + 1 + 2 + 28 * 4
    counts = set()
    for wait in (0.25, 0.4, 0.5, 0.6, 0.7, 0.8):
        child = subprocess.Popen(
            [sys.executable, "-m", "shell", str(path), "import", "xp.csv"],
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            child.wait(wait)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.wait()
        with Campaign.open(path) as campaign:
            counts.add(campaign.log.head.seq)
        assert Desk(path).do("verify").status == 0
    assert counts <= {begun, whole}, counts
