"""Find the event that made the countdown, goal or attitude behind a later one."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.concerns.corrections.events import EventsRedone, EventsUndone
from engine.history.counting import History
from engine.naming import kinds_named, names_in
from engine.registry import MARKS, event_classes, marks
from engine.value import Factory, record


@cache
def find_named_makers() -> dict[str, type]:
    """Return the events that make things with names for later events, by kind of name."""
    made = [cls for cls in event_classes().values() if MARKS[cls].known_by == ("name",)]
    return {kinds_named(cls)[0]: cls for cls in made}


@record
class Subjects:
    """The countdowns and goals made so far, by kind and name, and the attitudes set.

    A name may be used again, so each has the numbers of everything that bore it. An attitude is keyed by its NPC and
    the other character.
    """

    _made: dict[tuple[Any, ...], list[int]] = Factory(dict)
    _then: History = Factory(History)

    def follow(self, seq: int, event: Any) -> None:
        """Note an event that makes something, or undoes or restores events."""
        if isinstance(event, EventsUndone | EventsRedone):
            self._then.correct(seq, event)
        elif fields := marks(event).known_by:
            known_by = (getattr(event, field) for field in fields)
            self._made.setdefault((type(event), *known_by), []).append(seq)

    def find_subject(self, event: Any) -> int | None:
        """Return the event that made the countdown or goal that an event is about, or None if it is about neither."""
        if not hasattr(event, "hidden"):
            return None
        named = ((cls, name) for kind, cls in find_named_makers().items() for name in names_in(event, kind))
        first = next(named, None)
        return None if first is None else self.find_maker(*first)

    def find_maker(self, cls: type, *known_by: str | None) -> int | None:
        """Return the latest event of a type that counted then and has these values in the fields of its `known_by`."""
        made = self._made.get((cls, *known_by), [])
        return next((seq for seq in reversed(made) if seq not in self._then.inactive), None)

    def find_made(self, cls: type) -> dict[str, list[int]]:
        """Return the events of a type that made something, by its name."""
        return {known_by[0]: seqs for (made_by, *known_by), seqs in self._made.items() if made_by is cls}
