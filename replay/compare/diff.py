"""Find what changed on the sheets between two points, and which events did it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from engine.campaign import Campaign
from engine.history.counting import History
from engine.history.fold import Fold
from engine.history.snapshots import Snapshots
from engine.sheet import values, view
from engine.state import State
from engine.value import Factory, record, value
from replay.compare.changes import Change, Values, changes, differences, may_change_reading, views
from replay.compare.watching import WatchedSheets
from replay.moment import Moment

ValueKey = tuple[str, str]


@value
class Caused:
    """One value of one sheet before and after, and the events that changed it."""

    character: str
    field: str
    before: Any
    after: Any
    events: tuple[int, ...]


def diff(campaign: Campaign, first: int, second: int) -> tuple[Caused, ...]:
    """Return every value that differs between event `first` and event `second`."""
    if first > second:
        backwards = diff(campaign, second, first)
        return tuple(Caused(c.character, c.field, c.after, c.before, c.events) for c in backwards)
    then, history = Moment.of(campaign, first), campaign.history_at(second)
    touched = Touched.of(campaign, then)
    now = touched.by_events(first, second, history)
    found = changes(views(then.state), views(now))
    if found:
        touched.by_corrections(then, second, frozenset(change.character for change in found))
    return tuple(Caused(c.character, c.field, c.before, c.after, touched.events(c)) for c in found)


@record
class Way:
    """The corrections that changed a value, without those that cancel each other."""

    steps: list[tuple[int, Any]] = Factory(list)

    def go(self, seq: int, change: Change) -> None:
        """Take one more correction; drop those that it cancels."""
        self.steps.append((seq, change.before))
        been = next((place for place, (_, before) in enumerate(self.steps) if before == change.after), None)
        if been is not None:
            del self.steps[been:]

    @property
    def seqs(self) -> list[int]:
        """The numbers of the corrections."""
        return [seq for seq, _ in self.steps]


@record
class Touched:
    """Find the events behind each change.

    Newer events are folded, and later corrections applied one by one. A change that was reversed has no cause.
    """

    campaign: Campaign
    snapshots: Snapshots
    found: dict[ValueKey, set[int]] = Factory(lambda: defaultdict(set))

    @classmethod
    def of(cls, campaign: Campaign, then: Moment) -> Touched:
        """Begin at a moment.

        Its state is kept as a snapshot, because most histories agree on what was before it.
        """
        snapshots = Snapshots(naming=campaign.naming)
        snapshots.take(then.state, then.history)
        return cls(campaign, snapshots)

    def events(self, change: Change) -> tuple[int, ...]:
        """Return the events behind a change."""
        return tuple(sorted(self.found.get((change.character, change.field), ())))

    def by_corrections(self, then: Moment, upto: int, whose: frozenset[str]) -> None:
        """Note the corrections since then that changed what these sheets showed."""
        first, history = then.state.seq, then.history.copy()
        ways: dict[ValueKey, Way] = {}
        before = view_all(then.state, whose)
        for seq, event in self.campaign.catalog.corrections_until(upto):
            if seq <= first:
                continue
            history.correct(seq, event)
            touched = self.campaign.catalog.first_of(history.touched_by(event))
            if touched is None or touched > first:
                continue
            after = view_all(self.stood(first, history), whose)
            for change in differences(before, after):
                ways.setdefault((change.character, change.field), Way()).go(seq, change)
            before = after
        for key, way in ways.items():
            self.found[key].update(way.seqs)

    def stood(self, seq: int, history: History) -> State:
        """Return the campaign after an event, by any history."""
        log = self.campaign.log
        return self.snapshots.fold(log, self.snapshots.before(seq, history), history, seq)

    def by_events(self, first: int, second: int, history: History) -> State:
        """Note the events since then that count, and return the state after them.

        An award that was amended is noted together with its amendment.
        """
        state = self.stood(first, history)
        amended = {each.award: seq for seq, each in history.amendments.items() if seq not in history.inactive}
        watched = WatchedSheets()
        watched.begin(state)
        fold = Fold(state, history, naming=self.campaign.naming)
        for seq, event in fold.read_counting(self.campaign.log, second):
            whole = may_change_reading(event)
            fold.put(event, seq)
            for each in watched.look(state, event, whole=whole):
                self.found[each.character, each.field].update([seq] if seq not in amended else [seq, amended[seq]])
        state.seq = second
        return state


def view_all(state: State, characters: Iterable[str]) -> dict[str, Values]:
    """Return the values of those of the sheets that exist."""
    return {name: values(view(state, name)) for name in characters if name in state.sheets}
