"""What counts: which events were taken back, put back or amended, and what the next undo or redo would name.

Undoing appends an event that takes earlier ones out of account; the state is the fold over those that count, each in
its old place, as if the others had never been recorded. An amendment holds from the award that it corrects.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import Factory, define, evolve

from engine.events import AwardAmended, EventsRedone, EventsUndone

#: The types of events that change what counts.
CORRECTIONS = ("EventsUndone", "EventsRedone", "AwardAmended")

#: What cannot be taken back: a correction is walked back by redo, a campaign's beginning by nothing.
FIXED = frozenset(["CampaignCreated", "CampaignForked", "HeadAccepted", "LogConverted", "EventsUndone", "EventsRedone"])


@define
class History:
    """Which events do not count, and which awards another amount, after every correction so far.

    `undos` are all that was ever taken back, `runs` those that a plain redo would walk back, the next one last;
    `kept` are allocations that were left in debt, each with what went without it.
    """

    inactive: set[int] = Factory(set)
    kept: dict[int, frozenset[int]] = Factory(dict)
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
                gone = self.touched(targets)
                self.kept |= {each: self.kept.get(each, frozenset()) | gone for each in kept}
                self.undos.append(targets)
                self.runs.append(targets)
                self.corrected = seq
            case EventsRedone(targets=targets):
                self.inactive.difference_update(targets)
                back = self.touched(targets)
                self.kept = {each: gone - back for each, gone in self.kept.items() if gone - back}
                self.runs = [run for run in self.runs if not set(run) & {*targets}]
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
        if seq not in self.inactive:
            return ()
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

    def touched(self, targets: Iterable[int]) -> frozenset[int]:
        """The events themselves, and the awards that those among them amend."""
        named = frozenset(targets)
        return named | {amendment.award for seq, amendment in self.amendments if seq in named}

    def first_touched(self, event: EventsUndone | EventsRedone | AwardAmended) -> int:
        """The first event that counts otherwise by a correction."""
        return event.award if isinstance(event, AwardAmended) else min(self.touched(event.targets))

    def copy(self) -> History:
        """A history of its own, to try things on."""
        return evolve(
            self,
            inactive=set(self.inactive),
            kept=dict(self.kept),
            undos=list(self.undos),
            runs=list(self.runs),
            amendments=list(self.amendments),
        )

    def until(self, seq: int) -> tuple[frozenset[int], tuple[tuple[int, int], ...]]:
        """What of all this bears on the events up to `seq`: two histories that agree in it fold them alike."""
        return (
            frozenset(each for each in self.inactive if each <= seq),
            tuple(sorted((award, amount) for award, amount in self.amended.items() if award <= seq)),
        )
