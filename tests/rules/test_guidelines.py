"""Guidelines of the documents, as far as the program decides or shows something by them, and two worked examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tabletop import play, result, text

from engine.rules.creation import trait_list
from shell.runner import Desk

Table = Callable[[str], Desk]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Yield a function that begins a campaign with some lines."""
    desks: list[Desk] = []

    def begin(script: str) -> Desk:
        desks.append(Desk(tmp_path / f"{len(desks)}.db"))
        play(desks[-1], script)
        return desks[-1]

    yield begin
    for desk in desks:
        desk.close()


# --- when there is no roll -------------------------------------------------------------------------------------


@pytest.mark.rule("PF-38", "EV-12")
def test_an_act_that_cannot_fail_is_in_the_log_without_dice(table: Table) -> None:
    desk = table("new peupfudge\ndefine ability Fitness\npc Ilse\nsession start")
    found = result(desk, 'check Ilse Fitness vs 1 succeeds "the door is open"')
    assert (found["success"], [*found["faces"]], found["roll"], found["dice"]) == (True, [], None, "")
    assert "the door is open" in found["automatic"]
    assert result(desk, "stats")["dice"] == {}
    assert result(desk, "audit")["ok"]


@pytest.mark.rule("PF-38", "FU-08")
@pytest.mark.parametrize(("difficulty", "rolled"), [(4, False), (5, True), (13, False), (12, True)])
def test_a_table_that_rolls_no_certain_dice_rolls_only_what_can_fail(
    table: Table, difficulty: int, rolled: bool
) -> None:
    desk = table("new peupfudge\nrules certain-rolls off\ndefine ability Fitness\npc Ilse\ntrait Ilse Fitness 8")
    found = result(desk, f"check Ilse Fitness vs {difficulty}")
    assert ((found["roll"] is not None), bool(found["faces"])) == (rolled, rolled)
    assert rolled or found["success"] is (difficulty == 4)


@pytest.mark.rule("FU-09", "FU-07", "FU-08")
@pytest.mark.parametrize(
    ("level", "difficulty", "rolled"),
    [("Fair", "Terrible", False), ("Superb", "Mediocre", False), ("Superb", "Fair", True), ("Great", "Mediocre", True)],
)
def test_mundane_acts_and_what_a_high_trait_makes_certain_need_no_roll(
    table: Table, level: str, difficulty: str, rolled: bool
) -> None:
    desk = table(f"new fudge\npc Parri\ntrait Parri Climbing {level}")
    found = result(desk, f"check Parri Climbing vs {difficulty}")
    assert (found["roll"] is not None) is rolled
    assert rolled or found["success"]


# --- how a difficulty is chosen, and a failure told ------------------------------------------------------------


@pytest.mark.rule("FU-16", "FU-40")
@pytest.mark.parametrize("difficulty", ["Mediocre", "Fair", "Good", "Great"])
def test_a_difficulty_is_the_level_whose_holders_usually_manage_it_and_the_untrained_seldom(
    table: Table, difficulty: str
) -> None:
    desk = table(f"new fudge\npc Ann\npc Bo\ntrait Ann Archery {difficulty}")
    holder, untrained = (result(desk, f"odds {who} Archery vs {difficulty}") for who in ("Ann", "Bo"))
    assert (untrained["level"], holder["chance"] > 1 / 2 > untrained["chance"]) == (-2, True)


@pytest.mark.rule("FU-15", "OC-05")
@pytest.mark.parametrize(("roll", "called"), [(-1, "stuck half way"), (-2, "falls"), (-3, "does not even start")])
def test_a_narrow_failure_can_be_a_setback_and_a_wider_one_worse(table: Table, roll: int, called: str) -> None:
    desk = table("new fudge\nrules outcomes -1 = stuck half way, -2 = falls, -3 = does not even start\npc Mickey")
    play(desk, "trait Mickey Climbing Good")
    found = result(desk, f"check Mickey Climbing vs Good rolled {roll}")
    assert (found["margin"], found["success"], found["outcome"]) == (roll, False, called)


@pytest.mark.rule("PF-49", "WX-PF-3")
def test_a_difficulty_from_practice_is_the_same_whoever_tries_and_however_easy_the_task(table: Table) -> None:
    desk = table("new peupfudge\ndefine ability Archery\npc Adam\npractice 1 month = 2")
    before = result(desk, "practice 12 months")
    play(desk, "trait Adam Archery 2\ncheck Adam Archery vs 4 rolled -1\nnote The target is nearer than he says")
    assert result(desk, "practice 12 months") == before
    assert before["level"] == 4


# --- traits, points and XP -------------------------------------------------------------------------------------


@pytest.mark.rule("FL-13", "RT-05")
def test_the_lists_split_what_is_called_for_too_often_and_the_statistics_tell_how_often_that_is(table: Table) -> None:
    assert {"Social Awareness", "Physical Awareness"} < {*trait_list("base")}
    assert "Perception" not in trait_list("base")
    for listed, power in (("fantasy", "Magic"), ("science-fiction", "Psionic")):
        assert sum(trait.startswith(power) for trait in trait_list(listed)) == 3
    desk = table("new fudge-lite\npc Ann\nsession start")
    play(desk, "check Ann Stealth vs Fair rolled 0\ncheck Ann Stealth vs Fair rolled 1\ncheck Ann Melee Combat vs Fair")
    found = result(desk, "stats")["success"]
    assert {trait: each["tried"] for trait, each in found.items()} == {"Stealth": 2, "Melee Combat": 1}


@pytest.mark.rule("FL-116")
def test_points_and_xp_are_given_apart_and_neither_takes_from_the_other(table: Table) -> None:
    desk = table("new fudge-lite\nrules points 3\npc Ann\naward Ann 5\nsession start")

    def held() -> tuple[int, int]:
        sheet = result(desk, "sheet Ann")
        return sheet["xp"]["unspent"], sheet["points"]

    assert held() == (5, 3)
    play(desk, "point Ann +1 for a good line")
    assert held() == (5, 4)
    play(desk, "award Ann 2 for the well")
    assert held() == (7, 4)
    for line in ("award Ann 1 or point", "award Ann point", "spend Ann 1 on points", "point Ann +1 or xp 1"):
        play(desk, "undo last 1") if desk.do(line).fault is None else None
        assert held() == (7, 4), line


@pytest.mark.rule("FL-84", "FL-86")
def test_a_narrow_power_passes_once_the_game_master_approves_it(table: Table) -> None:
    desk = table("new fudge-lite\nrules creation over-the-edge\npc Ann")
    play(desk, 'trait Ann Soldier Great as broad, "Light a candle" Good as narrow, Poker Good as narrow')
    assert "lacks the GM's approval" in str(desk.do('check Ann "Light a candle" vs Fair').fault)
    play(desk, "approve Ann")
    assert result(desk, 'check Ann "Light a candle" vs Fair rolled 0')["success"]


# --- worked examples of Fudge Lite -----------------------------------------------------------------------------

WARGS = """
new fudge-lite
rules xp-on-miss 1
pc Ilan
trait Ilan Intelligence Mediocre, Dexterity Mediocre
npc Cultist
npc 2 Goblin
npc 2 Warg track 1
mark Ilan
session start
fight start
"""


@pytest.mark.rule("WX-FL-3", "FL-10", "FL-16", "FL-59", "FL-133")
def test_the_fight_with_the_wargs_as_it_is_written(table: Table) -> None:
    desk = table(WARGS)

    def boxes(who: str) -> list[tuple[int, int]]:
        (states,) = result(desk, f"sheet {who}")["tracks"].values()
        return [(each["marked"], each["boxes"]) for each in states]

    def tried(line: str) -> tuple[object, ...]:
        found = result(desk, f"check Ilan {line}")
        return tuple(found[key] for key in ("needed", "odds", "total", "degree", "margin", "success"))

    assert (boxes("Ilan"), boxes("Warg 1")) == ([(1, 2), (0, 2)], [(0, 1)])
    assert tried("Intelligence vs Mediocre rolled -1") == (0, pytest.approx(50 / 81), -2, "Poor", -1, False)
    assert tried("Dexterity rolled -3") == (1, pytest.approx(31 / 81), -3, "Terrible", -3, False)
    play(desk, "mark Ilan as trampled")
    assert boxes("Ilan") == [(2, 2), (0, 2)]
    assert tried("Dexterity vs Fair rolled -1") == (1, pytest.approx(31 / 81), -2, "Poor", -2, False)
    assert boxes("Ilan") == [(2, 2), (0, 2)]
    play(desk, 'rules full-track dead\nmark Warg 1 as "a knife in the eye"')
    play(desk, "gm default behaviour The goblin screams, and the jaw is still on the arm. What do you do? to Ilan")
    assert boxes("Ilan") == [(2, 2), (0, 2)]
    assert [boxes(who) for who in ("Warg 1", "Warg 2")] == [[(1, 1)], [(0, 1)]]
    out = [result(desk, f"sheet {quoted}")["out"] for quoted in ("Ilan", "Cultist", "Goblin 1", "Goblin 2", "Warg 2")]
    assert out == [None] * 5
    assert result(desk, "sheet Warg 1")["out"] == "dead"
    assert result(desk, "sheet Ilan")["xp"]["awarded"] == 3
    assert sum(each["tried"] - each["succeeded"] for each in result(desk, "stats")["success"].values()) == 3


@pytest.mark.rule("WX-FL-9", "RT-11", "FL-10")
@pytest.mark.parametrize(
    ("trait", "npc", "against", "needed", "ways"),
    [
        ("Combat", "Mooks", "Foe Combat", -2, 76),
        ("Combat", "Brigand", "Foe Combat", 0, 50),
        ("Combat", "Brigand Leader", "Foe Combat", 1, 31),
        ("Combat", "Huai Dan", "Great", 1, 31),
        ("Combat", "Huai Dan", '"Fair Superhuman"', 3, 5),
        ("Physical", "Killbot 9000", "Foe Physical", 4, 1),
        ("Physical", "Christine Cassiopeia", "Foe Physical", -4, 81),
    ],
)
def test_a_roll_against_each_ready_npc_needs_what_is_written(
    table: Table, trait: str, npc: str, against: str, needed: int, ways: int
) -> None:
    desk = table(f'new fudge-lite\npc Ann\ntrait Ann Combat Good, Physical Good\nnpc Foe as "{npc}"')
    just = result(desk, f"check Ann {trait} vs {against} rolled {needed}")
    assert (just["success"], just["margin"], just["odds"]) == (True, 0, pytest.approx(ways / 81))
    if needed > -4:
        less = result(desk, f"check Ann {trait} vs {against} rolled {needed - 1}")
        assert (less["success"], less["needed"]) == (False, needed)
    if npc == "Huai Dan":
        assert "Combat  Great to Fair Superhuman" in text(desk, "sheet Foe")
