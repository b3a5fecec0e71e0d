"""A ladder of the house moves no level that is not about its own words."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from test_opposition import play

from engine.refusal import Refused
from engine.rules.files import load_rules
from engine.rules.growth import step_cost
from engine.rules.ladder import Ladder
from engine.rules.ladders import by_words
from engine.rules.ruleset import FIELDS, LEVELS, Ruleset
from engine.rules.structure import change_value
from shell.runner import Desk

BOOKS = ("fudge", "fudge-lite", "polyhedral")
NEW = ("Abysmal", "Average", "Wondrous", "Dreadful")


def words(rules: Ruleset) -> dict[str, Any]:
    """Return the rules with levels as words, and the price of the step up from every word."""
    ladder = Ladder.of(rules)
    named = {key: getattr(rules, field.name) for key, field in FIELDS.items() if field.type in LEVELS}
    found: dict[str, Any] = {key: None if level is None else ladder.name(level) for key, level in named.items()}
    found["reactions"] = {ladder.name(int(level)): said for level, said in rules.pairs("reactions")}
    if rules.book == "polyhedral":
        found |= {"dice": by_words(rules, "polyhedral-dice", rules.polyhedral_dice)}
    return found | {"prices": {word: step_cost(rules, level) for word, level in ladder.levels.items()}}


def house(book: str, ladder: list[str], least: int, more: str = "") -> Ruleset:
    """Return the rules of a file that extends a game with another ladder."""
    with folder() as place:
        file = Path(place) / "house.toml"
        listed = ", ".join(f'"{word}"' for word in ladder)
        file.write_text(f'extends = "{book}"\nladder = [{listed}]\nladder-from = {least}\n{more}\n', "utf-8")
        return load_rules(str(file))


@st.composite
def ladders(draw: st.DrawFn) -> tuple[str, list[str], int]:
    book = draw(st.sampled_from(BOOKS))
    rules = load_rules(book)
    ladder = list(rules.ladder)
    for word in draw(st.lists(st.sampled_from([new for new in NEW if new not in ladder]), unique=True, max_size=3)):
        ladder.insert(draw(st.integers(0, len(ladder))), word)
    return book, ladder, draw(st.integers(-6, 3))


@pytest.mark.slow
@pytest.mark.rule("OC-37", "FL-38")
@settings(max_examples=100)
@given(ladders())
def test_adding_a_word_to_a_ladder_changes_nothing_that_is_not_about_it(case: tuple[str, list[str], int]) -> None:
    book, ladder, least = case
    old = load_rules(book)
    before, after = words(old), words(house(book, ladder, least))
    ends = {old.ladder[0], old.ladder[-1]}
    for key, word in before.items():
        if key in ("prices", "dice"):
            for name, each in word.items():
                assert name not in old.ladder or after[key][name] == each
        elif isinstance(word, dict) or word in old.ladder:
            assert after[key] == word, key
        elif word is not None:
            assert word.rpartition(" ")[0] in ends or word in ends, key  # beyond an end, so many steps beyond


@pytest.mark.rule("OC-37", "FL-38")
def test_a_price_whose_word_is_gone_is_said_to_be_left_out(tmp_path: Path) -> None:
    ladder = [word for word in load_rules("fudge-lite").ladder if word != "Mediocre"]
    listed = ", ".join(f'"{word}"' for word in ladder)
    dice = 'polyhedral-dice = ["d4", "d6"]'
    (tmp_path / "house.toml").write_text(f'extends = "fudge-lite"\nladder = [{listed}]\n{dice}\n', "utf-8")
    with closing(Desk(tmp_path / "c.db")) as desk:
        warnings = play(desk, f'new "{tmp_path / "house.toml"}"')["warnings"]
    assert "Mediocre is no step of this ladder: its price, 1 XP, is left out" in warnings


@pytest.mark.rule("FL-38", "PO-06")
def test_prices_and_dice_are_written_by_their_words() -> None:
    lite = load_rules("fudge-lite")
    listed = "step-costs = { Poor = 1, Fair = 2, Good = 4, Great = 8 }"
    assert house("fudge-lite", list(lite.ladder), -3, listed).step_costs == (1, 1, 1, 2, 4, 8)
    assert change_value(lite, "step-costs", "Fair = 3, Good = 5").step_costs == (1, 1, 1, 3, 5, 8, 16)
    with pytest.raises(Refused, match="“Nice” is no level"):
        change_value(lite, "step-costs", "Nice = 3")
    dice = load_rules("polyhedral")
    own = 'polyhedral-dice = { Mediocre = "d4", Fair = "d6", Good = "d10" }'
    assert house("polyhedral", list(dice.ladder), 0, own).polyhedral_dice == ("none", "none", "none", "d4", "d6", "d10")
    assert change_value(dice, "polyhedral-dice", "Good = d10").polyhedral_dice[5:] == ("d10", "d10", "d12")
    with pytest.raises(Refused, match="the first level is Terrible"):
        change_value(lite, "step-costs", "-9 = 3")


@pytest.mark.rule("OC-37")
def test_a_word_of_the_ladder_replaces_another_word_for_a_level_that_the_file_does_not_write() -> None:
    ladder = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb", "Legendary"]
    assert house("fudge", ladder, -3).ladder_aliases == ()
    with pytest.raises(Refused) as refused:
        house("fudge", ladder, -3, 'ladder-aliases = ["Legendary = 4"]')
    assert "also in ladder-aliases" in refused.value.message


@pytest.mark.rule("OC-37", "PF-69")
def test_a_change_of_the_ladder_lists_the_traits_that_change_their_word(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        play(desk, "new fudge\npc Ann\ntrait Ann Sword Good")
        found = play(desk, "rules ladder-from -2")["warnings"]
        assert "Ann's Sword is now Fair (was Good)" in found
        assert "untrained" not in str(play(desk, "rules check-dice 4dF")["warnings"])
