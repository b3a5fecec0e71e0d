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
