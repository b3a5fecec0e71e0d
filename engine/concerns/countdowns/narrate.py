"""Sentences for events about countdowns."""

from __future__ import annotations

from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, Stage, StageReached, TickWithdrawn
from engine.concerns.countdowns.sheet import number_of_boxes
from engine.registry import narrates
from engine.text import because, from_event, mark_secret


@narrates(CountdownMade)
def _made(event: CountdownMade) -> str:
    stages = ", then ".join(map(_stage, event.stages))
    against = f"; against {event.against}" if event.against else ""
    cause = f"; moved {event.cause}" if event.cause else ""
    return f"{mark_secret(event.hidden)}Countdown {event.name}: {stages}{against}{cause}"


def _stage(stage: Stage) -> str:
    return f"{number_of_boxes(stage.boxes)}{f', {stage.effect}' if stage.effect else ''}"


@narrates(CountdownTicked)
def _ticked(event: CountdownTicked) -> str:
    of = "" if event.check else from_event(event.of)
    marked = f"{number_of_boxes(event.boxes)} marked"
    return f"{mark_secret(event.hidden)}{event.countdown}: {marked}{of}{because(event.reason)}"


@narrates(StageReached)
def _reached(event: StageReached) -> str:
    what = event.effect or ("all boxes are marked" if event.full else f"stage {event.stage} is reached")
    return f"{mark_secret(event.hidden)}{event.countdown}{' is full' if event.full and event.effect else ''}: {what}"


@narrates(TickWithdrawn)
def _withdrawn(event: TickWithdrawn) -> str:
    return f"{mark_secret(event.hidden)}{event.countdown}: the box of #{event.of} is free again"
