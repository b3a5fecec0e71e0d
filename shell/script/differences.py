"""List the differences between a campaign and the one that its script makes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.sheet import SheetView, values, view
from engine.state import State
from replay.audience.rule import UNTIL_EVENT, View
from replay.compare.changes import Change, Values, changes, differences, name_field, views


def tell_differences(was: State, copy: State, numbers: Mapping[int, int] | None = None) -> Iterator[str]:
    """Yield a line for each difference between a campaign and the one that its script makes.

    `numbers` maps the campaign's events to those of the script.
    """
    if (was.groups, was.seats) != (copy.groups, copy.seats):
        yield "groups: not all are the same, or not everybody sits where they did"
    for group in was.groups:
        if was.seen_from(group).scene != copy.seen_from(group).scene:
            yield f"scene of {group}: it is not the same"
    was, copy = was.seen_from(""), copy.seen_from("")
    for name in ("rules", "abilities", "statuses", "properties", "checklist", "practice_rate", "scene"):
        before, after = comparable(getattr(was, name)), comparable(getattr(copy, name))
        if before != after:
            yield f"{name.replace('_', ' ')}: not all of it is the same"
    if list_sessions(was) != list_sessions(copy):
        yield "sessions: their numbers, titles or ends are not all the same"
    old, new = views(was), views(copy)
    for change in changes(old, new):
        if renumber(change.before, numbers or {}) != change.after:
            yield tell_change(change)
    for name in old.keys() & new.keys():
        if count_stacks(old[name]) != count_stacks(new[name]):
            yield f"{name}'s inventory: the same things lie in other heaps"


def tell_differing_sheets(audience: View, copy: State) -> Iterator[str]:
    """Yield what differs on visible sheets if a script for an audience is played, as unseen events are not in it."""
    state = audience.campaign.state
    seen = [name for name in state.sheets if audience.sees(name)]
    told, made = (
        {name: read_sheet(audience, each, name) for name in seen if name in each.sheets} for each in (state, copy)
    )
    for change in differences(told, made):
        yield tell_change(change)


def tell_change(change: Change) -> str:
    """Say the value on a sheet in the script, and the one in the campaign."""
    now, then = ("nothing" if each is None else each for each in (change.after, change.before))
    return f"{change.character}'s {name_field(change.field)}: {now} instead of {then}"


def read_sheet(audience: View, state: State, name: str) -> Values:
    """Return what an audience reads on a sheet, without the numbers of events."""
    found = values(audience.as_seen(view(state, name)))
    return {field: UNTIL_EVENT.sub("", held) if isinstance(held, str) else held for field, held in found.items()}


def renumber(held: Any, numbers: Mapping[int, int]) -> Any:
    """Return a value of a sheet with the numbers that events have in the script."""
    if not isinstance(held, str):
        return held
    return re.sub(r"#(\d+)", lambda found: f"#{numbers.get(int(found[1]), found[1])}", held)


def comparable(held: Any) -> Any:
    """Return a part of the state for comparison, of rules only the recorded ones."""
    if hasattr(held, "recorded"):
        return held.recorded()
    return held


def list_sessions(state: State) -> list[tuple[int, str, bool, str]]:
    """Return the number, title, openness and group of each session."""
    return [(session.number, session.title, session.end is None, session.group) for session in state.sessions]


def count_stacks(sheet: SheetView) -> Counter[tuple[Any, ...]]:
    """Count the stacks of an inventory, each with all that it lies in."""
    holders: list[str] = []
    found: Counter[tuple[Any, ...]] = Counter()
    for item in sheet.inventory:
        del holders[item.depth :]
        found[(item.item, item.quantity, item.within, item.note, item.effects, *holders)] += 1
        holders.append(item.item)
    return found
