"""A rule is typed as it is shown, and an entry of a table as if it stood in a file: the others stay."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_opposition import play

from engine.concerns.campaign.narrate import rule_said
from engine.refusal import Refused
from engine.rules.files import BUILT_IN, load_rules
from engine.rules.ruleset import FIELDS, FIXED_KEYS, Pairs, Ruleset, pair
from engine.rules.structure import change_value
from shell.runner import Desk

KEYS = [key for key in FIELDS if key not in FIXED_KEYS]
TABLES = {
    "dice-names": ["best = 5dF", "4d6 = 4d6-as-dF", "3d6 = 3d6-table"],
    "ladder-aliases": ["Mythic = 5", "Legendary = 5", "Legendary = 4"],
    "reactions": ["Good = likes you", "Superb = falls in love", "Terrible = draws"],
    "critical-table": ["2 = blinded", "3-5 = falls", "12 = loses the weapon; and the shield"],
    "tables": ["Hits = 1d6: 1-3 leg, 4-6 arm", "Odd = 4dF: -4..-1 bad, and wet, 0-4 good", "Dark = 1d2: 1 x; y"],
    "kinds": ["skill = Fencing, Climbing: untrained Poor;", "talent = Song: costs 2;", "skill = Riding: costs 3;"],
    "outcomes": ["0 = at a cost", "3 = with style", "-3 = a disaster"],
    "ready": [
        "Wolf = Bite Fair to Good: gift Quick, track 2;",
        "Bear = Bite Great: fault Greedy;",
        "Wolf = Bite Fair;",
    ],
    "armour": ["chain mail = 4", "plate = 5"],
    "weapons": ["sword = 3", "musket = Great", "pistol = 2d6"],
}


def test_every_table_of_the_rules_is_tried_here() -> None:
    assert sorted(TABLES) == sorted(key for key in KEYS if FIELDS[key].type is Pairs)


def assert_said_as_typed(rules: Ruleset, key: str) -> None:
    """Check that a rule is the same after what is shown of it is typed."""
    said = rule_said(rules, key, rules.as_data()[key])
    assert change_value(rules, key, said).as_data()[key] == rules.as_data()[key], said


@pytest.mark.rule("PF-69")
@pytest.mark.parametrize("book", BUILT_IN)
def test_what_is_shown_of_a_rule_can_be_typed(book: str) -> None:
    for key in KEYS:
        assert_said_as_typed(load_rules(book), key)


@st.composite
def changed(draw: st.DrawFn) -> Ruleset:
    """Draw the rules of a game with dice, levels, switches and tables of others."""
    rules = load_rules(draw(st.sampled_from(BUILT_IN)))
    lines = [(key, entry) for key, entries in TABLES.items() for entry in entries]
    lines += [(key, "none") for key in TABLES] + [(key, f"{pair(entry)[0]} = none") for key, entry in lines]
    lines += [(key, dice) for key in ("check-dice", "contest-dice") for dice in ("3d6-table", "4d6-lowest", "2dF")]
    lines += [("places", "the far, dark side"), ("places", "a; b"), ("questions", "Why, then?"), ("points", "3")]
    lines += [("result-floor", "Mediocre"), ("untrained", "Good"), ("untrained", "3"), ("npc-dice", "d6")]
    for key, typed in draw(st.lists(st.sampled_from(lines), max_size=8)):
        try:
            rules = change_value(rules, key, typed)
        except Refused:
            continue
    return rules


@pytest.mark.rule("PF-69")
@settings(max_examples=60, deadline=None)
@given(changed(), st.sampled_from([*TABLES, "check-dice", "contest-dice", "npc-dice", "places", "questions"]))
def test_what_is_shown_of_a_changed_rule_can_be_typed(rules: Ruleset, key: str) -> None:
    assert_said_as_typed(rules, key)


@pytest.mark.rule("PF-69")
def test_dice_of_a_rule_have_the_name_of_the_house_for_as_long_as_it_has_one() -> None:
    rules = change_value(load_rules("peupfudge"), "check-dice", "3d6-table")
    assert rule_said(rules, "check-dice", "3d6-table") == "3d6"
    rules = change_value(rules, "dice-names", "3d6 = none")
    assert rule_said(rules, "check-dice", "3d6-table") == "3d6-table"


@pytest.mark.rule("PF-69", "OC-03")
@settings(max_examples=60, deadline=None)
@given(changed(), st.sampled_from([(key, entry) for key, entries in TABLES.items() for entry in entries]))
def test_a_typed_entry_keeps_the_others(rules: Ruleset, line: tuple[str, str]) -> None:
    key, entry = line
    try:
        after = change_value(rules, key, entry)
    except Refused:
        return
    names = {name for name, _ in after.pairs(key)}
    assert len(set(rules.pairs(key)) - set(after.pairs(key))) <= 1
    assert len(names) == len(after.pairs(key)) >= len(rules.pairs(key))
    (new,) = names - {name for name, _ in rules.pairs(key)} or {None}
    if new is not None:
        dropped = change_value(after, key, f"{new} = none")
        assert dropped.as_data()[key] == rules.as_data()[key]


def test_an_entry_is_dropped_by_its_name_and_all_by_none() -> None:
    rules = load_rules("fudge")
    assert change_value(rules, "dice-names", "4D6 = none").pairs("dice-names") == [("3d6", "3d6-table")]
    assert change_value(rules, "dice-names", "none").dice_names == ()
    assert change_value(rules, "dice-names", "none, best = 5dF").pairs("dice-names") == [("best", "5dF")]
    with pytest.raises(Refused, match="there is no “best” to drop"):
        change_value(rules, "dice-names", "best = none")
    with pytest.raises(Refused, match="“best” is there twice"):
        change_value(rules, "dice-names", "best = 5dF, best = 4dF")


def test_a_table_is_played_again_as_it_was(tmp_path: Path) -> None:
    lines = "rules dice-names 4d6 = none\nrules reactions none, Fair = shrugs, Poor = growls\nrules armour plate = 5"
    with closing(Desk(tmp_path / "c.db")) as desk, closing(Desk(tmp_path / "again.db")) as again:
        play(desk, f"new fudge\n{lines}\nexport {tmp_path}/c.session")
        play(again, (tmp_path / "c.session").read_text("utf-8"))
        assert play(again, "rules")["rules"] == play(desk, "rules")["rules"]
