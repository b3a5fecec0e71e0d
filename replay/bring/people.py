"""Read characters: tables with a row for each, and what a label and a text say about one in this campaign."""

from __future__ import annotations

from functools import cached_property

from engine.concerns.counters.commands import MoveCounter
from engine.concerns.counters.events import COUNTERS
from engine.concerns.experience.commands import Award, Forfeit
from engine.concerns.points.commands import ChangePoints
from engine.concerns.points.sheet import points
from engine.concerns.statuses.commands import ChangeStatus
from engine.concerns.tracks.commands import Mark
from engine.concerns.tracks.sheet import every_track, places
from engine.concerns.traits.commands import GiveTrait, TraitLevel
from engine.known import every_trait
from engine.refusal import Refused, did_you_mean, nearest
from engine.rules.ladder import Ladder
from engine.text import join_names
from engine.value import record
from replay.bring.amounts import NO_AMOUNT, canonical_digits, read_amount
from replay.bring.columns import (
    CHARACTER_COLUMNS,
    ListRow,
    must_be_distinct,
    name_columns,
    read_list_rows,
    refuse_others,
)
from replay.bring.entries import Gathering, TextCell
from replay.bring.table import TextTable

KINDS_OF_CHARACTERS = {"": "pc", "pc": "pc", "player character": "pc", "npc": "npc"}

#: The reason of awards for what somebody had before.
EARNED_BEFORE = "earned before this log began"


@record
class Labels:
    """What can be said about a character by a label and a text: the traits, statuses, counters and tracks there are."""

    gathering: Gathering

    @cached_property
    def ladder(self) -> Ladder:
        """The words for levels."""
        return Ladder.of(self.gathering.state.rules)

    @cached_property
    def kinds(self) -> dict[str, tuple[str, str]]:
        """Every label in lower case, with its kind and its name."""
        state = self.gathering.state
        found: dict[str, tuple[str, str]] = {}
        tracks = every_track(state)
        for kind, names in (
            ("track", places(tracks)),
            ("counter", COUNTERS.of(state)),
            ("status", state.statuses),
            ("trait", every_trait(state)),
        ):
            found.update({name.casefold(): (kind, name) for name in names})
        return found

    @property
    def names(self) -> list[str]:
        """Every label as it is spelled."""
        return [name for _, name in self.kinds.values()]

    def level(self, text: str) -> int | None:
        """Return the level that a text is, as a word or a number, or None."""
        typed = canonical_digits(text)
        if (found := self.ladder.level(typed)) is not None:
            return found
        bare = typed.removeprefix("+")
        return int(bare) if bare.removeprefix("-").isdecimal() and len(bare) < 10 else None

    def must_be_level(self, text: str) -> int:
        """Return the level that a text is. Raise Refused for another text."""
        found = self.level(text)
        if found is None:
            near = nearest(text, self.ladder.levels)
            levels = join_names(self.ladder.words) if self.ladder.words else "a number"
            raise Refused(f"“{text}” is no level", hint=did_you_mean(near) if near else f"levels are {levels}")
        return found

    def commands(self, who: str, label: str, text: str) -> tuple[object, ...]:
        """Return the commands for what a text says about a label. Raise Refused if it says nothing."""
        kind, name = self.kinds[label.casefold()]
        if kind == "trait":
            return (GiveTrait(who, (TraitLevel(name, self.must_be_level(text)),)),)
        if kind == "status":
            states = {each.name.casefold(): each.name for each in self.gathering.state.statuses[name].states}
            if text.casefold() not in states:
                near = nearest(text, states.values())
                hint = did_you_mean(near) if near else f"its states are {join_names([*states.values()])}"
                raise Refused(f"{name} has no state “{text}”", hint=hint)
            return (ChangeStatus(who, name, states[text.casefold()], "at the start"),)
        number = self.number(text)
        if kind == "counter":
            return (MoveCounter(who, name, number=number, reason="at the start"),)
        return (Mark(who, number, name),) if number else ()

    def number(self, text: str) -> int:
        """Return the whole number that a text is. Raise Refused for another text."""
        return read_amount(text, self.gathering.terms.rounding, self.gathering.terms.line)

    def points(self, who: str, text: str, kind: str) -> tuple[object, ...]:
        """Return the command that gives a character a number of fudge points, if they have another number."""
        state = self.gathering.state
        sheet = state.sheets.get(who)
        given = state.rules.points if kind == "pc" else 0
        change = self.number(text) - ((points(state, sheet) or 0) if sheet else given)
        return (ChangePoints(who, change),) if change else ()

    def award_earned(self, who: str, text: str) -> tuple[object, ...]:
        """Return the award of the XP that a character had earned before this log."""
        amount = self.number(text)
        return (Award((who,), amount, EARNED_BEFORE),) if amount else ()

    def take_spent(self, who: str, text: str) -> tuple[object, ...]:
        """Return the command for XP that were spent on the levels of the sheet."""
        amount = self.number(text)
        return (Forfeit(who, amount, before=True),) if amount else ()


def read_people(gathering: Gathering, table: TextTable) -> None:
    """Read a table with a row for each character."""
    labels = Labels(gathering)
    named = name_columns(table.header, CHARACTER_COLUMNS)
    for place, cell in enumerate(table.header):
        if place not in named and cell.text.casefold() in labels.kinds:
            named[place] = labels.kinds[cell.text.casefold()][1]
    known = [*CHARACTER_COLUMNS, *labels.names]
    distinct = must_be_distinct(gathering, table.header, named)
    if not (refuse_others(gathering, table, named, known, "characters") and distinct):
        return
    others = [name for name in named.values() if name not in CHARACTER_COLUMNS]
    for row in read_list_rows(gathering, table, named):
        read_person(gathering, labels, row, others)


def read_person(gathering: Gathering, labels: Labels, row: ListRow, others: list[str]) -> None:
    """Read a character's row; `others` are its columns for traits, statuses, counters and tracks."""
    kind_at = row.cell("kind")
    kind = KINDS_OF_CHARACTERS.get(kind_at.text.casefold())
    if kind is None:
        gathering.snag(kind_at, f"“{kind_at.text}” is no kind of character", "write pc or npc")
    who = gathering.find_person(row.cell("character"), kind or "pc", row.text("player") or None)
    if who is None:
        return
    had = gathering.state.sheets.get(who)
    if had is not None and kind_at.text and kind not in (None, had.kind):
        gathering.snag(kind_at, f"{who} is {'an NPC' if had.kind == 'npc' else 'a player character'} already")
    for name in (*others, "points", "earned", "spent"):
        cell = row.cell(name)
        if cell.text in NO_AMOUNT:
            continue
        with gathering.noting(cell):
            if commands := find_commands(labels, who, name, cell, kind or "pc"):
                gathering.enter(cell, *commands)


def find_commands(labels: Labels, who: str, name: str, cell: TextCell, kind: str) -> tuple[object, ...]:
    """Return the commands for a cell of a character's row. Raise Refused for a text that says nothing."""
    if name == "points":
        return labels.points(who, cell.text, kind)
    if name == "earned":
        return labels.award_earned(who, cell.text)
    if name == "spent":
        return labels.take_spent(who, cell.text)
    return labels.commands(who, name, cell.text)
