"""Fold events about corrections, and check their preconditions."""

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
from engine.concerns.uses.project import keep_result, must_rank_the_sides, roll_to_turn
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import always_fits, projects, projects_nothing, requires
from engine.rules.uses import must_be_natural
from engine.state import State
from engine.value import evolve


@projects(SheetSigned)
def sheet_signed(state: State, event: SheetSigned, seq: int) -> None:
    """Remember the event by which the sheet was last signed."""
    state.sheets[event.character].signed = seq


@projects(CheckRuled)
def ruled(state: State, event: CheckRuled, seq: int) -> None:
    """Remember the ruling on a check."""
    state.rulings[event.event] = event.ruling


@projects(CriticalRuled)
def critical_ruled(state: State, event: CriticalRuled, seq: int) -> None:
    """Store the roll with its ruling. A critical that decides it does so through all later changes (FU-62)."""
    keep_result(state, event, seq)
    if not event.by:
        state.rolls[event.of] = evolve(state.rolls[event.of], override=True)


@requires(CriticalRuled)
def can_be_ruled(state: State, event: CriticalRuled) -> None:
    """Refuse a ruling on anything but a critical that does not decide its check yet."""
    must_be_natural(state.rules, roll_to_turn(state, event.character, event.of, "event"), event.of)
    must_rank_the_sides(state, event)
    if not event.by and (state.rules.critical_override or state.rolls[event.of].override):
        raise Refused(f"#{event.of} is beyond all levels already", about="event", value=event.of)


@requires(SheetSigned)
def signed_sheet_is_there(state: State, event: SheetSigned) -> None:
    """Refuse a signature under nobody's sheet, or under nothing."""
    the_sheet(state, event.character, "character")
    if not event.values:
        raise Refused("it does not say what was signed", about="values")


# Numbers in corrections and rulings are checked against the history, which is no part of the state. The state has the
# present names of renamed things, so only the decider can check a rename.
always_fits(CheckRuled, AwardAmended, EventsUndone, EventsRedone, Renamed)

# They change which events count and which names hold. The fold applies that.
projects_nothing(AwardAmended, EventsUndone, EventsRedone, Renamed)
