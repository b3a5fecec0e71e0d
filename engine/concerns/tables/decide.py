"""Decide commands about tables."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.effects.events import EffectBegan
from engine.concerns.effects.sheet import must_run
from engine.concerns.rolls.commands import Critical
from engine.concerns.rolls.events import CriticalDrawn
from engine.concerns.tables.commands import DefineTable, RollTable, RowOf
from engine.concerns.tables.events import TABLES, TableDefined, TableRolled
from engine.concerns.tables.sheet import CRITICAL_TABLE, critical_table, the_table
from engine.dice import Draw
from engine.known import new_name, the_roll, the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.parts import TableRow, start_of
from engine.rules.rolling import cast, the_dice
from engine.rules.tables import MELEE, find_row, follow_each_other, row_effect, sound_rows
from engine.state import State
from engine.types import Character, EventNumber


@decides(DefineTable)
def define_table(state: State, command: DefineTable, draw: Draw) -> list[Event]:
    """Define a table over any dice, or replace it (FU-66)."""
    rows = tuple(TableRow(*each.span, row_text(each)) for each in command.rows)
    follow_each_other(rows)
    dice = the_dice(state.rules, command.dice or one_die(command.rows))
    sound_rows(dice, rows)
    known = TABLES.of(state)
    same = next((name for name in known if name.casefold() == command.name.casefold()), None)
    return [TableDefined(same or new_name("table", command.name, known), dice.spec, rows)]


def row_text(row: RowOf) -> str:
    """Return the text of a row from its parts."""
    if None not in (row.action, row.skill):
        raise Refused(f"{row.result} adds to actions twice", about="rows", hint="leave out “a” or “skill”")
    if row.timing and row.clock:
        raise Refused(f"“{row.timing}” says how long {row.result} lasts", about="rows", hint="leave out “until”")
    added = {"a": row.action, "skill": row.skill, "damage": row.damage, "armour": row.armour}
    said = [f"{word} {by:+d}" for word, by in added.items() if by is not None]
    time = row.timing or (f"until {row.clock}" if row.clock else "")
    return " ".join(filter(None, (row.result, *said, *dict.fromkeys(row.bans), time)))


def one_die(rows: Iterable[RowOf]) -> str:
    """Return the one die with as many sides as the rows have numbers. Raise Refused unless they begin at 1."""
    spans = [each.span for each in rows]
    least, most = min(each[0] for each in spans), max(each[1] for each in spans)
    if least != 1 or most < 2:
        raise Refused("say which dice are rolled", about="name", hint="such as “with 2d6” before the colon")
    return f"1d{most}"


@decides(RollTable)
def roll_table(state: State, command: RollTable, draw: Draw) -> list[Event]:
    """Roll on a table, and begin its row's effect on a character at once (FU-66)."""
    table = the_table(state, command.name)
    if table.name == CRITICAL_TABLE and CRITICAL_TABLE not in TABLES.of(state):
        if command.secret:
            raise Refused("critical results are open", about="secret", hint="leave out “secret”")
        return draw_critical(state, Critical(command.who, command.faces, command.roll), draw)
    who = befall(state, (row.effect for row in table.rows), command.who, command.roll)
    dice = the_dice(state.rules, table.dice)
    fell = cast(dice, command.faces, draw)
    said = find_row(table.rows, fell.roll)
    rolled = TableRolled(
        table.name, dice.spec, fell.faces, fell.roll, fell.physical, said, who, command.roll, command.secret
    )
    return [rolled, *begin_row(who, said, command.roll)]


@decides(Critical)
def draw_critical(state: State, command: Critical, draw: Draw) -> list[Event]:
    """Look up the table of critical results, and begin its effect on a character (FU-65, FU-66)."""
    if not state.rules.critical_table:
        hint = f"“rules critical-table {MELEE}” adds the book's sample"
        raise Refused("this game has no table of critical results", hint=hint)
    table = critical_table(state)
    who = befall(state, (row.effect for row in table.rows), command.who, command.roll)
    dice = the_dice(state.rules, table.dice)
    fell = cast(dice, command.faces, draw)
    said = find_row(table.rows, fell.roll)
    drawn = CriticalDrawn(dice.spec, fell.faces, fell.roll, fell.physical, said, who, command.roll)
    return [drawn, *begin_row(who, said, command.roll)]


def befall(state: State, rows: Iterable[str], who: Character | None, of: EventNumber | None) -> Character | None:
    """Return the character that a table's result happens to.

    Raise Refused if a row could not last as it says, before the dice fall, so that no roll is lost.
    """
    if of is not None:
        the_roll(state, of, "roll")
    if who is None:
        return None
    for row in rows:
        must_run(state, row_effect(row).ending, "who")
    return the_sheet(state, who).name


def begin_row(who: Character | None, row: str, of: EventNumber | None) -> list[Event]:
    """Return what a row begins on a character, or nothing if it is only text or happens to nobody."""
    does = row_effect(row)
    if who is None or not does.lasts:
        return []
    start = start_of(does.timing)
    return [EffectBegan(who, does.name, does.effects, does.ending, of, drawn=True, start=start)]
