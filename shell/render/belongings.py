"""Answers about things that characters carry."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.belongings.commands import Give
from engine.concerns.belongings.events import ItemGiven
from engine.state import State
from engine.text import is_singular, quote
from engine.value import evolve
from shell.render import Answer, Asked, answers
from shell.render.events import answer_events


@answers(Give)
def answer_given(asked: Asked) -> Answer:
    """Answer with the events, and whether things are counted under similar names."""
    answer = answer_events(asked)
    found = [
        said
        for each in asked.events
        for said in singular_beside_plural(asked.campaign.state, asked.command, each.event)
    ]
    lines = "".join(f"\n  {warning}" for warning in found)
    return evolve(answer, data=answer.result | {"warnings": found}, text=lambda: answer.text() + lines)


def singular_beside_plural(state: State, command: Give, event: object) -> Iterator[str]:
    """Yield the given things to check: the singular and the plural of one name."""
    assert isinstance(event, ItemGiven)
    stacks = state.sheets[event.character].stacks.values()
    if is_singular(command.item, event.name):
        total = sum(stack.quantity for stack in stacks if stack.name == event.name)
        yield f"Counted with the {event.name}: {total} now. Meant another thing? Type undo, then give it another name."
        return
    other = next((each.name for each in stacks if is_singular(each.name, event.name)), None)
    if other is not None:
        remedy = f"Type undo, then call it {quote(other)}."
        yield f"{event.character} has {other} too, counted apart. Meant the same? {remedy}"
