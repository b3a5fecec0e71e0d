"""Decide which events players do not see at all."""

from __future__ import annotations

from typing import Any, get_args

import attrs
from attrs import Factory, define

from engine.campaign import Campaign, Recorded
from engine.concerns.campaign.events import RulesChanged
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import EventsRedone, EventsUndone, Renamed
from engine.concerns.damage.events import DamageDealt
from engine.concerns.experience.events import XpAllocated
from engine.concerns.files.events import CampaignForked, HeadAccepted, LogConverted
from engine.concerns.points.events import Turning
from engine.concerns.rolls.events import CriticalDrawn, DiceRolled, ReactionRolled
from engine.concerns.secrets.sheet import sight_of
from engine.concerns.tables.events import TableDefined, TableRolled
from engine.concerns.tracks.events import Revived, TakenOut
from engine.naming import names_in, numbers_in
from engine.registry import is_brought, marks
from engine.state import Sheet
from engine.store.codec import Unknown
from engine.types import NO_GAPS
from replay.audience.reduced import OF_THE_GM, reduce_undo
from replay.audience.secrets import Secrets

#: What everybody at the table saw an NPC do, shown or not.
IN_THE_OPEN = (
    *(CheckResolved, ContestResolved, DiceRolled, ReactionRolled, CriticalDrawn),
    *get_args(Turning),
    *(TakenOut, Revived, DamageDealt, TableRolled),
)

#: What befalls an NPC out of sight too: in the open once players met the NPC.
BEFALLS = (TakenOut, Revived)

#: What tells up to which number some log went, and its hash there.
OF_FILES = (CampaignForked, HeadAccepted, LogConverted)

#: What the game master prepares: the rows of a table are known once they are rolled.
PREPARED = (TableDefined,)

#: What never counts as being about an event that it names: XP are spent, whoever may know where they come from.
NOT_ABOUT = (XpAllocated, EventsUndone, EventsRedone)


def is_shown(sheet: Sheet) -> bool:
    """Return whether players see a sheet: a player character's or a shown NPC's."""
    sight = sight_of(sheet)
    return sheet.kind == "pc" or (sight is not None and sight.shown)


def is_prepared(event: Any) -> bool:
    """Return whether an event is part of the GM's preparation, as setting one of the GM's rules is."""
    return isinstance(event, PREPARED) or (isinstance(event, RulesChanged) and event.key in OF_THE_GM)


def is_forgettable(field: attrs.Attribute[Any]) -> bool:
    """Return whether a field names an event's cause or its end, and may be left out."""
    return field.name in ("of", "lasts") and field.default is None


@define
class Keeping:
    """What is kept from all players of a campaign, as far as it was looked through.

    `shown` are the characters whose sheets they see, `met` those of whom they read, `secret` the events that are secret
    or about one that is, and `withheld` all that they do not see.
    """

    campaign: Campaign
    secrets: Secrets
    shown: set[str]
    secret: set[int]
    nameless: set[int]
    met: set[str] = Factory(set)
    withheld: set[int] = Factory(set)
    _cause: int = 0

    @classmethod
    def of(cls, campaign: Campaign) -> Keeping:
        """Return what is kept from players before any event was looked at."""
        shown = {sheet.name for sheet in campaign.state.sheets.values() if is_shown(sheet)}
        secrets = Secrets.of(campaign)
        secret = secrets.still()
        return cls(campaign, secrets, shown | secrets.player_characters, secret, secrets.find_naming(secret))

    def withholds(self, recorded: Recorded) -> bool:
        """Return whether players see nothing of an event, the next in order."""
        event, seq = recorded.event, recorded.seq
        if not is_brought(event):
            self._cause = seq
        if self._is_secret(seq, event):
            self.secret.add(seq)
        elif not (is_prepared(event) or self.is_of_hidden_npcs(event) or self.tells_how_many(event)):
            return False
        self.withheld.add(seq)
        return True

    def _is_secret(self, seq: int, event: Any) -> bool:
        """Return whether an event is secret, or about one that players do not see.

        What a secret event brought is secret with it, but for what was revealed alone.
        """
        if isinstance(event, Unknown) or seq in self.secret:
            return True
        if is_brought(event) and self._cause in self.secret and seq not in self.secrets.revealed:
            return True
        if isinstance(event, NOT_ABOUT):
            return not isinstance(event, XpAllocated) and reduce_undo(event, self.withheld) is None
        named = {number for kind, number in numbers_in(event) if kind in ("event", "award", "effect")}
        return not (named & (self.secret | self.withheld)) <= self._forgettable(event)

    def _forgettable(self, event: Any) -> set[int | None]:
        """Return the numbers of other events that an event need not name.

        They are those of the roll that caused it, and of what it lasts as long as.
        A wound is felt, whoever rolled for it. A critical result tells that there was a roll.
        """
        if isinstance(event, DamageDealt):
            return set() if self.is_hidden(event.character) else {event.of, event.rolled}
        if isinstance(event, CriticalDrawn):
            return set()
        return {getattr(event, each.name) for each in attrs.fields(type(event)) if is_forgettable(each)}

    def is_of_hidden_npcs(self, event: Any) -> bool:
        """Return whether an event is about unseen NPCs alone, and was not in the open."""
        if isinstance(event, BEFALLS):
            return not (self.shown | self.met).intersection(names_in(event, "character"))
        if isinstance(event, IN_THE_OPEN) or marks(event).bounds:
            return False
        if isinstance(event, Renamed):
            return event.kind != "player" and not (event.kind == "character" and event.after in self.shown)
        names = set(names_in(event, "character"))
        return bool(names) and not names & self.shown

    def tells_how_many(self, event: Any) -> bool:
        """Return whether an event has a number or hash that players must not learn."""
        return isinstance(event, OF_FILES) and NO_GAPS in self.campaign.state.rules.players_see

    def meet(self, recorded: Recorded, event: Any) -> None:
        """Keep whom players read of in an event, as they see it, if it counts."""
        if recorded.seq not in self.campaign.history.inactive:
            self.met.update(names_in(event, "character"))

    def is_hidden(self, name: str | None) -> bool:
        """Return whether players do not see a character's sheet."""
        return name is not None and name not in self.shown

    def hides_level(self, name: str | None) -> bool:
        """Return whether players do not learn a character's levels."""
        return self.is_hidden(name) and "npc-levels" not in self.campaign.state.rules.players_see
