"""What an event names must be there when it is recorded: characters, things, awards, events, faces of dice."""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as e
from engine.dice import DiceError, read_dice
from engine.fit import misfit
from engine.history import FIXED
from engine.state import State
from replay.soundness import Standing

#: Fields that count something, and so are 1 or more.
COUNTS = ("amount", "quantity", "xp")

#: What makes a stack of things, which others may join.
GIVING = ("ItemGiven", "ItemMoved", "ItemPassed")

#: No rules let a level at creation go beyond this: what it stands for is 2 to that many XP.
HIGHEST = 10_000

#: Nor below this, where a ladder has levels below nothing.
LOWEST = -1000


def unfounded(standing: Standing, event: object, seq: int) -> str | None:
    """Why no program of ours could have recorded this event here, in a few words; None where one could."""
    return next(reasons(standing, event, seq), None)


def misplaced(standing: Standing, event: object, seq: int) -> str | None:
    """Why an event cannot be where it is, by the events that it names; None where it can."""
    return next(numbers(standing, event, seq), None)


def reasons(standing: Standing, event: object, seq: int) -> Iterator[str]:
    """Everything that stands against an event."""
    yield from strangers(standing.state, event)
    yield from amounts(standing.state, event)
    yield from numbers(standing, event, seq)
    yield from dice(event)
    why = misfit(standing.state, event)
    if why is not None:
        yield why


def strangers(state: State, event: object) -> Iterator[str]:
    """Characters that are not there."""
    named = [getattr(event, field, None) for field in ("character", "to", "opponent")]
    sides = event.participants if isinstance(event, e.ContestResolved) else ()
    for name in (*named, *(side.character for side in sides)):
        if name is not None and name not in state.sheets:
            yield f"there is no {name!r:.60} then"


def amounts(state: State, event: object) -> Iterator[str]:
    """Amounts below one, but for points that are spent, and levels out of range."""
    for field in COUNTS:
        if getattr(event, field, 1) < 1 and not (isinstance(event, e.PointsChanged) and event.amount):
            yield f"its {field} is {getattr(event, field)}"
    least = 0 if state.rules.growth == "practice" else LOWEST
    if isinstance(event, e.TraitGiven) and not least <= event.level <= HIGHEST:
        yield f"level {event.level} is out of range"
    if isinstance(event, e.XpAllocated):
        drawn = [amount for _, amount in event.draws]
        if min(drawn, default=0) < 1 or sum(drawn) != event.amount:
            yield "what it draws is not what it spends"


def numbers(standing: Standing, event: object, seq: int) -> Iterator[str]:
    """Events that it names and that are not there, or not of the kind it needs."""
    for named in earlier(event):
        if not 1 <= named < seq:
            yield f"it names #{named}, which is not there then"
    match event:
        case e.EventsUndone(targets):
            yield from undone(standing, targets, seq)
        case e.EventsRedone(targets):
            wrong = next((target for target in targets if target not in standing.history.inactive), None)
            if wrong is not None or not targets:
                yield f"#{wrong} is not taken back then" if targets else "it puts nothing back"
        case e.AwardAmended(award):
            if kinds(standing, award) != "XpAwarded" or award in standing.history.inactive:
                yield f"#{award} is no award then"
        case e.ItemGiven(item=int(item)) | e.ItemMoved(onto=int(item)) | e.ItemPassed(onto=int(item)):
            if kinds(standing, item) not in GIVING:
                yield f"#{item} made no thing"


def earlier(event: object) -> tuple[int, ...]:
    """The numbers of earlier events that an event names."""
    match event:
        case e.XpAllocated(draws=draws):
            return tuple(award for award, _ in draws)
        case e.SecretRevealed(event=number) | e.CheckRuled(event=number):
            return (number,)
        case e.EventsUndone(targets=targets, kept=kept):
            return (*targets, *kept)
        case e.EventsRedone(targets=targets):
            return targets
        case e.AwardAmended(award=award):
            return (award,)
        case e.CampaignForked(events=events):
            return (events,)
        case e.ItemGiven(item=int(item)) | e.ItemMoved(onto=int(item)) | e.ItemPassed(onto=int(item)):
            return (item,)
    return ()


def undone(standing: Standing, targets: tuple[int, ...], seq: int) -> Iterator[str]:
    """What an undo cannot take back."""
    if not targets or len(set(targets)) < len(targets):
        yield "it takes nothing back" if not targets else "it takes an event back twice"
    for target in targets:
        if target in standing.history.inactive:
            yield f"#{target} is taken back already"
        elif 1 <= target < seq and kinds(standing, target) in FIXED:
            yield f"#{target} cannot be taken back"


def kinds(standing: Standing, seq: int) -> str | None:
    """The type of an event, by its number."""
    found = standing.log.types(seq - 1, seq)
    return found[0][1] if found else None


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
    if isinstance(event, e.ContestResolved):
        yield from ((side.dice or event.dice, side.faces) for side in event.participants)
    elif isinstance(event, e.DiceRolled | e.ReactionRolled | e.CriticalDrawn) or (
        isinstance(event, e.CheckResolved) and event.dice
    ):
        yield event.dice, event.faces
