"""The section of a template about tables.

[tables.Weather]    dice = "2d6", "2" = "storm", "3-12" = "clear"
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.tables.commands import DefineTable, RowOf
from engine.registry import section
from engine.rules.ruleset import pair
from engine.rules.structure import spell_house_table
from engine.rules.tables import house_table
from engine.types import Name


@section("tables", 56, dict[Name, dict[str, str]])
def tables_section(defined: dict[str, dict[str, str]]) -> Iterator[object]:
    """Yield a command for each table."""
    for name, rows in defined.items():
        table = house_table(name, pair(spell_house_table(name, rows))[1])
        yield DefineTable(name, tuple(RowOf((row.least, row.most), row.effect) for row in table.rows), table.dice)
