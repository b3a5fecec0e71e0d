"""Sentences for events about tables."""

from __future__ import annotations

from engine.concerns.rolls.events import AND_ROLLED
from engine.concerns.rolls.narrate import describe_roll
from engine.concerns.tables.events import TableDefined, TableRolled
from engine.registry import narrates
from engine.rules.tables import format_span, row_effect
from engine.text import from_event, mark_secret, name_dice


@narrates(TableDefined)
def _defined(event: TableDefined) -> str:
    rows = ", ".join(f"{format_span(row)} {row_effect(row.effect).said}" for row in event.rows)
    return f"Table {event.name} ({name_dice(event.dice)}): {rows}"


@narrates(TableRolled)
def _rolled(event: TableRolled) -> str:
    who = f" for {event.character}" if event.character else ""
    rolled = describe_roll(event.dice, event.faces, event.roll, event.physical)
    said = row_effect(event.effect).said
    return f"{mark_secret(event.secret)}{event.table}{who}: {said}{AND_ROLLED}{rolled}{from_event(event.of)}"
