"""Answers about countdowns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.campaign import Recorded
from engine.concerns.countdowns.commands import MakeCountdown, ShowCountdowns, TickCountdown
from engine.concerns.countdowns.events import CountdownMade, CountdownTicked
from engine.concerns.countdowns.sheet import COUNTDOWNS, CountdownNow, find_linked, is_closed
from engine.state import State
from engine.text import because
from shell.output import PLAIN
from shell.render import Answer, Asked, answers
from shell.render.events import recorded_text

#: A marked box, and an empty one.
MARKED, EMPTY = "■", "□"

#: The most boxes that are drawn. More are counted.
MOST_BOXES_DRAWN = 24


@answers(MakeCountdown, TickCountdown)
def answer_countdown(asked: Asked) -> Answer:
    """Answer with the events about a countdown, and its boxes."""
    made = next((each.event for each in asked.events if isinstance(each.event, CountdownMade)), None)
    name = made.name if made else asked.command.name
    state = asked.state
    found = COUNTDOWNS.of(state)[name]
    return Answer(as_json(state, found), lambda: f"{recorded_text(asked.events)}\n  {draw_boxes(found)}")


@answers(ShowCountdowns)
def answer_countdowns(asked: Asked) -> Answer:
    """Answer with all countdowns."""
    state = asked.state
    found = list(COUNTDOWNS.of(state).values())
    lines = [line for each in found for line in countdown_lines(state, each)]
    none = "no countdowns; “countdown NAME 4” makes one of four boxes"
    return Answer({"countdowns": [as_json(state, each) for each in found]}, lambda: "\n".join(lines) or none)


def as_json(state: State, found: CountdownNow) -> dict[str, Any]:
    """Return a countdown as plain data."""
    other = find_linked(state, found)
    stages = [
        {"boxes": stage.boxes, "at": at, "event": stage.effect or None, "reached": at <= found.marked}
        for stage, at in zip(found.stages, found.ends, strict=True)
    ]
    return {
        "name": found.name,
        "seq": found.number,
        "boxes": found.boxes,
        "marked": found.marked,
        "stages": stages,
        "cause": found.cause or None,
        "hidden": found.hidden,
        "against": other.name if other else None,
        "full": found.full,
        "closed": is_closed(state, found),
    }


def draw_boxes(found: CountdownNow) -> str:
    """Draw the boxes stage by stage, with how many are marked, or say only that with `--plain`."""
    said = f"{found.marked} of {found.boxes}"
    if found.boxes > MOST_BOXES_DRAWN or PLAIN.get():
        return f"{found.name} {said}"
    row = MARKED * found.marked + EMPTY * (found.boxes - found.marked)
    starts = (0, *found.ends[:-1])
    return f"{found.name} {' '.join(row[start:end] for start, end in zip(starts, found.ends, strict=True))} {said}"


def countdown_lines(state: State, found: CountdownNow) -> Iterator[str]:
    """Yield a countdown's line, and one for each stage with its event."""
    other = find_linked(state, found)
    notes = ["hidden"] if found.hidden else []
    notes += [f"against {other.name}"] if other else []
    notes += [f"moved {found.cause}"] if found.cause else []
    notes += ["over"] if is_closed(state, found) else []
    yield f"{draw_boxes(found)}{because(', '.join(notes))}"
    for stage, at in zip(found.stages, found.ends, strict=True):
        if stage.effect:
            yield f"  {'✓' if at <= found.marked else ' '} at {at}: {stage.effect}"


def describe_ticks(state: State, recorded: Recorded) -> str:
    """Return a countdown's boxes, to put behind the sentence of a tick, or "" for other events."""
    event = recorded.event
    return f": {draw_boxes(COUNTDOWNS.of(state)[event.countdown])}" if isinstance(event, CountdownTicked) else ""
