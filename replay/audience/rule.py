"""Decide what an audience sees of each event: all of it, a part, or nothing.

The game master sees everything. Players do not see a secret event until it is revealed, events that it caused in the
same command, or events about it. They do not see the sheets of NPCs who were not shown to them, or a hidden difficulty.
By the rule “players-see” they see no difficulties at all, or also the levels of NPCs, or numbers without gaps. Every
document for players consists of what `View` yields, and nothing else decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.corrections.events import Renamed
from engine.concerns.experience.sheet import PENDING_LEVELS
from engine.concerns.goals.sheet import GOALS, GOALS_ON_SHEET
from engine.concerns.rolls.events import SecretRevealed
from engine.history.fold import read_event
from engine.naming import names_in
from engine.patterns import pattern
from engine.players import SOMEBODY, Reduced, tell_seen
from engine.registry import SHOWS
from engine.sheet import SheetView, view
from engine.state import State
from engine.store import codec
from engine.store.codec import Unknown
from engine.store.door import Row
from engine.text import describe_end
from engine.types import NO_GAPS, PLAYERS
from engine.value import Factory, evolve, record, value
from replay.audience.numbering import Numbering
from replay.audience.secrets import Secrets
from replay.audience.seeing import Seeing, drop_mark

#: The end of an effect on a sheet that lasts as long as an event's matter (`engine.text.describe_end`).
UNTIL_EVENT = pattern(r" until #(\d+) ends")


@value
class Withheld:
    """An event that the audience does not see: only that there is one of this number."""

    seq: int


@value
class Visible:
    """An event as the audience sees it.

    `seq` is its number as the audience counts, as are the numbers of others in it, and `logged` is its number in the
    log. `blanks` are the names of its fields that the game master keeps, which are blank. It `counts` unless it was
    undone, and an award has its present amount. It is `whole` if nothing was left out. Its sentence has an
    `ending` where it says whose line it was.
    """

    seq: int
    at: str
    cmd: str
    by: str
    event: Any
    counts: bool
    logged: int
    blanks: frozenset[str] = frozenset()
    whole: bool = True
    ending: str = ""

    @property
    def text(self) -> str:
        """The event as a sentence without a full stop."""
        told = tell_seen(self.event, self.blanks)
        return (told[0].upper() + told[1:] if told.startswith(SOMEBODY) else told) + self.ending

    @property
    def type(self) -> str:
        """The type under which the event is stored."""
        return self.event.name if isinstance(self.event, Unknown) else type(self.event).__name__


@record
class View:
    """A campaign as an audience sees it now.

    The audience is the game master (None), all players, or one of them, who sees the same as all players, with their
    own characters first. `withheld` are the events that it does not see, `reduced` those that it sees in part, by
    number. These and other numbers here are the log's. `numbering` has those by which the audience knows events. If it
    is of one `group`, others' events are passed over where a stretch of the log is read.
    """

    campaign: Campaign
    audience: str | None = None
    withheld: set[int] = Factory(set)
    reduced: dict[int, Reduced] = Factory(dict)
    numbering: Numbering = Factory(Numbering)
    group: str | None = None
    _seeing: Seeing | None = None
    _worked_out: tuple[int, tuple[Visible | Withheld, ...]] = (0, ())
    _listed: dict[tuple[type, ...], tuple[Visible, ...]] = Factory(dict)

    @classmethod
    def of(cls, campaign: Campaign, audience: str | None = None) -> View:
        """Return a campaign as an audience sees it."""
        return cls(campaign) if audience is None else cls._of_players(Seeing.through(campaign), audience)

    @classmethod
    def _of_players(cls, seeing: Seeing, audience: str) -> View:
        gaps = NO_GAPS not in seeing.rules.players_see
        numbering = Numbering(None if gaps else tuple(sorted(seeing.withheld)))
        return cls(seeing.campaign, audience, seeing.withheld, seeing.reduced, numbering, seeing=seeing)

    def of_group(self, group: str | None) -> View:
        """Return the same as a group's alone, or of all groups for None."""
        made = copy(self)
        made.group = group
        return made

    def is_of_group(self, seq: int) -> bool:
        """Return whether an event was recorded at the group that the view is of."""
        return self.group is None or self.campaign.state.group_at(seq) == self.group

    def follow(self) -> View:
        """Return the campaign as the audience sees it now, going on from this view, which is of no use from then on."""
        if self._seeing is None or self.audience is None or not self._seeing.go_on():
            return View.of(self.campaign, self.audience)
        return self._of_players(self._seeing, self.audience)

    @property
    def upto(self) -> int:
        """The last event that it was decided on. Of later ones it knows nothing, secret or not."""
        return self._seeing.upto if self._seeing else self.campaign.state.seq

    def goes_on_from(self, earlier: View) -> bool:
        """Return whether this view went on from an earlier one, of which all still holds."""
        return self is earlier or (self._seeing is not None and self._seeing is earlier._seeing)

    @cached_property
    def secret(self) -> set[int]:
        """The events that are secret still, for the game master too."""
        return Secrets.of(self.campaign).find_secret()

    @cached_property
    def joined(self) -> dict[str, int]:
        """The characters seen to join, if that counts, each with its first event."""
        found: dict[str, int] = {}
        for each in self.read_counting(CharacterCreated):
            found.setdefault(each.event.name, each.seq)
        return found

    @cached_property
    def revealed(self) -> frozenset[int]:
        """The secret events seen to be revealed, if that counts."""
        return frozenset(each.event.event for each in self.read_counting(SecretRevealed))

    @property
    def for_players(self) -> bool:
        """Whether players are the audience, all or one of them."""
        return self.audience is not None

    @property
    def player(self) -> str | None:
        """The only player in the audience, or None for the game master or all players."""
        return None if self.audience == PLAYERS else self.audience

    def events(self, after: int = 0, upto: int | None = None) -> Iterator[Visible | Withheld]:
        """Yield the events above number `after`, up to and with `upto`: seen, or withheld."""
        last = self.campaign.state.seq if upto is None else upto
        start, found = self._worked_out
        if start <= after and last <= start + len(found):
            yield from found[after - start : last - start]
            return
        for recorded in self.campaign.events(after, last):
            yield Withheld(recorded.seq) if recorded.seq in self.withheld else self.see(recorded)

    def work_out(self, after: int, last: int) -> None:
        """Compute once the events above number `after`, up to `last`, which a document asks for often."""
        self._worked_out = after, tuple(self.events(after, last))

    def see(self, recorded: Recorded) -> Visible:
        """Return an event that is not withheld as the audience sees it."""
        history, seq = self.campaign.history, recorded.seq
        if self._seeing is None:  # the game master sees all of it, under the log's numbers
            event = history.put_amount(recorded.event, seq)
            return Visible(seq, recorded.at, recorded.cmd, recorded.by, event, seq not in history.inactive, seq)
        found = self.reduced.get(seq)
        blanks = found.blanks if found else frozenset()
        event = self._hide_names(found.event if found else recorded.event)
        event = self.numbering.renumber_event(history.put_amount(event, seq))
        counts, whole = seq not in history.inactive, self._is_whole(seq, recorded.event)
        number = self.numbering.renumber(seq)
        return Visible(number, recorded.at, recorded.cmd, recorded.by, event, counts, seq, blanks, whole)

    def read_seen(self, after: int = 0, upto: int | None = None) -> Iterator[Visible]:
        """Yield the events that are seen."""
        found = (each for each in self.events(after, upto) if isinstance(each, Visible))
        return found if self.group is None else (each for each in found if self.is_of_group(each.logged))

    def read_counting(self, *of: type) -> Iterator[Visible]:
        """Yield the events of some types that are seen and count, of the whole log."""
        return (each for each in self.read_of(*of) if each.counts)

    def list_counting(self, *of: type) -> tuple[Visible, ...]:
        """Return what `read_counting` yields, for few types of which each evening asks again."""
        if of not in self._listed:
            self._listed[of] = tuple(self.read_counting(*of))
        return self._listed[of]

    def read_of(self, *types: type) -> Iterator[Visible]:
        """Yield the events of some types that are seen, of the whole log."""
        found = (self.see(each) for each in self.campaign.events_of(*types) if each.seq not in self.withheld)
        return (each for each in found if isinstance(each.event, types))

    def find(self, number: int) -> Visible | None:
        """Return the event that the audience counts as `number`, or None if unseen."""
        seq = self.numbering.find_logged(number)
        return next(self.read_seen(seq - 1, seq), None)

    def sees(self, character: str) -> bool:
        """Return whether the audience sees a character's sheet."""
        return self._seeing is None or not self._seeing.is_hidden(character)

    def knows_level(self, character: str) -> bool:
        """Return whether the audience learns a character's levels."""
        return self._seeing is None or not self._seeing.hides_level(character)

    def sheet(self, state: State, character: str) -> SheetView:
        """Return a sheet in a state as the audience sees it."""
        return self.as_seen(view(state, character))

    def as_seen(self, sheet: SheetView) -> SheetView:
        """Return a sheet without the parts that the audience does not see."""
        if not self.for_players:
            return sheet
        shown = {name: held for name, held in sheet.shown.items() if not SHOWS[name].gm_only}
        return evolve(sheet, shown=shown | {"effects": self.without_ends(shown.get("effects"))})

    def without_ends(self, effects: str | None) -> str | None:
        """Return the effects on a sheet with the numbers that the audience reads."""
        return effects and UNTIL_EVENT.sub(self._tell_end, effects)

    def _tell_end(self, found: re.Match[str]) -> str:
        seq = int(found[1])
        is_unnamed = self._seeing is not None and self._seeing.is_unnamed(seq)
        return "" if is_unnamed else describe_end(f"#{self.numbering.renumber(seq)}")

    def sees_heap(self, number: int, name: str) -> bool:
        """Return whether the audience may know the number of a heap of things."""
        is_unnumbered = self._seeing is not None and self._seeing.is_unnumbered(name)
        return number not in self.withheld and not is_unnumbered

    def shows_as_stored(self, row: Row) -> bool:
        """Return whether the audience may read an event as stored: all visible, and no name in it secret."""
        if row.seq in self.withheld:
            return False
        event = read_event(self.campaign.naming, row.seq, row.type, row.v, row.body)
        stored = (
            self._seeing is None
            or not self._seeing.has_unseen(Renamed)
            or codec.decode(row.type, row.v, row.body) == event
        )
        return stored and self._is_whole(row.seq, event)

    def _is_whole(self, seq: int, event: Any) -> bool:
        """Return whether the audience sees all of an event that it sees."""
        if self._seeing is not None and self._seeing.nobodies.are_in(event):
            return False
        found = self.reduced.get(seq)
        return found is None or (not found.blanks and bool(found.event == drop_mark(event)))

    def owns(self, character: str | None) -> bool:
        """Return whether a character is one of the player's for whom this is made."""
        sheet = self.campaign.state.sheets.get(character or "")
        return self.player is not None and sheet is not None and sheet.player == self.player

    def touches_own(self, event: Any) -> bool:
        """Return whether an event names a character of the player's for whom this is made."""
        return any(map(self.owns, names_in(event, "character")))

    def state_shown(self, state: State) -> State:
        """Return an earlier state without the goals that are secret again, though players saw them then.

        The levels that wait for such a goal are left out too, because they name it.
        """
        goals, secret = GOALS.of(state), self._seeing.secret if self._seeing else ()
        again = {name for name, each in goals.items() if each.number in secret and not each.hidden}
        if not again:
            return state
        found = state.copy()
        found.own[GOALS] = {name: each for name, each in goals.items() if name not in again}
        for sheet in found.sheets.values():
            sheet.own[GOALS_ON_SHEET] = tuple(each for each in GOALS_ON_SHEET.of(sheet) if each.name not in again)
            sheet.own[PENDING_LEVELS] = tuple(each for each in PENDING_LEVELS.of(sheet) if each.goal not in again)
        return found

    def _hide_names(self, event: Any) -> Any:
        """Return an event without the names that the audience must not read."""
        return event if self._seeing is None else self._seeing.nobodies.hide_in(event)
