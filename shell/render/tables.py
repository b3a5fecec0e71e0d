"""Answers about tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.tables.commands import RollTable, ShowTables, TableOdds
from engine.concerns.tables.events import TABLES
from engine.concerns.tables.sheet import every_table, the_table
from engine.dice import read_dice
from engine.rules.ruleset import Ruleset
from engine.rules.tables import GM_DECIDES, HouseTable, format_span, row_effect
from engine.state import State
from engine.text import name_dice, percent
from shell.output import pad
from shell.render import Answer, Asked, answers
from shell.render.rolls import event_result, found_text


@answers(RollTable)
def answer_rolled_on(asked: Asked) -> Answer:
    """Answer with the row of a table."""
    return Answer(event_result(asked), lambda: found_text(asked))


@answers(ShowTables)
def answer_tables(asked: Asked) -> Answer:
    """Answer with every table, or one of them."""
    state = asked.state
    found = list(every_table(state).values()) if asked.command.name is None else [the_table(state, asked.command.name)]
    none = "no tables; “define table NAME: 1-3 one, 4-6 other” adds one"
    data = {"tables": [table_as_json(state, each) for each in found]}
    return Answer(data, lambda: "\n\n".join(table_text(state.rules, each) for each in found) or none)


@answers(TableOdds)
def answer_table_odds(asked: Asked) -> Answer:
    """Answer with the chance of every row of a table."""
    state = asked.state
    table = the_table(state, asked.command.name)
    return Answer(table_as_json(state, table), lambda: table_text(state.rules, table))


def table_as_json(state: State, table: HouseTable) -> dict[str, Any]:
    """Return a table as plain data."""
    rows = [
        {"least": least, "most": most, "effect": effect, "chance": chance}
        for least, most, effect, chance in row_chances(table)
    ]
    own = table.name in TABLES.of(state)
    return {"name": table.name, "dice": name_dice(table.dice), "of": "campaign" if own else "rules", "rows": rows}


def row_chances(table: HouseTable) -> Iterator[tuple[int | None, int | None, str, float]]:
    """Yield each row's numbers, text and chance, and last what is left to the GM, if anything."""
    pmf = read_dice(table.dice).pmf()
    given = 0.0
    for row in table.rows:
        chance = float(pmf.at_least(row.least) - pmf.at_least(row.most + 1))
        given += chance
        yield row.least, row.most, row.effect, chance
    if given < 1 - 1e-9:
        yield None, None, GM_DECIDES, 1 - given


def table_text(rules: Ruleset, table: HouseTable) -> str:
    """Write a table: its name and dice, and a line for each row with its chance."""
    spans = [format_span(row) for row in table.rows]
    wide = max([4, *map(len, spans)])
    spans.append("else")
    lines = [
        f"{pad(span, wide)}  {percent(chance, rules.decimals):>7}  {row_effect(effect).said}"
        for span, (_, _, effect, chance) in zip(spans, row_chances(table), strict=False)
    ]
    return "\n".join([f"{table.name} ({name_dice(table.dice)})", *(f"  {line}" for line in lines)])
