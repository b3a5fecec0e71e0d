"""The tables that can be rolled on."""

from __future__ import annotations

from engine.concerns.tables.events import TABLES
from engine.refusal import unknown
from engine.rules.parts import TableRow
from engine.rules.tables import HouseTable, house_table
from engine.state import State

#: The name of the table of critical results.
CRITICAL_TABLE = "critical"


def every_table(state: State) -> dict[str, HouseTable]:
    """Return every table by name: those of the rules, then the campaign's, which replace them if named alike."""
    found = [house_table(name, text) for name, text in state.rules.pairs("tables")]
    if state.rules.critical_table:
        found.insert(0, critical_table(state))
    own = [HouseTable(each.name, each.dice, each.rows) for each in TABLES.of(state).values()]
    taken = {each.name.casefold() for each in own}
    return {each.name: each for each in (*(each for each in found if each.name.casefold() not in taken), *own)}


def critical_table(state: State) -> HouseTable:
    """Return the game's table of critical results (FU-66)."""
    from engine.rules.house import row_span  # few games have such a table

    spans = [(row_span(numbers), text) for numbers, text in state.rules.pairs("critical-table")]
    rows = tuple(TableRow(span.start, span.stop - 1, text) for span, text in spans if span)
    return HouseTable(CRITICAL_TABLE, state.rules.critical_dice, rows)


def the_table(state: State, name: str) -> HouseTable:
    """Return a known table. Raise Refused for another."""
    found = every_table(state)
    if name not in found:
        hint = "“define table NAME: 1-3 one, 4-6 other” adds one" if not found else f"there are {', '.join(found)}"
        raise unknown("table", name, found, about="name", hint=hint)
    return found[name]
