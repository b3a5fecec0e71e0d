"""One sample behind every figure: worked out again by plain means, and the same on terminal, page and tables."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from itertools import count, product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from given import folder, seated
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from memory import Memory
from sqlite_utils import Database
from test_report import Reader

from engine.campaign import Campaign
from engine.commands import ChangePoints, ChangeRule, Check, CreatePc, RerollCheck, TurnToSuccess
from engine.concerns.points.sheet import points
from engine.types import PLAYERS
from replay.audience.rule import View
from replay.files.database import fill
from replay.files.tables import Tables
from replay.retelling.report.page import Scope, gather_page
from replay.retelling.report.rendering import render
from replay.retelling.sample import TOO_FEW, Counted, Tried
from replay.retelling.stats import Luck, Statistics, luck_of_players, statistics
from replay.retelling.verdicts import group_verdict, luck_verdict, of_campaigns
from shell.runner import Desk

TABLE = """new fudge-lite The mill
rules point-uses alter, reroll, convert, succeed, plus four
pc Ann by Kim
pc Ben
npc Wolf
npc Shade
show Wolf
trait Ann Run Good
trait Wolf Run Great
trait Shade Run Great
point Ann +9
point Ben +9
session start Night
"""

#: Names for the files of many campaigns.
NUMBERS = count()

WHO = st.sampled_from(["Ann", "Ben", "Wolf", "Shade"])
HERO = st.sampled_from(["Ann", "Ben"])
FACES = st.lists(st.sampled_from("-0+"), min_size=4, max_size=4).map(" ".join)
AGAINST = st.sampled_from(["Mediocre", "Fair", "Good", "Great", "Wolf Run", "Shade Run", "Good hidden +1"])
TRAITS, KEPT = st.sampled_from(["Run", "Wits"]), st.sampled_from(["", "", "", " secret"])
CHECKS = st.builds("check {} {} vs {} rolled {}{}".format, WHO, TRAITS, AGAINST, FACES, KEPT)
TURNED = st.builds(
    "check {0} Run vs {1} rolled {2}\npoint {0} {3} #{{}}{4}".format,
    HERO,
    st.sampled_from(["Good", "Great", "Superb"]),
    FACES,
    st.sampled_from(["alter", "alter", "success", "reroll"]),
    st.sampled_from(["", " +1", " -1"]),
)
POINTED = st.builds("check {} Run vs Fair point {}".format, HERO, st.sampled_from(["success", "four"]))
LINES = st.one_of(
    CHECKS,
    CHECKS,
    CHECKS,
    POINTED,
    TURNED,
    TURNED,
    st.just("undo #{} cascade"),
    st.just("reveal #{}"),
    st.just("redo #{}"),
    st.just("undo"),
    st.just("session start"),
    st.just("trait Ann Wits Great"),
    st.builds("contest Ann Run rolled {} vs Wolf Run".format, FACES),
    st.builds("roll 4dF for Ann rolled {}".format, FACES),
)
STORIES = st.lists(st.tuples(LINES, st.integers(0, 20)), min_size=5, max_size=60)


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """Make a folder for many campaigns."""
    with folder() as name:
        yield Path(name)


def play(place: Path, story: Sequence[tuple[str, int]]) -> Desk:
    """Play what is allowed of a story. “#{}” in a line is an event so many before the last one."""
    desk = seated(place / f"{next(NUMBERS)}.db", TABLE)
    assert desk.campaign is not None
    for lines, back in story:
        for line in lines.splitlines():
            desk.do(line.format(max(1, desk.campaign.state.seq - (0 if "point" in line else back))))
    return desk


# --- worked out again ------------------------------------------------------------------------------------------


def log_of_desk(desk: Desk) -> list[dict[str, Any]]:
    """Return the log as programs read it."""
    answer = desk.do("log").answer
    assert answer is not None
    return list(answer.result["events"])


def chance_of(check: dict[str, Any]) -> Fraction:
    """Return the chance of a check, from every way in which its four dice can fall."""
    needed = check["difficulty"] - check["level"] - sum(each["value"] for each in check["modifiers"])
    ways = [sum(faces) for faces in product((-1, 0, 1), repeat=4)]
    return Fraction(sum(way >= needed for way in ways), len(ways))


def why_out(check: dict[str, Any], revealed: set[int]) -> str:
    """Return why the game master's figures leave a check out, or nothing."""
    if check["undone_by"]:
        return "undone"
    if check["secret"] and check["seq"] not in revealed:
        return "secret"
    if check["use"] or check["points"]:
        return "with a fudge point"
    return "without dice" if check["roll"] is None else ""


def plain_luck(events: Sequence[dict[str, Any]]) -> tuple[dict[str, list[Any]], Counter[str]]:
    """Return each player's number of checks, expected and made, and why others are left out."""
    revealed = {each["event"] for each in events if each["type"] == "SecretRevealed" and not each["undone_by"]}
    made = [each for each in events if each["type"] == "CharacterCreated" and not each["undone_by"]]
    players = {each["name"]: each["player"] or each["name"] for each in made if each["kind"] == "pc"}
    found: dict[str, list[Any]] = {}
    left_out: Counter[str] = Counter()
    for each in (each for each in events if each["type"] == "CheckResolved"):
        why = why_out(each, revealed)
        if why:
            left_out[why] += 1
            continue
        sums = found.setdefault(players.get(each["character"], "GM"), [0, Fraction(0), 0])
        sums[0] += 1
        sums[1] += chance_of(each)
        sums[2] += each["total"] >= each["difficulty"]
    return found, left_out


@settings(max_examples=25)
@given(STORIES)
def test_luck_is_what_a_plain_count_of_first_results_says(place: Path, story: list[tuple[str, int]]) -> None:
    with closing(play(place, story)) as desk:
        answer = desk.do("stats").answer
        assert answer is not None
        luck, left_out = plain_luck(log_of_desk(desk))
        told = {
            player: [each["checks"], each["deserved"], each["got"]] for player, each in answer.result["luck"].items()
        }
        assert told == {
            player: [checks, pytest.approx(float(due)), made] for player, (checks, due, made) in luck.items()
        }
        assert answer.result["checks"]["left_out"] == left_out


@given(st.lists(st.tuples(st.integers(0, 81), st.booleans()), min_size=TOO_FEW, max_size=45))
def test_how_often_luck_strays_so_far_is_what_a_plain_count_of_all_ways_says(checks: list[tuple[int, bool]]) -> None:
    ways = {0: Fraction(1)}
    for of_81, _ in checks:
        chance = Fraction(of_81, 81)
        ways = {
            made: ways.get(made, 0) * (1 - chance) + ways.get(made - 1, 0) * chance for made in range(len(ways) + 1)
        }
    made = sum(came for _, came in checks)
    least = min(sum(p for n, p in ways.items() if n <= made), sum(p for n, p in ways.items() if n >= made))
    found = luck_of_one([float(Fraction(of_81, 81)) for of_81, _ in checks], [came for _, came in checks])
    assert found.p_value == pytest.approx(float(min(1, 2 * least)), abs=1e-9)


def luck_of_one(chances: Sequence[float], made: Sequence[bool]) -> Luck:
    """Return the luck of one player with such checks."""
    tried = (Tried(n, "Kim", "Ann", "Run", p, came) for n, (p, came) in enumerate(zip(chances, made, strict=True)))
    (found,) = luck_of_players(Counted(tuple(tried)))
    return found


# --- the same everywhere ---------------------------------------------------------------------------------------

#: How many checks were made, of how many, and how many were expected, as every document says it.
MADE = re.compile(r"(\d+) of (\d+)(?: checks?)? made, ([\d.]+) expected")


def sums_in(text: str) -> list[tuple[int, int, float]]:
    """Return all that a text says of checks made and expected."""
    return [(int(made), int(tried), float(expected)) for made, tried, expected in MADE.findall(text)]


@settings(max_examples=25)
@given(STORIES, st.sampled_from([None, PLAYERS]))
def test_terminal_page_and_tables_count_the_same(
    place: Path, story: list[tuple[str, int]], audience: str | None
) -> None:
    with closing(play(place, story)) as desk:
        assert desk.campaign is not None
        assume(desk.campaign.state.sessions)  # the last may be undone
        answer = desk.do("stats for players" if audience else "stats").answer
        assert answer is not None
        found = statistics(desk.campaign, None, None, audience)
        sums = [sum_of(found.counted), *map(sum_of, (each.counted for each in found.luck))]
        of_traits = [sum_of(each) for each in found.traits.values() if each.checks]
        assert sums_in(answer.text()) == [*(sums if found.luck else ()), *of_traits]
        page = render(gather_page(Scope.of(desk.campaign, None, audience)))
        told = sums_in(Reader(page).text)
        assert told[-len(of_traits) or len(told) :] == of_traits
        assert set(told) == {*(sums if found.luck else ()), *of_traits, *of_evening(desk.campaign, audience)}
        must_have_tables(desk.campaign, audience, found)


def sum_of(counted: Counted) -> tuple[int, int, float]:
    """Return how many checks of a sample were made, of how many, and how many were expected."""
    return counted.made, len(counted.checks), float(f"{counted.expected:.1f}")


def of_evening(campaign: Campaign, audience: str | None) -> list[tuple[int, int, float]]:
    """Return the same of the last evening, under whose picture it stands."""
    found = statistics(campaign, campaign.state.session, None, audience)
    return [sum_of(found.counted)] if found.luck else []


def must_have_tables(campaign: Campaign, audience: str | None, found: Statistics) -> None:
    """Check that the tables say the same as the figures."""
    database = Database(memory=True)
    fill(database, Tables(View.of(campaign, audience), campaign.state.seq))
    luck = {player: tuple(sums) for player, *sums in rows(database, "SELECT player, made, checks, expected FROM luck")}
    assert luck == {each.player: sum_of(each.counted) for each in found.luck}
    out = dict(rows(database, "SELECT why, times FROM left_out WHERE of = 'luck'"))
    assert out == found.counted.left_out
    thrown = dict(rows(database, "SELECT dice, count(*) FROM roll WHERE left_out_of_dice IS NULL GROUP BY dice"))
    assert thrown == {each.name: each.rolls for each in found.dice}
    database.close()


def rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    """Return the rows that answer a query."""
    return list(database.execute(query).fetchall())


def test_what_is_from_notes_is_in_no_figure_and_that_is_said(place: Path) -> None:
    before_play = TABLE.partition("session start")[0]
    with closing(seated(place / f"{next(NUMBERS)}.db", before_play)) as desk:
        for line in ("session start on 9 March 2024", "roll 4dF for Ann rolled 0 0 0 0", "session end"):
            assert desk.do(line).fault is None, line
        for line in ("session start", "check Ann Run vs Fair rolled + + 0 0"):
            assert desk.do(line).fault is None, line
        answer = desk.do("stats").answer
        assert answer is not None
        assert answer.result["left_out"] == answer.result["turns_left_out"] == {"from notes": 1}
        assert answer.result["dice"]["4dF"]["rolls"] == answer.result["spotlight"]["Ann"]["actions"] == 1
        assert "1 left out: 1 from notes" in answer.text()


@pytest.mark.parametrize("checks", [TOO_FEW - 1, TOO_FEW])
def test_below_thirty_checks_no_document_says_how_often_luck_strays_so_far(place: Path, checks: int) -> None:
    story = [("check Ann Run vs Superb rolled + + + +", 0)] * checks
    with closing(play(place, story)) as desk:
        assert desk.campaign is not None
        answer = desk.do("stats").answer
        assert answer is not None
        page = Reader(render(gather_page(Scope.of(desk.campaign))))
        for text in (answer.text(), page.text):
            assert ("campaign" in text.partition("Luck")[2].partition("Dice")[0]) == (checks == TOO_FEW)
        assert (answer.result["luck"]["Kim"]["at_least"] is None) == (checks < TOO_FEW)


# --- fair dice -------------------------------------------------------------------------------------------------


def fair_campaign(seed: int, players: int, checks: int) -> Statistics:
    """Play a campaign with fair dice in which every miss is turned as long as there are points for it."""
    memory, dice = Memory(), random.Random(seed)
    with patch("engine.store.files.FilePlace", memory.locate):
        campaign = Campaign.create("fair", "fudge-lite", draw=lambda sides: dice.randint(1, sides))
    campaign.execute(ChangeRule("point-uses", "reroll, convert"))
    for number in range(players):
        campaign.execute(CreatePc(f"Hero {number}"))
        campaign.execute(ChangePoints(f"Hero {number}", checks // 4))
    for number in range(players * checks):
        who = f"Hero {number % players}"
        check = campaign.execute(Check(who, "Run", difficulty=dice.choice((-3, -2, -1, 0)), anyway=True))[0]
        if not check.event.success and points(campaign.state, campaign.state.sheets[who]):
            campaign.execute(dice.choice((RerollCheck, TurnToSuccess))(who, check.seq))
    return statistics(campaign)


def share_unusual(campaigns: int, players: int, checks: int) -> float:
    """Return in what share of fair campaigns somebody is told that luck strays so far in at most 5 of 100."""
    told = 0
    for seed in range(campaigns):
        found = fair_campaign(seed, players, checks)
        told += any(each.adjusted is not None and each.adjusted <= 0.05 for each in found.luck)
    return told / campaigns


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 4])
def test_with_fair_dice_and_points_hardly_anybody_is_told_of_unusual_luck(players: int) -> None:
    assert share_unusual(60 // players, players, 40) <= 0.15


def test_a_group_gets_one_sentence_and_names_only_whose_luck_is_unusual() -> None:
    def of(*luck: Luck) -> str:
        return group_verdict(Statistics(None, None, Counted(), (), {}, luck, (), (), {}, {}))

    kim, lee = luck_of_one([0.5] * 40, [True, False] * 20), luck_of_one([0.5] * 40, [True] * 36 + [False] * 4)
    few = luck_of_one([0.5], [True])
    assert of(kim) == "nothing unusual with Kim"
    assert of(kim, kim) == "nothing unusual with 2 players"
    assert of(kim, few) == "nothing unusual with Kim; too few of the others"
    assert of(few) == "a verdict takes 30 checks of one player"
    assert of(kim, lee) == "unusual: Kim"
    assert luck_verdict(lee) == f"so far off, either way, in {of_campaigns(lee.p_value or 0)}"
    assert luck_verdict(few) == ""
