"""Effects of statuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.own import Own
from engine.registry import lends
from engine.rules.parts import NO_ACTION, Effect, Lent
from engine.state import Sheet, State
from engine.types import EventNumber

#: By each status that was changed, the event that did it last, and to which state.
STATUS_SINCE: Own[Mapping[str, tuple[EventNumber, str]]] = Own("since", {})


@lends(10, "A", "level", NO_ACTION)
def status_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield the effects of the states that a character is in (PF-12), and that one keeps from acting (PF-11)."""
    for name, current in sheet.statuses.items():
        status = state.statuses[name]
        found = next(each for each in status.states if each.name == current)
        if found.modifier:
            effect = Effect("A", found.modifier, found.on or status.on, status.when)
            yield Lent(effect, f"{name}: {current}", "status")
        yield from (Lent(effect, f"{name}: {current}", "status") for effect in found.effects)
        if found.out:
            yield Lent(Effect(NO_ACTION, 0), f"{name}: {current}", "status")
