"""Who is a ship, and the qualities of ships."""

from __future__ import annotations

from engine.concerns.effects.sheet import describe_passing, is_quality, passing
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import shows
from engine.state import Sheet, State
from engine.text import quoted

#: The characteristic by which an NPC says that it is a ship.
KIND, SHIP = "Kind", "ship"


def the_ship(state: State, name: str, about: str) -> Sheet:
    """Return the sheet of a ship; raise Refused for anybody else (FL-69)."""
    sheet = the_sheet(state, name, about)
    kinds = (said for each, said in sheet.characteristics.items() if each.casefold() == KIND.casefold())
    if SHIP not in map(str.casefold, kinds):
        hint = f"“set {quoted(sheet.name)} {KIND} = {SHIP}” makes it one"
        raise Refused(f"{sheet.name} is not a ship", about=about, value=name, hint=hint)
    return sheet


@shows("qualities", "Qualities")
def qualities_shown(state: State, sheet: Sheet) -> str | None:
    """Return the qualities of a ship, None if it has none (FL-71)."""
    return "; ".join(describe_passing(each) for each in passing(sheet) if is_quality(each)) or None
