"""The campaign as it stood at each event, where a correction holds only from its own place on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.history.catalog import Catalog
from engine.history.counting import CORRECTING, Correcting, History
from engine.history.fold import Fold, read_event
from engine.history.names import Naming
from engine.state import State
from engine.store.door import Log
from engine.value import Factory, record, value

#: How many states to resume from are held. With fewer, more events are folded again.
MOST_EARLIER = 32

#: After how many folded events progress is reported.
STRIDE = 1000

#: Called with the number of events that a long check has done, and the number of all.
Progress = Callable[[int, int], None]


@value
class Turn:
    """A correction, the first event it affects, and the next that goes back further."""

    seq: int
    first: int
    further: int | None


@record
class Timeline:
    """The state of a campaign as a log is followed from its start.

    `state` is the campaign as it stood, and `history` what counted then. All corrections are known in advance (`turns`,
    in order), so a state is copied only where a later one will resume. A correction then costs the distance to the
    first event it touches, and nothing if the state is the same without it.
    """

    log: Log
    catalog: Catalog
    fold: Fold
    turns: Sequence[Turn]
    progress: Progress | None = None
    earlier: dict[int, State] = Factory(dict)
    passed_over: set[int] = Factory(set)
    _upto: int = 0
    _wanted: set[int] = Factory(set)

    @classmethod
    def of(
        cls,
        log: Log,
        upto: int,
        catalog: Catalog | None = None,
        *,
        naming: Naming | None = None,
        lenient: bool = False,
        progress: Progress | None = None,
    ) -> Timeline:
        """Return a timeline to follow a log up to an event. A `catalog` spares it one reading of the log."""
        catalog = Catalog.of(log, upto) if catalog is None else catalog
        fold = Fold(naming=catalog.history_at(upto).naming if naming is None else naming, lenient=lenient)
        timeline = cls(log, catalog, fold, turns_of(catalog), progress, upto=upto)
        timeline._look_ahead(0)
        return timeline

    @property
    def state(self) -> State:
        """The campaign as it stood."""
        return self.fold.state

    @property
    def history(self) -> History:
        """The history at this point."""
        return self.fold.history

    @property
    def next(self) -> int:
        """The number of the next event."""
        return self.state.seq + 1

    def events(self) -> Iterator[tuple[int, str, str, Any]]:
        """Yield number, type, body and content of each event before folding it. Raise Unreadable for a bad one."""
        for seq, type_name, v, body in self.log.bodies(self.state.seq, self._upto):
            yield seq, type_name, body, read_event(self.fold.naming, seq, type_name, v, body)

    def take_in(self, seq: int, event: object) -> None:
        """Take in the next event, even if it was undone later. Raise LogError, or what a projector raises."""
        if isinstance(event, CORRECTING):
            self._correct(seq, event)
            return
        self._keep(seq)
        self.fold.put(event, seq)
        if seq % STRIDE == 0:
            self._tell(seq)

    def pass_over(self, seq: int) -> None:
        """Skip the next event, so that it changes nothing, now and later."""
        self.passed_over.add(seq)
        self.fold.ask = self.is_folded  # for events that are folded again
        self.state.seq = seq

    def is_folded(self, state: State, event: object, seq: int) -> bool:
        """Return whether an event is folded in its counting place."""
        return seq not in self.passed_over

    def _correct(self, seq: int, event: Correcting) -> None:
        first = self.catalog.first_of(self.history.touched_by(event))
        self.history.correct(seq, event)
        self._look_ahead(seq)
        if first is not None and 0 < first < seq:
            self._go_back(first)
            self._fold_again(seq)
        self.state.arrive(seq, event.group)
        self.state.seq = seq

    def _look_ahead(self, seq: int) -> None:
        """Find the events that later corrections go back to.

        Leave out an event if a correction in between changes the state before it.
        """
        self._wanted.clear()
        turn: int | None = bisect_right(self.turns, seq, key=lambda each: each.seq)
        while turn is not None and turn < len(self.turns) and len(self._wanted) < MOST_EARLIER:
            self._wanted.add(self.turns[turn].first)
            turn = self.turns[turn].further

    def _go_back(self, first: int) -> None:
        """Go back to the last state stored from before an event, and drop unused ones."""
        place = max((place for place in self.earlier if place <= first), default=0)
        state = self.earlier.get(place)
        self.earlier = {each: state for each, state in self.earlier.items() if each <= first and each in self._wanted}
        if state is None:
            state = State()
        self.fold.state = state.copy() if place in self.earlier else state

    def _fold_again(self, now: int) -> None:
        """Fold the counting events again up to a correction, storing the states that later corrections return to."""
        start = self.state.seq
        stops = {place - 1 for place in self._wanted if start < place <= now}
        for stop in sorted({*stops, *range(start + STRIDE, now, STRIDE)}):
            self.fold.through(self.log, stop)
            self._keep(stop + 1)
            self._tell(now)
        self.fold.through(self.log, now)

    def _keep(self, seq: int) -> None:
        """Store the state before an event, if a later correction goes back to it."""
        if seq in self._wanted and seq not in self.earlier:
            self.earlier[seq] = self.state.copy()

    def _tell(self, seq: int) -> None:
        if self.progress is not None:
            self.progress(seq, self._upto)


def turns_of(catalog: Catalog) -> list[Turn]:
    """Return the places to which a log's corrections go back, skipping those without effect."""
    history = History()
    found: list[tuple[int, int]] = []
    for seq, event in catalog.corrections:
        first = catalog.first_of(history.touched_by(event))
        history.correct(seq, event)
        if first is not None:
            found.append((seq, first))
    return [Turn(*each, further) for each, further in zip(found, furthers([first for _, first in found]), strict=True)]


def furthers(firsts: Sequence[int]) -> list[int | None]:
    """Return for each number the place of the next smaller one, or None if there is none."""
    found: list[int | None] = [None] * len(firsts)
    waiting: list[int] = []
    for place, first in enumerate(firsts):
        while waiting and firsts[waiting[-1]] > first:
            found[waiting.pop()] = place
        waiting.append(place)
    return found
