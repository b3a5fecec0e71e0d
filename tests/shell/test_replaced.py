"""What a line replaces or doubles is said in its answer, and a name that means something else is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.concerns.characters.decide import SET_OTHERWISE
from engine.registry import find_marked
from shell.runner import Desk

WORLD = """\
new peupfudge "The Ford"
define ability Climbing, Fencing
define status Energy: Tired -1, Fine 0
define counter Mana 0..10 start 5
define track Injury: scratch 3, hurt 1 -1
define property wealthy
define table Loot: 1-3 nothing, 4-6 coin
pc Tom by Ann
pc Kotorikh by Kim
npc Bandit
npc 1 Guard
trait Tom Climbing 3
give Tom rope
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "log.db")
    for line in WORLD.splitlines():
        assert desk.do(line).fault is None, line
    yield desk
    desk.close()


def answer(desk: Desk, line: str) -> str:
    """Return what the program says to a line, which is right."""
    outcome = desk.do(line)
    assert outcome.fault is None, outcome.fault
    assert outcome.answer is not None
    said = outcome.answer.text()
    for remark in outcome.as_json()["result"].get("warnings", []):
        assert remark in said
    return said


#: Two lines that give one text or definition a different value each, and the first as it is named when it goes.
REPLACED = {
    "CharacteristicSet": ("set Tom Trouble = debts", "set tom trouble = the law", "debts"),
    "ItemNoted": ("condition Tom rope = frayed", "condition Tom rope = wet", "frayed"),
    "AgreementMade": ("agree phones off", "agree phones on silent", "off"),
    "ChecklistAnswered": ("checklist starting-xp by hand", "checklist starting-xp as we go", "by hand"),
    "AbilityDefined": ("define ability Fencing poor 2", "define ability Fencing bad 3", "Ability Fencing (poor 2)"),
    "StatusDefined": ("note x", "define status Energy: Weary -2, Fine 0", "Status Energy: Tired −1, Fine 0"),
    "CounterDefined": ("note x", "define counter Mana 0..20", "Counter Mana: 0 to 10"),
    "TrackDefined": ("note x", "define track Injury: scratch 5", "Track Injury: scratch 3, hurt 1"),
    "PropertyDefined": (
        "define property Strong: Climbing +1",
        "define property Strong: Climbing +2",
        "Property Strong: Climbing +1",
    ),
    "TableDefined": ("note x", "define table Loot: 1-3 rope, 4-6 coin", "Table Loot (1d6): 1–3 nothing"),
}


@pytest.mark.parametrize("kind", REPLACED)
def test_what_goes_when_something_takes_its_place_is_named_in_the_answer(desk: Desk, kind: str) -> None:
    first, second, gone = REPLACED[kind]
    assert "Before it was" not in answer(desk, first)
    assert f"Before it was: {gone}" in answer(desk, second)
    assert desk.campaign is not None
    assert type([*desk.campaign.events()][-1].event).__name__ == kind
    assert "Before it was" not in answer(desk, second)


def test_every_kind_of_definition_names_what_it_replaces() -> None:
    assert find_marked("defined_in") <= {*REPLACED}


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("pc Kotorik", "Kotorikh"),
        ("npc Kotorik", "Kotorikh"),
        ("npc Bandits", "Bandit"),
        ("define ability Climbin", "Climbing"),
        ("define status Enrgy: Low -1, High 0", "Energy"),
        ("define counter Manna 0..10", "Mana"),
        ("define track Injry: a 1", "Injury"),
        ("define property wealty", "wealthy"),
        ("define table Lood: 1-3 a, 4-6 b", "Loot"),
    ],
)
def test_a_new_name_beside_one_that_is_nearly_it_is_said(desk: Desk, line: str, near: str) -> None:
    assert f"{near} exists too. Meant {near}? Type undo." in answer(desk, line)


@pytest.mark.parametrize("line", ["pc Wenna", "npc 2 Guard", "npc 3 Bandit", "define ability Lore"])
def test_a_name_that_is_near_none_and_another_of_a_kind_pass_without_a_word(desk: Desk, line: str) -> None:
    assert "exists too" not in answer(desk, line)


#: What is set under the name of another value, and the line that sets that one.
ELSEWHERE = {
    "trait": [("set Tom fencing = 5", "trait Tom Fencing 5"), ("set Tom Climbing = good", "trait Tom Climbing LEVEL")],
    "status": [
        ("set Tom energy = tired", "status Tom Energy tired"),
        ("set Tom Energy = 7", "status Tom Energy STATE"),
    ],
    "counter": [("set Tom mana = 3", "status Tom Mana =3"), ("set Tom Mana = low", "status Tom Mana =NUMBER")],
    "track": [("set Tom injury = 2", "mark Tom Injury")],
    "property": [("set Tom Wealthy = yes", "gain Tom wealthy")],
}


@pytest.mark.parametrize("kind", SET_OTHERWISE)
def test_a_value_that_has_its_name_elsewhere_is_set_there(desk: Desk, kind: str) -> None:
    for typed, meant in ELSEWHERE[kind]:
        outcome = desk.do(typed)
        assert outcome.fault is not None, typed
        assert outcome.events == ()
        is_open = any(word in meant for word in ("LEVEL", "STATE", "NUMBER"))
        line = meant.rpartition(" ")[0] if is_open else meant
        assert line in str(outcome.fault.hint).replace("= ", "=").replace("2 Injury", "Injury")
        if not is_open:
            assert desk.do(meant).fault is None, meant


def test_a_characteristic_that_is_there_goes_on_under_its_name(desk: Desk) -> None:
    for line in ("set Tom Guile = much", "define ability Guile", "set Tom guile = little"):
        assert desk.do(line).fault is None, line


@pytest.mark.parametrize(
    ("typed", "cures"),
    [
        ("trait Tom climbing +1", ("trait Tom climbing 4", "trait Tom climbing 1")),
        ("trait Tom Fencing 2, Climbing +2", ("trait Tom Fencing 2, Climbing 5", "trait Tom Fencing 2, Climbing 2")),
    ],
)
def test_a_plus_before_the_level_of_a_trait_that_is_there_has_two_readings(
    desk: Desk, typed: str, cures: tuple[str, str]
) -> None:
    outcome = desk.do(typed)
    assert outcome.fault is not None
    assert outcome.fault.hint == f"type {cures[0]} or {cures[1]}"
    assert outcome.events == ()


def test_a_plus_before_a_first_level_has_one_reading(desk: Desk) -> None:
    assert "Fencing 2" in answer(desk, "trait Tom Fencing +2")
