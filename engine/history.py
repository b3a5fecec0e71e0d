"""What counts: which events were taken back, which were put back, and what the next undo or redo would name.

Undoing appends an event that takes earlier ones out of account; the state is the fold over those that count,
each in its old place, as if the others had never been recorded.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import Factory, define

from engine.events import Event, EventsRedone, EventsUndone


@define
class History:
    """Which events do not count, after every correction so far.

    `runs` are the undos that a plain redo would walk back, the next one last: they are gone once anything else
    is recorded.
    """

    inactive: set[int] = Factory(set)
    runs: list[tuple[int, ...]] = Factory(list)
    corrected: int = 0

    def correct(self, seq: int, event: Event) -> None:
        """Take account of a correction, numbered `seq`."""
        if seq != self.corrected + 1:
            self.runs.clear()
        self.corrected = seq
        if isinstance(event, EventsUndone):
            self.inactive.update(event.targets)
            self.runs.append(event.targets)
        elif isinstance(event, EventsRedone):
            self.inactive.difference_update(event.targets)
            if self.runs and self.runs[-1] == event.targets:
                self.runs.pop()

    def redoable(self, head: int) -> tuple[int, ...]:
        """What a plain redo would put back, with `head` the last event; nothing where there is nothing."""
        return self.runs[-1] if self.runs and self.corrected == head else ()

    def last_command(self, backwards: Iterable[tuple[int, str, str]]) -> tuple[int, ...]:
        """The events of the last command that counts; the campaign's beginning always counts and is none."""
        found: list[int] = []
        command = None
        for seq, cmd, type_name in backwards:
            if found and cmd != command:
                break
            if seq > 1 and seq not in self.inactive and type_name not in CORRECTIONS:
                command = cmd
                found.append(seq)
        return tuple(reversed(found))


CORRECTIONS = ("EventsUndone", "EventsRedone")
