"""Rules that a table made its own: what must not go together, what a correction may not leave, what a file may hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.checklist import TOPICS
from engine.refusal import Refused
from engine.rules.files import BUILT_IN, SHIPPED, load_rules
from engine.rules.ruleset import CHECKLIST, FIELDS, FIXED_KEYS, from_recorded
from engine.rules.values import spoken
from shell.language.grammar import heads
from shell.language.offers import offers
from shell.runner import Desk

ROOT = Path(__file__).parents[2]


class Table:
    """A campaign at the table."""

    def __init__(self, path: Path, *lines: str) -> None:
        self.desk = Desk(path)
        for line in lines:
            self.result(line)

    def result(self, line: str) -> dict[str, Any]:
        """Return what the program answers, as a program reads it."""
        outcome = self.desk.do(line)
        assert outcome.answer is not None, (line, outcome.fault)
        return dict(outcome.answer.result)

    def text(self, line: str) -> str:
        """Return what the program answers, as a person reads it."""
        outcome = self.desk.do(line)
        assert outcome.answer is not None, (line, outcome.fault)
        return outcome.answer.text()

    def refusal(self, line: str) -> str:
        """Return the sentence with which a line is turned down."""
        outcome = self.desk.do(line)
        assert outcome.fault is not None, line
        return outcome.fault.message


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "c.db"


# --- rules that stand on rules ---------------------------------------------------------------------------------


def test_a_rule_that_others_stand_on_is_not_taken_back_alone(path: Path) -> None:
    alias = ("rules creation 1 Superb", "rules ladder-aliases Meister = 3", "rules creation 1 Meister")
    table = Table(path, "new fudge-lite", *alias)
    assert "creation contradicts the other rules" in table.refusal("undo #3")
    table.result("undo #3 cascade")
    table.result("pc Rix")
    assert table.result("rules")["rules"]["creation"] == "1 Superb"
    assert table.result("verify")["ok"]


def test_how_traits_grow_cannot_change_under_those_that_have_grown(path: Path) -> None:
    steps = ("rules step-costs 1, 2, 4", "rules growth steps", "define ability Chess", "pc Ann", "trait Ann Chess 0")
    table = Table(path, "new peupfudge", *steps, "award Ann 3", "raise Ann Chess")
    assert "growth cannot change" in table.refusal("rules growth practice")
    assert "#8" in table.refusal("undo #3")
    table.result("undo #8")
    table.result("rules growth practice")
    table.result("spend Ann 3 on Chess")
    assert "growth cannot change" in table.refusal("rules growth steps")


@pytest.mark.rule("OC-08", "PF-15", "PF-17")
@pytest.mark.parametrize("start", [(), ("trait Ann Chess 0",)])
def test_practice_never_makes_a_trait_worse_than_untrained(path: Path, start: tuple[str, ...]) -> None:
    table = Table(path, "new peupfudge", "rules untrained 2", "define ability Chess", "pc Ann", "award Ann 9", *start)
    assert table.result("why Ann Chess")["needed"] == 7
    levels = []
    for _ in range(7):
        chess = table.result("sheet Ann")["traits"]["Chess"]
        levels.append((chess["level"], chess["progress"]))
        table.result("spend Ann 1 on Chess")
        assert table.result("audit")["ok"]
    assert levels == [(2, progress) for progress in range(7)]
    assert "1 XP in Chess: 2 → 2 (+1/7)" in table.text("why Ann Chess")
    assert table.result("sheet Ann")["traits"]["Chess"]["level"] == 3


@pytest.mark.rule("PF-17")
def test_why_counts_the_xp_of_a_level_by_the_costs_of_the_house(path: Path) -> None:
    table = Table(path, "new peupfudge", "rules practice-costs 5 * 2^n", "define ability Chess", "pc Ann")
    table.result("trait Ann Chess 2")
    table.result("bonus Ann 1 on Chess")
    why = table.result("why Ann Chess")
    assert [(each["effect"], each["before"], each["after"]) for each in why["because"]] == [
        (15, "0", "2"),
        (1, "2", "2 (+1/20)"),
    ]


@pytest.mark.parametrize("level", [2, -2])
def test_a_start_at_0_says_that_it_counts_as_untrained(path: Path, level: int) -> None:
    table = Table(path, "new peupfudge", f"rules untrained {level}", "define ability Chess", "pc Ann")
    assert "Ann starts with Chess untrained" in table.text("trait Ann Chess 0")
    assert table.result("sheet Ann")["traits"]["Chess"]["level"] == level
    counts = f"Ann's Chess began at 0, which is untrained and counts as {level}".replace("-", "−")
    assert table.text("why Ann Chess").startswith(counts)


def test_the_gm_decides_what_a_table_of_criticals_has_no_row_for(path: Path) -> None:
    table = Table(path, "new fudge", "rules critical-dice 1d6", "rules critical-table 1-5 = falls")
    assert table.result("critical rolled 5")["effect"] == "falls"
    assert table.result("critical rolled 6")["effect"] == "the GM decides"
    table.result("rules critical-table none")
    table.result("rules critical-dice diceless")
    assert "rolls no number to look up" in table.refusal("rules critical-table 0 = falls")


def test_growth_by_practice_and_levels_below_nothing_do_not_go_together(path: Path) -> None:
    table = Table(path, "new fudge")
    assert "practice counts levels from 0" in table.refusal("rules growth practice")


# --- what a correction may not leave ---------------------------------------------------------------------------


@pytest.mark.rule("FL-37")
def test_what_a_session_brought_goes_with_its_end(path: Path) -> None:
    table = Table(path, "new fudge-lite", "pc Rix", "session start", "session end")
    assert table.result("undo #4")["undone"] == [4, 5]
    table.result("session end")
    assert table.result("ledger Rix")["awarded"] == 1


@pytest.mark.rule("FL-133")
def test_what_a_lost_contest_brought_goes_with_it(path: Path) -> None:
    table = Table(path, "new fudge-lite", "rules xp-on-miss 1", "pc Rix", "npc Newt", "trait Rix Stealth Fair")
    table.result("contest Rix Stealth rolled -4 vs Newt")
    assert table.result("ledger Rix")["awarded"] == 1
    assert table.result("undo")["undone"] == [6, 7]


@pytest.mark.rule("FL-133")
def test_what_a_miss_brought_goes_with_the_check(path: Path) -> None:
    table = Table(path, "new fudge-lite", "rules xp-on-miss 1", "pc Rix", "trait Rix Stealth Fair")
    table.result("check Rix Stealth vs Great rolled 0")
    assert table.result("undo #5")["undone"] == [5, 6]


def test_an_award_among_those_of_a_session_is_taken_back_alone(path: Path) -> None:
    table = Table(path, "new fudge-lite", "pc Rix", "pc Mira", "session start", "session end")
    assert table.result("undo #6")["undone"] == [6]


@pytest.mark.rule("FL-105")
def test_points_that_were_spent_are_not_taken_back_alone(path: Path) -> None:
    table = Table(path, "new fudge-lite", "pc Rix", "point Rix +2", "point Rix -2")
    assert "has 0 fudge points" in table.refusal("undo #3")


@pytest.mark.rule("FL-39", "FL-40")
def test_a_level_is_not_given_anew_under_bought_steps(path: Path) -> None:
    table = Table(path, "new fudge-lite", "pc Rix", "award Rix 9", "trait Rix Stealth Poor", "raise Rix Stealth")
    assert "was raised with XP" in table.refusal("trait Rix Stealth Superb")


@pytest.mark.rule("FL-40")
def test_a_step_is_said_to_stand_on_the_one_before_it(path: Path) -> None:
    table = Table(path, "new fudge-lite", "pc Rix", "award Rix 9", "trait Rix Stealth Poor")
    for _ in range(2):
        table.result("raise Rix Stealth")
    assert "depend" in table.refusal("undo #5")


@pytest.mark.rule("PF-25", "FL-133")
def test_what_a_rule_brings_by_itself_ends_no_chunk_of_the_story(path: Path) -> None:
    rules = ("rules xp-for-used-only on", "rules xp-on-miss 1")
    table = Table(path, "new peupfudge", *rules, "define ability Chess", "pc Rix", "session start")
    table.result("check Rix Chess vs 9 rolled 0")
    table.result("award Rix 5")


# --- what the screen shows ------------------------------------------------------------------------------------

#: The name of a rule of the games, such as PF-15, which only the pages for engineers explain.
RULE_ID = re.compile(r"\b[A-Z]{2}-\d")


def test_no_id_of_a_rule_reaches_the_screen(path: Path) -> None:
    table = Table(path, "new fudge")
    rules = (f"rules {key}" for key in FIELDS if key not in FIXED_KEYS)
    shown = {line: table.text(line) for line in ("rules", *rules, "help", *(f"help {head}" for head in heads()))}
    assert table.desk.campaign is not None
    shown |= {offer.text: offer.meta for offer in offers("rules ", table.desk.campaign.state)}
    assert {line: RULE_ID.findall(text) for line, text in shown.items() if RULE_ID.search(text)} == {}


def test_a_program_is_told_which_rule_of_the_games_a_key_is_about(path: Path) -> None:
    assert Table(path, "new fudge").result("rules untrained")["rule"] == "PF-15, FU-40, OC-08"


# --- what is typed ---------------------------------------------------------------------------------------------


@pytest.mark.rule("PO-23", "FL-117")
def test_points_and_advantage_are_not_smuggled_in_with_the_dice(path: Path) -> None:
    table = Table(path, "new polyhedral", "pc Rix", "trait Rix Stealth Good")
    assert "not in the dice" in table.refusal("check Rix Stealth with poly-d8-exploding-3pt rolled 2")
    assert "no advantage dice" in table.refusal("check Rix Stealth with 4dF+2adv rolled 1 1 1 0")


@pytest.mark.rule("FU-28")
def test_a_table_of_dice_may_be_called_anything(path: Path) -> None:
    names = "rules dice-names adventure = d4[adventure|1>-1|2-3>0|4>1]"
    table = Table(path, "new fudge", names, "pc Rix", "trait Rix Stealth Good")
    assert table.result("check Rix Stealth vs Good with adventure rolled 4")["total"] == 2


HUNDRED = '"1-10" = -3\n"11-30" = -1\n"31-70" = 0\n"71-90" = 1\n"91-100" = 3\n'


def hundred(folder: Path, text: str) -> Path:
    """Write a file of rules in which d% has another table."""
    file = folder / "hundred.toml"
    file.write_text(f'extends = "fudge"\n{text}', "utf-8")
    return file


@pytest.mark.rule("FU-28", "OC-03")
@pytest.mark.parametrize(
    "text",
    [
        f'[dice-names."d%"]\n{HUNDRED}',
        f'[dice-names]\n"d%" = "honderd"\n[dice-names.honderd]\n{HUNDRED}',
        f'check-dice = "d%"\n[dice-names."D%"]\n{HUNDRED}',
    ],
)
def test_the_percentile_dice_may_have_another_table(tmp_path: Path, path: Path, text: str) -> None:
    table = Table(path, f"new {hundred(tmp_path, text)}", "pc Rix", "trait Rix Stealth Fair")
    found = table.result("check Rix Stealth vs Good with d% rolled 9 5")
    assert (found["faces"], found["roll"], found["total"]) == ((95,), 3, 3)
    assert table.result("odds d%")["at_least"]["1"] == pytest.approx(0.3)
    assert table.result("roll d% rolled 1")["roll"] == -3
    assert ("check-dice" in text) == (table.result("rules check-dice")["value"] != "4dF")
    table.result("rules untrained Fair")
    assert table.result("check Rix Stealth vs Good with d% rolled 95")["total"] == 3


@pytest.mark.rule("FU-28", "OC-03")
def test_the_table_of_the_percentile_dice_can_be_typed(path: Path) -> None:
    table = Table(path, "new fudge", "rules dice-names honderd = d100[honderd|1-50>-1|51-100>1]")
    table.result("rules dice-names honderd = d100[honderd|1-50>-1|51-100>1], d% = honderd")
    assert table.result("roll d% rolled 51")["dice"] == "honderd"
    table.result("rules dice-names d% = d100[d%|1-50>-1|51-100>2]")
    assert table.result("roll d% rolled 51")["roll"] == 2


@pytest.mark.rule("FU-28", "OC-03")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[dice-names."d%"]\n"1-99" = 0', "dice-names: d% leaves out 100"),
        ('[dice-names."d%"]\n"1-60" = 0\n"50-100" = 1', "dice-names: d% has 50-60 twice"),
        ('[dice-names."d%"]\n"1-101" = 0', "dice-names: d% has a row 1-101, but its die shows 1 to 100"),
        ('[dice-names]\n"d%" = "honderd"', "dice-names: “honderd” is not dice"),
        (
            '[dice-names]\n"d%" = "four"\n[dice-names.four]\n"1-4" = 0',
            "dice-names: d% shows 1 to 100, and four does not",
        ),
    ],
)
def test_another_table_of_the_percentile_dice_has_all_of_their_numbers_once(
    tmp_path: Path, path: Path, text: str, said: str
) -> None:
    assert Table(path).refusal(f"new {hundred(tmp_path, text)}").endswith(said)


@pytest.mark.rule("PO-23")
def test_odds_with_points_are_refused_where_the_check_would_be(path: Path) -> None:
    table = Table(path, "new polyhedral", "pc Rix", "trait Rix Stealth Good")
    assert "this game has no fudge points" in table.refusal("odds Rix Stealth vs Fair point")
    table.result("rules points 1")
    assert "1 fudge point, not 2" in table.refusal("odds Rix Stealth vs Fair points 2")


@pytest.mark.rule("FU-36")
def test_a_trait_does_not_help_itself(path: Path) -> None:
    table = Table(path, "new fudge", "pc Rix", "trait Rix Research Good")
    assert "cannot help itself" in table.refusal("check Rix Research and Research vs Great")


@pytest.mark.rule("FU-32", "PO-02")
def test_an_act_that_no_trait_fits_is_rolled_at_fair(path: Path) -> None:
    table = Table(path, "new polyhedral", "pc Rix")
    found = table.result("check Rix nothing vs Fair rolled 4")
    assert (found["level"], found["dice"], found["success"]) == (4, "d6", True)


@pytest.mark.rule("PO-13")
def test_a_roll_for_its_number_keeps_it_above_the_ceiling(path: Path) -> None:
    table = Table(path, "new polyhedral", "rules result-ceiling Legendary")
    found = table.result("roll rolled 6 6 1")
    assert (found["total"], found["degree"]) == (13, "Legendary")
    assert table.result("audit")["ok"]


@pytest.mark.rule("FL-10")
def test_a_situational_roll_is_called_after_the_floor(path: Path) -> None:
    assert Table(path, "new fudge-lite").result("roll rolled -4")["degree"] == "Terrible"


@pytest.mark.rule("FU-44")
@pytest.mark.parametrize("game", ["fudge", "fudge-lite"])
def test_contests_are_rolled_with_the_technique_of_the_table(path: Path, game: str) -> None:
    table = Table(path, f"new {game}", "rules check-dice 4d6-lowest", "pc Rix", "pc Mira", "trait Rix Stealth Good")
    assert table.result("contest Rix Stealth vs Mira")["dice"] == "4d6-lowest"


@pytest.mark.rule("FU-50")
def test_who_yields_rolls_nothing(path: Path) -> None:
    table = Table(path, "new fudge", "pc Rix", "pc Mira", "trait Rix Stealth Good")
    assert "nothing to roll" in table.refusal("contest Rix Stealth vs Mira yields rolled 3")


@pytest.mark.rule("OC-35")
def test_an_entry_may_have_a_comma_where_semicolons_part_them(path: Path) -> None:
    table = Table(path, "new fudge", "rules lines no gore, ever; no spiders")
    assert table.result("rules")["rules"]["lines"] == ["no gore, ever", "no spiders"]
    table.result("rules lines no gore, ever;")
    assert table.result("rules")["rules"]["lines"] == ["no gore, ever"]


@pytest.mark.rule("PF-69")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("criticals Natural", "natural"),
        ("full-track incap", "incapacitated"),
        ("growth Steps", "steps"),
        ("legendary ON", "on"),
        ("untrained med", -1),
        ("untrained superb", 3),
        ("situational None", None),
    ],
)
def test_a_rule_takes_a_word_in_any_case_and_by_its_beginning(path: Path, typed: str, meant: object) -> None:
    table = Table(path, "new fudge", "rules step-costs 1, 1, 2", f"rules {typed}")
    assert table.result("rules")["rules"][typed.split()[0]] == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("legendary o", "legendary: “o” could be off or on"),
        ("untrained G", "untrained: “G” could be Good or Great"),
        ("legendary x", "legendary cannot be x"),
        ('legendary ""', "legendary cannot be "),
    ],
)
def test_a_beginning_that_fits_several_values_of_a_rule_is_asked_about(path: Path, typed: str, said: str) -> None:
    assert Table(path, "new fudge").refusal(f"rules {typed}") == said


@pytest.mark.parametrize(
    ("typed", "game"),
    [("Fudge-Lite", "fudge-lite"), ("FUDGE", "fudge"), ("fudg", "fudge"), ("Poly", "polyhedral")],
)
def test_a_game_is_named_in_any_case_and_by_its_beginning(path: Path, typed: str, game: str) -> None:
    outcome = Desk(path).do(f"new {typed} Cliff")
    assert (outcome.command, outcome.events[0]["ruleset"]) == (f"new {game} Cliff", game)


def test_a_beginning_that_two_games_have_is_refused_with_the_games_there_are(path: Path) -> None:
    assert Table(path).refusal("new p") == "no rules called “p”"


@pytest.mark.parametrize("base", ["Fudge", "FUDGE", "fudge"])
def test_a_file_extends_a_game_in_any_case_unless_a_file_beside_it_is_called_so(
    tmp_path: Path, path: Path, base: str
) -> None:
    (tmp_path / "own.toml").write_text(f'extends = "{base}"', "utf-8")
    (tmp_path / "FUDGE").write_text('extends = "peupfudge"', "utf-8")
    assert bool(Table(path, f"new {tmp_path / 'own.toml'}").result("rules")["rules"]["ladder"]) == (base != "FUDGE")


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("check zed swim with 3d6 vs good", "check WHO TRAIT ... vs DIFFICULTY ... [with DICE] ..."),
        ("check a stealth secret vs fair", "check WHO TRAIT ... vs DIFFICULTY ... [secret] ..."),
        ("check zed vs good", "check WHO TRAIT ... vs DIFFICULTY ..."),
    ],
)
def test_a_word_of_the_grammar_at_the_wrong_place_is_told_its_place(path: Path, typed: str, order: str) -> None:
    table = Table(path, "new fudge", "pc Arnold", "pc Zed", "trait Zed Swim Good, Climb Good, Stealth Good")
    fault = table.desk.do(typed).fault
    assert fault is not None
    assert fault.hint == f"the order is: {order}"


def test_a_deduction_behind_the_difficulty_is_advised_before_it(path: Path) -> None:
    table = Table(path, "new fudge", "pc Arnold", "trait Arnold Climb Good")
    fault = table.desk.do("check a climb vs good less 2").fault
    assert fault is not None
    assert fault.hint == "type check a climb less 2 vs good"


@pytest.mark.rule("FL-132", "PF-69")
@pytest.mark.parametrize(
    ("typed", "entries"),
    [
        ("Did we help?, Did we learn?", ["Did we help?", "Did we learn?"]),
        ("Did we help, or not?; Why?", ["Did we help, or not?", "Why?"]),
        ('"Did we help; or not?", Why?', ["Did we help; or not?", "Why?"]),
        ('"Did “we”, \\"they\\"; help?", "Why?"', ['Did “we”, "they"; help?', "Why?"]),
        ('Who said "no, never"?, Why?', ['Who said "no, never"?', "Why?"]),
    ],
)
def test_an_entry_in_quotes_may_hold_what_parts_entries(path: Path, typed: str, entries: list[str]) -> None:
    table = Table(path, "new fudge-lite", f"rules questions {typed}")
    assert table.result("questions")["questions"] == entries
    again = spoken(entries)
    table.result(f"rules questions {again}")
    assert table.result("questions")["questions"] == entries


@pytest.mark.rule("OC-12", "FU-40")
@pytest.mark.parametrize(
    ("typed", "near"), [("Sleight", ["Sleight of Hand"]), ("Athletcs", ["Athletics"]), ("Bow", []), ("Athletics", [])]
)
def test_a_new_trait_much_like_a_known_one_is_remarked_on(path: Path, typed: str, near: list[str]) -> None:
    table = Table(path, "new fudge", 'define ability "Sleight of Hand", Athletics', "pc Ann")
    warnings = table.result(f"trait Ann {typed} Good")["warnings"]
    assert warnings == [f"New trait {typed} ({name} exists too). Meant {name}? Type undo." for name in near]


# --- the checklist ---------------------------------------------------------------------------------------------

ITEMS = {
    "fudge": "beings origins abilities properties starting-kit template",
    "fudge-lite": "beings origins abilities properties starting-kit template",
    "polyhedral": "beings origins abilities starting-kit template",
    "peupfudge": " ".join(CHECKLIST),
}


def checklist(table: Table) -> dict[str, str]:
    """Return the items of the checklist, with what settles them."""
    return {item["topic"]: item["answer"] for item in table.result("checklist")["items"]}


@pytest.mark.rule("PF-63")
@pytest.mark.parametrize("game", ITEMS)
def test_the_checklist_has_what_fits_the_game(path: Path, game: str) -> None:
    assert [*checklist(Table(path, f"new {game}"))] == ITEMS[game].split()


def test_every_item_of_the_checklist_can_be_listed() -> None:
    assert (*TOPICS,) == CHECKLIST


@pytest.mark.rule("PF-63", "PF-69")
def test_the_items_of_the_checklist_are_a_rule(path: Path) -> None:
    table = Table(path, "new fudge", "rules before-play Origins, templ")
    assert checklist(table) == {"origins": "", "template": ""}
    assert table.refusal("rules before-play bings") == "before-play: no item “bings”"
    assert table.refusal("rules before-play starting") == "before-play: no item “starting”"
    table.result("checklist statuses none at all")
    assert checklist(table) == {"origins": "", "statuses": "none at all", "template": ""}


@pytest.mark.rule("PF-63")
def test_where_any_trait_will_do_one_that_is_defined_or_listed_settles_the_abilities(path: Path) -> None:
    table = Table(path, "new fudge")
    assert checklist(table)["abilities"] == ""
    table.result("define ability Lore")
    assert checklist(table)["abilities"] == "Lore"


@pytest.mark.rule("PF-63")
def test_the_list_of_traits_and_the_gifts_of_a_game_stand_in_its_checklist(path: Path) -> None:
    table = Table(path, "new fudge-lite", "define gift Luck", "define fault Pride", "define property Tall")
    assert (checklist(table)["abilities"], checklist(table)["properties"]) == ("the list base", "Luck, Pride")


@pytest.mark.rule("PF-63")
def test_rules_that_were_recorded_before_there_were_lists_keep_all_nine_items_and_their_digest() -> None:
    recorded = load_rules("fudge").as_data()
    del recorded["before-play"]
    assert from_recorded(recorded).before_play == CHECKLIST
    assert from_recorded(recorded).digest == "9c3f8ec8a440d4b92828103685e38e3f11243ca0e0e4cfc61369891be8661885"


# --- what a file may hold --------------------------------------------------------------------------------------

FILES = {
    'extends = "../here/loop.toml"': "extends itself",
    "points = " + "9" * 5000: "cannot be read as rules",
    "x = " + "[" * 3000 + "]" * 3000: "nested too deeply",
    'extends = "fu\\u0000dge.toml"': "extends cannot be fu",
    'extends = "fudgee"': "extends cannot be fudgee",
    "extends = 3": "extends cannot be 3",
    'extends = "fudge"\ngrowth = "steps"': "growth: steps needs step-costs",
    'extends = "fudge"\ncheck-dice = "foo"': "check-dice: “foo” is not dice",
    'extends = "fudge"\n[dice-names.twenty]\n"11-a" = -1': "dice-names: “11-a” = -1 is no row of twenty",
    'extends = "fudge"\n[dice-names.twenty]\n"11" = "x"': "dice-names: “11” = x is no row of twenty",
    'extends = "fudge"\n[dice-names.twenty]': "dice-names: twenty has no rows",
    'extends = "fudge"\n[dice-names.twenty]\n"1-2" = 1\n"4" = 2': "dice-names: twenty leaves out 3",
    'extends = "fudge"\n[critical-table]\n"1-9999999999" = "falls"': "too long",
    'extends = "fudge"\n[ladder-aliases]\nHuge = 99999999999': "needs a level",
    'extends = "fudge"\n[reactions]\n' + "9" * 5000 + ' = "runs"': "is no level",
    'extends = "fudge"\ncreation = "1 Superb, 5 Superb"': "names Superb twice",
    'extends = "fudge"\nladder = ["vs", "with"]': "is no word for a level",
    'extends = "fudge"\nladder = [' + ", ".join(f'"a{n}"' for n in range(500)) + "]": "too many",
    "# " + "x" * 200_000: "too large",
    "# soon": "holds no rules",
}


@pytest.mark.parametrize("text", FILES, ids=range(len(FILES)))
def test_what_a_file_of_rules_cannot_hold_is_said_in_a_sentence(tmp_path: Path, path: Path, text: str) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "loop.toml").write_text(text, "utf-8")
    assert FILES[text] in Table(path).refusal(f"new {folder / 'loop.toml'}")


def test_a_file_of_rules_in_another_encoding_is_refused_in_our_words(tmp_path: Path, path: Path) -> None:
    (tmp_path / "old.toml").write_bytes('extends = "fudge"\ntitle = "Käfer"\n'.encode("latin-1"))
    refusal = Table(path).refusal(f"new {tmp_path / 'old.toml'}")
    assert refusal == f"{tmp_path / 'old.toml'} cannot be read as rules: it is not text in UTF-8"
    assert not path.exists()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_games_rules_pass_the_checks_that_house_rules_do(tmp_path: Path, game: str) -> None:
    """They are read without these checks, for cattrs takes longer to load than a campaign to begin."""
    (tmp_path / f"{game}.toml").write_bytes((SHIPPED / f"{game}.toml").read_bytes())
    assert load_rules(str(tmp_path / f"{game}.toml")) == load_rules(game)


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ('criticals = "natrual"', "criticals cannot be natrual", "did you mean natural? It takes off or natural or"),
        ('untrained = "Medicore"', "untrained cannot be Medicore", "did you mean Mediocre? It takes a level"),
        ('untraned = "Poor"', "no rule “untraned”", "did you mean untrained?"),
        ('questions = ["Why?", 3]', "questions cannot be 3", "it takes words between commas"),
        ("points = 101", "points cannot be 101", "it takes a whole number from 0 to 100"),
        ("exploding = 1", "exploding cannot be 1", "it takes on or off"),
        ("points = true", "points cannot be on", "it takes a whole number from 0 to 100"),
        ('untrained = "G"', "untrained: “G” could be Good or Great", None),
        ("[ladder-aliases]\nHuge = 'tall'", "ladder-aliases: Huge needs a level", None),
    ],
)
def test_a_mistake_in_a_file_is_one_sentence_and_says_what_was_probably_meant(
    tmp_path: Path, text: str, said: str, hint: str | None
) -> None:
    (tmp_path / "own.toml").write_text(f'extends = "fudge"\n{text}', "utf-8")
    with pytest.raises(Refused) as refusal:
        load_rules(str(tmp_path / "own.toml"))
    assert refusal.value.message.startswith(f"{tmp_path / 'own.toml'}: {said}")
    assert (refusal.value.hint or "").startswith(hint or "")


@pytest.mark.parametrize(
    ("base", "hint"),
    [
        ("fudgee", "did you mean fudge? It takes"),
        ("zzz", "it takes peupfudge, fudge, polyhedral, fudge-lite, or the name of a .toml file beside it"),
    ],
)
def test_what_a_file_can_extend_is_said(tmp_path: Path, path: Path, base: str, hint: str) -> None:
    (tmp_path / "own.toml").write_text(f'extends = "{base}"', "utf-8")
    fault = Desk(path).do(f"new {tmp_path / 'own.toml'}").fault
    assert fault is not None
    assert fault.hint is not None
    assert fault.hint.startswith(hint)


@pytest.mark.rule("FU-53", "FU-55", "OC-04")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("d6", "npc-d6"), ("1D6", "npc-d6"), ("static", "diceless"), ("Fixed", "diceless"), ("Same", "same")],
)
def test_an_npc_dice_has_several_names(path: Path, typed: str, meant: str) -> None:
    table = Table(path, "new fudge", f"rules npc-dice {typed}")
    assert table.result("rules")["rules"]["npc-dice"] == meant


@pytest.mark.rule("ER-15")
def test_a_name_of_dice_that_the_table_made_wins_over_another_name_of_an_npcs(path: Path) -> None:
    table = Table(path, "new fudge", "rules dice-names d6 = 2dF", "rules npc-dice d6")
    assert table.result("rules")["rules"]["npc-dice"] == "2dF"


@pytest.mark.rule("OC-37")
@pytest.mark.parametrize("words", ["भयानक, अच्छा", "Mäßig, Gut", "Ma\u0308ßig, Gut"])
def test_a_ladder_is_in_any_language(path: Path, words: str) -> None:
    table = Table(path, "new fudge", f"rules ladder {words}, c, d, e, f, g", "pc Rix")
    first = words.split(",")[0]
    assert (
        table.result(f"trait Rix Stealth {first}")["changes"][0]["after"] == table.result("rules")["rules"]["ladder"][0]
    )


# --- odds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-10", "OC-38", "DT-20")
def test_odds_of_a_contest_that_all_roll_know_the_floor_of_results(path: Path) -> None:
    """Of two at Terrible with 2dF each, every result below the floor is the same result."""
    table = Table(
        path, "new fudge-lite", "pc Rix", "npc Mira", "trait Rix Stealth Terrible", "trait Mira Stealth Terrible"
    )
    found = table.result("odds Rix Stealth vs Mira with 2dF")
    table.result("rules contest-rolls all")
    all_roll = table.result("odds Rix Stealth vs Mira with 2dF")
    faces = [a + b for a in (-1, 0, 1) for b in (-1, 0, 1)]
    results = [max(0, roll) for roll in faces]
    ties = sum(a == b for a in results for b in results) / 81
    assert all_roll["tie"] == pytest.approx(ties)
    assert found["chances"]["Rix"] == all_roll["chances"]["Rix"] == pytest.approx((1 - ties) / 2)


@pytest.mark.rule("OC-26", "OC-27")
@pytest.mark.parametrize("fumble", ["below-all", "abysmal"])
def test_odds_of_exploding_dice_know_the_ceiling_of_results(path: Path, fumble: str) -> None:
    """Two d4 with a ceiling of Great: the sides tie at the ceiling wherever both get there."""
    rules = ("rules result-ceiling Great", f"rules fumble {fumble}")
    people = ("pc Rix", "pc Mira", "trait Rix Stealth Mediocre", "trait Mira Stealth Mediocre")
    found = Table(path, "new polyhedral", *rules, *people).result("odds Rix Stealth vs Mira")
    quarter = 1 / 4
    chance = {0: quarter * quarter, 1: quarter * 3 / 4, 2: quarter, 3: quarter, 5: quarter**2, 6: quarter * 3 / 4}
    ties = sum(each * each for each in chance.values())
    assert found["tie"] == pytest.approx(ties)


# --- traits that nobody has ------------------------------------------------------------------------------------


@pytest.mark.rule("FU-40", "PO-08", "FL-48")
@pytest.mark.parametrize(("game", "level"), [("fudge", -2), ("polyhedral", 2), ("fudge-lite", 0)])
def test_a_trait_that_nobody_has_is_rolled_at_the_default(path: Path, game: str, level: int) -> None:
    table = Table(path, f"new {game}", "pc Rix", "pc Mira", "trait Mira Climbing Good")
    found = table.result("check Rix Swimming vs Good anyway")
    assert (found["trait"], found["level"], found["default"]) == ("Swimming", level, True)
    sides = table.result("contest Rix Swimming vs Mira Climbing")["participants"]
    assert sides[0]["level"] == level


@pytest.mark.rule("FU-40", "PF-05")
def test_a_trait_that_is_nearly_one_somebody_has_is_asked_about(path: Path) -> None:
    table = Table(path, "new fudge", "pc Rix", "trait Rix Climbing Good")
    assert table.refusal("check Rix Climbng vs Good") == "no ability “Climbng”"
    table.result("rules ability-list listed")
    assert table.refusal("check Rix Swimming vs Good") == "no ability “Swimming”"


def test_a_check_that_lost_a_modifier_is_told_so(path: Path) -> None:
    people = ("pc Rix", "trait Rix Cook 3", "give Rix rope +1 on Cook", "check Rix Cook vs 4 rolled 0")
    table = Table(path, "new peupfudge", "define ability Cook", *people)
    table.result("undo #5")
    (stale,) = (each for each in table.result("audit")["findings"] if each["rule"] == "stale-check")
    assert "modifiers +1 (+1 rope), corrected 0" in stale["message"]
