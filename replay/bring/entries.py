"""Gather what a file says: commands with the line and column of their text, and the texts that become none.

A reader never stops at the first mistake: it notes a snag and goes on, so one look shows all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from engine.concerns.characters.commands import CreateNpc, CreatePc
from engine.patterns import pattern
from engine.refusal import Refused, nearest
from engine.state import State
from engine.text import in_quotes, quote
from engine.value import Factory, record, value

#: What a file can hold.
XP, CHARACTERS, NOTES, BALANCE = "xp", "characters", "notes", "balance"

MOST_BROUGHT = 10_000

#: Words in the place of a character that are a sum or a group, and would become somebody of that name.
NOBODY = frozenset(["total", "totals", "sum", "subtotal", "all", "everyone", "everybody", "party", "group", "average"])


#: What stands between the names of several characters.
SEVERAL = pattern(r"[,;/&+]|\s(?:and|und|et|y)\s", re.IGNORECASE)

#: A path that needs no quotes.
BARE_PATH = pattern(r'[^\s"“„«#~,:][^\s"]*')


@value
class Terms:
    """How a file is brought in: its name without the folder, its path as typed, and what was typed behind it.

    `kind` is what it holds, or None to tell by its columns or headings. With `secret` all notes are. `rounding` is
    “up” or “down”, and `order` the order of day and month.
    """

    file: str
    path: str
    kind: str | None = None
    secret: bool = False
    rounding: str | None = None
    order: str | None = None

    @property
    def spelled(self) -> str:
        """The path as it can be typed."""
        return spell_path(self.path)

    @property
    def line(self) -> str:
        """The line that was typed, to advise more of it."""
        return self.spell()

    def spell(self, *, dry: bool = False) -> str:
        """Return the line that brings the file in, or that previews it."""
        said = ["import", self.spelled, *(["dry-run"] if dry else [])]
        said += [f"as {self.kind}"] if self.kind else []
        said += ["secret"] if self.secret else []
        said += [f"round {self.rounding}"] if self.rounding else []
        return " ".join([*said, *([f"dates {self.order}"] if self.order else [])])


def spell_path(path: str) -> str:
    """Return a path as it can be typed."""
    return path if BARE_PATH.fullmatch(path) else in_quotes(path)


@value
class TextCell:
    """A text of the file: the line and column where it begins, both from 1, and the name of its column, if any."""

    text: str
    line: int
    column: int = 1
    name: str = ""


@value
class FileEntry:
    """A text of the file, and the commands that it becomes."""

    line: int
    column: int
    name: str
    text: str
    commands: tuple[object, ...]


@value
class Snag:
    """A text of the file that cannot be brought in: its place, why, and what to do."""

    line: int
    column: int
    name: str
    message: str
    hint: str | None = None


@record
class Gathering:
    """What a reader has gathered so far.

    `form` says in words how the file is written, such as “commas”, and `rows` counts its rows or lines. `new` has the
    kind of each character that the file adds, and `met` the line where it is named first. `public` and `secret` count
    the notes that players will read and will not, and `under` has the headings above the former. `remarks` name what
    was left out on purpose. `has_xp` is true if the campaign has XP of evenings from notes.
    """

    terms: Terms
    state: State
    kind: str = ""
    form: str = ""
    rows: int = 0
    entries: list[FileEntry] = Factory(list)
    snags: list[Snag] = Factory(list)
    new: dict[str, str] = Factory(dict)
    met: dict[str, int] = Factory(dict)
    public: int = 0
    secret: int = 0
    under: dict[str, None] = Factory(dict)
    remarks: list[str] = Factory(list)
    has_xp: bool = False
    _known: dict[str, str] = Factory(dict)

    def enter(self, cell: TextCell, *commands: object) -> None:
        """Add the commands of a text."""
        self.entries.append(FileEntry(cell.line, cell.column, cell.name, cell.text, commands))

    def snag(self, cell: TextCell, message: str, hint: str | None = None) -> None:
        """Note a text that cannot be brought in."""
        self.snags.append(Snag(cell.line, cell.column, cell.name, message, hint))

    @contextmanager
    def noting(self, cell: TextCell) -> Iterator[None]:
        """Note a refusal raised inside as a snag of this text."""
        try:
            yield
        except Refused as refused:
            self.snag(cell, refused.message, refused.hint)

    @property
    def known(self) -> dict[str, str]:
        """Every character by name in any case: those of the campaign and those that the file adds."""
        if not self._known:
            self._known.update({name.casefold(): name for name in self.state.sheets})
        return self._known

    def find_person(
        self, cell: TextCell, kind: str = "pc", player: str | None = None, *, distinct: bool = False
    ) -> str | None:
        """Return the character that a text names, added if new. Note a snag and return None for a doubtful name.

        A new name near a known one is doubtful, unless both are `distinct`, as the columns of a table are.
        """
        name = " ".join(cell.text.split())
        if (known := self.known.get(name.casefold())) is not None:
            self.must_be_played_by(cell, known, player)
            return known
        if (why := why_nobody(name)) is not None:
            is_several = SEVERAL.search(name) is not None
            hint = "write a row for each" if is_several else "leave it out"
            self.snag(cell, why, f"{hint}; if it is one character, type “{kind} {quote(name)}” first" if name else None)
            return None
        others = self.state.sheets if distinct else self.known.values()
        near = next((other for other in others if may_be_the_same(name, other)), None)
        if near is not None:
            where = f" (line {self.met[near]})" if near in self.met else ""
            hint = f"type it so, or add it first with “{kind} {quote(name)}”"
            self.snag(cell, f"“{name}” is new beside {near}{where}", hint)
            return None
        self.known[name.casefold()] = name
        self.new[name], self.met[name] = kind, cell.line
        self.enter(cell, CreatePc(name, player) if kind == "pc" else CreateNpc(name))
        return name

    def must_be_played_by(self, cell: TextCell, name: str, player: str | None) -> None:
        """Note a snag for a character that somebody else plays in the campaign."""
        sheet = self.state.sheets.get(name)
        if sheet is not None and player and player != sheet.player:
            played = f"is played by {sheet.player}" if sheet.player else "has no player"
            self.snag(cell, f"{name} {played}, not {player}")


def why_nobody(name: str) -> str | None:
    """Return why a text is not the name of a new character, or None if it may be."""
    if not name:
        return "empty: a character is missing"
    if name.casefold() in NOBODY or not any(map(str.isalpha, name)):
        return f"“{name}” is no character"
    return f"“{name}” may be several characters" if SEVERAL.search(name) else None


def may_be_the_same(name: str, other: str) -> bool:
    """Return whether a name may be another one misspelled or shortened.

    Of names with several words each differing word has to be near: two of a family are two, and so are two of a number.

    >>> may_be_the_same("Kotorik", "Kotorikh"), may_be_the_same("Hob", "Old Hob")
    (True, True)
    >>> may_be_the_same("Jan Müller", "Ben Müller"), may_be_the_same("Bandit 1", "Bandit 2")
    (False, False)
    """
    words, others = name.casefold().split(), other.casefold().split()
    if len(words) == len(others) > 1:
        pairs = ((one, two) for one, two in zip(words, others, strict=True) if one != two)
        return all(not one.isdecimal() and nearest(one, (two,)) is not None for one, two in pairs)
    shorter, longer = sorted((words, others), key=len)
    if longer[:-1] == shorter and longer[-1].isdecimal():
        return False
    is_part = shorter in (longer[: len(shorter)], longer[-len(shorter) :])
    return is_part or nearest(name, (other,)) is not None


def join_lines(text: str) -> str:
    """Return text on one line, without spaces at its ends."""
    return " ".join(part for each in text.replace("\t", " ").split("\n") if (part := each.strip(" ")))
