"""Follow what sheets show from event to event, looking only at the parts that an event touched."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from typing import Any

from engine.concerns.counters.sheet import counts_of
from engine.concerns.tracks.sheet import track_views
from engine.rules.creation import may_follow_others, shown_traits
from engine.rules.modifiers import in_force
from engine.rules.parts import Lent
from engine.sheet import (
    KINDS_HELD,
    held_values,
    named_values,
    own_values,
    player_values,
    shown_values,
    track_values,
    trait_values,
    trait_view,
    xp_values,
)
from engine.state import CONTAINERS, Sheet, State
from engine.value import Factory, field_names, record
from replay.compare.changes import (
    Change,
    FieldChanges,
    Values,
    changeable,
    field_changes,
    may_change_all,
    without_details,
)
from replay.compare.things import WatchedThings

#: The parts of a sheet that no view shows.
UNSEEN = frozenset(["used", "lots", "limits"])

#: The parts that are shown as XP alone.
SHOWN_AS_XP = frozenset(["awarded", "spent", "taken", "bonus"])

#: The parts that views show.
SEEN = tuple(name for name in field_names(Sheet) if name not in UNSEEN)
read_seen = attrgetter(*SEEN)

ALL_SEEN = frozenset(SEEN)
read_effects = attrgetter("effects")

#: The parts on which traits, and the values that rooms show, may depend. Things are not among them unless they have
#: effects.
BEARING_PARTS = ALL_SEEN - SHOWN_AS_XP - {"stacks"}

#: The parts from which no effects come.
LENDING_NOTHING = SHOWN_AS_XP | {"practice", "characteristics"}

TRAITS, THINGS = "traits", "inventory"

#: Looks at a group of fields.
GroupLook = Callable[[State, Sheet], Values]


def look_at_held(group: str, kind: str) -> GroupLook:
    """Return the look at a character's things of a kind, such as gifts."""
    return lambda state, sheet: held_values(group, state.list_held(sheet, kind))


#: The looks at the fields of a sheet, by group, except traits and things.
LOOKS: dict[str, GroupLook] = {
    "character": lambda state, sheet: {"character": sheet.name},
    "player": lambda state, sheet: player_values(sheet.player),
    "characteristics": lambda state, sheet: named_values("characteristics", sheet.characteristics),
    "xp": lambda state, sheet: xp_values(sheet),
    "statuses": lambda state, sheet: named_values("statuses", sheet.statuses),
    "counters": lambda state, sheet: named_values("counters", counts_of(state, sheet)),
    **{group: look_at_held(group, kind) for group, kind in KINDS_HELD.items()},
    "tracks": lambda state, sheet: track_values(track_views(state, sheet)),
    "shown": lambda state, sheet: shown_values(own_values(state, sheet)),
}

#: The parts of a sheet that a group of fields depends on, if they are not the usual `BEARING_PARTS`.
MADE_OF = {
    TRAITS: BEARING_PARTS - LENDING_NOTHING | {"practice"},
    "character": frozenset(["name"]),
    "player": frozenset(["player"]),
    "characteristics": frozenset(["characteristics"]),
    "xp": SHOWN_AS_XP,
    "statuses": frozenset(["statuses"]),
    **dict.fromkeys(KINDS_HELD, frozenset(["properties"])),
    THINGS: frozenset(["stacks"]),
}

#: The groups of fields, in the order in which their changes are listed.
GROUPS = (TRAITS, *LOOKS, THINGS)

#: Copies of parts of a sheet, by name.
Parts = dict[str, Any]


@record
class WatchedSheet:
    """A sheet as of the last look, in the `followed` groups of fields.

    `held` are copies of the sheet's parts, `lent` the effects on its levels, `traits` the fields of each trait, and
    `rest` those of each other group except things.
    """

    followed: Collection[str] = GROUPS
    held: Parts = Factory(dict)
    lent: list[Lent] = Factory(list)
    traits: dict[str, Values] = Factory(dict)
    things: WatchedThings = Factory(WatchedThings)
    rest: dict[str, Values] = Factory(dict)

    def look(self, state: State, name: str, *, whole: bool) -> FieldChanges:
        """Look at the sheet again, and return what differs from the last look.

        Unless it is looked at `whole`, the rules and definitions must be those of the last look.
        """
        sheet = state.sheets.get(name)
        if sheet is None:
            return self._forget()
        if whole:
            self.held = {}
        moved = find_moved(self.held, sheet)
        if not moved:
            return {}
        old, found = take_over(self.held, sheet, moved), FieldChanges()
        for group in groups_made_of(ALL_SEEN if move_effects(old, sheet, moved) else moved):
            if group in self.followed:
                found |= self._look_at(group, state, sheet, old)
        return found

    def _forget(self) -> FieldChanges:
        """Return all that was shown, as gone."""
        shown = self.shown
        self.held, self.traits, self.things, self.rest = {}, {}, WatchedThings(), {}
        return {field: (held, None) for fields in shown.values() for field, held in fields.items()}

    @property
    def shown(self) -> dict[str, Values]:
        """The fields at the last look, by group."""
        traits = {field: held for fields in self.traits.values() for field, held in fields.items()}
        return {TRAITS: traits, **self.rest, THINGS: self.things.fields}

    def _look_at(self, group: str, state: State, sheet: Sheet, old: Parts) -> FieldChanges:
        """Look at a group of fields, and return what differs from the last look.

        `old` are the parts that changed, as they were then. It is empty if the sheet is looked at whole.
        """
        if group == TRAITS:
            return self._look_at_traits(state, sheet, old)
        if group == THINGS:
            return self.things.look(sheet, old.get("stacks"))
        before = self.rest.get(group, {})
        self.rest[group] = now = LOOKS[group](state, sheet)
        return field_changes(before, now) if before != now else {}

    def _look_at_traits(self, state: State, sheet: Sheet, old: Parts) -> FieldChanges:
        """Look at those traits that do not have their old practice and effects."""
        lent, practice, same = self.lent, old.get("practice", sheet.practice), set[str]()
        if not old or not LENDING_NOTHING.issuperset(old):
            self.lent = in_force(state, sheet, "level")
        if old and practice is sheet.practice and lent == self.lent:
            return {}
        if old and not may_follow_others(state.rules):
            unchanged = (name for name in self.traits if practice.get(name) is sheet.practice.get(name))
            same = {*leave_out_affected(unchanged, find_differing_effects(lent, self.lent))}
        before, self.traits = self.traits, {}
        for name in shown_traits(state, sheet):
            found_now = before[name] if name in same else trait_values(name, trait_view(state, sheet, name, self.lent))
            self.traits[name] = found_now
        found = FieldChanges()
        for name in dict.fromkeys([*before, *self.traits]):
            if name not in same:
                found |= field_changes(before.get(name, {}), self.traits.get(name, {}))
        return found


@record
class WatchedSheets:
    """The sheets of a campaign, as they were at the last look.

    With `followed`, only these groups of fields of these characters are looked at.
    """

    followed: Mapping[str, Collection[str]] | None = None
    watched: dict[str, WatchedSheet] = Factory(dict)

    def begin(self, state: State) -> None:
        """Look at every sheet of a state, from which the changes are to be followed."""
        self.look_at_all(state)

    def look(self, state: State, event: object, *, whole: bool) -> list[Change]:
        """Return every value on sheets that an event changed. Read them `whole` if it changed how all are read."""
        names = self.list_names(state) if may_change_all(event) else changeable(event, state)
        return as_changes(self.find_fields(state, names, whole=whole))

    def look_at_all(self, state: State) -> list[Change]:
        """Return every value that differs from the last look on any sheet."""
        return as_changes(self.find_fields(state, self.list_names(state), whole=True))

    def list_names(self, state: State) -> Iterable[str]:
        """Return every character of a state, and those who were there at a look."""
        return dict.fromkeys([*self.watched, *state.sheets])

    def find_fields(self, state: State, names: Iterable[str], *, whole: bool) -> dict[str, FieldChanges]:
        """Return, by character, the fields that differ from the last look. With `whole`, read every part again."""
        found: dict[str, FieldChanges] = {}
        for name in names:
            sheet = self.watched.get(name) or self._begin_watching(name)
            if sheet is not None and (fields := sheet.look(state, name, whole=whole)):
                found[name] = fields
        return found

    def _begin_watching(self, name: str) -> WatchedSheet | None:
        """Return a sheet that was never looked at, or None if it is not followed."""
        if self.followed is None:
            return self.watched.setdefault(name, WatchedSheet())
        return self.watched.setdefault(name, WatchedSheet(self.followed[name])) if name in self.followed else None


def as_changes(found: Mapping[str, FieldChanges]) -> list[Change]:
    """Return changes of fields for people, first characters who came or went."""
    changes = [
        Change(name, field, *fields[field]) for name, fields in found.items() for field in without_details(fields)
    ]
    return sorted(changes, key=lambda change: change.field != "character")


def find_differing_groups(before: State, after: State) -> dict[str, tuple[str, ...]]:
    """Return for each character the groups of fields that differ between two states."""
    found = {}
    for name in {**before.sheets, **after.sheets}:
        one, other = WatchedSheet(), WatchedSheet()
        one.look(before, name, whole=True)
        other.look(after, name, whole=True)
        found[name] = tuple(group for group in GROUPS if one.shown.get(group) != other.shown.get(group))
    return {name: groups for name, groups in found.items() if groups}


def find_moved(held: Parts, sheet: Sheet) -> frozenset[str]:
    """Return the names of the parts that differ, for a view, from those that are held."""
    return names_where(tuple(map(ne, held.values(), read_seen(sheet)))) if held else ALL_SEEN


@cache
def names_where(differing: tuple[bool, ...]) -> frozenset[str]:
    """Return the names of the parts that differ, given a truth value for each part that views show, in order."""
    return frozenset(compress(SEEN, differing))


def take_over(held: Parts, sheet: Sheet, moved: Collection[str]) -> Parts:
    """Replace the held copies of the parts that moved (all if none is held yet), and return the old ones."""
    old = {name: held[name] for name in moved} if held else {}
    for name in moved if held else SEEN:
        part = getattr(sheet, name)
        held[name] = part.copy() if type(part) in CONTAINERS else part
    return old


def move_effects(old: Parts, sheet: Sheet, moved: Collection[str]) -> bool:
    """Return whether things with effects moved, which may bear on anything."""
    return "stacks" in moved and any(
        any(map(read_effects, stacks.values())) for stacks in (old.get("stacks", {}), sheet.stacks)
    )


@cache
def groups_made_of(moved: frozenset[str]) -> tuple[str, ...]:
    """Return the groups of fields that may differ if these parts of a sheet changed."""
    return tuple(group for group in GROUPS if not moved.isdisjoint(MADE_OF.get(group, BEARING_PARTS)))


def find_differing_effects(before: Sequence[Lent], after: Sequence[Lent]) -> list[Lent]:
    """Return the effects that lie between the equal beginnings and ends of two lists."""
    if before == after:
        return []
    one, other = list(before), list(after)
    for _ in range(2):
        while one and other and one[-1] == other[-1]:
            del one[-1], other[-1]
        one.reverse()
        other.reverse()
    return one + other


def leave_out_affected(traits: Iterable[str], lent: Iterable[Lent]) -> Iterable[str]:
    """Return the traits whose level none of some effects may change."""
    named = [each.effect.on for each in lent]
    affected = {trait for on in named for trait in on}
    return (trait for trait in traits if trait not in affected) if all(named) else ()
