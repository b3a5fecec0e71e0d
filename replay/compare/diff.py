"""Find what changed on the sheets between two points, and which events did it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, ItemsView, Mapping, ValuesView
from typing import Any

from engine.campaign import Campaign
from engine.history.counting import History
from engine.history.fold import Fold
from engine.history.snapshots import Snapshots
from engine.state import Sheet, State
from engine.value import Factory, record, value
from replay.compare.changes import Change, changes, may_change_reading, only_marks_use, views
from replay.compare.watching import WatchedSheets, find_differing_groups
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
    """Recompute all hashes, and return every value that differs between event `first` and event `second`."""
    campaign.prove()
    found = compare_points(campaign, min(first, second), max(first, second))
    if first <= second:
        return found
    return tuple(Caused(c.character, c.field, c.after, c.before, c.events) for c in found)


def compare_points(campaign: Campaign, first: int, second: int) -> tuple[Caused, ...]:
    """Return what differs between an event and a later one."""
    then, now = (Moment.of(campaign, point) for point in (first, second))
    found = changes(views(then.state), views(now.state))
    if not found:
        return ()
    touched = Touched.of(campaign, then, find_differing_groups(then.state, now.state))
    touched.by_corrections(then, second)
    touched.by_events(first, now)
    return tuple(Caused(c.character, c.field, c.before, c.after, touched.events(c)) for c in found)


@record
class Way:
    """The corrections that changed a value, without those that cancel each other."""

    steps: list[tuple[int, Any]] = Factory(list)

    def go(self, seq: int, change: Change) -> None:
        """Add one more correction, and drop those that it cancels."""
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

    Newer events are folded, and later corrections applied one by one. A change that was reversed has no cause. Only the
    groups of fields that differ at the two ends are `followed`.
    """

    campaign: Campaign
    followed: Mapping[str, Collection[str]]
    snapshots: Snapshots
    found: dict[ValueKey, set[int]] = Factory(lambda: defaultdict(set))

    @classmethod
    def of(cls, campaign: Campaign, then: Moment, followed: Mapping[str, Collection[str]]) -> Touched:
        """Begin at a moment, with a snapshot of its state, as most histories agree on the events before it."""
        snapshots = Snapshots(naming=campaign.naming)
        snapshots.take(then.state, then.history)
        return cls(campaign, followed, snapshots)

    def events(self, change: Change) -> tuple[int, ...]:
        """Return the events behind a change."""
        return tuple(sorted(self.found.get((change.character, change.field), ())))

    def by_corrections(self, then: Moment, upto: int) -> None:
        """Note the corrections since then that changed values on the sheets."""
        first, history = then.state.seq, then.history.copy()
        ways: dict[ValueKey, Way] = {}
        sheets = WatchedSheets(self.followed)
        sheets.begin(then.state)
        for seq, event in self.campaign.catalog.corrections_until(upto):
            if seq <= first:
                continue
            history.correct(seq, event)
            touched = self.campaign.catalog.first_of(history.touched_by(event))
            if touched is None or touched > first:
                continue
            for change in sheets.look_at_all(self.state_as_stood(first, history)):
                ways.setdefault((change.character, change.field), Way()).go(seq, change)
        for key, way in ways.items():
            self.found[key].update(way.seqs)

    def state_as_stood(self, seq: int, history: History) -> State:
        """Return the campaign after an event, by any history."""
        log = self.campaign.log
        return self.snapshots.fold(log, self.snapshots.before(seq, history), history, seq)

    def by_events(self, first: int, now: Moment) -> None:
        """Note the events up to now that count, and an amended award together with its amendment."""
        sheets = WatchedSheets(self.followed)
        amended = {award: seq for award, (seq, _) in now.amendments.items()}
        fold = Fold(self.state_as_stood(first, now.history), now.history, naming=self.campaign.naming)
        state = fold.state
        sheets.begin(state)
        state.sheets = taken = TakenSheets(state.sheets)
        for seq, event in fold.read_bearing(self.campaign.log, now.state.seq):
            taken.names.clear()
            fold.put(event, seq)
            if only_marks_use(event):
                continue
            whole = may_change_reading(event)
            names = sheets.list_names(state) if whole else [*taken.names]
            causes = (seq, amended[seq]) if seq in amended else (seq,)
            for name, fields in sheets.find_fields(state, names, whole=whole).items():
                for field in fields:
                    self.found[name, field].update(causes)


class TakenSheets(dict[str, Sheet]):
    """The sheets of a state, which notes the `names` of those that were taken to be changed by an event."""

    def __init__(self, sheets: dict[str, Sheet]) -> None:
        super().__init__(sheets)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Sheet:
        self.names.add(name)
        return super().__getitem__(name)

    def __setitem__(self, name: str, sheet: Sheet) -> None:
        self.names.add(name)
        super().__setitem__(name, sheet)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the sheet of a character, or the default."""
        self.names.add(name)
        return super().get(name, default)

    def values(self) -> ValuesView[Sheet]:  # type: ignore[override]
        """Return all sheets."""
        self.names.update(self)
        return super().values()

    def items(self) -> ItemsView[str, Sheet]:  # type: ignore[override]
        """Return all names with their sheets."""
        self.names.update(self)
        return super().items()
