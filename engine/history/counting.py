"""Find which events count after all undos, redos and amendments, and which the next undo or redo names.

An undo appends an event that lists earlier ones as no longer counting. The state is the fold over those that count,
each in its old place, as if the others had never been recorded. An amendment holds from the award that it corrects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress, count
from math import inf
from operator import ne
from typing import Any, get_args

from engine.concerns.corrections.events import AwardAmended, EventsRedone, EventsUndone, Renamed
from engine.concerns.safety.events import X_CARD, XCardShown
from engine.history.names import Naming
from engine.naming import Swap, Swaps, from_before
from engine.registry import marks
from engine.store import codec
from engine.store.door import Log, LogError
from engine.value import Factory, evolve, record

#: An event that changes which events count, or their names or amounts.
Correcting = EventsUndone | EventsRedone | AwardAmended | Renamed

#: The same for `isinstance`, which asks a tuple many times faster than a union.
CORRECTING = get_args(Correcting)

#: The key by which histories are compared, as `History.what_counts` returns it.
WhatCounts = tuple[tuple[int, ...], frozenset[tuple[int, int]]]


@record
class History:
    """The events that do not count and the amended awards, after all corrections.

    An amended award has another amount. `runs` are the undos that a plain redo would restore, the next one last.
    `debts` are allocations that undos left in debt, each with the awards that are gone. `amendments` are all amends by
    their numbers, and `corrected` is the last undo or redo. `renames` are all renames, and `moved` their swaps of
    names. `held` lists the swaps in force after each correction that changed them.
    """

    inactive: set[int] = Factory(set)
    debts: dict[int, frozenset[int]] = Factory(dict)
    runs: list[tuple[int, ...]] = Factory(list)
    amendments: dict[int, AwardAmended] = Factory(dict)
    renames: dict[int, Renamed] = Factory(dict)
    moved: dict[int, Swap] = Factory(dict)
    held: list[tuple[int, Swaps]] = Factory(list)
    corrected: int = 0

    def correct(self, seq: int, event: object) -> None:
        """Apply a correction, event number `seq`."""
        for known in ("amended", "owing", "what_counts"):
            vars(self).pop(known, None)
        follows = seq == self.corrected + 1
        if not follows:
            self.runs.clear()
        match event:
            case EventsUndone(mode="reason"):
                self.corrected = seq
            case EventsUndone(targets=targets, kept=owing, reason=reason):
                self.inactive.update(targets)
                gone = self.find_touched(targets)
                self.debts |= {each: self.debts.get(each, frozenset()) | gone for each in owing}
                by_redo = follows and reason == X_CARD  # the redo of a card undoes its scene, so the undo comes first
                self.runs.insert(0 if by_redo else len(self.runs), targets)
                self.corrected = seq
            case EventsRedone(targets=targets):
                self.inactive.difference_update(targets)
                back = self.find_touched(targets)
                self.debts = {each: gone - back for each, gone in self.debts.items() if gone - back}
                self.runs = [run for run in self.runs if not set(run) & {*targets}]
                self.corrected = seq
            case AwardAmended():
                self.amendments[seq] = event
            case Renamed():
                self.renames[seq] = event
                self.moved[seq] = from_before(event.swap, self.swaps)
        if self.renames:
            self._hold(seq)

    def follow(self, found: Iterable[tuple[int, object]]) -> History:
        """Return the history after more corrections: this one if there are none."""
        history = self
        for seq, event in found:
            if history is self:
                history = self.copy()
            history.correct(seq, event)
        return history

    def _hold(self, seq: int) -> None:
        """Note which names are corrected from an event on."""
        now = tuple(swap for number, swap in self.moved.items() if number not in self.inactive)
        if now != self.swaps:
            self.held.append((seq, now))

    @property
    def swaps(self) -> Swaps:
        """The corrections of names that hold now."""
        return self.held[-1][1] if self.held else ()

    @property
    def naming(self) -> Naming | None:
        """The naming that gives events their present names, or None if no name was ever corrected."""
        return Naming(tuple(self.held)) if self.held else None

    @cached_property
    def amended(self) -> dict[int, int]:
        """The present amounts of amended awards, by event number."""
        return {award: event.amount for award, event in self.find_in_force().items()}

    @cached_property
    def owing(self) -> dict[int, frozenset[int]]:
        """All allocations that may be in debt, each with the awards that are gone or do not cover it."""
        found = dict(self.debts)
        for award, event in self.find_in_force().items():
            if award not in self.inactive:
                found |= {each: found.get(each, frozenset()) | {award} for each in event.kept}
        return found

    def find_in_force(self) -> dict[int, AwardAmended]:
        """Return the amendment of each award that sets its present amount."""
        return {event.award: event for seq, event in self.amendments.items() if seq not in self.inactive}

    def put_amount(self, event: Any, seq: int) -> Any:
        """Return an event with its present amount."""
        amount = self.amended.get(seq)
        return event if amount is None else evolve(event, amount=amount)

    def redoable(self, backwards: Iterable[tuple[int, str, str]]) -> tuple[int, ...]:
        """Return the events that a plain redo would restore now, perhaps none. An X-card does not prevent it."""
        last = next((seq for seq, _, name in backwards if name != XCardShown.__name__), 0)
        return self.runs[-1] if self.runs and self.corrected == last else ()

    def restored_by(self, event: object) -> tuple[int, ...]:
        """Return the events that a redo restored and that still count. A plain undo right after it undoes those."""
        targets = event.targets if isinstance(event, EventsRedone) else ()
        return tuple(target for target in targets if target not in self.inactive)

    def last_commands(
        self, count: int, backwards: Iterable[tuple[int, str, str]], restored: frozenset[int] = frozenset()
    ) -> tuple[int, ...]:
        """Return in order the events of the last `count` commands that count, or will once `restored` are back."""
        found: list[int] = []
        commands: list[str] = []
        for seq, cmd, type_name in backwards:
            if (seq in self.inactive and seq not in restored) or marks(type_name).fixed:
                continue
            if cmd not in commands[-1:]:
                if len(commands) == count:
                    break
                commands.append(cmd)
            found.append(seq)
        return tuple(reversed(found))

    def find_touched(self, targets: Iterable[int]) -> frozenset[int]:
        """Return the events themselves, and the awards that those among them amend."""
        named = frozenset(targets)
        return named | {self.amendments[seq].award for seq in named if seq in self.amendments}

    def touched_by(self, event: Correcting) -> frozenset[int]:
        """Return the events that a correction makes count, not count, or count otherwise."""
        match event:
            case AwardAmended(award):
                return frozenset([award])
            case Renamed() | EventsUndone(mode="reason"):
                return frozenset()
        return self.find_touched(event.targets)

    def find_differing(self, other: History) -> frozenset[int]:
        """Return the events that count in one of the two only, or with another amount."""
        amended = (
            dict(self.amended.items() - other.amended.items()),
            dict(other.amended.items() - self.amended.items()),
        )
        return frozenset(self.inactive ^ other.inactive).union(*amended)

    def copy(self) -> History:
        """Return a separate copy, to try things on."""
        return evolve(
            self,
            inactive=set(self.inactive),
            debts=dict(self.debts),
            runs=list(self.runs),
            amendments=dict(self.amendments),
            renames=dict(self.renames),
            moved=dict(self.moved),
            held=list(self.held),
        )

    @cached_property
    def what_counts(self) -> WhatCounts:
        """The events that do not count, and the amended awards with their amounts."""
        return tuple(sorted(self.inactive)), frozenset(self.amended.items())

    def agrees_until(self, other: WhatCounts) -> float:
        """Return the number up to which this history and another fold to the same state."""
        (inactive, amended), (others, amounts) = self.what_counts, other
        first = min([first_apart(inactive, others), *(award for award, _ in amended ^ amounts)])
        return first - 1


def first_apart(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the first number that is in one of two ordered sequences only."""
    place = next(compress(count(), map(ne, one, other)), min(len(one), len(other)))
    return min((*one[place : place + 1], *other[place : place + 1]), default=inf)


def corrections(log: Log, after: int, upto: int) -> Iterator[tuple[int, Correcting]]:
    """Yield the corrections with numbers above `after`, up to `upto`. Raise LogError for an unreadable one."""
    return decode_corrections(log.corrections(after, upto))


def decode_corrections(stored: Iterable[tuple[int, str, int, str]]) -> Iterator[tuple[int, Correcting]]:
    """Yield stored corrections, each with its number. Raise LogError for an unreadable one."""
    try:
        for seq, name, v, body in stored:
            event = codec.decode(name, v, body)
            if isinstance(event, CORRECTING):
                yield seq, event
    except codec.Unreadable as error:
        raise LogError(f"a correction cannot be read: {error}", "“verify” shows more") from error
