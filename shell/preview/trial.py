"""Try a command without dice on copies of the sheets it touches."""

from __future__ import annotations

from collections.abc import ItemsView, Sequence, ValuesView
from functools import partial
from typing import Any

from engine.decide import try_out
from engine.naming import names_in
from engine.registry import DECIDES, Event
from engine.sheet import view
from engine.state import Sheet, State, twin
from engine.text import within_limits
from replay.compare.changes import changes
from shell.language.lookup import remember_once
from shell.render.events import SUMS, change_lines

#: So many characters are looked at, and so many changes shown.
MOST_CHARACTERS = 3
MOST_CHANGES = 4


class DiceNeeded(Exception):
    """The command would roll dice, so that nobody knows what it does."""


def let_no_dice_fall(sides: int) -> int:
    """Raise DiceNeeded instead of throwing a die."""
    raise DiceNeeded


def decide_alone(state: State, command: object) -> Sequence[Event]:
    """Return the events of a command without what they bring about, none if it rolls.

    Raise Refused as it would.
    """
    try:
        events: Sequence[Event] = DECIDES[type(command)](state, within_limits(command), let_no_dice_fall)
    except DiceNeeded:
        return ()
    return events


def describe_changes(state: State, command: object) -> Sequence[str]:
    """Return what a command would change on the sheets of those it names.

    Raise Refused if it is not allowed.
    """
    who = [name for name in dict.fromkeys(names_in(command, "character")) if name in state.sheets]
    if not 0 < len(who) <= MOST_CHARACTERS:
        return ()
    try:
        after = try_out(state, command, let_no_dice_fall, copy_apart)
    except DiceNeeded:
        return ()
    before = {name: remember_once((view, id(state), name), partial(view, state, name)) for name in who}
    found = changes(before, {name: view(after, name) for name in who if name in after.sheets})
    lines = name_once([line.strip() for line in change_lines([each for each in found if each.field not in SUMS])])
    more = [f"and {len(lines) - MOST_CHANGES} more"] if len(lines) > MOST_CHANGES else []
    return ("; ".join([*lines[:MOST_CHANGES], *more]),) if lines else ()


def name_once(lines: Sequence[str]) -> list[str]:
    """Return lines about characters, without a name that the line before began with."""
    heads = [line.partition(": ")[0] + ": " for line in lines]
    return [line.removeprefix(before) for line, before in zip(lines, ["", *heads], strict=False)]


def copy_apart(state: State) -> State:
    """Return a copy of a state that copies each sheet at its first use."""
    own = twin(state)
    own.sheets = SheetsApart(state.sheets)
    return own


class SheetsApart(dict[str, Sheet]):
    """Separate sheets, each copied at its first use.

    A campaign has hundreds of sheets, and a command touches few.
    """

    def __init__(self, sheets: dict[str, Sheet]) -> None:
        super().__init__(sheets)
        self.copied: set[str] = set()

    def __getitem__(self, name: str) -> Sheet:
        if name not in self.copied and name in self:
            self.copied.add(name)
            super().__setitem__(name, twin(super().__getitem__(name)))
        return super().__getitem__(name)

    def __setitem__(self, name: str, sheet: Sheet) -> None:
        self.copied.add(name)
        super().__setitem__(name, sheet)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the sheet of a character, or the default."""
        return self[name] if name in self else default  # noqa: SIM401  # it would call itself

    def values(self) -> ValuesView[Sheet]:  # type: ignore[override]
        """Return all sheets."""
        return {name: self[name] for name in self}.values()

    def items(self) -> ItemsView[str, Sheet]:  # type: ignore[override]
        """Return all names with their sheets."""
        return {name: self[name] for name in self}.items()
