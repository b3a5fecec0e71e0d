"""What an event names by number must be there: earlier events, of the kind that it needs.

The catalog of the log answers, so that no reference costs a query. Opening a log and `verify` ask the same of every
event; a log that fails here was made up, for its chain may be right.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import events as e
from engine.history.catalog import AWARDED, IS_FIXED, MADE_STACK, Catalog
from engine.history.counting import Correcting, History

#: The events that name others by number, but for corrections; and the one that stands first.
NAMING = frozenset(
    [
        *(e.XpAllocated, e.SecretRevealed, e.CheckRuled, e.CampaignForked, e.CampaignCreated),
        *(e.ItemGiven, e.ItemMoved, e.ItemPassed),
    ]
)


def misnamed(catalog: Catalog, event: object, seq: int) -> str | None:
    """Why an event that corrects nothing cannot be where it is, by the numbers that it names; None where it can."""
    return next(_numbers(catalog, event, seq), None) if type(event) in NAMING else None


def miscorrected(catalog: Catalog, history: History, event: object, seq: int) -> str | None:
    """Why a correction cannot be where it is, `history` being what counted before it; None where it can."""
    return next(_corrections(catalog, history, event, seq), None) if isinstance(event, Correcting) else None


def _numbers(catalog: Catalog, event: object, seq: int) -> Iterator[str]:
    yield from _later(event, seq)
    match event:
        case e.CampaignCreated() if seq > 1:
            yield "a campaign begins only once"
        case e.ItemGiven(item=int(item)) | e.ItemMoved(onto=int(item)) | e.ItemPassed(onto=int(item)):
            if not catalog.is_kind(item, MADE_STACK):
                yield f"#{item} made no thing"


def _corrections(catalog: Catalog, history: History, event: object, seq: int) -> Iterator[str]:
    yield from _later(event, seq)
    match event:
        case e.EventsUndone(targets):
            yield from _undone(catalog, history, targets, seq)
        case e.EventsRedone(targets):
            wrong = next((target for target in targets if target not in history.inactive), None)
            if wrong is not None or not targets:
                yield f"#{wrong} is not taken back then" if targets else "it puts nothing back"
        case e.AwardAmended(award):
            if not catalog.is_kind(award, AWARDED) or award in history.inactive:
                yield f"#{award} is no award then"


def _later(event: object, seq: int) -> Iterator[str]:
    """Events that it names and that are not there."""
    for named in earlier(event):
        if not 1 <= named < seq:
            yield f"it names #{named}, which is not there then"


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


def _undone(catalog: Catalog, history: History, targets: tuple[int, ...], seq: int) -> Iterator[str]:
    """What an undo cannot take back."""
    if not targets or len(set(targets)) < len(targets):
        yield "it takes nothing back" if not targets else "it takes an event back twice"
    for target in targets:
        if target in history.inactive:
            yield f"#{target} is taken back already"
        elif 1 <= target < seq and catalog.is_kind(target, IS_FIXED):
            yield f"#{target} cannot be taken back"
