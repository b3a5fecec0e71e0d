"""What a sheet shows after a line differs from before exactly where `changes` and `diff` say."""

from __future__ import annotations

import itertools
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import attrs
import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from worlds import EVERY_EVENING

from engine.sheet import DETAILS, view
from engine.state import State
from replay.compare.diff import compare_points
from replay.moment import Moment
from shell.outcome import LineOutcome
from shell.runner import Desk

Fields = set[tuple[str, str]]

#: What follows the name of a trait or a thing in a field that says more of it.
MORE = (*DETAILS, "effective", "role", "note")


def read_sheets(desk: Desk) -> dict[str, dict[str, Any]]:
    """Return what programs read on every sheet now, by the fields that changes name."""
    assert desk.campaign is not None
    return read_all(desk.campaign.state)


def read_all(state: State) -> dict[str, dict[str, Any]]:
    """Return all sheets of a state by the fields that changes name, without the numbers and depths of things."""
    return {name: by_fields(json.loads(json.dumps(view(state, name).as_json()))) for name in state.sheets}


def by_fields(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet by the fields of changes: every trait, track, status and thing apart."""
    del sheet["name"], sheet["kind"]
    found: dict[str, Any] = {}
    for group in ("characteristics", "statuses", "counters", "traits", "tracks", "xp"):
        found |= {f"{group}.{name}": each for name, each in sheet.pop(group).items()}
    for group in ("properties", "gifts", "faults", "keys"):
        found |= {f"{group}.{name}": True for name in sheet.pop(group)}
    for item in sheet.pop("inventory"):
        held = {key: each for key, each in item.items() if key not in ("id", "depth")}
        found.setdefault(f"inventory.{item['item']}" + (f" in {item['in']}" if item["in"] else ""), []).append(held)
    for field, held in found.items():
        if field.startswith("inventory."):
            found[field] = (
                sum(each["quantity"] for each in held),
                *sorted({each["note"] for each in held}),
                len(held) > 0,
            )
            found[field] += tuple(sorted({json.dumps(each["effects"]) for each in held}))
    return found | {key: each for key, each in sheet.items() if each is not None}


def differing(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> Fields:
    """Return the fields that differ between two looks at all sheets, and who came or went."""
    before, found = dict(before), set()
    for was, now in itertools.product(before.keys() - after.keys(), after.keys() - before.keys()):
        if was in before and now not in before and before[was] == after[now]:
            before[now] = before.pop(was)
            found.add((now, "name"))
    found |= {(name, "character") for name in before.keys() ^ after.keys()}
    for name in {*before, *after}:
        old, new = before.get(name, {}), after.get(name, {})
        found |= {(name, field) for field in {*old, *new} if old.get(field) != new.get(field)}
    return found


def named(changes: list[Any], known: set[str]) -> Fields:
    """Return the fields that changes name, those that say more of a thing as the thing."""
    found = set()
    for each in changes:
        thing, _, more = each["field"].rpartition(".")
        found.add((each["character"], thing if more in MORE and thing in known else each["field"]))
    return found


class WatchfulDesk(Desk):
    """A desk that compares all sheets before and after each line with what the line and `diff` say."""

    sheets: dict[str, dict[str, Any]] = {}  # noqa: RUF012  # each look replaces it
    lines = 0

    def do(self, line: str) -> LineOutcome:
        """Carry out a line and compare."""
        outcome = super().do(line)
        if self.campaign is None or outcome.asked is None or not outcome.asked.events:
            return outcome
        before, self.sheets = self.sheets, read_sheets(self)
        known = {field for sheet in (*before.values(), *self.sheets.values()) for field in sheet}
        moved = differing(before, self.sheets)
        assert named(outcome.as_json()["result"]["changes"], known) == moved, line
        first, last = outcome.asked.events[0].seq - 1, outcome.asked.events[-1].seq
        then, now = (read_all(Moment.of(self.campaign, seq).state) for seq in (first, last))
        found = [attrs.asdict(each) for each in compare_points(self.campaign, first, last)]
        assert named(found, known) == differing(then, now), f"diff #{first} #{last} after {line}"
        if "Renamed" not in {
            type(each.event).__name__ for each in self.campaign.events()
        }:  # then and now: today's names
            assert differing(then, now) == moved, line
        self.lines += 1
        return outcome


def follow(game: str, lines: list[str]) -> int:
    """Play lines, of which some may be refused, and return how many were recorded and compared."""
    with folder() as place, closing(WatchfulDesk(Path(place) / "c.db")) as desk:
        for line in (f"new {game}", *lines):
            desk.do(line)
        return desk.lines


@pytest.mark.parametrize("evening", EVERY_EVENING)
def test_every_command_of_the_evenings_says_what_it_changes(tmp_path: Path, evening: str) -> None:
    numbers: dict[str, int] = {}
    with closing(WatchfulDesk(tmp_path / "c.db")) as desk:
        for line in evening.splitlines():
            outcome = desk.do(line.format(folder=tmp_path, **numbers))
            assert outcome.fault is None, (line, outcome.fault)
            numbers |= {event["type"]: event["seq"] for event in outcome.events}


#: Lines that bring things about that others can change.
BEGINNING = """
pc Ann by Kim
pc Bo
npc Orc
define ability Lore, Bite
define status Mood: Bad -1, Good
define counter Mana 0..10 low 2: -1
define gift Quick: Lore +1
define property Strong: Lore +1 when lifting
define track Nerve: Shaken 2 -1, Broken 1
define key Vow
give Ann rope note old
give Ann lamp +1 on Lore
award all 20
""".strip().splitlines()

WHO = ("Ann", "Bo", "Orc")

#: Lines with a place for somebody and a number, of every room that sheets show.
LINES = """
trait {who} Lore {n}
trait {who} Bite {n} to {m}
award {who} {n}
spend {who} {n} on Lore
raise {who} Lore
raise {who} Bite free
bonus {who} {n} on Lore
status {who} Mood down
status {who} Mood Good
status {who} Mana -{n}
status {who} Mana ={n}
gain {who} Quick
gain {who} Strong
gain {who} Vow
lose {who} Quick
lose {who} Strong
hit {who} Vow
give {who} {n} rope
give {who} rope in bag
give {who} bag
give {who} lamp -1 on Lore
drop {who} rope
pass {who} rope to Bo
move {who} rope to bag
note {who} rope as frayed
mark {who}
mark {who} as burn
mark {who} Nerve
clear {who}
tend {who}
recover {who}
out {who}
revive {who}
track {who} {n}
scale {who} {n}
damage {who} {n}
point {who} +{n}
set {who} Look = {n}
sign {who}
effect {who} dazed a -1 until scene
effect {who} slow Lore -1
check {who} Lore vs {n}
check {who} Lore vs {n} point
contest Ann Lore vs {who} Lore
react Orc open
scene Somewhere {n}
session start
session end
round
fight start
fight end
approve {who}
rename {who} to Zed
rename Zed to {who}
rename trait Lore to Wisdom
rename trait Wisdom to Lore
rename Mood to Temper
rename Bad to Foul
rename rope to cord
rename Quick to Fast
rename player Kim to Kit
define ability Lore poor {n} great 9
define ability Lore default {n}
define status Mood: Awful -2, Bad -1, Good start Good
define gift Quick: Lore +{n}
define track Nerve: Shaken {n}, Broken 1
define track Calm: Upset 1
define track Hull for ships: minor 2 takes minutes, serious {n} takes days
define track Nerve for pcs: Shaken {n} full nothing
define track Fear for npcs: Shaken {n} full dead
define track Strain: Sore {n} instead
set Orc Kind = ship
track {who} {n} alike
tend {who} Nerve
mark {who} Fair
mark {who} Good injury
out {who} fled
revive {who} for luck
effect {who} blind no defence until scene
effect {who} stunned no action on next turn
effect {who} rent no armour on this hit
damage {who} {n} no armour for this hit
check {who} Lore vs {n} anyway
rules untrained {n}
rules xp-multiplier 2
rules points {n}
rules tracks minor {n}
rules creation free
rules creation-rest none
undo
undo
undo #{n}{m}
undo #1{n} cascade
undo #2{m} keep
undo last 2
redo
redo #1{n}
amend #1{n} {m}
""".strip().splitlines()


@st.composite
def evenings(draw: st.DrawFn) -> list[str]:
    """Draw lines of an evening."""
    number: SearchStrategy[int] = st.integers(1, 4)
    chosen = draw(st.lists(st.sampled_from(LINES), min_size=5, max_size=20))
    return [line.format(who=draw(st.sampled_from(WHO)), n=draw(number), m=draw(number)) for line in chosen]


@pytest.mark.parametrize("game", ["peupfudge", "fudge", "polyhedral", "fudge-lite"])
@settings(max_examples=2)
@given(lines=evenings())
def test_nothing_on_a_sheet_changes_silently(game: str, lines: list[str]) -> None:
    assert follow(game, [*BEGINNING, *lines]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["peupfudge", "fudge", "polyhedral", "fudge-lite"])
@settings(max_examples=150)
@given(lines=evenings())
def test_nothing_on_a_sheet_changes_silently_in_many_campaigns(game: str, lines: list[str]) -> None:
    assert follow(game, [*BEGINNING, *lines]) > 0


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("track Orc 3", "tracks.injury"),
        ("trait Orc Bite Fair to Great", "traits.Bite"),
        ("define ability Lore poor -3 great 2", "traits.Lore.word"),
        ("rename Kim to Kit", "player"),
    ],
)
def test_small_changes_are_named_and_so_is_their_undoing(tmp_path: Path, line: str, field: str) -> None:
    with closing(WatchfulDesk(tmp_path / "c.db")) as desk:
        for each in ("new fudge-lite", "pc Ann by Kim", "npc Orc", "define ability Lore"):
            desk.do(each)
        for each in (line, "undo", "redo"):
            foretold = [] if each == line else desk.do(f"whatif {each}").as_json()["result"]["changes"]
            outcome = desk.do(each)
            assert outcome.fault is None, outcome.fault
            changes = outcome.as_json()["result"]["changes"]
            assert field in [change["field"] for change in changes], each
            assert each == line or foretold == changes
