"""Figures of what was played: exact chances against counting by hand, what is counted and what not, and the words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from math import erfc, exp, prod, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.retelling import luck
from replay.retelling.dice_stats import PHYSICAL, StrayTest
from replay.retelling.luck import holm, p_of_faces, p_of_sum, power_of, range_of, seen_of_ten, successes, upper_gamma
from replay.retelling.verdicts import of_campaigns, verdict
from shell.runner import Desk

# --- the figures -----------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.lists(st.floats(0.01, 0.99), min_size=1, max_size=8), st.integers(0, 8))
def test_the_chances_of_success_are_those_of_every_way_to_succeed(chances: list[float], got: int) -> None:
    ways = [0.0] * (len(chances) + 1)
    for came in product((False, True), repeat=len(chances)):
        ways[sum(came)] += prod(p if won else 1 - p for p, won in zip(chances, came, strict=True))
    first, found = successes(chances)
    assert (first, found) == (0, pytest.approx(ways))
    got = min(got, len(chances))
    assert range_of(chances, got) == (pytest.approx(sum(ways[: got + 1])), pytest.approx(sum(ways[got:])))


def test_two_thousand_checks_are_quick_and_add_up() -> None:
    first, found = successes([0.3, 0.5] * 1000)
    assert first > 0
    assert sum(found) == pytest.approx(1)
    assert range_of([0.3, 0.5] * 1000, 800)[0] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("got", [0, 690, 720, 760, 900])
def test_luck_in_very_many_checks_is_judged_by_the_normal_distribution_and_hardly_differs(
    monkeypatch: pytest.MonkeyPatch, got: int
) -> None:
    chances = [0.1, 0.5, 0.9, 0.3] * 400
    exact = range_of(chances, got)
    monkeypatch.setattr(luck, "MOST_LUCK_CHECKS", 1599)
    monkeypatch.setattr(luck, "successes", lambda _: pytest.fail("this takes long"))
    assert range_of(chances, got) == pytest.approx(exact, abs=0.001)
    assert range_of([1.0] * 1600, 1600) == (1, 1)


@given(st.lists(st.integers(1, 9), min_size=2, max_size=4), st.integers(1, 6))
def test_the_ways_of_a_sum_are_those_of_every_roll(ways: list[int], times: int) -> None:
    counted: Counter[int] = Counter()
    for rolled in product(range(len(ways)), repeat=times):
        counted[sum(rolled)] += prod(ways[each] for each in rolled)
    assert power_of(ways, times) == [counted[total] for total in range((len(ways) - 1) * times + 1)]


def test_a_sum_that_takes_too_long_is_judged_by_the_normal_distribution_and_hardly_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = [p_of_sum([1] * 6, 300, 750 + more) for more in (0, 20, -60, 120)]
    monkeypatch.setattr(luck, "MOST_LUCK_STEPS", 0)
    assert [p_of_sum([1] * 6, 300, 750 + more) for more in (0, 20, -60, 120)] == pytest.approx(exact, abs=0.002)
    assert exact == pytest.approx([1, 0.51, 0.044, 0.00005], abs=0.01)


@pytest.mark.parametrize("counts", [(2, 2, 2), (6, 0, 0), (1, 2, 3), (0, 1, 5)])
def test_faces_stray_as_far_as_every_order_in_which_they_can_fall_says(counts: tuple[int, int, int]) -> None:
    fell = Counter(
        tuple(sorted(Counter({0: 0, 1: 0, 2: 0} | Counter(each)).items())) for each in product(range(3), repeat=6)
    )
    asked = fell[tuple(enumerate(counts))]
    assert p_of_faces(counts) == pytest.approx(sum(ways for ways in fell.values() if ways <= asked) / 3**6)


@pytest.mark.parametrize("x", [0.1, 0.5, 1.0, 1.9, 3.0, 20.0])
def test_the_gamma_function_is_right_where_it_is_known(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(exp(-x))
    assert upper_gamma(0.5, x) == pytest.approx(erfc(sqrt(x)))


def test_many_faces_are_judged_like_few(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = [p_of_faces(counts) for counts in ((60, 70, 66), (50, 80, 66))]
    monkeypatch.setattr(luck, "MOST_FACES", 0)
    assert [p_of_faces(counts) for counts in ((60, 70, 66), (50, 80, 66))] == pytest.approx(exact, abs=0.02)
    assert p_of_faces((100, 100, 100)) == pytest.approx(1)
    assert p_of_faces((200, 100, 100)) < 1e-6


def test_a_test_of_more_rolls_sees_more() -> None:
    seen = [seen_of_ten(1 / 6, 1.63, times) for times in (30, 200, 1000, 10_000)]
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (1, 10)


def test_of_many_tests_each_is_held_to_more() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


# --- what is counted -------------------------------------------------------------------------------------------

TABLE = """new fudge-lite The mill
rules point-uses alter
pc Ann by Kim
pc Ben by Lee
npc Wolf
trait Ann Stealth Good
trait Wolf Wits Great
point Ann +2
session start Night
check Ann Stealth vs Great rolled 0 0 0 0
check Ann Stealth vs Great rolled + 0 0 0
check Ben Stealth vs Wolf Wits rolled 0 0 0 0
check Wolf Wits vs Superb rolled + + 0 0
check Ben Wits vs Fair rolled 0 0 0 0 secret
roll 4dF for Ben rolled - - - -
undo
contest Ann Stealth rolled + 0 0 0 vs Ben rolled - 0 0 0
session end
session start Day
roll 2d6+3 for Ben rolled 6 6
check Ann Stealth vs Great rolled 0 0 0 0
"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Play two evenings with every kind of roll that is left out of something."""
    played = Desk(tmp_path / "mill.db")
    for line in TABLE.splitlines():
        outcome = played.do(line)
        assert outcome.fault is None, (line, outcome.fault)
    yield played
    played.close()


def figures(desk: Desk, line: str) -> dict[str, Any]:
    """Return the result of a line."""
    outcome = desk.do(line)
    assert outcome.answer is not None, outcome.fault
    return outcome.answer.result


def test_the_game_masters_figures_count_all_but_secret_and_undone_rolls_and_say_so(desk: Desk) -> None:
    found = figures(desk, "stats")
    fudge = found["dice"]["4dF"]
    assert (fudge["rolls"], fudge["counts"]) == (7, {"-1": 1, "0": 3, "1": 2, "2": 1})
    assert (fudge["mean"], fudge["expected_mean"]) == (pytest.approx(3 / 7), 0)
    assert sum(fudge["expected"].values()) == pytest.approx(7)
    assert fudge["expected"]["0"] == pytest.approx(7 * 19 / 81)
    assert fudge["sources"][PHYSICAL]["faces"] == {"-1": 1, "0": 23, "1": 4}
    assert found["dice"]["2d6+3"]["counts"] == {"15": 1}
    assert found["left_out"] == {"secret": 1, "undone": 1}
    assert {name: each["actions"] for name, each in found["spotlight"].items()} == {"Ann": 4, "Ben": 4}
    assert found["spotlight"]["Ann"]["share"] == 0.5
    assert {
        trait: (each["tried"], each["succeeded"], each["left_out"]) for trait, each in found["success"].items()
    } == {
        "Stealth": (4, 1, {}),
        "Wits": (1, 1, {"secret": 1}),
    }
    assert (found["checks"]["checks"], found["checks"]["made"], found["checks"]["left_out"]) == (5, 2, {"secret": 1})
    assert found["turns_left_out"] == {"undone": 1}


def test_luck_is_what_the_chances_expect_and_few_checks_are_not_judged(desk: Desk) -> None:
    kim = figures(desk, "stats")["luck"]["Kim"]
    assert (kim["checks"], kim["deserved"], kim["got"]) == (3, pytest.approx(3 * 31 / 81), 1)
    assert kim["at_least"] is kim["at_most"] is kim["p_value"] is kim["adjusted"] is None


def test_luck_in_enough_checks_is_how_often_it_strays_so_far_for_as_many_players_as_are_judged(desk: Desk) -> None:
    chance = 31 / 81
    for _ in range(27):
        desk.do("check Ann Stealth vs Great rolled 0")
    kim = figures(desk, "stats")["luck"]["Kim"]
    assert (kim["checks"], kim["got"]) == (30, 1)
    assert kim["at_most"] == pytest.approx((1 - chance) ** 30 + 30 * chance * (1 - chance) ** 29)
    assert kim["adjusted"] == kim["p_value"] == 2 * kim["at_most"]
    assert "Ben" not in (text := desk.do("stats").answer.text()) or "unusual: Kim" in text
    for _ in range(30):
        desk.do("check Ben Stealth vs Great rolled 0")
    luck = figures(desk, "stats")["luck"]
    assert luck["Kim"]["adjusted"] == luck["Kim"]["p_value"] * (
        1 if luck["Lee"]["p_value"] < luck["Kim"]["p_value"] else 2
    )
    assert (
        "One of 2 strays further by chance than one alone: each figure allows for that."
        in desk.do("stats").answer.text()
    )


def test_players_figures_hold_no_dice_of_an_npc_whose_making_was_undone(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "undone.db")) as desk:
        for line in ("new polyhedral", "pc Ann", "trait Ann Stealth Good", "npc Wolf", "session start"):
            assert desk.do(line).fault is None
        for line in ("contest Ann Stealth rolled 3 vs Wolf Stealth rolled 2", "undo #4"):
            assert desk.do(line).fault is None
        assert [each["rolls"] for each in figures(desk, "stats for players")["dice"].values()] == [1]


def test_players_figures_hold_nothing_of_secrets_nor_of_the_dice_of_npcs(desk: Desk) -> None:
    found = figures(desk, "stats for players")
    assert found["dice"]["4dF"]["rolls"] == 6
    assert found["left_out"] == {"undone": 1}
    assert set(found["luck"]) == {"Kim"}
    stealth = found["success"]["Stealth"]
    assert (stealth["tried"], stealth["succeeded"], stealth["left_out"]) == (3, 1, {"partly hidden": 1})
    assert found["spotlight"]["Ben"]["actions"] == 3


def test_a_check_that_a_point_turned_counts_with_its_first_result(desk: Desk) -> None:
    assert desk.campaign is not None
    before = figures(desk, "stats")
    desk.do(f"point Ann alter #{desk.campaign.state.seq} +1")
    after = figures(desk, "stats")
    assert [after[each] for each in ("luck", "success", "checks")] == [
        before[each] for each in ("luck", "success", "checks")
    ]


def test_a_point_that_was_declared_before_the_dice_leaves_its_check_out(desk: Desk) -> None:
    desk.do("rules point-uses alter, succeed")
    assert desk.do("check Ann Stealth vs Great point success").fault is None
    stealth = figures(desk, "stats")["success"]["Stealth"]
    assert (stealth["tried"], stealth["left_out"]) == (4, {"with a fudge point": 1})
    text = desk.do("stats").answer.text()
    assert "2 left out: 1 secret, 1 with a fudge point\n" in text
    assert re.search(r"Stealth  1 of 4 made, 1\.\d expected \(1 left out\)", text)


def test_one_session_and_one_character_are_counted_by_themselves(desk: Desk) -> None:
    assert figures(desk, "stats session 2")["dice"]["4dF"]["rolls"] == 1
    assert figures(desk, "stats session all") == figures(desk, "stats") == figures(desk, "stats all")
    ann = figures(desk, "stats Ann")
    assert (ann["dice"]["4dF"]["rolls"], list(ann["spotlight"]), list(ann["luck"])) == (4, ["Ann"], ["Kim"])


def test_who_joined_after_a_session_is_not_in_its_figures(desk: Desk) -> None:
    for line in ("session end", "pc Zoe by Lea", "session start", "rename Ben to Benno", "rename Zoe to Zita"):
        assert desk.do(line).fault is None
    assert list(figures(desk, "stats session 2")["spotlight"]) == ["Ann", "Benno"]
    assert figures(desk, "stats session 3")["spotlight"]["Zita"]["actions"] == 0
    assert "Zita" in figures(desk, "stats")["spotlight"]


def test_real_dice_and_the_programs_are_tested_by_themselves(desk: Desk) -> None:
    desk.do("roll 4dF")
    found = figures(desk, "stats")["dice"]["4dF"]
    assert {name: each["rolls"] for name, each in found["sources"].items()} == {PHYSICAL: 7, "program": 1}
    assert found["p_value"] == min(1, 2 * min(each["p_value"] for each in found["sources"].values()))


def test_moments_are_the_longest_odds_and_the_surest_miss_the_earliest_of_several(desk: Desk) -> None:
    moments = {each["kind"]: each for each in figures(desk, "stats")["moments"]}
    assert figures(desk, "stats session 2")["moments"] == []
    assert moments.keys() == {"best roll"}  # what is likelier than one time in five is no moment
    for line in ("Superb rolled + + 0 0", "Fair rolled - - 0 0", "Fair rolled - - 0 0", "Superb rolled + + 0 0"):
        assert desk.do(f"check Ann Stealth vs {line}").fault is None
    moments = {each["kind"]: each for each in figures(desk, "stats")["moments"]}
    beaten, missed = moments["longest odds beaten"], moments["surest thing missed"]
    assert (beaten["chance"], beaten["text"]) == (
        pytest.approx(15 / 81),
        "Ann tries Stealth against Superb: Superb, bare success",
    )
    assert (missed["chance"], missed["text"]) == (
        pytest.approx(15 / 81),
        "Ann tries Stealth against Fair: Mediocre, failure by 1",
    )
    assert desk.campaign is not None
    assert (beaten["seq"], missed["seq"]) == (desk.campaign.state.seq - 3, desk.campaign.state.seq - 2)
    assert moments["best roll"]["chance"] == pytest.approx(1 / 36)


def test_the_best_and_the_worst_roll_of_a_contest_say_who_rolled_them(tmp_path: Path) -> None:
    with closing(Desk(tmp_path / "c.db")) as desk:
        for line in ("new fudge", "pc Ann", "pc Bo", "trait Ann Row Fair", "trait Bo Row Fair", "session start"):
            assert desk.do(line).fault is None
        for rolled in ("+4 vs Bo rolled -4", "0 vs Bo rolled 0", "0 vs Bo rolled +1", "0 vs Bo rolled 0"):
            assert desk.do(f"contest Ann Row rolled {rolled}").fault is None
        texts = {each["kind"]: each["text"] for each in figures(desk, "stats")["moments"]}
    assert texts["best roll"].startswith("Ann rolls +4; Ann wins by 8")
    assert texts["worst roll"].startswith("Bo rolls −4; Ann wins by 8")


def test_a_campaign_without_a_roll_says_so(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "new.db")
    desk.do("new fudge")
    outcome = desk.do("stats")
    assert outcome.answer is not None
    assert outcome.answer.text() == "no dice have fallen and nobody has acted yet"
    assert outcome.answer.result["dice"] == outcome.answer.result["success"] == {}
    desk.close()


# --- the words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolls", "p_value", "seen", "said"),
    [
        (12, 0.001, 1, "too few to say (12 rolls)"),
        (1, 0.001, 1, "too few to say (1 roll)"),
        (212, 0.4, 8, "no sign against them in 212 rolls; a die off by one twelfth would have been seen 8 times of 10"),
        (
            40,
            0.4,
            1,
            "no sign against them in 40 rolls; a die off by one twelfth would have been seen once in 10 times",
        ),
        (40, 0.4, None, "no sign against them in 40 rolls"),
        (212, 0.02, 8, "unusual: flawless dice stray so far in 2 of 100 campaigns"),
        (212, 0.0004, 8, "unusual: flawless dice stray so far in 1 of 2,500 campaigns"),
    ],
)
def test_a_verdict_says_no_more_than_its_test(rolls: int, p_value: float, seen: int | None, said: str) -> None:
    assert verdict(StrayTest("totals", "4dF", PHYSICAL, rolls, rolls, p_value, p_value, seen)) == said


@given(st.integers(0, 10**6), st.floats(0, 1), st.none() | st.integers(0, 10), st.sampled_from(["totals", "faces"]))
def test_no_verdict_accuses_anybody_or_acquits_the_dice(rolls: int, p: float, seen: int | None, kind: str) -> None:
    said = verdict(StrayTest(kind, "4dF", PHYSICAL, rolls, rolls, p, p, seen))
    assert not re.search(r"cheat|honest|rigged|loaded|dice are (fair|fine|good)|proves?\b|guilty", said)
    assert re.match(r"too few to say|no sign against them|unusual", said)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (1.0, "nearly all campaigns"),
        (0.5, "50 of 100 campaigns"),
        (0.01, "1 of 100 campaigns"),
        (0.004, "1 of 250 campaigns"),
        (0.0, "hardly any campaign"),
    ],
)
def test_a_chance_is_said_as_so_many_campaigns(chance: float, said: str) -> None:
    assert of_campaigns(chance) == said


def test_every_line_of_the_figures_fits_and_claims_nothing(desk: Desk) -> None:
    outcome = desk.do("stats")
    assert outcome.answer is not None
    text = outcome.answer.text()
    assert max(map(len, text.splitlines())) <= 120
    assert not re.search(r"cheat|dice are fair", text)
    assert "Left out where the dice are tested: 1 secret, 1 undone." in text


def test_a_fumble_has_no_number_to_average(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "c.db")
    for line in ("new polyhedral", "pc Joe", "trait Joe Climbing Good", "check Joe Climbing rolled 1 1"):
        assert desk.do(line).fault is None
    assert desk.do("stats").answer.text().splitlines()[0] == "d8, real dice: 1 roll, a fumble"
    desk.do("check Joe Climbing rolled 3")
    first = desk.do("stats").answer.text().splitlines()[0]
    assert first == "d8, real dice: 2 rolls, 1 of them a fumble, on average 3.00 (expected 5.21)"
    desk.close()
