"""From the log to the state: the events that count, folded in their places, from the nearest snapshot on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import attrs
from attrs import Factory, define

from engine.history import History
from engine.project import passed_over
from engine.references import misnamed
from engine.registry import PROJECTS
from engine.state import State
from engine.store import codec
from engine.store.door import LogError
from engine.store.looks import OldLog as Log

#: A log of fewer events is folded again from its beginning in less time than a snapshot is worth.
FAR = 20_000
SPACING = 2000
RECENT = 256

#: What projecting raises where an event cannot follow on those before it: no program of ours recorded it then.
IMPOSSIBLE = (
    codec.Unreadable,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
MOST_SNAPSHOTS = 16


def project(log: Log, state: State, history: History, upto: int) -> State:
    """Fold the log's events that count into the state, up to and with number `upto`; raises LogError."""
    inactive, amended = history.inactive, history.amended
    seq = state.seq
    try:
        for seq, type_name, v, body in log.bodies(state.seq, upto):
            if seq in inactive:
                continue
            event = codec.decode(type_name, v, body)
            if seq in amended:
                event = attrs.evolve(event, amount=amended[seq])
            if state.unknown:
                if passed_over(state, event):
                    continue
            elif (why := misnamed(log, event, seq)) is not None:
                raise LogError(f"#{seq} cannot be: {why}", "“verify” says more")
            for step in PROJECTS.get(type(event), ()):
                step(state, event, seq)
    except IMPOSSIBLE as error:
        raise LogError(f"#{seq} cannot follow what was recorded before it", "“verify” says more") from error
    state.seq = upto
    return state


def history_at(log: Log, seq: int) -> History:
    """What counted when event `seq` was the last."""
    history = History()
    for number, event in corrections(log, 0, seq):
        history.correct(number, event)
    return history


def corrections(log: Log, after: int, upto: int | None = None) -> Sequence[tuple[int, Any]]:
    """Every correction numbered above `after`, up to and with `upto`; raises LogError for one that cannot be read."""
    found = log.corrections(after)
    until = len(found) if upto is None else bisect_right(found, upto, key=lambda row: row[0])
    try:
        return [(seq, codec.decode(name, v, body)) for seq, name, v, body in found[:until]]
    except codec.Unreadable as error:
        raise LogError(f"a correction cannot be read: {error}", "“verify” says more") from error


@define
class Snapshots:
    """States as they once were, kept in memory so that not everything is folded again. They may vanish at any time.

    Each is a number, what the history said of the events up to it, and a copy of the state. `near` is one from shortly
    before where somebody looked last: whoever steps through the history looks there next.
    """

    kept: list[tuple[int, Any, State]] = Factory(list)
    near: tuple[int, Any, State] | None = None

    def fold(self, log: Log, state: State, history: History, upto: int) -> State:
        """Project on from a state, leaving snapshots on the way where that is far, and one near the end."""
        length = upto - state.seq
        if length > FAR:
            step = max(SPACING, length // 12)
            stops = [*range(state.seq + step, upto - RECENT, step), upto - RECENT]
            for stop in stops:
                self.take(project(log, state, history, stop), history)
        return project(log, state, history, upto)

    def take(self, state: State, history: History) -> None:
        """Keep a state as it is, in the place of one of the same number."""
        place = bisect_right(self.kept, state.seq, key=lambda snapshot: snapshot[0])
        snapshot = (state.seq, history.until(state.seq), state.copy())
        if place and self.kept[place - 1][0] == state.seq:
            self.kept[place - 1] = snapshot
        else:
            self.kept.insert(place, snapshot)
        if len(self.kept) > MOST_SNAPSHOTS:
            self._thin_out()

    def _thin_out(self) -> None:
        """Drop the one whose neighbours are nearest to each other, but for the last."""
        numbers = [number for number, _, _ in self.kept]
        gaps = [(numbers[i + 1] - numbers[i - 1], i) for i in range(1, len(numbers) - 1)]
        del self.kept[min(gaps)[1]]

    def before(self, seq: int, history: History) -> State:
        """The latest state at or before `seq` that this history would come to as well; an empty one at worst."""
        found = [*self.kept, *([self.near] if self.near else [])]
        for number, until, snapshot in sorted(found, key=lambda each: each[0], reverse=True):
            if number <= seq and until == history.until(number):
                return snapshot.copy()
        return State()

    def due(self, seq: int) -> bool:
        """Whether the last snapshot lies so far behind that another is worth it."""
        return seq - (self.kept[-1][0] if self.kept else 0) > 2 * RECENT and seq > FAR

    def at(self, log: Log, seq: int, history: History) -> State:
        """The state after event `seq`, by this history."""
        state = self.before(seq, history)
        if seq - state.seq > 2 * RECENT:
            state = project(log, state, history, seq - RECENT)
            self.near = (state.seq, history.until(state.seq), state.copy())
        return project(log, state, history, seq)
