"""Follow what a sheet shows from event to event.

Only the parts that an event touched are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import Factory, define

from engine.concerns.effects.events import Lent
from engine.rules.modifiers import in_force
from engine.sheet import inventory, inventory_values, trait_values, trait_view, values, view
from engine.state import Sheet, State, twin
from replay.compare.changes import Values


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

    def look(self, state: State, name: str, *, whole: bool) -> set[str]:
        """Look at the sheet again, and return the fields that differ from the last look.

        Where it is not `whole`, the rules and definitions are those of the last look.
        """
        sheet = state.sheets.get(name)
        if not whole and sheet == self.held:
            return set()
        before, self.held = self.held, None if sheet is None else twin(sheet)
        old = None if whole else before
        if sheet is None:
            return {*self._keep({}, {}, {})}
        things = self.things if old and old.stacks == sheet.stacks else inventory_values(inventory(sheet))
        rest = {"character": name} | values(view(state, name, traits={}, items=()))
        return {*self._keep(self._look_at_traits(state, sheet, old), things, rest)}

    def _look_at_traits(self, state: State, sheet: Sheet, old: Sheet | None) -> dict[str, Values]:
        """Return the fields of each trait.

        Those with the practice and the effects of `old` are as they were.
        """
        lent, self.lent = self.lent, in_force(state, sheet, "level")
        same: set[str] = set()
        if old is not None:
            if lent == self.lent and old.practice == sheet.practice:
                return self.traits
            if not state.rules.kinds:  # a trait of a kind may take its level from another trait
                kept = (name for name in self.traits if old.practice.get(name) == sheet.practice.get(name))
                same = {name for name in kept if on_trait(lent, name) == on_trait(self.lent, name)}
        names = state.traits_of(sheet)
        return {name: self.traits[name] if name in same else self._look_at(state, sheet, name) for name in names}

    def _look_at(self, state: State, sheet: Sheet, trait: str) -> Values:
        return trait_values(trait, trait_view(state, sheet, trait, self.lent))

    def _keep(self, traits: dict[str, Values], things: Values, rest: Values) -> Iterator[str]:
        """Keep what the sheet shows now, and yield the fields that differ from before."""
        for name in {*self.traits, *traits} if traits is not self.traits else ():
            yield from changed_fields(self.traits.get(name, {}), traits.get(name, {}))
        yield from changed_fields(self.things, things)
        yield from changed_fields(self.rest, rest)
        self.traits, self.things, self.rest = traits, things, rest


def on_trait(lent: Iterable[Lent], trait: str) -> list[Lent]:
    """Return those of some effects that may change a trait's level."""
    return [each for each in lent if not each.effect.on or trait in each.effect.on]


def changed_fields(before: Values, after: Values) -> Iterator[str]:
    """Yield the names of the fields that differ between two parts of a sheet."""
    if before != after:
        yield from (field for field in {*before, *after} if before.get(field) != after.get(field))
