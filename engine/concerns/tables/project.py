"""Fold events about tables, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.rolls.project import must_be_rolled
from engine.concerns.tables.events import TABLES, TableDefined, TableRolled
from engine.dice import DiceError, read_dice
from engine.known import the_roll, the_sheet, untaken_name
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.rules.tables import sound_rows
from engine.state import State


@projects(TableDefined)
def table_defined(state: State, event: TableDefined, seq: int) -> None:
    """Store the table in place of one with its name."""
    state.own[TABLES] = {**TABLES.of(state), event.name: event}


@requires(TableDefined)
def can_be_rolled_on(state: State, event: TableDefined) -> None:
    """Refuse a table whose dice or rows cannot be, or whose name is taken."""
    untaken_name("table", event.name, [name for name in TABLES.of(state) if name != event.name])
    try:
        dice = read_dice(event.dice)
    except DiceError as error:
        raise Refused(str(error).rstrip("."), about="dice") from None
    sound_rows(dice, event.rows)


@requires(TableRolled)
def table_is_rolled(state: State, event: TableRolled) -> None:
    """Refuse a table roll for somebody absent, of no roll, or that no dice give."""
    if event.character is not None:
        the_sheet(state, event.character, "who")
    if event.of is not None:
        the_roll(state, event.of, "roll")
    must_be_rolled(event.dice, event.faces, event.roll, event.physical)


@bears("table")
def tables_named(state: State) -> Iterable[str]:
    """Return the tables that the campaign defined."""
    return TABLES.of(state)
