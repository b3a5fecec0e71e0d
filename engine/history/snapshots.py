"""Earlier states in memory, so that not everything is folded again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress

from engine.history.catalog import Catalog
from engine.history.counting import History, WhatCounts
from engine.history.fold import Fold
from engine.history.names import Naming
from engine.history.packing import Later
from engine.state import State
from engine.store.door import Log
from engine.value import Factory, record

#: From this many events on, snapshots are taken on the way, with at least so many events between two of them.
FAR = 20_000
SPACING = 2000

#: From this many events on, snapshots are packed: a dozen states at once take too much memory.
VERY_FAR = 250_000

RECENT = 256
CLOSE = 32
MOST_SNAPSHOTS = 16

#: A number, the key of the history that its state was folded by, and that state.
_Snapshot = tuple[int, WhatCounts, Later[State]]


@record
class Snapshots:
    """Earlier states in memory, any of which may be dropped at any time.

    Each is a number, the key of the history that it was folded by, and a copy of the state. `near` are states shortly
    before the last look-up, by the distance that they were taken at: stepping asks for its neighbours next, and so does
    another undo. `naming` is handed to every fold, and changing it drops all snapshots.
    """

    states: list[_Snapshot] = Factory(list)
    near: dict[int, _Snapshot] = Factory(dict)
    naming: Naming | None = None

    def use_naming(self, naming: Naming | None) -> None:
        """Fold under these names from now on, dropping states under others."""
        if naming != self.naming:
            self.naming = naming
            self.states.clear()
            self.near.clear()

    def fold(self, log: Log, state: State, history: History, upto: int, catalog: Catalog | None = None) -> State:
        """Fold on from a state. On a long way, take snapshots, the last one near the end."""
        length = upto - state.seq
        if not length:
            return state
        fold = Fold(state, history, catalog, self.naming)
        if length >= 2 * RECENT:
            step = max(SPACING, length // 12)
            between = range(state.seq + step, upto - RECENT, step) if length > FAR else ()
            for stop in (*between, upto - RECENT):
                self.take(fold.through(log, stop), history, packed=length > VERY_FAR)
        return fold.through(log, upto)

    def take(self, state: State, history: History, *, packed: bool = False) -> None:
        """Store a copy of a state, replacing a snapshot of the same number."""
        copy: Later[State] | None = None
        with suppress(Exception):  # values of a concern from elsewhere may not be packable
            copy = Later.packed(state) if packed else None
        self.take_over(state.seq, copy or Later(state.copy()), history)

    def take_over(self, seq: int, state: Later[State], history: History) -> None:
        """Store a state that nobody changes, replacing a snapshot of the same number."""
        place = bisect_right(self.states, seq, key=lambda snapshot: snapshot[0])
        snapshot = (seq, history.what_counts, state)
        if place and self.states[place - 1][0] == seq:
            self.states[place - 1] = snapshot
        else:
            self.states.insert(place, snapshot)
        if len(self.states) > MOST_SNAPSHOTS:
            self._thin_out()

    def _thin_out(self) -> None:
        """Drop the snapshot with the nearest neighbours, but never the first or last."""
        numbers = [number for number, _, _ in self.states]
        gaps = [(numbers[i + 1] - numbers[i - 1], i) for i in range(1, len(numbers) - 1)]
        del self.states[min(gaps)[1]]

    def before(self, seq: int, history: History) -> State:
        """Return a copy of the latest snapshot up to `seq` that fits this history, or else an empty state."""
        found = next((state for number, state in self._read_fitting(history) if number <= seq), None)
        return State() if found is None else found.value.copy()

    def _read_fitting(self, history: History) -> Iterator[tuple[int, Later[State]]]:
        """Yield the states that this history folds to as well, the latest first."""
        agreed: dict[int, float] = {}  # most snapshots share one history
        found = [*self.states, *self.near.values()]
        for number, then, state in sorted(found, key=lambda each: each[0], reverse=True):
            if id(then) not in agreed:
                agreed[id(then)] = history.agrees_until(then)
            if number <= agreed[id(then)]:
                yield number, state

    def near_end(self, log: Log, upto: int, history: History) -> tuple[int, Later[State]]:
        """Return the number and state of a point shortly before event `upto`, by this history."""
        near = self.find_near(upto, history)
        if near is not None:
            return near
        start = self.before(upto, history)
        state = self.fold(log, start, history, max(start.seq, upto - RECENT))
        self.take(state, history)
        return state.seq, Later(state)

    def find_near(self, upto: int, history: History) -> tuple[int, Later[State]] | None:
        """Return such a state if there is one, or None."""
        found = ((number, state) for number, state in self._read_fitting(history) if upto - number <= 4 * RECENT)
        return next(found, None)

    def due(self, seq: int) -> bool:
        """Return whether the last snapshot is so far behind that another is worthwhile."""
        return seq - (self.states[-1][0] if self.states else 0) > 2 * RECENT and seq > FAR

    def at(self, log: Log, seq: int, history: History) -> State:
        """Return the state after event `seq`, by this history."""
        fold = Fold(self.before(seq, history), history, naming=self.naming)
        for distance in (RECENT, CLOSE):
            if seq - fold.state.seq > 2 * distance:
                state = fold.through(log, seq - distance)
                self.near[distance] = (state.seq, history.what_counts, Later(state.copy()))
        return fold.through(log, seq)
