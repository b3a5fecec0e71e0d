"""What differs between two states of a campaign, sheet by sheet and value by value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.sheet import SheetView, values, view
from engine.state import State
from engine.value import value

#: What a sheet shows, laid out flat: the name of each field with its value.
Values = dict[str, Any]


@value
class Change:
    """One value of one sheet, before and after; None where there was, or is, none."""

    character: str
    field: str
    before: Any
    after: Any


def views(state: State) -> dict[str, SheetView]:
    """Every sheet of a state, worked out."""
    return {name: view(state, name) for name in state.sheets}


def changes(before: Mapping[str, SheetView], after: Mapping[str, SheetView]) -> list[Change]:
    """Everything a sheet shows that is not as it was, in the order of the sheets."""
    return differences(*({name: values(sheet) for name, sheet in sheets.items()} for sheets in (before, after)))


def differences(before: Mapping[str, Values], after: Mapping[str, Values]) -> list[Change]:
    """Return the same of sheets that were laid out flat."""
    return [change for name in dict.fromkeys([*before, *after]) for change in _changes(name, before, after)]


def _changes(name: str, before: Mapping[str, Values], after: Mapping[str, Values]) -> Iterator[Change]:
    old, new = before.get(name, {}), after.get(name, {})
    if not old or not new:
        yield Change(name, "character", name if old else None, name if new else None)
    for field in dict.fromkeys([*old, *new]):
        if old.get(field) != new.get(field):
            yield Change(name, field, old.get(field), new.get(field))
