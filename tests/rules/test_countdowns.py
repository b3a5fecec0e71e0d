"""Test countdowns: boxes, stages, fronts, challenges, links, and who sees them."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from tabletop import play

from shell.runner import Desk

#: A pilot in a session.
SET_UP = """
new fudge-lite
pc Ann
trait Ann "Starship Use" Fair
session start
"""
#: Real dice that succeed, and fail, at Ann's checks against Fair.
S, F = "0", "-1"


def refused(desk: Desk, line: str) -> str:
    """Return the message of a line that is refused."""
    answered = desk.do(line).as_json()
    assert not answered["ok"], line
    return str(answered["error"]["message"])


def named(desk: Desk, name: str) -> dict[str, Any]:
    """Return a countdown as the list of them has it."""
    every = play(desk, "countdowns")["result"]["countdowns"]
    found: dict[str, Any] = next(each for each in every if each["name"] == name)
    return found


def reached(answered: dict[str, Any]) -> list[str]:
    """Return the events of the stages that a line reached."""
    return [event["text"] for event in answered["events"] if event["type"] == "StageReached"]


def try_it(desk: Desk, name: str, rolls: str) -> list[dict[str, Any]]:
    """Roll a check that ticks a countdown for every S and F, and return the answers."""
    dice = {"S": S, "F": F}
    lines = [f"check Ann Starship vs Fair rolled {dice[each]} ticks {name}" for each in rolls.split()]
    return [play(desk, line) for line in lines]


@pytest.mark.rule("FL-74", "WX-FL-4")
def test_a_building_collapses_with_its_sixth_box(desk: Desk) -> None:
    play(desk, 'countdown Building 6 "it collapses; anyone inside dies"\ntick Building for the GM\'s move')
    assert named(desk, "Building")["marked"] == 1
    assert [reached(play(desk, "tick Building")) for _ in range(4)] == [[]] * 4
    assert reached(play(desk, "tick Building")) == ["Building is full: it collapses; anyone inside dies"]
    assert (named(desk, "Building")["marked"], named(desk, "Building")["full"]) == (6, True)


@pytest.mark.rule("WX-FL-4")
def test_a_punch_costs_a_box_of_oxygen(desk: Desk) -> None:
    play(desk, 'countdown Oxygen 8 "they drown"\ntick Oxygen 3')
    assert play(desk, "tick Oxygen for the mermaid's punch")["result"]["marked"] == 4


@pytest.mark.rule("FL-75", "WX-FL-4")
def test_a_house_has_its_events_at_two_four_and_five(desk: Desk) -> None:
    play(desk, 'countdown House 2 "the stairwell collapses", 2 creaking, 1 "it collapses, all inside incapacitated"')
    said = [reached(play(desk, "tick House")) for _ in range(5)]
    assert said == [
        [],
        ["House: the stairwell collapses"],
        [],
        ["House: creaking"],
        ["House is full: it collapses, all inside incapacitated"],
    ]


def test_several_boxes_at_once_reach_every_stage_on_the_way(desk: Desk) -> None:
    play(desk, "countdown House 2 creaks, 2 tilts, 1 falls")
    assert reached(play(desk, "tick House 4")) == ["House: creaks", "House: tilts"]


@pytest.mark.rule("FL-76", "WX-FL-4")
def test_a_front_advances_step_by_step_whenever_nobody_acts(desk: Desk) -> None:
    play(
        desk,
        'countdown Kobolds 1 "the town is attacked", 1 "the Tome is stolen", 1 "the Dragon Lord wakes"'
        ' moved "by inaction" hidden',
    )
    said = [reached(play(desk, "tick Kobolds for inaction"))[0].rpartition(": ")[2] for _ in range(3)]
    assert said == ["the town is attacked", "the Tome is stolen", "the Dragon Lord wakes"]
    assert (named(desk, "Kobolds")["cause"], named(desk, "Kobolds")["closed"]) == ("by inaction", True)


@pytest.mark.rule("FL-77", "WX-FL-4")
def test_successes_fill_a_challenge_in_any_number_of_tries(desk: Desk) -> None:
    play(desk, "countdown Funding 3 funded")
    answers = try_it(desk, "Funding", "S F S S")
    assert [reached(each) for each in answers] == [[], [], [], ["Funding is full: funded"]]
    assert [len(each["events"]) for each in answers] == [2, 1, 2, 3]
    assert answers[0]["result"]["ticks"] == "Funding"


@pytest.mark.rule("FL-78", "WX-FL-4")
@pytest.mark.parametrize(
    ("rolls", "marks", "end"),
    [
        ("S F S F F S", (3, 3), "Funding is full: funded"),
        ("S F F S F F", (2, 4), "Rejection is full: thrown out"),
        ("F F S F F", (1, 4), "Rejection is full: thrown out"),
    ],
)
def test_the_first_of_two_linked_countdowns_to_fill_decides(
    desk: Desk, rolls: str, marks: tuple[int, int], end: str
) -> None:
    play(desk, 'countdown Funding 3 funded\ncountdown Rejection 4 "thrown out" against Funding')
    said = [text for each in try_it(desk, "Funding", rolls) for text in reached(each)]
    assert said == [end]
    both = named(desk, "Funding"), named(desk, "Rejection")
    assert ((both[0]["marked"], both[1]["marked"]), [each["closed"] for each in both]) == (marks, [True, True])
    for name in ("Funding", "Rejection"):
        assert f"{name} is over" in refused(desk, f"tick {name}")
        assert f"{name} is over" in refused(desk, f"check Ann Starship vs Fair rolled 0 ticks {name}")


@pytest.mark.rule("FL-79")
def test_a_countdown_is_hidden_by_the_rules_or_by_itself_until_it_is_revealed(desk: Desk) -> None:
    front = play(desk, "countdown Front 3 hidden")["events"][0]["seq"]
    play(desk, "countdown Oxygen 3\ntick Front\nrules countdowns hidden\ncountdown Doom 3\ncountdown Clock 3 open")
    hidden = {each["name"]: each["hidden"] for each in play(desk, "countdowns")["result"]["countdowns"]}
    assert hidden == {"Front": True, "Oxygen": False, "Doom": True, "Clock": False}
    ticks = play(desk, "log ticks")["result"]["events"]
    assert [each["text"] for each in ticks] == ["(secret) Front: 1 box marked"]
    play(desk, f"reveal #{front}\ntick Front")
    assert not named(desk, "Front")["hidden"]
    assert "is not secret" in refused(desk, f"reveal #{ticks[0]['seq']}")
    assert play(desk, "log ticks")["result"]["events"][-1]["text"] == "Front: 1 box marked"


@pytest.mark.rule("EV-20")
def test_the_log_holds_how_a_countdown_was_made_advanced_and_finished(desk: Desk) -> None:
    play(desk, "countdown Escape 3")
    play(desk, 'countdown House 1 creaks, 1 falls against Escape moved "by delay" hidden\ntick House 2 for rot')
    made, ticked, creaks, falls = play(desk, "log last 4")["result"]["events"]
    assert [each["type"] for each in (made, ticked, falls)] == ["CountdownMade", "CountdownTicked", "StageReached"]
    assert list(made["stages"]) == [{"boxes": 1, "effect": "creaks"}, {"boxes": 1, "effect": "falls"}]
    assert (made["against"], made["cause"], made["hidden"]) == ("Escape", "by delay", True)
    assert (ticked["boxes"], ticked["reason"], creaks["full"], falls["full"]) == (2, "rot", False, True)


def test_undo_of_a_check_takes_its_mark_and_the_stage_along(desk: Desk) -> None:
    play(desk, 'countdown Funding 1 funded\ncountdown Rejection 4 "thrown out" against Funding')
    check = try_it(desk, "Funding", "S")[0]["events"][0]["seq"]
    play(desk, f"undo #{check}")
    assert (named(desk, "Funding")["marked"], named(desk, "Funding")["closed"]) == (0, False)
    play(desk, f"redo #{check}")
    assert named(desk, "Funding")["full"]
    play(desk, "undo")
    assert not named(desk, "Funding")["full"]


def test_a_fudge_point_that_turns_a_check_moves_its_mark(desk: Desk) -> None:
    play(desk, 'rules points 3\ncountdown Funding 2 funded\ncountdown Rejection 1 "thrown out" against Funding')
    check = try_it(desk, "Funding", "F")[0]["events"][0]["seq"]
    assert named(desk, "Rejection")["full"]
    turned = play(desk, f"point Ann success #{check}")["events"]
    assert [each["type"] for each in turned] == ["RollAltered", "TickWithdrawn", "CountdownTicked"]
    assert turned[1]["text"] == f"Rejection: the box of #{check} is free again"
    assert (named(desk, "Funding")["marked"], named(desk, "Rejection")["marked"]) == (1, 0)
    play(desk, f"undo #{turned[0]['seq']}")
    assert (named(desk, "Funding")["marked"], named(desk, "Rejection")["full"]) == (0, True)


def test_a_stage_is_reached_again_after_its_mark_was_withdrawn(desk: Desk) -> None:
    play(desk, "rules points 3\ncountdown Funding 3\ncountdown Rejection 1 frowns, 1 no against Funding")
    check = try_it(desk, "Funding", "F")[0]["events"][0]["seq"]
    play(desk, f"point Ann alter #{check} +1")
    assert reached(try_it(desk, "Funding", "F")[0]) == ["Rejection: frowns"]


def test_what_a_later_tick_reached_depends_on_the_earlier_ones(desk: Desk) -> None:
    play(desk, "countdown House 2 creaks, 2 falls")
    first = play(desk, "tick House")["events"][0]["seq"]
    play(desk, "tick House")
    found = desk.do(f"undo #{first}").as_json()["error"]["dependents"]
    assert [each["text"] for each in found] == [f"#{first + 2} House: creaks"]
    play(desk, f"undo #{first} cascade")
    assert reached(play(desk, "tick House")) == ["House: creaks"]


def test_a_tick_of_a_roll_is_undone_with_the_roll(desk: Desk) -> None:
    play(desk, "countdown Oxygen 4")
    roll = play(desk, "check Ann Starship vs Fair rolled -1")["events"][0]["seq"]
    assert play(desk, f"tick Oxygen 2 of #{roll}")["events"][0]["of"] == roll
    assert "2" in refused(desk, f"undo #{roll}")
    play(desk, f"undo #{roll} cascade")
    assert named(desk, "Oxygen")["marked"] == 0


def test_a_countdown_takes_no_more_ticks_than_it_has_boxes(desk: Desk) -> None:
    play(desk, "countdown Oxygen 4\ntick Oxygen 3")
    assert refused(desk, "tick Oxygen 2") == "Oxygen has 1 box left, not 2"
    assert refused(desk, "tick Oxygen 0") == "0 is too small: it must be 1 or more"
    play(desk, "tick Oxygen")
    assert refused(desk, "tick Oxygen") == "Oxygen is over: all its boxes are marked"


def test_a_name_is_free_again_when_its_countdown_is_over(desk: Desk) -> None:
    play(desk, "countdown Chase 1")
    assert refused(desk, "countdown chase 2") == "there is a countdown “Chase” already"
    play(desk, "tick Chase\ncountdown chase 2")
    assert (named(desk, "Chase")["marked"], named(desk, "Chase")["boxes"]) == (0, 2)


@pytest.mark.rule("FL-78")
def test_a_decided_pair_stays_closed_when_another_try_begins(desk: Desk) -> None:
    pair = 'countdown Funding 1 funded\ncountdown Rejection 3 "thrown out" against Funding'
    play(desk, f"rules points 3\n{pair}")
    failed = try_it(desk, "Funding", "F S")[0]["events"][0]["seq"]
    play(desk, "countdown Funding 2 funded")
    assert named(desk, "Rejection")["closed"]
    assert refused(desk, "tick Rejection") == "Rejection is over: Funding was full first"
    play(desk, f"point Ann success #{failed}")
    assert named(desk, "Funding")["marked"] == 0
    play(desk, 'countdown Rejection 2 "thrown out" against Funding')
    assert reached(try_it(desk, "Funding", "F F")[1]) == ["Rejection is full: thrown out"]
    assert refused(desk, "tick Funding") == "Funding is over: Rejection was full first"
    assert play(desk, "audit")["ok"]


def test_a_renamed_countdown_keeps_its_marks_and_its_link(desk: Desk) -> None:
    play(desk, "countdown Funding 3\ncountdown Rejection 4 against Funding")
    try_it(desk, "Funding", "S F")
    play(desk, 'rename Funding to "The grant"')
    assert (named(desk, "The grant")["marked"], named(desk, "Rejection")["against"]) == (1, "The grant")
    try_it(desk, '"The grant"', "F")
    assert named(desk, "Rejection")["marked"] == 2


def test_a_tick_by_a_secret_check_is_secret(desk: Desk) -> None:
    play(desk, "countdown Oxygen 4")
    answered = play(desk, "check Ann Starship vs Fair rolled 0 secret ticks Oxygen")
    assert answered["events"][1]["text"] == "(secret) Oxygen: 1 box marked"


def test_the_list_draws_the_boxes_stage_by_stage(desk: Desk) -> None:
    play(desk, 'countdown House 2 creaks, 1 "it falls" moved "by every delay"\ncountdown Escape 3 against House')
    play(desk, "tick House 2")
    assert desk.do("countdowns").answer.text().splitlines() == [
        "House ■■ □ 2 of 3 (against Escape, moved by every delay)",
        "  ✓ at 2: creaks",
        "    at 3: it falls",
        "Escape □□□ 0 of 3 (against House)",
    ]


def test_a_script_of_the_evening_plays_all_of_it_again(desk: Desk) -> None:
    play(desk, 'countdown Funding 2 funded\ncountdown Rejection 4 "thrown out" against Funding moved "by bad luck"')
    play(desk, "rules countdowns hidden\ncountdown Clock 30 open\ncountdown Doom 3\ntick Clock 25 for the noise")
    seq = try_it(desk, "Funding", "S F S")[-1]["events"][0]["seq"]
    play(desk, f"tick Doom of #{seq}")
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    found = play(desk, "countdowns")["result"]
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert play(again, "countdowns")["result"] == found
    assert play(desk, "audit")["ok"]
