"""Compare two states of a campaign, sheet by sheet and value by value."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from engine.concerns.rolls.events import Act, SecretRevealed
from engine.naming import names_in
from engine.registry import marks
from engine.sheet import SheetView, is_detail, values_in_full, view
from engine.state import State
from engine.value import value

#: A sheet as a flat table from field names to values.
Values = dict[str, Any]

#: The fields that differ from an earlier look, each with its values then and now.
FieldChanges = dict[str, tuple[Any, Any]]


@value
class Change:
    """One value of one sheet, before and after, None if there is none."""

    character: str
    field: str
    before: Any
    after: Any


def may_change_all(event: object) -> bool:
    """Return whether an event may change sheets of characters whom it does not name."""
    found = marks(event)
    return found.for_all or found.corrects


def may_change_reading(event: object) -> bool:
    """Return whether an event may change what all sheets show, as a rule does.

    A revelation changes a sheet itself, which a comparison finds.
    """
    return marks(event).for_all and not isinstance(event, SecretRevealed)


def changeable(event: object, state: State) -> list[str]:
    """Return the characters, present or gone, whose sheets an event can change."""
    if may_change_all(event):
        return list(state.sheets)
    return [] if only_marks_use(event) else list(dict.fromkeys(names_in(event, "character")))


def only_marks_use(event: object) -> bool:
    """Return whether an event changes nothing on a sheet, as a check or contest without points, which marks use."""
    return isinstance(event, Act) and marks(event).judged and not any(side.points for side in event.sides)


def views(state: State) -> dict[str, SheetView]:
    """Return a view of every sheet of a state."""
    return {name: view(state, name) for name in state.sheets}


def changes(before: Mapping[str, SheetView], after: Mapping[str, SheetView]) -> list[Change]:
    """Return every value that differs between two sets of sheets, in sheet order."""
    return differences(*({name: values_in_full(sheet) for name, sheet in sheets.items()} for sheets in (before, after)))


def changes_between(before: State, after: State, *, everywhere: bool) -> list[Change]:
    """Return every value that differs between two states of a campaign.

    Only sheets that themselves differ are viewed. After a change of how all are read, such as a rule or a definition,
    it has to look `everywhere`.
    """
    names = dict.fromkeys([*before.sheets, *after.sheets])
    moved = [name for name in names if everywhere or before.sheets.get(name) != after.sheets.get(name)]
    return changes(*({name: view(state, name) for name in moved if name in state.sheets} for state in (before, after)))


def with_new_names(found: list[Change]) -> list[Change]:
    """Return changes in which somebody who went, and came alike under another name, only has that name."""
    shown: dict[tuple[str, bool], Values] = {}
    for each in found:
        if each.field != "character":
            held = each.before if each.after is None else each.after
            shown.setdefault((each.character, each.after is None), {})[each.field] = held
    moved = [each for each in found if each.field == "character"]
    came = [each.character for each in moved if each.before is None]
    names: dict[str, str] = {}
    for gone in (each.character for each in moved if each.after is None):
        now = next((name for name in came if shown.get((name, False)) == shown.get((gone, True))), None)
        if now is not None:
            names[gone] = now
            came.remove(now)
    left = [each for each in found if each.character not in {*names, *names.values()}]
    return [*(Change(now, "name", was, now) for was, now in names.items()), *left]


def differences(before: Mapping[str, Values], after: Mapping[str, Values]) -> list[Change]:
    """Return every value that differs between two sets of flattened sheets."""
    return [change for name in dict.fromkeys([*before, *after]) for change in _changes(name, before, after)]


def _changes(name: str, before: Mapping[str, Values], after: Mapping[str, Values]) -> Iterator[Change]:
    old, new = before.get(name, {}), after.get(name, {})
    if not old or not new:
        yield Change(name, "character", name if old else None, name if new else None)
    for field in without_details([each for each in dict.fromkeys([*old, *new]) if old.get(each) != new.get(each)]):
        yield Change(name, field, old.get(field), new.get(field))


def without_details(fields: Collection[str]) -> list[str]:
    """Return differing fields without those that only say more of a trait, track or thing that differs by itself."""
    return [field for field in fields if not is_detail(field, fields)]


def field_changes(before: Values, after: Values) -> FieldChanges:
    """Return the fields that differ between two looks at a part of a sheet, with their values before and after."""
    found = {field: (before.get(field), held) for field, held in after.items() if before.get(field) != held}
    gone = before.keys() - after.keys()
    return found | {field: (held, None) for field, held in before.items() if field in gone} if gone else found


#: What the fields that say more of a thing are called.
DETAIL_NAMES = {
    "called": "{} in words",
    "upto": "highest level of {}",
    "word": "word for {}",
    "next": "next step of {}",
    "modifiers": "modifiers of {}",
    "when": "{} for some actions",
    "given": "{} has a level",
    "boxes": "boxes of {}",
    "effects": "effects of {}",
}

FIELD_NAMES = {
    "xp.awarded": "XP awarded",
    "xp.spent": "XP spent",
    "xp.taken": "XP taken away",
    "xp.unspent": "XP to spend",
    "xp.bonus": "free XP",
}


def name_field(field: str) -> str:
    """Return the name of a sheet's field for people."""
    name = field.partition(".")[2]
    if field.endswith(".effective"):
        return f"{name.removesuffix('.effective')} as modified"
    if field.startswith("traits.") and field.endswith(".role"):
        return f"role of {name.removesuffix('.role')}"
    thing, _, detail = name.rpartition(".")
    if thing and detail in DETAIL_NAMES:
        return DETAIL_NAMES[detail].format(thing)
    if field.endswith(".note"):
        return f"note on {name.removesuffix('.note')}"
    return FIELD_NAMES.get(field) or name or field
