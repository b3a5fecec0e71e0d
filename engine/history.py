"""What counts: which events were taken back, put back or amended, and what the next undo or redo would name.

Undoing appends an event that takes earlier ones out of account; the state is the fold over those that count, each in
its old place, as if the others had never been recorded. An amendment holds from the award that it corrects.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import Factory, define

from engine.events import AwardAmended, EventsRedone, EventsUndone

#: The types of events that change what counts.
CORRECTIONS = ("EventsUndone", "EventsRedone", "AwardAmended")

#: What cannot be taken back: a correction is walked back by redo, a campaign's beginning by nothing.
FIXED = frozenset(["CampaignCreated", "CampaignForked", "HeadAccepted", "EventsUndone", "EventsRedone"])


@define
class History:
    """Which events do not count, and which awards another amount, after every correction so far.

    `undos` are all that was ever taken back, `runs` those that a plain redo would walk back, the next one last;
    `kept` are allocations that were left in debt.
    """

    inactive: set[int] = Factory(set)
    kept: set[int] = Factory(set)
    undos: list[tuple[int, ...]] = Factory(list)
    runs: list[tuple[int, ...]] = Factory(list)
    amendments: list[tuple[int, AwardAmended]] = Factory(list)
    corrected: int = 0

    def correct(self, seq: int, event: object) -> None:
        """Take account of a correction, numbered `seq`."""
        if seq != self.corrected + 1:
            self.runs.clear()
        match event:
            case EventsUndone(targets=targets, kept=kept):
                self.inactive.update(targets)
                self.kept.update(kept)
                self.undos.append(targets)
                self.runs.append(targets)
                self.corrected = seq
            case EventsRedone(targets=targets):
                self.inactive.difference_update(targets)
                if self.runs and self.runs[-1] == targets:
                    self.runs.pop()
                self.corrected = seq
            case AwardAmended():
                self.amendments.append((seq, event))

    @property
    def amended(self) -> dict[int, int]:
        """The amounts that awards have by now, for those that were amended."""
        return {event.award: event.amount for seq, event in self.amendments if seq not in self.inactive}

    def redoable(self, head: int) -> tuple[int, ...]:
        """What a plain redo would put back, with `head` the last event; nothing where there is nothing."""
        return self.runs[-1] if self.runs and self.corrected == head else ()

    def taken_with(self, seq: int) -> tuple[int, ...]:
        """What was taken back together with an event, the last time it was, and does not count yet."""
        undo = next((targets for targets in reversed(self.undos) if seq in targets), ())
        return tuple(target for target in undo if target in self.inactive)

    def last_commands(self, count: int, backwards: Iterable[tuple[int, str, str]]) -> tuple[int, ...]:
        """The events of the last `count` commands that count, in order."""
        found: list[int] = []
        commands: list[str] = []
        for seq, cmd, type_name in backwards:
            if seq in self.inactive or type_name in FIXED:
                continue
            if cmd not in commands[-1:]:
                if len(commands) == count:
                    break
                commands.append(cmd)
            found.append(seq)
        return tuple(reversed(found))

    def until(self, seq: int) -> tuple[frozenset[int], tuple[tuple[int, int], ...], frozenset[int]]:
        """What of all this bears on the events up to `seq`: two histories that agree in it fold them alike."""
        return (
            frozenset(each for each in self.inactive if each <= seq),
            tuple(sorted((award, amount) for award, amount in self.amended.items() if award <= seq)),
            frozenset(each for each in self.kept if each <= seq),
        )
