"""Effects of statuses."""

from __future__ import annotations

from collections.abc import Iterator

from engine.registry import lends
from engine.rules.parts import Effect, Lent
from engine.state import Sheet, State


@lends(10, "A", "level")
def status_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield what the states that a character is in do (PF-12)."""
    for name, current in sheet.statuses.items():
        status = state.statuses[name]
        found = next(each for each in status.states if each.name == current)
        if found.modifier:
            effect = Effect("A", found.modifier, found.on or status.on, status.when)
            yield Lent(effect, f"{name}: {current}", "status")
        yield from (Lent(effect, f"{name}: {current}", "status") for effect in found.effects)


def out_by_status(state: State, sheet: Sheet) -> str | None:
    """Return the status whose state keeps a character from acting, or None (PF-11)."""
    found = ((name, each) for name, current in sheet.statuses.items() for each in state.statuses[name].states)
    return next((name for name, each in found if each.out and sheet.statuses[name] == each.name), None)
