"""House rules as one file: kinds of traits, outcomes, costs, dice, a bestiary and a world, and what has no effect."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from tabletop import play

from engine.dice import Dice, DiceError, read_dice
from engine.refusal import Refused
from engine.rules.curve import read_costs
from engine.rules.files import load_rules
from engine.rules.structure import change_value
from shell.runner import Desk

ROOT = Path(__file__).parents[2]
OURS = ROOT / "sessions" / "house-rules.toml"


def said(desk: Desk, line: str) -> str:
    """Return what the program answers a line, as a person reads it."""
    outcome = desk.do(line)
    assert outcome.answer is not None, (line, outcome.fault)
    return outcome.answer.text()


def written(desk: Desk, text: str) -> str:
    """Write a file of rules beside the log, and return its name as it is typed."""
    path = desk.place.file.with_name("house.toml")
    path.write_text(text, "utf-8")
    return f'"{path}"'


# --- dice ------------------------------------------------------------------------------------------------------


def every_roll(dice: Dice, faces: tuple[int, ...] = (), chance: Fraction = Fraction(1)) -> Counter[int]:
    """Return the chance of each total, found by rolling every die in every way."""
    found: Counter[int] = Counter()
    die = dice.due(faces)
    if die is None:
        found[dice.total(faces)] += chance  # type: ignore[assignment]
        return found
    for face in die.faces:
        found.update(every_roll(dice, (*faces, face), chance / die.sides))
    return found


@pytest.mark.rule("FU-28")
@pytest.mark.parametrize(
    "spelled",
    [
        "4d6-best3",
        "3d4-worst2+1",
        "5dF-best4",
        "3dF-middle1",
        "3d4-reroll1-best2",
        "2d6-reroll1to2",
        "2dF-reroll-1",
        "2d10[T|2-4>-2|5-17>0|18-20>+2]",
        "3d4-best2[T|2-4>-1|5-8>+1]",
        "4dF[T|-4..-1>-1|0>0|1..4>1]",
    ],
)
def test_the_odds_of_kept_and_looked_up_dice_are_those_of_every_roll(spelled: str) -> None:
    dice = read_dice(spelled)
    assert dict(dice.pmf()) == dict(every_roll(dice))
    assert read_dice(dice.spec).spec == dice.spec


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("4d6kh3", "4d6-best3"),
        ("4d6dl1", "4d6-best3"),
        ("2d20kl1", "2d20-worst1"),
        ("4d6r1k3+2", "4d6-reroll1-best3+2"),
    ],
)
def test_dice_of_which_some_count_have_the_spellings_of_other_programs(short: str, long: str) -> None:
    assert read_dice(short).spec == long


@pytest.mark.parametrize(
    ("spelled", "fault"),
    [
        ("4d6-best5", "so 5 of them cannot count"),
        ("4d6-middle1", "cannot be the middle"),
        ("4d6-reroll7", "cannot be rolled again on 7"),
        ("100d6-best3", "would take too long"),
        ("2d10[T|2-4>-2|5-16>0|18-20>2]", "t leaves out 17"),
        ("2d10[T|2-4>-2|4-20>0]", "t has 4 twice"),
        ("2d10[T|1-20>0]", "but 2d10 gives 2 to 20"),
    ],
)
def test_dice_that_cannot_be_say_why(spelled: str, fault: str) -> None:
    with pytest.raises(DiceError, match=fault):
        read_dice(spelled)


def test_only_the_dice_that_count_are_added_on_the_screen(desk: Desk) -> None:
    play(desk, "new fudge")
    assert "5 + 4 + 4 of 4 1 5 4 = 13 (4d6-best3, real dice)" in said(desk, "roll 4d6-best3 rolled 4 1 5 4")
    assert "3 + 2 of 1 3 2 = 5" in said(desk, "roll 2d6-reroll1 rolled 1 3 2")


# --- costs -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("PF-17")
@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("2^n", [1, 2, 4, 8]),
        ("5 * 3^n", [5, 15, 45, 135]),
        ("triangular", [1, 2, 3, 4]),
        ("2 * triangular", [2, 4, 6, 8]),
        ("1^n", [1, 1, 1, 1]),
        ("1, 2, 9", [1, 2, 9, 9]),
    ],
)
def test_costs_follow_a_formula_and_levels_follow_them(text: str, costs: list[int]) -> None:
    found = read_costs(text)
    assert found is not None
    assert [found.cost(level) for level in range(4)] == costs
    level, left = 0, 0
    for xp in range(sum(costs) + 1):
        shown = found.find_standing(xp)
        assert (shown.level, shown.progress, shown.needed) == (level, left, found.cost(level)), xp
        left += 1
        if left == found.cost(level):
            level, left = level + 1, 0


@pytest.mark.rule("FL-38")
def test_step_costs_by_a_formula_hold_for_the_whole_ladder() -> None:
    lite = load_rules("fudge-lite")
    assert change_value(lite, "step-costs", "triangular").step_costs == tuple(range(1, 11))
    assert change_value(lite, "step-costs", "3 * 2^n").step_costs[:3] == (3, 6, 12)
    with pytest.raises(Refused, match="step-costs cannot be cubic"):
        change_value(lite, "step-costs", "cubic")


def test_practice_by_other_costs_adds_up_in_the_audit(desk: Desk) -> None:
    play(desk, "new peupfudge\nrules practice-costs triangular\ndefine ability Chess\npc Ann\naward Ann 30")
    assert "0 → 4" in said(desk, "spend Ann 10 on Chess")
    assert "everything adds up" in said(desk, "audit")
    assert "practice-costs cannot change" in str(desk.do("rules practice-costs 3^n").fault)


# --- kinds of traits -------------------------------------------------------------------------------------------

KINDS = """
extends = "fudge-lite"
creation = "free"
[kinds.attribute]
traits = ["Strength", "Agility"]
untrained = "Mediocre"
costs = 3
words = { weak = "Poor", strong = "Good" }
[kinds.skill]
traits = ["Fencing", "Climbing"]
default = "Agility -2"
untrained = "Poor"
"""


@pytest.mark.rule("OC-08", "FL-48")
def test_a_kind_of_traits_has_its_costs_words_and_defaults(desk: Desk) -> None:
    play(desk, f"new {written(desk, KINDS)}\npc Ann\npc Bo\ntrait Ann Agility Great\naward Ann 50")
    assert "puts 24 XP in Agility, now Superb" in said(desk, "raise Ann Agility")
    assert "Agility  Superb  strong" in said(desk, "sheet Ann")
    check = "check {} Fencing vs Fair rolled 0"
    assert play(desk, check.format("Ann"))["result"]["level"] == 1
    assert play(desk, check.format("Bo"))["result"]["level"] == -2
    assert play(desk, "check Bo Strength vs Fair rolled 0")["result"]["level"] == -1
    assert "as a skill it is Good, from Agility" in said(desk, "why Ann Fencing")
    assert "everything adds up" in said(desk, "audit")
    assert "Fencing is a skill by the rule kinds" in str(desk.do("rename trait Fencing to Foil").fault)


@pytest.mark.rule("FL-48", "OC-08")
@pytest.mark.parametrize(
    ("more", "trait", "hint"),
    [
        ("", "Agilty", "did you mean Agility?"),
        ("", "Wits", 'write it among the traits of a kind, such as traits = ["Fencing", "Climbing"]'),
        ("", "Stealth", None),
        ("[abilities]\nWits = {}", "wits", None),
    ],
)
def test_a_default_from_a_trait_that_no_list_has_is_refused(
    desk: Desk, more: str, trait: str, hint: str | None
) -> None:
    file = written(desk, f"{KINDS.replace('Agility -2', f'{trait} -2')}{more}")
    fault = desk.do(f"new {file}").fault
    if hint is None:
        assert fault is None
        return
    assert fault is not None
    assert fault.message.endswith(f"kinds: skill cannot take its default from “{trait}”, which no list has")
    assert fault.hint == hint
    assert not desk.place.file.exists()


# --- outcomes --------------------------------------------------------------------------------------------------

OUTCOMES = """
extends = "fudge-lite"
points = 3
creation = "free"
[outcomes]
"-3" = "a disaster"
"0" = "at a cost"
"1" = "cleanly"
"3" = "with style"
"""


@pytest.mark.rule("OC-05")
def test_a_result_is_called_by_its_margin_in_text_in_json_and_in_the_odds(desk: Desk) -> None:
    play(desk, f"new {written(desk, OUTCOMES)}\npc Ann\ntrait Ann Agility Fair")
    called = [play(desk, f"check Ann Agility vs Fair rolled {roll}")["result"]["outcome"] for roll in (0, 2, 3, -2, -3)]
    assert called == ["at a cost", "cleanly", "with style", "", "a disaster"]
    assert "success by 3, with style" in said(desk, "log last 3")
    chances = play(desk, "odds Ann Agility vs Fair")["result"]["outcomes"]
    assert chances == pytest.approx(
        {"with style": 5 / 81, "cleanly": 26 / 81, "at a cost": 19 / 81, "failure": 26 / 81, "a disaster": 5 / 81}
    )
    assert sum(chances.values()) == pytest.approx(1)
    assert "everything adds up" in said(desk, "audit")


# --- a bestiary, and a world -----------------------------------------------------------------------------------


WOLF = """
extends = "fudge-lite"
[ready.Wolf]
traits = { Bite = ["Fair", "Good"], Track = "Good" }
gifts = ["nose"]
track = 2
behaviours = ["hunt in a pack", "flee from fire"]
setting = "the moors"
"""


@pytest.mark.rule("FL-65", "FL-62")
def test_npcs_come_from_a_bestiary_of_the_house_several_at_once(desk: Desk) -> None:
    play(desk, f"new {written(desk, WOLF)}")
    play(desk, "npc 2 Wolf as Wolf\nnpc Grob as Troll\nnpc Cub as Wolf track 1")
    assert "Bite   Fair to Good" in said(desk, "sheet Wolf 2")
    assert "minor [ ]  serious [ ]" in said(desk, "sheet Wolf 1")
    assert "minor [ ]\n" in said(desk, "sheet Cub")
    assert "Setting: the moors" in said(desk, "sheet Cub")
    assert "10  Wolf 1's behaviour: hunt in a pack; flee from fire" in said(desk, "gm")
    assert "did you mean Wolf?" in str(desk.do("npc X as Wlf").fault)


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ('[kinds.skill]\ntraits = ["Fencing, foil", "Climbing"]', "kinds: skill cannot have “Fencing, foil”"),
        ('[kinds.skill]\ntraits = ["Read: Latin"]', "kinds: skill cannot have “Read: Latin”"),
        ('[kinds."a=b"]\ntraits = ["Fencing"]', "kinds: a=b cannot have “a=b”"),
        ('[kinds.skill]\ntraits = ["Run"]\nwords = { "very slow" = "Poor" }', "cannot have “very slow” in words"),
        ('[kinds.skill]\ntraits = ["Run"]\ndefault = "Sing, dance -2"', "cannot have “Sing, dance -2”"),
        ('[ready.Wolf]\ntraits = { "Bite; tear" = "Good" }', "ready: Wolf cannot have “Bite; tear”"),
        ('[ready.Wolf]\ngifts = ["Quick, agile"]', "ready: Wolf cannot have “Quick, agile”"),
        ('[ready.Wolf]\ntraits = { Bite = ["Poor", "Fair", "Good"] }', "ready: Wolf needs a level in"),
        ("[ready.Wolf]\nsetting = 3", "ready: Wolf needs setting as texts"),
    ],
)
def test_a_name_that_an_entry_would_break_is_refused(desk: Desk, table: str, fault: str) -> None:
    file = written(desk, f'extends = "fudge"\n{table}')
    assert fault in str(desk.do(f"new {file}").fault)
    assert not desk.place.file.exists()


def test_a_ready_made_trait_may_have_a_to_in_its_name(desk: Desk) -> None:
    table = '[ready.Elf]\ntraits = { "Talk to animals" = "Good", "Sing to trees" = ["Fair", "Great"] }'
    file = written(desk, f'extends = "fudge"\n{table}')
    play(desk, f"new {file}\nnpc Ivo as Elf")
    assert "Talk to animals  Good" in said(desk, "sheet Ivo")
    assert "Fair to Great" in said(desk, "sheet Ivo")


def test_the_example_begins_a_campaign_with_all_that_it_shows(desk: Desk) -> None:
    play(desk, f'new "{OURS}"\npc Ann\ntrait Ann Kraft Gut')
    assert play(desk, "check Ann Klettern vs Fair rolled 14")["result"]["outcome"] == "at a cost"
    sheet = said(desk, "sheet Ann")
    assert "Gut  stark" in sheet
    assert "Mana: 6 of 10" in sheet
    play(desk, "npc 2 Wolf as Wolf\nroll best\nroll middle\nroll sturdy\nroll steady\ntable weather\nmark Ann Nerve")
    play(desk, "award Ann 50")
    assert "puts 48 XP in Kraft" in said(desk, "raise Ann Kraft")
    play(desk, "undo\nundo\nredo")
    assert "everything adds up" in said(desk, "audit")
    assert play(desk, "verify")["result"]["ok"]


def test_the_words_of_a_kind_are_typed_where_its_levels_are(desk: Desk) -> None:
    play(desk, f'new "{OURS}"\npc Ann\ntrait Ann Witz schwach, Kraft Stark')
    assert "Witz   Schlecht  schwach" in said(desk, "sheet Ann")
    assert play(desk, "check Ann Kraft vs stark rolled 10")["result"]["difficulty"] == 1
    assert "“stark” is not a level" in str(desk.do("trait Ann Klettern stark").fault)


def test_a_file_whose_world_is_wrong_begins_nothing(desk: Desk) -> None:
    world = 'extends = "fudge"\n[tracks.Luck]\nstates = { Shaken = 2 }\npenalties = { Brken = -1 }\n'
    assert "no state “Brken”" in str(desk.do(f"new {written(desk, world)}").fault)
    assert not desk.place.file.exists()
    typo = "[countrs.Mana]\nmost = 3"
    assert "did you mean counters?" in str(desk.do(f"new {written(desk, typo)}").fault)
    nested = 'extends = "fudge"\n[rules]\ncheck-dice = "3d6"'
    assert "remove the line [rules]" in str(desk.do(f"new {written(desk, nested)}").fault)


@pytest.mark.rule("PF-12")
def test_a_status_bears_on_one_kind_of_action_only(desk: Desk) -> None:
    play(desk, "new peupfudge\ndefine status Sight: Dazzled -2, Clear when seeing\ndefine ability Look\npc Ann")
    play(desk, "status Ann Sight Dazzled")
    check = "check Ann Look {}vs 2 rolled 0"
    assert play(desk, check.format(""))["result"]["total"] == 0
    assert play(desk, check.format("when seeing "))["result"]["total"] == -2
    assert "did you mean seeing?" in said(desk, check.format("when seing "))
    assert "Sight (when seeing)" in said(desk, "sheet Ann")


# --- what has no effect, and what is so already ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("peupfudge", "rules step-costs 1, 2, 3"),
        ("fudge", "rules xp-for-used-only on"),
        ("fudge", "rules snake-eyes off"),
        ("fudge-lite", "rules practice-costs 3^n"),
        ("peupfudge", "rules ladder-from 2"),
    ],
)
def test_a_rule_that_has_no_effect_says_so_when_it_is_set(desk: Desk, game: str, line: str) -> None:
    play(desk, f"new {game}")
    key = line.split()[1]
    assert f"{key} has no effect now" in said(desk, line)


def test_a_rule_says_nothing_once_it_has_an_effect(desk: Desk) -> None:
    play(desk, "new fudge-lite\nrules criticals natural")
    assert "no effect" not in said(desk, "rules critical-override on")


@pytest.mark.parametrize(
    "line",
    [
        "define gift Quick",
        "define property Strong: Chess +1",
        "define status Mood: Bad -1, Good",
        "define counter Mana 0..10",
        "define key Vow",
        "define track Luck: Lost 2",
        "define table Rain: 1-2 wet, 3 dry",
        "rules points 4",
    ],
)
def test_what_is_so_already_is_not_recorded_again(desk: Desk, line: str) -> None:
    play(desk, f"new fudge-lite\n{line}")
    assert "already, nothing changed" in said(desk, line)
    assert play(desk, "verify")["result"]["events"] == 2


@pytest.mark.rule("FL-06")
def test_an_undo_right_after_a_redo_undoes_what_that_restored(desk: Desk) -> None:
    play(desk, "new fudge-lite\npc Bob\nnote one\nundo\nxcard")
    assert play(desk, "redo")["result"]["redone"] == [3]
    assert play(desk, "undo")["result"]["undone"] == [3]
    assert play(desk, "redo")["result"]["redone"] == [3]
    assert play(desk, "undo last 1")["result"]["undone"] == [5]


@pytest.mark.parametrize("key", ["ladder", "ladder-aliases"])
def test_a_ladder_has_a_hundred_words_without_the_other_words_of_the_book(tmp_path: Path, key: str) -> None:
    words = [f"w{first}{second}" for first in "abcdefghijk" for second in "abcdefghijk"]
    said = words if key == "ladder" else [f"{word} = 1" for word in words]
    file = tmp_path / "house.toml"
    file.write_text(f'extends = "fudge"\n{key} = {said[:100]}', "utf-8")
    assert load_rules(str(file)).ladder
    file.write_text(f'extends = "fudge"\n{key} = {said[:101]}', "utf-8")
    with pytest.raises(Refused, match=f"{key}: 101 words are too many: the limit is 100"):
        load_rules(str(file))
