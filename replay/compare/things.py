"""Follow the things on a sheet by looking only at stacks that came, went or changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.sheet import effects_text, inventory, inventory_values, item_fields
from engine.state import Sheet, Stack
from engine.value import Factory, record
from replay.compare.changes import FieldChanges, Values, field_changes

Stacks = Mapping[int, Stack]


@record
class WatchedThings:
    """The fields of the things on a sheet, as they were at the last look.

    They are plain if each is of one stack and no container is in another: then neither heaps nor their order matter.
    `names` are the plain fields for quantities, the same for alike names.
    """

    fields: Values = Factory(dict)
    is_plain: bool = False
    names: set[str] = Factory(set)

    def look(self, sheet: Sheet, old: Stacks | None) -> FieldChanges:
        """Look again, and return the fields that differ. `old` are the stacks at the last look, if known."""
        if old is not None and self.is_plain:
            stacks, known = sheet.stacks, dict(self.fields)
            gone = [stack for number, stack in old.items() if stacks.get(number) is not stack]
            come = [stack for number, stack in stacks.items() if old.get(number) is not stack]
            if are_containers_where_they_were(old, gone, come):
                before, after = self._take(gone, old), self._put(come, stacks)
                if after is not None:
                    return field_changes(before, after)
                self.fields = known
        return self._look_at_all(sheet)

    def _look_at_all(self, sheet: Sheet) -> FieldChanges:
        before, self.fields = self.fields, {}
        self.names.clear()
        self.is_plain = self._put(sheet.stacks.values(), sheet.stacks) is not None
        if not self.is_plain:
            self.fields = inventory_values(inventory(sheet))
        return field_changes(before, self.fields)

    def _take(self, gone: Iterable[Stack], stacks: Stacks) -> Values:
        """Remove the fields of stacks, and return them."""
        found: Values = {}
        for stack in gone:
            where = stack.place if stack.within is None else stacks[stack.within].name
            quantity, note, name = item_fields(stack.name, where)
            self.names.remove(name)
            found[quantity] = self.fields.pop(quantity)
            if stack.note:
                found[note] = self.fields.pop(note)
            if stack.effects:
                found[f"{quantity}.effects"] = self.fields.pop(f"{quantity}.effects")
        return found

    def _put(self, come: Iterable[Stack], stacks: Stacks) -> Values | None:
        """Add the fields of stacks, and return them, or None if they are not plain."""
        found: Values = {}
        for stack in come:
            where = stack.place
            if stack.within is not None:
                holder = stacks.get(stack.within)
                if holder is None or holder.within is not None:
                    return None
                where = holder.name
            quantity, note, name = item_fields(stack.name, where)
            if name in self.names or quantity in self.fields or note in self.fields:
                return None
            self.names.add(name)
            self.fields[quantity] = found[quantity] = stack.quantity
            if stack.note:
                self.fields[note] = found[note] = stack.note
            if stack.effects:
                self.fields[f"{quantity}.effects"] = found[f"{quantity}.effects"] = effects_text(stack.effects)
        return found


def are_containers_where_they_were(old: Stacks, gone: Iterable[Stack], come: Iterable[Stack]) -> bool:
    """Return whether changed stacks that hold others keep their names and places."""
    holding = {stack.within for stack in old.values()}
    changed = [stack for stack in gone if stack.id in holding]
    places = {stack.id: (stack.name, stack.within) for stack in come} if changed else {}
    return all(places.get(stack.id) == (stack.name, stack.within) for stack in changed)
