"""Test effects that pass: whom they bear on, what ends them, and that undo brings them back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from tabletop import play

from shell.runner import Desk

#: Ann and an Orc, both good with a sword.
SET_UP = """
new peupfudge
define ability Sword, Wits
define property brave: A +2
pc Ann
npc Orc
trait Ann Sword 3
trait Orc Sword 3
session start
"""


def types_of(answered: dict[str, Any]) -> list[str]:
    """Return the types of the events of an answer."""
    return [event["type"] for event in answered["events"]]


def lasting(desk: Desk, who: str) -> str | None:
    """Return what bears on somebody for a while."""
    shown: str | None = play(desk, f"sheet {who}")["result"]["effects"]
    return shown


@pytest.mark.rule("FU-65")
def test_what_passes_bears_on_whom_it_is_on_as_actor_and_as_opponent(desk: Desk) -> None:
    play(desk, 'effect Orc "numb arm" a -2 on Sword')
    assert play(desk, "check Orc Sword vs 3 rolled 0")["result"]["total"] == 1
    assert play(desk, "check Ann Sword vs Orc Sword rolled 0")["result"]["difficulty"] == 1
    assert play(desk, "check Ann Wits vs Orc Wits rolled 0")["result"]["difficulty"] == 0
    sides = play(desk, "contest Ann Sword rolled 0 vs Orc rolled 0")["result"]["participants"]
    assert [side["total"] for side in sides] == [3, 1]


@pytest.mark.parametrize(
    ("clock", "line"),
    [
        ("round", "round"),
        ("round", "fight end"),
        ("fight", "fight end"),
        ("scene", "scene A cave"),
        ("scene", "session end"),
        ("session", "session end"),
        ("next roll", "check Orc Sword vs 3 rolled 0"),
        ("next roll", "contest Ann Sword rolled 0 vs Orc rolled 0"),
        ("next roll", "roll 4dF for Orc rolled 0"),
    ],
)
def test_what_passes_ends_with_its_clock_and_says_so(desk: Desk, clock: str, line: str) -> None:
    play(desk, f"fight start\neffect Orc stunned a -1 until {clock}\ngain Orc brave until {clock}")
    shown = desk.do("party").answer
    assert shown is not None
    assert shown.text().count("brave") == 2, "beside the trait that it changes, and in the list of what passes"
    answered = play(desk, line)
    assert {"EffectEnded", "PropertyLost"} <= set(types_of(answered))
    assert lasting(desk, "Orc") is None
    play(desk, "undo")
    assert lasting(desk, "Orc") is not None


@pytest.mark.parametrize("line", ["round", "scene A cave", "check Ann Sword vs 3 rolled 0", "note hm"])
def test_what_passes_outlasts_all_other_clocks(desk: Desk, line: str) -> None:
    play(desk, "fight start\neffect Orc stunned a -1 until fight\n" + line)
    assert lasting(desk, "Orc") == "stunned −1 on everything until the fight ends"


def test_the_roll_that_ends_an_effect_still_counts_it(desk: Desk) -> None:
    play(desk, "effect Orc dazed a -3 until next roll")
    assert play(desk, "check Orc Sword vs 3 rolled 0")["result"]["total"] == 0
    assert play(desk, "check Orc Sword vs 3 rolled 0")["result"]["total"] == 3


def test_undo_of_the_roll_alone_brings_back_what_it_ended(desk: Desk) -> None:
    play(desk, "effect Orc dazed a -3 until next roll")
    check = play(desk, "check Orc Sword vs 3 rolled 0")["events"][0]["seq"]
    play(desk, f"undo #{check}")
    assert lasting(desk, "Orc") == "dazed −3 on everything for the next roll"


def test_undo_of_an_effect_makes_the_rolls_under_it_stale(desk: Desk) -> None:
    effect = play(desk, "effect Orc dazed a -3")["events"][0]["seq"]
    play(desk, "check Orc Sword vs 3 rolled 0")
    (stale,) = play(desk, f"undo #{effect}")["result"]["stale"]
    assert (stale["recorded"]["total"], stale["corrected"]["total"]) == (0, 3)


def test_undo_of_a_roll_takes_the_effect_that_came_of_it_along(desk: Desk) -> None:
    check = play(desk, "check Ann Sword vs 3 rolled 0")["events"][0]["seq"]
    play(desk, f"effect Orc stunned a -1 of #{check}")
    refused = desk.do(f"undo #{check}").as_json()
    assert [each["text"] for each in refused["error"]["dependents"]] == [
        f"#{check + 1} Orc: stunned, −1 on everything (from #{check})"
    ]
    play(desk, f"undo #{check} cascade")
    assert lasting(desk, "Orc") is None


def test_an_effect_is_ended_before_its_time_by_its_name(desk: Desk) -> None:
    play(desk, "effect Orc stunned a -1\neffect Orc slow")
    assert lasting(desk, "Orc") == "stunned −1 on everything; slow"
    play(desk, "effect Orc Stunned ends")
    assert lasting(desk, "Orc") == "slow"


def test_an_effect_comes_over_several_at_once_and_goes(desk: Desk) -> None:
    play(desk, "effect Ann, Orc wet a -1")
    assert [lasting(desk, who) for who in ("Ann", "Orc")] == ["wet −1 on everything"] * 2
    play(desk, "effect Orc, Ann wet ends")
    assert [lasting(desk, who) for who in ("Ann", "Orc")] == [None, None]


def test_on_everything_is_read_as_it_is_written() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new fudge\npc Ann\neffect Ann wet a -1 on everything\ngive Ann stone -1 on everything")
        play(desk, "define status Mood: Grim -1, Calm 0 on everything\nstatus Ann Mood Grim")
        assert play(desk, "check Ann Sword vs Fair rolled 0")["result"]["level"] == -2
        modifiers = play(desk, "check Ann Sword vs Fair rolled 0")["result"]["modifiers"]
        assert [each["value"] for each in modifiers] == [-1, -1, -1]


def test_a_script_of_the_evening_plays_all_of_it_again(desk: Desk) -> None:
    play(desk, "fight start ford\neffect Orc stunned a -1 when running until round\ngain Ann brave until fight")
    play(
        desk, "effect Orc blind until next round\nround\neffect Orc slow until next roll\ncheck Orc Sword vs 3 rolled 0"
    )
    play(desk, "effect Ann bold a +1 on Sword damage +2 armour -1\neffect Ann rent armour -3 until next round")
    script = desk.place.file.with_suffix(".session")
    assert play(desk, f"export {script}")["result"]["unsaid"] == []
    sheets = [play(desk, f"sheet {who}")["result"] for who in ("Ann", "Orc")]
    with closing(Desk(desk.place.file.with_name("again.db"))) as again:
        play(again, "\n".join(line for line in script.read_text().splitlines() if line and line[0] != "#"))
        assert [play(again, f"sheet {who}")["result"] for who in ("Ann", "Orc")] == sheets


@pytest.mark.rule("PF-13")
def test_something_can_last_as_long_as_what_an_event_began(desk: Desk) -> None:
    dazed = play(desk, "effect Orc dazed a -1 until scene")["events"][0]["seq"]
    brave = play(desk, f"gain Ann brave until #{dazed}")["events"][0]["seq"]
    play(desk, f"effect Orc afraid a -2 until #{brave}")
    assert lasting(desk, "Ann") == f"brave until #{dazed} ends"
    ends = play(desk, "scene A cave")["events"][1:]
    assert [each["text"] for each in ends] == [
        "Orc: dazed ends: the scene is over",
        f"Ann no longer has brave: #{dazed} is over",
        f"Orc: afraid ends: #{brave} is over",
    ]
    play(desk, "undo")
    assert (lasting(desk, "Ann"), lasting(desk, "Orc")) != (None, None)
    depends = desk.do(f"undo #{dazed}").as_json()["error"]
    assert [each["seq"] for each in depends["dependents"]] == [brave, brave + 1]


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("status Ann Mood Grim", "status Ann Mood Glad"),
        ("mark Ann minor", "tend Ann"),
        ("give Ann ring", "drop Ann ring"),
        ("fight start", "fight end"),
        ("session start", "session end"),
        ("countdown Doom 1", "tick Doom"),
        ("goal Rest needs sleep", "met Rest sleep"),
    ],
)
def test_what_it_lasts_as_long_as_can_be_of_any_kind(desk: Desk, begin: str, end: str) -> None:
    play(desk, "session end\ndefine status Mood: Grim, Glad start Glad\ndefine track Hurts: minor 2, serious 2")
    began = play(desk, begin)["events"][0]["seq"]
    play(desk, f"gain Ann brave until #{began}")
    assert f"Ann no longer has brave: #{began} is over" in [each["text"] for each in play(desk, end)["events"]]
    refused = desk.do(f"gain Ann brave until #{began}").as_json()["error"]
    assert refused["message"] == f"#{began} began nothing that still lasts"


def reasons(desk: Desk, line: str) -> tuple[Any, list[str]]:
    """Return a value as “why” has it, and the types of the events behind it."""
    found = play(desk, line)["result"]
    return found["value"], [each["type"] for each in found["because"]]


@pytest.mark.rule("FU-65")
def test_why_explains_an_effect_by_its_name_while_it_lasts_and_after() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, f"{SET_UP}fight start\neffect Orc stunned a -1 until round\neffect Orc bound until fight")
        assert reasons(desk, "why Orc stunned") == ("stunned −1 on everything until the round ends", ["EffectBegan"])
        assert reasons(desk, "why Orc effects")[1] == ["EffectBegan"] * 2, "one of them is not all of them"
        play(desk, "round")
        assert reasons(desk, "why Orc stun") == (None, ["EffectBegan", "EffectEnded"])
        assert reasons(desk, "why Orc effects") == ("bound until the fight ends", ["EffectBegan"])


@pytest.mark.rule("FL-17", "PO-35")
def test_why_explains_what_a_sheet_shows_by_the_words_of_the_sheet() -> None:
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, "new fudge-lite\npc Ana\nmark Ana 3\nrules points 3\nout Ana fled")
        assert reasons(desk, "why Ana minor") == reasons(desk, "why Ana injury") == (3, ["BoxesMarked"])
        assert reasons(desk, 'why Ana "fudge points"') == (3, ["RulesChanged"])
        assert reasons(desk, 'why Ana "out of play"') == ("fled", ["TakenOut"])
        refused = desk.do("why Ana pending").fault
        assert refused is not None
        assert "shows no “pending”" in refused.message
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        play(desk, 'new polyhedral\nnpc Orc\ntrait Orc "Damage Capacity" Fair\ndamage Orc 9\ndamage Orc 5')
        assert reasons(desk, 'why Orc "damage rating"') == (4, ["TraitGiven"])
        assert reasons(desk, "why Orc hurt")[1] == ["DamageDealt"] * 2
