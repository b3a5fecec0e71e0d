"""Write events about corrections as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.corrections.commands import Rule, RuleOnCritical, Sign
from engine.concerns.corrections.events import (
    AwardAmended,
    CheckRuled,
    CriticalRuled,
    EventsRedone,
    EventsUndone,
    Renamed,
    SheetSigned,
)
from engine.line import Before, find_number
from engine.registry import as_line, no_line


@as_line(SheetSigned)
def _signed(event: SheetSigned, before: Before) -> Iterable[object]:
    yield Sign(event.character, event.player)


@as_line(CheckRuled)
def _ruled(event: CheckRuled, before: Before) -> Iterable[object]:
    stands = event.ruling == "stands"
    yield Rule(find_number(event.event, before), stands, not stands, event.reason)


@as_line(CriticalRuled)
def _critical_ruled(event: CriticalRuled, before: Before) -> Iterable[object]:
    yield RuleOnCritical(find_number(event.of, before), not event.by, event.by or None, event.reason)


# A script leaves out events that are undone, has those that are restored, and uses corrected names throughout.
no_line(EventsUndone, EventsRedone, AwardAmended, Renamed)
