"""Test effects that forbid: no action, no defence, no armour, and those that begin with the next turn."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tabletop import play, text

from engine.concerns.clocks.sheet import ROUND_SINCE
from shell.runner import Desk

SET_UP = """
new fudge
define ability Sword, Dodge
pc Ann
npc Orc
trait Ann Sword Good, Dodge Fair
trait Orc Sword Good, Dodge Good
give Orc mail armour 3
rules tracks Hurt 4, Near Death
session start
fight start
"""


def refusal(desk: Desk, line: str) -> str:
    """Return why a line is refused, with the hint. Nothing is written."""
    head = play(desk, "head")
    fault = desk.do(line).as_json()["error"]
    assert play(desk, "head") == head
    return " | ".join(each for each in (fault["message"], fault["hint"]) if each)


def points(desk: Desk, line: str) -> int:
    """Return the wound points of a hit."""
    found: int = play(desk, line)["result"]["points"]
    return found


# --- what may not be rolled ------------------------------------------------------------------------------------


@pytest.mark.rule("FU-65")
@pytest.mark.parametrize(
    "line",
    [
        "check Orc Sword vs Fair",
        "orc sword 0",
        "check Orc Sword vs Ann Dodge",
        "contest Orc Sword vs Ann",
        "contest Ann Sword vs Orc",
    ],
)
def test_who_has_no_action_rolls_only_anyway_and_that_is_remarked_on(desk: Desk, line: str) -> None:
    play(desk, "effect Orc stunned no action until round")
    said = "Orc cannot act: stunned"
    assert refusal(desk, line) == (
        f"{said} | “effect Orc stunned ends” if that is over; “anyway” at the end rolls all the same"
    )
    assert said in play(desk, f"{line} anyway")["result"]["warnings"]
    play(desk, f"round\n{line}")


@pytest.mark.rule("FU-65")
def test_who_has_no_defence_resists_only_anyway_and_acts_as_ever(desk: Desk) -> None:
    play(desk, "effect Orc blinded no defence until round")
    said = "Orc cannot defend: blinded"
    for line in ("check Ann Sword vs Orc Dodge", "contest Ann Sword vs Orc Dodge"):
        assert refusal(desk, line).startswith(said)
        assert said in play(desk, f"{line} anyway")["result"]["warnings"]
    play(
        desk, "check Ann Sword vs Fair\ncontest Ann Sword vs Orc yields\ncontest Orc Sword vs Ann\ncheck Orc Dodge vs 0"
    )
    play(desk, "round\ncheck Ann Sword vs Orc Dodge")


@pytest.mark.rule("FU-65")
def test_a_forbidden_roll_that_ends_what_forbids_it_is_remarked_on_too(desk: Desk) -> None:
    play(desk, "effect Orc dazed no action until next roll")
    assert "Orc cannot act: dazed" in text(desk, "check Orc Sword vs 0 anyway")
    assert "dazed" not in text(desk, "check Orc Sword vs 0")


@pytest.mark.rule("FU-65")
def test_a_name_alone_forbids_nothing(desk: Desk) -> None:
    play(desk, "effect Orc blinded until next round\ncheck Orc Sword vs 0\ncheck Ann Sword vs Orc Dodge")


# --- armour, and hits ------------------------------------------------------------------------------------------


@pytest.mark.rule("FU-65", "PO-37")
def test_no_armour_on_this_hit_is_for_one_hit_on_that_character(desk: Desk) -> None:
    play(desk, "effect Orc chink no armour on this hit\ncheck Orc Sword vs 0\ndamage Ann 1")
    assert (points(desk, "damage Orc 5"), points(desk, "damage Orc 5")) == (5, 2)


@pytest.mark.rule("FU-65", "PO-37")
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("damage Orc 5 no armour", 5),
        ("damage Orc 5 no armour for this hit", 5),
        ("damage Orc 5 armour -2 for this hit", 4),
        ("damage Orc 5 armour -9", 5),
        ("damage Orc 5 armour +1", 1),
        ("damage Orc 0", 0),
        ("damage Orc 0 armour -9", 0),
    ],
)
def test_what_is_said_of_the_armour_is_for_one_hit(desk: Desk, line: str, left: int) -> None:
    assert (points(desk, line), points(desk, "damage Orc 5")) == (left, 2)
    assert play(desk, "audit")["result"]["ok"]


@pytest.mark.rule("PO-33")
def test_a_hit_without_harm_wounds_nobody_and_a_hit_below_nothing_is_refused(desk: Desk) -> None:
    assert play(desk, "damage Orc 0")["result"]["wound"] is None
    assert refusal(desk, "damage Orc -1") == "−1 is too small: it must be 0 or more"
    assert "does not say “no defence”" in refusal(desk, "damage Orc 5 no defence")
    assert "both count and not" in refusal(desk, "damage Orc 5 no armour armour -1")


# --- what begins with the next turn ----------------------------------------------------------------------------


@pytest.mark.rule("FU-65", "FU-66")
def test_what_is_for_the_next_turn_begins_with_it_and_ends_with_it(desk: Desk) -> None:
    play(desk, 'effect Orc "off balance" skill -1 on next turn')
    totals = [play(desk, "check Orc Sword vs 0 rolled 0")["result"]["total"]]
    assert "off balance −1 on everything on the next turn" in text(desk, "sheet Orc")
    for _ in range(2):
        play(desk, "round")
        totals.append(play(desk, "check Orc Sword vs 0 rolled 0")["result"]["total"])
    assert totals == [1, 0, 1]


@pytest.mark.rule("FU-65")
def test_the_last_turn_ends_with_the_fight(desk: Desk) -> None:
    play(desk, "effect Orc weak skill -1 on next turn\nfight end")
    assert play(desk, "sheet Orc")["result"]["effects"] is None
    assert "no round can end" in refusal(desk, "effect Orc weak skill -1 on next turn")


@pytest.mark.rule("FU-65")
@pytest.mark.parametrize(
    ("line", "saying"),
    [
        ("effect Orc weak skill -1 a -1", "it adds to actions twice"),
        ("effect Orc weak no action on next turn until fight", "“on next turn” says how long it lasts"),
        ("define table Odd: 1 weak skill -1 a -1, 2 fine", "weak adds to actions twice"),
        ("define table Odd: 1 weak no action on next turn until fight, 2 fine", "says how long weak lasts"),
    ],
)
def test_what_says_two_things_at_once_is_refused(desk: Desk, line: str, saying: str) -> None:
    assert saying in refusal(desk, line)


@pytest.mark.rule("FU-65", "FU-66")
def test_a_row_of_a_table_forbids_as_an_effect_does(desk: Desk) -> None:
    play(desk, "define table Mishap: 1 dazed no defence on next turn, 2 weak skill -1 until round")
    play(desk, "table Mishap for Orc rolled 1\ncheck Ann Sword vs Orc Dodge\nround")
    assert refusal(desk, "check Ann Sword vs Orc Dodge").startswith("Orc cannot defend: dazed")
    play(desk, "table Mishap for Orc rolled 2")
    assert play(desk, "check Orc Sword vs 0 rolled 0")["result"]["total"] == 0


# --- over random fights, and told again ------------------------------------------------------------------------


def random_line(dice: random.Random) -> str:
    """Return a line of a fight, perhaps of somebody who cannot do it."""
    who, other = dice.sample(["Ann", "Orc"], 2)
    ban, time = (
        dice.choice(["no action", "no defence"]),
        dice.choice(["on next turn", "until round", "until next roll"]),
    )
    return dice.choice(
        [
            f"effect {who} e{dice.randint(1, 99)} {ban} {time}",
            f"out {who} {dice.choice(['fled', 'dead'])}",
            f"revive {who} for luck",
            "round",
            f"check {who} Sword vs Fair rolled 0",
            f"check {who} Sword vs {other} Dodge rolled 0",
            f"contest {who} Sword rolled 0 vs {other} Dodge rolled 0",
        ]
    )


def forbidden(state: Any, line: str) -> bool:
    """Return whether something forbids the line, looked up in what the state holds."""
    verb, who, *rest = line.split()
    others = [name for name in ("Ann", "Orc") if name in rest]
    held = {name: state.sheets[name].own for name in ("Ann", "Orc")}
    since = ROUND_SINCE.of(state)

    def banned(name: str, ban: str) -> bool:
        found = [each for each in held[name].get("effects", ()) if not each.event.start or each.number < since]
        return any(effect.target == ban for each in found for effect in each.event.effects)

    out = [name for name in (who, *(others if verb == "contest" else [])) if held[name].get("out")]
    idle = [name for name in (who, *(others if verb == "contest" else [])) if banned(name, "no action")]
    return bool(out or idle or [name for name in others if banned(name, "no defence")])


@pytest.mark.rule("FU-65", "FL-22", "PF-11")
def test_a_forbidden_roll_is_refused_without_anyway_and_no_other(desk: Desk) -> None:
    dice, found = random.Random(4), {True: 0, False: 0}
    for line in (random_line(dice) for _ in range(220)):
        if line.split()[0] not in ("check", "contest"):
            desk.do(line)
            continue
        bad = forbidden(desk.campaign.state, line)
        found[bad] += 1
        assert (desk.do(line).fault is not None) == bad, line
        if bad:
            assert desk.do(f"{line} anyway").fault is None, line
    assert min(found.values()) > 20, found


def test_a_script_tells_again_what_was_forbidden(desk: Desk) -> None:
    play(desk, "effect Orc blinded no action no defence on next turn\neffect Orc chink no armour on this hit\nround")
    play(desk, "check Orc Sword vs 0 anyway rolled 0\ndamage Orc 5 armour -1\ndamage Orc 5 no armour\ndamage Orc 0")
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    again = Desk(desk.place.file.with_name("again.db"))
    play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
    assert play(again, "sheet Orc")["result"] == play(desk, "sheet Orc")["result"]
    again.close()
