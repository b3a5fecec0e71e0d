"""Check that events named by number exist and are of the right kind.

Opening a log and `verify` check this for every event. A log that fails here with correct hashes was forged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.concerns.campaign.events import CampaignCreated
from engine.concerns.corrections.events import AwardAmended, EventsRedone, EventsUndone
from engine.history.catalog import IS_FIXED, MAKES, Catalog
from engine.history.counting import CORRECTING, Correcting, History
from engine.naming import numbers_in
from engine.store.door import LogError


def explain_misnamed(catalog: Catalog, event: object, seq: int) -> str | None:
    """Return why an event cannot name the numbers it names, or None if it can."""
    if isinstance(event, CampaignCreated) and seq > 1:
        return "a campaign begins only once"
    for kind, number in numbers_in(event):
        if not 1 <= number < seq:
            return f"it names #{number}, which is not there"
        if kind in MAKES and not catalog.is_kind(number, MAKES[kind]):
            return f"#{number} made no {kind}"
    return None


def explain_miscorrected(catalog: Catalog, history: History, event: object, seq: int) -> str | None:
    """Return why a correction cannot stand at its place, given the history before it, or None if it can."""
    if not isinstance(event, CORRECTING):
        return None
    return explain_misnamed(catalog, event, seq) or next(_corrections(catalog, history, event), None)


def must_be_possible(catalog: Catalog, history: History, found: Iterable[tuple[int, Correcting]]) -> None:
    """Raise LogError for a correction that could not be recorded, given the `history` before the first of them."""
    history = history.copy()
    for seq, event in found:
        why = explain_miscorrected(catalog, history, event, seq)
        if why is not None:
            raise LogError(f"#{seq} is impossible: {why}", "“verify” shows more")
        history.correct(seq, event)


def _corrections(catalog: Catalog, history: History, event: object) -> Iterator[str]:
    match event:
        case EventsUndone(targets, mode="reason"):
            yield from _still_undone(history, targets, "it names nothing")
        case EventsUndone(targets):
            yield from _undone(catalog, history, targets)
        case EventsRedone(targets):
            yield from _still_undone(history, targets, "it restores nothing")
        case AwardAmended(award) if award in history.inactive:
            yield f"#{award} does not count"


def _still_undone(history: History, targets: tuple[int, ...], nothing: str) -> Iterator[str]:
    """Yield why a correction cannot name these events as undone."""
    wrong = next((target for target in targets if target not in history.inactive), None)
    if wrong is not None or not targets:
        yield f"#{wrong} is not undone" if targets else nothing


def _undone(catalog: Catalog, history: History, targets: tuple[int, ...]) -> Iterator[str]:
    """Yield why an undo is impossible."""
    if not targets or len(set(targets)) < len(targets):
        yield "it undoes nothing" if not targets else "it undoes an event twice"
    for target in targets:
        if target in history.inactive:
            yield f"#{target} is undone already"
        elif catalog.is_kind(target, IS_FIXED):
            yield f"#{target} cannot be undone"
