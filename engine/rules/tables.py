"""Tables to roll on: rows as text, their effects on characters, their dice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.patterns import pattern
from engine.refusal import Refused
from engine.rules.parts import BANS, CLOCK_OF, CLOCKS, TIMINGS, Effect, TableRow, forbid, on_hits, start_of
from engine.text import describe_end, describe_passing_effect, plain, with_sign
from engine.value import value

if TYPE_CHECKING:
    from engine.dice import Dice

#: The targets of a row's additions, in the words of the command “effect”.
ADDED_TO = {"action": "(?:a|skill)", "damage": "damage", "armour": "armour"}

#: A row that ends in an effect, in the words of the command “effect”.
ENDING = pattern(
    r"(?P<name>.*?\S)"
    + "".join(rf"(?:\s+{word}\s+(?P<{name}>[+\-−]\d{{1,3}}))?" for name, word in ADDED_TO.items())
    + rf"(?P<bans>(?:\s+(?:{'|'.join(BANS)}))*)"
    + rf"(?:\s+until\s+(?P<clock>{'|'.join(CLOCKS)})|\s+(?P<timing>{'|'.join(TIMINGS)}))?"
)

#: A row in a rules file: its numbers, and their meaning.
TABLE_ROW = pattern(r"\s*(?P<least>-?\d{1,9})(?:(?:-|\.\.)(?P<most>-?\d{1,9}))?\s+(?P<effect>\S.*?)\s*")

#: Separates two rows in a rules file.
NEXT_ROW = pattern(r",(?=\s*-?\d+(?:(?:-|\.\.)-?\d+)?\s)")

#: The sample of a table of critical results for 2d6, as the rule “critical-table” takes it (RT-09).
MELEE = (
    "2 = blinded no action no defence on next turn, 3 = falls a -2 until round, "
    "4 = armour wrecked no armour until fight, 5 = a chink in the armour no armour on this hit, "
    "6 = off balance skill -1 on next turn, 7 = drops the weapon, 8 = weapon damaged damage -1 until fight"
)

#: The meaning of a number without a row (FU-66).
GM_DECIDES = "the GM decides"


@value
class RowEffect:
    """A row's effect on a character: name, numbers, what it forbids, and the clock that ends it, or its time.

    The numbers are added to every action, to the damage they do and to the damage that their armour takes off.
    """

    name: str
    action: int | None = None
    clock: str = ""
    damage: int | None = None
    armour: int | None = None
    bans: tuple[str, ...] = ()
    timing: str = ""

    @property
    def ending(self) -> str:
        """The clock that ends it."""
        return CLOCK_OF.get(self.timing, self.clock)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects on the character."""
        acting = () if self.action is None else (Effect("A", self.action),)
        return (*acting, *on_hits(self.damage, self.armour), *forbid(self.bans))

    @property
    def lasts(self) -> bool:
        """Whether the row has an effect on a character besides its name."""
        return bool(self.effects or self.ending)

    @property
    def said(self) -> str:
        """The row in words, as in “falls, −2 until the round ends”."""
        action = "" if self.action is None else f", {with_sign(self.action)}"
        others = (*on_hits(self.damage, self.armour), *forbid(self.bans))
        hits = "".join(f", {describe_passing_effect(each)}" for each in others)
        time = " on the next turn" if start_of(self.timing) else describe_end(self.ending)
        return f"{self.name}{action}{hits}{time}"


def row_effect(text: str) -> RowEffect:
    """Return the effect of a row's text on a character."""
    found = ENDING.fullmatch(text)
    if found is None:
        return RowEffect(text)
    said = {name: int(found[name].replace("−", "-")) for name in ADDED_TO if found[name]}
    bans = tuple(re.findall("|".join(BANS), found["bans"]))
    return RowEffect(found["name"], clock=found["clock"] or "", bans=bans, timing=found["timing"] or "", **said)


def format_span(row: TableRow) -> str:
    """Format the numbers of a row, as in 3–5."""
    if row.least == row.most:
        return plain(row.least)
    return f"{plain(row.least)}{' to ' if row.least < 0 else '–'}{plain(row.most)}"


def find_row(rows: Iterable[TableRow], roll: int) -> str:
    """Return the meaning of a roll. The GM decides a roll without a row."""
    return next((row.effect for row in rows if row.least <= roll <= row.most), GM_DECIDES)


def sound_rows(dice: Dice, rows: Sequence[TableRow]) -> None:
    """Raise Refused for rows that are reversed, overlap, or hold numbers that the dice never give."""
    if not dice.count:
        raise Refused(f"{dice.title} rolls no number to look up", about="dice", hint="such as “with 2d6”")
    if not rows:
        raise Refused("a table needs rows", about="rows", hint="such as “2 storm, 3-12 clear”")
    follow_each_other(rows)
    pmf = dice.pmf()
    for row in rows:
        if row.most < pmf.low or (pmf.high is not None and row.least > pmf.high):
            most = "any number above" if pmf.high is None else plain(pmf.high)
            raise Refused(f"{dice.title} gives {plain(pmf.low)} to {most}, never {format_span(row)}", about="rows")


def follow_each_other(rows: Sequence[TableRow]) -> None:
    """Raise Refused for rows that are reversed, overlap or have no text."""
    last: TableRow | None = None
    for row in sorted(rows, key=lambda row: row.least):
        if row.least > row.most:
            raise Refused(f"{plain(row.least)} is above {plain(row.most)}", about="rows")
        if not row.effect.strip():
            raise Refused(f"row {format_span(row)} needs a result", about="rows")
        if last is not None and row.least <= last.most:
            raise Refused(f"{plain(row.least)} is in two rows", about="rows")
        last = row


@value
class HouseTable:
    """A table of the rules: its name, dice and rows."""

    name: str
    dice: str
    rows: tuple[TableRow, ...]

    @property
    def entry(self) -> str:
        """The table as the rules hold it."""
        rows = ", ".join(f"{_numbers(row)} {row.effect}" for row in self.rows)
        return f"{self.name} = {self.dice}: {rows}"


def _numbers(row: TableRow) -> str:
    """Return the numbers of a row as they are typed."""
    if row.least == row.most:
        return str(row.least)
    return f"{row.least}{'..' if row.least < 0 else '-'}{row.most}"


def house_table(name: str, text: str) -> HouseTable:
    """Return a table of the rules from an entry such as “2d6: 2 storm, 3-12 clear”. Raise Refused for other text."""
    dice, colon, listed = text.partition(":")
    if not colon or not listed.strip():
        hint = "a table is such as “Weather = 2d6: 2 storm, 3-12 clear;”"
        raise Refused(f"tables: {name} needs dice and rows", about="value", hint=hint)
    rows = []
    for each in NEXT_ROW.split(listed):
        found = TABLE_ROW.fullmatch(each)
        if found is None:
            hint = "a row is such as “3-5 light rain”"
            raise Refused(f"tables: “{each.strip()[:40]}” is no row of {name}", about="value", hint=hint)
        rows.append(TableRow(int(found["least"]), int(found["most"] or found["least"]), found["effect"]))
    return HouseTable(name, dice.strip(), tuple(rows))
