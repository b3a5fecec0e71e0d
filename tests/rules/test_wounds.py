"""Test damage as Polyhedral Fudge has it: weapons, armour, the damage rating and wounds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder, given, rule

from engine.campaign import Campaign
from engine.commands import DealDamage
from engine.concerns.effects.events import EffectBegan
from engine.concerns.rolls.events import DiceRolled
from engine.concerns.tracks.sheet import wound_of
from engine.events import CharacterCreated, DamageDealt
from engine.rules.parts import DAMAGE, Effect
from engine.types import PLAYERS
from replay.audience.rule import View
from shell.runner import Desk

SET_UP = """
new polyhedral
pc Ann
npc Knight
trait Ann Blades Great, Strength Good, Bow Good
trait Knight Blades Fair, "Damage Capacity" Great
give Knight "chain mail"
session start
"""


def play(desk: Desk, script: str) -> dict[str, Any]:
    """Carry out every line, and return what the last one answers as JSON. HIT is the latest check or contest."""
    answered: dict[str, Any] = {}
    for line in script.strip().splitlines():
        outcome = desk.do(line.replace("HIT", f"#{hit(desk)}"))
        assert outcome.fault is None, (line, outcome.fault)
        answered = outcome.as_json()
    return answered


def hit(desk: Desk) -> int:
    """Return the number of the latest check or contest; 0 before the first."""
    rolls = desk.campaign.state.rolls if desk.campaign else {}
    return max((seq for seq, roll in rolls.items() if not isinstance(roll, DiceRolled)), default=0)


def result(desk: Desk, script: str) -> dict[str, Any]:
    """Carry out every line, and return the result of the last one."""
    found: dict[str, Any] = play(desk, script)["result"]
    return found


def said(desk: Desk, line: str) -> str:
    """Carry out a line and return its answer as text."""
    answer = desk.do(line).answer
    assert answer is not None
    return answer.text()


def sheet(desk: Desk, who: str = "Knight") -> dict[str, Any]:
    """Return a sheet."""
    return result(desk, f"sheet {who}")


def refused(desk: Desk, line: str) -> str:
    """Return the message that refuses a line."""
    fault = desk.do(line).fault
    assert fault is not None
    return fault.message


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Set up Ann, who strikes, and a knight in chain mail."""
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, SET_UP)
        yield desk


#: Ann, Great with a blade, hits the knight by so many.
HITS_BY_8 = "contest Ann Blades rolled 9 vs Knight Blades rolled 1 4"
HITS_BY_4 = "contest Ann Blades rolled 9 vs Knight Blades rolled 5"


# --- the damage rating and wounds ------------------------------------------------------------------------------


@pytest.mark.rule("PO-32", "PO-33", "WX-PO-5", "WX-PO-7", "OC-30")
def test_the_damage_rating_is_the_base_with_armour_and_scale(desk: Desk) -> None:
    assert [(part["value"], part["reason"]) for part in sheet(desk)["dr_parts"]] == [
        (6, "Damage Capacity"),
        (3, "chain mail"),
    ]
    assert sheet(desk)["dr"] == 9
    play(desk, 'drop Knight "chain mail"')
    assert sheet(desk)["dr"] == 6
    play(desk, 'trait Ann "Damage Capacity" Fair')
    assert sheet(desk, "Ann")["dr"] == 4
    play(desk, "scale Knight 2")
    assert (sheet(desk)["dr"], sheet(desk, "Ann")["dr"]) == (8, 4)
    play(desk, "rules scale 1\nrules damage-trait Blades")
    assert (sheet(desk)["dr"], sheet(desk, "Ann")["dr"]) == (4 + 2, 6 + 1)


@pytest.mark.rule("PO-31", "OC-31")
def test_armour_counts_what_it_was_given_with_or_what_the_rules_say_and_only_where_it_is_worn(desk: Desk) -> None:
    play(
        desk,
        "give Knight helm armour 1\ngive Knight helm armour 1\ngive Knight pack\ngive Knight shield armour 2 in pack",
    )
    assert "Damage rating: 10 (Damage Capacity 6 + chain mail 3 + helm 1)" in said(desk, "sheet Knight")
    play(desk, "move Knight shield out\nrules armour plate = 5\ngive Ann plate in back")
    assert sheet(desk)["dr"] == 6 + 3 + 1 + 2
    play(desk, 'trait Ann "Damage Capacity" Fair')
    assert "Damage rating: 9 (Damage Capacity 4 + plate 5)" in said(desk, "sheet Ann")


@pytest.mark.rule("PO-34", "PO-35", "RT-14", "WX-PO-6")
@pytest.mark.parametrize(
    ("damage", "points", "wound"),
    [
        (9, 0, None),
        (10, 1, "Scratched"),
        (13, 4, "Scratched"),
        (14, 5, "Hurt"),
        (21, 12, "Very Hurt"),
        (26, 17, "Near Death"),
    ],
)
def test_only_what_is_above_the_rating_wounds(desk: Desk, damage: int, points: int, wound: str | None) -> None:
    found = result(desk, f"damage Knight {damage}")
    assert (found["dr"], found["points"], found["wound"]) == (9, points, wound)
    assert sheet(desk)["wounds"] == (f"{wound} ({points})" if wound else None)


@pytest.mark.rule("PO-35", "RT-14")
def test_the_table_of_wounds_has_a_row_for_every_number_of_points(desk: Desk) -> None:
    with Campaign.open(desk.place.file, writable=False) as campaign:
        rows = [wound_of(campaign.state.rules, points) for points in (0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 99)]
    names = ("Scratched", "Hurt", "Very Hurt", "Incapacitated")
    assert rows == [None, *(name for name in names for _ in range(2)), "Near Death", "Near Death"]


def test_wounds_are_kept_apart_and_never_added_up(desk: Desk) -> None:
    play(desk, "damage Knight 13\ndamage Knight 13\ndamage Knight 14")
    assert sheet(desk)["wounds"] == "Scratched (4), Scratched (4), Hurt (5)"
    play(desk, "clear Knight Scratched")
    assert sheet(desk)["wounds"] == "Scratched (4), Hurt (5)"
    play(desk, "recover Knight")
    assert sheet(desk)["wounds"] is None
    play(desk, "undo")
    assert sheet(desk)["wounds"] == "Scratched (4), Hurt (5)"
    play(desk, "clear Knight all for a potion")
    assert sheet(desk)["wounds"] is None


@pytest.mark.rule("PO-35", "RT-14")
def test_why_says_which_points_are_which_wound(desk: Desk) -> None:
    play(desk, 'rules tracks Scratched 4, Hurt 4 -1, "Very Hurt" 4 -2, Near Death\ndamage Knight 19')
    legend = "the points of one hit: 1–4 Scratched, 5–8 Hurt (−1), 9–12 Very Hurt (−2), 13 or more Near Death"
    assert said(desk, "why Knight wounds").splitlines()[-1].strip() == legend


@pytest.mark.rule("PO-35")
def test_a_wound_that_nobody_acts_with_is_remarked_on_since_no_rule_stops_them(desk: Desk) -> None:
    able = "Knight can act all the same; “out Knight” takes them out of play"
    assert able not in said(desk, "damage Knight 21")
    assert able in said(desk, "damage Knight 22")
    assert able in said(desk, "damage Knight 99")
    play(desk, "check Knight Blades vs Fair rolled 5\nout Knight")
    assert able not in said(desk, "damage Knight 22")
    play(desk, "revive Knight\nrules tracks Scratched 4, Hurt 4, Broken")
    assert able not in said(desk, "damage Knight 15")
    assert able in said(desk, "damage Knight 18")


def test_the_worst_wound_hinders_where_the_table_says_so(desk: Desk) -> None:
    play(desk, "rules tracks Scratched 4, Hurt 4 -1, Very Hurt 4 -2, Near Death")
    play(desk, "damage Knight 14\ndamage Knight 19")
    found = result(desk, "check Knight Blades vs Fair rolled 5")
    assert (found["total"], found["modifiers"][0]["reason"]) == (3, "Very Hurt")


# --- methods ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("PO-26", "PO-37", "ER-27", "OC-29")
def test_a_weapon_adds_to_the_relative_degree_and_armour_counts_once(desk: Desk) -> None:
    play(desk, f"give Ann sword weapon 3\n{HITS_BY_8}")
    found = play(desk, "damage Knight of HIT")
    dealt = f"11 (sword 3 + relative degree 8 of #{hit(desk)})"
    off = "DR 9 (Damage Capacity 6 + chain mail 3)"
    assert found["events"][0]["text"] == f"Knight takes {dealt} − {off} = 2: Scratched"
    assert result(desk, "damage Knight 3 of HIT")["points"] == 2
    play(desk, 'rules damage-trait none\nrules armour leather = 2\ndrop Knight "chain mail"\ngive Knight leather')
    found = result(desk, f"{HITS_BY_4}\ndamage Knight with sword of HIT")
    assert (found["damage"], found["armour"], found["dr"], found["points"]) == (7, 2, None, 5)


@pytest.mark.rule("PO-27")
def test_a_strength_roll_explodes_and_the_weapon_is_added(desk: Desk) -> None:
    play(desk, "rules damage-trait none\nrules melee-damage 2\ngive Ann axe weapon 2")
    found = play(desk, "damage Knight by Ann with axe rolling Strength rolled 8 3")
    assert [event["type"] for event in found["events"]] == ["DiceRolled", "DamageDealt"]
    assert found["events"][0]["dice"].startswith("poly-d8")
    assert (found["result"]["damage"], found["result"]["points"]) == (13, 10)


@pytest.mark.rule("PO-28")
def test_a_weapon_with_a_lethality_rolls_its_die(desk: Desk) -> None:
    play(desk, "rules missile-damage 1\ngive Ann crossbow lethality Great\ncheck Ann Bow vs Fair rolled 6")
    found = play(desk, "damage Knight with crossbow of HIT rolled 7")
    assert found["events"][0]["dice"].startswith("poly-d10")
    assert (found["result"]["damage"], found["result"]["of"], found["result"]["wound"]) == (7, hit(desk), None)


@pytest.mark.rule("PO-29")
def test_a_shot_adds_the_weapon_to_its_margin(desk: Desk) -> None:
    play(desk, "give Ann bow weapon 2\ncheck Ann Bow vs Fair rolled 7")
    found = result(desk, "damage Knight of HIT")
    assert ([part["value"] for part in found["parts"]], found["damage"]) == ([2, 3], 5)


@pytest.mark.rule("PO-30")
@pytest.mark.parametrize(("dice", "faces", "damage"), [("1d4+6", "1", 7), ("1d4+6", "4", 10), ("2d6", "3 4", 7)])
def test_a_weapon_rolls_its_own_dice_which_do_not_explode(desk: Desk, dice: str, faces: str, damage: int) -> None:
    play(desk, f"rules missile-damage 3\ngive Ann gun dice {dice}")
    assert result(desk, f"damage Knight with gun rolled {faces}")["damage"] == damage


def test_dice_that_have_a_special_meaning_in_the_game_are_plain_ones_for_a_weapon(desk: Desk) -> None:
    play(desk, "rules weapons gun = 3d6, knife = 1, cannon = Superb\ngive Ann gun\ngive Ann knife\ngive Ann cannon")
    assert result(desk, "damage Knight with gun rolled 6 6 6")["damage"] == 18
    assert play(desk, "damage Knight with cannon rolled 5")["events"][0]["dice"].startswith("poly-d12")
    assert result(desk, f"{HITS_BY_4}\ndamage Knight with knife of HIT")["damage"] == 5


@pytest.mark.rule("PO-23")
def test_a_fudge_point_is_a_maximum_of_a_strength_roll(desk: Desk) -> None:
    play(desk, "rules points 1")
    found = result(desk, "damage Knight by Ann rolling Strength rolled 3 point")
    assert (found["damage"], sheet(desk, "Ann")["points"]) == (8 + 3, 0)


@pytest.mark.rule("PO-36", "OC-26")
def test_without_a_rating_a_total_counts_as_8_at_most_if_the_rules_say_so(desk: Desk) -> None:
    line = "damage Knight by Ann rolling Strength rolled 8 5"
    play(desk, 'drop Knight "chain mail"\nrules damage-cap 8')
    assert result(desk, line)["damage"] == 13
    play(desk, "rules damage-trait none")
    assert result(desk, line)["damage"] == 8
    assert result(desk, "damage Knight 13")["points"] == 8
    assert result(desk, "contest Ann Blades rolled 10 9 vs Knight Blades rolled 5\ndamage Knight of HIT")["damage"] == 3
    play(desk, "rules damage-cap 0")
    assert result(desk, "damage Knight 13")["points"] == 13


@pytest.mark.rule("PO-13", "PO-22")
def test_a_fumble_does_no_damage(desk: Desk) -> None:
    assert result(desk, "damage Knight by Ann rolling Strength rolled 1 1")["damage"] == 0
    found = result(desk, "contest Ann Blades rolled 9 vs Knight Blades rolled 1 1\ndamage Knight of HIT")
    assert found["damage"] == 9


@pytest.mark.rule("PO-19", "PO-22", "PO-27")
def test_nothing_helps_a_fumbled_roll_of_strength(desk: Desk) -> None:
    play(desk, "give Ann sword weapon 30\neffect Ann enraged damage +5 until scene")
    line = "damage Knight by Ann with sword rolling Strength rolled"
    assert (result(desk, f"{line} 1 1")["damage"], result(desk, f"{line} 1 4")["damage"]) == (0, 36)
    assert "sword 30 + enraged 5 + roll 0 − a fumble 35" in said(desk, f"{line} 1 1")


@pytest.mark.rule("FU-65", "PO-23")
def test_an_effect_on_damage_counts_once_and_takes_the_damage_along_when_it_is_undone(desk: Desk) -> None:
    play(desk, "effect Ann fury damage +2 until next roll")
    line = "damage Knight by Ann rolling Strength rolled 5"
    assert [result(desk, line)["damage"] for _ in range(2)] == [7, 5]
    fury = play(desk, "effect Ann fury damage +2 until scene")["events"][0]["seq"]
    assert result(desk, f"{HITS_BY_8}\ndamage Knight 3 of HIT")["damage"] == 3 + 8 + 2
    assert f"depends on #{fury}" in refused(desk, f"undo #{fury}")
    assert result(desk, "audit")["ok"]


@pytest.mark.rule("FU-65", "PO-33", "PO-37")
@pytest.mark.parametrize(("by", "rating"), [(-1, 8), (-3, 6), (-99, 6), (2, 11)])
def test_an_effect_on_armour_changes_the_rating_and_leaves_no_less_than_nothing(
    desk: Desk, by: int, rating: int
) -> None:
    play(desk, f"effect Knight mail armour {by:+d} until scene")
    assert result(desk, "sheet Knight")["dr"] == rating
    assert result(desk, "damage Knight 12")["points"] == 12 - rating
    play(desk, "scene A ford")
    assert result(desk, "damage Knight 12")["points"] == 3
    play(desk, "rules damage-trait none")
    assert result(desk, "damage Knight 5")["points"] == 2


def test_a_failure_of_ones_own_does_damage_by_how_much_was_lacking(desk: Desk) -> None:
    play(desk, "check Knight Blades vs Superb rolled 3")
    assert result(desk, "damage Knight 6 of HIT")["damage"] == 6 + 4


def test_another_method_than_the_agreed_one_is_remarked_on(desk: Desk) -> None:
    assert "rules melee-damage 2" in said(desk, "damage Knight by Ann rolling Strength rolled 3")
    assert "another method" not in said(desk, HITS_BY_4)
    assert "another method" not in said(desk, f"damage Knight 3 of #{hit(desk)}")


def test_what_bears_on_the_attacker_s_damage_counts() -> None:
    bent = EffectBegan("Ann", "bent blade", (Effect(DAMAGE, -1),))
    people = CharacterCreated("Ann", "pc", None), CharacterCreated("Knight", "npc", None)
    fight = given(rule("damage-trait", "none", "polyhedral"), *people, bent, book="polyhedral")
    dealt = fight.when(DealDamage("Knight", 3, "Ann")).event
    assert isinstance(dealt, DamageDealt)
    assert (dealt.damage, dealt.wound) == (2, "Scratched")


# --- the log ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EV-17")
def test_the_log_holds_the_parts_and_scripts_and_audit_agree_with_it(desk: Desk, tmp_path: Path) -> None:
    play(desk, f"give Ann sword weapon 3\ngive Ann gun dice 2d6\n{HITS_BY_8}\ndamage Knight with sword of HIT")
    play(desk, "damage Knight with gun of HIT rolled 6 6\ndamage Knight 30\nclear Knight Scratched\nscale Knight 1")
    event = play(desk, "log damage")["result"]["events"][0]
    assert {"damage": 11, "dr": 9, "points": 2, "wound": "Scratched", "of": hit(desk)}.items() <= event.items()
    assert result(desk, "audit")["ok"]
    script = tmp_path / "played.session"
    play(desk, f'export "{script}"')
    with closing(Desk(tmp_path / "again.db")) as other:
        play(other, "\n".join(line for line in script.read_text().splitlines() if line and not line.startswith("#")))
        assert sheet(other) == sheet(desk)


def test_players_see_the_damage_of_a_hidden_npc_without_its_rating_and_nothing_of_a_secret_roll(desk: Desk) -> None:
    play(desk, f"{HITS_BY_8}\ndamage Knight 3 of HIT\nscale Knight 0")
    play(desk, "check Ann Blades vs Fair rolled 6 secret\ndamage Knight 9 of HIT")
    with Campaign.open(desk.place.file, writable=False) as campaign:
        seen = [each for each in View.of(campaign, PLAYERS).read_seen() if isinstance(each.event, DamageDealt)]
    assert [each.text for each in seen] == ["Knight takes 11 (3 + relative degree 8 of #11): Scratched"]
    assert [(each.event.dr, each.event.rating) for each in seen] == [(0, ())]


def test_players_see_how_a_secret_roll_hurt_a_character_whom_they_know_and_not_the_roll(desk: Desk) -> None:
    play(desk, 'trait Ann "Damage Capacity" Fair\ncheck Knight Blades vs Ann Blades rolled 6 6 3 secret')
    assert "#12 is secret" in said(desk, "damage Ann 3 of #12")
    with Campaign.open(desk.place.file, writable=False) as campaign:
        (seen,) = (each for each in View.of(campaign, PLAYERS).read_seen() if isinstance(each.event, DamageDealt))
    assert seen.text == "Ann takes 12 − DR 4 (Damage Capacity 4) = 8: Hurt"
    assert (seen.event.of, seen.event.attacker, seen.event.parts) == (None, None, ())
    assert "#12" not in said(desk, "recap for players")


def test_nobody_uses_the_dice_of_somebody_else(desk: Desk) -> None:
    play(desk, "pc Bo\nroll 2d6 for Ann rolled 6 6")
    assert refused(desk, "damage Knight by Bo of #12") == "#12 is Ann's roll, not Bo's"
    play(desk, "trait Bo Blades Great\ncontest Bo Blades rolled 9 vs Knight Blades rolled 2")
    assert refused(desk, "damage Knight of #14 and #12") == "#12 is Ann's roll, not Bo's"
    assert result(desk, "damage Knight by Ann of #12")["damage"] == 12


def test_damage_without_the_roll_that_hit_is_advised_that_roll(desk: Desk) -> None:
    play(desk, f"{HITS_BY_8}\ngive Ann sword weapon 3")
    fault = desk.do("damage Knight by Ann").fault
    assert fault is not None
    assert fault.hint == "“damage Knight by Ann of #11” adds by how much it hit"
    assert result(desk, "damage Knight by Ann of #11")["damage"] == 11


def test_care_is_advised_what_heals_wounds(desk: Desk) -> None:
    play(desk, "damage Knight 19")
    fault = desk.do("tend Knight").fault
    assert fault is not None
    assert "“clear Knight” heals the last one" in (fault.hint or "")
    play(desk, "clear Knight")


def test_why_names_every_wound_that_is_still_there(desk: Desk) -> None:
    play(desk, "damage Knight 15\ndamage Knight 11\ndamage Knight 14")
    assert [each["seq"] for each in result(desk, "why Knight wounds")["because"]] == [11, 12, 13]
    play(desk, "clear Knight Scratched")
    assert [each["seq"] for each in result(desk, "why Knight wounds")["because"]] == [11, 13]


def test_why_names_every_wound_and_its_healing_once_all_are_gone(desk: Desk) -> None:
    assert desk.do("why Knight wounds").fault is not None, "there never was one"
    play(desk, "damage Knight 15\ndamage Knight 11\nclear Knight\nclear Knight")
    found = result(desk, "why Knight wounds")
    assert found["value"] is None
    assert said(desk, "why Knight wounds").startswith("Knight has no wounds any more:")
    assert [each["type"] for each in found["because"]] == [*2 * ("DamageDealt",), *2 * ("WoundHealed",)]
    play(desk, "effect Knight stunned a -1 until scene\nscene A hut")
    assert [each["type"] for each in result(desk, "why Knight effects")["because"]] == ["EffectBegan", "EffectEnded"]


def test_undoing_the_roll_or_the_armour_undoes_the_damage(desk: Desk) -> None:
    play(desk, f"{HITS_BY_8}\ndamage Knight 3 of HIT")
    assert "#12 depends on #11" in refused(desk, "undo #11")
    assert "#12 depends on #9" in refused(desk, "undo #9")
    play(desk, "undo #9 cascade")
    assert (sheet(desk)["dr"], sheet(desk)["wounds"]) == (6, None)
    play(desk, "redo")
    assert (sheet(desk)["dr"], sheet(desk)["wounds"]) == (9, "Scratched (2)")


def test_new_names_leave_damage_and_signatures_as_they_were(desk: Desk) -> None:
    play(desk, 'trait Ann "Damage Capacity" Fair\ngive Ann "ring mail" armour 2\ngive Ann sword weapon 3\nsign Ann')
    play(desk, f"{HITS_BY_8}\ndamage Knight with sword of HIT\nrename sword to Sting")
    play(desk, 'rename "chain mail" to mail\nrename "ring mail" to rings')
    assert (sheet(desk)["dr"], sheet(desk)["wounds"]) == (9, "Scratched (2)")
    assert result(desk, "audit")["ok"]


def test_what_made_the_rating_is_told_by_why(desk: Desk) -> None:
    because = result(desk, "why Knight dr")["because"]
    assert said(desk, "why Knight dr").splitlines()[0] == f"Knight's damage rating is {sheet(desk)['dr']}:"
    assert [(each["seq"], each["effect"]) for each in because] == [(8, 6), (9, 3)]


def test_a_game_with_a_track_marks_boxes_instead(desk: Desk) -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as other:
        play(other, "new fudge-lite\npc Ann")
        fault = other.do("damage Ann 2").fault
        assert fault is not None
        assert fault.hint == "“mark Ann 2” marks 2 boxes"
        play(other, "mark Ann 2")
        assert "damage" not in said(other, "sheet Ann").casefold()


def test_a_wound_by_a_roll_of_others_against_each_other_is_remarked_on(desk: Desk) -> None:
    play(desk, f'npc Wolf\ntrait Wolf "Damage Capacity" Fair\n{HITS_BY_4}')
    other, of = said(desk, f"damage Wolf 3 of #{hit(desk)}"), hit(desk)
    assert other.splitlines()[-1].strip() == f"#{of} was Ann against Knight: “undo #{of + 1}” if Wolf was not meant"
    assert "not meant" not in said(desk, f"damage Knight 3 of #{of}")
    play(desk, "check Ann Blades vs Fair rolled 9")
    assert "not meant" not in said(desk, f"damage Wolf 3 of #{hit(desk)}")


def test_a_roll_that_wounds_somebody_twice_is_remarked_on(desk: Desk) -> None:
    first = play(desk, f"{HITS_BY_4}\ndamage Knight 9 of HIT")["events"][-1]["seq"]
    assert f"“undo #{first}” takes that away" in said(desk, f"damage Knight 9 of #{hit(desk)}")
    assert "takes that away" not in said(desk, "damage Knight 9")


@pytest.mark.rule("FL-110")
def test_a_fudge_point_makes_a_wound_the_next_smaller_one(desk: Desk) -> None:
    play(desk, "rules points 3\nrules point-uses ease\ndamage Knight 17\npoint Knight +3")
    assert play(desk, "sheet Knight")["result"]["wounds"] == "Hurt (8)"
    eased = play(desk, "point Knight ease")["events"][0]
    assert eased["text"] == "Knight spends a fudge point: Hurt → Scratched"
    sheet = play(desk, "damage Knight 22\nsheet Knight")["result"]
    assert (sheet["wounds"], sheet["points"]) == ("Scratched (4), Incapacitated (13)", 2)
    assert "say which: Scratched and Incapacitated" in desk.do("point Knight ease").as_json()["error"]["message"]
    play(desk, "point Knight ease Scratched")
    assert play(desk, "sheet Knight")["result"]["wounds"] == "Incapacitated (13)"
    play(desk, f"undo #{eased['seq']} cascade")
    assert play(desk, "audit")["result"]["ok"]
