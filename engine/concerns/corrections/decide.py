"""Correcting: taking back, putting back, amending, ruling, signing: from commands to events."""

from __future__ import annotations

from engine.concerns.corrections.commands import Rule, Sign
from engine.concerns.corrections.events import CheckRuled, SheetSigned
from engine.dice import Draw
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.sheet import values, view
from engine.state import State


@decides(Sign)
def sign(state: State, command: Sign, draw: Draw) -> list[Event]:
    """The player agrees to the sheet as it is."""
    sheet = the_sheet(state, command.who)
    return [SheetSigned(sheet.name, command.player or sheet.player, values(view(state, sheet.name)))]


@decides(Rule)
def rule(state: State, command: Rule, draw: Draw) -> list[Event]:
    """A check settled by the table."""
    if not 0 < command.event <= state.seq:
        raise Refused(f"there is no event #{command.event}", about="event", hint=f"the last one is #{state.seq}")
    return [CheckRuled(command.event, "stands" if command.stands else "void", command.reason)]
