"""What an event names must be there when it is recorded: characters, things, awards, events, faces of dice."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.experience.events import XpAllocated
from engine.concerns.points.events import PointsChanged
from engine.concerns.rolls.events import CriticalDrawn, DiceRolled, ReactionRolled
from engine.concerns.traits.events import TraitGiven
from engine.dice import DiceError, read_dice
from engine.history.references import miscorrected, misnamed
from engine.history.timeline import Timeline
from engine.registry import violation
from engine.state import State
from engine.types import NUMBER_LIMIT

#: Fields that count something, and so are 1 or more.
COUNTS = ("amount", "quantity", "xp")

#: No rules let a level at creation go beyond this: what it stands for is 2 to that many XP.
HIGHEST = 10_000

#: Nor below this, where a ladder has levels below nothing.
LOWEST = -1000


def unfounded(timeline: Timeline, event: object, seq: int) -> str | None:
    """Why no program of ours could have recorded this event here, in a few words; None where one could."""
    return next(reasons(timeline, event, seq), None)


def misplaced(timeline: Timeline, event: object, seq: int) -> str | None:
    """Why an event cannot be where it is, by the events that it names; None where it can."""
    return next(numbers(timeline, event, seq), None)


def reasons(timeline: Timeline, event: object, seq: int) -> Iterator[str]:
    """Everything that stands against an event."""
    yield from strangers(timeline.state, event)
    yield from amounts(timeline.state, event)
    yield from numbers(timeline, event, seq)
    yield from dice(event)
    why = violation(timeline.state, event)
    if why is not None:
        yield why.message


def strangers(state: State, event: object) -> Iterator[str]:
    """Characters that are not there."""
    named = [getattr(event, field, None) for field in ("character", "to", "opponent")]
    sides = event.participants if isinstance(event, ContestResolved) else ()
    for name in (*named, *(side.character for side in sides)):
        if name is not None and name not in state.sheets:
            yield f"there is no {name!r:.60} then"


def amounts(state: State, event: object) -> Iterator[str]:
    """Amounts below one, but for points that are spent, and amounts and levels out of range."""
    for field in COUNTS:
        if abs(getattr(event, field, 1)) > NUMBER_LIMIT:
            yield f"its {field} is out of range: numbers go to ±{NUMBER_LIMIT:,}"
        if getattr(event, field, 1) < 1 and not (isinstance(event, PointsChanged) and event.amount):
            yield f"its {field} is {getattr(event, field)}"
    least = 0 if state.rules.growth == "practice" else LOWEST
    if isinstance(event, TraitGiven) and not least <= event.level <= HIGHEST:
        yield f"level {event.level} is out of range"
    if isinstance(event, XpAllocated):
        drawn = [amount for _, amount in event.draws]
        if min(drawn, default=0) < 1 or sum(drawn) != event.amount:
            yield "what it draws is not what it spends"


def numbers(timeline: Timeline, event: object, seq: int) -> Iterator[str]:
    """Events that it names and that are not there, or not of the kind it needs."""
    if timeline.state.unknown:  # what an event that is not known here may have changed, nobody can say
        return
    why = misnamed(timeline.catalog, event, seq) or miscorrected(timeline.catalog, timeline.history, event, seq)
    if why is not None:
        yield why


def dice(event: object) -> Iterator[str]:
    """Dice that cannot be, and faces that they do not have."""
    for spec, faces in rolls(event):
        try:
            found = read_dice(spec)
            wrong = found.refuse(faces) if faces else None
        except DiceError as error:
            wrong = str(error)
        if wrong:
            yield wrong.rstrip(".")


def rolls(event: object) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The dice of an event, with what they showed."""
    if isinstance(event, ContestResolved):
        yield from ((side.dice or event.dice, side.faces) for side in event.participants)
    elif isinstance(event, DiceRolled | ReactionRolled | CriticalDrawn) or (
        isinstance(event, CheckResolved) and event.dice
    ):
        yield event.dice, event.faces
