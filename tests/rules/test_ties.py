"""Who wins a tie, and by how much totals at the ladder's end lead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from given import LoadedDice, beginning, seated
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import play, result, text

from engine.chances import of_contest
from engine.commands import ContestOdds
from engine.decide import decide
from engine.events import ContestResolved
from engine.history.staleness import find_stale
from engine.project import fold
from engine.state import State
from replay.audit.rederiving import discrepancies
from shell.language.reading import read

SWORDS = """new fudge-lite The ford
rules creation free
pc Ann
pc Bob
npc Orc
trait Ann Sword Good
trait Orc Axe Great
trait Bob Sword {}
"""


@pytest.mark.rule("FL-29", "ER-39")
@pytest.mark.parametrize("third", ["", " vs Bob Sword rolled 0", " vs Bob Sword rolled -4"])
def test_who_rolls_wins_a_tie_with_who_stands_whatever_a_third_side_does(tmp_path: Path, third: str) -> None:
    desk = seated(tmp_path / "ford.db", SWORDS.format("Poor"))
    found = result(desk, f"contest Ann Sword +1 rolled 0 vs Orc Axe{third}")
    assert (found["winner"], found["tied"]) == ("Ann", ())
    assert result(desk, "audit")["ok"]


@pytest.mark.rule("FL-29", "ER-39")
def test_two_who_roll_tie_and_who_stands_has_lost_to_both(tmp_path: Path) -> None:
    desk = seated(tmp_path / "ford.db", SWORDS.format("Great"))
    line = "contest Ann Sword +1 rolled 0 vs Orc Axe vs Bob Sword rolled 0"
    found = result(desk, line)
    assert (found["winner"], found["tied"]) == (None, ("Ann", "Bob"))
    assert [row.split()[0] for row in text(desk, line).splitlines()[1:4]] == ["1=", "3.", "1="]


@pytest.mark.rule("FL-29", "FL-111")
def test_a_fudge_point_wins_a_tie_with_another_who_rolled(tmp_path: Path) -> None:
    desk = seated(tmp_path / "ford.db", SWORDS.format("Great"))
    play(desk, "session start\npoint Ann +1")
    seq = play(desk, "contest Ann Sword +1 rolled 0 vs Orc Axe vs Bob Sword rolled 0")["events"][0]["seq"]
    assert play(desk, f"point Ann alter #{seq} +1")["events"][0]["ranking"]["winner"] == "Ann"
    assert result(desk, "audit")["ok"]


# --- the ladder's end ------------------------------------------------------------------------------------------

DUEL = """new polyhedral The pit
pc Joe
npc Orc
trait Joe Sword Good, "Damage Capacity" Poor
trait Orc Axe Fair, "Damage Capacity" Poor
"""


@pytest.mark.rule("PO-12", "PO-13", "ER-28")
def test_a_tie_of_names_leads_by_its_totals_and_does_that_damage(tmp_path: Path) -> None:
    desk = seated(tmp_path / "pit.db", DUEL)
    fought = play(desk, "contest Joe Sword rolled 8 8 4 vs Orc Axe rolled 6 2")
    seq = fought["events"][0]["seq"]
    assert (fought["result"]["winner"], fought["result"]["tied"]) == (None, ("Joe", "Orc"))
    assert fought["result"]["relative"] == 12
    assert [side["relative"] for side in fought["result"]["participants"]] == [12, -12]
    assert "for damage, totals count: Joe is 12 ahead of Orc" in text(
        desk, "contest Joe Sword rolled 8 8 4 vs Orc Axe rolled 6 2"
    )
    assert result(desk, f"damage Orc of #{seq}")["damage"] == 12
    refused = desk.do(f"damage Joe of #{seq}").fault
    assert refused is not None
    assert refused.message == f"Joe leads in #{seq}, so it does no damage"
    assert result(desk, "audit")["ok"]


@pytest.mark.rule("PO-12", "PO-13")
def test_a_tie_of_totals_does_no_damage(tmp_path: Path) -> None:
    desk = seated(tmp_path / "pit.db", DUEL)
    fought = play(desk, "contest Joe Sword rolled 8 1 vs Orc Axe rolled 6 3")
    assert fought["result"]["relative"] == 0
    refused = desk.do(f"damage Orc of #{fought['events'][0]['seq']}").fault
    assert refused is not None
    assert "nobody won" in refused.message


# --- over random contests --------------------------------------------------------------------------------------

#: A side: its level, its dice and what they show if it rolls.
SIDES = st.lists(
    st.tuples(st.integers(-1, 2), st.sampled_from(["1dF", "2dF", "diceless"]), st.integers(-1, 1)),
    min_size=2,
    max_size=4,
)
NAMES = ("Ann", "Bob", "Cy", "Di")
ALL_ROLL = "rules contest-rolls all"


def at_table(game: str, levels: Sequence[int]) -> State:
    """Return the state of a game in which characters have these levels of a trait."""
    state = fold((beginning(game),))
    lines = ["rules creation free", ALL_ROLL] if game == "fudge-lite" else []
    for name, level in zip(NAMES, levels, strict=False):
        lines += [f"pc {name}", f"trait {name} Sword {level}" if game == "peupfudge" else ""]
    for line in filter(None, lines):
        parsed = read(line, state)
        assert parsed.problem is None, (line, parsed.problem)
        state = fold(decide(state, parsed.command, LoadedDice()), state.copy())
    return state


def words(sides: Sequence[Any], game: str, *, rolled: bool) -> str:
    """Return the sides of a contest as they are typed."""
    said = []
    for name, (level, dice, roll) in zip(NAMES, sides, strict=False):
        plus = "" if game == "peupfudge" else f" {level:+d} skill" if level else ""
        trait = "Sword" if game == "peupfudge" else "nothing"
        said.append(f"{name} {trait}{plus} with {dice}{f' rolled {roll:+d}' if rolled and dice != 'diceless' else ''}")
    return f"{' vs '.join(said)} with 1dF"


def winners(totals: Sequence[int], rolls: Sequence[bool]) -> list[int]:
    """Return who is first: of the highest, those who rolled, or all if none did."""
    best = [place for place, total in enumerate(totals) if total == max(totals)]
    return [place for place in best if rolls[place]] or best


def must_judge_between_those_who_tie(game: str, sides: Sequence[Any]) -> None:
    """Compare a contest and its odds with the rule for ties, side by side and face by face."""
    levels = [max(0, level) if game == "peupfudge" else level for level, _, _ in sides]
    sides = [(level, *rest) for level, (_, *rest) in zip(levels, sides, strict=True)]
    state = at_table(game, levels)
    rolls = [dice != "diceless" for _, dice, _ in sides]
    parsed = read(f"contest {words(sides, game, rolled=True)}", state)
    assert parsed.problem is None, parsed.problem
    (event,) = decide(state, parsed.command, LoadedDice())
    assert isinstance(event, ContestResolved)
    totals = [level + (roll if is_rolled else 0) for (level, _, roll), is_rolled in zip(sides, rolls, strict=True)]
    assert [side.total for side in event.participants] == totals
    first = [NAMES[place] for place in winners(totals, rolls)]
    assert (event.winner, event.tied) == ((first[0], ()) if len(first) == 1 else (None, tuple(first)))
    assert not list(discrepancies(state, event))
    assert find_stale(state, event, 99) is None
    odds = read(f"odds contest {words(sides, game, rolled=False)}", state).command
    assert isinstance(odds, ContestOdds)
    found = of_contest(state, odds)
    expected, tie = count_faces(sides, rolls)
    assert found.wins == pytest.approx(expected)
    assert found.tie == pytest.approx(tie)


def count_faces(sides: Sequence[Any], rolls: Sequence[bool]) -> tuple[list[float], float]:
    """Return everybody's chance to win, and that of a tie, by all faces of all dice."""
    counts = [int(dice[0]) if dice != "diceless" else 0 for _, dice, _ in sides]
    wins, ties, cases = [0] * len(sides), 0, 0
    for faces in product((-1, 0, 1), repeat=sum(counts)):
        left, totals = list(faces), []
        for (level, _, _), count in zip(sides, counts, strict=True):
            totals.append(level + sum(left[:count]))
            left = left[count:]
        first = winners(totals, rolls)
        cases += 1
        ties += len(first) > 1
        wins[first[0]] += len(first) == 1
    return [each / cases for each in wins], ties / cases


@pytest.mark.rule("FL-29", "FU-53", "PF-55")
@settings(max_examples=20)
@given(st.sampled_from(["peupfudge", "fudge", "fudge-lite"]), SIDES)
def test_of_those_with_the_highest_total_who_rolled_is_first_and_odds_say_the_same(game: str, sides: Any) -> None:
    must_judge_between_those_who_tie(game, sides)


@pytest.mark.slow
@settings(max_examples=1000)
@given(st.sampled_from(["peupfudge", "fudge", "fudge-lite"]), SIDES)
def test_of_many_contests_who_rolled_is_first_and_odds_say_the_same(game: str, sides: Any) -> None:
    must_judge_between_those_who_tie(game, sides)


# --- over random contests beyond the ladder --------------------------------------------------------------------

#: A polyhedral side: its level, what is added, whether it stands, and what its die shows, at most as much as it can.
POLY = st.lists(
    st.tuples(st.sampled_from([3, 4, 5]), st.integers(-1, 7), st.booleans(), st.integers(1, 8)), min_size=2, max_size=3
)
LEAST = {None: "", 9: ' at least "Legendary 2nd"', 10: ' at least "Legendary 3rd"'}
SIDES_OF_DIE, LEVELS = {3: 4, 4: 6, 5: 8}, {3: "Mediocre", 4: "Fair", 5: "Good"}


def names_first(totals: Sequence[int], rolls: Sequence[bool], least: int | None) -> tuple[list[int], bool]:
    """Return who is first where all is alike beyond the levels that are named, and whether that reaches `least`."""
    limit = max([8, least or 8, *(total for total, is_rolled in zip(totals, rolls, strict=True) if not is_rolled)])
    first = winners([min(total, limit) for total in totals], rolls)
    return first, len(first) > 1 or least is None or totals[first[0]] >= least


def must_lead_by_totals(sides: Sequence[Any], least: int | None) -> None:
    """Compare a polyhedral contest, its lead and its odds with all faces of all dice."""
    state = fold((beginning("polyhedral"),))
    for line in ("rules exploding off", "rules snake-eyes off"):
        state = fold(decide(state, read(line, state).command, LoadedDice()), state.copy())
    said, rolled = [], []
    for name, (level, plus, stands, face) in zip(NAMES, sides, strict=False):
        for line in (f"pc {name}", f"trait {name} Sword {LEVELS[level]}"):
            state = fold(decide(state, read(line, state).command, LoadedDice()), state.copy())
        words = f"{name} Sword{f' {plus:+d} skill' if plus else ''} with {'diceless' if stands else 'poly'}"
        said.append(words)
        rolled.append(words if stands else f"{words} rolled {min(face, SIDES_OF_DIE[level])}")
    ends = f" with poly{LEAST[least]}"
    (event,) = decide(state, read(f"contest {' vs '.join(rolled)}{ends}", state).command, LoadedDice())
    assert isinstance(event, ContestResolved)
    rolls = [not stands for _, _, stands, _ in sides]
    faces = [level if stands else min(face, SIDES_OF_DIE[level]) for level, _, stands, face in sides]
    totals = [face + plus for face, (_, plus, _, _) in zip(faces, sides, strict=True)]
    first, reached = names_first(totals, rolls, least)
    assert [side.total for side in event.participants] == totals
    assert event.tied == (tuple(NAMES[place] for place in first) if len(first) > 1 else ())
    assert event.winner == (NAMES[first[0]] if len(first) == 1 and reached else None)
    assert event.relative == sorted(totals)[-1] - sorted(totals)[-2]
    assert not list(discrepancies(state, event))
    odds = read(f"odds contest {' vs '.join(said)}{ends}", state).command
    assert isinstance(odds, ContestOdds)
    dice = [[level] if stands else range(1, SIDES_OF_DIE[level] + 1) for level, _, stands, _ in sides]
    ended = [
        names_first([face + plus for face, (_, plus, _, _) in zip(each, sides, strict=True)], rolls, least)
        for each in product(*dice)
    ]
    found = of_contest(state, odds)
    wins = [sum(first == [place] and reached for first, reached in ended) / len(ended) for place in range(len(sides))]
    assert found.wins == pytest.approx(wins)
    assert found.tie == pytest.approx(sum(len(first) > 1 for first, _ in ended) / len(ended))


@pytest.mark.rule("PO-12", "ER-28", "FU-51")
@settings(max_examples=15)
@given(POLY, st.sampled_from([*LEAST]))
def test_beyond_the_ladder_results_tie_and_lead_by_their_totals(sides: Any, least: int | None) -> None:
    must_lead_by_totals(sides, least)


@pytest.mark.slow
@settings(max_examples=500)
@given(POLY, st.sampled_from([*LEAST]))
def test_in_many_contests_beyond_the_ladder_results_tie_and_lead_by_their_totals(sides: Any, least: int | None) -> None:
    must_lead_by_totals(sides, least)
