"""The document that pages follow: what players see of the table now, and of nothing that they do not see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from worlds import STORIES, a_campaign, attempt

from engine import Campaign, Refused
from engine.chances import of_check
from engine.concerns.checks.commands import CheckOdds
from engine.types import PLAYERS
from replay.audience.rule import View
from replay.live.board import set_board
from replay.live.sections import sections
from shell.runner import Desk

few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])

TABLE = """new fudge-lite The mill
rules creation free
pc Ann by Kim
pc Ben
npc Wolf
trait Ann Stealth Good
trait Wolf Wits Great
session start Night
scene Under the mill
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Two player characters and an NPC whom players do not know, in an evening that is on."""
    with_table = Desk(tmp_path / "mill.db")
    for line in TABLE.splitlines():
        assert with_table.do(line).fault is None, line
    yield with_table
    with_table.close()


def play(desk: Desk, *lines: str) -> int:
    """Carry out lines, and return the number of the first event of the last one."""
    for line in lines:
        outcome = desk.do(line)
        assert outcome.fault is None, (line, outcome.fault)
    return int(outcome.events[0]["seq"])


def shown(desk: Desk, group: str = "") -> dict[str, Any]:
    """Return what the pages of a group's players show now."""
    assert desk.campaign is not None
    return sections(View.of(desk.campaign, PLAYERS), group)


def two_groups(desk: Desk) -> None:
    """Play on at the first group with two, and sit down at another as Jon."""
    play(desk, "session end", "pc Cy by Cyn", "session start Night with Ann, Ben", "scene Under the mill")
    play(desk, "as Jon", "group new North")


def sent(desk: Desk, *lines: str) -> list[str]:
    """Return the sections whose bytes some lines change."""
    before = shown(desk)
    play(desk, *lines)
    return [
        name for name, held in shown(desk).items() if msgspec.json.encode(held) != msgspec.json.encode(before[name])
    ]


# --- what a page shows -----------------------------------------------------------------------------------------


def test_a_roll_is_sent_with_its_dice_its_outcome_and_the_chance_it_had(desk: Desk) -> None:
    seq = play(desk, "check Ann Stealth vs Good rolled + 0 0 -")
    roll = shown(desk)["rolls"][-1]
    assert roll["n"] == seq
    assert roll["faces"] == ["+", "0", "0", "−"]
    assert (roll["ok"], roll["real"], roll["undone"], roll["who"]) == (True, True, False, ["Ann"])
    assert roll["chance"].startswith("61.7%")


def test_what_is_carried_stands_with_where_it_is(desk: Desk) -> None:
    play(desk, "give Ann 3 candle in belt", "give Ann lamp")
    assert shown(desk)["party"][0]["held"] == [["Carries", "3 candle (belt), lamp"]]


def test_a_sheet_has_its_facts_and_what_of_them_stands_beside_the_name(desk: Desk) -> None:
    play(desk, "rules points 1", "define status Mood: Gloomy -1, Calm 0", "status Ann Mood Gloomy", "award Ann 2")
    found = shown(desk)["party"][0]
    facts = dict(found["facts"])
    assert facts["XP to spend"] == "2"
    assert facts["Mood"].startswith("Gloomy")
    assert found["brief"] == [f"Mood {facts['Mood']}", "1 point"]


def test_a_countdown_says_what_happens_at_the_end_of_its_stage(desk: Desk) -> None:
    play(desk, 'countdown Flood 2 "the cellar", 1 "the hall"', "tick Flood")
    assert shown(desk)["countdowns"][-1] == {
        "name": "Flood",
        "marked": 1,
        "boxes": 3,
        "then": "the cellar",
        "cause": "",
    }
    play(desk, "tick Flood")
    assert shown(desk)["countdowns"][-1]["then"] == "the hall"


def test_the_dice_of_a_contest_are_drawn_by_side_but_for_those_of_a_hidden_level(desk: Desk) -> None:
    play(desk, "contest Ann Stealth rolled + 0 0 0 vs Ben Stealth rolled 0 - 0 0")
    roll = shown(desk)["rolls"][-1]
    assert roll["sides"] == [["Ann", ["+", "0", "0", "0"]], ["Ben", ["0", "−", "0", "0"]]]
    assert (roll["faces"], roll["real"]) == ([], True)
    play(desk, "contest Ann Stealth rolled + 0 0 0 vs Wolf Wits rolled 0 - 0 0")
    assert [name for name, _ in shown(desk)["rolls"][-1]["sides"]] == ["Ann"]


def test_an_undo_marks_the_roll_and_its_line_as_undone(desk: Desk) -> None:
    play(desk, "check Ann Stealth vs Good rolled + 0 0 -", "undo")
    found = shown(desk)
    assert found["rolls"][-1]["undone"]
    assert found["lines"][-1]["undone"]
    assert found["lines"][-1]["text"] == found["rolls"][-1]["text"]


def test_an_undo_is_no_line_beside_the_struck_one_which_has_its_reason(desk: Desk) -> None:
    play(desk, "note A bell rings", "undo for it was a jest")
    last = shown(desk)["lines"][-1]
    assert (last["text"], last["undone"], last["why"]) == ("A bell rings", True, "it was a jest")
    play(desk, "redo")
    last = shown(desk)["lines"][-1]
    assert (last["text"], last["undone"], last.get("why")) == ("A bell rings", False, None)


def test_an_undo_of_what_was_before_the_evening_is_a_line(desk: Desk) -> None:
    play(desk, "note A bell rings", "session end", "session start Dawn")
    last = next(number for number in range(30) if "A bell rings" in str(desk.do(f"why #{number}").answer))
    play(desk, f"undo #{last} for it was a jest")
    assert shown(desk)["lines"][-1]["text"] == f"Undone: #{last} (it was a jest)"


def test_the_head_says_who_has_acted_in_the_round(desk: Desk) -> None:
    play(desk, "fight start By the wheel", "check Ann Stealth vs Good")
    assert shown(desk)["head"]["fight"] == {
        "title": "By the wheel",
        "round": 1,
        "acted": [["Ann", True], ["Ben", False]],
    }
    play(desk, "round")
    assert shown(desk)["head"]["fight"]["acted"] == [["Ann", False], ["Ben", False]]
    play(desk, "fight end")
    assert shown(desk)["head"]["fight"] is None


def test_a_countdown_leaves_the_page_in_the_evening_after_it_was_full(desk: Desk) -> None:
    play(desk, "countdown Flood 2", "tick Flood 2")
    assert [(each["name"], each["marked"]) for each in shown(desk)["countdowns"]] == [("Flood", 2)]
    play(desk, "session end", "session start Dawn")
    assert shown(desk)["countdowns"] == []


def test_the_recap_comes_with_the_end_of_the_evening(desk: Desk) -> None:
    play(desk, "note The wheel turns backwards")
    assert shown(desk)["ended"] is None
    play(desk, "session end")
    assert "The wheel turns backwards" in {line["text"].strip("“”") for line in shown(desk)["ended"]}


@pytest.mark.rule("PF-48")
def test_the_chance_on_a_phone_is_that_of_the_check(desk: Desk) -> None:
    assert desk.campaign is not None
    odds = shown(desk)["party"][0]["traits"]["Stealth"]["odds"]
    for place, chance in enumerate(odds["at"]):
        asked = CheckOdds("Ann", "Stealth", difficulty=odds["least"] + place)
        assert chance == pytest.approx(of_check(desk.campaign.state, asked).chance, abs=1e-4)


def test_pages_are_of_one_group_with_the_countdowns_of_the_world(desk: Desk) -> None:
    two_groups(desk)
    play(desk, "as GM", "countdown Flood 4 wet", "as Jon", "session start The ford with Cy", "scene A cold river")
    play(desk, "fight start Wolves", "tick Flood", "check Cy Stealth vs Good rolled + + 0 0")
    mill, north = shown(desk), shown(desk, "North")
    assert [mill["head"][name] for name in ("group", "session", "scene", "fight")] == ["", 2, "Under the mill", None]
    assert [north["head"][name] for name in ("group", "session", "scene")] == ["North", 3, "A cold river"]
    assert north["head"]["fight"]["acted"] == [["Cy", True]]
    assert [each["name"] for each in mill["party"]] == ["Ann", "Ben"]
    assert [each["name"] for each in north["party"]] == ["Cy"]
    assert north["head"]["players"] == ["Cyn"]
    assert mill["rolls"] == []
    assert len(north["rolls"]) == 1
    assert not {each["n"] for each in mill["lines"]} & {each["n"] for each in north["lines"]}
    assert mill["countdowns"] == north["countdowns"]
    assert mill["countdowns"][0]["marked"] == 1


def test_what_another_group_records_sends_nothing(desk: Desk) -> None:
    two_groups(desk)
    play(desk, "session start The ford with Cy")
    at_north = ("scene A cold river", "fight start", "check Cy Stealth vs Good rolled + 0 0 0", "undo")
    assert sent(desk, *at_north) == ["proof"]


def test_before_the_first_evening_a_page_shows_the_party_alone(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "new.db")
    play(desk, "new peupfudge", "pc Ann by Kim")
    found = shown(desk)
    assert (found["head"]["session"], found["lines"], found["rolls"], found["ended"]) == (0, [], [], None)
    assert [each["name"] for each in found["party"]] == ["Ann"]
    desk.close()


# --- what it does not tell -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "check Ann Stealth vs Fair secret",
        "roll 4dF secret",
        "secret the miller is the thief",
        "secret scene Behind the wheel",
        "countdown Doom 3 hidden",
        "trait Wolf Bite Good",
        "npc Ogre",
        "hide Wolf",
    ],
)
def test_what_players_do_not_see_sends_nothing(desk: Desk, line: str) -> None:
    assert sent(desk, line) == []


def test_a_secret_tick_of_an_open_countdown_sends_nothing(desk: Desk) -> None:
    play(desk, "countdown Doom 3")
    assert sent(desk, "check Ann Stealth vs Terrible ticks Doom secret rolled 0 0 0 0") == []
    assert shown(desk)["countdowns"][0]["marked"] == 0


def test_nobody_is_said_to_have_acted_by_a_secret_roll(desk: Desk) -> None:
    play(desk, "fight start")
    assert sent(desk, "check Ann Stealth vs Fair secret") == []


def test_what_is_revealed_is_sent(desk: Desk) -> None:
    seq = play(desk, "secret scene Behind the wheel")
    assert sent(desk, f"reveal #{seq}") == ["head", "lines", "proof"]
    assert shown(desk)["head"]["scene"] == "Behind the wheel"


def test_a_level_that_players_do_not_know_is_in_no_roll(desk: Desk) -> None:
    play(desk, "check Ann Stealth vs Wolf Wits rolled 0 0 0 0")
    roll = shown(desk)["rolls"][-1]
    assert "Great" not in msgspec.json.encode(roll).decode()
    assert roll["chance"] == ""


def test_without_gaps_there_is_no_proof(desk: Desk) -> None:
    assert shown(desk)["proof"] is not None
    play(desk, "rules players-see gaps no")
    assert shown(desk)["proof"] is None


# --- going on from where one was -------------------------------------------------------------------------------


def told_by(view: View) -> object:
    """Return all that a view decides."""
    seeing = view._seeing
    assert seeing is not None
    kept = (seeing.shown, seeing.secret, seeing.met, seeing.unnumbered, seeing.nameless, seeing._unseen_types)
    return view.withheld, view.reduced, view.numbering.skipped, kept, sections(view)


def followed(campaign: Campaign, commands: list[object]) -> int:
    """Follow a campaign command by command, and return how often a view went on instead of beginning anew."""
    view, went_on = View.of(campaign, PLAYERS), 0
    for command in commands:
        attempt(campaign, command)
        seeing, view = view._seeing, view.follow()
        went_on += view._seeing is seeing
        assert told_by(view) == told_by(View.of(campaign, PLAYERS)), command
    return went_on


@few
@given(STORIES)
def test_a_view_that_goes_on_sees_what_a_new_one_sees(commands: list[object]) -> None:
    with a_campaign() as campaign:
        followed(campaign, commands)


def test_a_view_goes_on_while_nothing_changes_the_past(desk: Desk) -> None:
    assert desk.campaign is not None
    view = View.of(desk.campaign, PLAYERS)
    seeing = view._seeing
    for line in ("note hm", "check Ann Stealth vs Good secret", "countdown Flood 2", "tick Flood", "award all 1"):
        play(desk, line)
        view = view.follow()
        assert view._seeing is seeing, line
    play(desk, "undo")
    assert view.follow()._seeing is not seeing


@few
@given(STORIES)
def test_the_board_counts_as_the_state_does_where_nothing_is_secret(commands: list[object]) -> None:
    from engine.concerns.clocks.sheet import FIGHT
    from engine.concerns.countdowns.sheet import COUNTDOWNS

    with a_campaign() as campaign:
        for command in commands:
            attempt(campaign, command)
        view = View(campaign)  # the game master's
        board, state = set_board(view), campaign.state
        fight = FIGHT.of(state)
        assert (board.fight and board.fight.round) == (fight and fight.round)
        marked = {name: each.marked for name, each in COUNTDOWNS.of(state).items()}
        assert {name: each.marked for name, each in board.countdowns.items()} == marked
        assert board.session == state.session


def test_odds_of_any_sheet_are_those_that_a_check_has() -> None:
    with a_campaign() as campaign:
        for member in sections(View.of(campaign, PLAYERS))["party"]:
            for trait, held in member["traits"].items():
                for place, chance in enumerate(held["odds"]["at"]):
                    asked = CheckOdds(member["name"], trait, difficulty=held["odds"]["least"] + place)
                    try:
                        exact = of_check(campaign.state, asked).chance
                    except Refused:
                        continue
                    assert chance == pytest.approx(exact, abs=1e-4)
