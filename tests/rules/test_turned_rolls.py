"""Test what stands on a roll that a fudge point or a ruling turned: damage, marks, and the audit of both."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from tabletop import play, result, text

from engine.events import ContestResolved, RollAltered
from engine.fitting import violation
from replay.audit.rederiving import discrepancies
from shell.runner import Desk

#: Two who hit each other with weapons, and points for every use.
SET_UP = """
new polyhedral
rules points 3
rules point-uses maximum, reroll, alter, convert
pc Ann
pc Bo
trait Ann Blades Great, "Damage Capacity" Fair
trait Bo Blades Fair, "Damage Capacity" Fair
give Ann sword weapon 3
give Bo axe weapon 4
session start
"""


def fight(desk: Desk, ann: str = "3", bo: str = "5") -> int:
    """Let Ann and Bo fight, and return the number of the contest."""
    found = play(desk, f"contest Ann Blades rolled {ann} vs Bo Blades rolled {bo}")
    return int(found["events"][0]["seq"])


def notes(desk: Desk) -> list[int]:
    """Return the damage that an audit finds outdated; nothing may be wrong."""
    found = result(desk, "audit")["findings"]
    assert not [each for each in found if each["weight"] == "wrong"]
    return [each["seq"] for each in found if each["rule"] == "stale-damage"]


@pytest.mark.rule("PO-26", "FL-107", "FL-109", "FL-111")
def test_damage_counts_the_relative_degree_as_points_left_it(desk: Desk) -> None:
    seq = fight(desk)
    assert result(desk, f"damage Ann of #{seq}")["damage"] == 4 + 2
    play(desk, f"undo\npoint Ann alter #{seq} +1")
    assert result(desk, f"damage Ann of #{seq}")["damage"] == 4 + 1
    play(desk, f"undo\npoint Ann reroll #{seq} rolled 9")
    assert "Ann won" in str(desk.do(f"damage Ann of #{seq}").fault.message)  # type: ignore[union-attr]
    assert result(desk, f"damage Bo of #{seq}")["damage"] == 3 + 4
    play(desk, f"undo\npoint Bo success #{seq}")
    assert result(desk, f"damage Ann of #{seq}")["damage"] == 4 + 0
    assert notes(desk) == []


@pytest.mark.rule("PO-29", "FL-109")
def test_damage_counts_the_margin_of_a_check_as_points_left_it(desk: Desk) -> None:
    seq = play(desk, "check Ann Blades vs Fair rolled 5")["events"][0]["seq"]
    play(desk, f"point Ann alter #{seq} +1")
    assert result(desk, f"damage Bo of #{seq}")["damage"] == 3 + 2


@pytest.mark.rule("PO-26", "FL-107", "FL-111")
def test_damage_from_before_a_point_is_remarked_on_and_found_by_the_audit(desk: Desk) -> None:
    seq = fight(desk)
    dealt = play(desk, f"damage Ann of #{seq}")["events"][-1]["seq"]
    assert notes(desk) == []
    said = text(desk, f"point Ann reroll #{seq} rolled 9")
    assert said.splitlines()[-1].strip().startswith(f"#{dealt} is from before: Ann takes 6")
    assert said.endswith(f"“undo #{dealt}” takes it back")
    assert notes(desk) == [dealt]
    play(desk, f"undo #{dealt}")
    assert notes(desk) == []
    assert result(desk, "sheet Ann")["wounds"] is None


def test_damage_that_a_second_point_makes_right_again_is_no_finding(desk: Desk) -> None:
    seq = fight(desk)
    dealt = play(desk, f"damage Ann of #{seq}")["events"][-1]["seq"]
    assert result(desk, f"point Bo alter #{seq} +1")["warnings"]
    assert notes(desk) == [dealt]
    assert result(desk, f"point Bo alter #{seq} -1")["warnings"] == []
    assert notes(desk) == []


def test_a_wound_that_healed_since_needs_nothing(desk: Desk) -> None:
    seq = fight(desk)
    dealt = play(desk, f"damage Ann of #{seq}")["events"][-1]["seq"]
    play(desk, "clear Ann")
    assert f"“undo #{dealt} cascade”" in text(desk, f"point Ann reroll #{seq} rolled 9")
    assert notes(desk) == []
    play(desk, f"undo #{dealt} cascade")


@pytest.mark.rule("FL-67", "FL-111")
def test_marks_of_a_roll_are_remarked_on_once_it_ends_otherwise(desk: Desk) -> None:
    play(desk, "rules tracks minor 2, serious 2")
    seq = fight(desk)
    marked = play(desk, f"mark Ann of #{seq}")["events"][0]["seq"]
    assert result(desk, f"point Ann alter #{seq} +1")["warnings"] == []
    assert result(desk, f"point Ann success #{seq}")["warnings"] == [
        f"#{marked} is from before: Ann's injury: minor marked (from #{seq}); “undo #{marked}” takes it back"
    ]


@pytest.mark.rule("FU-62")
def test_marks_of_a_roll_are_remarked_on_once_a_ruling_ends_it_otherwise(desk: Desk) -> None:
    play(desk, "rules tracks minor 2, serious 2\nrules criticals natural")
    seq = play(desk, 'check Ann Blades vs "Legendary 5th" with 4dF rolled +4')["events"][0]["seq"]
    marked = play(desk, f"mark Ann of #{seq}")["events"][0]["seq"]
    assert f"#{marked} is from before" in text(desk, f"ruling #{seq} beyond")


def forgeries(event: Any) -> list[Any]:
    """Return a use of a point with places that no contest of its sides has."""
    order = event.ranking
    return [
        evolve(event, ranking=None),
        evolve(event, ranking=evolve(order, places=order.places[:1])),
        evolve(event, ranking=evolve(order, winner="Zoe")),
    ]


def test_places_that_are_not_those_of_the_sides_are_refused(desk: Desk) -> None:
    seq = fight(desk)
    assert desk.campaign is not None
    before = desk.campaign.state.copy()
    play(desk, f"point Ann alter #{seq} +1")
    event = next(each.event for each in desk.campaign.events() if isinstance(each.event, RollAltered))
    assert violation(before, event) is None
    for forged in forgeries(event):
        assert "the places are not those" in str(violation(before, forged))
    swapped = evolve(event, ranking=evolve(event.ranking, places=(1, 2)))
    assert [each.what for each in discrepancies(before, swapped)] == ["Ann's place", "Bo's place"]
    contest = before.rolls[seq]
    assert isinstance(contest, ContestResolved)
    assert "Zoe has no side" in str(violation(before, evolve(contest, winner="Zoe")))
