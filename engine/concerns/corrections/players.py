"""Reduce events about signatures, rulings, undos and renames to the parts that players see."""

from __future__ import annotations

from collections.abc import Collection

from engine.concerns.corrections.events import (
    AwardAmended,
    CheckRuled,
    CriticalRuled,
    EventsRedone,
    EventsUndone,
    Renamed,
    SheetSigned,
)
from engine.concerns.goals.events import GoalSet
from engine.concerns.uses.players import reduce_turning, tell_end
from engine.players import Reduced, Seen, blank_fields, reduces, seen_whole, tells_part
from engine.text import because
from engine.value import evolve

seen_whole(CheckRuled, AwardAmended)
reduces(CriticalRuled, in_the_open=True)(reduce_turning)


@tells_part(CriticalRuled)
def tell_ruling(event: CriticalRuled, blanks: Collection[str]) -> str:
    """Say the effect of a ruling on a roll that players see in part."""
    return f"Ruling on #{event.of}: {tell_end(event)}{because(event.reason)}"


@reduces(SheetSigned)
def reduce_signing(event: SheetSigned, seen: Seen) -> Reduced:
    """Leave out an NPC's sheet, and fields that name goals that are secret again."""
    if not seen.is_players(event.character):
        return blank_fields(event, {"values"})
    goals = seen.find_secret_names(GoalSet)
    values = {
        field: held
        for field, held in event.values.items()
        if field not in ("goals", "pending") or not any(goal in str(held) for goal in goals)
    }
    return Reduced(evolve(event, values=values))


@reduces(EventsUndone, EventsRedone)
def reduce_undo(event: EventsUndone | EventsRedone, seen: Seen) -> Reduced | None:
    """Leave out the events that players do not see, and then the reason. Return None if no event is left."""
    targets = tuple(target for target in event.targets if not seen.is_withheld(target))
    if isinstance(event, EventsUndone):
        event = evolve(event, kept=tuple(each for each in event.kept if not seen.is_withheld(each)))
    if targets == event.targets:
        return Reduced(event)
    return Reduced(evolve(event, targets=targets, reason=""), frozenset({"reason"})) if targets else None


@reduces(Renamed)
def reduce_rename(event: Renamed, seen: Seen) -> Reduced | None:
    """Return the rename of a player, or of a character whose sheet players see."""
    is_seen = event.kind == "player" or (event.kind == "character" and not seen.is_hidden(event.after))
    return Reduced(event) if is_seen else None
