"""Test what fudge points and rulings do to a contest that was rolled."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tabletop import play, result

from engine.events import RollAltered
from engine.rules.contested import OneSide
from replay.audit.rederiving import discrepancies
from shell.runner import Desk

LITE = "fudge-lite"

#: Two characters with three fudge points each, in a session.
SET_UP = """
new fudge-lite
rules points 3
rules xp-on-miss 1
pc Ann
pc Bo
trait Ann Stealth Good
trait Bo Stealth Great
session start
"""


def contest(desk: Desk, ann: str, bo: str, more: str = "") -> int:
    """Roll a contest of Ann and Bo, and return its number."""
    return int(play(desk, f"contest Ann Stealth rolled {ann} vs Bo rolled {bo} {more}")["events"][0]["seq"])


def xp(desk: Desk) -> tuple[int, int]:
    """Return the XP that Ann and Bo were awarded."""
    return tuple(result(desk, f"sheet {who}")["xp"]["awarded"] for who in ("Ann", "Bo"))  # type: ignore[return-value]


def findings(desk: Desk, *rules: str) -> list[dict[str, Any]]:
    """Return what an audit finds wrong, or by some rules."""
    found = result(desk, "audit")["findings"]
    return [each for each in found if (each["rule"] in rules if rules else each["weight"] == "wrong")]


def message(desk: Desk, line: str) -> str:
    """Return why a line is refused."""
    return str(desk.do(line).as_json()["error"]["message"])


@pytest.mark.rule("FL-109", "FL-133")
def test_a_side_of_a_contest_is_altered_and_the_xp_for_a_miss_follow(desk: Desk) -> None:
    seq = contest(desk, "0", "0")
    assert xp(desk) == (1, 0)
    now = result(desk, f"point Ann alter #{seq} +1")
    assert (now["winner"], now["tied"], now["relative"]) == (None, ("Ann", "Bo"), 0)
    assert xp(desk) == (0, 0)
    now = result(desk, f"point Ann alter #{seq} +1")
    assert (now["winner"], now["tied"], now["relative"], now["points_left"]) == ("Ann", (), 1, 1)
    assert [(each["character"], each["total"], each["place"]) for each in now["participants"]] == [
        ("Ann", 3, 1),
        ("Bo", 2, 2),
    ]
    assert xp(desk) == (0, 1)
    assert findings(desk) == []


@pytest.mark.rule("FL-107")
def test_a_side_of_a_contest_is_rolled_again(desk: Desk) -> None:
    seq = contest(desk, "-2", "0")
    now = result(desk, f"point Ann reroll #{seq} rolled +3")
    assert (now["winner"], now["relative"], now["participants"][0]["roll"]) == ("Ann", 2, 3)
    first = result(desk, "log contests")["events"][0]
    assert (first["winner"], first["participants"][0]["roll"]) == ("Bo", -2)
    assert findings(desk) == []


@pytest.mark.rule("FL-111")
def test_a_bought_win_stays_until_the_other_side_buys_one(desk: Desk) -> None:
    seq = contest(desk, "-2", "0")
    won = result(desk, f"point Ann success #{seq}")
    assert (won["winner"], won["relative"], [each["place"] for each in won["participants"]]) == ("Ann", 0, [1, 2])
    assert message(desk, f"point Ann success #{seq}") == f"#{seq} is a success already"
    assert result(desk, f"point Bo alter #{seq} +1")["winner"] == "Ann"
    assert result(desk, f"point Bo success #{seq}")["winner"] == "Bo"
    assert findings(desk) == []


@pytest.mark.rule("FU-59", "FU-62")
def test_a_natural_critical_of_a_contest_is_ruled_on(desk: Desk) -> None:
    play(desk, "rules criticals natural")
    beyond = contest(desk, "+4", "+4")
    assert "Ann and Bo rolled criticals" in message(desk, f"ruling #{beyond} +2")
    assert result(desk, f"ruling #{beyond} beyond")["tied"] == ("Ann", "Bo")
    bonus = contest(desk, "+4", "+3")
    assert result(desk, f"ruling #{bonus} +1")["relative"] == 1
    last = contest(desk, "-4", "0")
    assert result(desk, f"ruling #{last} beyond for a slip")["participants"][0]["degree"].startswith("below")
    assert "no natural critical" in message(desk, f"ruling #{contest(desk, '0', '0')} beyond")
    assert findings(desk) == []


def test_points_need_a_side_that_rolled(desk: Desk) -> None:
    play(desk, "pc Cy")
    seq = contest(desk, "0", "0")
    assert message(desk, f"point Cy alter #{seq} +1") == f"Cy has no side in the contest #{seq}"
    yields = play(desk, "contest Ann Stealth vs Bo yields")["events"][0]["seq"]
    assert "settled without dice" in message(desk, f"point Bo alter #{yields} +1")


def test_an_audit_works_out_again_what_a_point_did_to_a_contest(desk: Desk) -> None:
    seq = contest(desk, "0", "0")
    state = desk.campaign.state  # type: ignore[union-attr]
    before = state.copy()
    play(desk, f"point Ann alter #{seq} +1")
    event = next(each.event for each in desk.campaign.events() if isinstance(each.event, RollAltered))  # type: ignore[union-attr]
    assert event.ranking is not None
    forged = evolve(event, total=3, margin=2, ranking=evolve(event.ranking, winner="Bo"))
    assert [each.what for each in discrepancies(before, forged)] == ["the total", "the margin", "the winner"]
    assert isinstance(OneSide(before.rolls[seq], before.rolls[seq].participants[0]).roll, int)


def test_a_stale_contest_is_followed_through_a_point(desk: Desk) -> None:
    better = play(desk, "trait Ann Stealth Superb")["events"][0]["seq"]
    seq = contest(desk, "0", "0")
    play(desk, f"point Ann alter #{seq} +1\npoint Bo reroll #{seq} rolled +1\nundo #{better}")
    (found,) = findings(desk, "stale-check")
    assert (found["seq"], found["weight"]) == (seq, "open")
    play(desk, f"redo #{better}")
    assert findings(desk, "stale-check") == []


def test_a_script_and_an_undo_of_a_contest_take_its_points_along(desk: Desk) -> None:
    seq = contest(desk, "-2", "0")
    play(desk, f"point Ann reroll #{seq} rolled +1\npoint Ann alter #{seq} +1\npoint Bo success #{seq}")
    script = Path(desk.place.file).with_name("s.session")
    play(desk, f'export "{script}"')
    with closing(Desk(Path(desk.place.file).with_name("copy.db"))) as copy:
        for line in [each for each in script.read_text().splitlines() if each and not each.startswith("#")]:
            outcome = copy.do(line)
            assert outcome.fault is None, (line, outcome.fault)
        assert result(copy, "sheet Ann")["points"] == 1
    play(desk, f"undo #{seq} cascade")
    assert [result(desk, f"sheet {who}")["points"] for who in ("Ann", "Bo")] == [3, 3]


def test_players_see_who_wins_after_a_point_and_nothing_of_a_hidden_side(desk: Desk) -> None:
    play(desk, "npc Ghost\nhide Ghost\ntrait Ghost Stealth Superb\npoint Ghost +1")
    seq = play(desk, "contest Ann Stealth rolled 0 vs Ghost rolled -3")["events"][0]["seq"]
    play(desk, f"point Ghost reroll #{seq} rolled +2")
    script = Path(desk.place.file).with_name("p.jsonl")
    play(desk, f'export "{script}" for players')
    (seen,) = [json.loads(line) for line in script.read_text().splitlines() if '"RollRerolled"' in line]
    event = seen["shown"]["event"]
    assert "faces" not in event
    assert "roll" not in event
    assert event["ranking"]["winner"] == "Ghost"
    assert f"#{seq}: Good Superhuman, Ghost wins by 4" in seen["shown"]["text"]
