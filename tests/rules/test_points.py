"""Test fudge points: what they do to a check that was rolled, and what is left of them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from given import folder, given, rule
from tabletop import play, result

from engine.commands import AlterRoll, Check, RerollCheck, TurnToSuccess
from engine.events import CharacterCreated, MissWithdrawn, RollAltered, RollRerolled, SessionStarted, XpAwarded
from engine.fitting import violation
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
trait Ann Climbing Fair
session start
"""


def refused(desk: Desk, line: str) -> str:
    """Return the message of a line that is refused."""
    before = points(desk)
    answered = desk.do(line).as_json()
    assert not answered["ok"], line
    assert points(desk) == before
    return str(answered["error"]["message"])


def roll(desk: Desk, line: str) -> int:
    """Carry out a roll, and return its number."""
    return int(play(desk, line)["events"][0]["seq"])


def points(desk: Desk, who: str = "Ann") -> int:
    """Return the fudge points on a sheet."""
    return int(result(desk, f"sheet {who}")["points"])


def xp(desk: Desk) -> tuple[int, int]:
    """Return Ann's XP awarded and left."""
    sheet = result(desk, "sheet Ann")["xp"]
    return sheet["awarded"], sheet["unspent"]


def wrong(desk: Desk) -> list[str]:
    """Return what an audit finds wrong."""
    return [each["message"] for each in result(desk, "audit")["findings"] if each["weight"] == "wrong"]


def logged(desk: Desk, what: str) -> list[dict[str, Any]]:
    """Return the events of the log of one kind."""
    found: list[dict[str, Any]] = result(desk, f"log {what}")["events"]
    return found


@pytest.mark.rule("FL-106")
def test_a_use_that_the_game_does_not_allow_is_refused_and_costs_nothing(desk: Desk) -> None:
    play(desk, "rules point-uses reroll")
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    assert "is no use of fudge points in this game" in refused(desk, f"point Ann alter #{seq} +1")
    assert "is no use of fudge points in this game" in refused(desk, f"point Ann success #{seq}")
    play(desk, f"point Ann reroll #{seq} rolled 0")
    assert points(desk) == 2


@pytest.mark.rule("FL-106", "OC-23")
def test_what_the_refusal_says_allows_the_use(desk: Desk) -> None:
    play(desk, "rules point-uses reroll")
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    hint = desk.do(f"point Ann alter #{seq} +1").as_json()["error"]["hint"]
    play(desk, hint.partition("“")[2].partition("”")[0])
    assert result(desk, f"point Ann alter #{seq} +1")["margin"] == -1


@pytest.mark.rule("FL-107")
def test_the_new_roll_of_a_check_holds_and_the_first_stays_in_the_log(desk: Desk) -> None:
    seq = roll(desk, "check Ann Climbing vs Good rolled -2")
    now = result(desk, f"point Ann reroll #{seq} rolled +1")
    assert (now["roll"], now["total"], now["margin"], now["success"], now["points_left"]) == (1, 1, 0, True, 2)
    first = logged(desk, "checks")[0]
    assert (first["roll"], first["margin"], first["success"]) == (-2, -3, False)
    again = logged(desk, "rerolls")[0]
    assert (again["of"], again["roll"], again["success"]) == (seq, 1, True)
    assert wrong(desk) == []


@pytest.mark.rule("FL-107")
def test_the_program_rolls_again_by_itself(desk: Desk) -> None:
    seq = roll(desk, "check Ann Climbing vs Good rolled -2")
    now = result(desk, f"point Ann reroll #{seq}")
    assert len(now["faces"]) == 4
    assert not now["physical"]
    assert wrong(desk) == []


@pytest.mark.rule("FL-109")
def test_a_roll_is_altered_by_one(desk: Desk) -> None:
    seq = roll(desk, "check Ann Climbing vs Great rolled +1")
    now = result(desk, f"point Ann alter #{seq} +1")
    assert (now["total"], now["degree"], now["success"], now["margin"]) == (2, "Great", True, 0)
    text = logged(desk, "uses")[0]["text"]
    assert "failure by 1; altered +1 → Great, bare success" in text
    assert wrong(desk) == []


@pytest.mark.rule("FL-109")
def test_a_roll_is_altered_by_no_more_than_one_at_a_time(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    assert "alters a roll by 1" in refused(desk, f"point Ann alter #{seq} +2")
    play(desk, f"point Ann alter #{seq} +1")
    assert result(desk, f"point Ann alter #{seq} +1")["success"] is True
    assert points(desk) == 1


@pytest.mark.rule("FL-111")
def test_a_failure_is_turned_into_a_success_and_the_roll_stays(desk: Desk) -> None:
    seq = roll(desk, "check Ann Climbing vs Good rolled -2")
    now = result(desk, f"point Ann success #{seq}")
    assert (now["success"], now["margin"], now["roll"]) == (True, -3, -2)
    assert logged(desk, "checks")[0]["success"] is False
    assert "failure by 3; turned to success" in logged(desk, "uses")[0]["text"]
    assert "is a success already" in refused(desk, f"point Ann success #{seq}")


@pytest.mark.rule("WX-FL-11", "FL-109", "FL-111", "EV-15")
def test_three_points_are_spent_one_after_another(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    altered = result(desk, f"point Ann alter #{seq} +1")
    assert (altered["degree"], altered["margin"], altered["success"], altered["points_left"]) == ("Good", -1, False, 2)
    turned = result(desk, f"point Ann success #{seq}")
    assert (turned["success"], turned["points_left"]) == (True, 1)
    play(desk, "point Ann -1 for an old friend at the gate")
    assert "Ann has no fudge point left" in refused(desk, f"point Ann reroll #{seq}")


@pytest.mark.rule("FL-106")
@pytest.mark.parametrize("use", ["reroll #{0}", "alter #{0} +1", "success #{0}"])
def test_nobody_spends_a_point_on_anothers_roll(desk: Desk, use: str) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    assert "is Ann's check, not Bo's" in refused(desk, f"point Bo {use.format(seq)}")


def test_points_are_spent_on_checks_with_dice_only(desk: Desk) -> None:
    certain = roll(desk, 'check Ann Stealth vs Great fails "it is bolted"')
    assert "was settled without dice" in refused(desk, f"point Ann success #{certain}")
    loose = roll(desk, "roll 4dF for Ann rolled +1")
    assert "is not a check" in refused(desk, f"point Ann alter #{loose} +1")
    assert "is not a roll of this session" in refused(desk, "point Ann alter #2 +1")


@pytest.mark.rule("FL-133")
@pytest.mark.parametrize("use", ["success #{0}", "reroll #{0} rolled +4"])
def test_the_xp_for_a_miss_goes_with_the_miss(desk: Desk, use: str) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    assert xp(desk) == (1, 1)
    spent = roll(desk, f"point Ann {use.format(seq)}")
    assert xp(desk) == (0, 0)
    assert wrong(desk) == []
    assert result(desk, "ledger Ann")["unspent"] == 0
    assert result(desk, "why Ann xp")["value"] == 0
    play(desk, f"undo #{spent}")
    assert (xp(desk), points(desk)) == ((1, 1), 3)
    assert wrong(desk) == []
    play(desk, f"redo #{spent}")
    assert (xp(desk), points(desk)) == ((0, 0), 2)


@pytest.mark.rule("FL-133")
def test_a_use_that_leaves_a_failure_leaves_its_xp(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    play(desk, f"point Ann alter #{seq} +1\npoint Ann reroll #{seq} rolled -4")
    assert xp(desk) == (1, 1)


@pytest.mark.rule("FL-133")
def test_a_success_rolled_away_is_a_miss(desk: Desk) -> None:
    first = roll(desk, "check Ann Stealth vs Good rolled 0")
    roll(desk, "check Ann Climbing vs Fair rolled 0")
    play(desk, f"point Ann reroll #{first} rolled -1")
    assert xp(desk) == (1, 1)
    play(desk, f"point Ann success #{first}")
    assert xp(desk) == (0, 0)
    assert wrong(desk) == []


@pytest.mark.rule("FL-133")
def test_the_xp_of_a_miss_that_were_spent_are_owed(desk: Desk) -> None:
    play(desk, "award Ann 1")
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    play(desk, "raise Ann Climbing")
    play(desk, f"point Ann success #{seq}")
    assert xp(desk) == (1, -1)
    play(desk, "award Ann 1")
    assert xp(desk) == (2, 0)
    assert wrong(desk) == []


@pytest.mark.rule("FL-133")
def test_the_amount_of_an_award_for_a_miss_cannot_part_from_what_was_taken_back(desk: Desk) -> None:
    """What is taken back is what the award gave, neither more nor less."""
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    amended = roll(desk, f"amend #{seq + 1} 3 for a hard one")
    spent = roll(desk, f"point Ann success #{seq}")
    assert xp(desk) == (0, 0)
    assert f"#{seq + 1} at 2 XP would not cover #{spent + 1} Ann loses the 3 XP" in refused(desk, f"amend #{seq + 1} 2")
    assert f"#{spent + 1} depends on #{amended}" in refused(desk, f"undo #{amended}")
    assert xp(desk) == (0, 0)
    play(desk, f"undo #{spent}\namend #{seq + 1} 2\npoint Ann success #{seq}")
    assert xp(desk) == (0, 0)
    assert wrong(desk) == []


@pytest.mark.rule("FL-133")
@pytest.mark.parametrize("forged", [{"amount": 2}, {"award": 4}, {"of": 4}])
def test_nothing_but_the_award_for_that_miss_is_taken_back(forged: dict[str, Any]) -> None:
    rules = (rule("points", "3", LITE), rule("xp-on-miss", "1", LITE))
    story = given(
        *rules, CharacterCreated("Ann", "pc", None), XpAwarded("Ann", 1, "gm", ""), SessionStarted(1), book=LITE
    )
    story = given(*story.events, *story.when(Check("Ann", "Stealth", 2, faces=(-1,))).events, book=LITE)
    taken = next(each for each in story.when(TurnToSuccess("Ann", 7)).events if isinstance(each, MissWithdrawn))
    assert violation(story.state, taken) is None
    assert violation(story.state, evolve(taken, **forged)) is not None


@pytest.mark.rule("FL-107", "FL-109", "FL-111")
@pytest.mark.parametrize(
    ("command", "forged", "what"),
    [
        (AlterRoll("Ann", 5, 1), {"total": 3}, "the total"),
        (AlterRoll("Ann", 5, 1), {"success": True}, "the outcome"),
        (AlterRoll("Ann", 5, 1), {"degree": "Superb"}, "the rolled degree"),
        (TurnToSuccess("Ann", 5), {"margin": 0}, "the margin"),
        (RerollCheck("Ann", 5, (0,)), {"success": True}, "the outcome"),
        (RerollCheck("Ann", 5, (0,)), {"dice": "3dF"}, "the dice"),
    ],
)
def test_an_audit_works_out_again_what_a_point_did(command: object, forged: dict[str, Any], what: str) -> None:
    started = given(rule("points", "3", LITE), CharacterCreated("Ann", "pc", None), SessionStarted(1), book=LITE)
    check = started.when(Check("Ann", "Stealth", 2, faces=(-1,))).event
    story = given(*started.events, check, book=LITE)
    event = story.when(command).event
    assert isinstance(event, RollAltered | RollRerolled)
    assert list(discrepancies(story.state, event)) == []
    assert what in [each.what for each in discrepancies(story.state, evolve(event, **forged))]


def test_an_undone_roll_takes_the_points_on_it_along(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    play(desk, f"point Ann alter #{seq} +1\npoint Ann success #{seq}")
    assert "depend on" in refused(desk, f"undo #{seq}")
    play(desk, f"undo #{seq} cascade")
    assert (points(desk), xp(desk)) == (3, (0, 0))
    assert wrong(desk) == []


def test_a_use_depends_on_what_it_altered(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    one = roll(desk, f"point Ann alter #{seq} +1")
    play(desk, f"point Ann alter #{seq} +1")
    assert "depends on" in refused(desk, f"undo #{one}")


def test_another_session_has_rolls_of_its_own(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    play(desk, "session end\nsession start")
    assert "is not a roll of this session" in refused(desk, f"point Ann success #{seq}")


def test_a_stale_check_is_told_by_what_holds_of_it(desk: Desk) -> None:
    given = roll(desk, "trait Bo Stealth Good")
    seq = roll(desk, "check Bo Stealth vs Great rolled 0")
    play(desk, f"point Bo alter #{seq} +1")
    play(desk, f"undo #{given}")
    (found,) = [each for each in result(desk, "audit")["findings"] if each["rule"] == "stale-check"]
    assert (found["seq"], found["weight"]) == (seq, "open")
    assert "would fail by 1, the outcome would change" in found["message"]
    play(desk, f"ruling #{seq} stands")
    assert not [each for each in result(desk, "audit")["findings"] if each["rule"] == "stale-check"]


def test_a_stale_check_that_a_point_turned_to_success_stays_one(desk: Desk) -> None:
    given = roll(desk, "trait Bo Stealth Good")
    seq = roll(desk, "check Bo Stealth vs Great rolled 0")
    play(desk, f"point Bo success #{seq}")
    play(desk, f"undo #{given}")
    (found,) = [each for each in result(desk, "audit")["findings"] if each["rule"] == "stale-check"]
    assert (found["seq"], found["weight"]) == (seq, "note")


def test_a_use_of_a_secret_roll_is_secret(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1 secret")
    play(desk, f"point Ann success #{seq}")
    assert xp(desk) == (0, 0)
    assert "#" in refused(desk, "reveal #1")
    play(desk, f"reveal #{seq}\nreveal #{seq + 1}")


def test_a_script_of_the_log_spends_the_same_points(desk: Desk) -> None:
    seq = roll(desk, "check Ann Stealth vs Great rolled -1")
    play(desk, f"point Ann alter #{seq} +1\npoint Ann reroll #{seq} rolled -1\npoint Ann success #{seq}")
    assert desk.campaign is not None
    script = Path(desk.place.file).with_name("s.session")
    play(desk, f'export "{script}"')
    with closing(Desk(Path(desk.place.file).with_name("copy.db"))) as copy:
        for line in [each for each in script.read_text().splitlines() if each and not each.startswith("#")]:
            outcome = copy.do(line)
            assert outcome.fault is None, (line, outcome.fault)
        assert points(copy) == 0
        assert xp(copy) == xp(desk)
        assert [each["text"] for each in logged(copy, "uses")] == [each["text"] for each in logged(desk, "uses")]


# --- instead of dice ---------------------------------------------------------------------------------------


@pytest.mark.rule("FL-108")
def test_a_point_succeeds_without_dice_up_to_superb(desk: Desk) -> None:
    check = result(desk, "check Ann Climbing vs Superb point success")
    assert (check["success"], check["roll"], check["faces"], check["points"]) == (True, None, (), 1)
    assert points(desk) == 2
    assert "up to Superb" in refused(desk, 'check Ann Climbing vs "Fair Superhuman" point success')
    assert "up to Superb" in refused(desk, "check Ann Climbing vs Superb -1 dark hidden +2 point success")
    assert "against an opponent" in refused(desk, "check Ann Climbing vs Bo Climbing point success")
    assert wrong(desk) == []


@pytest.mark.rule("FL-112")
def test_a_point_gives_four_without_rolling(desk: Desk) -> None:
    check = result(desk, "check Ann Climbing vs Great point four")
    assert (check["degree"], check["total"], check["margin"]) == ("Fair Superhuman", 4, 2)
    assert (check["dice"], check["faces"], check["points"]) == ("diceless", (), 1)
    assert points(desk) == 2
    assert wrong(desk) == []


@pytest.mark.rule("FL-112")
def test_four_can_still_fail_and_be_altered_but_not_rolled_again(desk: Desk) -> None:
    seq = roll(desk, "check Ann Climbing vs Bo Climbing +5 point four")
    assert xp(desk) == (1, 1)
    assert "was rolled without dice" in refused(desk, f"point Ann reroll #{seq}")
    assert result(desk, f"point Ann alter #{seq} +1")["success"] is True
    assert xp(desk) == (0, 0)
    assert wrong(desk) == []


@pytest.mark.rule("FL-106", "FL-108", "FL-112")
@pytest.mark.parametrize("use", ["success", "four"])
def test_uses_instead_of_dice_are_refused_where_the_game_does_not_allow_them(desk: Desk, use: str) -> None:
    play(desk, "rules point-uses reroll")
    assert "is no use of fudge points" in refused(desk, f"check Ann Climbing vs Fair point {use}")


@pytest.mark.parametrize("use", ["success", "four"])
@pytest.mark.parametrize("more", ["rolled +1", "with 3dF", "points 2", "anyway", 'fails "no way"'])
def test_a_use_instead_of_dice_stands_alone(desk: Desk, use: str, more: str) -> None:
    assert "takes the place of the dice" in refused(desk, f"check Ann Climbing vs Fair point {use} {more}")


@pytest.mark.rule("FL-106")
def test_a_point_in_a_roll_is_refused_with_what_takes_the_place_of_the_dice(desk: Desk) -> None:
    fault = desk.do("check Ann Climbing vs Fair point").fault
    assert fault is not None
    assert fault.hint == "in a check, “point success” or “point four” takes the place of the dice"
    play(desk, "rules point-uses reroll")
    fault = desk.do("check Ann Climbing vs Fair point").fault
    assert fault is not None
    assert fault.hint == "“rules point-uses” shows what fudge points can do"


def test_a_use_instead_of_dice_needs_a_point(desk: Desk) -> None:
    play(desk, "point Ann -3")
    assert "no fudge point left" in refused(desk, "check Ann Climbing vs Fair point four")
    assert "does one thing" in refused(desk, "check Ann Climbing vs Fair point success four")


@pytest.mark.rule("PO-23")
def test_a_point_for_the_maximum_is_said_either_way() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new polyhedral\nrules points 3\npc Ann\ntrait Ann Climbing Good")
        assert result(desk, "check Ann Climbing vs Fair point maximum rolled 3")["total"] == 11
        assert result(desk, "check Ann Climbing vs Fair point rolled 3")["total"] == 11
        assert points(desk) == 1


@pytest.mark.parametrize("use", ["success", "four"])
def test_a_script_says_the_use_instead_of_dice(desk: Desk, use: str) -> None:
    play(desk, f"check Ann Climbing vs Great point {use} secret")
    script = Path(desk.place.file).with_name("s.session")
    play(desk, f'export "{script}"')
    assert f"point {use}" in script.read_text().splitlines()[-1]


# --- points of a session, and others -----------------------------------------------------------------------


@pytest.mark.rule("FL-114", "OC-23")
@pytest.mark.parametrize(
    ("refresh", "left", "then"), [("up to 3", 4, 4), ("flat 3", 4, 7), ("up to 3", 1, 3), ("none", 1, 1)]
)
def test_a_session_brings_points(desk: Desk, refresh: str, left: int, then: int) -> None:
    play(desk, f"rules point-refresh {refresh}\npoint Ann {left - 3:+d}\nsession end")
    start = roll(desk, "session start")
    assert points(desk) == then
    assert wrong(desk) == []
    play(desk, f"undo #{start}")
    assert points(desk) == left


@pytest.mark.rule("FL-114")
def test_only_those_who_are_there_get_points(desk: Desk) -> None:
    play(desk, "rules point-refresh flat 2\nnpc Troll\nsession end\nsession start with Bo")
    assert (points(desk, "Ann"), points(desk, "Bo")) == (3, 5)
    assert [each["character"] for each in play(desk, "log last 1")["result"]["events"]] == ["Bo"]


@pytest.mark.rule("FL-114")
def test_a_refresh_that_is_none_is_refused(desk: Desk) -> None:
    for typed in ("sometimes", "flat", "up to many", "flat -1"):
        assert "point-refresh" in refused(desk, f"rules point-refresh {typed}")


@pytest.mark.rule("FL-113")
def test_a_coincidence_costs_a_point_and_is_told(desk: Desk) -> None:
    said = play(desk, "point Ann -1 for the guard is an old friend")["events"][0]
    assert "the guard is an old friend" in said["text"]
    assert points(desk) == 2


@pytest.mark.rule("FL-106", "FL-113")
def test_a_coincidence_is_refused_where_the_game_does_not_allow_it(desk: Desk) -> None:
    play(desk, "rules point-uses reroll, alter")
    assert "“coincidence” is no use" in refused(desk, "point Ann -1 for the guard is an old friend")
    assert points(desk) == 3
    play(desk, "point Ann -1")
    assert points(desk) == 2, "without a use the game master corrects the number"


@pytest.mark.rule("FL-105")
@pytest.mark.parametrize(("number", "usual"), [(0, False), (1, True), (5, True), (6, False)])
def test_other_than_1_to_5_points_are_remarked_on(desk: Desk, number: int, usual: bool) -> None:
    remarks = result(desk, f"rules points {number}")["warnings"]
    assert remarks == ([] if usual else ["player characters usually start with 1 to 5 fudge points"])


@pytest.mark.rule("FL-115")
def test_a_point_is_earned_in_play(desk: Desk) -> None:
    play(desk, "check Ann Climbing vs Good rolled -2\npoint Ann +1 for acting on wrong knowledge")
    assert points(desk) == 4


# --- on a track --------------------------------------------------------------------------------------------


def marked(desk: Desk) -> dict[str, int]:
    """Return how many boxes of each state of Ann's track are marked."""
    return {each["state"]: each["marked"] for each in result(desk, "sheet Ann")["tracks"]["injury"]}


@pytest.mark.rule("FL-110")
def test_a_condition_is_eased_by_one_state_where_a_box_is_free(desk: Desk) -> None:
    play(desk, "mark Ann 3")
    assert marked(desk) == {"minor": 2, "serious": 1}
    assert refused(desk, "point Ann ease serious") == "Ann has no free minor box"
    play(desk, "point Ann ease minor")
    assert marked(desk) == {"minor": 1, "serious": 1}
    eased = play(desk, "point Ann ease serious")["events"][0]
    assert eased["text"] == "Ann spends a fudge point: injury serious → minor"
    assert marked(desk) == {"minor": 2, "serious": 0}
    assert points(desk) == 1
    play(desk, f"undo #{eased['seq']}")
    assert (marked(desk), points(desk)) == ({"minor": 1, "serious": 1}, 2)
    assert wrong(desk) == []


@pytest.mark.rule("FL-106", "FL-110")
def test_only_what_is_marked_and_passes_is_eased_with_a_point(desk: Desk) -> None:
    assert refused(desk, "point Ann ease") == "Ann has nothing that can be eased"
    play(desk, "mark Ann 3")
    assert refused(desk, "point Ann ease") == "say which: minor and serious"
    play(desk, "clear Ann all\nmark Ann permanent")
    assert refused(desk, "point Ann ease") == "Ann has nothing that can be eased"
    play(desk, "mark Ann\npoint Ann -3")
    assert refused(desk, "point Ann ease") == "Ann has no fudge point left"
    play(desk, "rules point-uses reroll")
    assert refused(desk, "point Ann ease") == "“ease” is no use of fudge points in this game"


@pytest.mark.rule("FL-98", "FL-110")
def test_a_condition_of_a_track_without_order_is_cleared(desk: Desk) -> None:
    play(desk, 'define track Needs: sick 1, hungry 1 any order\nmark Ann hungry as "no bread"\npoint Ann ease')
    assert result(desk, "sheet Ann")["tracks"]["Needs"][1]["marked"] == 0


@pytest.mark.rule("FL-97", "FL-110")
def test_what_a_condition_is_called_stays_when_it_is_eased(desk: Desk) -> None:
    play(desk, 'mark Ann serious as "broken arm"\npoint Ann ease')
    assert result(desk, "sheet Ann")["tracks"]["injury"][0]["names"] == ("broken arm",)
