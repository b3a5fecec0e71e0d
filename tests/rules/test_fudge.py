"""Fudge, row by row (FU-01 to FU-73), in the order of the rules; then how a table makes the game its own.

What the dice can do is proven in test_dice and test_odds, and the worked examples are played in test_evenings too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import attrs
import pytest
from given import Given, a_check, a_contest, folder, given

from engine import Campaign, Refused
from engine.chances import of_check, of_contest
from engine.commands import (
    ChangeRule,
    Check,
    CheckOdds,
    Contest,
    ContestOdds,
    Critical,
    Gain,
    GiveTrait,
    Modifier,
    Opponent,
    React,
    Reveal,
    Roll,
    RuleOnCritical,
    Side,
    TraitLevel,
)
from engine.events import (
    AbilityDefined,
    AttitudeSet,
    CharacterCreated,
    CheckResolved,
    ContestResolved,
    CriticalDrawn,
    CriticalRuled,
    DiceRolled,
    Effect,
    Event,
    ItemGiven,
    Part,
    PropertyDefined,
    PropertyGained,
    ReactionRolled,
    RulesChanged,
    SecretRevealed,
    StatusChanged,
    StatusDefined,
    StatusState,
    TraitGiven,
)
from engine.narrate import tell
from engine.rules.files import BASES, load_rules
from engine.rules.ladder import Ladder
from engine.rules.structure import change_value
from replay.audit.rederiving import discrepancies
from shell.runner import Desk

# --- who and what the tests are about ----------------------------------------------------------------------

TERRIBLE, POOR, MEDIOCRE, FAIR, GOOD, GREAT, SUPERB, LEGENDARY = range(-3, 5)
WORDS = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"]

#: Faces of 4dF for every total.
FACES = {
    -4: (-1, -1, -1, -1),
    -3: (-1, -1, -1, 0),
    -2: (-1, -1, 0, 0),
    -1: (-1, 0, 0, 0),
    0: (1, 0, -1, 0),
    1: (1, 0, 0, 0),
    2: (1, 1, 0, 0),
    3: (1, 1, 1, 0),
    4: (1, 1, 1, 1),
}

#: How many of the 81 rolls come to each total.
TIMES = dict(zip(FACES, (1, 4, 10, 16, 19, 16, 10, 4, 1), strict=True))


def someone(name: str, **traits: int) -> tuple[Event, ...]:
    """Return a player character with traits at these levels."""
    return CharacterCreated(name, "pc"), *(TraitGiven(name, trait, level) for trait, level in traits.items())


def npc(name: str, **traits: int) -> tuple[Event, ...]:
    """Return a character of the game master's, with traits at these levels."""
    return CharacterCreated(name, "npc"), *(TraitGiven(name, trait, level) for trait, level in traits.items())


def fudge(*events: Event) -> Given:
    """Begin a campaign of Fudge in which these events have happened."""
    return given(*events, book="fudge")


def ruled(*settings: tuple[str, str]) -> tuple[RulesChanged, ...]:
    """Return the events that rules of Fudge were set to what was typed."""
    events, rules = [], load_rules("fudge")
    for key, typed in settings:
        before, rules = rules, change_value(rules, key, typed)
        values = rules.as_data()
        events.append(RulesChanged(key, values[key], before.as_data()[key], values, rules.digest))
    return tuple(events)


def rolling(level: int, roll: int, difficulty: int | None = None, **more: Any) -> CheckResolved:
    """Roll a trait at a level, against a difficulty or the usual one."""
    return a_check(
        fudge(*someone("Nathaniel", Bow=level)), Check("Nathaniel", "Bow", difficulty, faces=FACES[roll], **more)
    )


def chance(story: Given, *asked: Any, **more: Any) -> Fraction:
    """Return the exact chance of a check."""
    return Fraction(of_check(story.state, CheckOdds(*asked, **more)).exact)


def word(level: int) -> str | None:
    """Return what a level is called in Fudge."""
    return Ladder.of(load_rules("fudge")).name(level)


def said(table: Desk, line: str) -> str:
    """Return what the program answers to a line that succeeds."""
    outcome = table.do(line)
    assert outcome.status == 0, (line, outcome.fault)
    return outcome.answer.text()


@pytest.fixture
def fair() -> Iterator[Desk]:
    """Make an empty campaign of Fudge, as a game master would use it."""
    with folder() as place:
        desk = Desk(Path(place) / "fair.db")
        assert desk.do('new fudge "A fair"').status == 0
        yield desk
        desk.close()


def house(place: Path, text: str) -> Path:
    """Write a file with rules of the table's own."""
    file = place / "house.toml"
    file.write_text(text, "utf-8")
    return file


# --- ladder, rolled degree, difficulty ---------------------------------------------------------------------


@pytest.mark.rule("FU-01")
def test_the_ladder_has_seven_words_around_fair() -> None:
    rules = load_rules("fudge")
    assert list(rules.ladder) == WORDS
    assert [word(level) for level in range(-3, 4)] == WORDS
    assert [Ladder.of(rules).level(each) for each in WORDS] == list(range(-3, 4))


@pytest.mark.rule("FU-02", "WX-FU-1", "ER-18")
@pytest.mark.parametrize(("roll", "degree"), [(0, "Good"), (1, "Great"), (-3, "Poor")])
def test_the_roll_moves_the_level_up_or_down_the_ladder(roll: int, degree: str) -> None:
    assert rolling(GOOD, roll).degree == degree


@pytest.mark.rule("FU-03", "WX-FU-10")
@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_beyond_superb_degrees_are_counted(roll: int) -> None:
    check = rolling(SUPERB, roll)
    assert (check.total, check.degree) == (3 + roll, f"Superb +{roll}")


@pytest.mark.rule("FU-04")
@pytest.mark.parametrize("roll", [-1, -2, -3, -4])
def test_below_terrible_degrees_are_counted_too(roll: int) -> None:
    check = rolling(TERRIBLE, roll)
    assert (check.total, check.degree) == (-3 + roll, f"Terrible −{-roll}")


@pytest.mark.rule("FU-05", "OC-11")
@pytest.mark.parametrize(("legendary", "limit"), [("off", SUPERB), ("on", LEGENDARY)])
def test_a_trait_is_legendary_only_where_the_game_master_allows_it(legendary: str, limit: int) -> None:
    story = fudge(*ruled(("legendary", legendary)), *someone("Nathaniel"))
    for level in range(-5, 7):
        outcome = story.when(GiveTrait("Nathaniel", (TraitLevel("Bow", level),)))
        if TERRIBLE <= level <= limit:
            outcome.then(TraitGiven("Nathaniel", "Bow", level, word=word(level)))
        else:
            outcome.refused(f"levels at creation go from Terrible to {word(limit)}")


@pytest.mark.rule("FU-05", "OC-11")
def test_legendary_is_a_word_for_one_more_than_superb(fair: Desk) -> None:
    said(fair, "pc Nathaniel")
    refused = fair.do("trait Nathaniel Bow Legendary")
    assert refused.status == 1
    assert refused.fault is not None
    assert refused.fault.hint == "“rules legendary on” allows more"
    said(fair, "rules legendary on")
    assert said(fair, "trait Nathaniel Bow legendary").endswith("Nathaniel starts with Bow Superb +1")
    assert fair.do("trait Nathaniel Bow Superb +2").status == 1


@pytest.mark.rule("FU-06")
def test_a_difficulty_may_lie_beyond_superb() -> None:
    story = fudge(*someone("Nathaniel", Bow=GREAT))
    assert chance(story, "Nathaniel", "Bow", 5) == Fraction(5, 81)
    assert of_check(story.state, CheckOdds("Nathaniel", "Bow", 5)).needed == 3
    assert a_check(story, Check("Nathaniel", "Bow", 5, faces=FACES[3])).against == "Superb +2"


@pytest.mark.rule("FU-07", "EV-12")
@pytest.mark.parametrize("difficulty", [TERRIBLE, -4])
def test_against_terrible_or_less_nobody_rolls(difficulty: int) -> None:
    check = a_check(fudge(*someone("Nathaniel")), Check("Nathaniel", None, difficulty, modifiers=(Modifier(-3),)))
    assert (check.roll, check.faces, check.dice, check.success) == (None, (), "", True)
    assert check.automatic == "a difficulty of Terrible or less needs no roll"


@pytest.mark.rule("FU-07")
def test_against_an_opponent_of_that_level_dice_are_rolled() -> None:
    story = fudge(*someone("Nathaniel", Bow=FAIR), *someone("Joe", Dodge=TERRIBLE))
    opposed = Check("Nathaniel", "Bow", opponent=Opponent("Joe", "Dodge"), faces=None)
    check = a_check(story.rolling(*FACES[-4]), opposed)
    assert (check.roll, check.automatic, check.success) == (-4, None, False)


@pytest.mark.rule("FU-07")
@pytest.mark.parametrize("how", [{"anyway": True}, {"faces": FACES[-4]}], ids=["anyway", "rolled"])
def test_the_game_master_may_have_it_rolled_all_the_same(how: dict[str, Any]) -> None:
    story = fudge(*someone("Nathaniel", Bow=TERRIBLE)).rolling(*FACES[-4])
    check = a_check(story, Check("Nathaniel", "Bow", TERRIBLE, **how))
    assert (check.roll, check.total, check.success, check.automatic) == (-4, -7, False, None)


@pytest.mark.rule("FU-08", "EV-12")
@pytest.mark.parametrize(
    ("level", "difficulty", "why"),
    [
        (POOR, SUPERB, "it cannot succeed"),
        (POOR, GREAT, None),
        (SUPERB, MEDIOCRE, "it cannot fail"),
        (SUPERB, FAIR, None),
    ],
)
def test_dice_are_for_what_is_uncertain(level: int, difficulty: int, why: str | None) -> None:
    story = fudge(*someone("Nathaniel", Bow=level)).rolling(*FACES[0])
    check = a_check(story, Check("Nathaniel", "Bow", difficulty))
    assert check.automatic == why
    assert (check.roll is None) == (why is not None)
    if why is not None:
        assert check.success == (why == "it cannot fail")
        assert chance(story, "Nathaniel", "Bow", difficulty) == int(check.success)


@pytest.mark.rule("FU-08")
def test_a_table_may_roll_for_everything() -> None:
    story = fudge(*ruled(("certain-rolls", "on"), ("automatic-at", "none")), *someone("Nathaniel", Bow=SUPERB))
    assert a_check(story.rolling(*FACES[-4]), Check("Nathaniel", "Bow", TERRIBLE)).roll == -4


@pytest.mark.rule("FU-10", "EV-10")
def test_a_check_names_the_trait_that_it_tests() -> None:
    story = fudge(AbilityDefined("Sleight of Hand"), *someone("Nathaniel", Dexterity=GOOD))
    assert a_check(story, Check("Nathaniel", "Dexterity", faces=FACES[0])).trait == "Dexterity"
    assert a_check(story, Check("Nathaniel", "Juggling", faces=FACES[0])).trait == "Juggling"


@pytest.mark.rule("FU-11", "OC-07")
def test_the_difficulty_is_fair_unless_another_is_named() -> None:
    usual = rolling(GOOD, -1)
    assert (usual.difficulty, usual.against, usual.margin, usual.success) == (FAIR, "Fair", 0, True)
    hard = rolling(GOOD, -1, GREAT)
    assert (hard.against, hard.margin, hard.success) == ("Great", -2, False)


@pytest.mark.rule("FU-11")
def test_a_table_may_take_another_usual_difficulty_or_none() -> None:
    story = fudge(*ruled(("default-difficulty", "Good")), *someone("Nathaniel", Bow=GOOD))
    assert a_check(story, Check("Nathaniel", "Bow", faces=FACES[0])).difficulty == GOOD
    story = fudge(*ruled(("default-difficulty", "none")), *someone("Nathaniel", Bow=GOOD))
    story.when(Check("Nathaniel", "Bow", faces=FACES[0])).refused("a check needs a difficulty")


@pytest.mark.rule("FU-12", "WX-FU-2", "ER-12")
def test_meeting_the_difficulty_is_enough() -> None:
    wallop = rolling(GREAT, 2, GREAT)
    assert (wallop.degree, wallop.margin, wallop.success) == ("Superb +1", 2, True)
    mickey = rolling(GOOD, -1, GOOD)
    assert (mickey.degree, mickey.margin, mickey.success) == ("Fair", -1, False)
    assert rolling(GOOD, 0, GOOD).success


@pytest.mark.rule("FU-13", "WX-FU-2")
def test_level_and_roll_stand_beside_the_degree(fair: Desk) -> None:
    said(fair, "npc Wallop")
    said(fair, "trait Wallop Piloting Great")
    lines = said(fair, "check Wallop Piloting vs Great rolled + + 0 0").splitlines()
    assert lines[0].endswith("Wallop tries Piloting against Great: Superb +1, success by 2")
    assert lines[1].strip().startswith("Great, roll [+][+][ ][ ] = +2 (4dF")


@pytest.mark.rule("FU-14", "WX-FU-3")
def test_the_degree_tells_how_good_it_became() -> None:
    assert (rolling(FAIR, 2).degree, rolling(FAIR, 2).margin) == ("Great", 2)


@pytest.mark.rule("FU-17", "WX-FU-18")
def test_other_circumstances_make_another_difficulty() -> None:
    story = fudge(*someone("Mickey", Climbing=GOOD))
    assert chance(story, "Mickey", "Climbing", GOOD) == Fraction(50, 81)
    assert chance(story, "Mickey", "Climbing", POOR) == Fraction(80, 81)
    eased = a_check(story, Check("Mickey", "Climbing", GOOD, factors=(Modifier(-3, "a rope"),), faces=FACES[-1]))
    assert (eased.difficulty, eased.against, eased.success) == (POOR, "Poor", True)


@pytest.mark.rule("FU-18", "EV-12", "WX-FU-18")
def test_a_good_plan_needs_no_roll_only_a_reason() -> None:
    story = fudge(*someone("Arnold", Climbing=POOR))
    pulled = a_check(story, Check("Arnold", "Climbing", GOOD, succeeds="pulled up on a rope"))
    assert (pulled.roll, pulled.success, pulled.automatic) == (None, True, "pulled up on a rope")
    story.when(Check("Arnold", "Climbing", GOOD, succeeds=" ")).refused("“succeeds” needs a reason")


# --- dice --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FU-19", "FU-24", "FU-25", "FU-26", "OC-01", "ER-15")
@pytest.mark.parametrize(
    ("typed", "spec", "shown", "roll"),
    [
        ("4dF", "4dF", "+ 0 0 -", 0),
        ("4d6", "4d6-lowest", "3 4 3 3", 0),
        ("4d6", "4d6-lowest", "1 1 2 4", 1),
        ("3d6", "3d6", "3 3 6", 1),
        ("d%", "d%", "63", 1),
        ("5dF", "5dF", "+ + + + +", 5),
        ("4d3-8", "4d3-8", "3 3 2 1", 1),
        ("4d6-as-dF", "4d6-as-dF", "2 3 5 6", 1),
        ("diceless", "diceless", "+2", 2),
    ],
)
def test_the_table_picks_its_dice(fair: Desk, typed: str, spec: str, shown: str, roll: int) -> None:
    said(fair, "pc Nathaniel")
    said(fair, "trait Nathaniel Bow Good")
    once = fair.do(f"check Nathaniel Bow vs Fair with {typed} rolled {shown}")
    said(fair, f"rules check-dice {typed}")
    always = fair.do(f"check Nathaniel Bow vs Fair rolled {shown}")
    for outcome in (once, always):
        assert outcome.status == 0
        check = outcome.answer.result
        assert (check["dice"], check["roll"], check["total"], check["physical"]) == (spec, roll, 1 + roll, True)


@pytest.mark.rule("FU-19", "WX-FU-6")
def test_dice_that_only_add_up_are_no_steps_on_the_ladder() -> None:
    story = fudge(*someone("Nathaniel", Bow=GOOD))
    story.when(Check("Nathaniel", "Bow", dice="2d6", faces=(3, 3))).refused("2d6 is a sum, not steps on the ladder")
    story.when(ChangeRule("check-dice", "2d6")).refused("check-dice: 2d6 is a sum")
    story.when(Contest((Side("Nathaniel", "Bow"), Side("Nathaniel")), "2d6")).refused("is on two sides")
    assert story.when(Roll("2d6", faces=(3, 3))).event.degree is None


@pytest.mark.rule("FU-19")
def test_without_dice_the_result_is_what_the_game_master_says() -> None:
    story = fudge(*ruled(("check-dice", "diceless")), *someone("Nathaniel", Bow=GOOD))
    assert a_check(story, Check("Nathaniel", "Bow", GREAT)).degree == "Good"
    assert a_check(story, Check("Nathaniel", "Bow", GREAT, faces=(1,))).degree == "Great"


@pytest.mark.rule("FU-28", "OC-03")
def test_a_table_of_the_tables_own_takes_the_place_of_the_printed_one(tmp_path: Path) -> None:
    wild = house(tmp_path, 'extends = "fudge"\n[dice-names]\n"d%" = "d100[wild|1-50>-4|51-100>+4]"\n')
    with Campaign.create(tmp_path / "c.db", str(wild), "Wild") as campaign:
        (rolled,) = campaign.execute(Roll("d%", faces=(51,)))
        assert (rolled.event.roll, rolled.event.degree) == (4, "Superb +1")
        (other,) = campaign.execute(Roll("4d6", faces=(1, 1, 2, 4)))
        assert (other.event.dice, other.event.roll) == ("4d6-lowest", 1)


@pytest.mark.rule("FU-28", "OC-03")
@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("1-49>-4|51-100>+4", "leaves out 50"),
        ("1-50>-4|50-100>+4", "has 50 twice"),
        ("1-50>-4|51-99>+4", "leaves out 100"),
        ("1-50>-4|51-101>+4", "has a row 51-101, but its die shows 1 to 100"),
        ("0-50>-4|51-100>+4", "has a row 0-50, but its die shows 1 to 100"),
    ],
)
def test_a_table_of_the_tables_own_has_each_number_once(tmp_path: Path, rows: str, fault: str) -> None:
    file = house(tmp_path, f'extends = "fudge"\n[dice-names]\n"d%" = "d100[wild|{rows}]"\n')
    with pytest.raises(Refused) as refusal:
        load_rules(str(file))
    assert str(file) in refusal.value.message
    assert "dice-names: wild" in refusal.value.message.replace("–", "-")
    assert fault in refusal.value.message.replace("–", "-")


@pytest.mark.rule("FU-31", "WX-FU-7", "OC-40")
@pytest.mark.parametrize(
    ("dice", "exact", "shown"),
    [
        ("4dF", Fraction(31, 81), "38.3%"),
        ("d%", Fraction(38, 100), "38.0%"),
        ("3d6", Fraction(375, 1000), "37.5%"),
        ("4d6", Fraction(505, 1296), "39.0%"),
    ],
)
def test_the_chance_is_shown_before_the_dice_fall(fair: Desk, dice: str, exact: Fraction, shown: str) -> None:
    said(fair, "pc Nathaniel")
    said(fair, "trait Nathaniel Bow Fair")
    asked = fair.do(f"odds Nathaniel Bow vs Good with {dice}")
    assert Fraction(asked.answer.result["chance_exact"]) == exact
    first, second = asked.answer.text().split("\n")
    assert f": {shown} (" in first
    assert f"needs +1 or more on {asked.answer.result['dice']}" in second


@pytest.mark.rule("OC-40")
@pytest.mark.parametrize(("decimals", "shown"), [("0", "38%"), ("1", "38.3%"), ("4", "38.2716%")])
def test_percentages_have_as_many_decimals_as_the_table_likes(fair: Desk, decimals: str, shown: str) -> None:
    said(fair, "pc Nathaniel")
    said(fair, "trait Nathaniel Bow Fair")
    said(fair, f"rules decimals {decimals}")
    assert f": {shown} (31/81)\n" in said(fair, "odds Nathaniel Bow vs Good")
    assert f"{shown} chance: " in said(fair, "check Nathaniel Bow vs Good rolled 0")


@pytest.mark.rule("FU-32", "EV-13", "WX-FU-9")
@pytest.mark.parametrize(("roll", "degree"), [(0, "Fair"), (1, "Good"), (-1, "Mediocre"), (4, "Superb +1")])
def test_a_roll_for_no_trait_is_counted_from_fair(roll: int, degree: str) -> None:
    event = fudge().when(Roll(faces=FACES[roll])).event
    assert isinstance(event, DiceRolled)
    assert (event.dice, event.total, event.degree) == ("4dF", roll, degree)


@pytest.mark.rule("FU-32", "WX-FU-9")
def test_passers_by_come_two_times_in_five() -> None:
    story = fudge(*someone("Nathaniel"))
    assert chance(story, "Nathaniel", None, GOOD) == Fraction(31, 81)


# --- modifiers and defaults --------------------------------------------------------------------------------


@pytest.mark.rule("FU-34", "WX-FU-11")
def test_who_is_hurt_fights_worse_until_healed() -> None:
    health = StatusDefined("Health", (StatusState("Hurt", -1), StatusState("Fine")), (), "Fine")
    story = fudge(health, *someone("Joe", Sword=GOOD), StatusChanged("Joe", "Health", "Fine", "Hurt"))
    hurt = a_check(story, Check("Joe", "Sword", faces=FACES[0]))
    assert (hurt.level, hurt.modifiers, hurt.degree) == (GOOD, (Part(-1, "Health: Hurt", "status"),), "Fair")
    healed = fudge(*story.events, StatusChanged("Joe", "Health", "Hurt", "Fine"))
    assert a_check(healed, Check("Joe", "Sword", faces=FACES[0])).degree == "Good"


@pytest.mark.rule("FU-34")
def test_a_property_may_lower_the_level_itself() -> None:
    weak = PropertyDefined("weak wrist", (Effect("level", -1, ("Sword",)),))
    story = fudge(weak, *someone("Joe", Sword=GOOD))
    assert story.when(Gain("Joe", "weak wrist")).sheet("Joe").traits["Sword"].level_name == "Fair"


@pytest.mark.rule("FU-35", "WX-FU-12")
def test_fine_tools_help_while_they_are_used() -> None:
    picks = ItemGiven("Jill", "fine picks", 1, effects=(Effect("A", 1, ("Lockpicking",)),))
    story = fudge(*someone("Jill", Lockpicking=MEDIOCRE, Climbing=FAIR), picks)
    assert a_check(story, Check("Jill", "Lockpicking", faces=FACES[0])).degree == "Fair"
    assert a_check(story, Check("Jill", "Climbing", faces=FACES[0])).modifiers == ()
    without = fudge(*story.events[:-1])
    assert a_check(without, Check("Jill", "Lockpicking", faces=FACES[0])).degree == "Mediocre"


@pytest.mark.rule("FU-36", "FU-37", "WX-FU-13")
@pytest.mark.parametrize(
    ("anthropology", "added", "how", "degree"),
    [
        (FAIR, 0, " is not good enough to help", "Good"),
        (GOOD, 1, "", "Great"),
        (GREAT, 1, "", "Great"),
        (SUPERB, 1, "", "Great"),
        (GREAT, 1, " instead", "Great"),
        (SUPERB, 2, " instead", "Superb"),
    ],
)
def test_a_second_science_helps_from_good_on_or_is_rolled_instead_where_that_is_said(
    anthropology: int, added: int, how: str, degree: str
) -> None:
    story = fudge(*someone("Verne", Research=GOOD, Anthropology=anthropology))
    asked = Check("Verne", "Research", secondary="Anthropology", instead=bool("instead" in how), faces=FACES[0])
    check = a_check(story, asked)
    (part,) = check.modifiers
    assert (part.value, part.source, check.degree) == (added, "secondary", degree)
    assert part.reason == f"Anthropology{how}"


@pytest.mark.rule("FU-36", "FU-37")
def test_a_table_may_do_without_second_traits_or_want_better_ones() -> None:
    verne = someone("Verne", Research=GOOD, Anthropology=GOOD)
    second = Check("Verne", "Research", secondary="Anthropology", faces=FACES[0])
    fudge(*ruled(("secondary-from", "none")), *verne).when(second).refused("a second trait does not help")
    assert a_check(fudge(*ruled(("secondary-from", "Great")), *verne), second).degree == "Good"
    assert a_check(fudge(*ruled(("secondary-bonus", "2")), *verne), second).degree == "Superb"


@pytest.mark.rule("FU-38", "OC-09", "OC-10")
def test_modifiers_are_added_up_and_more_than_three_are_remarked_on(fair: Desk) -> None:
    said(fair, "pc Joe")
    said(fair, "pc Lisa")
    said(fair, "trait Joe Sword Good, Dexterity Superb")
    warning = "modifiers of +4: beyond ±3 only in extreme cases"
    much = fair.do("check Joe Sword +1 high +2 blessed +1 rested vs Good rolled 0")
    assert (much.answer.result["total"], much.answer.result["warnings"]) == (5, [warning])
    assert warning in much.answer.text()
    for fine in ("-2", "+3", "-3", "+4 -1"):
        assert fair.do(f"check Joe Sword {fine} vs Good rolled 0").answer.result["warnings"] == []
    assert fair.do("check Joe Sword -4 vs Good rolled 0").answer.result["warnings"]
    both = fair.do("contest Joe Sword +4 rolled 0 vs Lisa rolled 0")
    assert both.answer.result["warnings"] == [f"Joe: {warning}"]
    assert both.answer.text().endswith(f"Joe: {warning}")


@pytest.mark.rule("FU-38", "OC-09")
def test_a_trait_that_takes_anothers_place_is_no_modifier(fair: Desk) -> None:
    said(fair, "pc Joe")
    said(fair, "trait Joe Juggling Poor")
    said(fair, "trait Joe Dexterity Superb")
    check = fair.do("check Joe Juggling and Dexterity instead vs Good rolled 0").answer.result
    assert (check["total"], check["warnings"]) == (3, [])
    said(fair, "rules modifier-limit 0")
    assert fair.do("check Joe Dexterity +9 vs Good anyway").answer.result["warnings"] == []


@pytest.mark.rule("FU-39")
def test_where_no_skill_fits_an_attribute_is_rolled() -> None:
    story = fudge(*someone("Mickey", Strength=GOOD))
    assert a_check(story, Check("Mickey", "Swimming", faces=FACES[0])).degree == "Poor"
    assert a_check(story, Check("Mickey", "Strength", faces=FACES[0])).degree == "Good"


@pytest.mark.rule("FU-40", "OC-08", "ER-16", "WX-FU-18")
def test_what_is_not_on_the_sheet_is_poor() -> None:
    story = fudge(*someone("Parri", Climbing=GREAT), *someone("Arnold"))
    check = a_check(story, Check("Arnold", "Climbing", GOOD, faces=FACES[3]))
    assert (check.level, check.default, check.success) == (POOR, True, True)
    assert chance(story, "Arnold", "Climbing", GOOD) == Fraction(5, 81)
    assert not a_check(story, Check("Parri", "Climbing", GOOD, faces=FACES[0])).default


@pytest.mark.rule("FU-41", "OC-08", "WX-FU-14")
def test_with_a_high_attribute_the_default_is_mediocre() -> None:
    story = fudge(AbilityDefined("Sleight of Hand"), *someone("Jill", Dexterity=SUPERB))
    assert a_check(story, Check("Jill", "Sleight of Hand", faces=FACES[0])).degree == "Poor"
    eased = Check("Jill", "Sleight of Hand", default=MEDIOCRE, faces=FACES[0])
    check = a_check(story, eased)
    assert (check.level, check.degree, check.default) == (MEDIOCRE, "Mediocre", True)
    skilled = fudge(*story.events, TraitGiven("Jill", "Sleight of Hand", GOOD))
    skilled.when(eased).refused("“default” is for a trait that is not on the sheet")


@pytest.mark.rule("FU-42", "OC-32")
def test_any_roll_can_be_secret_and_none_is_unless_said() -> None:
    story = fudge(*someone("Jill", Perception=FAIR))
    for hidden in (True, False):
        assert a_check(story, Check("Jill", "Perception", faces=FACES[0], secret=hidden)).secret is hidden
        rolled = story.when(Roll(faces=FACES[0], secret=hidden)).event
        assert isinstance(rolled, DiceRolled)
        assert rolled.secret is hidden


@pytest.mark.rule("FU-43")
def test_a_secret_failure_stays_one_and_a_success_can_be_revealed(fair: Desk) -> None:
    said(fair, "pc Jill")
    said(fair, "trait Jill Perception Fair")
    failed = fair.do("check Jill Perception rolled - 0 0 0 secret")
    found = fair.do("check Jill Perception rolled + 0 0 0 secret")
    assert [each.answer.result["success"] for each in (failed, found)] == [False, True]
    (first,), (second,) = failed.events, found.events
    said(fair, f"reveal #{second['seq']}")
    assert fair.campaign is not None
    assert fair.campaign.state.secrets == {first["seq"]}
    assert "(secret) Jill tries Perception" in said(fair, "log CheckResolved")


# --- opposed actions ---------------------------------------------------------------------------------------


def opposed(first: int, one: int, second: int, two: int, **more: Any) -> ContestResolved:
    """Lisa, at a level with a roll, against Joe with his."""
    story = fudge(*someone("Lisa", **{"Fast-Talk": first}), *someone("Joe", Will=second))
    sides = (Side("Lisa", "Fast-Talk", faces=FACES[one]), Side("Joe", "Will", faces=FACES[two]))
    return a_contest(story, Contest(sides, **more))


@pytest.mark.rule("FU-44", "FU-45", "EV-11")
def test_each_side_rolls_against_its_own_trait() -> None:
    contest = opposed(GOOD, 1, FAIR, -1)
    lisa, joe = contest.participants
    assert (contest.dice, lisa.trait, joe.trait) == ("4dF", "Fast-Talk", "Will")
    assert [(side.degree, side.place) for side in (lisa, joe)] == [("Great", 1), ("Mediocre", 2)]
    assert (contest.winner, contest.relative) == ("Lisa", 3)


@pytest.mark.rule("FU-46", "WX-FU-8")
def test_the_relative_degree_has_a_sign_for_either_side(fair: Desk) -> None:
    for line in ("pc Lisa", "pc Joe", "trait Lisa Sword Good", "trait Joe Sword Mediocre"):
        said(fair, line)
    contest = fair.do("contest Lisa Sword rolled 0 vs Joe rolled 0").answer.result
    assert (contest["winner"], contest["relative"]) == ("Lisa", 2)
    assert {side["character"]: side["relative"] for side in contest["participants"]} == {"Lisa": 2, "Joe": -2}


@pytest.mark.rule("FU-47", "WX-FU-15", "ER-12", "OC-22")
def test_equal_degrees_leave_all_as_it_was() -> None:
    contest = opposed(GREAT, 0, GREAT, 0)
    assert (contest.winner, contest.tied, contest.relative) == (None, ("Lisa", "Joe"), 0)


@pytest.mark.rule("FU-48", "WX-FU-15")
def test_who_acts_and_does_worse_has_failed() -> None:
    contest = opposed(GREAT, 0, SUPERB, 0)
    assert (contest.winner, contest.relative) == ("Joe", 1)


@pytest.mark.rule("FU-49")
def test_a_vow_and_a_weakness_count_in_opposed_rolls() -> None:
    weak = PropertyDefined("easily tempted", (Effect("A", -1, ("Will",)),))
    story = fudge(weak, *someone("Lisa", **{"Fast-Talk": GOOD}), *someone("Joe", Will=FAIR))
    lisa = Side("Lisa", "Fast-Talk", faces=FACES[0])
    vow = Side("Joe", "Will", modifiers=(Modifier(2, "a vow"),), faces=FACES[0])
    assert a_contest(story, Contest((lisa, vow))).winner == "Joe"
    tempted = fudge(*story.events, PropertyGained("Joe", "easily tempted"))
    assert [side.total for side in a_contest(tempted, Contest((lisa, vow))).participants] == [GOOD, GOOD]


@pytest.mark.rule("FU-50", "EV-12")
def test_who_does_not_resist_does_not_roll() -> None:
    story = fudge(*someone("Lisa", **{"Fast-Talk": POOR}), *someone("Joe", Will=SUPERB))
    sides = Side("Lisa", "Fast-Talk"), Side("Joe", "Will", yields=True)
    contest = a_contest(story, Contest(sides))
    assert (contest.winner, contest.automatic) == ("Lisa", "Joe does not resist")
    assert [(side.faces, side.yields) for side in contest.participants] == [((), False), ((), True)]
    assert of_contest(story.state, ContestOdds(sides)).wins == (1.0, 0.0)
    both = tuple(attrs.evolve(side, yields=True) for side in sides)
    story.when(Contest(both)).refused("every side yields")


@pytest.mark.rule("FU-51", "WX-FU-16")
@pytest.mark.parametrize(("roll", "winner"), [(0, None), (1, "Lisa")])
def test_a_degree_below_the_least_fails_whatever_the_other_rolled(roll: int, winner: str | None) -> None:
    contest = opposed(MEDIOCRE, roll, POOR, 0, least=FAIR)
    assert (contest.winner, contest.relative, contest.tied, contest.against) == (winner, 1 + roll, (), "Fair")


@pytest.mark.rule("FU-51")
def test_a_least_degree_can_be_asked_of_the_side_that_acts(fair: Desk) -> None:
    for line in ("pc Lisa", "npc Madge", "trait Lisa Will Fair", "trait Madge Will Poor"):
        said(fair, line)
    acts = "contest Lisa Will at least Good rolled {} vs Madge rolled {}"
    assert "Lisa does not reach Good\n" in said(fair, acts.format(0, 0))
    assert "Lisa does not reach Good: Lisa's Will is only Fair, Madge's Will is only Poor" in said(fair, "log last 1")
    low, high = fair.do(acts.format(0, 0)).answer, fair.do(acts.format("+1", 0)).answer
    other = fair.do(acts.format(0, "+3")).answer
    assert [each.result["winner"] for each in (low, high, other)] == [None, "Lisa", "Madge"]
    yields = fair.do("contest Lisa Will at least Good rolled +1 vs Madge yields").answer
    assert (yields.result["winner"], yields.result["automatic"]) == ("Lisa", None)


def by_counting(story: Given, sides: tuple[Side, ...], least: int | None, dice: list[bool]) -> dict[str | None, int]:
    """How many of all rolls each side wins, and how many end in a tie (keyed by None) or too low (by “”)."""
    ways: Counter[str | None] = Counter()
    for rolls in product(*([*FACES] if rolled else [0] for rolled in dice)):
        weight = prod(TIMES[roll] if rolled else 1 for roll, rolled in zip(rolls, dice, strict=True))
        shown = [FACES[roll] if rolled else None for roll, rolled in zip(rolls, dice, strict=True)]
        asked = (attrs.evolve(side, faces=faces) for side, faces in zip(sides, shown, strict=True))
        contest = a_contest(story, Contest(tuple(asked), least=least))
        ways[contest.winner or (None if contest.tied else "")] += weight
    return ways


@pytest.mark.slow
@pytest.mark.rule("FU-51", "FU-53")
@pytest.mark.parametrize(
    ("least", "own"), [(None, None), (FAIR, None), (SUPERB, None), (None, FAIR), (GOOD, POOR), (POOR, SUPERB)]
)
@pytest.mark.parametrize(
    ("game", "npc_dice", "dice"),
    [("fudge", "same", [True, True]), ("fudge", "diceless", [True, False]), ("fudge-lite", "same", [True, False])],
)
@pytest.mark.parametrize("will", [-4, POOR, GOOD])
def test_the_odds_of_a_contest_are_those_of_all_its_rolls(
    game: str, npc_dice: str, dice: list[bool], will: int, least: int | None, own: int | None
) -> None:
    npc_rules = (RulesChanged("npc-dice", npc_dice, "same", {}, ""), RulesChanged("creation", "free", "A", {}, ""))
    story = given(*npc_rules, *someone("Lisa", Telepathy=TERRIBLE), *npc("Madge", Will=will), book=game)
    sides = Side("Lisa", "Telepathy", least=own), Side("Madge", "Will")
    odds = of_contest(story.state, ContestOdds(sides, least=least))
    ways = by_counting(story, sides, least, dice)
    cases = sum(ways.values())
    found = [*odds.wins, odds.tie, odds.short]
    assert found == pytest.approx([ways[key] / cases for key in ("Lisa", "Madge", None, "")], abs=1e-12)


@pytest.mark.rule("FU-52")
def test_what_both_reach_for_goes_to_the_winner_alone() -> None:
    story = fudge(*someone("Lisa", Dexterity=GOOD), *someone("Joe", Dexterity=GOOD))
    sides = Side("Lisa", "Dexterity", faces=FACES[0]), Side("Joe", faces=FACES[1])
    assert a_contest(story, Contest(sides)).winner == "Joe"


GUARDED = (*someone("Lisa", **{"Fast-Talk": GOOD}), *npc("Guard", Will=GOOD))
TALK, GUARD = Side("Lisa", "Fast-Talk"), Side("Guard", "Will")


@pytest.mark.rule("FU-46", "FU-48", "WX-FU-15")
def test_the_relative_degree_of_two_is_the_first_ones(fair: Desk) -> None:
    for line in ("pc Lisa", "npc Joe", "trait Lisa Charm Great", "trait Joe Will Superb"):
        said(fair, line)
    contest = fair.do("contest Lisa Charm rolled 0 vs Joe Will rolled 0").answer.result
    assert (contest["winner"], contest["relative"]) == ("Joe", -1)


@pytest.mark.rule("FU-53", "OC-04", "ER-12")
@pytest.mark.parametrize(
    ("roll", "winner", "places"), [(0, "Lisa", (1, 1)), (1, "Lisa", (1, 2)), (-1, "Guard", (2, 1))]
)
def test_an_npc_that_does_not_roll_only_has_to_be_met(roll: int, winner: str, places: tuple[int, int]) -> None:
    story = fudge(*ruled(("npc-dice", "diceless")), *GUARDED).rolling(*FACES[roll])
    contest = a_contest(story, Contest((TALK, GUARD)))
    assert (contest.winner, tuple(side.place for side in contest.participants)) == (winner, places)
    assert (contest.participants[1].dice, contest.participants[1].faces) == ("diceless", ())
    assert of_contest(story.state, ContestOdds((TALK, GUARD))).wins[0] == float(Fraction(50, 81))


@pytest.mark.rule("FU-53")
def test_the_same_can_be_had_as_a_check_against_the_npcs_trait() -> None:
    story = fudge(*GUARDED)
    against = Check("Lisa", "Fast-Talk", opponent=Opponent("Guard", "Will"), faces=FACES[0])
    assert (a_check(story, against).margin, a_check(story, against).success) == (0, True)


@pytest.mark.rule("FU-54", "OC-04")
@pytest.mark.parametrize(("dice", "faces"), [("1dF", (1,)), ("2dF", (1, 0))])
def test_an_npc_may_roll_fewer_dice_than_a_player(dice: str, faces: tuple[int, ...]) -> None:
    story = fudge(*ruled(("npc-dice", dice)), *GUARDED)
    rolled = a_contest(story.rolling(*FACES[1], *faces), Contest((TALK, GUARD)))
    real = a_contest(story, Contest((attrs.evolve(TALK, faces=FACES[1]), attrs.evolve(GUARD, faces=faces))))
    for contest in (rolled, real):
        assert (contest.dice, contest.participants[1].dice) == ("4dF", dice)
        assert (contest.participants[1].faces, contest.participants[1].degree, contest.winner) == (faces, "Great", None)


@pytest.mark.rule("FU-54", "FU-55", "OC-04")
@pytest.mark.parametrize(("dice", "faces"), [("1dF", (2,)), ("2dF", (-3,)), ("npc-d6", (7,))])
def test_an_npcs_real_dice_show_what_such_dice_can(dice: str, faces: tuple[int, ...]) -> None:
    sides = attrs.evolve(TALK, faces=FACES[0]), attrs.evolve(GUARD, faces=faces)
    outcome = fudge(*ruled(("npc-dice", dice)), *GUARDED).when(Contest(sides))
    assert outcome.refusal is not None


@pytest.mark.rule("FU-55", "FU-56", "OC-04")
@pytest.mark.parametrize(
    ("faces", "degree"),
    [((4,), "Good"), ((1, 5), "Mediocre"), ((6, 1), "Great"), ((6, 6), "Superb +1"), ((1, 3), "Fair")],
)
def test_an_npc_may_roll_a_d6_and_by_how_much(faces: tuple[int, ...], degree: str) -> None:
    story = fudge(*ruled(("npc-dice", "npc-d6")), *GUARDED)
    sides = attrs.evolve(TALK, faces=FACES[0]), attrs.evolve(GUARD, faces=faces)
    guard = a_contest(story, Contest(sides)).participants[1]
    assert (guard.dice, guard.faces, guard.degree) == ("npc-d6", faces, degree)


@pytest.mark.rule("OC-04")
def test_npcs_among_themselves_roll_like_everyone() -> None:
    story = fudge(*ruled(("npc-dice", "1dF")), *npc("Guard", Will=GOOD), *npc("Duke", Will=GOOD))
    contest = a_contest(story.rolling(*FACES[0], *FACES[1]), Contest((GUARD, Side("Duke"))))
    assert [side.dice for side in contest.participants] == ["", ""]


@pytest.mark.rule("OC-04")
def test_dice_that_are_named_hold_for_every_side() -> None:
    story = fudge(*ruled(("npc-dice", "diceless")), *GUARDED).rolling(0, 1)
    contest = a_contest(story, Contest((TALK, GUARD), "1dF"))
    assert [(side.dice, side.roll) for side in contest.participants] == [("", 0), ("", 1)]


@pytest.mark.rule("FU-57")
def test_more_than_two_are_ranked_and_ties_tie() -> None:
    story = fudge(*someone("Lisa", Run=GREAT), *someone("Joe", Run=GOOD), *someone("Jill", Run=GOOD))
    sides = tuple(Side(name, "Run", faces=FACES[0]) for name in ("Joe", "Lisa", "Jill"))
    contest = a_contest(story, Contest(sides))
    assert {side.character: side.place for side in contest.participants} == {"Joe": 2, "Lisa": 1, "Jill": 2}
    assert (contest.winner, contest.tied) == ("Lisa", ())


# --- critical results --------------------------------------------------------------------------------------


def critical(setting: str, level: int, roll: int, difficulty: int = FAIR, override: str = "off") -> CheckResolved:
    """Roll under some setting of criticals."""
    rules = ruled(("criticals", setting), ("critical-override", override))
    modifiers = (Modifier(1),) if roll == 3 and level == GOOD else ()
    story = fudge(*rules, *someone("Joe", Sword=level))
    return a_check(story, Check("Joe", "Sword", difficulty, modifiers=modifiers, faces=FACES[roll]))


@pytest.mark.rule("FU-58", "OC-05")
def test_criticals_are_off_until_they_are_switched_on() -> None:
    assert load_rules("fudge").criticals == "off"
    for roll in (-4, 4):
        assert rolling(FAIR, roll).critical is None


@pytest.mark.rule("FU-59", "FU-60", "EV-14", "OC-05")
@pytest.mark.parametrize("setting", ["natural", "both"])
def test_four_alike_are_critical_whatever_the_trait(setting: str) -> None:
    assert critical(setting, POOR, 4, GREAT).critical == "success"
    worst = critical(setting, SUPERB, -4, POOR)
    assert (worst.degree, worst.critical, worst.success) == ("Mediocre", "failure", True)
    assert tell(worst).endswith(": Mediocre, success by 1 despite a critical failure")
    assert critical("margin", FAIR, 4, GREAT).critical is None


@pytest.mark.rule("FU-59", "FU-60", "ER-20", "EV-14")
@pytest.mark.parametrize(
    ("dice", "faces", "expected"),
    [
        ("5dF", (5,), "success"),
        ("5dF", (-5,), "failure"),
        ("4d6-lowest", (5, 6, 6, 6), "success"),
        ("d%", (100,), "success"),
        ("d%", (1,), "failure"),
        ("d%", (99,), None),
        ("3d6-table", (6, 6, 5), "success"),
        ("2dF", (2,), None),
    ],
)
def test_other_dice_are_critical_from_four_on(dice: str, faces: tuple[int, ...], expected: str | None) -> None:
    story = fudge(*ruled(("criticals", "natural")), *someone("Joe", Sword=FAIR))
    assert a_check(story, Check("Joe", "Sword", FAIR, dice=dice, faces=faces)).critical == expected


@pytest.mark.rule("FU-61")
def test_four_with_a_bonus_is_no_natural_four() -> None:
    check = critical("natural", GOOD, 3)
    assert (check.roll, sum(part.value for part in check.modifiers), check.critical) == (3, 1, None)


@pytest.mark.rule("FU-62", "OC-05")
def test_a_natural_critical_may_override_the_degree() -> None:
    assert not critical("natural", POOR, 4, 7).success
    lucky = critical("natural", POOR, 4, 7, "on")
    assert (lucky.degree, lucky.success, lucky.critical) == ("beyond Superb", True, "success")
    unlucky = critical("natural", SUPERB, -4, MEDIOCRE, "on")
    assert (unlucky.margin, unlucky.success, unlucky.critical) == (0, False, "failure")
    assert unlucky.degree == "below Terrible"


@pytest.mark.rule("FU-59", "FU-62", "EV-14")
def test_the_gm_rules_on_this_critical_alone() -> None:
    begun = fudge(*ruled(("criticals", "natural")), *someone("Ann", Fitness=FAIR))
    story = fudge(*begun.events, begun.when(Check("Ann", "Fitness", 9, faces=FACES[4])).event)
    for command, came in (
        (RuleOnCritical(5, beyond=True), ("beyond Superb", True)),
        (RuleOnCritical(5, change=5), ("Superb +6", True)),
        (RuleOnCritical(5, change=4), ("Superb +5", False)),
    ):
        event = story.when(command).event
        assert isinstance(event, CriticalRuled)
        assert (event.degree, event.success) == came
        assert ("despite a critical success" in tell(event)) == (not event.success)
        assert list(discrepancies(story.state, event)) == []
        assert [each.what for each in discrepancies(story.state, attrs.evolve(event, margin=99))] == ["the margin"]
    later = fudge(*story.events, story.when(RuleOnCritical(5, beyond=True)).event)
    assert later.when(RuleOnCritical(5, change=-9)).event.success, "a critical that decides goes on deciding"


@pytest.mark.rule("FU-62", "OC-05")
@pytest.mark.parametrize("rolls", ["all", "first"])
def test_a_natural_critical_that_overrides_decides_a_contest_and_its_odds_know(fair: Desk, rolls: str) -> None:
    lines = ("criticals natural", "critical-override on", f"contest-rolls {rolls}")
    for line in (*(f"rules {each}" for each in lines), "pc Lisa", "npc Duke", "trait Duke Will Superb"):
        said(fair, line)
    said(fair, "trait Lisa Will Poor")
    odds = fair.do("odds Lisa Will vs Duke Will +3").answer.result["chances"]["Lisa"]
    won = fair.do("contest Lisa Will rolled + + + + vs Duke Will +3" + (" rolled 0" if rolls == "all" else ""))
    assert (won.answer.result["winner"], won.answer.result["participants"][0]["degree"]) == ("Lisa", "beyond Superb")
    assert odds == pytest.approx(159 / 81**2 if rolls == "all" else 1 / 81)
    assert fair.do("contest Lisa Will +9 rolled -4 vs Duke Will rolled 0").answer.result["winner"] == "Duke"
    assert fair.do("audit").status == 0


@pytest.mark.rule("FU-62")
@pytest.mark.parametrize(
    ("level", "difficulty", "exact"), [(POOR, 7, Fraction(1, 81)), (SUPERB, MEDIOCRE, Fraction(80, 81))]
)
def test_where_they_override_nothing_is_certain(level: int, difficulty: int, exact: Fraction) -> None:
    rules = ruled(("criticals", "natural"), ("critical-override", "on"))
    story = fudge(*rules, *someone("Joe", Sword=level))
    assert chance(story, "Joe", "Sword", difficulty) == exact


@pytest.mark.rule("FU-63", "FU-64", "ER-21", "OC-05")
@pytest.mark.parametrize("setting", ["margin", "both"])
def test_four_levels_or_more_from_the_difficulty_are_critical(setting: str) -> None:
    above = critical(setting, SUPERB, 1)
    assert (above.degree, above.margin, above.critical) == ("Superb +1", 4, "success")
    assert critical(setting, SUPERB, 2).critical == "success"
    assert critical(setting, SUPERB, 0).critical is None
    below = critical(setting, FAIR, -3, GOOD)
    assert (below.degree, below.margin, below.critical) == ("Terrible", -4, "failure")
    assert critical(setting, FAIR, -3, GREAT).critical == "failure"
    assert critical(setting, FAIR, -2, GOOD).critical is None
    assert critical("natural", SUPERB, 1).critical is None


@pytest.mark.rule("EV-14")
def test_a_natural_critical_shows_in_contests_too() -> None:
    story = fudge(*ruled(("criticals", "natural")), *GUARDED)
    contest = a_contest(story, Contest((attrs.evolve(TALK, faces=FACES[4]), attrs.evolve(GUARD, faces=FACES[-4]))))
    assert [side.critical for side in contest.participants] == ["success", "failure"]


MELEE = (
    "2 = blinded for a round, 3 = falls: skill -2 for one round, 4 = armour wrecked, 5 = a chink in the armour,"
    " 6 = off balance: skill -1 next turn, 7 = weapon dropped, 8 = weapon damaged: -1, "
)


@pytest.mark.rule("FU-66", "OC-06", "RT-09", "EV-14")
def test_a_table_of_criticals_is_rolled_on_2d6() -> None:
    story = fudge(*ruled(("critical-table", MELEE + "9-12 = as the GM says")), *someone("Joe"))
    falls = "falls: skill -2 for one round"
    story.when(Critical("Joe", (1, 2))).then(CriticalDrawn("2d6", (1, 2), 3, True, falls, "Joe"))
    effects = [story.when(Critical(faces=(min(6, n - 1), n - min(6, n - 1)))).event for n in range(2, 13)]
    told = [each.effect for each in effects if isinstance(each, CriticalDrawn)]
    assert (told[0], told[5], told[6]) == ("blinded for a round", "weapon dropped", "weapon damaged: -1")
    assert told[7:] == 4 * ["as the GM says"]


@pytest.mark.rule("FU-66", "OC-06")
def test_the_gm_decides_what_a_table_of_criticals_leaves_out() -> None:
    fudge().when(Critical()).refused("this game has no table of critical results")
    left_out = fudge(*ruled(("critical-table", MELEE)))
    left_out.when(Critical(faces=(6, 6))).then(CriticalDrawn("2d6", (6, 6), 12, True, "the GM decides"))
    fudge().when(ChangeRule("critical-table", MELEE + "8-12 = worse")).refused("critical-table: 8 is there twice")
    fudge().when(ChangeRule("critical-table", "two = worse")).refused("“two” is no row")
    other = fudge(*ruled(("critical-dice", "1d6"), ("critical-table", "1-5 = a scratch, 6 = a scar")))
    other.when(Critical(faces=(6,))).then(CriticalDrawn("1d6", (6,), 6, True, "a scar"))


# --- reactions ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FU-67", "EV-13")
def test_a_settled_reaction_is_said_without_dice() -> None:
    known = (*npc("Lady"), CharacterCreated("Nathaniel", "pc"), CharacterCreated("Ned", "pc"))
    story = fudge(*known)
    settled = AttitudeSet("Lady", "Nathaniel", "grateful", "he freed her", secret=True)
    story.when(React("Lady", towards="Nathaniel", attitude="grateful", reason="he freed her")).then(settled)
    story = fudge(*known, settled)
    event = story.when(React("Lady", towards="Nathaniel")).event
    assert isinstance(event, ReactionRolled)
    assert (event.faces, event.reading, event.automatic, event.secret) == ((), "grateful", "he freed her", True)
    story.when(React("Lady", (Modifier(-1, "late"),), towards="Nathaniel")).refused("so nothing is rolled")
    for asked in (
        React("Lady", faces=FACES[1], anyway=True, towards="Nathaniel"),
        React("Lady", faces=FACES[1], towards="Ned"),
    ):
        rolled = story.when(asked).event
        assert isinstance(rolled, ReactionRolled)
        assert (rolled.degree, rolled.automatic) == ("Good", None)
    fudge(*known).when(React("Nathaniel", towards="Lady", attitude="bored")).refused("the player decides")


@pytest.mark.rule("FU-69", "FU-70")
def test_the_sheet_of_whom_an_npc_meets_counts() -> None:
    charm = PropertyDefined("Charming", (Effect("A", 1, (), "reactions"),), kind="gift")
    hurt = PropertyDefined("Limping", (Effect("A", -2),))
    gained = (PropertyGained("Nathaniel", "Charming"), PropertyGained("Nathaniel", "Limping"))
    story = fudge(*npc("Lady"), CharacterCreated("Nathaniel", "pc"), charm, hurt, *gained)
    event = story.when(React("Lady", (Modifier(-2, "sinister duke"),), FACES[0], towards="Nathaniel")).event
    assert isinstance(event, ReactionRolled)
    assert ([part.reason for part in event.modifiers], event.total) == (["Charming", "sinister duke"], -1)
    alone = story.when(React("Lady", faces=FACES[0])).event
    assert isinstance(alone, ReactionRolled)
    assert alone.modifiers == ()


@pytest.mark.rule("FU-68", "OC-32", "EV-13")
def test_a_reaction_on_a_scale_without_words_is_a_number(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "dock.db")
    for line in ("new peupfudge", "rules reactions 0 = hostile, 3 = neutral", "npc Rat", "pc Mira", "session start"):
        assert desk.do(line).fault is None, line
    event = desk.do("react Rat to Mira rolled 0 0 0 0").events[0]
    assert "reaction to Mira is 0: hostile; rolled" in event["text"]
    desk.close()


def test_reactions_are_rolled_in_secret_unless_open() -> None:
    story = fudge(*npc("Nyrv"))

    def secret(story: Given, **how: bool) -> bool:
        event = story.when(React("Nyrv", faces=FACES[0], **how)).event
        assert isinstance(event, ReactionRolled)
        return event.secret

    assert (secret(story), secret(story, open=True)) == (True, False)
    assert secret(fudge(*ruled(("reaction-rolls", "open")), *npc("Nyrv"))) is False


@pytest.mark.rule("FU-68", "FU-43")
def test_a_reaction_can_be_revealed_once() -> None:
    rolled = ReactionRolled("Nyrv", "4dF", FACES[0], 0, True, (), 0, 0, "Fair", "", secret=True)
    story = fudge(*npc("Nyrv"), rolled)
    story.when(Reveal(3)).then(SecretRevealed(3))
    fudge(*story.events, SecretRevealed(3)).when(Reveal(3)).refused("#3 is not secret")


@pytest.mark.rule("FU-69", "FU-70", "WX-FU-17")
def test_charm_and_circumstances_add_up_to_nothing_for_nathaniel() -> None:
    modifiers = (Modifier(1, "charismatic"), Modifier(1, "small talk"), Modifier(-2, "sinister duke"))
    event = fudge(*npc("Barmaid")).when(React("Barmaid", modifiers, FACES[0])).event
    assert isinstance(event, ReactionRolled)
    assert (event.base, sum(part.value for part in event.modifiers), event.total, event.degree) == (0, 0, 0, "Fair")
    assert (event.secret, [part.reason for part in event.modifiers]) == (
        True,
        ["charismatic", "small talk", "sinister duke"],
    )
    warmer = fudge(*npc("Barmaid")).when(React("Barmaid", modifiers[:2], FACES[0])).event
    assert isinstance(warmer, ReactionRolled)
    assert (warmer.total, warmer.reading) == (2, "reacts well")


@pytest.mark.rule("FU-71", "WX-FU-17")
@pytest.mark.parametrize(
    ("roll", "reading"),
    [
        (-4, "no help"),
        (-1, "no help"),
        (0, "helps a little, if it costs little"),
        (1, "reacts well"),
        (4, "reacts well"),
    ],
)
def test_the_higher_the_degree_the_warmer_the_reaction(roll: int, reading: str) -> None:
    event = fudge(*npc("Barmaid")).when(React("Barmaid", faces=FACES[roll])).event
    assert isinstance(event, ReactionRolled)
    assert event.reading == reading


@pytest.mark.rule("FU-71")
def test_a_table_has_its_own_readings() -> None:
    story = fudge(
        *ruled(("reactions", "none, Terrible = attacks, Mediocre = ignores, Superb +1 = follows")), *npc("Troll")
    )
    readings = []
    for roll in (-4, -2, -1, 3, 4):
        event = story.when(React("Troll", faces=FACES[roll])).event
        assert isinstance(event, ReactionRolled)
        readings.append(event.reading)
    assert readings == ["attacks", "attacks", "ignores", "ignores", "follows"]
    story.when(ChangeRule("reactions", "Warm = follows")).refused("reactions: “Warm” is no level")
    fudge(*ruled(("reactions", "none")), *npc("Troll")).when(React("Troll")).refused("no reaction roll")


# --- display -----------------------------------------------------------------------------------------------

LADDER = "Ladder: Superb (+3), Great (+2), Good (+1), Fair (0), Mediocre (−1), Poor (−2), Terrible (−3)"


@pytest.mark.rule("FU-72")
@pytest.mark.parametrize(
    ("dice", "below"),
    [
        ("4dF", LADDER),
        ("3d6", "3d6: 3–4: −4, 5: −3, 6–7: −2, 8–9: −1, 10–11: 0, 12–13: +1, 14–15: +2, 16: +3, 17–18: +4"),
        ("d%", "d%: 1: −4, 2–6: −3, 7–18: −2, 19–38: −1, 39–62: 0, 63–82: +1, 83–94: +2, 95–99: +3, 100: +4"),
    ],
)
def test_the_sheet_shows_the_ladder_and_the_table_of_the_dice(fair: Desk, dice: str, below: str) -> None:
    said(fair, "pc Nathaniel")
    said(fair, f"rules check-dice {dice}")
    sheet = said(fair, "sheet Nathaniel").splitlines()
    assert LADDER in sheet
    assert sheet[-1] == below


@pytest.mark.rule("FU-25", "DT-03", "ER-15")
@pytest.mark.parametrize("game", ["peupfudge", "fudge", "polyhedral", "fudge-lite"])
def test_3d6_are_three_dice_and_their_table_in_every_game(tmp_path: Path, game: str) -> None:
    desk = Desk(tmp_path / "c.db")
    said(desk, f"new {game}")
    odds = desk.do("odds 3d6").answer.result
    assert (odds["dice"], odds["pmf"]["4"]) == ("3d6", 4 / 216)
    roll = desk.do("roll 3d6 rolled 3 3 6").answer.result
    assert (roll["dice"], roll["roll"]) == ("3d6", 1)


@pytest.mark.rule("FU-27")
@pytest.mark.parametrize(("faces", "number"), [("90 5", 95), ("00 7", 7), ("0 0", 100), ("10 0", 10), ("6 3", 63)])
def test_the_tens_of_a_hundred_may_be_marked_by_tens(fair: Desk, faces: str, number: int) -> None:
    assert list(fair.do(f"roll d% rolled {faces}").answer.result["faces"]) == [number]


@pytest.mark.rule("ER-35")
def test_the_table_is_warned_of_dice_that_swing_when_it_chooses_them(fair: Desk) -> None:
    warning = "1d6-1d6 swings: ±4 or beyond comes up 16.7% of the time, with 4dF 2.5%"
    assert warning in said(fair, "rules check-dice 1d6-1d6")
    for dice in ("4d6-lowest", "5dF", "3d6", "d%", "1dF"):
        assert fair.do(f"rules check-dice {dice}").answer.result["warnings"] == []


@pytest.mark.rule("FU-73")
def test_a_part_of_the_difficulty_can_be_hidden() -> None:
    story = fudge(*someone("Mickey", Climbing=GOOD))
    check = a_check(story, Check("Mickey", "Climbing", GOOD, hidden=1, faces=FACES[0]))
    assert (check.degree, check.against, check.margin, check.success) == ("Good", "Great", -1, False)
    assert [(part.value, part.source) for part in check.difficulty_parts] == [(GOOD, "typed"), (1, "hidden")]
    assert chance(story, "Mickey", "Climbing", GOOD, hidden=1) == Fraction(31, 81)


# --- rules of the table's own ------------------------------------------------------------------------------


@pytest.mark.rule("EV-01", "FU-19")
def test_a_file_gives_only_what_differs_from_the_book(tmp_path: Path) -> None:
    file = house(tmp_path, 'extends = "fudge"\ntitle = "Ours"\nuntrained = "Mediocre"\ncriticals = "both"\n')
    book, ours = load_rules("fudge"), load_rules(str(file))
    assert (ours.name, ours.title, ours.book) == ("house", "Ours", "fudge")
    differ = {key for key, value in ours.as_data().items() if value != book.as_data()[key]}
    assert differ == {"name", "title", "untrained", "criticals"}
    assert (ours.untrained, ours.digest == book.digest) == (MEDIOCRE, False)
    with Campaign.create(tmp_path / "c.db", str(file), "A test") as campaign:
        (created,) = campaign.events()
    assert (created.event.ruleset, created.event.rules, created.event.digest) == ("house", ours.as_data(), ours.digest)


def test_a_file_may_build_upon_another_but_never_upon_itself(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text('extends = "fudge"\nuntrained = "Mediocre"\ncriticals = "both"\n', "utf-8")
    ours = load_rules(str(house(tmp_path, 'extends = "old.toml"\ncriticals = "off"\n')))
    assert (ours.untrained, ours.criticals, ours.book) == (MEDIOCRE, "off", "fudge")
    (tmp_path / "old.toml").write_text('extends = "house.toml"\n', "utf-8")
    with pytest.raises(Refused, match=r"extends itself, by way of house.toml"):
        load_rules(str(tmp_path / "house.toml"))


def test_a_file_that_builds_upon_nothing_is_compared_with_the_campaigns_beginning(tmp_path: Path) -> None:
    file = house(tmp_path, 'ladder = ["No", "Maybe", "Yes"]\nladder-from = -1\nuntrained = "No"\n')
    desk = Desk(tmp_path / "c.db")
    said(desk, f'new "{file}" "From scratch"')
    assert said(desk, "rules").endswith("all as in the book")
    said(desk, "rules untrained Maybe")
    assert desk.do("rules").answer.result["changed"] == ["untrained"]
    desk.close()


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("critical = 'both'", "no rule “critical”", "did you mean criticals?"),
        ("zzz = 1", "no rule “zzz”", "“rules” lists them all"),
        ("criticals = 'sometimes'", "criticals cannot be sometimes", "it takes off or natural or margin or both"),
        ("certain-rolls = 1", "certain-rolls cannot be 1", "it takes on or off"),
        ("untrained = 'Awful'", "untrained cannot be Awful", "it takes a level, by its number or its word"),
        (
            "default-difficulty = 'Awful'",
            "default-difficulty cannot be Awful",
            "it takes a level, by its number or its word, or none",
        ),
        ("modifier-limit = -1", "modifier-limit cannot be -1", "it takes a whole number from 0 to 1,000"),
        ("decimals = 7", "decimals cannot be 7", "it takes a whole number from 0 to 6"),
        ("decimals = '1'", "decimals cannot be 1", "it takes a whole number from 0 to 6"),
        (
            "check-dice = 5",
            "check-dice cannot be 5",
            "it takes dice such as 4dF or 4d6-lowest, poly, or one of dice-names",
        ),
        ("check-dice = '4dX'", "check-dice: “4dX” is not dice", None),
        ("ladder = 'Good'", "ladder cannot be Good", "it takes words between commas"),
        ("ladder = ['Bad', 'Good', 'bad']", "ladder: “bad” is there twice", "every level needs its own word"),
        (
            "ladder = ['Bad', '3']",
            "ladder: “3” is no word for a level",
            "a word has letters, and digits only after them",
        ),
        (
            "step-costs = ['one']",
            "step-costs cannot be one",
            "it takes numbers between commas, or what they follow: 2^n, 3 * 2^n, triangular",
        ),
        ("step-costs = [0]", "step-costs: a step costs from 1 to 1,000,000 XP", None),
        (
            "reactions = 'all nice'",
            "reactions cannot be all nice",
            "it takes entries such as “2 = friendly, 0 = wary, -2 = hostile”",
        ),
        ("reactions = {Warm = 'nice'}", "reactions: “Warm” is no level", None),
        ("creation-limit = 'Terrible'\ncreation-least = 'Fair'", "creation-least: 0 is above creation-limit", None),
        ("point-uses = ['rerol']", "point-uses: no use “rerol”", "did you mean reroll?"),
        ("creation = 'Z'", "creation", None),
        ("trait-lists = ['bases']", "trait-lists: no list of traits “bases”", "did you mean base?"),
        ("growth = 'practice'", "growth: practice counts levels from 0", "creation-least is below that"),
        ("extends = 'polyhedrol'", "extends cannot be polyhedrol", f"did you mean polyhedral? It takes {BASES}"),
        ("extends = 3", "extends cannot be 3", f"it takes {BASES}"),
        ("criticals = ", "cannot be read as rules", None),
    ],
)
def test_a_mistake_in_a_file_names_the_key_what_is_wrong_and_what_is_allowed(
    tmp_path: Path, text: str, said: str, hint: str | None
) -> None:
    file = house(tmp_path, text if "extends" in text else f'extends = "fudge"\n{text}\n')
    with pytest.raises(Refused) as refusal:
        load_rules(str(file))
    assert said in refusal.value.message
    assert str(tmp_path) in refusal.value.message
    if hint is not None:
        assert refusal.value.hint == hint


def test_rules_that_are_not_there_are_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        load_rules("fugde")
    assert refusal.value.hint == "did you mean fudge?"
    with pytest.raises(Refused, match=r"there is no file .*missing\.toml"):
        load_rules(str(tmp_path / "missing.toml"))


@pytest.mark.rule("EV-01")
def test_a_changed_rule_holds_from_now_on_and_what_was_keeps_its_own(fair: Desk) -> None:
    for line in ("pc Joe", "pc Lisa", "trait Joe Sword Fair", "trait Lisa Sword Good"):
        said(fair, line)
    before = fair.do("check Joe Sword vs Fair rolled + + + +")
    contest = fair.do("contest Joe Sword rolled + 0 0 0 vs Lisa rolled 0 0 0 0")
    assert fair.do("odds Joe Sword vs Good").answer.result["chance_exact"] == "31/81"
    for line in (
        "rules check-dice d%",
        "rules contest-dice 1dF",
        "rules criticals natural",
        "rules default-difficulty Good",
        "rules untrained Mediocre",
        "rules ladder Awful, Bad, Weak, Plain, Fine, Grand, Superb",
    ):
        said(fair, line)
    after = fair.do("check Joe Sword vs Plain rolled 100")
    assert (before.answer.result["critical"], after.answer.result["critical"]) == (None, "success")
    assert (before.answer.result["against"], after.answer.result["against"]) == ("Fair", "Plain")
    assert fair.do("odds Joe Sword vs Fine").answer.result["chance_exact"] == "38/100"
    assert fair.do("odds Joe Sword").answer.result["difficulty"] == GOOD
    logged = fair.do("log").answer.result["events"]
    assert [each for each in (*before.events, *contest.events) if each not in logged] == []
    assert "Joe tries Sword against Fair: Superb +1, success by 4" in said(fair, "log CheckResolved")
    audit = fair.do("audit")
    assert (audit.status, audit.answer.result["ok"]) == (0, True)
    assert [found["rule"] for found in audit.answer.result["findings"]] == ["unsigned", "unsigned"]


def test_the_rules_show_what_is_changed_from_the_book(fair: Desk) -> None:
    assert said(fair, "rules").endswith("all as in the book")
    said(fair, "rules criticals both")
    said(fair, "rules untrained Mediocre")
    assert fair.do("rules").answer.result["changed"] == ["untrained", "criticals"]
    marked = [line.split()[1] for line in said(fair, "rules").splitlines() if line.startswith("*")]
    assert marked == ["untrained", "criticals", "changed"]
    said(fair, "undo last 2")
    assert fair.do("rules").answer.result["changed"] == []


def test_what_the_campaign_was_made_with_cannot_be_changed() -> None:
    for key in ("name", "title", "book"):
        fudge().when(ChangeRule(key, "mine")).refused(f"{key} cannot be changed")


@pytest.mark.rule("OC-37", "FU-01")
def test_the_words_of_the_ladder_can_be_in_any_language(fair: Desk) -> None:
    for line in ("pc Jörg", "npc Wirtin", "trait Jörg Bogen Good", "check Jörg Bogen vs Good rolled 0"):
        said(fair, line)
    said(fair, "rules ladder Schrecklich, Schwach, Mäßig, Annehmbar, Gut, Großartig, Hervorragend")
    said(fair, "rules ladder-aliases Legendär = 4")
    assert "Bogen  Gut" in said(fair, "sheet Jörg")
    lines = said(fair, "check Jörg Bogen vs hervorragend +1 rolled + + + +")
    assert "Jörg tries Bogen against Hervorragend +1: Hervorragend +2, success by 1" in lines
    assert fair.do("check Jörg Bogen vs legendär rolled + + + +").answer.result["difficulty"] == LEGENDARY
    assert fair.do("check Jörg Bogen vs Good rolled 0").status != 0
    assert "Wirtin's reaction is Gut: reacts well" in said(fair, "react Wirtin rolled +1")
    assert "Annehmbar = helps a little" in " ".join(said(fair, "rules").split())
    assert "Jörg tries Bogen against Good: Good, bare success" in said(fair, "log CheckResolved")
    assert fair.do("audit").status == 0


@pytest.mark.rule("FU-01", "FU-03", "FU-04", "FU-06")
@pytest.mark.parametrize(
    ("typed", "level"),
    [
        ("Good", GOOD),
        ("good", GOOD),
        ("GREAT", GREAT),
        ("gr", GREAT),
        ("Sup +2", 5),
        ("t -1", -4),
        ("Superb +2", 5),
        ("superb +2", 5),
        ('"Superb +2"', 5),
        ("Legendary", LEGENDARY),
        ('"Terrible -1"', -4),
        ("Terrible -1", -4),
        ("2", GREAT),
        ("-2", POOR),
        ("+1", GOOD),
        ("Good +1", GREAT),
        ('Superb +1 "a high wall"', LEGENDARY),
        ("Superb -1 ladder", GREAT),
    ],
)
def test_levels_are_typed_by_word_or_number(fair: Desk, typed: str, level: int) -> None:
    said(fair, "pc Joe")
    said(fair, "trait Joe Bow Fair")
    assert fair.do(f"check Joe Bow vs {typed} anyway rolled 0").answer.result["difficulty"] == level


@pytest.mark.rule("FU-01")
@pytest.mark.parametrize("typed", ["G", "Goood", "Good+", "Awful", '"Good +2"'])
def test_what_is_no_level_is_not_taken_for_one(fair: Desk, typed: str) -> None:
    said(fair, "pc Joe")
    said(fair, "trait Joe Bow Fair")
    assert fair.do(f"check Joe Bow vs {typed} rolled 0").status != 0


@pytest.mark.rule("FU-06")
def test_a_step_with_a_reason_is_a_factor_and_no_part_of_the_word(fair: Desk) -> None:
    said(fair, "pc Joe")
    said(fair, "trait Joe Bow Fair")
    for typed, first, factors in (("Superb +1", 4, []), ("Superb +1 wind", 3, [(1, "wind")])):
        difficulty, *rest = fair.do(f"check Joe Bow vs {typed} rolled 0").answer.result["difficulty_parts"]
        assert (difficulty["value"], [(part["value"], part["reason"]) for part in rest]) == (first, factors)


# --- defaults, game by game --------------------------------------------------------------------------------

DEFAULTS: dict[str, list[tuple[str, str, Any]]] = {
    "OC-01": [("check-dice", "fudge", "4dF"), ("check-dice", "fudge-lite", "4dF")],
    "OC-02": [("check-dice", "peupfudge", "4dF"), ("contest-dice", "peupfudge", "3dF")],
    "OC-04": [
        ("contest-rolls", "peupfudge", "all"),
        ("contest-rolls", "fudge", "all"),
        ("contest-rolls", "fudge-lite", "first"),
        *(("npc-dice", game, "same") for game in ("peupfudge", "fudge", "fudge-lite")),
    ],
    "OC-05": [("criticals", "fudge", "off"), ("critical-override", "fudge", False)],
    "OC-06": [("critical-table", "fudge", []), ("critical-dice", "fudge", "2d6")],
    "OC-07": [
        ("default-difficulty", "peupfudge", None),
        ("default-difficulty", "fudge", "Fair"),
        ("default-difficulty", "fudge-lite", "Fair"),
    ],
    "OC-08": [
        ("untrained", "peupfudge", 0),
        ("untrained", "fudge", "Poor"),
        ("untrained", "polyhedral", "Poor"),
        ("untrained", "fudge-lite", "Fair"),
    ],
    "OC-09": [("modifier-limit", "fudge", 3), ("modifier-limit", "fudge-lite", 3)],
    "OC-10": [
        ("stacking", "peupfudge", "sum"),
        ("stacking", "fudge", "sum"),
        ("stacking", "fudge-lite", "largest"),
    ],
    "OC-11": [
        ("legendary", "fudge", "off"),
        ("legendary", "polyhedral", "off"),
        ("legendary", "fudge-lite", "npcs"),
        ("creation-limit", "fudge", "Superb"),
        ("creation-limit", "polyhedral", "Superb"),
        ("creation-limit", "fudge-lite", "Superb"),
    ],
    "OC-12": [("trait-lists", "peupfudge", []), ("trait-lists", "fudge-lite", ["base"])],
    "OC-13": [("creation", "peupfudge", "free"), ("creation", "fudge-lite", "A")],
    "OC-14": [("approval", "fudge-lite", "quick"), ("fault-required", "fudge-lite", False)],
    "OC-15": [
        ("xp-per-session", "peupfudge", 0),
        ("xp-per-session", "fudge-lite", 1),
        ("xp-multiplier", "fudge-lite", 1),
        ("xp-on-miss", "fudge-lite", 0),
        ("questions", "fudge-lite", []),
    ],
    "OC-16": [("xp-for-used-only", "peupfudge", False)],
    "OC-23": [("points", "fudge-lite", 0), ("points", "polyhedral", 0), ("point-uses", "polyhedral", ["maximum"])],
    "OC-24": [("advantage-dice", "fudge-lite", False)],
    "OC-26": [
        ("exploding", "polyhedral", True),
        ("snake-eyes", "polyhedral", True),
        ("result-ceiling", "polyhedral", None),
    ],
    "OC-27": [("fumble", "polyhedral", "below-all")],
    "OC-28": [("polyhedral-dice", "polyhedral", ["none", "d4-2", "d4-1", "d4", "d6", "d8", "d10", "d12"])],
    "OC-32": [("reaction-rolls", "fudge", "secret")],
    "OC-37": [("ladder", "fudge", WORDS)],
    "OC-38": [
        ("result-floor", "fudge", None),
        ("result-ceiling", "fudge", None),
        ("result-floor", "fudge-lite", -3),
        ("result-ceiling", "fudge-lite", 7),
    ],
    "OC-40": [("decimals", game, 1) for game in ("peupfudge", "fudge", "polyhedral", "fudge-lite")],
    "OC-19": [("tracks", "fudge-lite", ["minor 2", "serious 2"])],
    "OC-20": [("full-track", "fudge-lite", "incapacitated")],
    "OC-21": [("track-penalties", "fudge-lite", "worst")],
    "OC-25": [("magic", "fudge-lite", "bands")],
    "OC-29": [("melee-damage", "polyhedral", "1"), ("missile-damage", "polyhedral", "2")],
    "OC-30": [("damage-trait", "polyhedral", "Damage Capacity"), ("scale", "polyhedral", 0)],
    "OC-31": [("armour", "polyhedral", ["chain mail = 3"])],
    "OC-33": [("gm-moves", "fudge", [])],
    "OC-34": [("countdowns", "fudge-lite", "open")],
    "OC-35": [("lines", "fudge-lite", []), ("veils", "fudge-lite", []), ("safety-tools", "fudge-lite", [])],
    "OC-36": [("leading-questions", "fudge-lite", False)],
}


@pytest.mark.parametrize(
    ("key", "game", "default"),
    [pytest.param(*row, marks=pytest.mark.rule(choice)) for choice, rows in DEFAULTS.items() for row in rows],
)
def test_what_the_documents_leave_open_has_a_default_in_each_game(key: str, game: str, default: Any) -> None:
    rules = load_rules(game)
    level = Ladder.of(rules).level(default) if isinstance(default, str) and rules.ladder else None
    assert rules.as_data()[key] == (default if level is None else level)


@pytest.mark.rule("OC-33")
def test_fudge_lite_comes_with_nine_moves_and_a_table_may_have_others() -> None:
    assert len(set(load_rules("fudge-lite").gm_moves)) == 9
    assert change_value(load_rules("fudge-lite"), "gm-moves", "rest, travel").gm_moves == ("rest", "travel")


@pytest.mark.rule("OC-22", "ER-12")
def test_what_a_tie_means_is_no_rule_of_the_tables() -> None:
    assert not [key for key in load_rules("fudge").as_data() if "tie" in key.split("-") or "ties" in key.split("-")]
    for game, winner, tied in (("peupfudge", None, ("Lisa", "Joe")), ("fudge-lite", "Lisa", ())):
        story = given(*someone("Lisa", Bow=1), *someone("Joe", Bow=1), book=game).rolling(*8 * [0])
        contest = a_contest(story, Contest((Side("Lisa", "Bow"), Side("Joe"))))
        assert (contest.winner, contest.tied) == (winner, tied)


# --- where the documents differ ----------------------------------------------------------------------------


@pytest.mark.rule("ER-16")
@pytest.mark.parametrize(
    ("game", "level", "name"),
    [("peupfudge", 0, None), ("fudge", -2, "Poor"), ("polyhedral", 2, "Poor"), ("fudge-lite", 0, "Fair")],
)
def test_who_never_learned_it_is_another_level_in_each_game(game: str, level: int, name: str | None) -> None:
    trait = given(AbilityDefined("Juggling"), *someone("Joe"), book=game).sheet("Joe").traits["Juggling"]
    assert (trait.effective, trait.level_name) == (level, name)


@pytest.mark.rule("ER-17", "OC-38")
@pytest.mark.parametrize(("game", "total", "degree"), [("fudge", -4, "Terrible −1"), ("fudge-lite", -3, "Terrible")])
def test_a_mediocre_trait_that_falls_by_three_ends_elsewhere_in_each_game(game: str, total: int, degree: str) -> None:
    story = given(*someone("Joe", Sword=MEDIOCRE), book=game)
    if game == "fudge-lite":
        story = given(RulesChanged("creation", "free", "A", {}, ""), *story.events, book=game)
    check = a_check(story, Check("Joe", "Sword", faces=FACES[-3]))
    assert (check.total, check.degree) == (total, degree)


@pytest.mark.rule("ER-17", "ER-30")
def test_polyhedral_calls_the_lowest_level_abysmal_or_sub_terrible() -> None:
    ladder = Ladder.of(load_rules("polyhedral"))
    assert (ladder.name(0), ladder.level("Abysmal"), ladder.level("sub-terrible")) == ("Abysmal", 0, 0)
    assert ladder.name(-3) == "Abysmal"


@pytest.mark.rule("ER-19", "OC-38")
@pytest.mark.parametrize(
    ("level", "dice", "faces", "bonus", "degree"),
    [
        (SUPERB, "5dF", (5,), 0, "Superb +5"),
        (SUPERB, "4d6-lowest", (5, 5, 6, 6), 0, "Superb +5"),
        (LEGENDARY, "4dF", (4,), 0, "Superb +5"),
        (SUPERB, "4dF", (4,), 3, "Superb +7"),
        (TERRIBLE, "5dF", (-5,), -2, "Terrible −7"),
    ],
)
def test_degrees_have_no_ceiling_and_no_floor(
    level: int, dice: str, faces: tuple[int, ...], bonus: int, degree: str
) -> None:
    story = fudge(*someone("Joe", Sword=level))
    modifiers = (Modifier(bonus),) if bonus else ()
    assert a_check(story, Check("Joe", "Sword", 1, modifiers=modifiers, dice=dice, faces=faces)).degree == degree


def by_hand(event: Event) -> bool:
    """Whether no dice of the program's were in it: whoever plays it again rolls none."""
    if isinstance(event, ContestResolved):
        return all(side.physical or not side.faces for side in event.participants)
    return not getattr(event, "faces", ()) or bool(getattr(event, "physical", True))


# --- the same from a program's side ------------------------------------------------------------------------


@pytest.mark.rule("EV-10", "EV-11", "EV-12", "EV-13", "EV-14")
def test_a_log_of_everything_can_be_audited_and_told_again(fair: Desk, tmp_path: Path) -> None:
    for line in (
        "pc Lisa",
        "pc Joe",
        "npc Guard",
        "define ability Juggling",
        "define status Health: Hurt -1, Fine 0",
        "trait Lisa Fast-Talk Great, Dexterity Superb, Research Good, Anthropology Good",
        "trait Joe Will Good",
        "trait Guard Will Mediocre",
        "give Lisa picks +1 on Dexterity",
        "status Joe Health Hurt",
        "check Lisa Juggling default Mediocre rolled 0",
        "check Lisa Juggling and Dexterity vs Great rolled -1",
        "check Lisa Research and Anthropology vs Great +1 dark rolled + 0 - 0",
        "check Lisa Fast-Talk vs Terrible",
        "check Lisa Juggling vs Superb",
        "check Lisa Juggling vs Superb anyway",
        "check Lisa Dexterity vs Great with d% rolled 100 secret",
        "check Lisa Fast-Talk vs Guard Will",
        "contest Lisa Fast-Talk rolled 0 0 0 0 vs Joe Will rolled 0 0 0 0",
        "contest Lisa Fast-Talk vs Joe Will yields",
        "contest Lisa Fast-Talk rolled - - - - vs Joe Will rolled - - - - at least Fair",
        "rules npc-dice npc-d6",
        "contest Lisa Fast-Talk rolled 0 0 0 0 vs Guard Will rolled 6 5",
        "contest Lisa Fast-Talk vs Guard Will",
        "rules npc-dice diceless",
        "contest Lisa Fast-Talk rolled 0 0 0 0 vs Guard Will",
        "contest Lisa Fast-Talk rolled 0 0 0 0 vs Guard Will rolled 0 0 0 +",
        "rules criticals both",
        "rules critical-override on",
        f"rules critical-table {MELEE}9-12 = as the GM says",
        "check Joe Will vs Good rolled + + + +",
        "critical for Joe rolled 1 2",
        "react Guard +1 smile rolled 0 - 0 +",
        "react Guard open rolled -2",
        "roll rolled +1",
        "reveal #21",
    ):
        said(fair, line)
    audit = fair.do("audit").answer.result
    assert (audit["ok"], {found["rule"] for found in audit["findings"]}) == (True, {"unsigned"})
    assert fair.do("verify").status == 0
    script = tmp_path / "again.session"
    said(fair, f"export {script}")
    again = Desk(tmp_path / "again.db")
    for line in script.read_text("utf-8").splitlines():
        assert line.startswith("#") or said(again, line) is not None

    def told(desk: Desk) -> list[Event]:
        assert desk.campaign is not None
        return [each.event for each in desk.campaign.events()][1:]

    first, second = told(fair), told(again)
    real = [event for event in first if by_hand(event)]
    assert len(first) == len(second)
    assert [event for event in real if event not in second] == []
    again.close()


@pytest.mark.parametrize(
    ("game", "practice"),
    [("peupfudge", (0, 0, 1)), ("fudge", (None,) * 3), ("polyhedral", (None,) * 3), ("fudge-lite", (0, 0, 2))],
)
def test_a_sheet_for_programs_has_no_practice_where_no_xp_raise_traits(game: str, practice: tuple[int | None]) -> None:
    story = given(AbilityDefined("Juggling"), *someone("Joe"), book=game)
    trait = story.sheet("Joe").as_json()["traits"]["Juggling"]
    assert tuple(trait[name] for name in ("xp", "progress", "needed")) == practice
    assert "grows" not in trait
