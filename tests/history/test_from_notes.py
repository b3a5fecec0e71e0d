"""Test that everything that shows events says which of them are from notes, and the date of their evening."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine import Campaign
from shell.runner import Desk

EVENINGS = """
define ability Chess
pc Ann by Kim
pc Bob by Lee
session start 3 "The mill" with Kim on 2024-03-09
scene The mill
award Ann 3 for the bridge
forfeit Ann 1 for left early
roll 1d6 for Ann rolled 5
secret The miller lies
session end
session start Tonight
note The wheel turns
award all 2 for the wheel
spend Ann 2 on Chess
check Bob Chess vs 0 rolled +1
session end
"""
#: The day on which all of it is recorded.
TODAY = "2026-11-26"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Play an evening of the past and one here."""
    place = tmp_path_factory.mktemp("notes")
    clock = datetime(2026, 11, 26, 19, 0, tzinfo=UTC)
    with Campaign.create(place / "c.db", "peupfudge", "The Mill", clock=lambda: clock):
        pass
    with closing(Desk(place / "c.db")) as desk:
        desk.open(writable=True)
        assert desk.campaign is not None
        desk.campaign.clock = lambda: clock
        for line in EVENINGS.strip().splitlines():
            assert desk.do(line).fault is None, line
        yield desk


def told(desk: Desk, line: str) -> str:
    """Return what a line answers as text."""
    answer = desk.do(line).answer
    assert answer is not None
    return answer.text()


def test_the_log_shows_the_date_of_then_and_no_times(desk: Desk) -> None:
    lines = told(desk, "log").split("\n")
    assert any(line.endswith("Session 3: The mill · 2024-03-09 · from notes") for line in lines)
    assert any(line.endswith(f"Session 4: Tonight · {TODAY} 19:00 (+00:00)") for line in lines)
    events = desk.do("log").as_json()["result"]["events"]
    noted = {each["seq"]: (each["held_on"], each["from_notes"]) for each in events}
    assert noted[7] == ("2024-03-09", True)
    assert noted[events[-1]["seq"]] == (TODAY, False)
    assert told(desk, "why #8").startswith("#8 · Session 3: The mill · 2024-03-09 · from notes\n")


def test_an_account_says_of_each_line_whether_it_is_from_notes(desk: Desk) -> None:
    text = told(desk, "ledger Ann")
    assert "5 awarded: 3 from notes, 2 here" in text
    assert "the bridge; from notes, 2024-03-09" in text
    assert "left early; from notes, 2024-03-09" in text
    assert not [line for line in text.split("\n") if "the wheel" in line and "notes" in line]
    found = desk.do("ledger Ann").as_json()["result"]
    assert (found["from_notes"], [each["from_notes"] for each in found["entries"]]) == (3, [True, True, False, False])
    why = told(desk, "why Ann xp")
    assert "Ann is awarded 3 XP (the bridge): 0 → 3 (from notes, 2024-03-09)" in why
    assert why.endswith("5 awarded: 3 from notes, 2 here")
    assert "from notes" not in told(desk, "ledger Bob")


def test_a_dispute_says_which_of_its_reasons_are_from_notes(desk: Desk) -> None:
    found = desk.do("dispute Ann 3").as_json()["result"]["explanations"]
    assert "#9 took 1 XP from Ann (left early) (from notes, 2024-03-09)" in [each["text"] for each in found]


def test_the_audit_has_one_line_for_it_and_no_notes_on_what_was_then(desk: Desk) -> None:
    findings = desk.do("audit").as_json()["result"]["findings"]
    (noted,) = (each for each in findings if each["rule"] == "from-notes")
    assert (noted["seq"], noted["weight"]) == (5, "note")
    assert noted["message"] == f"From notes up to #12, typed on {TODAY}: they prove what the notes said"
    with closing(Desk(desk.place.file.with_name("empty.db"))) as other:
        for line in ("new peupfudge", "pc Ann", "session start on 2024-03-09", "pc Cy", "award Cy 2", "session end"):
            assert other.do(line).fault is None
        rules = [each["rule"] for each in other.do("audit").as_json()["result"]["findings"]]
        assert rules == ["unsigned", "from-notes"], "Ann was there before, and nothing is said of Cy"


def test_figures_leave_out_what_is_from_notes_and_say_how_much(desk: Desk) -> None:
    found = desk.do("stats").as_json()["result"]
    assert "1d6" not in found["dice"]
    assert "1 from notes" in told(desk, "stats")
    spotlight = desk.do("spotlight session 3").as_json()["result"]
    assert [each["actions"] for each in spotlight["players"]] == [0]
    assert told(desk, "spotlight session 3") == "left out: 1 action from notes"


@pytest.mark.parametrize("line", ["recap session 3", "recap session 3 for players"])
def test_a_recap_has_the_date_of_then(desk: Desk, line: str) -> None:
    text = told(desk, line)
    assert text.startswith("# Session 3: The mill\n\n2024-03-09 · from notes · Ann (Kim)\n")
    assert TODAY not in text
    assert ("The miller lies" in text) == (not line.endswith("players"))
    assert "What follows" not in told(desk, "recap all")


@pytest.mark.parametrize("audience", ["", " for players"])
def test_a_report_of_an_evening_from_notes_has_no_other_date(desk: Desk, tmp_path: Path, audience: str) -> None:
    told(desk, f"report {tmp_path / 'r.html'} session 3{audience}")
    text = (tmp_path / "r.html").read_text("utf-8")
    assert "Saturday 9 March 2024</time>, from notes ·" in text
    assert TODAY not in text
    assert "26 November" not in text


@pytest.mark.parametrize("audience", ["", " for players"])
def test_notes_for_a_vault_have_the_date_and_the_mark(desk: Desk, tmp_path: Path, audience: str) -> None:
    told(desk, f"export {tmp_path}/notes/{audience}")
    (evening,) = (each.read_text("utf-8") for each in (tmp_path / "notes").rglob("*The mill*"))
    assert 'date: "2024-03-09"' in evening
    assert "from-notes: true" in evening
    assert "2024-03-09 · from notes · " in evening
    assert TODAY not in evening


def test_tables_say_what_is_from_notes(desk: Desk, tmp_path: Path) -> None:
    told(desk, f"export {tmp_path / 't.csv'}")
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text("utf-8").splitlines()))
    assert [(row["held_on"], row["from_notes"]) for row in rows if row["seq"] in ("8", "14")] == [
        ("2024-03-09", "yes"),
        (TODAY, "no"),
    ]
    told(desk, f"export {tmp_path / 't.db'}")
    with closing(sqlite3.connect(tmp_path / "t.db")) as tables:
        assert tables.execute("SELECT number, day, from_notes FROM session").fetchall() == [
            (3, "2024-03-09", 1),
            (4, TODAY, 0),
        ]
        assert tables.execute("SELECT held_on, from_notes FROM event WHERE seq = 8").fetchone() == ("2024-03-09", 1)
        assert tables.execute("SELECT xp_taken FROM character WHERE name = 'Ann'").fetchone() == (1,)


def test_a_script_plays_the_same_again(desk: Desk, tmp_path: Path) -> None:
    assert "except" not in told(desk, f"export {tmp_path / 's.session'}")
    script = (tmp_path / "s.session").read_text("utf-8")
    assert 'session start 3 "The mill" with Kim on 2024-03-09\n' in script
    with closing(Desk(tmp_path / "again.db")) as other:
        for line in filter(None, script.splitlines()[1:]):
            assert other.do(line).fault is None, line
        assert other.campaign is not None
        assert desk.campaign is not None
        events, again = ([each.event for each in c.events()] for c in (desk.campaign, other.campaign))
        assert [type(each) for each in again] == [type(each) for each in events]
        assert [each.held for each in other.campaign.state.sessions] == ["2024-03-09", ""]


def test_a_copy_for_players_names_no_file(desk: Desk, tmp_path: Path) -> None:
    told(desk, f"export {tmp_path / 'p.jsonl'} for players")
    lines = [json.loads(line) for line in (tmp_path / "p.jsonl").read_text("utf-8").splitlines()]
    (noted,) = (each for each in lines if each.get("type") == "NotesBrought")
    assert "evening" in json.dumps(noted)
    assert not [each for each in lines if "The miller lies" in json.dumps(each)]
