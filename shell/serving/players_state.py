"""The campaign as players know it, as a state in which their lines are read.

It is made of the events that they see, as they see them. So two campaigns that differ in secrets alone read every line
alike: no name, suggestion or shared beginning can tell of what is hidden.
"""

from __future__ import annotations

from engine.concerns.characters.events import CharacterCreated
from engine.groups import put_in_group
from engine.history.fold import Fold
from engine.naming import names_in
from engine.players import SOMEBODY
from engine.state import State
from engine.store.codec import Unknown
from engine.value import Factory, record
from replay.audience.rule import View, Visible


@record
class PlayersState:
    """The state that players know, up to the event `upto` of a view."""

    view: View
    fold: Fold = Factory(lambda: Fold(lenient=True))
    upto: int = 0

    @property
    def state(self) -> State:
        """The state, with what was recorded since it was last asked for."""
        last = self.view.upto
        for each in self.view.read_seen(self.upto, last):
            if each.counts:
                self.put(each)
        self.upto = last
        return self.fold.state

    def put(self, each: Visible) -> None:
        """Add an event that players see, at its group, and whoever they read of in it for the first time."""
        group = self.view.campaign.state.group_at(each.logged)
        self.fold.put(put_in_group(each.event, group), each.seq)
        self.fold.state.seq = each.seq
        for name in () if isinstance(each.event, Unknown) else names_in(each.event, "character"):
            if name not in self.fold.state.sheets and name != SOMEBODY:
                self.fold.put(put_in_group(CharacterCreated(name, "npc"), group), each.seq)

    def follow(self, view: View) -> PlayersState:
        """Return what players know by a later view, going on from here if that goes on too."""
        if not view.goes_on_from(self.view):
            return PlayersState(view)
        return PlayersState(view, self.fold, self.upto)
