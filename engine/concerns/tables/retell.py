"""How a narrator tells events about tables."""

from __future__ import annotations

from engine.concerns.tables.events import TableDefined, TableRolled
from engine.retelling import ClauseTold, Telling, retells, says_nothing
from engine.rules.tables import row_effect

says_nothing(TableDefined)


@retells(TableRolled)
def _rolled(event: TableRolled, telling: Telling) -> ClauseTold:
    who = f" for {telling.call(event.character)}" if event.character else ""
    return ClauseTold(f"{event.table}{who}: {row_effect(event.effect).said}")
