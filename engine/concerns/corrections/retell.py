"""How a narrator tells events about signatures, rulings, undos and renames."""

from __future__ import annotations

from engine.concerns.corrections.events import (
    AwardAmended,
    CheckRuled,
    CriticalRuled,
    EventsRedone,
    EventsUndone,
    Renamed,
    SheetSigned,
)
from engine.concerns.safety.events import X_CARD
from engine.concerns.uses.retell import tell_turn
from engine.retelling import AmendTold, Telling, TurnTold, UndoTold, retells, says_nothing

says_nothing(SheetSigned, CheckRuled, EventsRedone, Renamed)


@retells(CriticalRuled)
def _ruled(event: CriticalRuled, telling: Telling) -> TurnTold:
    return tell_turn(event, "by ruling", telling)


@retells(AwardAmended)
def _amended(event: AwardAmended, telling: Telling) -> AmendTold:
    return AmendTold(event.character, "award", f"{event.before} → {event.amount} XP", event.reason)


@retells(EventsUndone)
def _undone(event: EventsUndone, telling: Telling) -> UndoTold | None:
    if event.mode == "reason" or event.reason == X_CARD:
        return None
    return UndoTold(event.targets, ("no longer counts", "no longer count"), event.reason, event.mode == "cascade")
