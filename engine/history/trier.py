"""Try a correction: fold the log as it would then count, and ask each event whether it still fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.concerns.corrections.events import EventsUndone
from engine.concerns.traits.events import AbilityDefined
from engine.history.counting import Correcting, History
from engine.history.finder import Finder
from engine.history.fold import Fold
from engine.history.reach import reach_of
from engine.history.staleness import Stale, find_stale
from engine.history.trial import Trial
from engine.rules.outcome import add_up
from engine.state import State
from engine.value import record


@record
class Trier(Finder):
    """Tries corrections of a campaign as it stands. Nothing is changed by it."""

    def before(self, *events: Correcting) -> State:
        """Return the campaign as it stands, under the names that hold with corrections."""
        history = self.history.copy()
        for event in events:
            history.correct(self.state.seq + 1, event)
        if history.naming == self.snapshots.naming:
            return self.state
        return Fold(State(), self.history, naming=history.naming).through(self.log, self.state.seq)

    def trial(self, event: Correcting) -> Trial:
        """Fold the campaign with this correction, from the first event it affects."""
        history = self.history.copy()
        history.correct(self.state.seq + 1, event)
        first = self.catalog.first_of(history.touched_by(event))
        if history.naming != self.snapshots.naming:
            return self.under_other_names(history)
        if first is None:  # nothing on any sheet depends on the named events
            return Trial(self.state.twin(), history.owing)
        reach = reach_of(map(self.event, history.touched_by(event)))
        trial = Trial(self.snapshots.at(self.log, first - 1, history), history.owing, self.undefined_by(event), reach)
        Fold(trial.state, history, naming=self.snapshots.naming, ask=trial.ask).through(self.log, self.state.seq)
        trial.stale = [each for each in trial.stale if not self.has_ruling_settled(each, trial.state.rulings)]
        return trial

    def undefined_by(self, event: Correcting) -> frozenset[str]:
        """Return the abilities that an undo takes the definition from."""
        found = map(self.event, event.targets if isinstance(event, EventsUndone) else ())
        return frozenset(each.name for each in found if isinstance(each, AbilityDefined))

    def under_other_names(self, history: History) -> Trial:
        """Fold the campaign under other names, from its beginning."""
        trial = Trial(State(), history.owing)
        Fold(trial.state, history, naming=history.naming, ask=trial.ask).through(self.log, self.state.seq)
        trial.stale.clear()
        return trial

    def has_ruling_settled(self, found: Stale, rulings: Mapping[int, str]) -> bool:
        """Return whether the ruling on a stale roll was about the numbers that it has now.

        A void roll stays void. A roll that stands does so only with the corrections that the table knew.
        """
        if rulings.get(found.seq) != "stands":
            return found.seq in rulings
        then = self.snapshots.at(self.log, found.seq - 1, self.catalog.history_at(self.find_ruling(found.seq)))
        roll: Any = self.event(found.seq)
        known = find_stale(then, roll, found.seq)
        inputs = list_inputs if roll.reading < 2 else add_up_inputs
        return known is not None and known.character == found.character and inputs(known) == inputs(found)


def list_inputs(found: Stale) -> tuple[object, ...]:
    """Return what a stale roll would be made with, whatever fudge points did to it later."""
    return found.corrected.level, found.corrected.modifiers, found.corrected.difficulty_parts


def add_up_inputs(found: Stale) -> tuple[int, ...]:
    """Return the numbers that a stale roll would be made with, whatever their reasons."""
    return found.corrected.level, add_up(found.corrected.modifiers), add_up(found.corrected.difficulty_parts)
