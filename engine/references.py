"""What an event names by number must be there: earlier events, of the kind that it needs.

Opening a log and `verify` ask the same of every event; a log that fails here was made up, for its chain may be right.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.belongings.events import ItemGiven, ItemMoved, ItemPassed
from engine.concerns.campaign.events import CampaignCreated
from engine.concerns.corrections.events import AwardAmended, CheckRuled, EventsRedone, EventsUndone
from engine.concerns.experience.events import XpAllocated
from engine.concerns.files.events import CampaignForked, LogConverted
from engine.concerns.rolls.events import SecretRevealed
from engine.history import CORRECTIONS, FIXED, History
from engine.store.looks import OldLog as Log

#: What makes a stack of things, which others may join.
GIVING = ("ItemGiven", "ItemMoved", "ItemPassed")

#: The events that name others by number, but for corrections; and the one that stands first.
NAMING = frozenset(
    [
        *(XpAllocated, SecretRevealed, CheckRuled, CampaignForked, LogConverted, CampaignCreated),
        *(ItemGiven, ItemMoved, ItemPassed),
    ]
)


def misnamed(log: Log, event: object, seq: int) -> str | None:
    """Why an event that corrects nothing cannot be where it is, by the numbers that it names; None where it can."""
    return next(_numbers(log, event, seq), None) if type(event) in NAMING else None


def miscorrected(log: Log, history: History, event: object, seq: int) -> str | None:
    """Why a correction cannot be where it is, `history` being what counted before it; None where it can."""
    return next(_corrections(log, history, event, seq), None) if type(event).__name__ in CORRECTIONS else None


def _numbers(log: Log, event: object, seq: int) -> Iterator[str]:
    yield from _later(event, seq)
    match event:
        case CampaignCreated() if seq > 1:
            yield "a campaign begins only once"
        case ItemGiven(item=int(item)) | ItemMoved(onto=int(item)) | ItemPassed(onto=int(item)):
            if kind(log, item) not in GIVING:
                yield f"#{item} made no thing"


def _corrections(log: Log, history: History, event: object, seq: int) -> Iterator[str]:
    yield from _later(event, seq)
    match event:
        case EventsUndone(targets):
            yield from _undone(log, history, targets, seq)
        case EventsRedone(targets):
            wrong = next((target for target in targets if target not in history.inactive), None)
            if wrong is not None or not targets:
                yield f"#{wrong} is not taken back then" if targets else "it puts nothing back"
        case AwardAmended(award):
            if kind(log, award) != "XpAwarded" or award in history.inactive:
                yield f"#{award} is no award then"


def _later(event: object, seq: int) -> Iterator[str]:
    """Events that it names and that are not there."""
    for named in earlier(event):
        if not 1 <= named < seq:
            yield f"it names #{named}, which is not there then"


def earlier(event: object) -> tuple[int, ...]:
    """The numbers of earlier events that an event names."""
    match event:
        case XpAllocated(draws=draws):
            return tuple(award for award, _ in draws)
        case SecretRevealed(event=number) | CheckRuled(event=number):
            return (number,)
        case EventsUndone(targets=targets, kept=kept):
            return (*targets, *kept)
        case EventsRedone(targets=targets):
            return targets
        case AwardAmended(award=award):
            return (award,)
        case CampaignForked(events=events) | LogConverted(events=events):
            return (events,)
        case ItemGiven(item=int(item)) | ItemMoved(onto=int(item)) | ItemPassed(onto=int(item)):
            return (item,)
    return ()


def _undone(log: Log, history: History, targets: tuple[int, ...], seq: int) -> Iterator[str]:
    """What an undo cannot take back."""
    if not targets or len(set(targets)) < len(targets):
        yield "it takes nothing back" if not targets else "it takes an event back twice"
    for target in targets:
        if target in history.inactive:
            yield f"#{target} is taken back already"
        elif 1 <= target < seq and kind(log, target) in FIXED:
            yield f"#{target} cannot be taken back"


def kind(log: Log, seq: int) -> str | None:
    """The type of an event, by its number; None where there is none of that number."""
    found = log.types(seq - 1, seq) if 0 < seq < 2**63 else []
    return found[0][1] if found else None
