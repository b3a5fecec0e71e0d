"""Decide what players see of each event of a campaign, one after the other.

Each room decides for its own events (`engine.players`). This module holds the rules for all events: secrets, the events
that they caused, events about them, and events about nobody whom players know.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.secrets.events import CharacterHidden, CharacterShown
from engine.concerns.secrets.sheet import SIGHT
from engine.naming import names_in, numbers_in
from engine.players import Reduced, is_declared, is_in_the_open, may_name_unseen, reduce_event
from engine.registry import is_brought, marks
from engine.rules.ruleset import Ruleset
from engine.state import Sheet
from engine.store.codec import Unknown
from engine.value import Factory, evolve, record
from replay.audience.nameless import Nameless
from replay.audience.secrets import Secrets
from replay.audience.subjects import Subjects


def is_shown(sheet: Sheet) -> bool:
    """Return whether players see a sheet: a player character's or a shown NPC's."""
    sight = SIGHT.of(sheet)
    return sheet.kind == "pc" or (sight is not None and sight.shown)


def changes_past(event: Any) -> bool:
    """Return whether players may see earlier events otherwise since this one."""
    if isinstance(event, Unknown | CharacterCreated | CharacterShown | CharacterHidden):
        return True
    return marks(event).corrects or marks(event).for_all


def drop_mark(event: Any) -> Any:
    """Return an event without its mark of being secret."""
    marked = {name: False for name in ("secret", "hidden") if getattr(event, name, False)}
    return evolve(event, **marked) if marked else event


@record
class Seeing:
    """The events of a campaign as players see them, as far as they were looked at. It is the `Seen` that rooms get.

    `shown` are the characters whose sheets they see, `met` those of whom they read, and `nobodies` those whose names
    they do not read. `secret` are the events that are secret or about one that is, `withheld` all that players do not
    see, and `reduced` those that they see in part. `unnumbered` are names of things, in lower case, and `nameless` are
    events that no later one may name by its number. `upto` is the last event that was looked at.
    """

    campaign: Campaign
    secrets: Secrets
    shown: set[str]
    secret: set[int]
    nobodies: Nameless
    met: set[str] = Factory(set)
    withheld: set[int] = Factory(set)
    reduced: dict[int, Reduced] = Factory(dict)
    unnumbered: set[str] = Factory(set)
    nameless: set[int] = Factory(set)
    upto: int = 0
    _subjects: Subjects = Factory(Subjects)
    _unseen_types: set[type] = Factory(set)
    _cause: int = 0

    @classmethod
    def of(cls, campaign: Campaign) -> Seeing:
        """Return the players' view before any event was looked at."""
        shown = {sheet.name for sheet in campaign.state.sheets.values() if is_shown(sheet)}
        secrets = Secrets.of(campaign)
        return cls(campaign, secrets, shown | secrets.player_characters, secrets.find_secret(), Nameless.of(campaign))

    @classmethod
    def through(cls, campaign: Campaign) -> Seeing:
        """Return the players' view after all events."""
        seeing = cls.of(campaign)
        for recorded in campaign.events(upto=campaign.state.seq):
            seeing.look_at(recorded)
        return seeing

    def go_on(self) -> bool:
        """Look at the events since then. Return False if players may see earlier ones otherwise since: begin anew."""
        for recorded in self.campaign.events(self.upto, self.campaign.state.seq):
            if changes_past(recorded.event):
                return False
            self.secrets.look_at(recorded.seq, recorded.event)
            if self.secrets.is_secret(recorded.seq):
                self.secret.add(recorded.seq)
            self.look_at(recorded)
            if recorded.seq in self.secret and marks(recorded.event).known_by:
                return False  # a secret name is kept from earlier events too
        return True

    def look_at(self, recorded: Recorded) -> Reduced | None:
        """Return the part of the next event that players see, None for nothing, and take note of it."""
        event, seq = recorded.event, recorded.seq
        self.upto = seq
        self._cause = self._cause if is_brought(event) else seq
        found = self._reduce(seq, event)
        self._subjects.follow(seq, event)
        if found is None:
            self.withheld.add(seq)
            self._unseen_types.add(type(event))
        else:
            self._note(recorded, found)
        return found

    def _reduce(self, seq: int, event: Any) -> Reduced | None:
        """Return the part of an event that players see. An event that no room declares is secret."""
        found = None
        is_gone = seq in self.campaign.history.inactive and self.nobodies.are_told_of(event)
        is_secret = is_gone or self._is_secret(seq, event) or not is_declared(event)
        if not is_secret:
            found = reduce_event(drop_mark(event), self)
            is_secret = found is not None and not may_name_unseen(event) and self._names_unseen(found.event)
        if is_secret:
            self.secret.add(seq)
        return None if is_secret or self._is_of_strangers(event) else found

    def _note(self, recorded: Recorded, found: Reduced) -> None:
        """Note an event that players see, and the characters they read of in it, if it counts."""
        event, seq = recorded.event, recorded.seq
        if found.blanks or found.event != event:
            self.reduced[seq] = found
        if found.blanks or found.event != drop_mark(event):
            self._unseen_types.add(type(event))
        if found.nameless:
            self.nameless.add(seq)
        self.unnumbered.update(map(str.casefold, found.unnumbered))
        if seq not in self.campaign.history.inactive:
            self.met.update(names_in(found.event, "character"))

    def _is_secret(self, seq: int, event: Any) -> bool:
        """Return whether an event is secret, or was caused by a secret one and not revealed alone."""
        if seq in self.secret:
            return True
        return is_brought(event) and self._cause in self.secret and seq not in self.secrets.revealed

    def _names_unseen(self, event: Any) -> bool:
        """Return whether an event, as players would see it, names others that they do not see."""
        named = {number for kind, number in numbers_in(event) if kind in ("event", "award", "effect")}
        return not (named.isdisjoint(self.secret) and named.isdisjoint(self.withheld))

    def _is_of_strangers(self, event: Any) -> bool:
        """Return whether an event is about unseen NPCs alone, and was not in the open."""
        if is_in_the_open(event) or marks(event).bounds:
            return False
        names = names_in(event, "character")
        return bool(names) and self.shown.isdisjoint(names)

    # --- what rooms ask ---------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The rules in force now."""
        return self.campaign.state.rules

    def is_hidden(self, name: str | None) -> bool:
        """Return whether players do not see a character's sheet."""
        return name is not None and name not in self.shown

    def hides_level(self, name: str | None) -> bool:
        """Return whether players do not learn a character's levels."""
        return self.is_hidden(name) and "npc-levels" not in self.rules.players_see

    def has_met(self, name: str) -> bool:
        """Return whether players see a character's sheet or read of the character before."""
        return name in self.shown or (name in self.met and name not in self.nobodies.names)

    def is_players(self, name: str) -> bool:
        """Return whether a character is or ever was a player's."""
        return name in self.secrets.player_characters

    def is_secret(self, seq: int | None) -> bool:
        """Return whether an event is still secret, or about one that is."""
        return seq in self.secret

    def is_withheld(self, seq: int) -> bool:
        """Return whether players see nothing of an earlier event."""
        return seq in self.withheld

    def is_unnamed(self, seq: int | None) -> bool:
        """Return whether no event may name this one by its number."""
        return seq in self.secret or seq in self.withheld or seq in self.nameless

    def is_unnumbered(self, name: str) -> bool:
        """Return whether players must not learn the numbers of things of a name."""
        return name.casefold() in self.unnumbered

    def find_part(self, seq: int) -> Reduced | None:
        """Return the part that players see of an earlier event, or None if they see all of it or nothing."""
        return self.reduced.get(seq)

    def find_maker(self, cls: type, *known_by: str | None) -> int | None:
        """Return the latest event of a type that counted then and has these values in the fields of its `known_by`."""
        return self._subjects.find_maker(cls, *known_by)

    def find_secret_names(self, cls: type) -> Collection[str]:
        """Return the names of everything that secret events of a type made, also later."""
        return self.secrets.find_names(cls, self.secret)

    def has_unseen(self, *types: type) -> bool:
        """Return whether players did not see all of some earlier event of these types."""
        return not self._unseen_types.isdisjoint(types)
