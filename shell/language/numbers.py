"""Advise which question to ask if the number of an event was typed in place of a name."""

from __future__ import annotations

from engine.concerns.experience.events import XpAwarded
from engine.naming import every_name_in, names_in
from engine.state import State
from shell.language.kinds.text import spelled_name
from shell.language.names import sheet_values
from shell.language.parse import Scene


def find_question(event: object, state: State) -> str | None:
    """Return the line that asks why a value is what an event made it, or None if the event names no value."""
    who = next((name for name in names_in(event, "character") if name in state.sheets), None)
    if who is None:
        return None
    values = sheet_values(Scene(state, {"who": who}))
    named = [name for _, name in every_name_in(event) if name in values]
    named += ["xp"] if isinstance(event, XpAwarded) else []
    return f"why {spelled_name(who)} {spelled_name(named[0])}" if named else None
