"""A concern from outside: one module, `luck.py`, and everything the program does is done with it as well."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from given import LoadedDice, folder

from engine import Campaign, players, registry, retelling
from engine.commands import Setup
from engine.rooms import load
from engine.state import Sheet, State
from shell.language.offers import offers
from shell.language.reading import read
from shell.language.spelling import spell
from shell.options import ExitStatus
from shell.runner import Desk

ROOT = Path(__file__).parents[1]

PARTS = ("events", "commands", "project", "sheet", "decide", "narrate", "line", "players", "retell", "template")

#: What is played: #6 gives luck, #7 is a check with the +1 of that, #8 takes some of it.
EVENING = """\
new peupfudge "The Black Cat"
define ability Chess
pc Ada
pc Bo
trait Ada Chess 2
luck Ada +3 for a black cat
check Ada Chess vs 3 rolled 0
luck Ada -2""".splitlines()


def tables() -> list[Any]:
    """Return every table in which a concern registers something."""
    declared = (*vars(registry).items(), *vars(players).items(), *vars(retelling).items())
    return [table for name, table in declared if name.isupper() and isinstance(table, dict | list)]


@pytest.fixture(scope="module", autouse=True)
def luck() -> Iterator[ModuleType]:
    """Have the concern registered while these tests run, and nobody else's."""
    for part in PARTS:
        load(part)
    before = [list(table) for table in tables()]
    yield import_module("luck")
    for table, known in zip(tables(), before, strict=True):
        for added in [each for each in table if each not in known]:
            table.remove(added) if isinstance(table, list) else table.pop(added)


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Sit at a table where the evening was played."""
    with folder() as place:
        desk = Desk(Path(place) / "luck.db")
        for line in EVENING:
            assert desk.do(line).fault is None, line
        yield desk
        desk.close()


def said(desk: Desk, line: str) -> str:
    """Return what is said to a line that can be carried out."""
    outcome = desk.do(line)
    assert outcome.fault is None, outcome.fault
    assert outcome.answer is not None
    return outcome.answer.text()


def told(desk: Desk, line: str) -> dict[str, Any]:
    """Return what a program is told of a line that can be carried out."""
    outcome = desk.do(line)
    assert outcome.fault is None, outcome.fault
    data: dict[str, Any] = json.loads(json.dumps(outcome.as_json()))
    return data


def told_audit(desk: Desk) -> list[dict[str, Any]]:
    """Return what audit finds; it may find something wrong."""
    answer = desk.do("audit").answer
    assert answer is not None
    found: list[dict[str, Any]] = answer.result["findings"]
    return found


def test_its_line_is_read_and_spelled(desk: Desk) -> None:
    assert desk.campaign is not None
    command = read("LUCK ad +2 for a black cat's favour", desk.campaign.state).command
    assert spell(command) == "luck Ada +2 for a black cat's favour"


def test_help_has_a_chapter_and_a_page_for_it(desk: Desk) -> None:
    assert re.search("^Luck:\n  luck +Add to somebody's luck, or take from it.$", said(desk, "help all"), re.MULTILINE)
    assert "luck Ada +2 for a black cat's favour" in said(desk, "help luck")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        *(("lu", "luck"), ("luck ", "Ada"), ("luck Ada +1 ", "for"), ("why Ada lu", "luck")),
        *(("log l", "luck"), ("log Lu", "luck")),
    ],
)
def test_it_is_completed(desk: Desk, typed: str, offered: str) -> None:
    assert desk.campaign is not None
    assert offered in [offer.text for offer in offers(typed, desk.campaign.state)]


@pytest.mark.parametrize("typed", ["lukc Ada +1", "why Ada lukc"])
def test_what_is_nearly_its_name_is_understood(desk: Desk, typed: str) -> None:
    fault = desk.do(typed).fault
    assert fault is not None
    assert fault.hint == "did you mean luck?"


def test_a_refusal_points_at_what_is_wrong(desk: Desk) -> None:
    fault = desk.do("luck Ada -9").fault
    assert fault is not None
    assert (fault.status, fault.message, fault.place) == (ExitStatus.REFUSED, "Ada has 1 luck, not 9", (9, 11))


def test_the_sheet_shows_it(desk: Desk) -> None:
    assert "\nLuck: 1\n" in said(desk, "sheet Ada")
    assert told(desk, "sheet Ada")["result"]["luck"] == 1
    assert told(desk, "sheet Ada at #6")["result"]["luck"] == 3


def test_why_tells_what_it_was_before_and_after_each_event(desk: Desk) -> None:
    lines = [" ".join(line.split()) for line in said(desk, "why Ada luck").splitlines()]
    assert lines == [
        "Ada's luck is 1:",
        "#6 before play Ada's luck +3 (a black cat): 0 → 3",
        "#8 before play Ada's luck −2: 3 → 1",
    ]


def test_it_lends_to_a_roll(desk: Desk) -> None:
    assert desk.campaign is not None
    check = next(desk.campaign.events(6, 7)).event
    assert [(part.value, part.reason, part.source) for part in check.modifiers] == [(1, "Luck", "luck")]


def test_what_depends_on_it_stops_an_undo(desk: Desk) -> None:
    fault = desk.do("undo #6").fault
    assert fault is not None
    assert [each["seq"] for each in fault.dependents] == [8]
    assert fault.hint == "“undo #6 cascade” undoes it too"


def test_cascade_takes_that_back_too_and_finds_the_check_that_is_stale(desk: Desk) -> None:
    answer = said(desk, "undo #6 cascade for the cat was grey")
    assert "Ada: luck 1 → 0" in answer
    assert "#7 Ada's Chess" in answer
    assert [found["seq"] for found in told_audit(desk) if found["rule"] == "stale-check"] == [7]


def test_audit_has_nothing_against_it(desk: Desk) -> None:
    assert "everything adds up" in said(desk, "audit")


def test_a_signature_covers_it(desk: Desk) -> None:
    said(desk, "sign Ada")
    said(desk, "undo #8")
    found = next(found for found in told_audit(desk) if found["rule"] == "signed-before")
    assert found["message"].endswith("correction #10 later changed luck")


def test_the_log_tells_it_and_finds_it_by_its_type_and_by_the_word_of_the_table(desk: Desk) -> None:
    for line in ("log LuckMoved", "log luck"):
        _heading, *rows = said(desk, line).splitlines()
        assert [text.split("  ")[-1].strip() for text in rows] == [
            "Ada's luck +3 (a black cat)",
            "Ada's luck −2",
        ]


def test_diff_shows_what_moved_it(desk: Desk) -> None:
    assert told(desk, "diff #5 #8")["result"]["changes"] == [
        {"character": "Ada", "field": "luck", "before": 0, "after": 1, "events": [6, 8]}
    ]


def test_programs_are_told_of_the_event_and_the_change(desk: Desk) -> None:
    found = told(desk, "luck Ada +1 for a penny")
    assert {key: found["events"][0][key] for key in ("type", "character", "change", "reason")} == {
        "type": "LuckMoved",
        "character": "Ada",
        "change": 1,
        "reason": "a penny",
    }
    assert found["result"]["changes"] == [{"character": "Ada", "field": "luck", "before": 1, "after": 2}]


def test_its_lines_play_again(desk: Desk, tmp_path: Path) -> None:
    script = tmp_path / "again.session"
    said(desk, f'export "{script}"')
    again = Desk(tmp_path / "again.db")
    lines = [line for line in script.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert lines[-1] == "luck Ada -2"
    for line in lines:
        assert again.do(line).fault is None, line
    assert told(again, "sheet Ada")["result"] == told(desk, "sheet Ada")["result"]
    again.close()


def test_its_events_are_carried_over_as_they_are(desk: Desk, tmp_path: Path) -> None:
    said(desk, f'export "{tmp_path / "luck.jsonl"}"')
    other = Desk(tmp_path / "other.db")
    said(other, f'import "{tmp_path / "luck.jsonl"}"')
    assert told(other, "sheet Ada")["result"]["luck"] == 1
    other.close()


def test_a_spreadsheet_has_a_row_for_it(desk: Desk, tmp_path: Path) -> None:
    said(desk, f'export "{tmp_path / "luck.csv"}"')
    with (tmp_path / "luck.csv").open(encoding="utf-8", newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["type"] == "LuckMoved")
    assert (row["character"], row["amount"], row["what"]) == ("Ada", "3", "a black cat")
    assert row["told"] == "Ada's luck +3 (a black cat)"


@pytest.mark.parametrize("declared", [True, False])
def test_players_read_of_it_if_it_says_that_they_see_it(
    desk: Desk, luck: ModuleType, declared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not declared:
        monkeypatch.delitem(players.REDUCES, luck.LuckMoved)
    said(desk, f'export "{tmp_path / "luck.csv"}" for players')
    assert ("a black cat" in (tmp_path / "luck.csv").read_text("utf-8")) == declared


def test_a_recap_tells_it(desk: Desk) -> None:
    said(desk, "session start")
    said(desk, "luck Ada +2 for a clover")
    assert "A clover: Ada's luck rose. #" in said(desk, "recap")


def test_a_recap_tells_it_by_its_sentence_if_it_does_not_say_how(
    desk: Desk, luck: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(retelling.RETELLS, luck.LuckMoved)
    said(desk, "session start")
    said(desk, "luck Ada +2 for a clover")
    assert "Ada's luck +2 (a clover). #" in said(desk, "recap")


def test_a_template_gives_it(tmp_path: Path) -> None:
    kit = tmp_path / "kit.toml"
    kit.write_text('[[characters]]\nname = "Ada"\nluck = 3\n', "utf-8")
    with Campaign.create(tmp_path / "kit.db", draw=LoadedDice()) as campaign:
        campaign.execute(Setup(str(kit)))
        assert campaign.sheet("Ada").shown["luck"] == 3


def test_a_template_that_gives_it_wrongly_is_refused_with_the_place(tmp_path: Path) -> None:
    kit = tmp_path / "kit.toml"
    kit.write_text('[[characters]]\nname = "Ada"\nluck = "much"\n', "utf-8")
    desk = Desk(tmp_path / "kit.db")
    said(desk, "new peupfudge Kit")
    fault = desk.do(f'setup "{kit}"').fault
    assert fault is not None
    assert fault.message == f"{kit}: characters.1.luck: expected a whole number, not “much”"
    desk.close()


def test_it_goes_with_a_character_who_is_renamed(desk: Desk) -> None:
    said(desk, "rename Ada to Ava")
    assert told(desk, "sheet Ava")["result"]["luck"] == 1
    assert "Ava's luck −2: 3 → 1" in said(desk, "why Ava luck")
    assert "everything adds up" in said(desk, "audit")


def test_search_finds_the_words_in_it(desk: Desk) -> None:
    assert "Ada's luck +3 (a black cat)" in said(desk, "search black cat")


def test_a_value_that_is_no_number_is_as_the_last_event_left_it(
    desk: Desk, luck: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def omen(state: State, sheet: Sheet) -> str | None:
        return "good" if luck.luck(state, sheet) >= 3 else None

    monkeypatch.setitem(registry.SHOWS, "omen", registry.Shown(120, "Omen", omen))
    assert "Omen" not in said(desk, "sheet Ada")
    assert told(desk, "sheet Ada")["result"]["omen"] is None
    assert "Omen: good" in said(desk, "sheet Ada at #7")
    assert "Ada's omen is good:\n  #6 " in said(desk, "why Ada omen at #7")
    changes = told(desk, "luck Ada +2")["result"]["changes"]
    assert {"character": "Ada", "field": "omen", "before": None, "after": "good"} in changes


#: The toy cut into the files of a room: where each begins in the module, and what it needs of the others.
ROOM = {
    "commands": ("chapter(95", ""),
    "events": ("@event(", ""),
    "decide": ("@decides(", "commands.MoveLuck events.LuckMoved"),
    "project": ("@requires(", "events.LuckMoved sheet.LUCK sheet.luck"),
    "sheet": ("#: The luck of", ""),
    "narrate": ("@narrates(", "events.LuckMoved"),
    "line": ("@as_line(", "commands.MoveLuck events.LuckMoved"),
    "players": ("seen_whole(L", "events.LuckMoved"),
    "retell": ("@retells(L", "events.LuckMoved"),
    "template": ("@section(", "commands.MoveLuck"),
}


def furnish(room: Path) -> None:
    """Make a room of the toy."""
    toy = (ROOT / "tests/luck.py").read_text("utf-8")
    starts = [*(toy.index(start) for start, _ in ROOM.values()), len(toy)]
    head = toy[toy.index("from __future__") : starts[0]]
    room.mkdir()
    (room / "__init__.py").write_text('"""Luck."""\n', "utf-8")
    for (part, (_, needs)), start, end in zip(ROOM.items(), starts, starts[1:], strict=False):
        imports = [f"from engine.concerns.luck.{file} import {name}" for file, name in map(split, needs.split())]
        (room / f"{part}.py").write_text("\n".join([head, *imports, "", toy[start:end]]), "utf-8")


def split(dotted: str) -> list[str]:
    """Return the two halves of a dotted name."""
    return dotted.split(".")


def test_the_same_toy_as_a_room_needs_nothing_but_its_folder(desk: Desk, tmp_path: Path) -> None:
    for package in ("engine", "replay", "shell"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    furnish(tmp_path / "engine/concerns/luck")
    questions = ["sheet Ada", "why Ada luck", "log LuckMoved", "help luck", "undo #6 cascade", "audit"]
    done = subprocess.run(
        [sys.executable, "-m", "shell", "--json", "--keep-going", "room.db"],
        input="\n".join([*EVENING, *questions]),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    answers = [json.loads(line)["result"] for line in done.stdout.splitlines()[len(EVENING) :]]
    expected = [told(desk, line)["result"] for line in questions]
    for found in (answers, expected):
        for event in found[2]["events"]:
            del event["at"], event["local"], event["cmd"]
    assert answers == expected
