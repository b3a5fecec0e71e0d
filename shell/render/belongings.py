"""Answers about things that characters carry."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.concerns.belongings.commands import Give
from engine.concerns.belongings.events import ItemGiven
from engine.patterns import pattern
from engine.state import State
from engine.text import is_singular, quote, with_sign
from engine.value import evolve
from shell.render import Answer, Asked, answers
from shell.render.events import answer_events

#: Words for counted values that are no things.
POINTS = pattern(r"(?:(?:fudge|fate) )?points?", re.IGNORECASE)

#: Reasons of a modifier that is meant to add to damage.
DAMAGED = pattern(r"damage|dmg|dam|wounds?", re.IGNORECASE)


@answers(Give)
def answer_given(asked: Asked) -> Answer:
    """Answer with the events, and whether things are counted under similar names."""
    answer = answer_events(asked)
    found = [said for each in asked.events for said in remark_on_given(asked.state, asked.command, each.event)]
    lines = "".join(f"\n  {warning}" for warning in found)
    return evolve(answer, data=answer.result | {"warnings": found}, text=lambda: answer.text() + lines)


def remark_on_given(state: State, command: Give, event: object) -> Iterator[str]:
    """Yield the given things to check: fudge points, and both numbers of one name."""
    assert isinstance(event, ItemGiven)
    if POINTS.fullmatch(event.name):
        meant = f"point {quote(event.character)} +{event.quantity}"
        yield f"A thing is called {event.name} now. Meant fudge points? Type undo, then: {meant}"
        return
    for each in event.effects:
        if each.target == "A" and DAMAGED.fullmatch(" ".join(each.on) or each.reason):
            remedy = f"Type undo, then give it weapon {each.value}."
            yield f"It adds {with_sign(each.value)} to actions. Meant damage? {remedy}"
    stacks = state.sheets[event.character].stacks.values()
    if is_singular(command.item, event.name):
        total = sum(stack.quantity for stack in stacks if stack.name == event.name)
        yield f"Counted with the {event.name}: {total} now. Meant another thing? Type undo, then give it another name."
        return
    other = next((each.name for each in stacks if is_singular(each.name, event.name)), None)
    if other is not None:
        remedy = f"Type undo, then call it {quote(other)}."
        yield f"{event.character} has {other} too, counted apart. Meant the same? {remedy}"
