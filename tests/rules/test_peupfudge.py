"""Peupfudge, row by row (PF-01 to PF-70), in the order of the rules.

What the dice can do is proven in test_dice and test_odds (PF-60 to PF-62 in full), and the worked examples in
test_evenings. Events are numbered from #2 here: #1 is the campaign's beginning.
"""

from __future__ import annotations

from contextlib import closing
from itertools import permutations
from pathlib import Path

import attrs
import pytest
from given import LoadedDice, a_check, a_contest, given, rule

from engine import Campaign, Refused
from engine.chances import of_check, of_contest, of_dice
from engine.checklist import checklist
from engine.commands import (
    AnswerChecklist,
    Award,
    Bonus,
    ChangeRule,
    ChangeStatus,
    Check,
    CheckOdds,
    Contest,
    ContestOdds,
    CreateNpc,
    CreatePc,
    DefineAbility,
    DefineProperty,
    DefineStatus,
    Drop,
    FixPracticeRate,
    Gain,
    Give,
    GiveTrait,
    Labelled,
    LevelChange,
    Loan,
    Lose,
    MakeNote,
    Modifier,
    Move,
    NoteCondition,
    Opponent,
    Pass,
    Raise,
    Reveal,
    Roll,
    SetCharacteristic,
    Setup,
    Share,
    Side,
    Spend,
    Step,
    ThingBrought,
    TraitLevel,
)
from engine.decide import decide
from engine.events import (
    AbilityDefined,
    BonusGranted,
    Bringing,
    CharacterCreated,
    CharacteristicSet,
    CheckResolved,
    Effect,
    Event,
    Gift,
    ItemDropped,
    ItemGiven,
    ItemMoved,
    ItemNoted,
    ItemPassed,
    LevelLabel,
    NoteMade,
    Part,
    PracticeRateFixed,
    PropertyDefined,
    PropertyGained,
    PropertyLost,
    SecretRevealed,
    SessionStarted,
    StatusChanged,
    StatusDefined,
    StatusState,
    TraitGiven,
    XpAllocated,
    XpAwarded,
)
from engine.rules.curve import DOUBLING
from engine.rules.files import load_rules
from engine.rules.practice import weigh_practice
from engine.sheet import SheetView
from shell.runner import Desk

# --- who and what the tests are about ----------------------------------------------------------------------

ILSE = CharacterCreated("Ilse", "pc", "Ada")
KURTS = CharacterCreated("Kotorikh", "pc", "Kurt")
OLIVIAS = CharacterCreated("Obazana", "pc", "Olivia")
NYRV = CharacterCreated("Nyrv", "npc")

MAGIC, MYCOLOGY, CHESS = AbilityDefined("Construction Magic"), AbilityDefined("Mycology"), AbilityDefined("Chess")
MUSCLE, PERCEPTION, KNOWLEDGE = AbilityDefined("Muscle"), AbilityDefined("Perception"), AbilityDefined("Knowledge")
STRENGTH, FITNESS = AbilityDefined("Strength"), AbilityDefined("Fitness")

STATES = (
    StatusState("Exhausted", -2),
    StatusState("Tired", -1),
    StatusState("Neutral"),
    StatusState("Rested", 1),
)
ENERGY = StatusDefined("Energy", STATES, ("Muscle", "Perception"), "Tired")

BELLY = PropertyDefined("Shroom Belly", (Effect("A", -1, when="magical"),))
OBSERVER = PropertyDefined("talented observer", gifts=(Gift("Perception", 7),))
WEALTHY = PropertyDefined("wealthy")
HOBBIT = PropertyDefined("hobbit strength", (Effect("level", -1, ("Strength",)),))
LEFT_ARM = PropertyDefined("cyborg left arm", (Effect("level", 2, ("Strength",), "left-arm"),))
BUG = PropertyDefined("bug strength", (Effect("level", -50, ("Strength",)),))

SHOES = (Effect("A", 1, ("Fitness",), "running"),)


def trained(who: str, trait: str, xp: int, award: int) -> tuple[Event, Event]:
    """XP that was awarded as event number `award` and spent on one trait."""
    return XpAwarded(who, xp), XpAllocated(who, trait, xp, ((award, xp),))


def a_of(check: CheckResolved) -> int:
    """Return the sum of A."""
    return sum(part.value for part in check.modifiers)


# --- dice and characters -----------------------------------------------------------------------------------


@pytest.mark.rule("PF-01")
@pytest.mark.parametrize("face", [-1, 0, 1])
def test_a_fudge_die_shows_minus_nothing_or_plus(face: int) -> None:
    rolled = given().rolling(face).when(Roll("1dF")).event
    assert (rolled.faces, rolled.roll, rolled.physical) == ((face,), face, False)


@pytest.mark.rule("PF-01")
def test_each_face_of_a_fudge_die_has_one_chance_in_three() -> None:
    pmf = of_dice(given().state.rules, "1dF").dice.pmf()
    assert [(pmf.ways_at_least(n), pmf.out_of) for n in (-1, 0, 1, 2)] == [(3, 3), (2, 3), (1, 3), (0, 3)]


@pytest.mark.rule("PF-02")
def test_fudge_dice_are_added_up() -> None:
    rolled = given().rolling(+1, 0, -1, -1).when(Roll("4dF")).event
    assert (rolled.faces, rolled.roll, rolled.total) == ((1, 0, -1, -1), -1, -1)


@pytest.mark.rule("PF-02")
@pytest.mark.parametrize("total", [-4, 0, 4])
def test_four_fudge_dice_go_from_minus_4_to_plus_4(total: int) -> None:
    assert given().when(Roll("4dF", faces=(total,))).event.roll == total


@pytest.mark.rule("PF-02")
@pytest.mark.parametrize("total", [-5, 5])
def test_four_fudge_dice_go_no_further(total: int) -> None:
    given().when(Roll("4dF", faces=(total,))).refused("4dF gives")


@pytest.mark.rule("PF-03")
def test_a_character_is_a_players_or_the_game_masters() -> None:
    given().when(CreatePc("Polthova", "Paula")).then(CharacterCreated("Polthova", "pc", "Paula"))
    given().when(CreateNpc("Nyrv")).then(CharacterCreated("Nyrv", "npc"))


@pytest.mark.rule("PF-03")
def test_an_award_to_all_goes_to_the_players_characters() -> None:
    story = given(KURTS, NYRV, OLIVIAS)
    story.when(Award(amount=5, all=True)).then(XpAwarded("Kotorikh", 5), XpAwarded("Obazana", 5))


@pytest.mark.rule("PF-04", "ER-40")
def test_the_five_types_of_traits_have_a_place_each_on_the_sheet() -> None:
    story = given(PERCEPTION, ENERGY, OBSERVER, KURTS, CharacteristicSet("Kotorikh", "Profession", "Archaeologist"))
    story = given(*story.events, ItemGiven("Kotorikh", "quill", 1), PropertyGained("Kotorikh", "talented observer"))
    sheet = story.sheet("Kotorikh")
    assert sheet.characteristics == {"Profession": "Archaeologist"}
    assert list(sheet.traits) == ["Perception"]
    assert [line.item for line in sheet.inventory] == ["quill"]
    assert sheet.statuses == {"Energy": "Tired"}
    assert sheet.properties == ("talented observer",)


@pytest.mark.rule("PF-05")
def test_every_sheet_has_the_abilities_and_statuses_that_the_game_master_chose() -> None:
    story = given(KURTS, MUSCLE, PERCEPTION, ENERGY, NYRV)
    for who in ("Kotorikh", "Nyrv"):
        assert list(story.sheet(who).traits) == ["Muscle", "Perception"]
        assert list(story.sheet(who).statuses) == ["Energy"]


@pytest.mark.rule("PF-05")
def test_where_there_is_a_list_nothing_else_is_trained() -> None:
    story = given(MYCOLOGY, ILSE, XpAwarded("Ilse", 10))
    story.when(Spend("Ilse", (Share(1, "Chess"),))).refused("no ability “Chess”")
    story.when(GiveTrait("Ilse", (TraitLevel("Chess", 1),))).refused("no ability “Chess”")


@pytest.mark.rule("PF-05")
def test_without_a_list_any_ability_will_do() -> None:
    given(ILSE).when(GiveTrait("Ilse", (TraitLevel("Chess", 1),))).then(TraitGiven("Ilse", "Chess", 1))


@pytest.mark.rule("PF-06")
def test_a_characteristic_is_text_and_no_term_of_any_sum() -> None:
    story = given(PERCEPTION, ENERGY, KURTS, TraitGiven("Kotorikh", "Perception", 4))
    edit = SetCharacteristic("Kotorikh", "Backstory", "raised +5 by wolves")
    story.when(edit).then(CharacteristicSet("Kotorikh", "Backstory", "raised +5 by wolves"))
    edited = given(*story.events, CharacteristicSet("Kotorikh", "Backstory", "raised +5 by wolves"))
    check = Check("Kotorikh", "Perception", 3, faces=(-1, 0, 0, 0))
    assert a_check(edited, check) == a_check(story, check)
    assert a_check(edited, check).total == 4 - 1 - 1


@pytest.mark.rule("PF-07")
def test_things_have_a_number_and_a_condition() -> None:
    story = given(KURTS)
    story.when(Give("Kotorikh", "stones", 12)).then(ItemGiven("Kotorikh", "stones", 12))
    story.when(Give("Kotorikh", "vial of ink", note="full")).then(ItemGiven("Kotorikh", "vial of ink", 1, note="full"))


@pytest.mark.rule("PF-07")
def test_a_condition_can_change() -> None:
    story = given(KURTS, ItemGiven("Kotorikh", "vial of ink", 1, note="full"))
    outcome = story.when(NoteCondition("Kotorikh", "vial of ink", "half empty"))
    outcome.then(ItemNoted("Kotorikh", 3, "vial of ink", "half empty"))
    assert [line.note for line in outcome.sheet("Kotorikh").inventory] == ["half empty"]


@pytest.mark.rule("PF-07")
def test_no_more_can_be_dropped_than_there_is() -> None:
    story = given(KURTS, ItemGiven("Kotorikh", "stones", 12))
    story.when(Drop("Kotorikh", "stones", 13)).refused("Kotorikh has 12 stones, not 13")
    story.when(Drop("Kotorikh", "stones", 12)).then(ItemDropped("Kotorikh", 3, "stones", 12, of=12))


PACKED = given(
    KURTS,
    OLIVIAS,
    ItemGiven("Kotorikh", "pack", 1, where="back"),
    ItemGiven("Kotorikh", "pouch", 1, within=4, where="pack"),
    ItemGiven("Kotorikh", "stones", 12, within=5, where="pouch"),
    ItemGiven("Kotorikh", "map", 1),
)


def lines(sheet: SheetView) -> list[tuple[str, int, str | None, int]]:
    """Return an inventory: what, how many, in what, how deep."""
    return [(line.item, line.quantity, line.within, line.depth) for line in sheet.inventory]


@pytest.mark.rule("PF-08")
def test_stones_lie_in_a_pouch_in_a_pack_on_a_back() -> None:
    assert lines(PACKED.sheet("Kotorikh")) == [
        ("pack", 1, "back", 0),
        ("pouch", 1, "pack", 1),
        ("stones", 12, "pouch", 2),
        ("map", 1, None, 0),
    ]


@pytest.mark.rule("PF-08")
def test_dropping_the_pack_takes_what_is_in_it() -> None:
    outcome = PACKED.when(Drop("Kotorikh", "pack"))
    outcome.then(ItemDropped("Kotorikh", 4, "pack", 1, of=1))
    assert lines(outcome.sheet("Kotorikh")) == [("map", 1, None, 0)]


@pytest.mark.rule("PF-08", "EV-07")
def test_passing_the_pouch_on_takes_the_stones_along() -> None:
    outcome = PACKED.when(Pass("Kotorikh", "pouch", "Obazana"))
    outcome.then(ItemPassed("Kotorikh", "Obazana", 5, "pouch", 1, of=1))
    assert lines(outcome.sheet("Obazana")) == [("pouch", 1, None, 0), ("stones", 12, "pouch", 1)]
    assert lines(outcome.sheet("Kotorikh")) == [("pack", 1, "back", 0), ("map", 1, None, 0)]


@pytest.mark.rule("PF-08")
def test_a_full_pouch_does_not_vanish_in_an_empty_one_of_the_same_kind() -> None:
    story = given(*PACKED.events, ItemGiven("Obazana", "pouch", 1))
    outcome = story.when(Pass("Kotorikh", "pouch", "Obazana"))
    outcome.then(ItemPassed("Kotorikh", "Obazana", 5, "pouch", 1, of=1))
    kept = [("pouch", 1, None, 0), ("pouch", 1, None, 0), ("stones", 12, "pouch", 1)]
    assert lines(outcome.sheet("Obazana")) == kept


@pytest.mark.rule("PF-08")
def test_nor_does_it_when_it_is_put_beside_one() -> None:
    story = given(*PACKED.events, ItemGiven("Kotorikh", "pouch", 1))
    outcome = story.when(Move("Kotorikh", "pouch", container="pack", out=True))
    outcome.then(ItemMoved("Kotorikh", 5, "pouch", 1, None, None, of=1))
    assert ("stones", 12, "pouch", 1) in lines(outcome.sheet("Kotorikh"))


@pytest.mark.rule("PF-08")
def test_only_a_single_thing_can_hold_others() -> None:
    story = given(KURTS, ItemGiven("Kotorikh", "pouch", 2))
    story.when(Give("Kotorikh", "stones", 12, "pouch")).refused("only a single one can hold things")


@pytest.mark.rule("PF-07", "PF-08")
def test_part_of_a_stack_leaves_the_rest_where_it_was() -> None:
    outcome = PACKED.when(Move("Kotorikh", "stones", "belt", count=5))
    outcome.then(ItemMoved("Kotorikh", 6, "stones", 5, None, "belt", of=12))
    inventory = lines(outcome.sheet("Kotorikh"))
    assert ("stones", 7, "pouch", 2) in inventory
    assert ("stones", 5, "belt", 0) in inventory


@pytest.mark.rule("PF-08", "EV-07")
def test_a_thing_can_move_to_a_place_on_the_body() -> None:
    outcome = PACKED.when(Move("Kotorikh", "pouch", "belt"))
    outcome.then(ItemMoved("Kotorikh", 5, "pouch", 1, None, "belt", of=1))
    assert ("pouch", 1, "belt", 0) in lines(outcome.sheet("Kotorikh"))
    assert ("stones", 12, "pouch", 1) in lines(outcome.sheet("Kotorikh"))


@pytest.mark.rule("PF-08")
def test_nothing_goes_into_itself_or_into_what_lies_in_it() -> None:
    PACKED.when(Move("Kotorikh", "pack", "pouch")).refused("the pack cannot go into the pouch")
    PACKED.when(Move("Kotorikh", "pack", "pack")).refused("the pack cannot go into itself")


@pytest.mark.rule("PF-09")
def test_running_shoes_help_with_running_and_with_no_lifting() -> None:
    story = given(
        FITNESS, KURTS, TraitGiven("Kotorikh", "Fitness", 2), ItemGiven("Kotorikh", "shoes", 1, effects=SHOES)
    )
    running = a_check(story, Check("Kotorikh", "Fitness", 3, tags=("running",), faces=(0,)))
    assert (running.modifiers, running.total) == ((Part(1, "shoes", "item"),), 3)
    lifting = a_check(story, Check("Kotorikh", "Fitness", 3, tags=("lifting",), faces=(0,)))
    assert (lifting.modifiers, lifting.total) == ((), 2)


@pytest.mark.rule("PF-09", "PF-14", "PF-32")
def test_what_is_meant_for_one_ability_touches_no_other() -> None:
    story = given(STRENGTH, FITNESS, CHESS, HOBBIT, KURTS, ItemGiven("Kotorikh", "shoes", 1, effects=SHOES))
    story = given(*story.events, PropertyGained("Kotorikh", "hobbit strength"))
    check = a_check(story, Check("Kotorikh", "Chess", 1, tags=("running",), faces=(0,)))
    assert (check.level, check.modifiers, check.total) == (0, (), 0)


@pytest.mark.rule("PF-09")
def test_what_a_thing_adds_is_given_with_it_and_goes_with_it() -> None:
    story = given(FITNESS, KURTS)
    give = Give("Kotorikh", "shoes", loans=(Loan(1, traits=("Fitness",), tag="running"),))
    story.when(give).then(ItemGiven("Kotorikh", "shoes", 1, effects=SHOES))
    dropped = given(*story.events, ItemGiven("Kotorikh", "shoes", 1, effects=SHOES), ItemDropped("Kotorikh", 4, "", 1))
    assert a_check(dropped, Check("Kotorikh", "Fitness", 3, tags=("running",), faces=(0,))).modifiers == ()


@pytest.mark.rule("PF-10")
def test_everyone_is_in_one_state_of_a_status_whoever_came_first() -> None:
    story = given(KURTS, ENERGY, OLIVIAS)
    assert story.sheet("Kotorikh").statuses == {"Energy": "Tired"}
    assert story.sheet("Obazana").statuses == {"Energy": "Tired"}


@pytest.mark.rule("PF-10")
def test_a_status_has_no_other_states_than_its_own() -> None:
    given(ENERGY, KURTS).when(ChangeStatus("Kotorikh", "Energy", "Sleepy")).refused("no state “Sleepy”")


@pytest.mark.rule("PF-10")
def test_a_status_that_loses_a_state_leaves_nobody_in_it() -> None:
    shorter = StatusDefined("Energy", STATES[2:], (), "Neutral")
    assert given(ENERGY, KURTS, shorter).sheet("Kotorikh").statuses == {"Energy": "Neutral"}


@pytest.mark.rule("PF-11", "OC-18")
def test_a_status_is_defined_by_its_states_and_what_they_do() -> None:
    steps = (Step("Exhausted", -2), Step("Tired", -1), Step("Neutral"), Step("Rested", 1))
    define = DefineStatus("Energy", steps, ("Muscle", "Perception"), "Tired")
    given(MUSCLE, PERCEPTION).when(define).then(ENERGY)


@pytest.mark.rule("PF-11")
@pytest.mark.parametrize(("state", "a"), [("Exhausted", -2), ("Tired", -1), ("Neutral", 0), ("Rested", 1)])
def test_each_state_adds_its_own_number_to_a(state: str, a: int) -> None:
    story = given(MUSCLE, ENERGY, KURTS, StatusChanged("Kotorikh", "Energy", "Tired", state))
    check = a_check(story, Check("Kotorikh", "Muscle", 1, faces=(0,)))
    assert check.modifiers == ((Part(a, f"Energy: {state}", "status"),) if a else ())
    assert check.total == a


@pytest.mark.rule("PF-12")
@pytest.mark.parametrize(("trait", "a"), [("Muscle", -1), ("Perception", -1), ("Knowledge", 0), (None, 0)])
def test_being_tired_touches_only_the_abilities_it_names(trait: str | None, a: int) -> None:
    story = given(MUSCLE, PERCEPTION, KNOWLEDGE, ENERGY, KURTS)
    assert a_of(a_check(story, Check("Kotorikh", trait, 1, faces=(0,)))) == a


@pytest.mark.rule("PF-12")
def test_a_status_that_names_no_abilities_touches_all() -> None:
    story = given(MUSCLE, KNOWLEDGE, attrs.evolve(ENERGY, on=()), KURTS)
    assert [a_of(a_check(story, Check("Kotorikh", t, 1, faces=(0,)))) for t in ("Muscle", "Knowledge")] == [-1, -1]


@pytest.mark.rule("PF-13")
def test_a_property_is_gained_and_lost_in_play() -> None:
    story = given(BELLY, ILSE)
    assert story.sheet("Ilse").properties == ()
    gained = story.when(Gain("Ilse", "Shroom Belly"))
    gained.then(PropertyGained("Ilse", "Shroom Belly"))
    assert gained.sheet("Ilse").properties == ("Shroom Belly",)
    lost = given(*story.events, *gained.events).when(Lose("Ilse", "Shroom Belly"))
    lost.then(PropertyLost("Ilse", "Shroom Belly"))
    assert lost.sheet("Ilse").properties == ()


@pytest.mark.rule("PF-13")
def test_a_property_is_not_gained_twice_nor_lost_by_who_lacks_it() -> None:
    given(BELLY, ILSE, PropertyGained("Ilse", "Shroom Belly")).when(Gain("Ilse", "Shroom Belly")).refused("already")
    given(BELLY, ILSE).when(Lose("Ilse", "Shroom Belly")).refused("Ilse does not have Shroom Belly")


SICK = given(MAGIC, BELLY, ILSE, TraitGiven("Ilse", "Construction Magic", 6), PropertyGained("Ilse", "Shroom Belly"))


@pytest.mark.rule("PF-13", "PF-14")
@pytest.mark.parametrize(("tags", "a"), [(("magical",), -1), (("Magical",), -1), (("climbing",), 0), ((), 0)])
def test_the_belly_troubles_magic_alone(tags: tuple[str, ...], a: int) -> None:
    check = a_check(SICK, Check("Ilse", "Construction Magic", 7, tags=tags, faces=(0,)))
    assert (a_of(check), check.total) == (a, 6 + a)


@pytest.mark.rule("PF-13")
def test_a_belly_that_is_well_again_troubles_nothing() -> None:
    well = given(*SICK.events, PropertyLost("Ilse", "Shroom Belly"))
    assert a_check(well, Check("Ilse", "Construction Magic", 7, tags=("magical",), faces=(0,))).modifiers == ()


@pytest.mark.rule("PF-14")
@pytest.mark.parametrize(
    ("command", "event"),
    [
        (DefineProperty("Shroom Belly", action=-1, tag="magical"), BELLY),
        (DefineProperty("hobbit strength", changes=(LevelChange("Strength", -1),)), HOBBIT),
        (DefineProperty("talented observer", bonus=7, practice="Perception"), OBSERVER),
        (DefineProperty("wealthy"), WEALTHY),
    ],
)
def test_a_property_touches_a_or_a_level_or_brings_xp_or_is_a_story(command: DefineProperty, event: Event) -> None:
    given(STRENGTH, PERCEPTION).when(command).then(event)


@pytest.mark.rule("PF-14", "PF-31", "ER-01", "ER-42")
def test_the_xp_of_a_property_comes_with_it() -> None:
    outcome = given(PERCEPTION, OBSERVER, KURTS).when(Gain("Kotorikh", "talented observer"))
    free = BonusGranted("Kotorikh", "Perception", 7, "talented observer", "talented observer")
    outcome.then(PropertyGained("Kotorikh", "talented observer"), free)


@pytest.mark.rule("PF-14")
def test_the_xp_of_a_property_comes_once_however_often_it_is_gained() -> None:
    story = given(PERCEPTION, OBSERVER, KURTS)
    once = given(*story.events, *story.when(Gain("Kotorikh", "talented observer")).events)
    again = given(*once.events, PropertyLost("Kotorikh", "talented observer"))
    again.when(Gain("Kotorikh", "talented observer")).then(PropertyGained("Kotorikh", "talented observer"))


# --- abilities and XP --------------------------------------------------------------------------------------


@pytest.mark.rule("PF-14")
def test_the_things_of_a_property_come_once_with_it() -> None:
    wealthy = PropertyDefined("wealthy", things=(Bringing("rare jewels", 10),))
    given_back = DefineProperty("wealthy", things=(ThingBrought("rare jewels", 10),))
    given(CHESS, ILSE).when(given_back).then(wealthy)
    gained, jewels = PropertyGained("Ilse", "wealthy"), ItemGiven("Ilse", "rare jewels", 10, source="wealthy")
    given(CHESS, ILSE, wealthy).when(Gain("Ilse", "wealthy")).then(gained, jewels)
    again = given(CHESS, ILSE, wealthy, gained, jewels, PropertyLost("Ilse", "wealthy"))
    again.when(Gain("Ilse", "wealthy")).then(gained)


@pytest.mark.rule("PF-14", "PF-35")
def test_each_effect_of_a_property_can_have_a_condition_of_its_own(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        for line in (
            "new peupfudge",
            "define ability Sight, Muscle",
            "pc Ann",
            "define property Eyes: Sight +2 when dark, A -1 when bright, Muscle -3",
            "define property Hands: a +1 on Muscle when wet, a -2 on Muscle and Sight",
            "gain Ann Eyes",
            "gain Ann Hands",
            f"export {tmp_path}/c.session",
        ):
            assert desk.do(line).fault is None, line
        checks = (("Sight when dark", 2, -2), ("Sight when bright", 0, -3), ("Muscle when wet", -3, -1))
        for line, level, action in checks:
            came = desk.do(f"check Ann {line} vs 3 rolled 0").as_json()["result"]
            assert (came["level"], came["total"]) == (level, level + action), line
    with closing(Desk(tmp_path / "again.db")) as again:
        for line in (tmp_path / "c.session").read_text("utf-8").splitlines():
            assert line.startswith("#") or again.do(line).fault is None, line
        eyes, hands = (again.campaign.state.properties[name].effects for name in ("Eyes", "Hands"))
    assert eyes == (
        Effect("level", 2, ("Sight",), "dark"),
        Effect("A", -1, (), "bright"),
        Effect("level", -3, ("Muscle",)),
    )
    assert hands == (Effect("A", 1, ("Muscle",), "wet"), Effect("A", -2, ("Muscle", "Sight")))


@pytest.mark.rule("PF-15")
def test_nobody_is_born_trained() -> None:
    muscle = given(MUSCLE, KURTS).sheet("Kotorikh").traits["Muscle"]
    assert (muscle.level, muscle.xp, muscle.effective) == (0, 0, 0)
    assert a_check(given(MUSCLE, KURTS), Check("Kotorikh", "Muscle", 0, faces=(0,))).level == 0


@pytest.mark.rule("PF-15", "PF-69")
def test_what_untrained_means_can_be_chosen() -> None:
    story = given(rule("untrained", "-2"), MUSCLE, KURTS)
    assert a_check(story, Check("Kotorikh", "Muscle", 0, faces=(0,))).level == -2


@pytest.mark.rule("PF-16")
def test_levels_have_no_end() -> None:
    story = given(CHESS, ILSE, *trained("Ilse", "Chess", 1_048_575, award=4))
    chess = story.sheet("Ilse").traits["Chess"]
    assert (chess.level, chess.progress, chess.needed) == (20, 0, 1_048_576)


@pytest.mark.rule("PF-17", "RT-01")
@pytest.mark.parametrize(("level", "cost"), [(0, 1), (1, 2), (2, 4), (3, 8), (6, 64), (7, 128)])
def test_the_next_level_costs_two_to_the_power_of_this_one(level: int, cost: int) -> None:
    story = given(CHESS, ILSE, TraitGiven("Ilse", "Chess", level), XpAwarded("Ilse", 200))
    outcome = story.when(Raise("Ilse", "Chess"))
    outcome.then(XpAllocated("Ilse", "Chess", cost, ((5, cost),)))
    assert outcome.sheet("Ilse").traits["Chess"].level == level + 1


@pytest.mark.rule("PF-17")
def test_a_level_that_cannot_be_paid_is_refused() -> None:
    story = given(CHESS, ILSE, TraitGiven("Ilse", "Chess", 3), XpAwarded("Ilse", 7))
    story.when(Raise("Ilse", "Chess")).refused("needs 8 XP to reach 4; Ilse has 7")


@pytest.mark.rule("PF-17")
def test_raising_pays_only_what_is_missing() -> None:
    story = given(CHESS, ILSE, XpAwarded("Ilse", 10), XpAllocated("Ilse", "Chess", 9, ((4, 9),)), XpAwarded("Ilse", 9))
    story.when(Raise("Ilse", "Chess")).then(XpAllocated("Ilse", "Chess", 6, ((4, 1), (6, 5))))


@pytest.mark.rule("PF-18", "RT-01")
def test_the_printed_table_of_totals() -> None:
    assert [DOUBLING.total(level) for level in range(10)] == [0, 1, 3, 7, 15, 31, 63, 127, 255, 511]


@pytest.mark.rule("PF-18", "PF-19")
@pytest.mark.parametrize("level", range(1, 10))
def test_one_xp_less_than_a_level_takes_is_one_level_less(level: int) -> None:
    total = [0, 1, 3, 7, 15, 31, 63, 127, 255, 511][level]
    assert (DOUBLING.find_standing(total).level, DOUBLING.find_standing(total - 1).level) == (level, level - 1)


@pytest.mark.rule("PF-19", "PF-20")
@pytest.mark.parametrize(
    ("xp", "shown"),
    [
        (0, "0"),
        (2, "1 (+1/2)"),
        (7, "3"),
        (9, "3 (+2/8)"),
        (13, "3 (+6/8)"),
        (19, "4 (+4/16)"),
        (21, "4 (+6/16)"),
        (26, "4 (+11/16)"),
        (31, "5"),
        (85, "6 (+22/64)"),
        (92, "6 (+29/64)"),
    ],
)
def test_a_level_follows_from_the_xp_in_it(xp: int, shown: str) -> None:
    assert str(DOUBLING.find_standing(xp)) == shown


@pytest.mark.rule("PF-19")
def test_xp_short_of_a_level_is_kept_and_counts_later() -> None:
    short = given(CHESS, ILSE, XpAwarded("Ilse", 4), XpAllocated("Ilse", "Chess", 2, ((4, 2),)))
    assert short.sheet("Ilse").traits["Chess"].level == 1
    outcome = short.when(Spend("Ilse", (Share(1, "Chess"),)))
    outcome.then(XpAllocated("Ilse", "Chess", 1, ((4, 1),)))
    assert outcome.sheet("Ilse").traits["Chess"].level == 2


@pytest.mark.rule("PF-20", "PF-33", "PF-37", "PF-70")
def test_the_sheet_shows_levels_progress_and_words(table: Desk) -> None:
    for line in (
        "define ability Perception poor 2 decent 4 great 6",
        "define ability Knowledge poor 3 decent 5 great 7",
        "pc Kotorikh",
        "award Kotorikh 57",
        "spend Kotorikh 26 on Perception, 31 on Knowledge",
    ):
        assert table.do(line).status == 0
    text = table.do("sheet Kotorikh").answer.text()
    assert "  Perception  4 (+11/16)  decent  (poor 2, decent 4, great 6)" in text
    assert "  Knowledge   5           decent  (poor 3, decent 5, great 7)" in text


SPENT = given(MYCOLOGY, CHESS, ILSE, *trained("Ilse", "Mycology", 7, award=5))


@pytest.mark.rule("PF-21")
def test_spent_xp_does_not_move_to_another_ability() -> None:
    SPENT.when(Spend("Ilse", (Share(3, "Chess"),))).refused("Ilse has 0 XP to spend, not 3")
    SPENT.when(Spend("Ilse", (Share(-3, "Mycology"), Share(3, "Chess")))).refused("−3 is too small")
    assert SPENT.sheet("Ilse").traits["Mycology"].level == 3


@pytest.mark.rule("PF-21")
def test_a_new_level_at_creation_does_not_touch_what_was_spent() -> None:
    sheet = given(*SPENT.events, TraitGiven("Ilse", "Mycology", 0)).sheet("Ilse")
    assert (sheet.traits["Mycology"].xp, sheet.xp.spent) == (7, 7)


@pytest.mark.rule("PF-22")
def test_one_allocation_may_cross_several_levels() -> None:
    story = given(MYCOLOGY, ILSE, XpAwarded("Ilse", 3))
    outcome = story.when(Spend("Ilse", (Share(3, "Mycology"),)))
    outcome.then(XpAllocated("Ilse", "Mycology", 3, ((4, 3),)))
    mycology = outcome.sheet("Ilse").traits["Mycology"]
    assert (mycology.level, mycology.progress, mycology.needed) == (2, 0, 4)


TEAPOT = given(MAGIC, MYCOLOGY, ILSE, *trained("Ilse", "Construction Magic", 85, award=5), XpAwarded("Ilse", 10))


@pytest.mark.rule("PF-23")
def test_an_award_is_spent_to_the_last_xp() -> None:
    outcome = TEAPOT.when(Spend("Ilse", (Share(7, "Construction Magic"), Share(3, "Mycology"))))
    outcome.then(XpAllocated("Ilse", "Construction Magic", 7, ((7, 7),)), XpAllocated("Ilse", "Mycology", 3, ((7, 3),)))
    assert outcome.sheet("Ilse").xp.unspent == 0


@pytest.mark.rule("PF-23")
def test_more_than_the_award_is_refused_as_a_whole() -> None:
    shares = (Share(7, "Construction Magic"), Share(4, "Mycology"))
    TEAPOT.when(Spend("Ilse", shares)).refused("Ilse has 10 XP to spend, not 11")


@pytest.mark.rule("PF-23")
def test_the_same_trait_twice_in_a_line_is_not_paid_twice() -> None:
    story = given(CHESS, ILSE, XpAwarded("Ilse", 3), XpAwarded("Ilse", 4))
    story.when(Spend("Ilse", (Share(2, "Chess"), Share(3, "Chess")))).then(
        XpAllocated("Ilse", "Chess", 2, ((4, 2),)), XpAllocated("Ilse", "Chess", 3, ((4, 1), (5, 2)))
    )


@pytest.mark.rule("PF-23")
def test_the_end_of_a_session_reminds_of_xp_that_is_left(table: Desk) -> None:
    for line in ("define ability Chess", "pc Ilse", "session start", "award Ilse 10", "spend Ilse 7 on Chess"):
        assert table.do(line).status == 0
    end = table.do("session end").answer
    assert end.result["unspent"] == {"Ilse": 3}
    assert "XP to spend: Ilse 3" in end.text()


@pytest.mark.rule("PF-24")
@pytest.mark.parametrize("session", [(), (SessionStarted(1),)])
def test_xp_may_be_awarded_whenever_the_game_master_likes(session: tuple[Event, ...]) -> None:
    award = Award(("Ilse",), 10, "the golden teapot")
    given(ILSE, *session).when(award).then(XpAwarded("Ilse", 10, "the golden teapot"))


@pytest.mark.rule("PF-24")
@pytest.mark.parametrize("amount", [0, -1])
def test_an_award_is_at_least_one_xp(amount: int) -> None:
    given(ILSE).when(Award(("Ilse",), amount)).refused("must be 1 or more")


FAILED = CheckResolved(
    character="Ilse",
    trait="Mycology",
    unmodified=0,
    level_modifiers=(),
    deduction=0,
    level=0,
    modifiers=(),
    when=(),
    dice="4dF",
    faces=(0, -1, 1, 0),
    roll=0,
    physical=True,
    total=0,
    difficulty=2,
    difficulty_parts=(Part(2, "difficulty"),),
    opponent=None,
    opposing=None,
    margin=-2,
    success=False,
)
DUNGEON = given(rule("xp-for-used-only", "on"), MYCOLOGY, CHESS, ILSE, SessionStarted(1), FAILED)


@pytest.mark.rule("PF-25")
def test_an_award_may_be_for_what_was_used_even_without_success() -> None:
    DUNGEON.when(Award(("Ilse",), 10)).then(XpAwarded("Ilse", 10, only=("Mycology",)))


@pytest.mark.rule("PF-25", "OC-16")
def test_what_was_not_used_gets_nothing_of_such_an_award() -> None:
    story = given(*DUNGEON.events, XpAwarded("Ilse", 10, only=("Mycology",)))
    story.when(Spend("Ilse", (Share(1, "Chess"),))).refused("only 0 of 1 XP can go to Chess")
    story.when(Spend("Ilse", (Share(3, "Mycology"),))).then(XpAllocated("Ilse", "Mycology", 3, ((8, 3),)))


@pytest.mark.rule("PF-25")
def test_use_counts_for_one_award_and_starts_anew_after_it() -> None:
    story = given(*DUNGEON.events, XpAwarded("Ilse", 10, only=("Mycology",)))
    story.when(Award(("Ilse",), 5)).refused("has used no ability since the last award")


@pytest.mark.rule("PF-25")
def test_an_award_for_all_goes_to_those_who_used_something() -> None:
    story = given(*DUNGEON.events, CharacterCreated("Bo", "pc"))
    story.when(Award((), 5, all=True)).then(XpAwarded("Ilse", 5, only=("Mycology",)))
    story.when(Award(("Bo",), 5)).refused("Bo has used no ability since the last award")
    idle = given(*story.events, XpAwarded("Ilse", 5))
    idle.when(Award((), 5, all=True)).refused("has used no ability since the last award")


@pytest.mark.rule("PF-25")
def test_to_resist_with_an_ability_is_to_use_it() -> None:
    story = given(*DUNGEON.events, XpAwarded("Ilse", 5), CharacterCreated("Bo", "pc"))
    resisted = story.when(Check("Bo", "Mycology", opponent=Opponent("Ilse", "Chess"), faces=(0, 0, 0))).events
    given(*story.events, *resisted).when(Award(("Ilse",), 5)).then(XpAwarded("Ilse", 5, only=("Chess",)))


@pytest.mark.rule("PF-25", "OC-16")
def test_unless_the_rule_is_on_an_award_is_for_anything() -> None:
    free = given(MYCOLOGY, CHESS, ILSE, SessionStarted(1), FAILED)
    free.when(Award(("Ilse",), 10)).then(XpAwarded("Ilse", 10, only=None))


RATED = given(PracticeRateFixed(1, "month", 2))


@pytest.mark.rule("PF-26", "EV-09")
def test_what_an_xp_is_worth_is_fixed_and_may_change_later() -> None:
    given().when(FixPracticeRate(1, "month", 2)).then(PracticeRateFixed(1, "month", 2))
    RATED.when(FixPracticeRate(1, "month", 3)).then(PracticeRateFixed(1, "month", 3))


@pytest.mark.rule("PF-26")
def test_before_it_is_fixed_practice_is_worth_nothing_certain() -> None:
    with pytest.raises(Refused, match="not fixed yet"):
        weigh_practice(given().state, 12, "months")


@pytest.mark.rule("PF-27")
def test_practice_is_time_at_the_rate_that_was_fixed() -> None:
    assert weigh_practice(RATED.state, 12, "months").xp == 24
    assert weigh_practice(RATED.state, 1, "month").xp == 2
    assert weigh_practice(RATED.state, 1.5, "months").xp == 3
    assert weigh_practice(RATED.state, 1, "year").xp == 24


@pytest.mark.rule("PF-28", "ER-09")
def test_the_difficulty_is_the_level_that_practice_truly_reaches() -> None:
    assert str(weigh_practice(RATED.state, 12, "months")) == "4 (+9/16)"
    assert weigh_practice(RATED.state, 15, "months").level == 4
    assert weigh_practice(RATED.state, 16, "months").level == 5


@pytest.mark.rule("PF-29")
def test_casual_practice_is_worth_its_share() -> None:
    casual = weigh_practice(RATED.state, 3, "months", quality=50)
    assert (casual.xp, casual.level) == (3, 2)


@pytest.mark.rule("PF-30")
def test_characters_may_start_with_different_xp() -> None:
    story = given(CHESS, KURTS, OLIVIAS, XpAwarded("Kotorikh", 50), XpAwarded("Obazana", 30))
    assert [story.sheet(who).xp.unspent for who in ("Kotorikh", "Obazana")] == [50, 30]
    assert [story.sheet(who).traits["Chess"].level for who in ("Kotorikh", "Obazana")] == [0, 0]


@pytest.mark.rule("PF-30")
def test_a_level_at_creation_stands_for_the_practice_before_play() -> None:
    outcome = given(FITNESS, NYRV).when(GiveTrait("Nyrv", (TraitLevel("Fitness", 5),)))
    outcome.then(TraitGiven("Nyrv", "Fitness", 5))
    fitness = outcome.sheet("Nyrv").traits["Fitness"]
    assert (fitness.level, fitness.xp, fitness.needed) == (5, 31, 32)


@pytest.mark.rule("PF-30")
@pytest.mark.parametrize("level", [-1, 51])
def test_no_one_starts_below_nothing_or_beyond_the_limit(level: int) -> None:
    command = GiveTrait("Nyrv", (TraitLevel("Fitness", level),))
    given(FITNESS, NYRV).when(command).refused("levels at creation go from 0 to 50")


@pytest.mark.rule("PF-31", "ER-42")
def test_free_practice_counts_for_the_level_and_is_nobodys_xp() -> None:
    story = given(PERCEPTION, KURTS, XpAwarded("Kotorikh", 50), XpAllocated("Kotorikh", "Perception", 19, ((4, 19),)))
    outcome = story.when(Bonus("Kotorikh", 7, "Perception", "a keen eye"))
    outcome.then(BonusGranted("Kotorikh", "Perception", 7, "a keen eye"))
    sheet = outcome.sheet("Kotorikh")
    perception = sheet.traits["Perception"]
    assert (perception.xp, perception.level, perception.progress, perception.needed) == (26, 4, 11, 16)
    assert attrs.astuple(sheet.xp) == (50, 19, 0, 31, 7)


HALFLING = given(STRENGTH, HOBBIT, KURTS, TraitGiven("Kotorikh", "Strength", 3), XpAwarded("Kotorikh", 8))
SMALL = given(*HALFLING.events, PropertyGained("Kotorikh", "hobbit strength"))


@pytest.mark.rule("PF-32", "PF-40")
def test_a_level_modifier_counts_in_use() -> None:
    check = a_check(SMALL, Check("Kotorikh", "Strength", 2, faces=(0,)))
    assert (check.unmodified, check.level, check.total) == (3, 2, 2)
    assert check.level_modifiers == (Part(-1, "hobbit strength", "property"),)


@pytest.mark.rule("PF-32")
def test_a_level_modifier_does_not_count_for_the_cost() -> None:
    outcome = SMALL.when(Raise("Kotorikh", "Strength"))
    outcome.then(XpAllocated("Kotorikh", "Strength", 8, ((6, 8),)))
    strength = outcome.sheet("Kotorikh").traits["Strength"]
    assert (strength.level, strength.modifier, strength.effective) == (4, -1, 3)


@pytest.mark.rule("PF-33")
@pytest.mark.parametrize(
    ("level", "modifier", "shown"), [(3, -1, "3 − 1 = 2"), (3, 2, "3 + 2 = 5"), (7, -50, "7 − 50 = −43")]
)
def test_a_modified_level_is_shown_as_a_sum(table: Desk, level: int, modifier: int, shown: str) -> None:
    for line in (
        "define ability Strength",
        f"define property odd: Strength {modifier:+d}",
        "pc Emmet",
        f"trait Emmet Strength {level}",
        "gain Emmet odd",
    ):
        assert table.do(line).status == 0
    assert f"Strength  {shown}" in table.do("sheet Emmet").answer.text()
    assert f"L {shown}" in table.do("check Emmet Strength vs 0 rolled 0").answer.text()


@pytest.mark.rule("PF-34")
def test_an_ant_is_far_below_nothing() -> None:
    story = given(STRENGTH, BUG, ILSE, TraitGiven("Ilse", "Strength", 7), PropertyGained("Ilse", "bug strength"))
    check = a_check(story, Check("Ilse", "Strength", 0, faces=(1,), dice="1dF"))
    assert (check.level, check.total) == (-43, -42)
    assert story.sheet("Ilse").traits["Strength"].level == 7


@pytest.mark.rule("PF-35")
@pytest.mark.parametrize(("tags", "level"), [(("left-arm",), 5), ((), 3), (("right-arm",), 3)])
def test_an_arm_of_metal_helps_only_when_it_is_used(tags: tuple[str, ...], level: int) -> None:
    story = given(STRENGTH, LEFT_ARM, ILSE, TraitGiven("Ilse", "Strength", 3), PropertyGained("Ilse", LEFT_ARM.name))
    assert a_check(story, Check("Ilse", "Strength", 5, tags=tags, faces=(0,))).level == level


@pytest.mark.rule("PF-36")
def test_who_has_no_modifier_is_the_standard_being() -> None:
    strength = HALFLING.sheet("Kotorikh").traits["Strength"]
    assert (strength.level, strength.modifier, strength.effective) == (3, 0, 3)


@pytest.mark.rule("PF-36")
def test_a_cyborgs_5_is_as_strong_as_a_human_with_31_xp() -> None:
    changed = attrs.evolve(LEFT_ARM, effects=(Effect("level", 2, ("Strength",)),))
    story = given(STRENGTH, changed, ILSE, KURTS, TraitGiven("Ilse", "Strength", 3))
    story = given(*story.events, PropertyGained("Ilse", LEFT_ARM.name), *trained("Kotorikh", "Strength", 31, award=8))
    assert [story.sheet(who).traits["Strength"].effective for who in ("Ilse", "Kotorikh")] == [5, 5]


LABELS = (LevelLabel("poor", 2), LevelLabel("decent", 4), LevelLabel("great", 6))


@pytest.mark.rule("PF-37", "OC-17")
def test_the_game_master_names_levels() -> None:
    labels = (Labelled("poor", 2), Labelled("decent", 4), Labelled("great", 6))
    command = DefineAbility(("Muscle", "Charisma"), labels)
    given().when(command).then(AbilityDefined("Muscle", LABELS), AbilityDefined("Charisma", LABELS))


@pytest.mark.rule("PF-37")
@pytest.mark.parametrize(
    ("level", "word"),
    [(0, "below poor"), (1, "below poor"), (2, "poor"), (3, "poor"), (4, "decent"), (5, "decent"), (6, "great")],
)
def test_a_level_has_the_highest_word_not_above_it(level: int, word: str) -> None:
    story = given(AbilityDefined("Muscle", LABELS), KURTS, TraitGiven("Kotorikh", "Muscle", level))
    assert story.sheet("Kotorikh").traits["Muscle"].interpretation == word


@pytest.mark.rule("PF-37", "PF-36")
def test_the_word_is_for_what_a_being_can_do_and_not_for_its_practice() -> None:
    story = given(AbilityDefined("Strength", LABELS), *SMALL.events[1:], *trained("Kotorikh", "Strength", 8, award=8))
    strength = story.sheet("Kotorikh").traits["Strength"]
    assert (strength.level, strength.effective, strength.interpretation) == (4, 3, "poor")


@pytest.mark.rule("PF-37")
def test_words_go_upwards() -> None:
    given().when(DefineAbility(("Muscle",), (Labelled("great", 6), Labelled("poor", 2)))).refused("lowest level")


# --- actions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-38")
def test_what_cannot_fail_is_told_without_dice() -> None:
    given(ILSE).when(MakeNote("Ilse walks through the open door")).then(NoteMade("Ilse walks through the open door"))


@pytest.mark.rule("PF-39")
@pytest.mark.parametrize(("difficulty", "success", "margin"), [(7, True, 1), (8, True, 0), (9, False, -1)])
def test_as_much_as_the_difficulty_is_enough(difficulty: int, success: bool, margin: int) -> None:
    check = a_check(SICK, Check("Ilse", "Construction Magic", difficulty, tags=("magical",), faces=(1, 1, 1, 0)))
    assert (check.total, check.success, check.margin) == (6 - 1 + 3, success, margin)


@pytest.mark.rule("PF-39")
def test_a_check_records_everything_that_made_it() -> None:
    check = Check("Ilse", "Construction Magic", 7, tags=("magical",), modifiers=(Modifier(1, "wand"),), faces=(3,))
    SICK.when(check).then(
        CheckResolved(
            character="Ilse",
            trait="Construction Magic",
            unmodified=6,
            level_modifiers=(),
            deduction=0,
            level=6,
            modifiers=(Part(-1, "Shroom Belly", "property"), Part(1, "wand")),
            when=("magical",),
            dice="4dF",
            faces=(),
            roll=3,
            physical=True,
            total=9,
            difficulty=7,
            difficulty_parts=(Part(7, "difficulty"),),
            opponent=None,
            opposing=None,
            margin=2,
            success=True,
            reading=2,
        )
    )


@pytest.mark.rule("PF-41", "OC-39")
def test_an_ability_that_is_only_near_serves_with_a_deduction() -> None:
    story = given(AbilityDefined("Boating"), ILSE, TraitGiven("Ilse", "Boating", 5))
    check = a_check(story, Check("Ilse", "Boating", 3, deduction=2, faces=(0,)))
    assert (check.unmodified, check.deduction, check.level, check.total) == (5, 2, 3, 3)


@pytest.mark.rule("PF-42")
def test_without_any_ability_l_is_nothing() -> None:
    check = a_check(given(MYCOLOGY, ILSE), Check("Ilse", None, 1, modifiers=(Modifier(1, "luck"),), faces=(0,)))
    assert (check.trait, check.level, check.total, check.success) == (None, 0, 1, True)


@pytest.mark.rule("PF-43", "PF-47")
def test_what_is_the_characters_stands_left_of_vs_and_what_is_not_right_of_it(table: Desk) -> None:
    for line in ("define ability Climbing", "pc Ilse", "trait Ilse Climbing 4"):
        assert table.do(line).status == 0
    line = 'check Ilse Climbing +1 "grappling hook" -2 heights vs 3 +1 steepness +2 "falling rocks" rolled 0'
    check = table.do(line).answer.result
    parts = [(part["value"], part["reason"]) for part in check["modifiers"]]
    assert parts == [(1, "grappling hook"), (-2, "heights")]
    situation = [(part["value"], part["reason"]) for part in check["difficulty_parts"]]
    assert situation == [(3, "difficulty"), (1, "steepness"), (2, "falling rocks")]
    assert (check["level"], check["total"], check["difficulty"], check["margin"]) == (4, 3, 6, -3)


@pytest.mark.rule("PF-43")
def test_a_is_the_sum_of_what_status_property_thing_and_game_master_say() -> None:
    story = given(FITNESS, attrs.evolve(ENERGY, on=()), BELLY, ILSE, PropertyGained("Ilse", "Shroom Belly"))
    story = given(*story.events, ItemGiven("Ilse", "shoes", 1, effects=SHOES))
    tags = ("magical", "running")
    check = a_check(story, Check("Ilse", "Fitness", 0, tags=tags, modifiers=(Modifier(-2, "heights"),), faces=(0,)))
    assert [(part.value, part.source) for part in check.modifiers] == [
        (-1, "status"),
        (-1, "property"),
        (1, "item"),
        (-2, "typed"),
    ]
    assert check.total == -3


@pytest.mark.rule("PF-44")
def test_an_unopposed_action_rolls_four_fudge_dice() -> None:
    check = a_check(given(CHESS, ILSE).rolling(1, 1, 0, -1), Check("Ilse", "Chess", 1))
    assert (check.dice, check.faces, check.roll, check.physical) == ("4dF", (1, 1, 0, -1), 1, False)


@pytest.mark.rule("PF-45", "OC-02")
def test_a_single_roll_may_use_more_dice_or_fewer() -> None:
    check = a_check(given(CHESS, ILSE).rolling(1, 1), Check("Ilse", "Chess", 2, dice="2dF"))
    assert (check.dice, check.faces, check.success) == ("2dF", (1, 1), True)
    assert of_check(given(CHESS, ILSE).state, CheckOdds("Ilse", "Chess", 0, dice="2dF")).exact == "6/9"


@pytest.mark.rule("PF-46")
@pytest.mark.parametrize("difficulty", [-3, 0, 7, 20])
def test_a_difficulty_is_any_whole_number(difficulty: int) -> None:
    check = a_check(given(CHESS, ILSE), Check("Ilse", "Chess", difficulty, faces=(0,)))
    assert (check.difficulty, check.margin) == (difficulty, -difficulty)


@pytest.mark.rule("PF-46")
def test_a_check_without_a_difficulty_is_none() -> None:
    given(CHESS, ILSE).when(Check("Ilse", "Chess", faces=(0,))).refused("needs a difficulty")


@pytest.mark.rule("PF-48", "ER-06")
@pytest.mark.parametrize(("dice", "exact"), [("4dF", "50/81"), ("3dF", "17/27"), ("1dF", "2/3")])
@pytest.mark.parametrize("level", [0, 3, 12])
def test_whoever_is_as_good_as_the_task_is_hard_succeeds_more_than_half_the_time(
    dice: str, exact: str, level: int
) -> None:
    story = given(CHESS, ILSE, TraitGiven("Ilse", "Chess", level))
    assert of_check(story.state, CheckOdds("Ilse", "Chess", level, dice=dice)).exact == exact


@pytest.mark.rule("PF-50", "ER-07")
def test_the_needed_roll_is_what_level_and_a_leave_of_the_difficulty() -> None:
    story = given(AbilityDefined("Archery"), ILSE, *trained("Ilse", "Archery", 3, award=4))
    odds = of_check(story.state, CheckOdds("Ilse", "Archery", 4))
    assert (odds.needed, odds.exact) == (2, "15/81")


@pytest.mark.rule("PF-50")
def test_odds_take_in_all_that_the_check_would() -> None:
    asked = CheckOdds("Ilse", "Construction Magic", 7, tags=("magical",), factors=(Modifier(-1, "a narrow spot"),))
    odds = of_check(SICK.state, asked)
    assert (odds.needed, odds.exact) == (1, "31/81")


@pytest.mark.rule("PF-50")
def test_odds_roll_nothing_and_record_nothing(campaign: Campaign) -> None:
    campaign.execute(DefineAbility(("Chess",)))
    campaign.execute(CreatePc("Ilse"))
    head = campaign.log.head
    of_check(campaign.state, CheckOdds("Ilse", "Chess", 1))
    assert campaign.log.head == head


@pytest.mark.rule("PF-51")
def test_the_margin_says_how_well_it_was_done() -> None:
    story = given(AbilityDefined("Archery"), ILSE, TraitGiven("Ilse", "Archery", 2))
    assert a_check(story, Check("Ilse", "Archery", 4, faces=(-1, -1, 1, 0))).margin == 2 + 0 - 1 - 4


@pytest.mark.rule("PF-52")
@pytest.mark.parametrize(
    ("rolled", "extreme"), [("- - - -", -1), ("+ + + +", 1), ("-4", -1), ("+ + + 0", 0), ("- - + 0", 0)]
)
def test_a_roll_as_far_out_as_can_be_is_pointed_out(table: Desk, rolled: str, extreme: int) -> None:
    assert table.do("pc Ilse").status == 0
    answer = table.do(f"check Ilse nothing vs 0 rolled {rolled}").answer
    assert answer.result["extreme"] == extreme
    assert ("a natural" in answer.text()) == (extreme != 0)


@pytest.mark.rule("PF-52")
@pytest.mark.parametrize(("roll", "said"), [("d6 rolled 1", "a natural 1"), ("4dF rolled 4", "a natural +4")])
def test_only_dice_that_can_fall_below_zero_are_pointed_out_with_a_sign(table: Desk, roll: str, said: str) -> None:
    assert table.do(f"roll {roll}").answer.text().endswith(f"  {said}")


@pytest.mark.rule("PF-52")
def test_a_roll_as_far_out_as_can_be_is_pointed_out_in_a_contest_too(table: Desk) -> None:
    for line in ("define ability Fitness", "pc Polthova", "npc Nyrv", "trait Polthova Fitness 8"):
        assert table.do(line).status == 0
    text = table.do("contest Polthova Fitness rolled - - - vs Nyrv rolled + + 0").answer.text()
    assert "a natural −3" in text


@pytest.mark.rule("PF-53")
def test_another_characters_level_can_be_the_difficulty() -> None:
    story = given(STRENGTH, HOBBIT, ILSE, KURTS, TraitGiven("Kotorikh", "Strength", 3))
    story = given(*story.events, PropertyGained("Kotorikh", "hobbit strength"))
    check = a_check(story, Check("Ilse", "Strength", opponent=Opponent("Kotorikh", "Strength"), faces=(1,)))
    assert (check.opponent, check.opposing, check.difficulty) == ("Kotorikh", "Strength", 2)
    assert (check.total, check.success) == (1, False)


@pytest.mark.rule("PF-53", "PF-56", "OC-02")
def test_a_check_against_somebody_rolls_the_dice_of_contests(tmp_path: Path) -> None:
    table = Desk(tmp_path / "c.db")
    for line in ("new peupfudge", "define ability Stealth", "pc Polthova", "npc Nyrv", "trait Polthova Stealth 2"):
        assert table.do(line).status == 0
    found = table.do("check Polthova Stealth vs Nyrv Stealth rolled - - 0").as_json()["result"]
    assert (found["dice"], found["total"], found["odds_exact"]) == ("3dF", 0, "26/27")
    assert table.do("odds check Polthova Stealth vs Nyrv Stealth").as_json()["result"]["dice"] == "3dF"
    assert table.do("check Polthova Stealth vs 2").as_json()["result"]["dice"] == "4dF"
    assert table.do("check Polthova Stealth vs Nyrv Stealth with 4dF").as_json()["result"]["dice"] == "4dF"
    table.do(f"export {tmp_path}/c.session")
    lines = (tmp_path / "c.session").read_text("utf-8").splitlines()
    assert [line.count("with 4dF") for line in lines if line.startswith("check")] == [0, 0, 1]
    refused = table.do("check Polthova Stealth vs Nyrv Stealth rolled - - 0 0").fault
    assert refused is not None
    assert refused.message == "against somebody's trait this game rolls 3dF, not 4dF"
    assert refused.hint == "“with 4dF” rolls those all the same"
    assert table.do("check Polthova Stealth vs Nyrv Stealth with 4dF rolled - - 0 0").fault is None
    table.do("rules contest-dice 2dF")
    assert table.do("check Polthova Stealth vs Nyrv Stealth").as_json()["result"]["dice"] == "2dF"


RACERS = given(
    FITNESS,
    CharacterCreated("Gromanno", "pc"),
    NYRV,
    CharacterCreated("Polthova", "pc"),
    TraitGiven("Gromanno", "Fitness", 2),
    TraitGiven("Nyrv", "Fitness", 5),
    TraitGiven("Polthova", "Fitness", 8),
)


def race(gromanno: int, nyrv: int, polthova: int) -> Contest:
    """Return a race with these rolls, where Gromanno has +1 and Nyrv -1."""
    return Contest(
        (
            Side("Gromanno", "Fitness", modifiers=(Modifier(1, "shoes"),), faces=(gromanno,)),
            Side("Nyrv", modifiers=(Modifier(-1, "dark"),), faces=(nyrv,)),
            Side("Polthova", faces=(polthova,)),
        )
    )


@pytest.mark.rule("PF-54", "PF-56")
def test_the_highest_of_all_totals_wins() -> None:
    contest = a_contest(RACERS, race(0, 2, -3))
    assert contest.dice == "3dF"
    assert {side.character: (side.total, side.place) for side in contest.participants} == {
        "Gromanno": (3, 3),
        "Nyrv": (6, 1),
        "Polthova": (5, 2),
    }
    assert (contest.winner, contest.tied, contest.relative) == ("Nyrv", (), 1)


@pytest.mark.rule("PF-54")
def test_a_contest_takes_two_or_more_and_nobody_twice() -> None:
    RACERS.when(Contest((Side("Nyrv", "Fitness"),))).refused("needs two sides")
    RACERS.when(Contest((Side("Nyrv", "Fitness"), Side("Nyrv")))).refused("Nyrv is on two sides")


@pytest.mark.rule("PF-55", "ER-12")
def test_a_tie_is_nobodys_victory() -> None:
    contest = a_contest(RACERS, race(0, 1, -3))
    assert [side.total for side in contest.participants] == [3, 5, 5]
    assert [side.place for side in contest.participants] == [3, 1, 1]
    assert (contest.winner, contest.tied, contest.relative) == (None, ("Nyrv", "Polthova"), 0)


@pytest.mark.rule("PF-55")
def test_a_tie_for_second_takes_nothing_from_the_winner() -> None:
    contest = a_contest(RACERS, race(2, 1, 0))
    assert [(side.total, side.place) for side in contest.participants] == [(5, 2), (5, 2), (8, 1)]
    assert (contest.winner, contest.tied, contest.relative) == ("Polthova", (), 3)


@pytest.mark.rule("PF-57", "WX-PF-5")
def test_with_one_die_three_levels_are_more_than_luck_can_make_up() -> None:
    story = given(STRENGTH, ILSE, KURTS, TraitGiven("Ilse", "Strength", 2), TraitGiven("Kotorikh", "Strength", 5))
    odds = of_contest(story.state, ContestOdds((Side("Ilse", "Strength"), Side("Kotorikh")), dice="1dF"))
    assert (odds.chances, odds.tie) == ({"Ilse": 0.0, "Kotorikh": 1.0}, 0.0)
    fought = a_contest(story.rolling(+1, -1), Contest((Side("Ilse", "Strength"), Side("Kotorikh")), dice="1dF"))
    assert (fought.dice, [side.total for side in fought.participants]) == ("1dF", [3, 4])


@pytest.mark.rule("PF-58")
def test_players_may_roll_for_themselves_and_the_program_for_the_rest() -> None:
    sides = (Side("Gromanno", "Fitness", faces=(1, -1, 0)), Side("Nyrv"), Side("Polthova", faces=(-1, -1, -1)))
    contest = a_contest(given(*RACERS.events).rolling(1, 1, 0), Contest(sides))
    assert [(side.faces, side.physical) for side in contest.participants] == [
        ((1, -1, 0), True),
        ((1, 1, 0), False),
        ((-1, -1, -1), True),
    ]


@pytest.mark.rule("PF-58")
@pytest.mark.parametrize("faces", [(2, 0, 0), (1, 1), (4,), (1, 1, 1, 1)])
def test_faces_that_the_dice_do_not_have_are_refused(faces: tuple[int, ...]) -> None:
    outcome = RACERS.when(Contest((Side("Gromanno", "Fitness", faces=faces), Side("Nyrv", faces=(0,)))))
    outcome.refused("3dF")


@pytest.mark.rule("PF-59", "ER-08")
def test_a_modifier_holds_for_one_match_and_no_longer() -> None:
    story = given(STRENGTH, ILSE, KURTS)
    tired = a_contest(
        story,
        Contest(
            (Side("Ilse", "Strength", modifiers=(Modifier(-1, "tired arm"),), faces=(0,)), Side("Kotorikh", faces=(0,)))
        ),
    )
    next_match = Contest((Side("Ilse", "Strength", faces=(0,)), Side("Kotorikh", faces=(0,))))
    fresh = a_contest(given(*story.events, tired), next_match)
    assert [tired.participants[0].total, fresh.participants[0].total] == [-1, 0]
    assert fresh.participants[0].modifiers == ()


@pytest.mark.rule("PF-60")
def test_the_odds_of_4dF_can_be_shown(table: Desk) -> None:
    odds = table.do("odds 4dF").answer.result
    shown = [f"{odds['at_least'][str(n)]:.2f}"[1:] for n in range(-3, 5)]
    assert shown == [".99", ".94", ".81", ".62", ".38", ".19", ".06", ".01"]


@pytest.mark.rule("PF-61")
@pytest.mark.parametrize(("dice", "n", "chance"), [("7dF", 3, "0.13"), ("1dF", 1, "0.33"), ("9dF", -5, "0.99")])
def test_the_odds_of_any_number_of_fudge_dice_can_be_shown(table: Desk, dice: str, n: int, chance: str) -> None:
    assert f"{table.do(f'odds {dice}').answer.result['at_least'][str(n)]:.2f}" == chance


@pytest.mark.rule("PF-62")
@pytest.mark.parametrize(("dice", "deviation"), [("2dF", "1.1547"), ("4dF", "1.6330"), ("6dF", "2.0000")])
def test_the_spread_grows_with_the_square_root_of_the_number_of_dice(table: Desk, dice: str, deviation: str) -> None:
    assert f"{table.do(f'odds {dice}').answer.result['deviation']:.4f}" == deviation


# --- setting up --------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-63")
def test_the_checklist_has_nine_items_and_counts_those_that_are_settled(campaign: Campaign) -> None:
    topics = [item.topic for item in checklist(campaign.state)]
    assert len(topics) == 9
    for topic in topics[:-1]:
        campaign.execute(AnswerChecklist(topic, "as we agreed"))
    assert [item.done for item in checklist(campaign.state)] == 8 * [True] + [False]
    assert topics[-1] == "template"


@pytest.mark.rule("PF-63")
def test_what_the_log_shows_is_settled_without_saying(campaign: Campaign) -> None:
    def settled() -> set[str]:
        return {item.topic for item in checklist(campaign.state) if item.done}

    assert settled() == set()
    campaign.execute(DefineAbility(("Muscle",)))
    assert settled() == set()
    campaign.execute(DefineAbility(("Muscle",), (Labelled("poor", 2),)))
    campaign.execute(DefineStatus("Energy", (Step("Tired", -1), Step("Neutral"))))
    campaign.execute(DefineProperty("hobbit strength", (LevelChange("Muscle", -1),)))
    assert settled() == {"abilities", "statuses", "properties"}
    campaign.execute(CreatePc("Kotorikh"))
    campaign.execute(SetCharacteristic("Kotorikh", "Species", "hobbit"))
    campaign.execute(Award(("Kotorikh",), 50))
    campaign.execute(Give("Kotorikh", "pack"))
    assert settled() == {"abilities", "statuses", "properties", "characteristics", "starting-xp", "starting-kit"}


STEPS: dict[str, tuple[object, ...]] = {
    "xp": (Award(("Kotorikh",), 50), Spend("Kotorikh", (Share(19, "Perception"),))),
    "property": (Gain("Kotorikh", "talented observer"),),
    "backstory": (SetCharacteristic("Kotorikh", "Backstory", "a distant village"),),
    "inventory": (Give("Kotorikh", "pack"), Give("Kotorikh", "stones", 12, "pack")),
}


def created(order: tuple[str, ...]) -> SheetView:
    """Kotorikh's sheet, made in this order, without the numbers of the events."""
    story = given(PERCEPTION, OBSERVER, KURTS)
    for step in order:
        for command in STEPS[step]:
            story = given(*story.events, *story.when(command).events)
    sheet = story.sheet("Kotorikh")
    return attrs.evolve(sheet, inventory=tuple(attrs.evolve(line, id=0) for line in sheet.inventory))


@pytest.mark.rule("PF-64")
@pytest.mark.parametrize("order", list(permutations(STEPS))[1:], ids="-".join)
def test_a_character_is_the_same_in_whatever_order_it_is_made(order: tuple[str, ...]) -> None:
    assert created(order) == created(tuple(STEPS))


@pytest.mark.rule("PF-65")
def test_only_properties_that_the_game_master_offers_can_be_chosen() -> None:
    given(OBSERVER, WEALTHY, KURTS).when(Gain("Kotorikh", "immortal")).refused("no property “immortal”")


@pytest.mark.rule("PF-65")
def test_a_player_character_begins_with_as_many_properties_as_the_rules_say() -> None:
    story = given(rule("starting-properties", "1"), OBSERVER, WEALTHY, KURTS, PropertyGained("Kotorikh", "wealthy"))
    story.when(Gain("Kotorikh", "talented observer")).refused("Kotorikh begins with wealthy already")
    story.when(Gain("Kotorikh", "talented observer", "scene")).allowed()
    started = given(*story.events, SessionStarted(""))
    started.when(Gain("Kotorikh", "talented observer")).allowed()
    npc = CharacterCreated("Orc", "npc", None)
    given(*story.events, npc, PropertyGained("Orc", "wealthy")).when(Gain("Orc", "talented observer")).allowed()


@pytest.mark.rule("PF-11", "PF-12", "PF-66")
def test_a_template_says_of_a_state_all_that_define_can(campaign: Campaign, tmp_path: Path) -> None:
    template = tmp_path / "health.toml"
    states = '{ Dying = { out = true }, Ill = { action = -1, only = ["Wits"], levels = { Muscle = -2 } }, Well = 0 }'
    template.write_text(f"[abilities]\nMuscle = {{}}\nWits = {{}}\n[statuses.Health]\nstates = {states}", "utf-8")
    campaign.execute(Setup(str(template)))
    typed = DefineStatus(
        "Health",
        (
            Step("Dying", out=True),
            Step("Ill", -1, ("Wits",), changes=(LevelChange("Muscle", -2),)),
            Step("Well"),
        ),
    )
    (defined,) = decide(campaign.state.copy(), attrs.evolve(typed, name="Again"), LoadedDice())
    assert campaign.state.statuses["Health"] == attrs.evolve(defined, name="Health")


@pytest.mark.rule("PF-66")
def test_kit_and_first_states_can_come_from_a_template(campaign: Campaign, tmp_path: Path) -> None:
    template = tmp_path / "kit.toml"
    template.write_text(
        """
        [abilities]
        Muscle = { poor = 2 }
        [statuses.Energy]
        states = { Tired = -1, Neutral = 0 }
        start = "Tired"
        [[characters]]
        name = "Kotorikh"
        items = [{ name = "pack", in = "back" }, { name = "stones", count = 12, in = "pack" }, "map"]
        [[characters]]
        name = "Obazana"
        statuses = { Energy = "Neutral" }
        """,
        "utf-8",
    )
    recorded = campaign.execute(Setup(str(template)))
    assert len({each.cmd for each in recorded}) == 1
    kotorikh = campaign.sheet("Kotorikh")
    assert lines(kotorikh) == [("pack", 1, "back", 0), ("stones", 12, "pack", 1), ("map", 1, None, 0)]
    assert kotorikh.statuses == {"Energy": "Tired"}
    assert campaign.sheet("Obazana").statuses == {"Energy": "Neutral"}


@pytest.mark.rule("PF-66")
def test_a_template_that_is_wrong_somewhere_is_refused_as_a_whole(campaign: Campaign, tmp_path: Path) -> None:
    template = tmp_path / "kit.toml"
    template.write_text('[[characters]]\nname = "Kotorikh"\nitems = [{ name = "map", in = "pack" }]', "utf-8")
    head = campaign.log.head
    with pytest.raises(Refused, match="no container “pack”"):
        campaign.execute(Setup(str(template)))
    assert (campaign.log.head, campaign.state.sheets) == (head, {})


@pytest.mark.rule("PF-67")
@pytest.mark.parametrize(
    ("before", "up", "after"),
    [
        ("Exhausted", True, "Tired"),
        ("Tired", True, "Neutral"),
        ("Neutral", True, "Rested"),
        ("Rested", True, "Rested"),
        ("Rested", False, "Neutral"),
        ("Neutral", False, "Tired"),
        ("Tired", False, "Exhausted"),
        ("Exhausted", False, "Exhausted"),
    ],
)
def test_a_trigger_moves_a_status_one_step_and_the_ends_hold(before: str, up: bool, after: str) -> None:
    story = given(ENERGY, KURTS, StatusChanged("Kotorikh", "Energy", "Tired", before))
    outcome = story.when(ChangeStatus("Kotorikh", "Energy", up=up, down=not up, reason="a long day"))
    outcome.then(StatusChanged("Kotorikh", "Energy", before, after, "a long day"))
    assert outcome.sheet("Kotorikh").statuses == {"Energy": after}


@pytest.mark.rule("PF-68")
def test_a_check_says_nothing_about_what_it_is_for_and_may_stay_secret() -> None:
    story = given(PERCEPTION, KURTS)
    asleep = Check("Kotorikh", "Perception", 3, faces=(0,), secret=True)
    event = a_check(story, asleep)
    assert event.secret is True
    later = given(*story.events, event)
    assert later.state.secrets == {4}
    later.when(Reveal(4)).then(SecretRevealed(4))
    assert given(*later.events, SecretRevealed(4)).state.secrets == set()


@pytest.mark.rule("PF-68")
def test_only_secrets_can_be_revealed() -> None:
    given(PERCEPTION, KURTS).when(Reveal(2)).refused("#2 is not secret")


@pytest.mark.rule("PF-69")
def test_a_changed_rule_holds_from_now_on(campaign: Campaign, dice: LoadedDice) -> None:
    for command in (DefineAbility(("Chess",)), CreatePc("Ilse"), CreatePc("Kotorikh")):
        campaign.execute(command)
    contest = Contest((Side("Ilse", "Chess"), Side("Kotorikh")))
    dice.lay(1, 1, 1, 0, 0, 0)
    (before,) = campaign.execute(contest)
    campaign.execute(ChangeRule("contest-dice", "4dF"))
    dice.lay(1, 1, 1, 1, 0, 0, 0, 0)
    (after,) = campaign.execute(contest)
    assert [before.event.dice, after.event.dice] == ["3dF", "4dF"]
    assert [each.event for each in campaign.events()][before.seq - 1] == before.event
    assert campaign.state_at(before.seq).rules.contest_dice == "3dF"


@pytest.mark.rule("PF-69")
def test_house_rules_extend_the_book(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "peupfudge"\ncontest-dice = "4dF"\nuntrained = -1\n', "utf-8")
    book, ours = load_rules("peupfudge"), load_rules(str(house))
    assert (ours.name, ours.contest_dice, ours.untrained) == ("house", "4dF", -1)
    assert (ours.check_dice, ours.places) == (book.check_dice, book.places)
    assert ours.digest != book.digest


@pytest.mark.rule("PF-69")
@pytest.mark.parametrize(("key", "typed"), [("contest-dice", "4dX"), ("untrained", "low"), ("xp-for-used-only", "2")])
def test_a_rule_takes_only_what_makes_sense(key: str, typed: str) -> None:
    given().when(ChangeRule(key, typed)).refused(key)


@pytest.mark.rule("PF-70")
def test_a_sheet_shows_the_five_types_with_statuses_as_scales_and_things_as_a_tree(table: Desk) -> None:
    for line in (
        "define ability Muscle, Perception poor 2 decent 4 great 6",
        "define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception start Tired",
        'define property "talented observer": xp 7 Perception',
        "pc Kotorikh by Kurt",
        "set Kotorikh Profession = Archaeologist",
        "gain Kotorikh talented observer",
        "give Kotorikh pack in back",
        "give Kotorikh pouch in pack",
        "give Kotorikh 12 stones in pouch",
        'give Kotorikh "vial of ink" in pack note full',
    ):
        assert table.do(line).status == 0
    assert table.do("sheet Kotorikh").answer.text() == "\n".join(
        [
            "Kotorikh · played by Kurt",
            "  Profession: Archaeologist",
            "",
            "Abilities (poor 2, decent 4, great 6)",
            "  Muscle      0  below poor  −1 with Tired",
            "  Perception  3  poor        2 with Tired",
            "",
            "Statuses",
            "  Energy (Muscle, Perception)",
            "    Exhausted (−2)  ·  [Tired (−1)]  ·  Neutral  ·  Rested (+1)",
            "",
            "Properties",
            "  talented observer: 7 XP for Perception",
            "",
            "Inventory",
            "  pack (back)",
            "    pouch",
            "      12 stones",
            "    vial of ink (full)",
            "",
            "XP: 0 to spend (awarded 0, spent 0, free 7)",
        ]
    )


# --- the same from a program's side ------------------------------------------------------------------------


@pytest.mark.rule("WX-PF-1")
def test_the_golden_teapot_as_a_program_would_record_it(campaign: Campaign, dice: LoadedDice) -> None:
    for command in (
        DefineAbility(("Construction Magic", "Mycology")),
        DefineProperty("Shroom Belly", action=-1, tag="magical"),
        CreatePc("Ilse", "Ada"),
        Award(("Ilse",), 85, "the years before play"),
        Spend("Ilse", (Share(85, "Construction Magic"),)),
        Gain("Ilse", "Shroom Belly"),
    ):
        campaign.execute(command)
    dice.lay(1, 1, 0, 1)
    (check,) = campaign.execute(Check("Ilse", "Construction Magic", 7, tags=("magical",)), by="Ada")
    assert (check.type, check.by, check.at) == ("CheckResolved", "Ada", "2026-11-21T20:00:00.000Z")
    assert (check.event.total, check.event.margin, check.event.success) == (8, 1, True)
    (award,) = campaign.execute(Award(("Ilse",), 10, "the golden teapot"))
    spent = campaign.execute(Spend("Ilse", (Share(7, "Construction Magic"), Share(3, "Mycology"))))
    assert [each.event.draws for each in spent] == [((award.seq, 7),), ((award.seq, 3),)]
    assert len({each.cmd for each in spent}) == 1
    traits = campaign.sheet("Ilse").traits
    assert (traits["Construction Magic"].level, traits["Construction Magic"].progress) == (6, 29)
    assert (traits["Mycology"].level, traits["Mycology"].progress) == (2, 0)
