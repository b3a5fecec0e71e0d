"""Only the largest bonus and the largest penalty of a sum count, wherever its parts come from (FL-34)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from given import LoadedDice, beginning, seated
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import play, result, text

from engine.chances import of_check, of_contest
from engine.commands import CheckOdds, ContestOdds
from engine.decide import decide
from engine.events import CheckResolved, ContestResolved
from engine.history.staleness import find_stale
from engine.project import fold
from engine.rules.parts import STACKING, Part
from engine.state import State
from engine.types import PLAYERS
from replay.audience.rule import View, Visible
from replay.audit.rederiving import discrepancies
from shell.language.reading import read
from shell.runner import Desk

TABLE = """new fudge-lite The tower
rules creation free
pc Ann by Kim
npc Orc
trait Ann Bow Fair
trait Orc Axe Fair
define gift Keen: Bow +1, Axe +1
"""
FAIR, GREAT = 0, 2


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Sit at a table of Fudge Lite with a player character and an NPC."""
    return seated(tmp_path / "tower.db", TABLE)


def check(desk: Desk, line: str) -> dict[str, Any]:
    """Carry out a check, and return its event."""
    return dict(play(desk, line)["events"][0])


# --- examples --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FL-34", "FU-73")
def test_a_hidden_part_of_a_difficulty_is_among_the_largest(desk: Desk) -> None:
    found = result(desk, "check Ann Bow vs Fair +1 rain hidden +2 rolled 0")
    assert (found["difficulty"], found["against"], found["needed"]) == (GREAT, "Great", 2)
    assert found["odds"] == pytest.approx(15 / 81)
    assert result(desk, "odds Ann Bow vs Fair +1 rain hidden +2")["needed"] == 2


@pytest.mark.rule("FL-34")
@pytest.mark.parametrize(("typed", "counts"), [("+2 luck", 2), ("+1 luck", 1), ("-1 rain", 0), ("+1 luck -2 rain", -1)])
def test_a_gift_that_changes_a_level_is_a_bonus_like_any_other(desk: Desk, typed: str, counts: int) -> None:
    play(desk, "gain Ann Keen\ngain Orc Keen")
    found = result(desk, f"check Ann Bow {typed} vs Fair rolled 0")
    assert found["total"] == counts
    assert result(desk, f"check Ann Bow vs Orc Axe {typed} rolled 0")["difficulty"] == counts
    fought = result(desk, f"contest Ann Bow {typed} rolled 0 vs Orc Axe {typed}")
    assert [side["total"] for side in fought["participants"]] == [counts, counts]


@pytest.mark.rule("FL-34")
def test_each_part_that_does_not_count_is_named_to_the_game_master(desk: Desk) -> None:
    play(desk, "gain Ann Keen\ngain Orc Keen")
    said = text(desk, "check Ann Bow +2 luck -1 -3 rain vs Orc Axe +1 wind hidden +2 rolled 0")
    for left_out in ("−1 (Keen does not count)", "+1 (−1 does not count)", "−1 Keen does not count"):
        assert left_out in said
    assert "−1 wind does not count" in said
    found = check(desk, "check Ann Bow +2 luck vs Fair rolled 0")
    assert found["level_modifiers"][-1] == {"value": -1, "reason": "Keen does not count", "source": STACKING}
    assert found["level"] == FAIR


@pytest.mark.rule("FL-34")
def test_a_part_that_does_not_count_has_its_present_name(desk: Desk) -> None:
    play(desk, "gain Ann Keen\ngain Orc Keen")
    checked = check(desk, "check Ann Bow +2 luck vs Orc Axe +2 wind rolled 0")["seq"]
    play(desk, "contest Ann Bow +2 luck rolled 0 vs Orc Axe +2 wind")
    play(desk, "rename Keen to Sharp")
    found = desk.campaign.event(checked).event if desk.campaign else None
    assert isinstance(found, CheckResolved)
    assert found.level_modifiers[-1].reason == found.difficulty_parts[-1].reason == "Sharp does not count"
    assert result(desk, "audit")["ok"]


@pytest.mark.rule("FL-34", "FU-37")
def test_a_trait_that_is_rolled_instead_is_no_bonus_and_what_changes_its_level_is(desk: Desk) -> None:
    play(desk, "rules secondary-from Good\ntrait Ann Aim Great\ndefine gift Calm: Aim +1\ngain Ann Keen\ngain Ann Calm")
    assert result(desk, "check Ann Bow +2 luck and Aim instead vs Fair rolled 0")["total"] == GREAT + 2
    assert result(desk, "check Ann Bow and Aim instead vs Fair rolled 0")["total"] == GREAT + 1
    assert result(desk, "audit")["ok"]


@pytest.mark.rule("FL-34", "FL-109")
def test_a_fudge_point_alters_the_roll_and_is_no_bonus(desk: Desk) -> None:
    play(desk, "session start\npoint Ann +1")
    seq = check(desk, "check Ann Bow +2 luck vs Fair rolled 0")["seq"]
    assert check(desk, f"point Ann alter #{seq} +1")["total"] == 3


@pytest.mark.rule("FL-34", "PO-09")
def test_polyhedral_dice_are_those_of_the_level_that_counts(tmp_path: Path) -> None:
    desk = seated(tmp_path / "p.db", "new polyhedral\nrules stacking largest\npc Ann\ntrait Ann Bow Fair")
    play(desk, "define gift Keen: Bow +1\ngain Ann Keen")
    found = result(desk, "check Ann Bow +2 luck vs Fair rolled 3")
    assert (found["level"], found["dice"], found["total"]) == (4, "d6", 5)
    assert result(desk, "check Ann Bow vs Fair rolled 3")["dice"] == "d8"


# --- what players see of it ------------------------------------------------------------------------------------


def seen_by_players(desk: Desk) -> list[tuple[Any, str]]:
    """Return the events that players see, with their sentences, without the campaign's own."""
    assert desk.campaign is not None
    shown = View.of(desk.campaign, PLAYERS).events()
    return [(each.event, each.text) for each in shown if isinstance(each, Visible)][1:]


HIDDEN_IN_CONTESTS = """gain Ann Keen
session start
point Ann +2
contest Ann Bow +1 luck hidden {} rolled 0 vs Orc Axe
point Ann alter #{{}} +1
contest Ann Bow rolled 0 vs Bob Bow +1 luck hidden {} rolled 1
"""


@pytest.mark.rule("FL-34", "FU-73")
def test_players_cannot_tell_from_a_contest_how_much_is_hidden_or_what_does_not_count(tmp_path: Path) -> None:
    told = []
    for number, hidden in enumerate(("+1", "+2", "+3")):
        desk = seated(tmp_path / f"{number}.db", TABLE + "pc Bob\ntrait Bob Bow Fair")
        for line in HIDDEN_IN_CONTESTS.format(hidden, hidden).splitlines():
            play(desk, line.format(desk.campaign.state.seq if desk.campaign else 0))
        told.append(seen_by_players(desk))
        assert result(desk, f"export {tmp_path}/{number}.db.db for players")
        desk.close()
    assert told[0] == told[1] == told[2]
    contests = [event for event, _ in told[0] if isinstance(event, ContestResolved)]
    assert len(contests) == 2
    for side in (contests[0].participants[0], contests[1].participants[1]):
        assert (side.modifiers, side.level_modifiers) == ((Part(0, "hidden", "hidden"),), ())


# --- over random parts -----------------------------------------------------------------------------------------

VALUE = st.sampled_from([-3, -2, -1, 1, 2, 3])
NAMES = ("Ann", "Orc")

#: Lines that bring a part to somebody's roll with a trait, by origin. VALUE stands for the part.
ORIGINS = {
    "gift": "define gift {tag}: {trait} {value:+d}\ngain {who} {tag}",
    "fault": "define fault {tag}: {trait} {value:+d}\ngain {who} {tag}",
    "property": "define property {tag}: A {value:+d}\ngain {who} {tag}",
    "status": "define status {tag}: low {value:+d} only {trait}, flat\nstatus {who} {tag} low",
    "level of a status": "define status {tag}: low {trait} {value:+d}, flat\nstatus {who} {tag} low",
    "counter": "define counter {tag} 0..9 start 9 low 3: A {value:+d} on {trait}\nstatus {who} {tag} -8",
    "level of a counter": "define counter {tag} 0..9 start 9 low 3: {trait} {value:+d}\nstatus {who} {tag} -8",
    "item": "give {who} {tag} {value:+d} on {trait}",
    "effect": "effect {who} {tag} a {value:+d} on {trait} until scene",
}
PARTS = st.lists(st.tuples(st.sampled_from([*ORIGINS]), VALUE), max_size=3)
SIDE = st.tuples(PARTS, st.lists(VALUE, max_size=2), st.none() | VALUE)
WORLD = TABLE.partition("define gift")[0].splitlines()[1:]


def carry_out(state: State, lines: Sequence[str]) -> State:
    """Return the state after some lines."""
    for line in lines:
        parsed = read(line, state)
        assert parsed.problem is None, (line, parsed.problem)
        state = fold(decide(state, parsed.command, LoadedDice()), state.copy())
    return state


def prepare(state: State, side: Any, who: str) -> State:
    """Return the state in which somebody has parts of these origins, each of which was new to the world."""
    trait = {"Ann": "Bow", "Orc": "Axe"}[who]
    for place, (origin, value) in enumerate(side[0]):
        named = ORIGINS[origin].format(tag=f"{who}{'abc'[place]}", who=who, trait=trait, value=value)
        state = carry_out(state, named.splitlines())
    return state


def largest(*values: int) -> int:
    """Return the sum of the largest bonus and the largest penalty."""
    return max([0, *values]) + min([0, *values])


def on_ladder(total: int) -> int:
    """Return a result within the floor and the ceiling of Fudge Lite."""
    return max(-3, min(7, total))


def names_all_left_out(parts: Sequence[Part]) -> bool:
    """Return whether each part but two at most is cancelled by one that names it."""
    own = [part for part in parts if part.source != STACKING]
    cancelled = sorted(-part.value for part in parts if part.source == STACKING)
    rest = sorted(part.value for part in own)
    for end in {max([0, *rest]), min([0, *rest])} - {0}:
        rest.remove(end)
    return cancelled == rest and all("does not count" in part.reason for part in parts if part.source == STACKING)


def values_of(side: Any) -> list[int]:
    """Return the parts that a sheet and the typed line bring."""
    return [*(value for _, value in side[0]), *side[1]]


def typed(values: Sequence[int]) -> str:
    """Return modifiers as they are typed."""
    return "".join(f" {value:+d} t{place}" for place, value in enumerate(values))


def must_count_the_largest_in_a_check(ann: Any, orc: Any, opposed: bool, roll: int) -> None:
    """Compare a check with its parts, with its odds, and with what an audit works out."""
    state = prepare(prepare(carry_out(fold((beginning("fudge-lite"),)), WORLD), ann, "Ann"), orc, "Orc")
    hidden = "" if orc[2] is None else f" hidden {orc[2]:+d}"
    against = "Orc Axe" if opposed else "Fair"
    words = f"Ann Bow{typed(ann[1])} vs {against}{typed(orc[1])}"
    odds, line = read(f"odds check {words}{hidden}", state).command, f"check {words} rolled {roll}{hidden} anyway"
    parsed = read(line, state)
    assert parsed.problem is None, line
    (event,) = decide(state, parsed.command, LoadedDice())
    assert isinstance(event, CheckResolved)
    assert isinstance(odds, CheckOdds)
    of_orc = [*(values_of(orc) if opposed else orc[1]), *([] if orc[2] is None else [orc[2]])]
    base, difficulty = largest(*values_of(ann)), largest(*of_orc)
    assert (event.total, event.difficulty) == (on_ladder(base + roll), difficulty)
    assert names_all_left_out((*event.level_modifiers, *event.modifiers))
    assert names_all_left_out(event.difficulty_parts[1:])
    found = of_check(state, odds)
    assert (found.check.level, found.check.modifiers, found.check.difficulty_parts) == (
        *(event.level, event.modifiers, event.difficulty_parts),
    )
    assert found.needed == difficulty - base or not -3 < difficulty <= 7
    assert not list(discrepancies(state, event))
    assert find_stale(state, event, 99) is None


def must_count_the_largest_in_a_contest(ann: Any, orc: Any, roll: int) -> None:
    """Compare a contest with its parts, with its odds, and with what an audit works out."""
    state = prepare(prepare(carry_out(fold((beginning("fudge-lite"),)), WORLD), ann, "Ann"), orc, "Orc")
    hidden = ["" if side[2] is None else f" hidden {side[2]:+d}" for side in (ann, orc)]
    words = [f"Ann Bow{typed(ann[1])}{hidden[0]}", f"vs Orc Axe{typed(orc[1])}{hidden[1]}"]
    (event,) = decide(state, read(f"contest {words[0]} rolled {roll} {words[1]}", state).command, LoadedDice())
    assert isinstance(event, ContestResolved)
    sums = [largest(*values_of(side), *([] if side[2] is None else [side[2]])) for side in (ann, orc)]
    assert [side.total for side in event.participants] == [on_ladder(sums[0] + roll), on_ladder(sums[1])]
    for side in event.participants:
        assert names_all_left_out((*side.level_modifiers, *side.modifiers))
    odds = read(f"odds contest {' '.join(words)}", state).command
    assert isinstance(odds, ContestOdds)
    assert [side.level + sum(part.value for part in side.modifiers) for side in of_contest(state, odds).sides] == sums
    assert event.winner == ("Ann" if on_ladder(sums[0] + roll) >= on_ladder(sums[1]) else "Orc")
    assert not list(discrepancies(state, event))
    assert find_stale(state, event, 99) is None


@pytest.mark.rule("FL-34", "FL-28")
@settings(max_examples=25)
@given(SIDE, SIDE, st.booleans(), st.integers(-4, 4))
def test_of_random_parts_of_a_check_only_the_largest_count(ann: Any, orc: Any, opposed: bool, roll: int) -> None:
    must_count_the_largest_in_a_check(ann, orc, opposed, roll)


@pytest.mark.rule("FL-34", "FL-28")
@settings(max_examples=15)
@given(SIDE, SIDE, st.integers(-4, 4))
def test_of_random_parts_of_a_contest_only_the_largest_count(ann: Any, orc: Any, roll: int) -> None:
    must_count_the_largest_in_a_contest(ann, orc, roll)


@pytest.mark.slow
@settings(max_examples=1000)
@given(SIDE, SIDE, st.booleans(), st.integers(-4, 4))
def test_of_many_random_parts_only_the_largest_count(ann: Any, orc: Any, opposed: bool, roll: int) -> None:
    must_count_the_largest_in_a_check(ann, orc, opposed, roll)
    must_count_the_largest_in_a_contest(ann, orc, roll)
