"""Polyhedral Fudge, row by row (PO-01 to PO-25 and PO-38 to PO-40), in the order of the rules.

What a single die can do is proven in test_dice and test_odds, and the worked examples in test_evenings. Damage comes
later. Events are numbered from #2 here: #1 is the campaign's beginning.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import attrs
import pytest
from given import Given, given, rule
from tabletop import result, text

from engine.chances import of_check, of_contest, of_dice, of_ladder
from engine.commands import (
    ChangePoints,
    Check,
    CheckOdds,
    Contest,
    ContestOdds,
    GiveTrait,
    Modifier,
    Opponent,
    Roll,
    Side,
    TraitLevel,
)
from engine.events import (
    CharacterCreated,
    CheckResolved,
    ContestResolved,
    DiceRolled,
    Event,
    Part,
    PointsChanged,
    RulesChanged,
    TraitGiven,
)
from engine.rules.files import load_rules
from engine.rules.ladder import Ladder
from engine.rules.odds import FUMBLE
from engine.rules.rolling import the_dice
from engine.rules.structure import change_value
from engine.text import percent
from engine.types import BY_LEVEL
from shell.runner import Desk

BOOK = "polyhedral"
RULES = load_rules(BOOK)
LADDER = Ladder.of(RULES)

ABYSMAL, TERRIBLE, POOR, MEDIOCRE, FAIR, GOOD, GREAT, SUPERB, LEGENDARY = range(9)

JOE = CharacterCreated("Joe", "pc", "Ann")
RIVAL = CharacterCreated("Rival", "npc")


def told(*events: Event) -> Given:
    """Begin a story by these rules."""
    return given(*events, book=BOOK)


def switched(key: str, typed: str, *more: str) -> tuple[RulesChanged, ...]:
    """Return the events that one rule after another was set to what was typed."""
    rules, events, typed_all = RULES, [], [key, typed, *more]
    for name, value in zip(typed_all[::2], typed_all[1::2], strict=True):
        before, rules = rules, change_value(rules, name, value)
        set_to, was = rules.as_data()[name], before.as_data()[name]
        events.append(RulesChanged(name, set_to, was, rules.as_data(), rules.digest))
    return tuple(events)


def joe(level: int, *events: Event) -> Given:
    """Begin a story in which Joe climbs at that level."""
    return told(*events, JOE, TraitGiven("Joe", "Climbing", level))


def climbed(story: Given, *faces: int, vs: int | None = FAIR, **more: object) -> CheckResolved:
    """Roll Joe's climbing with real dice that show these faces."""
    event = story.when(Check("Joe", "Climbing", vs, faces=faces, **more)).event
    assert isinstance(event, CheckResolved)
    return event


def came(check: CheckResolved) -> tuple[str, int, str | None, bool]:
    """Return the dice, total, degree and success of a check."""
    return check.dice.split("-exploding")[0], check.total, check.degree, check.success


def opposed(story: Given, *sides: Side) -> ContestResolved:
    """Return the event that a contest makes."""
    event = story.when(Contest(sides)).event
    assert isinstance(event, ContestResolved)
    return event


def chance(story: Given, vs: int, **more: object) -> Fraction:
    """Return the exact chance of Joe's climbing."""
    found = of_check(story.state, CheckOdds("Joe", "Climbing", vs, **more))
    return Fraction(found.exact)


# --- levels and their dice ---------------------------------------------------------------------------------


@pytest.mark.rule("PO-01", "OC-37")
def test_levels_are_counted_from_abysmal_at_nothing() -> None:
    words = ["Abysmal", "Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb", "Legendary"]
    assert [LADDER.level(word) for word in words] == list(range(9))
    assert [LADDER.name(level) for level in range(9)] == words


@pytest.mark.rule("PO-01")
@pytest.mark.parametrize(("word", "fudge"), [("Fair", 0), ("Superb", 3), ("Terrible", -3), ("Legendary", 4)])
def test_a_trait_number_is_four_more_than_the_level_of_fudge(word: str, fudge: int) -> None:
    assert LADDER.level(word) == fudge + 4


@pytest.mark.rule("PO-02")
@pytest.mark.parametrize(
    ("level", "die"), [(MEDIOCRE, "d4"), (FAIR, "d6"), (GOOD, "d8"), (GREAT, "d10"), (SUPERB, "d12")]
)
def test_every_level_has_a_die(level: int, die: str) -> None:
    assert came(climbed(joe(level), 2)) == (f"poly-{die}", 2, "Poor", False)


@pytest.mark.rule("PO-03", "PO-14")
@pytest.mark.parametrize(("face", "total", "degree"), [(2, 1, "Terrible"), (3, 2, "Poor")])
def test_poor_rolls_a_d4_and_takes_one_off(face: int, total: int, degree: str) -> None:
    assert came(climbed(joe(POOR), face)) == ("poly-d4-1", total, degree, False)


@pytest.mark.rule("PO-03", "PO-14")
def test_a_1_at_poor_is_abysmal() -> None:
    assert came(climbed(joe(POOR), 1, 3)) == ("poly-d4-1", 0, "Abysmal", False)


@pytest.mark.rule("PO-04", "PO-14", "ER-24", "OC-28")
@pytest.mark.parametrize(
    ("faces", "total", "degree"), [((4, 1), 3, "Mediocre"), ((1, 2), -1, "Abysmal"), ((3,), 1, "Terrible")]
)
def test_terrible_rolls_a_d4_and_takes_two_off(faces: tuple[int, ...], total: int, degree: str) -> None:
    assert came(climbed(joe(TERRIBLE), *faces)) == ("poly-d4-2", total, degree, False)


@pytest.mark.rule("PO-05", "OC-28")
def test_abysmal_has_no_die() -> None:
    joe(ABYSMAL).when(Check("Joe", "Climbing", FAIR)).refused("Abysmal has no die to roll")


@pytest.mark.rule("PO-05", "OC-28")
def test_abysmal_has_a_die_where_the_table_gives_it_one() -> None:
    dice = switched("polyhedral-dice", "d4-3, d4-2, d4-1, d4, d6, d8, d10, d12")
    assert came(climbed(joe(ABYSMAL, *dice), 4, 2, vs=TERRIBLE)) == ("poly-d4-3", 3, "Mediocre", True)


@pytest.mark.rule("PO-04", "OC-28")
def test_a_table_can_leave_terrible_without_a_die() -> None:
    dice = switched("polyhedral-dice", "none, none, d4-1, d4, d6, d8, d10, d12")
    joe(TERRIBLE, *dice).when(Check("Joe", "Climbing", FAIR)).refused("Terrible has no die to roll")


@pytest.mark.rule("PO-06")
@pytest.mark.parametrize("nth", [1, 2, 3, 4, 5])
def test_each_legendary_adds_one_more_to_the_d12(nth: int) -> None:
    level = 7 + nth
    assert LADDER.name(level) == (
        "Legendary" if nth == 1 else f"Legendary {nth}{'nd' if nth == 2 else 'rd' if nth == 3 else 'th'}"
    )
    assert came(climbed(joe(level, *switched("legendary", "on")), 5)) == (
        f"poly-d12+{nth}",
        5 + nth,
        LADDER.degree(5 + nth),
        True,
    )


@pytest.mark.rule("PO-06", "OC-11")
def test_a_legendary_trait_is_for_the_game_master_to_allow() -> None:
    giving = GiveTrait("Joe", (TraitLevel("Climbing", LEGENDARY),))
    told(JOE).when(giving).refused("Climbing cannot start at Legendary: levels at creation go from Abysmal to Superb")
    allowed = told(*switched("legendary", "on"), JOE)
    allowed.when(giving).then(TraitGiven("Joe", "Climbing", LEGENDARY, word="Legendary"))
    allowed.when(GiveTrait("Joe", (TraitLevel("Climbing", LEGENDARY + 5),))).refused("cannot start at")


@pytest.mark.rule("PO-08", "OC-08", "ER-16")
def test_who_never_learned_it_is_poor() -> None:
    story = told(JOE, RIVAL, TraitGiven("Rival", "Climbing", GOOD))
    check = climbed(story, 3)
    assert (check.level, check.default, check.dice) == (POOR, True, "poly-d4-1-exploding-snake-eyes")
    assert chance(story, FAIR) == Fraction(1, 4)


# --- the result --------------------------------------------------------------------------------------------


@pytest.mark.rule("PO-09", "PO-10", "EV-10")
def test_the_roll_is_the_result_and_the_level_is_not_added() -> None:
    check = climbed(joe(GOOD), 6)
    assert (check.level, check.roll, check.total, check.degree) == (GOOD, 6, 6, "Great")


@pytest.mark.rule("PO-10")
@pytest.mark.parametrize(
    ("faces", "degree"),
    [((2,), "Poor"), ((3,), "Mediocre"), ((4,), "Fair"), ((5,), "Good"), ((6,), "Great"), ((7,), "Superb")],
)
def test_the_number_is_read_back_as_a_level_whatever_it_was_to_meet(faces: tuple[int, ...], degree: str) -> None:
    assert {climbed(joe(GREAT), *faces, vs=vs).degree for vs in (TERRIBLE, FAIR, SUPERB)} == {degree}


@pytest.mark.rule("PO-11", "ER-12", "OC-22")
@pytest.mark.parametrize(("face", "margin", "success"), [(6, -1, False), (7, 0, True), (8, 1, True)])
def test_the_difficulty_has_to_be_met(face: int, margin: int, success: bool) -> None:
    check = climbed(joe(SUPERB), face, vs=SUPERB)
    assert (check.margin, check.success) == (margin, success)


@pytest.mark.rule("PO-11", "OC-07")
def test_where_no_difficulty_is_named_it_is_fair() -> None:
    check = climbed(joe(GOOD), 4, vs=None)
    assert (check.difficulty, check.against, check.success) == (FAIR, "Fair", True)


@pytest.mark.rule("PO-11")
def test_another_characters_level_can_be_the_difficulty() -> None:
    story = joe(GOOD, RIVAL, TraitGiven("Rival", "Guile", GREAT))
    check = story.when(Check("Joe", "Climbing", opponent=Opponent("Rival", "Guile"), faces=(6,))).event
    assert isinstance(check, CheckResolved)
    assert (check.difficulty, check.margin, check.success) == (GREAT, 0, True)


@pytest.mark.rule("PO-12")
@pytest.mark.parametrize("faces", [(8,), (9,), (12, 1), (12, 12, 3)])
def test_everything_from_eight_up_is_called_legendary(faces: tuple[int, ...]) -> None:
    check = climbed(joe(SUPERB), *faces)
    assert (check.total, check.degree, check.success) == (sum(faces), "Legendary", True)


@pytest.mark.rule("PO-12", "ER-28")
@pytest.mark.parametrize(("faces", "success"), [((6, 3), False), ((6, 4), True)])
def test_a_difficulty_above_eight_is_compared_with_the_true_total(faces: tuple[int, ...], success: bool) -> None:
    check = climbed(joe(FAIR), *faces, vs=10)
    assert (check.against, check.degree, check.success) == ("Legendary 3rd", "Legendary", success)


@pytest.mark.rule("PO-12", "ER-28")
def test_the_chance_against_a_difficulty_above_eight_goes_by_the_true_total() -> None:
    assert chance(joe(FAIR), 10) == Fraction(1, 12)


@pytest.mark.rule("PO-13")
def test_a_high_total_stays_what_it_is() -> None:
    rolled = told().when(Roll("poly-d8-exploding", (Modifier(2, "sword"),), faces=(8, 3))).event
    assert isinstance(rolled, DiceRolled)
    assert (rolled.roll, rolled.total, rolled.degree) == (11, 13, "Legendary")


@pytest.mark.rule("PO-14", "ER-30", "ER-17")
@pytest.mark.parametrize("total", [0, -1, -5])
def test_whatever_is_below_terrible_is_abysmal(total: int) -> None:
    assert LADDER.degree(total) == "Abysmal"
    assert LADDER.level("sub-terrible") == LADDER.level("Abysmal") == 0


@pytest.mark.rule("PO-15", "OC-10")
def test_modifiers_are_levels_added_to_the_roll() -> None:
    check = climbed(joe(FAIR), 3, modifiers=(Modifier(1, "rope"),))
    assert (check.modifiers, check.total, check.degree, check.success) == ((Part(1, "rope"),), 4, "Fair", True)
    both = climbed(joe(FAIR), 3, modifiers=(Modifier(2), Modifier(1), Modifier(-1)))
    assert (both.total, both.degree) == (5, "Good")


@pytest.mark.rule("PO-15")
def test_modifiers_do_not_change_the_die() -> None:
    check = climbed(joe(FAIR), 6, 1, modifiers=(Modifier(-2),))
    assert came(check) == ("poly-d6", 5, "Good", True)


EVERY = list(range(TERRIBLE, 13))


@pytest.mark.rule("PO-16")
@pytest.mark.parametrize("level", [each for each in EVERY if each != TERRIBLE])
@pytest.mark.parametrize("exploding", ["on", "off"])
@pytest.mark.parametrize("snake_eyes", ["on", "off"])
def test_ones_own_level_comes_half_the_time(level: int, exploding: str, snake_eyes: str) -> None:
    story = joe(level, *switched("exploding", exploding, "snake-eyes", snake_eyes))
    assert chance(story, level) == Fraction(1, 2)


@pytest.mark.rule("PO-16", "PO-04")
def test_terrible_comes_to_terrible_half_the_time() -> None:
    assert chance(joe(TERRIBLE), TERRIBLE) == Fraction(1, 2)


# --- exploding dice and snake eyes -------------------------------------------------------------------------


@pytest.mark.rule("PO-17", "OC-26")
def test_a_maximum_is_rolled_again_and_added() -> None:
    check = climbed(joe(FAIR), 6, 6, 4)
    assert (check.faces, check.roll, check.total) == ((6, 6, 4), 16, 16)


@pytest.mark.rule("PO-17", "OC-26")
def test_without_exploding_dice_a_maximum_is_a_maximum() -> None:
    plain = joe(FAIR, *switched("exploding", "off"))
    assert came(climbed(plain, 6, vs=GREAT)) == ("poly-d6-snake-eyes", 6, "Great", True)
    plain.when(Check("Joe", "Climbing", FAIR, faces=(6, 4))).refused("")
    assert chance(plain, LEGENDARY) == 0


@pytest.mark.rule("PO-17")
def test_faces_that_stop_too_soon_or_go_on_too_long_are_refused() -> None:
    joe(FAIR).when(Check("Joe", "Climbing", FAIR, faces=(6,))).refused("goes on after the 6")
    joe(FAIR).when(Check("Joe", "Climbing", FAIR, faces=(5, 5))).refused("is one too many")


@pytest.mark.rule("PO-18")
def test_a_dies_own_modifier_counts_once_however_often_it_explodes() -> None:
    assert came(climbed(joe(POOR), 4, 4, 1)) == ("poly-d4-1", 8, "Legendary", True)
    assert chance(joe(POOR), LEGENDARY) == Fraction(1, 16)


@pytest.mark.rule("PO-19", "PO-22")
@pytest.mark.parametrize("vs", [ABYSMAL, TERRIBLE, FAIR, 12])
def test_a_second_1_after_a_first_is_a_fumble_and_fails_everything(vs: int) -> None:
    check = climbed(joe(SUPERB), 1, 1, vs=vs)
    assert (check.roll, check.total, check.degree, check.success) == (FUMBLE, FUMBLE, "Abysmal", False)


@pytest.mark.rule("PO-22", "OC-27")
def test_no_modifier_helps_a_fumble() -> None:
    check = climbed(joe(SUPERB), 1, 1, vs=TERRIBLE, modifiers=(Modifier(50),))
    assert (check.total, check.success) == (FUMBLE, False)


@pytest.mark.rule("PO-22", "OC-27")
@pytest.mark.parametrize("vs", [ABYSMAL, FAIR])
def test_a_fumble_that_counts_as_abysmal_fails_all_the_same(vs: int) -> None:
    check = climbed(joe(SUPERB, *switched("fumble", "abysmal")), 1, 1, vs=vs, modifiers=(Modifier(9),))
    assert (check.total, check.degree, check.success) == (ABYSMAL, "Abysmal", False)


@pytest.mark.rule("PO-19", "OC-26")
def test_without_snake_eyes_a_1_is_a_1() -> None:
    story = joe(GOOD, *switched("snake-eyes", "off"))
    assert (climbed(story, 1).total, climbed(story, 1, vs=TERRIBLE).success) == (1, True)
    story.when(Check("Joe", "Climbing", FAIR, faces=(1, 1))).refused("")
    assert chance(story, TERRIBLE) == 1


@pytest.mark.rule("PO-20")
@pytest.mark.parametrize("second", [2, 5, 8])
def test_the_second_die_only_confirms(second: int) -> None:
    check = climbed(joe(GOOD), 1, second, vs=TERRIBLE)
    assert (check.faces, check.total, check.degree, check.success) == ((1, second), 1, "Terrible", True)


@pytest.mark.rule("PO-20")
def test_a_1_alone_does_not_say_enough() -> None:
    joe(GOOD).when(Check("Joe", "Climbing", FAIR, faces=(1,))).refused("goes on after the 1")


@pytest.mark.rule("PO-21")
def test_a_1_after_an_explosion_is_just_added() -> None:
    check = climbed(joe(FAIR), 6, 6, 1, vs=SUPERB)
    assert (check.total, check.margin, check.degree, check.success) == (13, 6, "Legendary", True)
    joe(FAIR).when(Check("Joe", "Climbing", FAIR, faces=(6, 1, 1))).refused("is one too many")


# --- contests ----------------------------------------------------------------------------------------------


def both(level: int, other: int, *events: Event) -> Given:
    """Begin a story in which Joe and his rival climb at those levels."""
    return joe(level, *events, RIVAL, TraitGiven("Rival", "Climbing", other))


@pytest.mark.rule("PO-02", "PO-09", "EV-11", "OC-04")
def test_in_a_contest_everyone_rolls_the_die_of_their_level() -> None:
    sides = Side("Joe", "Climbing", faces=(7,)), Side("Rival", faces=(9,))
    contest = opposed(both(GOOD, GREAT), *sides)
    assert [(side.total, side.degree, side.place) for side in contest.participants] == [
        (7, "Superb", 2),
        (9, "Legendary", 1),
    ]
    assert (contest.winner, contest.relative) == ("Rival", 2)


@pytest.mark.rule("PO-02")
def test_a_die_is_laid_for_each_level_when_the_program_rolls() -> None:
    story = both(FAIR, SUPERB)
    story.dice.draws += [5, 11]
    contest = opposed(story, Side("Joe", "Climbing"), Side("Rival"))
    assert [side.faces for side in contest.participants] == [(5,), (11,)]


@pytest.mark.rule("PO-09", "OC-22", "ER-12")
def test_equal_results_tie() -> None:
    contest = opposed(both(GOOD, GREAT), Side("Joe", "Climbing", faces=(5,)), Side("Rival", faces=(5,)))
    assert (contest.winner, contest.tied, contest.relative) == (None, ("Joe", "Rival"), 0)


@pytest.mark.rule("PO-22")
def test_a_fumble_loses_whatever_is_added_and_by_no_number() -> None:
    fumbling = Side("Joe", "Climbing", modifiers=(Modifier(9),), faces=(1, 1))
    contest = opposed(both(GOOD, POOR), fumbling, Side("Rival", faces=(1, 2)))
    assert [(side.total, side.place) for side in contest.participants] == [(FUMBLE, 2), (0, 1)]
    assert (contest.winner, contest.relative) == ("Rival", 0)


@pytest.mark.rule("PO-22")
def test_two_fumbles_tie() -> None:
    contest = opposed(both(GOOD, GREAT), Side("Joe", "Climbing", faces=(1, 1)), Side("Rival", faces=(1, 1)))
    assert (contest.winner, contest.tied, contest.relative) == (None, ("Joe", "Rival"), 0)


@pytest.mark.rule("PO-22")
def test_a_sign_alone_is_no_face_of_a_die_with_numbers(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new polyhedral", "pc Joe", "trait Joe Climbing Good", "roll 4dF rolled + - 0 0"):
        assert desk.do(line).fault is None
    for line in ("check Joe Climbing rolled + 1", "check Joe Climbing = +", "roll 1d6-1d6 rolled + 1"):
        fault = desk.do(line).fault
        assert fault is not None
        assert "are faces of Fudge dice" in fault.message


def test_a_fumble_reads_as_one_and_not_as_a_number(tmp_path: Path) -> None:
    desk = table(tmp_path, "trait Joe Climbing Good", "npc Rival", "trait Rival Climbing Great")
    lines = text(desk, "contest Joe Climbing rolled 3 vs Rival rolled 1 1").splitlines()
    assert lines[0] == "✓ #6 Joe wins"
    assert lines[2] == "  2. Rival  Climbing  Great, d10: 1, checked with 1 → a fumble, Abysmal"
    assert "failure with a fumble" in text(desk, "check Joe Climbing rolled 1 1")
    desk.close()


@pytest.mark.rule("PO-16", "PO-38")
@pytest.mark.parametrize(("mine", "other"), [(FAIR, FAIR), (GOOD, POOR), (MEDIOCRE, SUPERB)])
def test_the_odds_of_a_contest_without_explosions_are_counted_face_by_face(mine: int, other: int) -> None:
    story = both(mine, other, *switched("exploding", "off", "snake-eyes", "off"))
    found = of_contest(story.state, ContestOdds((Side("Joe", "Climbing"), Side("Rival"))))
    dice = [the_dice(story.state.rules, BY_LEVEL, level) for level in (mine, other)]
    rolls = [(a, b) for a, b in product(*([die.total((face,)) for face in range(1, die.sides + 1)] for die in dice))]
    rolls = [(min(a, 8), min(b, 8)) for a, b in rolls]  # PO-12: from Legendary on all are alike
    assert found.wins == (sum(a > b for a, b in rolls) / len(rolls), sum(a < b for a, b in rolls) / len(rolls))
    assert found.tie == pytest.approx(sum(a == b for a, b in rolls) / len(rolls))


# --- fudge points ------------------------------------------------------------------------------------------


def with_points(level: int, points: int = 3) -> Given:
    """Begin a story in which everyone has fudge points."""
    return joe(level, rule("points", str(points), BOOK))


@pytest.mark.rule("PO-23", "OC-23", "EV-15")
def test_a_point_is_a_maximum_and_the_roll_goes_on_from_there() -> None:
    check = climbed(with_points(GOOD), 3, point=True)
    assert (check.faces, check.roll, check.total, check.points) == ((3,), 11, 11, 1)


@pytest.mark.rule("PO-23", "EV-15")
def test_a_point_that_was_rolled_is_gone() -> None:
    story = with_points(GOOD)
    outcome = story.when(Check("Joe", "Climbing", FAIR, faces=(3,), point=True))
    assert (story.sheet("Joe").points, outcome.sheet("Joe").points) == (3, 2)


@pytest.mark.rule("PO-23")
def test_the_roll_after_a_point_explodes_as_any_other() -> None:
    assert climbed(with_points(FAIR), 6, 6, 2, point=True).total == 6 + 6 + 6 + 2


@pytest.mark.rule("PO-24")
def test_several_points_go_into_one_roll() -> None:
    story = with_points(FAIR)
    outcome = story.when(Check("Joe", "Climbing", FAIR, faces=(2,), points=2))
    check = outcome.event
    assert isinstance(check, CheckResolved)
    assert (check.total, check.points, outcome.sheet("Joe").points) == (14, 2, 1)


@pytest.mark.rule("PO-23", "PO-24")
@pytest.mark.parametrize(
    ("level", "points", "vs", "odds"),
    [(FAIR, 1, 8, Fraction(5, 6)), (FAIR, 2, 13, Fraction(1)), (MEDIOCRE, 1, 8, Fraction(1, 4))],
)
def test_the_odds_know_of_the_points(level: int, points: int, vs: int, odds: Fraction) -> None:
    assert chance(with_points(level), vs, points=points) == odds


@pytest.mark.rule("PO-25")
def test_after_a_point_there_are_no_snake_eyes() -> None:
    story = with_points(GOOD)
    assert climbed(story, 1, point=True).total == 9
    story.when(Check("Joe", "Climbing", FAIR, faces=(1, 1), point=True)).refused("is one too many")


@pytest.mark.rule("PO-23", "PO-24")
@pytest.mark.parametrize(("points", "said"), [(4, "Joe has 3 fudge points, not 4"), (0, "0 is too small")])
def test_no_more_points_are_spent_than_there_are(points: int, said: str) -> None:
    with_points(GOOD).when(Check("Joe", "Climbing", FAIR, faces=(3,), points=points)).refused(said)


@pytest.mark.rule("PO-23", "OC-23")
def test_until_the_table_wants_them_there_are_no_points() -> None:
    joe(GOOD).when(Check("Joe", "Climbing", FAIR, faces=(3,), point=True)).refused("this game has no fudge points")
    assert joe(GOOD).sheet("Joe").points is None


@pytest.mark.rule("PO-23", "OC-23")
def test_a_table_can_keep_points_for_other_uses() -> None:
    story = joe(GOOD, *switched("points", "3", "point-uses", "reroll"))
    story.when(Check("Joe", "Climbing", FAIR, faces=(3,), point=True)).refused("cannot be spent on a roll")


@pytest.mark.rule("PO-23")
@pytest.mark.parametrize("dice", ["4dF", "3d6-table", "2d6"])
def test_dice_without_a_maximum_take_no_points(dice: str) -> None:
    with_points(GOOD).when(Check("Joe", "Climbing", FAIR, dice=dice, point=True)).refused("has none")


@pytest.mark.rule("PO-23", "EV-15")
def test_points_come_and_go() -> None:
    story = with_points(GOOD)
    story.when(ChangePoints("Joe", 2, "pluck")).then(PointsChanged("Joe", 2, "pluck"))
    story.when(ChangePoints("Joe", -4)).refused("Joe has 3 fudge points, not 4")
    spent = told(*story.events, PointsChanged("Joe", -3))
    spent.when(Check("Joe", "Climbing", FAIR, faces=(3,), point=True)).refused("Joe has 0 fudge points, not 1")


# --- chances -----------------------------------------------------------------------------------------------

SIDES = {0: (4, -3), 1: (4, -2), 2: (4, -1), 3: (4, 0), 4: (6, 0), 5: (8, 0), 6: (10, 0), 7: (12, 0)}


def by_formula(level: int, target: int, *, exploding: bool, snake_eyes: bool) -> Fraction:
    """Return the chance of a target or more, by the closed form: what is left after q maxima, less the fumble."""
    sides, added = SIDES.get(level, (12, level - 7))
    natural = target - added
    missing = Fraction(1, sides**2) if snake_eyes and natural <= 1 else Fraction(0)
    if natural <= 1:
        return 1 - missing
    q, r = divmod(natural - 1, sides)
    if not exploding:
        return Fraction(max(0, sides - natural + 1), sides)
    return Fraction(sides - r, sides ** (q + 1))


@pytest.mark.rule("PO-38", "DT-14", "DT-15", "DT-16", "ER-22", "ER-23", "ER-25", "ER-26", "ER-29", "OC-26", "OC-40")
@pytest.mark.parametrize("exploding", [True, False])
@pytest.mark.parametrize("snake_eyes", [True, False])
def test_the_table_of_all_levels_is_exact_however_the_switches_stand(exploding: bool, snake_eyes: bool) -> None:
    def word(on: bool) -> str:
        return "on" if on else "off"

    every = "d4-3, d4-2, d4-1, d4, d6, d8, d10, d12"
    events = switched("exploding", word(exploding), "snake-eyes", word(snake_eyes), "polyhedral-dice", every)
    found = of_ladder(told(*events).state.rules)
    assert [level for level, _, _ in found.rows] == list(range(13))
    assert found.targets == tuple(range(1, 13))
    for level, _, dice in found.rows:
        for target in found.targets:
            expected = by_formula(level, target, exploding=exploding, snake_eyes=snake_eyes)
            assert dice.pmf().at_least(target) == expected, (level, target)


@pytest.mark.rule("PO-02", "PO-38", "ER-22", "OC-40")
def test_the_odds_of_poly_are_those_of_fair_and_halves_are_rounded_up() -> None:
    found = of_ladder(told().state.rules)
    odds = found.as_json()
    assert odds["at_least"]["4"] == odds["levels"][3]["at_least"]["4"] == 0.5
    assert odds["pmf"]["2"] == 1 / 6
    assert [percent(1 / 16), percent(3 / 16)] == ["6.3%", "18.8%"]


@pytest.mark.rule("PO-07")
@pytest.mark.parametrize(("level", "warnings"), [("Terrible", 1), ("Poor", 1), ("Mediocre", 0), ("Superb", 0)])
def test_a_skill_below_mediocre_is_remarked_on(tmp_path: Path, level: str, warnings: int) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new polyhedral", "pc Joe"):
        assert desk.do(line).status == 0
    assert len(desk.do(f"trait Joe Luck {level}").answer.result["warnings"]) == warnings


@pytest.mark.rule("PO-23", "FL-105")
def test_points_that_a_rule_gave_and_took_back_are_a_debt_to_settle(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    lines = "new polyhedral; pc A; trait A Climb Good; rules points 3; check A Climb vs Fair point rolled 3; undo #4"
    for line in lines.split("; "):
        assert desk.do(line).status == 0
    findings = desk.do("audit").answer.result["findings"]
    assert [each["message"] for each in findings if each["rule"] == "points-debt"] == [
        "By the corrected log, A spent a fudge point too many"
    ]


@pytest.mark.rule("PO-06")
@pytest.mark.parametrize(
    ("typed", "corrected"),
    [
        ("check A Climb vs Great point rolled 2", "would succeed by 2"),
        ("check A Climb vs Great rolled 7", "what was rolled cannot be read on d6"),
        ("check A Climb vs Good rolled 3; point A reroll #9 rolled 7", "what was rolled cannot be read on d6"),
        ("check A Climb vs Great rolled 7; point A reroll #9 rolled 3", "would fail by 3"),
        ("contest A Climb rolled 7 vs B Climb rolled 2", "what was rolled cannot be read on d6"),
        ("contest A Climb rolled 3 vs B Climb rolled 2; point A reroll #9 rolled 7", "cannot be read on d6"),
    ],
)
def test_a_corrected_level_reads_the_roll_on_its_own_die(tmp_path: Path, typed: str, corrected: str) -> None:
    desk = Desk(tmp_path / "c.db")
    lines = "new polyhedral; rules points 3; rules point-uses maximum, reroll; pc A; trait A Climb Fair"
    for line in f"{lines}; trait A Climb Good; pc B; trait B Climb Fair; {typed}".split("; "):
        assert desk.do(line).status == 0, desk.do(line).fault
    (stale,) = desk.do("undo #6").answer.result["stale"]
    assert corrected in stale["text"]


@pytest.mark.rule("PO-06")
def test_a_roll_with_dice_of_its_own_is_not_stale_when_the_level_is_another(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    lines = "new polyhedral; pc A; trait A Climb Fair; trait A Climb Good; check A Climb vs Great with poly-d8 rolled 7"
    for line in lines.split("; "):
        assert desk.do(line).status == 0, desk.do(line).fault
    assert desk.do("undo #4").answer.result["stale"] == []


def test_a_contest_says_what_a_fumble_counts_for_damage(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new polyhedral", "pc A", "pc B", "trait A Climb Good", "trait B Climb Good"):
        assert desk.do(line).status == 0
    said = desk.do("contest A Climb rolled 8 5 vs B Climb rolled 1 1").answer.text()
    assert "for damage, B's fumble counts as Abysmal: relative degree 13" in said
    assert desk.do('trait B "Damage Capacity" Fair').status == desk.do("give A axe weapon 1").status == 0
    assert "relative degree 13 of #6" in desk.do("damage B of #6").answer.text()


def test_a_void_roll_says_that_its_fudge_point_stays_spent(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    lines = "new polyhedral; rules points 3; pc A; trait A Climb Good; check A Climb vs Great point rolled 2"
    for line in f"{lines}; ruling #5 void".split("; "):
        assert desk.do(line).status == 0
    said = desk.do("why A points").answer.text()
    assert "A spends a fudge point on Climb (#5 is void, the point stays spent): 3 → 2" in said


@pytest.mark.parametrize("game", ["peupfudge", "fudge", "polyhedral", "fudge-lite"])
def test_the_costs_that_a_refusal_advises_are_enough_for_every_step(tmp_path: Path, game: str) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in (f"new {game}", "rules growth none", "pc A", "define ability Climb", "trait A Climb 3", "xp A 99"):
        assert desk.do(line).status == 0
    hint = desk.do("raise A Climb").fault.hint
    assert desk.do("rules step-costs 1").status == desk.do("rules growth steps").status == 0
    assert desk.do("raise A Climb").fault.message.startswith("step-costs has no price from ")
    for line in hint.split("“")[1:]:
        desk.do(line.partition("”")[0])
    assert desk.do("raise A Climb permitted").status == 0


@pytest.mark.parametrize(("dice", "faces"), [("4d6-lowest", "6 6 2 5"), ("1d6-1d6-low", "4 2")])
def test_dice_that_count_against_others_are_shown_with_their_signs(tmp_path: Path, dice: str, faces: str) -> None:
    desk = Desk(tmp_path / "c.db")
    desk.do("new fudge")
    shown = {"6 6 2 5": "+6 +6 −2 −5 = −2", "4 2": "+4 −2 = −2"}[faces]
    assert shown in desk.do(f"roll {dice} rolled {faces}").answer.text()


@pytest.mark.rule("PO-38")
@pytest.mark.parametrize(
    ("level", "target", "plain", "exploding", "snake_eyes"),
    [
        (FAIR, 8, Fraction(0), Fraction(5, 36), Fraction(5, 36)),
        (GOOD, 8, Fraction(1, 8), Fraction(1, 8), Fraction(1, 8)),
        (POOR, 4, Fraction(0), Fraction(1, 4), Fraction(1, 4)),
        (POOR, 12, Fraction(0), Fraction(1, 64), Fraction(1, 64)),
        (MEDIOCRE, 1, Fraction(1), Fraction(1), Fraction(15, 16)),
        (SUPERB, 12, Fraction(1, 12), Fraction(1, 12), Fraction(1, 12)),
        (LEGENDARY, 2, Fraction(1), Fraction(1), Fraction(143, 144)),
        (GREAT, 12, Fraction(0), Fraction(9, 100), Fraction(9, 100)),
        (12, 6, Fraction(1), Fraction(1), Fraction(143, 144)),
    ],
)
def test_cells_of_the_three_tables(
    level: int, target: int, plain: Fraction, exploding: Fraction, snake_eyes: Fraction
) -> None:
    off, on = ("exploding", "off", "snake-eyes", "off"), ("snake-eyes", "off")
    assert chance(joe(level, *switched(*off)), target) == plain
    assert chance(joe(level, *switched(*on)), target) == exploding
    assert chance(joe(level), target) == snake_eyes


@pytest.mark.rule("PO-38", "OC-28")
def test_a_level_without_a_die_has_no_line_in_the_table() -> None:
    assert [name for _, name, _ in of_ladder(told().state.rules).rows][:2] == ["Terrible", "Poor"]


@pytest.mark.rule("PO-39", "ER-25")
def test_everyone_but_the_legendary_can_come_to_terrible_and_plainly_no_lower_from_mediocre_up() -> None:
    plain = of_ladder(told(*switched("exploding", "off", "snake-eyes", "off")).state.rules).rows
    lows = {name: dice.pmf().low for _, name, dice in plain}
    assert {lows[LADDER.name(level)] for level in range(MEDIOCRE, LEGENDARY)} == {1}
    assert (lows["Poor"], lows["Legendary"]) == (0, 2)


@pytest.mark.rule("PO-39", "ER-25")
@pytest.mark.parametrize("level", [FAIR, LEGENDARY])
def test_snake_eyes_break_both_floors(level: int) -> None:
    assert climbed(joe(level), 1, 1, vs=TERRIBLE).degree == "Abysmal"


@pytest.mark.rule("PO-40")
def test_extremes_are_more_frequent_than_with_fudge_dice() -> None:
    fudge = of_dice(told().state.rules, "4dF").dice.pmf()
    assert chance(joe(FAIR), SUPERB) == Fraction(1, 6)
    assert fudge.at_least(3) == Fraction(5, 81)
    assert chance(joe(FAIR), SUPERB) > 2 * fudge.at_least(3)


@pytest.mark.rule("OC-26", "PO-12")
def test_a_table_can_cap_results_at_legendary() -> None:
    story = joe(FAIR, *switched("result-ceiling", "Legendary"))
    assert climbed(story, 6, 6, 1).total == LEGENDARY
    assert chance(story, 9) == 0


# --- in a log ----------------------------------------------------------------------------------------------

PLAYED = """
rules points 3
pc Joe by Ann
npc Rival
trait Joe Climbing Good, Agility Fair
trait Rival Climbing Great
session start The plateau
check Joe Climbing rolled 6
check Joe Climbing vs Fair rolled 1 1
check Joe Agility +1 rope vs Superb point rolled 6 6 1
contest Joe Climbing rolled 3 vs Rival rolled 1 1
contest Joe Climbing -1 tired rolled 8 4 vs Rival rolled 10 1
point Joe +1 for falling with style
point Joe -1 for a lucky coincidence
roll poly-d8-exploding rolled 8 3
sign Joe
session end
"""


def table(folder: Path, *lines: str) -> Desk:
    """Sit at a table at which these lines were typed, all of which were carried out."""
    desk = Desk(folder / "poly.db")
    for line in ('new polyhedral "A test"', "pc Joe", *lines):
        assert desk.do(line).status == 0, line
    return desk


@pytest.fixture
def played(tmp_path: Path) -> Desk:
    """Sit at a table after a session."""
    desk = Desk(tmp_path / "played.db")
    for line in ('new polyhedral "A test"', *filter(None, PLAYED.splitlines())):
        assert desk.do(line).status == 0, line
    return desk


@pytest.mark.rule("PO-11", "PO-22", "PO-23")
def test_the_audit_finds_that_everything_adds_up(played: Desk) -> None:
    found = result(played, "audit")
    assert (found["ok"], found["findings"]) == (True, [])


@pytest.mark.rule("PO-23", "EV-15")
def test_why_adds_up_the_points(played: Desk) -> None:
    why = result(played, "why Joe points")
    assert [cause["effect"] for cause in why["because"]] == [3, -1, 1, -1]
    assert why["value"] == sum(cause["effect"] for cause in why["because"]) == 2
    assert "Joe has 2 fudge points" in text(played, "why Joe points")


@pytest.mark.rule("PO-23")
def test_taking_a_roll_back_gives_its_point_back(played: Desk) -> None:
    check = next(e["seq"] for e in result(played, "log CheckResolved")["events"] if e["points"])
    result(played, f"undo #{check}")
    assert result(played, "sheet Joe")["points"] == 3
    result(played, "redo")
    assert result(played, "sheet Joe")["points"] == 2


@pytest.mark.rule("PO-09")
def test_why_tells_a_level_by_its_word(played: Desk) -> None:
    why = result(played, "why Joe Climbing")
    assert (why["value"], [cause["effect"] for cause in why["because"]]) == (GOOD, [GOOD])
    assert text(played, "why Joe Climbing").splitlines()[0] == "Joe's Climbing is Good:"


@pytest.mark.rule("PO-22", "PO-23")
def test_a_script_of_the_log_comes_to_the_same_campaign(played: Desk, tmp_path: Path) -> None:
    assert result(played, f"export {tmp_path / 'told.session'}")["unsaid"] == []
    again = Desk(tmp_path / "again.db")
    for line in (tmp_path / "told.session").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            assert again.do(line).status == 0, line
    for line in ("sheet Joe", "sheet Rival", "why Joe points"):
        one, other = result(played, line), result(again, line)
        assert (one.get("traits"), one.get("points"), one.get("value")) == (
            other.get("traits"),
            other.get("points"),
            other.get("value"),
        )
    rolls = [
        [(e.get("total"), e.get("winner"), e.get("points")) for e in result(desk, f"log {kind}")["events"]]
        for desk in (played, again)
        for kind in ("CheckResolved", "ContestResolved", "DiceRolled")
    ]
    assert rolls[:3] == rolls[3:]


@pytest.mark.rule("PO-22")
def test_a_fumble_survives_the_journey_out_and_back_in(played: Desk, tmp_path: Path) -> None:
    result(played, f"export {tmp_path / 'out.jsonl'}")
    again = Desk(tmp_path / "again.db")
    assert again.do(f"import {tmp_path / 'out.jsonl'}").status == 0
    assert result(again, "audit")["ok"]
    assert played.campaign is not None
    again.open(writable=False)
    assert again.campaign is not None
    assert attrs.asdict(again.campaign.state.sheets["Joe"]) == attrs.asdict(played.campaign.state.sheets["Joe"])
    result(again, f"export {tmp_path / 'back.jsonl'}")
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()
