"""Leave out of the events that players see in part what they do not see."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import attrs
from attrs import Factory, define

from engine.campaign import Recorded
from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.concerns.campaign.events import CampaignCreated, RulesChanged
from engine.concerns.checks.events import CheckResolved
from engine.concerns.corrections.events import EventsRedone, EventsUndone, SheetSigned
from engine.concerns.damage.events import DamageDealt
from engine.concerns.effects.events import EffectEnded
from engine.concerns.goals.events import GoalSet
from engine.concerns.points.events import Turning
from engine.concerns.properties.events import PropertyLost
from engine.concerns.rolls.events import ReactionRolled
from engine.concerns.sessions.events import SessionStarted
from engine.naming import numbers_in
from engine.value import evolve
from replay.audience.reduced import (
    REDUCES,
    Reduced,
    are_of_a_book,
    blank_fields,
    reduce_handing,
    reduce_rules,
    reduce_signing,
    reduce_turning,
    reduce_undo,
    without_heaps,
    without_reason,
    without_roll,
    without_ships,
)
from replay.audience.subjects import without_subject
from replay.audience.withheld import Keeping, is_forgettable

#: Events about things, which name heaps by number.
OF_THINGS = (ItemGiven, ItemDropped, ItemMoved, ItemPassed, ItemNoted)


def drop_mark(event: Any) -> Any:
    """Return an event without its mark of being secret."""
    marked = {name: False for name in ("secret", "hidden") if getattr(event, name, False)}
    return evolve(event, **marked) if marked else event


@define(slots=False)
class Reducing:
    """The events that players see in part, by number, as far as they were looked at.

    `unnumbered` are names of things that came out of unseen hands, in lower case. The number of such a heap would tell
    what the giver had and got, so that nothing names `handed`, the events that handed them over. `keeps_rules`: the
    game master's rules are no known game's, or they were changed.
    """

    keeping: Keeping
    reduced: dict[int, Reduced] = Factory(dict)
    unnumbered: set[str] = Factory(set)
    handed: set[int] = Factory(set)
    keeps_rules: bool = False

    @property
    def unnamed(self) -> set[int]:
        """The events that no other names, as far as it need not."""
        return self.keeping.secret | self.keeping.withheld | self.handed

    def _is_unnamed(self, seq: int | None) -> bool:
        return seq in self.keeping.secret or seq in self.keeping.withheld or seq in self.handed

    def reduce(self, recorded: Recorded) -> Any:
        """Return an event as players see it; keep that if it is less than all of it."""
        found = self._without_numbers(self._reduced_by_type(recorded))
        if isinstance(found.event, ItemPassed) and "of" in found.kept:
            self.handed.add(recorded.seq)
        if recorded.seq in self.keeping.nameless:
            found = Reduced(without_subject(found.event), found.kept)
        if found.event != recorded.event or found.kept:
            self.reduced[recorded.seq] = found
        return found.event

    def _without_numbers(self, found: Reduced) -> Reduced:
        """Leave out the numbers of unseen events that an event need not name."""
        event = found.event
        if isinstance(event, DamageDealt):
            return without_roll(found) if self.keeping.secret & {event.of, event.rolled} else found
        if isinstance(event, EffectEnded | PropertyLost):
            number = event.clock.removeprefix("#")
            until_unnamed = number.isdecimal() and self._is_unnamed(int(number))
            return Reduced(evolve(event, clock=""), found.kept) if until_unnamed else found
        named = (each.name for each in attrs.fields(type(event)) if is_forgettable(each))
        kept = [name for name in named if self._is_unnamed(getattr(event, name))]
        return Reduced(evolve(event, **dict.fromkeys(kept)), found.kept) if kept else found

    def _reduced_by_type(self, recorded: Recorded) -> Reduced:
        event: Any = drop_mark(recorded.event)
        if isinstance(event, EventsUndone | EventsRedone):
            return reduce_undo(event, self.keeping.withheld) or Reduced(event)
        if isinstance(event, CampaignCreated | RulesChanged):
            self.keeps_rules |= isinstance(event, CampaignCreated) and not are_of_a_book(event.rules)
            return reduce_rules(event) if self.keeps_rules else Reduced(event)
        if isinstance(event, SessionStarted):
            there = tuple(name for name in event.characters if name in self.keeping.shown)
            return Reduced(evolve(event, characters=there))
        if isinstance(event, OF_THINGS):
            return self._without_heaps(event)
        if isinstance(event, ReactionRolled) and event.automatic is not None and not self._saw_why(recorded.seq):
            return without_reason(event)
        if isinstance(event, SheetSigned):
            is_npc = event.character not in self.keeping.secrets.player_characters
            return blank_fields(event, {"values"}) if is_npc else reduce_signing(event, self.goals_again_secret)
        if isinstance(event, Turning):
            roll = self.reduced.get(event.of)
            return reduce_turning(event, roll, self.keeping.hides_level) if roll else Reduced(event)
        if isinstance(event, CheckResolved):
            event = without_ships(event, self.keeping.is_hidden)
        reduce = REDUCES.get(type(event))
        rules = self.keeping.campaign.state
        return Reduced(event) if reduce is None else reduce(event, rules, self.keeping.hides_level)

    def _without_heaps(self, event: Any) -> Reduced:
        """Leave out the numbers of heaps with which there may be things from unseen hands."""
        found = reduce_handing(event, self.keeping.is_hidden) if isinstance(event, ItemPassed) else Reduced(event)
        names = {event.name.casefold()}
        if getattr(event, "within", None) is not None and event.where is not None:
            names.add(event.where.casefold())
        unseen = self.keeping.withheld.intersection(seq for _, seq in numbers_in(found.event))
        if not unseen and "item" not in found.kept and not names & self.unnumbered:
            return found
        self.unnumbered |= names
        return without_heaps(found)

    @cached_property
    def goals_again_secret(self) -> frozenset[str]:
        """The names of goals that are secret now; some were not when a sheet was signed."""
        kept = (each.event for each in self.keeping.campaign.events() if each.seq in self.keeping.secret)
        return frozenset(event.name for event in kept if isinstance(event, GoalSet))

    def _saw_why(self, reaction: int) -> bool:
        """Return whether players saw how a reaction was set, with the reason."""
        attitude = self.keeping.secrets.attitude_of(reaction)
        return attitude is not None and attitude not in self.keeping.withheld
