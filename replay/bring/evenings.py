"""Open and close evenings of the past, in the order of their dates."""

from __future__ import annotations

from engine.concerns.sessions.commands import EndSession, StartPastSession
from engine.patterns import pattern
from engine.value import evolve, record
from replay.bring.entries import Gathering, TextCell

#: The number of an evening as lists write it: “3”, “#3” or “Session 3”.
EVENING_NUMBER = pattern(r"(?:[A-Za-z]+\s*)?(?:#|no\.?|nr\.?)?\s*([0-9]{1,6})", 2)


@record
class Evenings:
    """The evenings of a file. `number`, `title` and `day` are those of the latest one."""

    gathering: Gathering
    number: int | None = None
    title: str = ""
    day: str = ""
    line: int = 0
    open: bool = False

    def begin(self, cell: TextCell, number_at: TextCell, number: int | None, title: str, day: str) -> bool:
        """Open an evening, and close the one before. Note a snag and return False if it comes before that one.

        `cell` is where the date stands, `number_at` where the number does.
        """
        self.end()
        if day < self.day:
            said = f"{day} is before {self.day} (line {self.line})"
            self.gathering.snag(cell, said, "evenings come in the order of their dates")
        elif number is not None and self.number is not None and number <= self.number:
            said = f"session {number} comes after session {self.number} (line {self.line})"
            self.gathering.snag(number_at, said, "evenings come in the order of their numbers")
        else:
            self.number, self.title, self.day, self.line, self.open = number, title, day, cell.line, True
            self.gathering.enter(cell, StartPastSession(day, number, title))
        return self.open

    def end(self) -> None:
        """Close the evening with what was entered last."""
        if self.open:
            entries = self.gathering.entries
            entries[-1] = evolve(entries[-1], commands=(*entries[-1].commands, EndSession()))
        self.open = False


def read_evening_number(text: str) -> int | None:
    """Return the number of an evening, or None for a text without one.

    >>> read_evening_number("Session 3"), read_evening_number("#12"), read_evening_number("the mill")
    (3, 12, None)
    """
    found = EVENING_NUMBER.fullmatch(text.strip())
    return int(found[1]) if found else None
