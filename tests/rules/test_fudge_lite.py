"""Fudge Lite, row by row (FL-08 to FL-14, FL-26 to FL-40, and what is built of its options), in the order of the rules.

What the dice can do is proven in test_dice and test_odds, and the worked examples in test_evenings. Injuries, magic
and countdowns come later. Events are numbered from #2 here: #1 is the campaign's beginning.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from given import Given, given
from tabletop import result, text

from engine.chances import of_check, of_contest, of_dice
from engine.checklist import unready
from engine.commands import (
    AnswerQuestions,
    Approve,
    Award,
    Check,
    CheckOdds,
    Contest,
    ContestOdds,
    CreateNpc,
    CreatePc,
    DefineAbilities,
    DefineAbility,
    DefineFault,
    DefineGift,
    EndSession,
    Gain,
    GiveTrait,
    MakeNote,
    Modifier,
    Opponent,
    Raise,
    Roll,
    Share,
    Side,
    Spend,
    TradeSlot,
    TraitLevel,
)
from engine.events import (
    AbilityDefined,
    CharacterApproved,
    CharacterCreated,
    CheckResolved,
    ContestResolved,
    DiceRolled,
    Effect,
    Event,
    ItemGiven,
    NoteMade,
    Part,
    PropertyDefined,
    PropertyGained,
    RulesChanged,
    SessionEnded,
    SessionStarted,
    SlotTraded,
    StatusDefined,
    StatusState,
    TraitGiven,
    XpAllocated,
    XpAwarded,
)
from engine.known import every_trait
from engine.rules import creation
from engine.rules.files import load_rules
from engine.rules.growth import step_cost
from engine.rules.ladder import Ladder
from engine.rules.structure import change_value
from shell.runner import Desk

BOOK = "fudge-lite"
RULES = load_rules(BOOK)
LADDER = Ladder.of(RULES)

TERRIBLE, POOR, MEDIOCRE, FAIR, GOOD, GREAT, SUPERB = range(-3, 4)
FAIR_SUPERHUMAN, GOOD_SUPERHUMAN, GREAT_SUPERHUMAN, SUPERB_SUPERHUMAN = range(4, 8)

RIX = CharacterCreated("Rix", "pc", "Ann")
NEWT = CharacterCreated("Newt", "pc", "Bo")
GUARD = CharacterCreated("Guard", "npc")


def told(*events: Event) -> Given:
    """Begin a story by these rules."""
    return given(*events, book=BOOK)


def switched(*typed: str, book: str = BOOK) -> tuple[RulesChanged, ...]:
    """Return the events that one rule after another was set to what was typed: keys and values by turns."""
    rules, events = load_rules(book), []
    for name, value in zip(typed[::2], typed[1::2], strict=True):
        before, rules = rules, change_value(rules, name, value)
        set_to, was = rules.as_data()[name], before.as_data()[name]
        events.append(RulesChanged(name, set_to, was, rules.as_data(), rules.digest))
    return tuple(events)


def rix(level: int, *events: Event) -> Given:
    """Begin a story in which Rix is athletic at that level."""
    return told(*events, RIX, TraitGiven("Rix", "Athletics", level))


def tried(story: Given, roll: int, vs: int | None = FAIR, **more: Any) -> CheckResolved:
    """Roll Rix's Athletics with real dice that show that total."""
    event = story.when(Check("Rix", "Athletics", vs, faces=(roll,), **more)).events[0]
    assert isinstance(event, CheckResolved)
    return event


def chance(story: Given, vs: int | None, **more: Any) -> Fraction:
    """Return the exact chance of Rix's Athletics."""
    return Fraction(of_check(story.state, CheckOdds("Rix", "Athletics", vs, **more)).exact)


def giving(who: str, *given: tuple[str, int]) -> GiveTrait:
    """Levels at creation."""
    return GiveTrait(who, tuple(TraitLevel(trait, level) for trait, level in given))


# --- the ladder --------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-08", "OC-37")
def test_seven_words_go_from_3_below_fair_to_3_above() -> None:
    words = ["Terrible", "Poor", "Mediocre", "Fair", "Good", "Great", "Superb"]
    assert [LADDER.level(word) for word in words] == [-3, -2, -1, 0, 1, 2, 3]


@pytest.mark.rule("FL-08", "FL-26")
def test_two_steps_above_fair_is_great() -> None:
    check = tried(rix(FAIR), +2)
    assert (check.level, check.roll, check.total, check.degree) == (FAIR, 2, GREAT, "Great")


@pytest.mark.rule("FL-09")
def test_the_superhuman_tier_lies_above_superb() -> None:
    words = [f"{word} Superhuman" for word in ("Fair", "Good", "Great", "Superb")]
    assert [LADDER.level(word) for word in words] == [4, 5, 6, 7]


@pytest.mark.rule("FL-09", "OC-38")
@pytest.mark.parametrize(
    ("modifier", "roll", "total", "degree"),
    [
        (0, 1, 4, "Fair Superhuman"),
        (0, 4, 7, "Superb Superhuman"),
        (1, 4, 7, "Superb Superhuman"),
        (3, 4, 7, "Superb Superhuman"),
    ],
)
def test_no_result_rises_above_the_last_word(modifier: int, roll: int, total: int, degree: str) -> None:
    check = tried(rix(SUPERB), roll, modifiers=(Modifier(modifier),) if modifier else ())
    assert (check.total, check.degree, check.margin) == (total, degree, total - FAIR)


@pytest.mark.rule("FL-10", "ER-17", "OC-38")
@pytest.mark.parametrize(("roll", "total", "margin"), [(-2, -3, -3), (-3, -3, -3), (-4, -3, -3)])
def test_no_result_falls_below_terrible_and_the_margin_goes_by_that(roll: int, total: int, margin: int) -> None:
    check = tried(rix(MEDIOCRE), roll)
    assert (check.total, check.degree, check.margin, check.success) == (total, "Terrible", margin, False)


@pytest.mark.rule("FL-10", "OC-38")
def test_the_odds_know_of_the_floor_and_the_ceiling() -> None:
    assert chance(rix(TERRIBLE), TERRIBLE) == 1
    assert chance(rix(TERRIBLE), POOR) == Fraction(31, 81)
    raised = rix(SUPERB, *switched("legendary", "on"))
    assert chance(raised, SUPERB_SUPERHUMAN) == Fraction(1, 81)
    assert chance(raised, SUPERB_SUPERHUMAN + 1, modifiers=(Modifier(3),)) == 0


@pytest.mark.rule("OC-38", "ER-17")
def test_a_table_can_do_without_floor_and_ceiling() -> None:
    check = tried(rix(MEDIOCRE, *switched("result-floor", "none", "beyond-ladder", "counted")), -4)
    assert (check.total, check.degree) == (-5, "Terrible −2")


# --- lists of traits ---------------------------------------------------------------------------------------

BASE = [
    *("Athletics", "Melee Combat", "Persuasion", "Physical Awareness"),
    *("Ranged Combat", "Social Awareness", "Stealth", "Streetwise"),
]
FANTASY = [
    *("Cultural Knowledge", "Dungeoneering", "Languages", "Magic"),
    *("Magic Lore", "Magic Resistance", "Nature", "Thievery"),
]
SPACE = [
    *("Galactic Knowledge", "Hacking", "Languages", "Psionics"),
    *("Psionic Lore", "Psionic Resistance", "Repair", "Starship Use"),
]


def listed(*names: str, without: tuple[str, ...] = ()) -> list[str]:
    """Return the abilities that lists bring into a campaign."""
    outcome = told().when(DefineAbilities(names, without))  # a new campaign knows the base list, but defines nothing
    assert outcome.refusal is None, outcome.refusal
    return [event.name for event in outcome.events if isinstance(event, AbilityDefined)]


@pytest.mark.rule("FL-11", "OC-12")
def test_the_base_list_is_known_from_the_start() -> None:
    assert every_trait(told().state) == BASE


@pytest.mark.rule("FL-11", "RT-05")
def test_the_lists_have_eight_traits_each_and_make_sixteen_together() -> None:
    assert (listed("base"), listed("fantasy"), listed("science-fiction")) == (BASE, FANTASY, SPACE)
    assert len(listed("base", "fantasy")) == 16
    assert len(listed("base", "fantasy", "science-fiction")) == 23


@pytest.mark.rule("FL-12", "RT-05")
def test_optional_traits_can_be_left_out_and_two_be_merged() -> None:
    optional = ("Languages", "Psionics", "Psionic Lore", "Psionic Resistance")
    left = listed("science-fiction", without=(*optional, "Hacking", "Repair"))
    assert left == ["Galactic Knowledge", "Starship Use"]
    merged = told(*map(AbilityDefined, left)).when(DefineAbility(("Technology",)))
    merged.then(AbilityDefined("Technology"))
    assert len([*left, "Technology"]) == 3


@pytest.mark.rule("FL-12", "OC-12")
def test_only_what_is_on_the_lists_can_be_left_out() -> None:
    told().when(DefineAbilities(("base",), ("Magic",))).refused("no trait “Magic”")
    told().when(DefineAbilities(("cooking",), ())).refused("no list of traits “cooking”")


ALTERNATIVES = {
    "body-mind-soul": "Body, Mind, Soul",
    "six-attributes": "Strength, Dexterity, Constitution, Wisdom, Intelligence, Charisma",
    "physical-mental-social": "Physical, Mental, Social",
    "approaches": "Careful, Clever, Flashy, Forceful, Quick, Sneaky",
    "seven-attributes": "Fighting, Agility, Strength, Endurance, Reason, Intuition, Psyche",
    "elements": "Earth, Air, Fire, Water, Void",
    "might-speed-intellect": "Might, Speed, Intellect",
    "body-to-charm": "Body, Coordination, Sense, Knowledge, Charm, Command",
    "pulp": "Brains, Chutzpah, Mechanics, Moxie, Violence",
    "five-attributes": "Agility, Smarts, Spirit, Strength, Vigour",
}


@pytest.mark.rule("FL-11", "RT-06", "OC-12")
@pytest.mark.parametrize("name", ALTERNATIVES)
def test_there_are_ten_other_sets_of_traits(name: str) -> None:
    assert ", ".join(listed(name)) == ALTERNATIVES[name]
    assert set(creation.trait_lists()) == {"base", "fantasy", "science-fiction", *ALTERNATIVES}


# --- how many traits have which level ----------------------------------------------------------------------

DISTRIBUTIONS = {
    "A": ([1, 2, 3, 4, 5], 10, 15),
    "B": ([1, 2, 2, 2, 2], 7, 9),
    "C": ([0, 1, 2, 3, 4], 6, 10),
    "D": ([0, 2, 3, 4, 5], 9, 14),
}


@pytest.mark.rule("FL-14", "RT-04", "ER-38", "OC-13")
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_gives_just_so_many_traits_of_each_level(name: str) -> None:
    counts, fair_or_better, above_poor = DISTRIBUTIONS[name]
    story = told(*switched("creation", name), RIX)
    levels = [level for level, count in zip(range(SUPERB, POOR, -1), counts, strict=True) for _ in range(count)]
    full = [(f"Trait {place}", level) for place, level in enumerate(levels)]
    assert (len([1 for level in levels if level >= FAIR]), len(levels)) == (fair_or_better, above_poor)
    outcome = story.when(giving("Rix", *full))
    assert outcome.events[above_poor:] == tuple(TraitGiven("Rix", each, POOR, word="Poor") for each in BASE)
    after = told(*story.events, *outcome.events)
    for level in range(MEDIOCRE, SUPERB + 1):
        after.when(giving("Rix", ("One more", level))).refused(
            f"Rix has no room for another trait at {LADDER.name(level)}"
        )
    rest = giving("Rix", ("Rest", POOR), ("And more", POOR), ("Worse", TERRIBLE))
    assert len(after.when(rest).events) == 3
    assert unready(after.state) == []


@pytest.mark.rule("FL-14", "OC-13")
def test_the_first_distribution_holds_unless_the_table_says_otherwise() -> None:
    story = told(RIX)
    assert creation.scheme(story.state.rules).name == "A"
    story.when(giving("Rix", ("Stealth", SUPERB), ("Magic", SUPERB))).refused("no room for another trait at Superb")
    (rix_lacks,) = unready(story.state)
    assert rix_lacks.open == {"Superb": 1, "Great": 2, "Good": 3, "Fair": 4, "Mediocre": 5}


@pytest.mark.rule("FL-14", "OC-13")
def test_a_table_can_count_for_itself() -> None:
    story = told(*switched("creation", "1 Superb, 2 Great"), RIX)
    story.when(giving("Rix", ("A", SUPERB), ("B", GREAT), ("C", GREAT), ("D", POOR))).allowed()
    story.when(giving("Rix", ("A", GOOD))).refused("no room for another trait at Good")
    story.when(giving("Rix", ("A", SUPERB), ("B", SUPERB))).refused("no room for another trait at Superb")
    story.when(giving("Rix", ("A", GREAT), ("B", GREAT), ("C", GREAT))).refused("no room for another trait at Great")


@pytest.mark.rule("FL-14")
def test_a_level_that_is_given_anew_makes_room() -> None:
    story = told(RIX, TraitGiven("Rix", "Stealth", SUPERB))
    story.when(giving("Rix", ("Magic", SUPERB))).refused("no room for another trait at Superb")
    assert len(story.when(giving("Rix", ("Stealth", GREAT), ("Magic", SUPERB))).events) == 2


@pytest.mark.rule("FL-14")
def test_the_game_masters_characters_are_not_counted() -> None:
    outcome = told(GUARD).when(giving("Guard", ("Stealth", SUPERB), ("Magic", SUPERB)))
    assert outcome.refusal is None


# --- checks ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-26", "EV-10")
def test_four_fudge_dice_shift_the_level() -> None:
    story = rix(FAIR).rolling(+1, +1, 0, 0)
    check = story.when(Check("Rix", "Athletics", GOOD)).event
    assert isinstance(check, CheckResolved)
    assert (check.dice, check.faces, check.degree, check.margin) == ("4dF", (1, 1, 0, 0), "Great", 1)


@pytest.mark.rule("FL-27", "WX-FL-1")
@pytest.mark.parametrize(
    ("roll", "margin"), [(-4, -5), (-3, -5), (-2, -4), (-1, -3), (0, -2), (1, -1), (2, 0), (3, 1), (4, 2)]
)
def test_the_difficulty_has_to_be_met(roll: int, margin: int) -> None:
    check = tried(rix(FAIR), roll, GREAT)
    assert (check.margin, check.success) == (margin, margin >= 0)


@pytest.mark.rule("FL-27", "WX-FL-1")
def test_fair_against_great_is_fifteen_in_eighty_one() -> None:
    assert chance(rix(FAIR), GREAT) == Fraction(15, 81)


GUARDED = (GUARD, TraitGiven("Guard", "Physical Awareness", FAIR))


@pytest.mark.rule("FL-28", "EV-11", "OC-04")
def test_the_other_sides_trait_with_a_modifier_is_the_target() -> None:
    story = rix(GOOD, *GUARDED)
    check = tried(story, 0, None, opponent=Opponent("Guard", "Physical Awareness"), factors=(Modifier(1),))
    assert (check.difficulty, check.total, check.margin, check.success) == (GOOD, GOOD, 0, True)


@pytest.mark.rule("FL-28", "FL-29", "OC-04", "EV-11")
@pytest.mark.parametrize(("roll", "winner"), [(-1, "Guard"), (0, "Rix"), (1, "Rix")])
def test_in_a_contest_only_the_first_rolls_and_wins_by_meeting_the_other(roll: int, winner: str) -> None:
    story = rix(GOOD, *GUARDED)
    sides = Side("Rix", "Athletics", faces=(roll,)), Side("Guard", "Physical Awareness", modifiers=(Modifier(1),))
    contest = story.when(Contest(sides)).event
    assert isinstance(contest, ContestResolved)
    first, second = contest.participants
    assert (first.roll, first.dice, second.dice, second.faces) == (roll, "", "diceless", ())
    assert (second.total, contest.winner, contest.tied) == (GOOD, winner, ())


@pytest.mark.rule("FL-28", "FL-29")
def test_the_odds_of_a_contest_count_the_tie_for_the_roller() -> None:
    sides = Side("Rix", "Athletics"), Side("Guard", "Physical Awareness", modifiers=(Modifier(1),))
    found = of_contest(rix(GOOD, *GUARDED).state, ContestOdds(sides))
    assert found.wins == pytest.approx((50 / 81, 31 / 81), rel=1e-12)
    assert found.tie == 0


@pytest.mark.rule("ER-39", "OC-04")
@pytest.mark.parametrize("order", [("Guard", "Wolf"), ("Wolf", "Guard")])
def test_among_npcs_too_whoever_is_named_first_rolls(order: tuple[str, str]) -> None:
    wolf = CharacterCreated("Wolf", "npc"), TraitGiven("Wolf", "Melee Combat", GOOD)
    story = told(GUARD, TraitGiven("Guard", "Melee Combat", GOOD), *wolf).rolling(0, 0, 0, 0)
    contest = story.when(Contest((Side(order[0], "Melee Combat"), Side(order[1])))).event
    assert isinstance(contest, ContestResolved)
    assert [bool(side.faces) for side in contest.participants] == [True, False]
    assert contest.winner == order[0]


@pytest.mark.rule("ER-39", "OC-04")
def test_a_table_can_let_both_roll_and_then_they_may_tie() -> None:
    story = rix(GOOD, *switched("contest-rolls", "all"), GUARD, TraitGiven("Guard", "Athletics", GOOD))
    story.rolling(0, 0, 0, 0, 0, 0, 0, 0)
    contest = story.when(Contest((Side("Rix", "Athletics"), Side("Guard")))).event
    assert isinstance(contest, ContestResolved)
    assert (contest.winner, contest.tied) == (None, ("Rix", "Guard"))


@pytest.mark.rule("FL-29", "ER-12", "OC-22")
def test_a_tie_is_a_success_for_the_roller() -> None:
    check = tried(rix(FAIR), 0)
    assert (check.margin, check.success) == (0, True)


@pytest.mark.rule("FL-30", "OC-07", "ER-32")
def test_where_no_difficulty_is_named_it_is_fair() -> None:
    check = tried(rix(MEDIOCRE), -3, None)
    assert (check.difficulty, check.against, check.degree, check.success) == (FAIR, "Fair", "Terrible", False)


@pytest.mark.rule("FL-30")
def test_and_the_modifier_is_none() -> None:
    assert tried(rix(FAIR), 0, None).modifiers == ()


@pytest.mark.rule("FL-31")
def test_what_a_failure_brings_is_told_apart_from_the_failure() -> None:
    story = rix(FAIR)
    failed = tried(story, -1)
    noted = told(*story.events, failed).when(MakeNote("over the wall, but heard by the guard"))
    noted.then(NoteMade("over the wall, but heard by the guard"))
    assert (failed.success, failed.margin) == (False, -1)


@pytest.mark.rule("FL-32", "WX-FL-2")
def test_plain_dice_are_read_as_fudge_dice_by_the_name_of_4d6() -> None:
    rolled = told().when(Roll("4d6", faces=(1, 1, 2, 5))).event
    assert isinstance(rolled, DiceRolled)
    assert (rolled.dice, rolled.roll) == ("4d6-as-dF", -2)
    assert of_dice(told().state.rules, "4d6").dice.pmf().at_least(2) == Fraction(15, 81)


# --- bonuses and penalties ---------------------------------------------------------------------------------


@pytest.mark.rule("FL-33")
@pytest.mark.parametrize(("bonus", "ways"), [(0, 15), (1, 31), (2, 50), (3, 66), (-1, 5), (-2, 1)])
def test_a_bonus_lowers_the_roll_that_is_needed(bonus: int, ways: int) -> None:
    modifiers = (Modifier(bonus),) if bonus else ()
    found = of_check(rix(FAIR).state, CheckOdds("Rix", "Athletics", GREAT, modifiers=modifiers))
    assert (found.needed, found.exact) == (2 - bonus, f"{ways}/81")


@pytest.mark.rule("FL-33", "OC-09")
@pytest.mark.parametrize(("modifier", "warned"), [("+3", False), ("+4", True), ("-3", False), ("-4", True)])
def test_beyond_three_the_table_is_asked_to_look_again(tmp_path: Path, modifier: str, warned: bool) -> None:
    desk = table(tmp_path, "pc Rix", "trait Rix Athletics Fair")
    warnings = result(desk, f"check Rix Athletics {modifier} rolled 0 0 0 0")["warnings"]
    assert bool(warnings) == warned


@pytest.mark.rule("FL-34", "OC-10")
@pytest.mark.parametrize(
    ("values", "counts"),
    [((1, 2, -1, -3), -1), ((1, 2), 2), ((-1, -3), -3), ((2, 2), 2), ((2,), 2), ((3, -1, -1), 2), ((), 0)],
)
def test_only_the_largest_bonus_and_the_largest_penalty_count(values: tuple[int, ...], counts: int) -> None:
    check = tried(rix(FAIR), 0, modifiers=tuple(map(Modifier, values)))
    assert (sum(part.value for part in check.modifiers), check.total) == (counts, counts)


@pytest.mark.rule("FL-34", "OC-10")
def test_what_statuses_properties_and_items_bring_is_counted_with_what_was_typed() -> None:
    hurt = StatusDefined("Body", (StatusState("Hurt", -2), StatusState("Well")), (), "Hurt")
    nimble = PropertyDefined("nimble", (Effect("A", 1, ("Athletics",)),))
    shoes = ItemGiven("Rix", "shoes", 1, effects=(Effect("A", 2, ("Athletics",)),))
    story = rix(FAIR, hurt, nimble)
    story = told(*story.events, PropertyGained("Rix", "nimble"), shoes)
    check = tried(story, 0, modifiers=(Modifier(1, "luck"), Modifier(-1, "rain")))
    assert sorted((part.value, part.source) for part in check.modifiers if part.source != "stacking") == [
        (-2, "status"),
        (-1, "typed"),
        (1, "property"),
        (1, "typed"),
        (2, "item"),
    ]
    assert check.modifiers[-3:] == (
        Part(-1, "nimble does not count", "stacking"),
        Part(-1, "luck does not count", "stacking"),
        Part(1, "rain does not count", "stacking"),
    )
    assert check.total == 2 - 2


@pytest.mark.rule("FL-34", "FL-28")
def test_each_side_of_a_contest_counts_its_largest() -> None:
    sides = (
        Side("Rix", "Athletics", modifiers=(Modifier(1), Modifier(2)), faces=(0,)),
        Side("Guard", "Physical Awareness", modifiers=(Modifier(1), Modifier(1))),
    )
    contest = rix(FAIR, *GUARDED).when(Contest(sides)).event
    assert isinstance(contest, ContestResolved)
    assert [side.total for side in contest.participants] == [2, 1]


@pytest.mark.rule("OC-10")
def test_a_table_can_add_them_all_up() -> None:
    check = tried(rix(FAIR, *switched("stacking", "sum")), 0, modifiers=(Modifier(1), Modifier(2), Modifier(-1)))
    assert check.total == 2


# --- untrained traits --------------------------------------------------------------------------------------


@pytest.mark.rule("ER-16", "OC-08")
@pytest.mark.parametrize("default", [FAIR, MEDIOCRE, POOR])
def test_what_is_not_on_the_sheet_is_as_common_as_the_game_master_says(default: int) -> None:
    check = told(RIX).when(Check("Rix", "Stealth", FAIR, default=default, faces=(0,))).event
    assert isinstance(check, CheckResolved)
    assert (check.level, check.default, check.total) == (default, True, default)


@pytest.mark.rule("ER-16", "OC-08")
def test_unless_anything_is_said_it_is_fair() -> None:
    check = told(RIX).when(Check("Rix", "Stealth", FAIR, faces=(0,))).event
    assert isinstance(check, CheckResolved)
    assert (check.level, check.default) == (FAIR, True)


@pytest.mark.rule("ER-16", "OC-08")
def test_a_default_is_for_what_is_not_on_the_sheet() -> None:
    story = rix(GOOD)
    story.when(Check("Rix", "Athletics", FAIR, default=POOR, faces=(0,))).refused("Rix has Athletics")


@pytest.mark.rule("ER-16", "OC-08")
@pytest.mark.parametrize(("book", "level"), [("peupfudge", 0), ("fudge", -2), ("polyhedral", 2), ("fudge-lite", 0)])
def test_each_game_has_a_level_of_its_own_for_the_untrained(book: str, level: int) -> None:
    story = given(AbilityDefined("Stealth"), RIX, book=book)
    assert story.sheet("Rix").traits["Stealth"].level == level


# --- XP ----------------------------------------------------------------------------------------------------


def funded(xp: int, trait: str = "Stealth", level: int = POOR, *rules: Event) -> Given:
    """Begin a story in which Rix has XP from award #4 and one trait; rules that come first move the number."""
    return told(*rules, RIX, TraitGiven("Rix", trait, level), XpAwarded("Rix", xp))


@pytest.mark.rule("FL-37", "OC-15", "EV-08")
def test_every_players_character_gets_1_xp_when_a_session_ends() -> None:
    story = told(RIX, NEWT, GUARD, SessionStarted(1))
    story.when(EndSession()).then(
        SessionEnded(1),
        XpAwarded("Rix", 1, "session 1", source="session"),
        XpAwarded("Newt", 1, "session 1", source="session"),
    )


@pytest.mark.rule("FL-37")
def test_five_sessions_are_5_xp(tmp_path: Path) -> None:
    desk = table(tmp_path, "pc Rix", *["session start", "session end"] * 5)
    assert result(desk, "sheet Rix")["xp"]["unspent"] == 5


@pytest.mark.rule("FL-37", "OC-15")
def test_a_table_can_give_more_or_nothing() -> None:
    for xp, awards in (("3", (XpAwarded("Rix", 3, "session 1", source="session"),)), ("0", ())):
        story = told(*switched("xp-per-session", xp), RIX, SessionStarted(1))
        story.when(EndSession()).then(SessionEnded(1), *awards)


COSTS = {POOR: 1, MEDIOCRE: 1, FAIR: 1, GOOD: 2, GREAT: 4, SUPERB: 8, FAIR_SUPERHUMAN: 16}


@pytest.mark.rule("FL-38", "RT-02", "EV-08")
@pytest.mark.parametrize("level", COSTS)
def test_each_step_has_its_price(level: int) -> None:
    assert step_cost(RULES, level - 1) == COSTS[level]
    story = funded(COSTS[level], level=level - 1)
    word = LADDER.name(level)
    bought = XpAllocated("Rix", "Stealth", COSTS[level], ((4, COSTS[level]),), level, word)
    story.when(Raise("Rix", "Stealth", permitted=True)).then(bought)
    funded(COSTS[level] - 1, level=level - 1).when(Raise("Rix", "Stealth", permitted=True)).refused(
        f"Stealth to {word} costs {COSTS[level]} XP; Rix has {COSTS[level] - 1} to spend"
    ) if COSTS[level] > 1 else None


@pytest.mark.rule("FL-38", "RT-02")
@pytest.mark.parametrize(
    ("first", "last", "xp"), [(FAIR, SUPERB, 14), (TERRIBLE, SUPERB, 17), (TERRIBLE, FAIR_SUPERHUMAN, 33)]
)
def test_the_way_up_costs_the_sum_of_its_steps(first: int, last: int, xp: int) -> None:
    story = funded(xp, level=first)
    for level in range(first + 1, last + 1):
        outcome = story.when(Raise("Rix", "Stealth", permitted=level == FAIR_SUPERHUMAN))
        assert outcome.sheet("Rix").traits["Stealth"].level == level
        story = told(*story.events, *outcome.events)
    assert story.sheet("Rix").xp.unspent == 0


@pytest.mark.rule("FL-39", "OC-11")
def test_beyond_superb_it_takes_leave() -> None:
    story = funded(16, level=SUPERB)
    story.when(Raise("Rix", "Stealth")).refused("Stealth at Fair Superhuman needs the GM's permission")
    story.when(Spend("Rix", (Share(16, "Stealth"),))).refused("needs the GM's permission")
    bought = XpAllocated("Rix", "Stealth", 16, ((4, 16),), FAIR_SUPERHUMAN, "Fair Superhuman")
    story.when(Raise("Rix", "Stealth", permitted=True)).then(bought)


@pytest.mark.rule("FL-39", "OC-11")
def test_a_table_where_anybody_can_be_superhuman_need_not_ask() -> None:
    story = funded(16, "Stealth", SUPERB, *switched("legendary", "on"))
    assert story.when(Raise("Rix", "Stealth")).sheet("Rix").traits["Stealth"].level_name == "Fair Superhuman"


@pytest.mark.rule("FL-39")
@pytest.mark.parametrize("level", [FAIR_SUPERHUMAN, GREAT_SUPERHUMAN])
def test_beyond_fair_superhuman_there_is_no_price(level: int) -> None:
    story = funded(1000, "Stealth", level, *switched("legendary", "on"))
    story.when(Raise("Rix", "Stealth", permitted=True)).refused("the highest level that XP can buy")


@pytest.mark.rule("FL-40", "EV-08")
def test_what_is_not_spent_stays_in_the_bank_and_too_little_buys_nothing() -> None:
    story = funded(5, level=GOOD)
    outcome = story.when(Raise("Rix", "Stealth"))
    assert outcome.sheet("Rix").xp.unspent == 1
    rich = told(*story.events, *outcome.events)
    rich.when(Raise("Rix", "Stealth")).refused("Stealth to Superb costs 8 XP; Rix has 1 to spend")


@pytest.mark.rule("FL-40")
@pytest.mark.parametrize("amount", [1, 3, 8])
def test_a_step_is_bought_whole(amount: int) -> None:
    said = f"the next level of Stealth costs exactly 2 XP, not {amount}"
    funded(20, level=FAIR).when(Spend("Rix", (Share(amount, "Stealth"),))).refused(said)


@pytest.mark.rule("FL-40")
def test_steps_are_bought_one_at_a_time() -> None:
    story = told(*funded(20).events, TraitGiven("Rix", "Magic", FAIR))
    story.when(Spend("Rix", (Share(1, "Stealth"), Share(2, "Magic")))).refused("levels are bought one at a time")


@pytest.mark.rule("FL-40")
def test_what_is_not_on_the_sheet_cannot_be_raised() -> None:
    told(RIX, XpAwarded("Rix", 9)).when(Raise("Rix", "Stealth")).refused("Stealth is not on Rix's sheet")


@pytest.mark.rule("FL-40", "FL-38")
def test_the_oldest_award_pays_first() -> None:
    story = told(RIX, TraitGiven("Rix", "Stealth", GOOD), XpAwarded("Rix", 1), XpAwarded("Rix", 2), XpAwarded("Rix", 3))
    bought = XpAllocated("Rix", "Stealth", 4, ((4, 1), (5, 2), (6, 1)), GREAT, "Great")
    story.when(Raise("Rix", "Stealth")).then(bought)


# --- NPCs --------------------------------------------------------------------------------------------------

#: RT-11 in the levels of this ladder: traits from their lowest to their highest, gifts, faults.
BLOCKS: dict[str, tuple[dict[str, tuple[int, int]], int, int]] = {
    "Christine Cassiopeia": ({"Physical": (-3, -3), "Social Conflict": (3, 3)}, 1, 1),
    "Huai Dan": ({"Social": (0, 0), "Combat": (2, 4)}, 1, 1),
    "Killbot 9000": ({"Physical": (5, 5), "Combat": (0, 0)}, 1, 1),
    "Troll": ({"Physical": (2, 2)}, 1, 2),
    "Giant Spider": ({"Body": (2, 2)}, 2, 0),
    "Brigand": ({"Combat": (1, 1)}, 0, 0),
    "Brigand Leader": ({"Combat": (2, 2), "Leadership": (2, 2)}, 0, 0),
    "Pyromaniac Fire Mage": ({"Magical Combat": (2, 2), "Physical Combat": (-1, -1)}, 3, 0),
    "Psionic Monk": ({"Combat": (2, 2)}, 5, 0),
    "Fallen Psionic Monk": ({"Combat": (2, 2)}, 5, 0),
    "Mooks": ({"Combat": (-1, -1)}, 0, 0),
}


#: How many things each of them does by itself (RT-11).
BEHAVIOURS = dict(zip(BLOCKS, (2, 3, 1, 2, 1, 4, 4, 2, 3, 3, 1), strict=True))


@pytest.mark.rule("FL-66", "RT-11", "FL-65", "FL-61")
@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.parametrize(("book", "fair"), [("fudge-lite", 0), ("fudge", 0), ("polyhedral", 4)])
def test_eleven_npcs_are_ready_for_every_game_with_a_ladder(name: str, book: str, fair: int) -> None:
    traits, gifts, faults = BLOCKS[name]
    outcome = given(book=book).when(CreateNpc("Foe", name))
    sheet = outcome.sheet("Foe")
    levels = {
        trait: (view.level - fair, (view.level if view.upto is None else view.upto) - fair)
        for trait, view in sheet.traits.items()
    }
    assert (sheet.kind, levels, len(sheet.gifts), len(sheet.faults)) == ("npc", traits, gifts, faults)


@pytest.mark.rule("FL-62", "FL-66", "RT-11")
def test_each_of_the_eleven_says_where_it_belongs_and_what_it_does() -> None:
    found = {name: npc.characteristics for name, npc in creation.ready_npcs().items()}
    assert all(said["Setting"] and said["Behaviour"] for said in found.values())
    assert {name: len(npc.behaviours) for name, npc in creation.ready_npcs().items()} == BEHAVIOURS
    described = {name for name, said in found.items() if "Description" in said}
    assert described == {"Huai Dan", "Killbot 9000", "Troll"}
    said = told().when(CreateNpc("Foe", "Huai Dan")).sheet("Foe").characteristics
    assert said == found["Huai Dan"]


@pytest.mark.rule("FL-66", "RT-11")
def test_there_are_eleven_and_no_other() -> None:
    assert set(creation.ready_npcs()) == set(BLOCKS)
    told().when(CreateNpc("Foe", "Dragon")).refused("no ready-made character “Dragon”")
    given().when(CreateNpc("Foe", "Troll")).refused("this game has none")


@pytest.mark.rule("FL-65")
def test_a_trait_of_an_npc_can_be_a_range() -> None:
    ranging = GiveTrait("Guard", (TraitLevel("Melee Combat", FAIR, GREAT),))
    outcome = told(GUARD).when(ranging)
    outcome.then(TraitGiven("Guard", "Melee Combat", FAIR, GREAT, "Fair to Great"))
    trait = outcome.sheet("Guard").traits["Melee Combat"]
    assert (trait.level, trait.upto, trait.level_name) == (FAIR, GREAT, "Fair")


@pytest.mark.rule("FL-65")
def test_a_range_goes_up_and_is_for_npcs() -> None:
    told(GUARD).when(GiveTrait("Guard", (TraitLevel("Stealth", GOOD, GOOD),))).refused(
        "a range goes from the lower level to the higher"
    )
    told(RIX).when(GiveTrait("Rix", (TraitLevel("Stealth", FAIR, GOOD),))).refused("only an NPC's trait")


@pytest.mark.rule("FL-65")
def test_a_range_is_shown_wherever_the_trait_is(tmp_path: Path) -> None:
    desk = table(tmp_path, 'npc Hu as "Huai Dan"')
    for line in ("sheet Hu", "party", "log last 20"):
        assert "Combat Great to Fair Superhuman" in " ".join(text(desk, line).split()), line


@pytest.mark.rule("WX-FL-9")
@pytest.mark.parametrize(
    ("mine", "level", "foe", "trait", "raised", "needed", "ways"),
    [
        ("Combat", GOOD, "Mooks", "Combat", 0, -2, 76),
        ("Combat", GOOD, "Brigand", "Combat", 0, 0, 50),
        ("Combat", GOOD, "Brigand Leader", "Combat", 0, 1, 31),
        ("Combat", GOOD, "Huai Dan", "Combat", 0, 1, 31),
        ("Combat", GOOD, "Huai Dan", "Combat", 2, 3, 5),
        ("Physical", GOOD, "Killbot 9000", "Physical", 0, 4, 1),
    ],
)
def test_the_chances_against_the_ready_npcs(
    mine: str, level: int, foe: str, trait: str, raised: int, needed: int, ways: int
) -> None:
    story = told(RIX, TraitGiven("Rix", mine, level))
    story = told(*story.events, *story.when(CreateNpc("Foe", foe)).events)
    factors = (Modifier(raised),) if raised else ()
    asked = CheckOdds("Rix", mine, opponent=Opponent("Foe", trait), factors=factors)
    found = of_check(story.state, asked)
    assert (found.needed, found.exact) == (needed, f"{ways}/81")


@pytest.mark.rule("WX-FL-9", "FL-10")
def test_nobody_is_worse_than_terrible() -> None:
    story = told(RIX, TraitGiven("Rix", "Physical", GOOD))
    story = told(*story.events, *story.when(CreateNpc("Foe", "Christine Cassiopeia")).events)
    assert of_check(story.state, CheckOdds("Rix", "Physical", opponent=Opponent("Foe", "Physical"))).chance == 1


# --- ways to make a character ------------------------------------------------------------------------------


@pytest.mark.rule("FL-80", "OC-13")
def test_one_trait_is_traded_for_two_of_the_next_lower_level() -> None:
    story = told(*switched("creation", "1 Superb"), RIX)
    story.when(TradeSlot("Rix", SUPERB)).then(SlotTraded("Rix", SUPERB, "Superb"))
    once = told(*story.events, SlotTraded("Rix", SUPERB, "Superb"))
    assert dict(creation.count_unfilled(once.state.rules, once.state.sheets["Rix"])).get(SUPERB) is None
    once.when(giving("Rix", ("Stealth", SUPERB))).refused("no room for another trait at Superb")


@pytest.mark.rule("FL-80")
def test_what_came_of_a_trade_can_be_traded_again() -> None:
    scheme = switched("creation", "1 Superb")
    story = told(*scheme, RIX, SlotTraded("Rix", SUPERB))
    assert creation.open_slots(story.state.rules, story.state.sheets["Rix"]) == {3: 0, 2: 2, 1: 0, 0: 0, -1: 0}
    twice = told(*story.events, *story.when(TradeSlot("Rix", GREAT)).events)
    assert creation.open_slots(twice.state.rules, twice.state.sheets["Rix"]) == {3: 0, 2: 1, 1: 2, 0: 0, -1: 0}
    twice.when(giving("Rix", ("A", GREAT), ("B", GOOD), ("C", GOOD))).allowed()
    twice.when(giving("Rix", ("A", GREAT), ("B", GREAT))).refused("no room for another trait at Great")


@pytest.mark.rule("FL-80")
def test_only_an_open_trait_can_be_traded() -> None:
    told(RIX, TraitGiven("Rix", "Stealth", SUPERB)).when(TradeSlot("Rix", SUPERB)).refused("no open trait at Superb")
    told(RIX).when(TradeSlot("Rix", MEDIOCRE)).refused("no open trait at Mediocre to trade")
    told(*switched("creation", "free"), RIX).when(TradeSlot("Rix", SUPERB)).refused("any number of traits")


@pytest.mark.rule("FL-81", "FL-61", "EV-06")
def test_gifts_and_faults_come_and_stand_on_the_sheet() -> None:
    story = told(RIX, GUARD)
    story.when(DefineGift(("Night Vision",))).then(PropertyDefined("Night Vision", kind="gift"))
    story.when(DefineFault(("Greedy",))).then(PropertyDefined("Greedy", kind="fault"))
    defined = PropertyDefined("Night Vision", kind="gift"), PropertyDefined("Greedy", kind="fault")
    for who in ("Rix", "Guard"):
        held = told(*story.events, *defined, PropertyGained(who, "Night Vision"))
        sheet = held.when(Gain(who, "Greedy")).sheet(who)
        assert (sheet.gifts, sheet.faults, sheet.properties) == (("Night Vision",), ("Greedy",), ())


@pytest.mark.rule("FL-82", "OC-13")
def test_whoever_ranks_freely_is_not_counted() -> None:
    story = told(*switched("creation", "subjective"), RIX)
    outcome = story.when(giving("Rix", *((f"Trait {place}", SUPERB) for place in range(6))))
    assert len(outcome.events) == 6
    assert unready(told(*story.events, *outcome.events).state) == []


OVER_THE_EDGE = switched("creation", "over-the-edge")


@pytest.mark.rule("FL-83", "OC-13")
@pytest.mark.parametrize(
    ("levels", "full"),
    [
        ((GREAT, GOOD, GOOD), None),
        ((GREAT, GREAT, GOOD), "Great"),
        ((GOOD, GOOD, GOOD), "Good"),
        ((SUPERB, GOOD, GOOD), "Superb"),
        ((GREAT, GOOD, FAIR), "Fair"),
    ],
)
def test_of_one_broad_and_two_narrow_traits_just_one_is_great(levels: tuple[int, ...], full: str | None) -> None:
    command = giving("Rix", *zip(("Stage magic", "Lockpicking", "Cards"), levels, strict=True))
    outcome = told(*OVER_THE_EDGE, RIX).when(command)
    if full is None:
        assert len(outcome.events) == 3
    else:
        outcome.refused(f"no room for another trait at {full}")


WUSHU = switched("creation", "wushu")


@pytest.mark.rule("FL-85", "OC-13")
def test_the_player_names_motivation_style_and_profession() -> None:
    story = told(*WUSHU, RIX)
    right = ("Avenge my master", SUPERB), ("Drunken Fist", GREAT), ("Innkeeper", GOOD)
    made = story.when(giving("Rix", *right)).events
    assert [each.role for each in made if isinstance(each, TraitGiven)] == ["motivation", "style", "profession"]
    later = told(*story.events, *made)
    later.when(giving("Rix", ("Iron Palm", GREAT))).refused("no room for another trait at Great")
    later.when(giving("Rix", ("Cooking", FAIR))).refused("no room for another trait at Fair")
    later.when(TradeSlot("Rix", SUPERB)).refused("there is no trade")
    assert later.state.sheets["Rix"].practice["Drunken Fist"].role == "style"


@pytest.mark.rule("FL-85")
def test_a_trait_is_given_with_its_role_in_the_character() -> None:
    story = told(*WUSHU, RIX)
    style = GiveTrait("Rix", (TraitLevel("Drunken Fist", GREAT, role="style"),))
    story.when(style).then(TraitGiven("Rix", "Drunken Fist", GREAT, word="Great", role="style"))
    story.when(GiveTrait("Rix", (TraitLevel("Drunken Fist", GREAT, role="profession"),))).refused("profession is Good")
    told(RIX).when(style).refused("have no roles")
    told(*WUSHU, GUARD).when(GiveTrait("Guard", (TraitLevel("Fist", GREAT, role="style"),))).refused("have no roles")


@pytest.mark.rule("FL-83", "OC-13")
def test_the_broad_trait_is_recorded_and_the_others_are_narrow() -> None:
    story = told(*OVER_THE_EDGE, RIX)
    wizard = GiveTrait("Rix", (TraitLevel("Cards", GOOD), TraitLevel("Wizard", GREAT, role="broad")))
    made = story.when(wizard).events
    assert [each.role for each in made if isinstance(each, TraitGiven)] == ["narrow", "broad"]
    another = GiveTrait("Rix", (TraitLevel("Cook", GOOD, role="broad"),))
    told(*story.events, *made).when(another).refused("no room for another trait as broad")


@pytest.mark.rule("FL-83")
def test_a_level_alone_does_not_tell_which_trait_is_broad() -> None:
    made = told(*OVER_THE_EDGE, RIX).when(giving("Rix", ("Wizard", GREAT), ("Cards", GOOD))).events
    assert [each.role for each in made if isinstance(each, TraitGiven)] == ["", ""]


@pytest.mark.rule("FL-85")
def test_a_trait_keeps_its_role_at_another_level_if_it_can() -> None:
    story = told(*OVER_THE_EDGE, RIX)
    made = story.when(GiveTrait("Rix", (TraitLevel("Wizard", GOOD, role="broad"),))).events
    again = told(*story.events, *made).when(giving("Rix", ("Wizard", GREAT)))
    again.then(TraitGiven("Rix", "Wizard", GREAT, word="Great", role="broad"))


def made(*scheme: Event) -> tuple[Event, ...]:
    """Rix, as she is made by these rules."""
    return told(*scheme).when(CreatePc("Rix", "Ann")).events


@pytest.mark.rule("FL-86", "OC-14", "EV-05")
@pytest.mark.parametrize("scheme", [OVER_THE_EDGE, WUSHU])
def test_who_was_made_quickly_waits_for_the_game_master(scheme: tuple[Event, ...]) -> None:
    story = told(*scheme, *made(*scheme), TraitGiven("Rix", "Athletics", GOOD))
    check = Check("Rix", "Athletics", FAIR, faces=(0,))
    story.when(check).refused("Rix is not ready: it lacks the GM's approval")
    story.when(Contest((Side("Rix", "Athletics"), Side("Rix", "Athletics")))).refused("")
    story.when(Approve("Rix")).then(CharacterApproved("Rix"))
    told(*story.events, CharacterApproved("Rix")).when(Approve("Rix")).refused("Rix is approved already")
    assert told(*story.events, CharacterApproved("Rix")).when(check).refusal is None


@pytest.mark.rule("FL-86", "OC-14")
def test_a_fault_may_be_required() -> None:
    scheme = switched("creation", "wushu", "fault-required", "on", "approval", "off")
    greedy = PropertyDefined("Greedy", kind="fault"), PropertyDefined("Night Vision", kind="gift")
    story = told(*scheme, *greedy, RIX, TraitGiven("Rix", "Profession", GOOD), PropertyGained("Rix", "Night Vision"))
    check = Check("Rix", "Profession", FAIR, faces=(0,))
    story.when(check).refused("Rix is not ready: it lacks a fault")
    assert unready(story.state)[0].lacking == ("a fault",)
    assert told(*story.events, PropertyGained("Rix", "Greedy")).when(check).refusal is None


@pytest.mark.rule("FL-86", "OC-14")
@pytest.mark.parametrize(("approval", "waits"), [("off", False), ("quick", False), ("on", True)])
def test_a_table_chooses_who_is_approved(approval: str, waits: bool) -> None:
    scheme = switched("approval", approval)
    story = told(*scheme, *made(*scheme), TraitGiven("Rix", "Athletics", FAIR))
    assert (story.when(Check("Rix", "Athletics", FAIR, faces=(0,))).refusal is not None) == waits


@pytest.mark.rule("FL-86")
def test_the_game_masters_characters_are_always_ready() -> None:
    story = told(*WUSHU, *switched("approval", "on", "fault-required", "on"), GUARD)
    assert story.when(Check("Guard", "Stealth", FAIR, faces=(0,))).refusal is None


ON_THE_FLY = switched("creation", "on-the-fly")


@pytest.mark.rule("FL-87", "OC-13")
def test_on_the_fly_there_are_twenty_four_slots() -> None:
    slots = creation.scheme(change_value(RULES, "creation", "on-the-fly")).slots
    assert slots == {SUPERB: 1, GREAT: 2, GOOD: 3, FAIR: 4, MEDIOCRE: 5, POOR: 9}
    assert sum(slots.values()) == len(BASE) + len(FANTASY) + len(SPACE) == 24


@pytest.mark.rule("FL-14", "RT-04")
def test_what_is_left_of_the_list_is_poor_and_is_given_so_once_every_slot_above_is_filled() -> None:
    rules = switched("creation", "1 Great, 1 Good", "trait-lists", "none")
    story = told(*rules, AbilityDefined("Magic"), AbilityDefined("Nature"), RIX)
    story = told(*story.events, story.when(giving("Rix", ("Stealth", GREAT))).event)
    assert story.sheet("Rix").traits["Magic"].level == POOR
    last = story.when(giving("Rix", ("Nature", GOOD)))
    last.then(TraitGiven("Rix", "Nature", GOOD, word="Good"), TraitGiven("Rix", "Magic", POOR, word="Poor"))
    assert story.when(giving("Rix", ("Nature", POOR))).events == (TraitGiven("Rix", "Nature", POOR, word="Poor"),)


@pytest.mark.rule("FL-08", "FL-09")
@pytest.mark.parametrize(
    ("typed", "level"),
    [("gr", GREAT), ("Go", GOOD), ('"great s"', GREAT + 4), ("sup", SUPERB), ("superb superhuman", SUPERB + 4)],
)
def test_a_word_that_superhuman_words_begin_with_needs_no_more_than_its_own_beginning(
    tmp_path: Path, typed: str, level: int
) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new fudge-lite", "pc Rix", "trait Rix Stealth Fair"):
        assert desk.do(line).status == 0
    assert desk.do(f"check Rix Stealth vs {typed} anyway rolled 0").answer.result["difficulty"] == level
    assert desk.do(f"rules untrained {typed}").answer is not None


@pytest.mark.rule("FL-11", "FL-14")
def test_what_is_left_is_what_the_lists_of_the_rules_have_too() -> None:
    story = told(*switched("creation", "1 Great"), RIX)
    given = {event.trait: event.level for event in story.when(giving("Rix", ("Stealth", GREAT))).events}
    assert given == dict.fromkeys(BASE, POOR) | {"Stealth": GREAT}


@pytest.mark.rule("FL-88", "OC-13")
def test_a_trait_has_to_be_placed_when_it_is_first_checked() -> None:
    story = told(*ON_THE_FLY, RIX, GUARD)
    said = "Rix's Stealth needs a level now"
    story.when(Check("Rix", "Stealth", FAIR, faces=(0,))).refused(said)
    story.when(Check("Rix", "Stealth", FAIR, faces=(0,), default=SUPERB)).refused(said)
    story.when(Contest((Side("Rix", "Stealth"), Side("Guard")))).refused(said)
    story.when(Contest((Side("Guard", "Physical Awareness"), Side("Rix", "Stealth")))).refused(said)
    story.when(Check("Guard", "Physical Awareness", opponent=Opponent("Rix", "Stealth"))).refused(said)
    placed = told(*story.events, *story.when(giving("Rix", ("Stealth", GREAT))).events)
    assert placed.when(Check("Rix", "Stealth", FAIR, faces=(0,))).refusal is None


@pytest.mark.rule("FL-88")
def test_a_trait_is_placed_in_an_open_slot_only() -> None:
    story = told(*ON_THE_FLY, RIX, TraitGiven("Rix", "Magic", SUPERB), TraitGiven("Rix", "Nature", GREAT))
    story.when(giving("Rix", ("Stealth", SUPERB))).refused("no room for another trait at Superb")
    story.when(giving("Rix", ("Stealth", GREAT))).then(TraitGiven("Rix", "Stealth", GREAT, word="Great"))


@pytest.mark.rule("FL-88")
def test_npcs_are_not_placed() -> None:
    assert told(*ON_THE_FLY, GUARD).when(Check("Guard", "Stealth", FAIR, faces=(0,))).refusal is None


# --- other dice --------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-89", "FL-90", "FL-91", "FL-92", "ER-15")
@pytest.mark.parametrize(
    ("dice", "faces", "roll"),
    [
        ("1d6-1d6", (6, 1), 5),
        ("1d6-1d6", (1, 6), -5),
        ("1d6-1d6-low", (2, 5), 2),
        ("1d6-1d6-low", (4, 1), -1),
        ("1d6-1d6-low", (3, 3), 0),
        ("d66", (2, 5), 0),
        ("d66", (5, 6), 3),
        ("d100", (62,), 1),
        ("d100", (100,), 4),
        ("d100", (19,), -2),
    ],
)
def test_a_check_can_be_rolled_with_other_dice(dice: str, faces: tuple[int, ...], roll: int) -> None:
    check = rix(FAIR).when(Check("Rix", "Athletics", FAIR, dice=dice, faces=faces)).event
    assert isinstance(check, CheckResolved)
    assert (check.roll, check.total) == (roll, max(roll, TERRIBLE))


ADVANTAGE = switched("advantage-dice", "on")


@pytest.mark.rule("FL-117", "OC-24")
def test_a_minus_on_an_advantage_die_counts_nothing() -> None:
    check = rix(FAIR, *ADVANTAGE).when(Check("Rix", "Athletics", FAIR, advantage=2, faces=(-1, 1, -1, 0))).event
    assert isinstance(check, CheckResolved)
    assert (check.dice, check.roll, check.success) == ("4dF+2adv", 0, True)


@pytest.mark.rule("FL-118", "OC-24")
def test_a_plus_on_a_disadvantage_die_counts_nothing() -> None:
    check = rix(FAIR, *ADVANTAGE).when(Check("Rix", "Athletics", FAIR, disadvantage=2, faces=(1, -1, 1, 0))).event
    assert isinstance(check, CheckResolved)
    assert (check.dice, check.roll) == ("4dF-2dis", 0)


@pytest.mark.rule("FL-119", "OC-24")
@pytest.mark.parametrize(
    ("advantage", "disadvantage", "dice"),
    [(3, 1, "4dF+2adv"), (1, 3, "4dF-2dis"), (2, 2, "4dF"), (6, 2, "4dF+4adv"), (4, 0, "4dF+4adv")],
)
def test_the_two_kinds_cancel_one_for_one(advantage: int, disadvantage: int, dice: str) -> None:
    more = {"advantage": advantage} | ({"disadvantage": disadvantage} if disadvantage else {})
    found = of_check(rix(FAIR, *ADVANTAGE).state, CheckOdds("Rix", "Athletics", FAIR, **more))
    assert found.dice.spec == dice


@pytest.mark.rule("FL-119", "OC-24")
@pytest.mark.parametrize("kind", ["advantage", "disadvantage"])
def test_there_are_four_dice_to_replace_and_none_unless_the_table_wants_them(kind: str) -> None:
    rix(FAIR).when(Check("Rix", "Athletics", FAIR, **{kind: 1})).refused("this game has no advantage dice")
    rix(FAIR, *ADVANTAGE).when(Check("Rix", "Athletics", FAIR, **{kind: 5})).refused("4")


@pytest.mark.rule("FL-120", "DT-17", "DT-18")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_die_is_worth_a_third_of_a_level(count: int) -> None:
    story = rix(FAIR, *ADVANTAGE)
    better = of_check(story.state, CheckOdds("Rix", "Athletics", FAIR, advantage=count)).dice.pmf().mean
    worse = of_check(story.state, CheckOdds("Rix", "Athletics", FAIR, disadvantage=count)).dice.pmf().mean
    assert (better, worse) == (Fraction(count, 3), Fraction(-count, 3))


@pytest.mark.rule("FL-117", "FL-118", "DT-17", "DT-18")
@pytest.mark.parametrize(("count", "advantage", "disadvantage"), [(1, 18, 9), (2, 22, 4), (3, 27, 0), (4, 33, 0)])
def test_the_odds_know_of_advantage_and_disadvantage(count: int, advantage: int, disadvantage: int) -> None:
    story = rix(FAIR, *ADVANTAGE)
    assert chance(story, GREAT, advantage=count) == Fraction(advantage, 81)
    assert chance(story, GREAT, disadvantage=count) == Fraction(disadvantage, 81)


# --- other sources of XP -----------------------------------------------------------------------------------

MISS = switched("xp-on-miss", "1")


@pytest.mark.rule("FL-133", "OC-15")
@pytest.mark.parametrize(("roll", "awards"), [(-1, 1), (0, 0), (1, 0)])
def test_a_failed_roll_brings_1_xp_where_the_table_wants_that(roll: int, awards: int) -> None:
    events = rix(FAIR, *MISS).when(Check("Rix", "Athletics", FAIR, faces=(roll,))).events
    assert list(events[1:]) == [XpAwarded("Rix", 1, "a miss with Athletics", source="miss")] * awards
    assert len(rix(FAIR).when(Check("Rix", "Athletics", FAIR, faces=(roll,))).events) == 1


@pytest.mark.rule("FL-133", "OC-15")
@pytest.mark.parametrize(("roll", "awards"), [(-1, 1), (0, 0)])
def test_a_contest_that_was_lost_is_a_miss_too(roll: int, awards: int) -> None:
    sides = (Side("Rix", "Athletics", faces=(roll,)), Side("Newt", "Athletics"))
    events = rix(FAIR, *MISS, NEWT).when(Contest(sides)).events
    assert list(events[1:]) == [XpAwarded("Rix", 1, "a miss with Athletics", source="miss")] * awards
    assert len(rix(FAIR, *MISS, NEWT).when(Contest(sides, secret=True)).events) == 1


@pytest.mark.rule("FL-133", "OC-15")
def test_nobody_learns_from_a_failure_that_is_secret_an_npcs_or_without_dice() -> None:
    story = rix(TERRIBLE, *switched("xp-on-miss", "1", "certain-rolls", "off"), GUARD)
    assert len(story.when(Check("Rix", "Athletics", FAIR, faces=(-1,), secret=True)).events) == 1
    assert len(story.when(Check("Guard", "Stealth", FAIR, faces=(-1,))).events) == 1
    without = story.when(Check("Rix", "Athletics", GOOD_SUPERHUMAN)).event
    assert isinstance(without, CheckResolved)
    assert (without.roll, without.success) == (None, False)


@pytest.mark.rule("FL-134")
def test_dice_with_nothing_at_stake_are_no_check_and_bring_nothing() -> None:
    rolled = rix(FAIR, *MISS).when(Roll("4dF", who="Rix", faces=(-4,))).events
    assert [type(event) for event in rolled] == [DiceRolled]


ASKED = switched("questions", "Did we learn something?, Did we help?, Did we laugh?, Did we win?")


@pytest.mark.rule("FL-132", "OC-15")
def test_every_question_answered_with_yes_is_1_xp() -> None:
    story = told(*ASKED, RIX, NEWT)
    story.when(AnswerQuestions(("Rix",), 3)).then(XpAwarded("Rix", 3, "3 of 4 questions", answers=3))
    story.when(AnswerQuestions(count=4, all=True)).then(
        XpAwarded("Rix", 4, "4 of 4 questions", answers=4), XpAwarded("Newt", 4, "4 of 4 questions", answers=4)
    )


@pytest.mark.rule("FL-132")
def test_no_more_yes_than_questions() -> None:
    told(*ASKED, RIX).when(AnswerQuestions(("Rix",), 5)).refused("there are 4 questions, not 5")
    told(*ASKED, RIX).when(AnswerQuestions(("Rix",), 0)).refused("there are 4 questions, not 0")
    told(RIX).when(AnswerQuestions(("Rix",), 1)).refused("this game has no questions")


@pytest.mark.rule("FL-126", "OC-15")
def test_all_sources_together_fill_one_bank() -> None:
    story = told(*ASKED, RIX, SessionStarted(1))
    ended = told(*story.events, *story.when(EndSession()).events)
    asked = told(*ended.events, *ended.when(AnswerQuestions(("Rix",), 3)).events)
    keys = asked.when(Award(("Rix",), 2, "two keys hit"))
    assert keys.sheet("Rix").xp.unspent == 1 + 3 + 2


@pytest.mark.rule("FL-127", "OC-15")
@pytest.mark.parametrize(("level", "cost"), [(GOOD, 8), (GREAT, 16), (SUPERB, 32)])
def test_where_there_are_more_xp_steps_are_dearer(level: int, cost: int) -> None:
    story = funded(cost, "Stealth", level - 1, *switched("xp-multiplier", "4"))
    bought = XpAllocated("Rix", "Stealth", cost, ((5, cost),), level, LADDER.name(level))
    story.when(Raise("Rix", "Stealth")).then(bought)


@pytest.mark.rule("FL-127", "OC-15")
def test_the_multiplier_changes_no_step_that_was_bought() -> None:
    story = told(*funded(1, level=MEDIOCRE).events, XpAllocated("Rix", "Stealth", 1, ((4, 1),), FAIR, "Fair"))
    dearer = told(*story.events, *switched("xp-multiplier", "4"))
    assert dearer.sheet("Rix").traits["Stealth"].level == FAIR
    assert dearer.sheet("Rix").xp.unspent == 0


# --- in a log ----------------------------------------------------------------------------------------------


def table(folder: Path, *lines: str) -> Desk:
    """Sit at a table at which these lines were typed, all of which were carried out."""
    desk = Desk(folder / "lite.db")
    for line in ('new fudge-lite "A test"', *lines):
        outcome = desk.do(line)
        assert outcome.status == 0, (line, outcome.fault)
    return desk


def level(desk: Desk, trait: str) -> str:
    """Return what a trait of Rix's is called."""
    return str(result(desk, "sheet Rix")["traits"][trait]["level_name"])


def dependents(desk: Desk, line: str) -> list[int]:
    """Return the events for the sake of which a line is refused."""
    outcome = desk.do(line)
    assert outcome.status == 1
    assert outcome.fault is not None
    return [each["seq"] for each in outcome.fault.dependents]


CLIMB = (
    "pc Rix by Ann",
    "trait Rix Stealth Poor",  # 3
    "award Rix 2 for the first evening",  # 4
    "award Rix 2 for the second",  # 5
    "raise Rix Stealth",  # 6, with 1 of #4
    "raise Rix Stealth",  # 7, with 1 of #4
    "raise Rix Stealth",  # 8, with 2 of #5
)


@pytest.mark.rule("FL-40")
def test_a_step_under_a_later_one_is_not_taken_back_alone(tmp_path: Path) -> None:
    desk = table(tmp_path, *CLIMB)
    assert dependents(desk, "undo #6") == [7, 8]
    assert level(desk, "Stealth") == "Good"


@pytest.mark.rule("FL-40")
@pytest.mark.parametrize("given", ["Poor", "Fair"])
def test_a_level_under_a_step_is_not_taken_back_alone(tmp_path: Path, given: str) -> None:
    desk = table(tmp_path, "pc Rix", f"trait Rix Stealth {given}", "award Rix 2", "raise Rix Stealth")
    assert dependents(desk, "undo #3") == [5]


@pytest.mark.rule("FL-40")
def test_with_cascade_the_steps_above_go_too_and_the_xp_come_back(tmp_path: Path) -> None:
    desk = table(tmp_path, *CLIMB, "undo #6 cascade for a change of mind")
    assert (level(desk, "Stealth"), result(desk, "sheet Rix")["xp"]["unspent"]) == ("Poor", 4)
    result(desk, "redo")
    assert (level(desk, "Stealth"), result(desk, "sheet Rix")["xp"]["unspent"]) == ("Good", 0)
    assert result(desk, "audit")["ok"]


@pytest.mark.rule("FL-40")
def test_an_award_that_paid_for_a_step_takes_it_along(tmp_path: Path) -> None:
    desk = table(tmp_path, *CLIMB)
    assert dependents(desk, "undo #5") == [8]
    result(desk, "undo #5 cascade for a wrong name")
    assert (level(desk, "Stealth"), result(desk, "sheet Rix")["xp"]["unspent"]) == ("Fair", 0)


@pytest.mark.rule("FL-38", "FL-40")
def test_why_adds_up_in_levels(tmp_path: Path) -> None:
    desk = table(tmp_path, *CLIMB)
    why = result(desk, "why Rix Stealth")
    effects = {cause["seq"]: cause["effect"] for cause in why["because"] if cause["effect"]}
    assert (why["value"], effects) == (GOOD, {3: POOR, 6: 1, 7: 1, 8: 1})
    assert sum(effects.values()) == GOOD
    assert "paid by all 2 XP of #5 (the second)" in text(desk, "why Rix Stealth")


@pytest.mark.rule("FL-37", "FL-40", "EV-08")
def test_the_ledger_has_every_award_and_every_step(tmp_path: Path) -> None:
    ledger = result(table(tmp_path, *CLIMB), "ledger Rix")
    assert [(entry["amount"], entry["balance"]) for entry in ledger["entries"]] == [
        (2, 2),
        (2, 4),
        (1, 3),
        (1, 2),
        (2, 0),
    ]
    assert (ledger["awarded"], ledger["spent"], ledger["unspent"]) == (4, 4, 0)


EVENING = (
    "rules advantage-dice on",
    "rules xp-on-miss 1",
    "rules questions Did we learn something?, Did we win?",
    "define abilities base, fantasy without Languages",
    'define gift "Night Vision"',
    "define fault Greedy",
    "pc Rix by Ann",
    "pc Newt by Bo",
    'npc Hu as "Huai Dan"',
    "npc Guard",
    'trait Guard "Physical Awareness" Fair to Great',
    "trade Rix Superb",
    "trait Rix Stealth Great, Magic Great, Athletics Fair, Nature Poor",
    "trait Newt Magic Superb",
    'gain Rix "Night Vision"',
    "gain Rix Greedy",
    "session start The caves",
    "check Rix Athletics vs Great rolled - - - -",
    "check Rix Athletics +1 rope +2 boots -1 rain -3 dark rolled + + 0 0",
    "check Rix Stealth advantage 3 disadvantage 1 vs Superb rolled - + - 0",
    "check Rix Thievery default Poor rolled 0 0 0 +",
    'contest Rix Stealth rolled 0 0 - 0 vs Guard "Physical Awareness" +1',
    "check Newt Magic vs Hu Combat rolled 1 1 1 1",
    "roll 4d6 for Newt rolled 1 1 2 5",
    "session end",
    "questions all 2",
    "raise Rix Athletics",
    "sign Rix",
)


@pytest.fixture
def played(tmp_path: Path) -> Desk:
    """Sit at a table after an evening with a bit of everything."""
    return table(tmp_path, *EVENING)


@pytest.mark.rule("FL-10", "FL-34", "FL-119", "FL-133")
def test_the_audit_finds_that_everything_adds_up(played: Desk) -> None:
    found = result(played, "audit")
    assert found["ok"]
    assert {finding["rule"] for finding in found["findings"]} == {"not-allocated", "unsigned"}


@pytest.mark.rule("FL-80", "FL-81", "FL-65", "EV-05", "EV-06")
def test_a_script_of_the_log_comes_to_the_same_campaign(played: Desk, tmp_path: Path) -> None:
    assert result(played, f"export {tmp_path / 'told.session'}")["unsaid"] == []
    again = Desk(tmp_path / "again.db")
    for line in (tmp_path / "told.session").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            outcome = again.do(line)
            assert outcome.status == 0, (line, outcome.fault)
    assert result(again, "party") == result(played, "party")
    for kind in ("CheckResolved", "ContestResolved", "DiceRolled", "XpAwarded", "XpAllocated", "SlotTraded"):
        told_of = [
            [(e.get("character"), e.get("total"), e.get("margin"), e.get("amount")) for e in found["events"]]
            for found in (result(played, f"log {kind}"), result(again, f"log {kind}"))
        ]
        assert told_of[0] == told_of[1], kind


@pytest.mark.rule("FL-65", "FL-80", "FL-117")
def test_a_log_survives_the_journey_out_and_back_in(played: Desk, tmp_path: Path) -> None:
    result(played, f"export {tmp_path / 'out.jsonl'}")
    again = Desk(tmp_path / "again.db")
    result(again, f"import {tmp_path / 'out.jsonl'}")
    assert result(again, "party") == result(played, "party")
    result(again, f"export {tmp_path / 'back.jsonl'}")
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()


@pytest.mark.rule("FL-133")
def test_taking_back_a_failure_takes_its_xp_back_too(played: Desk) -> None:
    failed, award = result(played, "log CheckResolved")["events"][0], result(played, "log XpAwarded")["events"][0]
    assert award["seq"] == failed["seq"] + 1
    before = result(played, "sheet Newt")["xp"]["awarded"]
    last = result(played, "log CheckResolved")["events"][-1]
    outcome = played.do(f"undo #{last['seq']} cascade for a test")
    assert outcome.status == 0, outcome.fault
    assert result(played, "sheet Newt")["xp"]["awarded"] == before - (not last["success"])


@pytest.mark.rule("FL-14", "FL-80")
def test_the_audit_notes_traits_that_a_taken_back_trade_left_without_room(tmp_path: Path) -> None:
    desk = table(tmp_path, "pc Rix", "trade Rix Superb", "trait Rix A Great, B Great, C Great, D Great")
    assert not [each for each in result(desk, "audit")["findings"] if each["rule"] == "trait-crowding"]
    result(desk, "undo #3")
    (found,) = (each for each in result(desk, "audit")["findings"] if each["rule"] == "trait-crowding")
    assert found["message"] == "Rix has 2 traits too many at Great"
