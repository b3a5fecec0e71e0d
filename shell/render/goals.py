"""Answers about goals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.goals.commands import ShowGoals
from engine.concerns.goals.sheet import GOALS, REPLACED_GOALS, GoalNow
from engine.text import because
from shell.render import Answer, Asked, answers
from shell.render.heard import say_or_show


@answers(ShowGoals)
def answer_goals(asked: Asked) -> Answer:
    """Answer with all goals, those first whose name another has by now."""
    state = asked.state
    found = [*REPLACED_GOALS.of(state), *GOALS.of(state).values()]
    lines = [line for each in found for line in goal_lines(each)]
    none = "no goals; “goal NAME needs NEED” sets one"
    return Answer({"goals": [as_data(each) for each in found]}, lambda: "\n".join(lines) or none)


def as_data(found: GoalNow) -> dict[str, Any]:
    """Return a goal as plain data."""
    return {
        "name": found.name,
        "seq": found.number,
        "character": found.character,
        "sets": [list(one) for one in found.sets],
        "met": list(found.met),
        "lacking": [list(one) for one in found.lacking],
        "reached": found.reached,
        "hidden": found.hidden,
    }


def goal_lines(found: GoalNow) -> Iterator[str]:
    """Yield a goal's line and a line for each set of complications, in which those that are met have a tick."""
    notes = ["secret"] if found.hidden else []
    notes += [f"{found.character}'s"] if found.character else []
    yield f"{found.name}{because(', '.join(notes))}{': reached' if found.reached else ''}"
    for place, one in enumerate(found.sets):
        met, unmet = say_or_show("met:", "✓"), say_or_show("open:", "□")
        needs = ", ".join(f"{met if need in found.met else unmet} {need}" for need in one)
        yield f"  {'or ' if place else ''}{needs}"
