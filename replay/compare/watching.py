"""Follow what sheets show from event to event.

Only the parts that an event touched are looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from attrs import Factory, define

from engine.concerns.effects.events import Lent
from engine.rules.modifiers import in_force
from engine.sheet import inventory, inventory_values, trait_values, trait_view, values, view, xp_values
from engine.state import CONTAINERS, Sheet, State, twin
from engine.value import field_names
from replay.compare.changes import Change, Values, changeable, may_change_all

#: The parts of a sheet that no view shows.
UNSEEN = frozenset(["used", "lots", "limits"])

#: The parts that are shown as XP alone.
SHOWN_AS_XP = frozenset(["awarded", "spent", "bonus"])

#: The parts that views show.
SEEN = tuple(name for name in field_names(Sheet) if name not in UNSEEN)
read_seen = attrgetter(*SEEN)

#: The fields that differ from the last look, each with its value then and its value now.
FieldChanges = dict[str, tuple[Any, Any]]

#: The traits, the things and all else that a sheet shows.
Parts = tuple[dict[str, Values], Values, Values]


@define
class WatchedSheet:
    """The traits, the things and all else that a sheet showed at the last look.

    `held` is a copy of the sheet as it was then, and `lent` are the effects on its levels.
    """

    held: Sheet | None = None
    lent: list[Lent] = Factory(list)
    traits: dict[str, Values] = Factory(dict)
    things: Values = Factory(dict)
    rest: Values = Factory(dict)

    def look(self, state: State, name: str, *, whole: bool) -> FieldChanges:
        """Look at the sheet again, and return what differs from the last look.

        Where it is not `whole`, the rules and definitions are those of the last look.
        """
        sheet, old = state.sheets.get(name), None if whole else self.held
        if sheet is None or old is None:
            self.held = None if sheet is None else twin(sheet)
            return {} if sheet is None and not self.rest else dict(self._keep(*self._look_at_all(state, sheet, None)))
        moved = parts_moved(old, sheet)
        if not moved:
            return {}
        found = self._look_at_parts(old, sheet, moved) or self._look_at_all(state, sheet, old)
        take_over(old, sheet, moved)
        return dict(self._keep(*found))

    def _look_at_all(self, state: State, sheet: Sheet | None, old: Sheet | None) -> Parts:
        """Return the parts of a sheet, those that show the same as `old` as they were."""
        if sheet is None:
            return {}, {}, {}
        things = self.things if old and old.stacks == sheet.stacks else inventory_values(inventory(sheet))
        rest = {"character": sheet.name} | values(view(state, sheet.name, traits={}, items=()))
        return self._look_at_traits(state, sheet, old), things, rest

    def _look_at_parts(self, old: Sheet, sheet: Sheet, moved: set[str]) -> Parts | None:
        """Return the parts of a sheet of which only XP or only things moved.

        Return None where what moved may bear on other parts, so that the sheet must be looked at whole.
        """
        if moved <= SHOWN_AS_XP:
            return self.traits, self.things, self.rest | xp_values(sheet)
        if moved <= {"stacks"} and not any(each.effects for held in (old, sheet) for each in held.stacks.values()):
            return self.traits, inventory_values(inventory(sheet)), self.rest
        return None

    def _look_at_traits(self, state: State, sheet: Sheet, old: Sheet | None) -> dict[str, Values]:
        """Return the fields of each trait.

        Those with the practice and the effects of `old` are as they were.
        """
        lent, self.lent = self.lent, in_force(state, sheet, "level")
        same: set[str] = set()
        if old is not None:
            is_lent_same = lent == self.lent
            if is_lent_same and old.practice == sheet.practice:
                return self.traits
            if not state.rules.kinds:  # a trait of a kind may take its level from another trait
                kept = (name for name in self.traits if old.practice.get(name) == sheet.practice.get(name))
                same = {name for name in kept if is_lent_same or on_trait(lent, name) == on_trait(self.lent, name)}
        names = state.traits_of(sheet)
        return {name: self.traits[name] if name in same else self._look_at(state, sheet, name) for name in names}

    def _look_at(self, state: State, sheet: Sheet, trait: str) -> Values:
        return trait_values(trait, trait_view(state, sheet, trait, self.lent))

    def _keep(self, traits: dict[str, Values], things: Values, rest: Values) -> Iterator[tuple[str, tuple[Any, Any]]]:
        """Keep what the sheet shows now, and yield what differs from before."""
        for name in dict.fromkeys([*self.traits, *traits]) if traits is not self.traits else ():
            yield from field_changes(self.traits.get(name, {}), traits.get(name, {}))
        yield from field_changes(self.rest, rest)
        yield from field_changes(self.things, things)
        self.traits, self.things, self.rest = traits, things, rest


@define
class WatchedSheets:
    """All sheets of a campaign, as they were at the last look."""

    watched: dict[str, WatchedSheet] = Factory(lambda: defaultdict(WatchedSheet))

    def begin(self, state: State) -> None:
        """Look at every sheet of a state, from which the changes are to be followed."""
        for name in state.sheets:
            self.watched[name].look(state, name, whole=True)

    def look(self, state: State, event: object, *, whole: bool) -> list[Change]:
        """Return every value that an event changed on the sheets that it may change.

        Where it changed how all sheets read, they are looked at `whole`.
        """
        everybody = may_change_all(event)
        names = dict.fromkeys([*self.watched, *state.sheets]) if everybody else changeable(event, state)
        found = ((name, self.watched[name].look(state, name, whole=whole)) for name in names)
        changes = [Change(name, field, *moved) for name, fields in found for field, moved in fields.items()]
        return sorted(changes, key=lambda change: change.field != "character")  # first who came or went


def parts_moved(before: Sheet, after: Sheet) -> set[str]:
    """Return the names of the parts in which two sheets differ for a view."""
    return {name for name, old, new in zip(SEEN, read_seen(before), read_seen(after), strict=True) if old != new}


def take_over(held: Sheet, sheet: Sheet, names: Iterable[str]) -> None:
    """Set some fields of a copy of a sheet to what the sheet has in them."""
    for name in names:
        part = getattr(sheet, name)
        setattr(held, name, part.copy() if type(part) in CONTAINERS else part)


def on_trait(lent: Iterable[Lent], trait: str) -> list[Lent]:
    """Return those of some effects that may change a trait's level."""
    return [each for each in lent if not each.effect.on or trait in each.effect.on]


def field_changes(before: Values, after: Values) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield the fields that differ between two parts of a sheet, with both values."""
    if before is not after and before != after:
        yield from ((field, (before.get(field), held)) for field, held in after.items() if before.get(field) != held)
        yield from ((field, (held, None)) for field, held in before.items() if field not in after and held is not None)
