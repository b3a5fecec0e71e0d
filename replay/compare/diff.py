"""Find what changed on the sheets between two points of the history, and which events changed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import Factory, define

from engine.campaign import Campaign
from engine.concerns.checks.events import CheckResolved
from engine.history.counting import History
from engine.history.fold import Fold
from engine.history.snapshots import Snapshots
from engine.naming import names_in
from engine.registry import marks
from engine.sheet import values, view
from engine.state import State, twin
from engine.value import value
from replay.compare.changes import Change, Values, changes, differences, views
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
    then, now = Moment.of(campaign, first), Moment.of(campaign, second)
    found = changes(views(then.state), views(now.state))
    touched = Touched(campaign, frozenset(change.character for change in found), Snapshots(naming=campaign.naming))
    if found:
        touched.by_corrections(then, now)
        touched.by_events(then, now)
    return tuple(Caused(c.character, c.field, c.before, c.after, touched.events(c)) for c in found)


@define
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


@define
class Touched:
    """Find the events behind each change: apply later corrections one by one, then fold the newer events.

    A change that was reversed has no cause. Only the sheets that differ in the end are looked at: those of `whose`.
    """

    campaign: Campaign
    whose: frozenset[str]
    snapshots: Snapshots
    found: dict[ValueKey, list[int]] = Factory(dict)

    def events(self, change: Change) -> tuple[int, ...]:
        """Return the events behind a change."""
        return tuple(sorted(set(self.found.get((change.character, change.field), ()))))

    def note(self, seqs: Iterable[int], before: Mapping[str, Values], after: Mapping[str, Values]) -> None:
        """Note the events that turned these sheets into those."""
        for change in differences(before, after):
            self.found.setdefault((change.character, change.field), []).extend(seqs)

    def by_corrections(self, then: Moment, now: Moment) -> None:
        """Note the corrections since that bear on what was recorded before."""
        first, history = then.state.seq, then.history.copy()
        ways: dict[ValueKey, Way] = {}
        before = self.shown(then.state, self.whose)
        for seq, event in self.campaign.catalog.corrections_until(now.state.seq):
            if seq <= first:
                continue
            history.correct(seq, event)
            touched = self.campaign.catalog.first_of(history.touched_by(event))
            if touched is None or touched > first:
                continue
            after = self.shown(self.stood(first, history), self.whose)
            for change in differences(before, after):
                ways.setdefault((change.character, change.field), Way()).go(seq, change)
            before = after
        self.found.update({key: way.seqs for key, way in ways.items()})

    def stood(self, seq: int, history: History) -> State:
        """Return the campaign after an event, by any history."""
        log = self.campaign.log
        return self.snapshots.fold(log, self.snapshots.before(seq, history), history, seq)

    def by_events(self, then: Moment, now: Moment) -> None:
        """Note the events since that count, awards together with their amendments."""
        state = self.stood(then.state.seq, now.history)
        fold = Fold(state, now.history, naming=self.campaign.naming)
        sheets = self.shown(state, self.whose)
        for seq, event in fold.counted(self.campaign.log, now.state.seq):
            concerned = names(event, state) & self.whose
            kept = (
                {} if marks(event).for_all else {name: twin(state.sheets[name]) for name in concerned & {*state.sheets}}
            )
            fold.put(event, seq)
            concerned = {name for name in concerned if state.sheets.get(name) != kept.get(name)}
            if concerned:
                after = self.shown(state, concerned)
                amendment = now.amendments.get(seq)
                before = {name: sheets[name] for name in concerned if name in sheets}
                self.note([seq] if amendment is None else [seq, amendment[0]], before, after)
                sheets |= after

    def shown(self, state: State, characters: Iterable[str]) -> dict[str, Values]:
        """Return the values of those of the sheets that exist."""
        return {name: values(view(state, name)) for name in characters if name in state.sheets}


def names(event: object, state: State) -> set[str]:
    """Return the characters whose sheets an event can change."""
    if marks(event).for_all:
        return set(state.sheets)
    if isinstance(event, CheckResolved) and not event.points:
        return set()
    return set(names_in(event, "character"))
