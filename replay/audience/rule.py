"""Decide what an audience sees of each event: all of it, a part, or nothing.

The game master sees everything. Players do not see what is secret until it is revealed, what it brought about in the
same command, nor what is about it; not the sheets of NPCs who were not shown to them; not a difficulty that is hidden.
By the rule “players-see” they see no difficulties at all, or also the levels of NPCs.
Every document for players is made of what `View` yields, and nothing else decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import Factory, define

from engine.campaign import Campaign, Recorded
from engine.concerns.campaign.events import CampaignCreated, RulesChanged
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import CriticalRuled, EventsRedone, EventsUndone, Renamed
from engine.concerns.damage.events import DamageDealt
from engine.concerns.experience.events import XpAllocated
from engine.concerns.experience.sheet import pending
from engine.concerns.goals.sheet import every_goal
from engine.concerns.points.events import RollAltered, RollRerolled
from engine.concerns.rolls.events import AttitudeSet, CriticalDrawn, DiceRolled, ReactionRolled, SecretRevealed
from engine.concerns.secrets.sheet import sight_of
from engine.concerns.sessions.events import SessionStarted
from engine.concerns.tables.events import TableDefined, TableRolled
from engine.concerns.tracks.events import Revived, TakenOut
from engine.history.fold import read_event
from engine.naming import names_in, numbers_in
from engine.narrate import tell
from engine.registry import is_brought, marks
from engine.state import Sheet, State
from engine.store import codec
from engine.store.codec import Unknown
from engine.store.door import Row
from engine.types import PLAYERS
from engine.value import value
from replay.audience.reduced import (
    OF_THE_GM,
    REDUCES,
    Reduced,
    are_of_a_book,
    blanked,
    reduce_rules,
    reduce_undo,
    without_reason,
    without_roll,
    without_ships,
)
from replay.audience.subjects import Subjects, without_subject

#: What everybody at the table saw an NPC do, shown or not.
IN_THE_OPEN = (
    *(CheckResolved, ContestResolved, DiceRolled, ReactionRolled, CriticalDrawn),
    *(RollAltered, RollRerolled, CriticalRuled),
    *(TakenOut, Revived, DamageDealt, TableRolled),
)

#: What befalls an NPC out of sight too: in the open once players met the NPC.
BEFALLS = (TakenOut, Revived)

#: What the game master prepares: the rows of a table are known once they are rolled.
PREPARED = (TableDefined,)

#: What never counts as being about an event that it names: XP are spent, whoever may know where they come from.
NOT_ABOUT = (XpAllocated, EventsUndone, EventsRedone)


@value
class Withheld:
    """An event that the audience does not see: only that there is one of this number."""

    seq: int


@value
class Visible:
    """An event as the audience sees it.

    `kept` names its fields that the game master keeps; they say nothing. It `counts` unless it was undone, and an award
    has its present amount. It is `whole` if nothing was left out.
    """

    seq: int
    at: str
    cmd: str
    by: str
    event: Any
    text: str
    counts: bool
    kept: frozenset[str] = frozenset()
    whole: bool = True

    @property
    def type(self) -> str:
        """The type under which the event is stored."""
        return self.event.name if isinstance(self.event, Unknown) else type(self.event).__name__


def is_shown(sheet: Sheet) -> bool:
    """Return whether players see a sheet: a player character's or a shown NPC's."""
    sight = sight_of(sheet)
    return sheet.kind == "pc" or (sight is not None and sight.shown)


def is_prepared(event: Any) -> bool:
    """Return whether an event is part of the GM's preparation.

    Setting one of the GM's rules is part of it.
    """
    return isinstance(event, PREPARED) or (isinstance(event, RulesChanged) and event.key in OF_THE_GM)


def is_marked(event: Any) -> bool:
    """Tell whether an event is marked as secret."""
    return bool(getattr(event, "secret", False) or getattr(event, "hidden", False))


def is_forgettable(field: attrs.Attribute[Any]) -> bool:
    """Tell whether a field names an event's cause or its end, and may be left out."""
    return field.name in ("of", "lasts") and field.default is None


def unmarked(event: Any) -> Any:
    """Return an event without its mark of being secret."""
    marked = {name: False for name in ("secret", "hidden") if getattr(event, name, False)}
    return attrs.evolve(event, **marked) if marked else event


@define
class View:
    """A campaign as an audience sees it now.

    The audience is the game master, None; all players; or one of them, who sees what all players see, with their own
    characters first. `withheld` are the events that it does not see, `reduced` those that it sees in part, by number.
    """

    campaign: Campaign
    audience: str | None = None
    withheld: set[int] = Factory(set)
    reduced: dict[int, Reduced] = Factory(dict)
    _shown: set[str] = Factory(set)
    _secret: set[int] = Factory(set)
    _met: set[str] = Factory(set)
    _nameless: set[int] = Factory(set)
    _attitudes: set[tuple[str, str | None, str, str | None]] = Factory(set)
    _keeps_names: bool = False
    _keeps_rules: bool = False
    _worked_out: tuple[Visible | Withheld, ...] | None = None

    @classmethod
    def of(cls, campaign: Campaign, audience: str | None = None) -> View:
        """Return what an audience sees of a campaign."""
        view = cls(campaign, audience)
        if view.for_players:
            view._look_through()
        return view

    @property
    def for_players(self) -> bool:
        """Whether players are the audience, all or one of them."""
        return self.audience is not None

    @property
    def player(self) -> str | None:
        """The only player in the audience; None for the game master or all players."""
        return None if self.audience == PLAYERS else self.audience

    def events(self, after: int = 0, upto: int | None = None) -> Iterator[Visible | Withheld]:
        """Yield the events above number `after`, up to and with `upto`: seen, or withheld."""
        last = self.campaign.state.seq if upto is None else upto
        if self._worked_out is not None:
            yield from self._worked_out[after:last]
            return
        for recorded in self.campaign.events(after, last):
            yield Withheld(recorded.seq) if recorded.seq in self.withheld else self._seen(recorded)

    def work_out(self) -> None:
        """Work out every event once, for a document that asks for them often."""
        self._worked_out = tuple(self.events())

    def seen(self, after: int = 0, upto: int | None = None) -> Iterator[Visible]:
        """Yield the events that are seen."""
        return (each for each in self.events(after, upto) if isinstance(each, Visible))

    def sees(self, character: str) -> bool:
        """Tell whether the audience sees a character's sheet."""
        return not self.for_players or character in self._shown

    def shows_as_stored(self, row: Row) -> bool:
        """Return whether the audience may read an event as it is stored.

        All of it must be visible, and no name in it may be secret.
        """
        if row.seq in self.withheld:
            return False
        event = read_event(self.campaign.naming, row.seq, row.type, row.v, row.body)
        stored = not self._keeps_names or codec.decode(row.type, row.v, row.body) == event
        return stored and self._is_whole(row.seq, event)

    def _is_whole(self, seq: int, event: Any) -> bool:
        """Tell whether the audience sees all of an event that it sees."""
        found = self.reduced.get(seq)
        return found is None or (not found.kept and bool(found.event == unmarked(event)))

    def owns(self, character: str | None) -> bool:
        """Tell whether a character is one of the player's for whom this is made."""
        sheet = self.campaign.state.sheets.get(character or "")
        return self.player is not None and sheet is not None and sheet.player == self.player

    def touches_own(self, event: Any) -> bool:
        """Tell whether an event names a character of the player's for whom this is made."""
        return any(map(self.owns, names_in(event, "character")))

    def state_shown(self, state: State) -> State:
        """Return an earlier state without the goals that are secret again.

        The levels that wait for one go with it, because they name it.
        """
        goals = every_goal(state)
        again = {name for name, each in goals.items() if each.number in self._secret and not each.hidden}
        if not again:
            return state
        found = state.copy()
        found.own["goals"] = {name: each for name, each in goals.items() if name not in again}
        for sheet in found.sheets.values():
            sheet.own["goals"] = tuple(each for each in sheet.own.get("goals", ()) if each.name not in again)
            sheet.own["pending"] = tuple(each for each in pending(sheet) if each.goal not in again)
        return found

    def _seen(self, recorded: Recorded) -> Visible:
        history, seq = self.campaign.history, recorded.seq
        found = self.reduced.get(seq)
        event = history.counted(found.event if found else recorded.event, seq)
        text = found.text if found else tell(event)
        kept = found.kept if found else frozenset()
        counts, whole = seq not in history.inactive, self._is_whole(seq, recorded.event)
        return Visible(seq, recorded.at, recorded.cmd, recorded.by, event, text, counts, kept, whole)

    # --- what is withheld from players -------------------------------------------------------------------------

    def _look_through(self) -> None:
        """Find what players do not see, and reduce what they see in part."""
        self._shown = {sheet.name for sheet in self.campaign.state.sheets.values() if is_shown(sheet)}
        for recorded in self.campaign.events(upto=self.campaign.state.seq):
            if isinstance(recorded.event, CharacterCreated) and recorded.event.kind == "pc":
                self._shown.add(recorded.event.name)
        self._secret = self.still_secret()
        cause, secret = 0, False
        for recorded in self.campaign.events(upto=self.campaign.state.seq):
            if not is_brought(recorded.event):
                cause = recorded.seq
            secret = self._is_secret(recorded, cause)
            if secret:
                self._secret.add(recorded.seq)
            if secret or is_prepared(recorded.event) or self.is_of_hidden_npcs(recorded.event):
                self.withheld.add(recorded.seq)
                self._keeps_rules |= isinstance(recorded.event, RulesChanged)
                self._keeps_names |= isinstance(recorded.event, Renamed)
            else:
                self._reduce(recorded)
                self._meet(recorded)

    def still_secret(self) -> set[int]:
        """Return the events that are secret and that nothing revealed which counts.

        They are marked so, or are about a countdown or goal that was made in secret. One of those may have been
        revealed when the event was recorded, so that it has no mark, and be secret again since that was undone.
        """
        inactive = self.campaign.history.inactive
        revealed: set[int] = set()
        marked: dict[int, int] = {}  # from a secret event to the one whose revealing shows it too
        named: dict[int, int | None] = {}
        subjects = Subjects()
        for recorded in self.campaign.events(upto=self.campaign.state.seq):
            event, seq = recorded.event, recorded.seq
            named[seq] = subjects.named_by(event)
            subjects.follow(seq, event)
            made = subjects.maker(event)
            if isinstance(event, SecretRevealed) and seq not in inactive:
                revealed.add(marked.get(event.event, event.event))
            if made in marked:
                marked[seq] = made
            elif is_marked(event):
                marked[seq] = seq
        found = {seq for seq, group in marked.items() if not {seq, group} & revealed}
        self._nameless = {seq for seq, made in named.items() if made in found}
        return found

    def _is_secret(self, recorded: Recorded, cause: int) -> bool:
        """Tell whether an event is secret, what a secret one brought, or about one."""
        event, seq = recorded.event, recorded.seq
        if isinstance(event, Unknown) or seq in self._secret or (is_brought(event) and cause in self._secret):
            return True
        if isinstance(event, NOT_ABOUT):
            return not isinstance(event, XpAllocated) and reduce_undo(event, self.withheld) is None
        named = {number for kind, number in numbers_in(event) if kind in ("event", "award", "effect")}
        return not (named & self._secret) <= self._forgettable(event)

    def _forgettable(self, event: Any) -> set[int | None]:
        """Return the numbers of other events that an event need not name.

        They are those of the roll that caused it, and of what it lasts as long as.
        A wound is felt, whoever rolled for it.
        """
        if isinstance(event, DamageDealt):
            return set() if self._is_hidden(event.character) else {event.of, event.rolled}
        return {getattr(event, each.name) for each in attrs.fields(type(event)) if is_forgettable(each)}

    def _meet(self, recorded: Recorded) -> None:
        """Keep whom players read of in an event that counts."""
        if recorded.seq not in self.campaign.history.inactive:
            found = self.reduced.get(recorded.seq)
            self._met.update(names_in(found.event if found else recorded.event, "character"))

    def is_of_hidden_npcs(self, event: Any) -> bool:
        """Tell whether an event is about unseen NPCs alone, and was not in the open."""
        if isinstance(event, BEFALLS):
            return not (self._shown | self._met).intersection(names_in(event, "character"))
        if isinstance(event, IN_THE_OPEN) or marks(event).bounds:
            return False
        if isinstance(event, Renamed):
            return event.kind != "player" and not (event.kind == "character" and event.after in self._shown)
        names = set(names_in(event, "character"))
        return bool(names) and not names & self._shown

    def _knows_why(self, event: ReactionRolled) -> bool:
        """Tell whether players saw that a reaction was set, with the reason."""
        return (event.character, event.towards, event.reading, event.automatic) in self._attitudes

    def _is_hidden(self, name: str | None) -> bool:
        return name is not None and name not in self._shown

    def _hides_level(self, name: str | None) -> bool:
        return self._is_hidden(name) and "npc-levels" not in self.campaign.state.rules.players_see

    # --- what is seen in part ----------------------------------------------------------------------------------

    def _reduce(self, recorded: Recorded) -> None:
        """Keep what players see of an event, where that is less than all of it."""
        found = self._reduced_by_type(recorded)
        if isinstance(found.event, DamageDealt) and self._secret & {found.event.of, found.event.rolled}:
            found = without_roll(found)
        elif not isinstance(found.event, DamageDealt):
            found = Reduced(self._forgetting(found.event), found.kept)
        if recorded.seq in self._nameless:
            found = Reduced(without_subject(found.event), found.kept)
        if found.event != recorded.event or found.kept:
            self.reduced[recorded.seq] = found

    def _forgetting(self, event: Any) -> Any:
        """Return an event without the numbers of unseen events that it need not name."""
        named = {each.name: getattr(event, each.name) for each in attrs.fields(type(event)) if is_forgettable(each)}
        unseen = [name for name, held in named.items() if held in self._secret or held in self.withheld]
        return attrs.evolve(event, **dict.fromkeys(unseen)) if unseen else event

    def _reduced_by_type(self, recorded: Recorded) -> Reduced:
        event: Any = unmarked(recorded.event)
        if isinstance(event, EventsUndone | EventsRedone):
            return reduce_undo(event, self.withheld) or Reduced(event)
        if isinstance(event, CampaignCreated | RulesChanged):
            self._keeps_rules |= isinstance(event, CampaignCreated) and not are_of_a_book(event.rules)
            return reduce_rules(event) if self._keeps_rules else Reduced(event)
        if isinstance(event, SessionStarted):
            there = tuple(name for name in event.characters if name in self._shown)
            return Reduced(attrs.evolve(event, characters=there))
        if isinstance(event, AttitudeSet):
            self._attitudes.add((event.character, event.towards, event.attitude, event.reason))
        if isinstance(event, ReactionRolled) and event.automatic is not None and not self._knows_why(event):
            return without_reason(event)
        if isinstance(event, RollAltered | RollRerolled | CriticalRuled):
            check = self.reduced.get(event.of)
            return blanked(event, check.kept) if check and check.kept else Reduced(event)
        if isinstance(event, CheckResolved):
            event = without_ships(event, self._is_hidden)
        reduce = REDUCES.get(type(event))
        return Reduced(event) if reduce is None else reduce(event, self.campaign.state, self._hides_level)
