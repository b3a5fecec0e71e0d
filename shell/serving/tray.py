"""The tray: the lines that players proposed and nobody took yet, as files in the folder of the campaign's pages.

A `line-ID` waits. Whoever renames it to `claim-ID-PID` first has it, takes or declines it, and leaves a `reply-ID` for
the player's phone. So the tray survives the server and the prompt, and of two prompts one takes a line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, count
from typing import Any

import msgspec

from engine.store.own_files import LIVE, find_folder
from engine.value import value
from shell.serving.asking import PhoneAsking, asking_phones, tell_time
from shell.serving.folder import LiveFolder, is_running

#: Where the game master says the difficulty of a line.
OPEN_DIFFICULTY = "vs ?"

#: The files of an X-card, of a line that waits, of one that somebody takes, and of the reply to its player.
XCARD, LINE, CLAIM, REPLY = "xcard", "line-", "claim-", "reply-"


class WaitingLine(msgspec.Struct, frozen=True):
    """A line that waits: its id, its number, whose it is, and since when, in seconds since 1970.

    `line` is shown, `exact` is read. `gap`: the game master says the difficulty. `phone` is the hash of the phone's
    cookie, and `own_id` the id that it gave the line.
    """

    id: str
    number: int
    player: str
    line: str
    exact: str
    at: int
    gap: bool = False
    may_be_trusted: bool = False
    phone: str = ""
    own_id: str = ""

    @property
    def to_change(self) -> tuple[str, int]:
        """The line as it is put into the prompt to be changed, and where the cursor stands: where something lacks."""
        before, gap, after = self.line.partition(OPEN_DIFFICULTY)
        return (f"{before}vs {after}", len(before) + len("vs ")) if gap else (self.line, len(self.line))

    @property
    def told(self) -> str:
        """The line with its number, as “waiting” lists it."""
        return f"{self.number}  {self.player}: {self.line}"

    def as_json(self) -> dict[str, Any]:
        """Return it as the contract of `--json` promises."""
        at = tell_time(self.at)
        return {"number": self.number, "player": self.player, "line": self.line, "kind": "line", "at": at}


@value
class XCard:
    """An X-card that a phone shows. Nobody knows whose phone, or since when."""

    number: int = 0
    player: str | None = None
    told: str = "0  X-card"

    def as_json(self) -> dict[str, Any]:
        """Return it as the contract of `--json` promises."""
        return {"number": self.number, "player": None, "line": None, "kind": "xcard", "at": None}


@value
class TakenLine:
    """A player's line that the game master takes, as it is or as `text`. A `trusted` one is taken without a key."""

    line: WaitingLine
    text: str | None = None
    trusted: bool = False


@value
class DeclinedLine:
    """A player's line that the game master declines with a key: no number, which could be another line's by now."""

    line: WaitingLine


@value
class Tray:
    """The lines that wait in a folder. What cannot be read there does not wait."""

    folder: LiveFolder

    def find_lines(self) -> list[WaitingLine]:
        """Return the lines that wait, the first one first."""
        found = (self.find_line(name.removeprefix(LINE)) for name in self.folder.names(LINE))
        return sorted(filter(None, found), key=lambda each: (each.at, each.number))

    def find_line(self, id: str, before: str = LINE) -> WaitingLine | None:
        """Return the line with an id if it waits."""
        try:
            return msgspec.convert(self.folder.read(f"{before}{id}"), WaitingLine)
        except msgspec.ValidationError:
            return None

    def has_xcard(self) -> bool:
        """Return whether somebody shows an X-card."""
        return bool(self.folder.names(XCARD))

    def free_number(self) -> int:
        """Return the least number that no waiting line has, and no phone shows as its two digits."""
        taken = {each.number for each in self.find_lines()}
        return next(number for number in chain(range(1, 10), count(100)) if number not in taken)

    def put(self, line: WaitingLine) -> None:
        """Let a line wait. Raise OSError if that cannot be done."""
        self.folder.write(f"{LINE}{line.id}", msgspec.to_builtins(line))

    def claim(self, line: WaitingLine) -> bool:
        """Take a line out of the tray, and return whether nobody was quicker."""
        return self._rename(f"{LINE}{line.id}", self._claim_name(line))

    def put_back(self, line: WaitingLine) -> None:
        """Let a line wait again that this program took out."""
        self._rename(self._claim_name(line), f"{LINE}{line.id}")

    def settle(self, line: WaitingLine, *, taken: bool, said: str = "") -> None:
        """Reply to the player of a line that this program took out."""
        self.reply(line, taken=taken, said=said)
        self.folder.remove(self._claim_name(line))

    def forget(self, line: WaitingLine) -> None:
        """Remove a line that this program took out, without a reply."""
        self.folder.remove(self._claim_name(line))

    def reply(self, line: WaitingLine, *, taken: bool, said: str = "") -> None:
        """Leave a reply for the player's phone."""
        names = ("phone", "own_id", "line", "exact")
        held = {name: getattr(line, name) for name in names} | {"taken": taken, "said": said}
        self.folder.write(f"{REPLY}{line.id}", held)

    def decline(self, line: WaitingLine, said: str) -> bool:
        """Decline a line, and return whether nobody was quicker."""
        claimed = self.claim(line)
        if claimed:
            self.settle(line, taken=False, said=said)
        return claimed

    def find_abandoned(self) -> Iterator[tuple[str, WaitingLine]]:
        """Yield the lines whose taker ended in between, each with the name of its file."""
        for name in self.folder.names(CLAIM):
            id, _, pid = name.removeprefix(CLAIM).rpartition("-")
            held = self.folder.read(name)
            try:
                line = msgspec.convert(held, WaitingLine)
            except msgspec.ValidationError:
                continue
            if id == line.id and not (pid.isdecimal() and is_running(int(pid))):
                yield name, line

    def restore(self, name: str, line: WaitingLine) -> None:
        """Let a line wait again whose taker ended."""
        self._rename(name, f"{LINE}{line.id}")

    def _claim_name(self, line: WaitingLine) -> str:
        return f"{CLAIM}{line.id}-{os.getpid()}"

    def _rename(self, before: str, after: str) -> bool:
        place = find_folder(LIVE)
        try:
            os.rename(place / self.folder.call(before), place / self.folder.call(after))
        except OSError:
            return False
        return True


def find_waiting(folder: LiveFolder) -> list[XCard | PhoneAsking | WaitingLine]:
    """Return all that waits for the game master: an X-card, phones that ask, and lines, in the order they are shown."""
    tray = Tray(folder)
    if not folder.read_serving():
        return []
    return [*([XCard()] if tray.has_xcard() else []), *asking_phones(folder), *tray.find_lines()]
