"""Reduce events about tables to the parts that players see."""

from __future__ import annotations

from engine.concerns.tables.events import TableDefined, TableRolled
from engine.players import leave_out_causes, never_seen, reduces

never_seen(TableDefined)  # a row is known once it is rolled
reduces(TableRolled, in_the_open=True)(leave_out_causes)
