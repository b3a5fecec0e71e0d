"""Players read the same whatever level an NPC has whom they do not see."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.types import PLAYERS
from replay.audience.rule import View, Visible
from shell.runner import Desk

POLYHEDRAL = """new polyhedral The pit
rules point-uses reroll
pc Ann by Kim
npc Zorgul
trait Ann Sword Good, "Damage Capacity" Fair
session start
point Zorgul +1
trait Zorgul Sword {level}
contest Ann Sword rolled 3 vs Zorgul Sword rolled 7
point Zorgul reroll #10 rolled 5
check Zorgul Sword vs Fair rolled 7
damage Ann by Zorgul rolling Sword rolled 7
"""

FUDGE_LITE = """new fudge-lite The pit
rules point-uses reroll
pc Ann by Kim
npc Zorgul
npc Shade
trait Ann Athletics Fair
trait Zorgul Grip Great
session start
point Ann +1
trait Shade Grip {level}
contest Zorgul Grip vs Shade Grip vs Ann Athletics rolled 0 0 0 0
point Ann reroll #11 rolled 0 0 0 +
"""


def read_as_players(file: Path, script: str) -> list[tuple[object, str]]:
    """Play a script, and return what players see, event by event."""
    desk = Desk(file)
    for line in script.splitlines():
        fault = desk.do(line).fault
        assert fault is None, (line, fault)
    assert desk.campaign is not None
    found = [(each.event, each.text) for each in View.of(desk.campaign, PLAYERS).events() if isinstance(each, Visible)]
    desk.close()
    return found[1:]  # the first has the id of the campaign


@pytest.mark.parametrize(
    ("script", "levels"), [(POLYHEDRAL, ("Good", "Great", "Superb")), (FUDGE_LITE, ("Poor", "Fair", "Good"))]
)
def test_neither_the_dice_nor_the_places_of_an_npc_tell_its_level(
    tmp_path: Path, script: str, levels: tuple[str, ...]
) -> None:
    first, *others = (read_as_players(tmp_path / f"{each}.db", script.format(level=each)) for each in levels)
    assert len(first) > 5
    for other in others:
        assert other == first


def test_that_a_hidden_npc_wins_is_told_with_its_place(tmp_path: Path) -> None:
    seen = read_as_players(tmp_path / "pit.db", FUDGE_LITE.format(level="Fair"))
    contest, text = seen[-2]
    assert [side.place for side in contest.participants] == [1, 0, 2]  # type: ignore[attr-defined]
    assert text == "Zorgul wins: Ann's Athletics reaches Fair"


def test_a_hit_by_a_hidden_npc_tells_the_harm_and_not_what_made_it(tmp_path: Path) -> None:
    script = """new polyhedral The pit
pc Ann by Kim
npc Zorgul
trait Ann "Damage Capacity" Fair
session start
effect Zorgul fury damage +2
damage Ann 9 by Zorgul
"""
    event, text = read_as_players(tmp_path / "pit.db", script)[-1]
    assert event.parts == ()  # type: ignore[attr-defined]
    assert "fury" not in text
    desk = Desk(tmp_path / "pit.db")
    answer = desk.do("log last 1").answer
    assert answer is not None
    assert "fury" in answer.text()
    desk.close()
