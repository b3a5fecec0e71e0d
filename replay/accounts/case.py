"""Hold what a disputed balance depends on: a character's account, and everybody's awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from engine.campaign import Recorded
from engine.clock import tell_source
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.corrections.commands import Amend, Redo, Undo
from engine.concerns.corrections.events import SheetSigned
from engine.concerns.experience.commands import Award
from engine.concerns.experience.events import XpAllocated, XpAwarded
from engine.text import quote
from engine.value import record, value
from replay.accounts.ledger import Entry, draw_up
from replay.moment import Moment

#: Awards with their events.
Awards = list[tuple[Recorded, XpAwarded]]


@value
class Remedy:
    """Lines that may bring the claimed balance, with their commands. They are offered only once they were tried."""

    lines: tuple[str, ...]
    commands: tuple[Undo | Redo | Amend | Award, ...]


@value
class Clue:
    """A possible reason why a player expects another balance.

    `moves` is how much higher the balance would be as the player sees it. `likely` orders clues, from 0 to 100. A clue
    that does not `stand` counts only if it explains the whole difference. `same` are further events about the same
    award: no other clue about them may be added to this one.
    """

    text: str
    events: tuple[int, ...]
    moves: int
    likely: int
    remedy: Remedy | None = None
    stands: bool = False
    same: tuple[int, ...] = ()


@value
class Signature:
    """The last signature under a sheet: its event, the XP that were unspent then, and who signed."""

    seq: int
    unspent: int
    player: str | None


@record
class Case:
    """A character's account, and everybody's awards to compare it with."""

    moment: Moment
    who: str

    __eq__, __hash__ = object.__eq__, object.__hash__

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The lines of the character's ledger."""
        return draw_up(self.moment, self.who).entries

    @cached_property
    def awards(self) -> Awards:
        """Everybody's awards that count."""
        found = self.moment.read_counting(XpAwarded)
        return [(each, each.event) for each in found if isinstance(each.event, XpAwarded)]

    @cached_property
    def allocations(self) -> dict[int, str]:
        """From each of the character's allocations that count to the id of its command."""
        return {each.seq: each.cmd for each in self.moment.read_counting(XpAllocated, about=self.who)}

    @cached_property
    def own(self) -> Awards:
        """The character's own awards that count."""
        return [(each, award) for each, award in self.awards if award.character == self.who]

    @cached_property
    def given(self) -> set[tuple[int, str]]:
        """Amounts and reasons of the character's own awards that count."""
        return {(award.amount, award.reason.casefold()) for _, award in self.own}

    @cached_property
    def by_session(self) -> dict[int, Counter[str]]:
        """How many XP each character was awarded in each session."""
        found: dict[int, Counter[str]] = {}
        for each, award in self.awards:
            found.setdefault(self.session(each.seq), Counter())[award.character] += award.amount
        return found

    @cached_property
    def lost(self) -> list[tuple[Entry, str]]:
        """The character's own awards that were undone and not given again, each with the id of its command."""
        undone = [each for each in self.entries if each.kind == "undone" and each.was == "award"]
        if not undone:
            return []
        cmds = {each.seq: each.cmd for each in self.moment.read(XpAwarded, about=self.who)}
        return [(each, cmds.get(each.seq, "")) for each in undone if self.came_again(each) is None]

    def came_again(self, entry: Entry) -> Entry | None:
        """Return the later counting line that repeats an undone one, or None."""
        later = (each for each in self.entries if each.seq > entry.seq and each.kind == each.was)
        return next((each for each in later if key_of_entry(each) == key_of_entry(entry)), None)

    def was_in(self, group: Iterable[tuple[Recorded, XpAwarded]]) -> bool:
        """Return whether the character lost a share in these awards by an undo, which then explains the difference."""
        ours = {cmd for _, cmd in self.lost}
        reasons = {(x.session, x.amount, x.reason.casefold()) for x, _ in self.lost if x.reason}
        return any(
            each.cmd in ours or (self.session(each.seq), award.amount, award.reason.casefold()) in reasons
            for each, award in group
        )

    def lost_in(self, session: int, amount: int | None = None) -> tuple[int, ...]:
        """Return the character's undone awards of a session, of one amount if given."""
        return tuple(x.seq for x, _ in self.lost if x.session == session and amount in (None, x.amount))

    @cached_property
    def joined(self) -> int:
        """The number of the event that created the character."""
        found = self.moment.read_counting(CharacterCreated, about=self.who)
        return next(x.seq for x in found if isinstance(x.event, CharacterCreated) and x.event.name == self.who)

    @cached_property
    def signed(self) -> Signature | None:
        """The last signature under the sheet, or None if there is none with a balance."""
        found = self.moment.read_counting(SheetSigned, about=self.who)
        mine = [(x.seq, x.event) for x in found if isinstance(x.event, SheetSigned) and x.event.character == self.who]
        if not mine or not isinstance(mine[-1][1].values.get("xp.unspent"), int):
            return None
        seq, event = mine[-1]
        return Signature(seq, event.values["xp.unspent"], event.player)

    def session(self, seq: int) -> int:
        """Return the session of an event."""
        return self.moment.state.session_at(seq)

    def tell_notes(self, events: Iterable[int]) -> str:
        """Say which of some events are from notes, or return "" for none."""
        told = {seq: tell_source(self.moment.campaign.state, seq) for seq in events}
        noted = {seq: source for seq, source in told.items() if source}
        if len({*told.values()}) == 1:
            return next(iter(told.values()))
        return ", ".join(f"#{seq} {source}" for seq, source in noted.items())

    def offer_award(self, amount: int, reason: str) -> Remedy:
        """Return the award of XP to this character."""
        line = f"award {quote(self.who)} {amount}{f' for {reason}' if reason else ''}"
        return Remedy((line,), (Award((self.who,), amount, reason),))

    def group_together(self) -> Iterator[Awards]:
        """Yield awards given together: by one command, or in a row for one reason."""
        group: Awards = []
        for each in self.awards:
            again = any(award.character == each[1].character for _, award in group)
            if group and (again or not self.one_breath(group[-1], each)):
                yield group
                group = []
            group.append(each)
        if group:
            yield group

    def one_breath(self, one: tuple[Recorded, XpAwarded], other: tuple[Recorded, XpAwarded]) -> bool:
        """Return whether two consecutive awards were given together."""
        if one[0].cmd == other[0].cmd:
            return True
        same = one[1].reason.casefold() == other[1].reason.casefold() != ""
        return same and self.session(one[0].seq) == self.session(other[0].seq)


def key_of_entry(entry: Entry) -> tuple[str, int, str | None, str, int]:
    """Return the key by which two lines of an account are the same. Without a reason, the session has to be too."""
    session = 0 if entry.reason or entry.trait else entry.session
    return entry.was, entry.amount, entry.trait, entry.reason.casefold(), session


def offer_redo(seq: int) -> Remedy:
    """Return the line that restores an event."""
    return Remedy((f"redo #{seq}",), (Redo(seq),))


def offer_undo(seq: int) -> Remedy:
    """Return the line that undoes an event."""
    return Remedy((f"undo #{seq}",), (Undo(seq),))


def offer_amend(seq: int, amount: int) -> Remedy:
    """Return the line that gives an award another amount."""
    return Remedy((f"amend #{seq} {amount}",), (Amend(seq, amount),))
