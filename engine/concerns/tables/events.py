"""Events about tables."""

from __future__ import annotations

from collections.abc import Mapping

from engine.own import Own
from engine.registry import Event, event
from engine.rules.parts import TableRow
from engine.types import Character, EventNumber, Table
from engine.value import value

#: The tables that the campaign defined, by name.
TABLES: Own[Mapping[Table, TableDefined]] = Own("tables", {})


@event(defined_in=TABLES.of)
@value
class TableDefined(Event):
    """A table of the campaign was defined, or took the place of one of its name."""

    name: Table
    dice: str
    rows: tuple[TableRow, ...]


@event(fell=True, witnessed=True, called="tables")
@value
class TableRolled(Event):
    """A table was rolled on and said this. `of` is the roll that it came of."""

    table: Table
    dice: str
    faces: tuple[int, ...]
    roll: int
    physical: bool
    effect: str
    character: Character | None = None
    of: EventNumber | None = None
    secret: bool = False
