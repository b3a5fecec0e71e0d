"""The campaign as it stood, event by event: each correction holds from where it was recorded, and not before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from attrs import Factory, define

from engine.history.catalog import Catalog
from engine.history.counting import Correcting, History
from engine.history.fold import Fold, Naming, read
from engine.state import State
from engine.store.log import Log

#: So many places to go back to are kept; with fewer, more is folded again.
MOST_KEPT = 32

#: Progress is told each time that so many events were folded.
STRIDE = 1000

#: Told how many events of how many a long check has come to.
Progress = Callable[[int, int], None]


@define
class Timeline:
    """Follows a log from its beginning: `state` is the campaign as it stood, `history` what counted then.

    Whoever knows all corrections beforehand knows where each will go back to: `reach` are those events, with the
    number of the last correction that goes back to before them. There a copy of the state is kept. So a correction
    costs what lies between it and the first event that it bears on, and nothing where the state is the same without.
    """

    log: Log
    catalog: Catalog
    fold: Fold
    reach: Mapping[int, int]
    progress: Progress | None = None
    kept: dict[int, State] = Factory(dict)
    passed_over: set[int] = Factory(set)
    _upto: int = 0
    _places: list[int] = Factory(lambda self: sorted(self.reach), takes_self=True)

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
        """Stand at the beginning of a log that is followed up to an event; `catalog` spares reading it twice."""
        catalog = Catalog.of(log, upto) if catalog is None else catalog
        fold = Fold(naming=naming, lenient=lenient)
        timeline = cls(log, catalog, fold, reaches(catalog), progress, upto=upto)
        fold.ask = timeline.is_folded
        return timeline

    @property
    def state(self) -> State:
        """The campaign as it stood."""
        return self.fold.state

    @property
    def history(self) -> History:
        """What counted then."""
        return self.fold.history

    @property
    def next(self) -> int:
        """The number of the next event."""
        return self.state.seq + 1

    def events(self) -> Iterator[tuple[int, str, Any]]:
        """Yield number, type and content of each event up to the end, before it is taken in; raises Unreadable."""
        rows = self.log.bodies(self.state.seq, self._upto)
        for seq, type_name, v, body in islice(rows, self._upto):  # behind them a damaged log may hold anything
            yield seq, type_name, read(self.fold.naming, seq, type_name, v, body)

    def take_in(self, seq: int, event: object) -> None:
        """Go on to the next event, whether or not it counts by now; raises LogError, or what a projector raises."""
        if isinstance(event, Correcting):
            self._correct(seq, event)
            return
        self._keep(seq, seq)
        self.fold.put(event, seq)
        if seq % STRIDE == 0:
            self._tell(seq)

    def pass_over(self, seq: int) -> None:
        """Go on to the next event, and let it change nothing, now and later."""
        self.passed_over.add(seq)
        self.state.seq = seq

    def is_folded(self, state: State, event: object, seq: int) -> bool:
        """Return whether an event is folded where it counts."""
        return seq not in self.passed_over

    def _correct(self, seq: int, event: Correcting) -> None:
        first = self.catalog.first_of(self.history.touched_by(event))
        self.history.correct(seq, event)
        if first is not None and 0 < first < seq:
            self._go_back(first, seq)
            self._fold_again(seq)
        self.state.seq = seq

    def _go_back(self, first: int, now: int) -> None:
        """To the last state that is kept from before an event, and that no correction since has touched."""
        for place in [place for place in self.kept if place > first]:
            del self.kept[place]
        place = max(self.kept, default=0)
        if not place:
            self.fold.state = State()
        elif self.reach[place] > now:
            self.fold.state = self.kept[place].copy()
        else:
            self.fold.state = self.kept.pop(place)

    def _fold_again(self, now: int) -> None:
        """Fold what counts once more, up to a correction, and keep states where later ones go back to."""
        start = self.state.seq
        stops = {place - 1 for place in self._places_between(start, now) if self.reach[place] > now}
        for stop in sorted({*stops, *range(start + STRIDE, now, STRIDE)}):
            self.fold.through(self.log, stop)
            self._keep(stop + 1, now)
            self._tell(now)
        self.fold.through(self.log, now)

    def _places_between(self, after: int, upto: int) -> list[int]:
        return self._places[bisect_right(self._places, after) : bisect_right(self._places, upto)]

    def _keep(self, seq: int, now: int) -> None:
        """Keep the state before an event, if a correction later than `now` will go back to it."""
        last = self.reach.get(seq, 0)
        if last <= now or seq in self.kept:
            return
        if len(self.kept) == MOST_KEPT:
            del self.kept[max(self.kept, key=lambda place: self.reach[place])]
        self.kept[seq] = self.state.copy()

    def _tell(self, seq: int) -> None:
        if self.progress is not None:
            self.progress(seq, self._upto)


def reaches(catalog: Catalog) -> dict[int, int]:
    """Return the events that corrections go back to before, each with the number of the last that does."""
    found: dict[int, int] = {}
    history = History()
    for seq, event in catalog.corrections:
        first = catalog.first_of(history.touched_by(event))
        history.correct(seq, event)
        if first is not None:
            found[first] = seq
    return found
