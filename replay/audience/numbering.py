"""Count events as the audience does: by the log's numbers, or only those it sees.

By the rule “players-see gaps no” players must not know how many events are withheld. So documents for them count the
events that they show: 1, 2, 3 and so on. A line that leads to another needs a number, and these numbers reveal nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import Any

from engine.naming import renumber_in
from engine.patterns import pattern
from engine.value import evolve, record

#: The clock in an event that ended with an earlier event's matter (`engine.concerns.effects.sheet.end_of`).
CLOCK_OF_EVENT = pattern(r"#(\d+)")

#: The distance behind a number of something between two numbers.
HALF_A_NUMBER = 0.5


@record
class Numbering:
    """How events are counted: `skipped` are those without a number, in order, or None if all have the log's numbers."""

    skipped: tuple[int, ...] | None = None

    @property
    def has_gaps(self) -> bool:
        """Whether events that are not seen take up numbers."""
        return self.skipped is None

    def renumber(self, seq: int) -> int:
        """Return the number of an event of the log, or if it has none, that of the last event before it with one."""
        return seq if self.skipped is None else seq - bisect_right(self.skipped, seq)

    def find_logged(self, number: int) -> int:
        """Return the number in the log of an event that is counted as `number`."""
        if self.skipped is None:
            return number
        return number + bisect_right(self._last_numbers, number)

    @cached_property
    def _last_numbers(self) -> list[int]:
        """How far the numbers go before each event that has none, counted from 1."""
        return [seq - place for place, seq in enumerate(self.skipped or ())]

    def place(self, seq: int) -> float:
        """Return where an event of the log is: at a number, or between two."""
        number = self.renumber(seq)
        return number + HALF_A_NUMBER if number == self.renumber(seq - 1) else number

    def place_behind(self, seq: int) -> float:
        """Return the place right behind an event of the log, numbered or not."""
        return seq if self.skipped is None else self.renumber(seq) + HALF_A_NUMBER

    def renumber_event(self, event: Any) -> Any:
        """Return an event that names others by their numbers, and none without one."""
        if self.skipped is None:
            return event
        more: dict[str, Any] = {}
        if hasattr(event, "draws"):
            more["draws"] = tuple(each for each in event.draws if self.place(each[0]) == self.renumber(each[0]))
        if CLOCK_OF_EVENT.fullmatch(getattr(event, "clock", "")):
            more["clock"] = f"#{self.renumber(int(event.clock[1:]))}"
        return renumber_in(evolve(event, **more) if more else event, self.renumber)
