"""The ships among the NPCs, and their qualities."""

from __future__ import annotations

from engine.concerns.characters.events import KIND, SHIP, is_ship
from engine.concerns.effects.sheet import PASSING, describe_passing, is_quality
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import shows
from engine.state import Sheet, State
from engine.text import quote


def the_ship(state: State, name: str, about: str) -> Sheet:
    """Return the sheet of a ship. Raise Refused for any other character (FL-69)."""
    sheet = the_sheet(state, name, about)
    if not is_ship(sheet.characteristics):
        hint = f"“set {quote(sheet.name)} {KIND} = {SHIP}” makes it one"
        raise Refused(f"{sheet.name} is not a ship", about=about, value=name, hint=hint)
    return sheet


@shows(100, "qualities", "Qualities")
def qualities_shown(state: State, sheet: Sheet) -> str | None:
    """Return the qualities of a ship, None if it has none (FL-71)."""
    return "; ".join(describe_passing(each) for each in PASSING.of(sheet) if is_quality(each)) or None
