"""A roll is stale only if its total, its difficulty, its outcome or its dice would be others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from given import folder, seated
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import play, result

from shell.runner import Desk

HUNGER = """new peupfudge
define ability Lore
define status Hunger: prone -1, flat -1, top 0 start prone
pc Ann
npc Bob
session start
status Ann Hunger flat
check Ann Lore vs 1 rolled 0
contest Ann Lore rolled 0 vs Bob Lore rolled 0
check Bob Lore vs Ann Lore rolled 0
"""


@pytest.mark.rule("C.2")
def test_another_reason_for_the_same_number_makes_no_roll_stale(tmp_path: Path) -> None:
    with closing(seated(tmp_path / "hunger.db", HUNGER)) as desk:
        assert result(desk, "undo #7")["stale"] == []
        found = result(desk, "audit")
        assert (found["ok"], [each["rule"] for each in found["findings"]]) == (True, ["unsigned"])


@pytest.mark.rule("C.2", "PO-06")
def test_a_roll_with_other_dice_is_stale_though_its_total_is_the_same(tmp_path: Path) -> None:
    script = "new polyhedral\npc Ann\ndefine gift Keen: Bow +1\ntrait Ann Bow Fair\ngain Ann Keen"
    with closing(seated(tmp_path / "bow.db", script)) as desk:
        seq = play(desk, "check Ann Bow vs Fair rolled 3")["events"][0]["seq"]
        assert [each["seq"] for each in result(desk, "undo #5")["stale"]] == [seq]


@pytest.mark.rule("C.2")
def test_a_ruling_holds_when_only_a_reason_changes_and_not_when_a_number_does(tmp_path: Path) -> None:
    with closing(seated(tmp_path / "hunger.db", HUNGER)) as desk:
        full = play(desk, "status Ann Hunger top")["events"][0]["seq"]
        first = play(desk, "check Ann Lore vs 0 rolled 0")["events"][0]["seq"]
        assert [each["seq"] for each in result(desk, f"undo #{full}")["stale"]] == [first]
        play(desk, f"ruling #{first} stands for nobody noticed")
        assert result(desk, "undo #7")["stale"] == []
        assert first not in {each["seq"] for each in result(desk, "audit")["findings"]}


# --- over random campaigns -------------------------------------------------------------------------------------

WORLD = """new {game} Twins
define ability Lore
define ability Wits
define status Hunger: prone -1, flat -1, dull Lore -1, top 0 start top
define counter Mana 0..9 start 9 low 6: A -1 on Lore low 3: A -2 on Lore
define gift Keen: Lore +1
define gift Sharp: Lore +1
define fault Slow: A -1
rules certain-rolls on
rules automatic-at none
pc Ann
npc Bob
npc Orc
trait Ann Lore {level}
trait Bob Lore {level}
session start
"""
GAMES = {"peupfudge": "2", "fudge-lite": "Fair", "polyhedral": "Fair"}
FACE, WHO = st.integers(1, 3), st.sampled_from(["Ann", "Bob"])
CHANGES = st.one_of(
    st.builds("status {} Hunger {}".format, WHO, st.sampled_from(["prone", "flat", "dull", "top"])),
    st.builds("status {} Mana {}".format, WHO, st.sampled_from(["-2", "-4", "+3"])),
    st.builds("{} {} {}".format, st.sampled_from(["gain", "lose"]), WHO, st.sampled_from(["Keen", "Sharp", "Slow"])),
    st.builds("give {} {} {} on Lore".format, WHO, st.sampled_from(["lens", "cap"]), st.sampled_from(["+1", "-1"])),
    st.builds("effect {} {} a {} until scene".format, WHO, st.sampled_from(["dazed", "awed"]), st.just("-1")),
)
MODIFIER = st.sampled_from(["", " +1 luck", " -1 rain"])
ROLLS = st.one_of(
    st.builds(
        "check {} Lore{} vs {}{} rolled {}".format, WHO, MODIFIER, st.integers(1, 3), MODIFIER, st.integers(1, 3)
    ),
    st.builds("check Orc Wits vs {} Lore{} rolled {}".format, WHO, MODIFIER, FACE),
    st.builds(
        "contest Ann Lore{} rolled {} vs Bob Lore rolled {}".format, MODIFIER, st.integers(1, 3), st.integers(1, 3)
    ),
    st.builds(
        "contest Ann Lore rolled {} vs Orc Wits with diceless vs Bob Lore{} rolled {}".format,
        *(FACE, MODIFIER, FACE),
    ),
)
STORIES = st.lists(CHANGES | CHANGES | ROLLS, min_size=6, max_size=14)


def played(place: Path, game: str, lines: Sequence[str]) -> tuple[Desk, list[dict[str, Any] | None]]:
    """Sit at a table where these lines were typed, and return the first event of each, None for one refused."""
    desk = seated(place, WORLD.format(game=game, level=GAMES[game]))
    found: list[dict[str, Any] | None] = []
    for line in lines:
        outcome = desk.do(line)
        found.append(outcome.events[0] if outcome.fault is None else None)
    return desk, found


def numbers(roll: dict[str, Any]) -> Any:
    """Return the total, difficulty and outcome of a roll, and its dice; of a contest those of all sides."""
    if "participants" in roll:
        return [(side["total"], side["place"], side["dice"] or roll["dice"]) for side in roll["participants"]]
    return roll["total"], roll["difficulty"], roll["success"], roll["dice"]


def must_find_what_differs(game: str, story: Sequence[str], at: int) -> int:
    """Undo one line of a story, and compare the stale rolls with those that differ in the story without that line."""
    changes = [place for place, line in enumerate(story) if not line.startswith(("check", "contest"))]
    if not changes:
        return 0
    gone = changes[at % len(changes)]
    with folder() as where:
        desk, was = played(Path(where) / "one.db", game, story)
        target = was[gone]
        outcome = None if target is None else desk.do(f"undo #{target['seq']}")
        found = result(desk, "audit")["findings"]
        desk.close()
        if outcome is None or outcome.fault is not None or len(outcome.as_json()["result"]["undone"]) > 1:
            return 0
        left = [place for place, event in enumerate(was) if event is not None and place != gone]
        other, came = played(Path(where) / "two.db", game, [story[place] for place in left])
        other.close()
    pairs = zip(left, came, strict=True)
    rolls = [(was[place] or {}, b) for place, b in pairs if story[place].startswith(("check", "contest"))]
    differing = {a["seq"] for a, b in rolls if b is None or numbers(a) != numbers(b)}
    assert {each["seq"] for each in outcome.as_json()["result"]["stale"]} == differing
    assert {each["seq"] for each in found if each["rule"] == "stale-check"} == differing
    return len(rolls)


@pytest.mark.rule("C.2", "PO-06")
@settings(max_examples=6)
@given(st.sampled_from([*GAMES]), STORIES, st.integers(0, 9))
def test_a_roll_is_stale_if_and_only_if_it_differs_without_the_line(game: str, story: list[str], at: int) -> None:
    must_find_what_differs(game, story, at)


@pytest.mark.slow
@settings(max_examples=600)
@given(st.sampled_from([*GAMES]), STORIES, st.integers(0, 9))
def test_in_many_campaigns_a_roll_is_stale_if_and_only_if_it_differs(game: str, story: list[str], at: int) -> None:
    must_find_what_differs(game, story, at)
