"""Write events about tables as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.rolls.line import faces_of
from engine.concerns.tables.commands import DefineTable, RollTable, RowOf
from engine.concerns.tables.events import TableDefined, TableRolled
from engine.line import Before, find_number
from engine.registry import as_line


@as_line(TableDefined)
def _defined(event: TableDefined, before: Before) -> Iterable[object]:
    rows = tuple(RowOf((row.least, row.most), row.effect) for row in event.rows)
    yield DefineTable(event.name, rows, event.dice)


@as_line(TableRolled)
def _rolled(event: TableRolled, before: Before) -> Iterable[object]:
    of = None if event.of is None else find_number(event.of, before)
    yield RollTable(event.table, event.character, of, faces_of(event.faces, event.roll), event.secret)
