"""Write a character's XP statement, with the balance after each line.

It has every award and allocation, as on a bank statement. An undone line stays on the statement and moves no balance;
an amended line shows its present amount. Both name the correction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from engine.campaign import Recorded
from engine.clock import FROM_NOTES, table_time, tell_source
from engine.concerns.corrections.events import EventsUndone
from engine.concerns.experience.events import (
    BEFORE,
    LOST,
    BonusGranted,
    Drawing,
    XpAllocated,
    XpAwarded,
    XpTaken,
)
from engine.concerns.traits.events import TraitGiven
from engine.concerns.uses.events import MissWithdrawn
from engine.known import the_sheet
from engine.rules.ladder import Ladder
from engine.state import LateLevel
from engine.text import because, plain
from engine.value import value
from replay.moment import Moment

#: The events that are lines of an account.
MOVING = (XpAwarded, MissWithdrawn, XpAllocated, XpTaken, BonusGranted, TraitGiven)

#: What a line says of XP that were taken without a reason.
TAKEN_WHY = {LOST: "taken away", BEFORE: "spent before this log began"}

#: Which way a line of a kind moves the balance.
DIRECTIONS = {"award": 1, "spend": -1, "taken": -1}


@value
class Entry:
    """A line of the ledger.

    `local` is its time at the table, and `held_on` the date there; `source` tells if it is from notes. `kind` is award,
    spend, taken, bonus, given or undone, and `balance` the unspent XP after it. A level given in play moves no XP, and
    its `amount` is the cost that it would have had. `was` is the kind of a line before it was undone, `recorded` its
    amount before it was amended.
    `corrections` are the corrections of the line, and `notes` describe them.
    """

    seq: int
    session: int
    at: str
    local: str
    held_on: str
    from_notes: bool
    source: str
    kind: str
    amount: int
    trait: str | None
    reason: str
    balance: int
    was: str
    recorded: int
    corrections: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def moves(self) -> int:
        """The change of the balance by this line."""
        return self.amount * DIRECTIONS.get(self.kind, 0)


@value
class Subtotal:
    """The sums of a session. Session 0 is the time before the first."""

    session: int
    title: str
    awarded: int
    spent: int
    taken: int
    bonus: int
    balance: int


@value
class Ledger:
    """A character's whole account. `unspent` below zero is a debt, which later awards pay first."""

    character: str
    entries: tuple[Entry, ...]
    sessions: tuple[Subtotal, ...]
    awarded: int
    spent: int
    taken: int
    unspent: int
    bonus: int
    given: int = 0

    @property
    def from_notes(self) -> int:
        """The XP awarded that are from notes."""
        return sum(each.amount for each in self.entries if each.from_notes and each.kind == "award")

    @property
    def debt(self) -> int:
        """The XP owed: spent, but their award was undone."""
        return max(0, -self.unspent)


def account(moment: Moment, character: str) -> Ledger:
    """Recompute all hashes, and return an account at a moment. Raise Refused for an unknown character."""
    moment.campaign.prove()
    return draw_up(moment, character)


def draw_up(moment: Moment, character: str) -> Ledger:
    """Return an account at a moment, without recomputing the hashes: the caller has."""
    sheet = the_sheet(moment.state, character)
    entries = tuple(_entries(moment, character))
    sessions = tuple(_subtotals(moment, entries))
    given = total_of_kind(entries, "given")
    return Ledger(
        character, entries, sessions, sheet.awarded, sheet.spent, sheet.taken, sheet.unspent, sheet.bonus, given
    )


def _entries(moment: Moment, character: str) -> Iterator[Entry]:
    balance = 0
    late = moment.state.sheets[character].late
    for recorded in moment.read(*MOVING, about=character):
        found = given_line(moment, recorded, late) or line(moment.with_present_amount(recorded), character)
        if found is None:
            continue
        was, amount, trait, reason = found
        kind = "undone" if recorded.seq in moment.history.inactive else was
        balance += amount * DIRECTIONS.get(kind, 0)
        session = moment.state.session_at(recorded.seq)
        time = table_time(moment.campaign.state, recorded.seq, recorded.at)
        source = tell_source(moment.campaign.state, recorded.seq)
        first = amount if isinstance(recorded.event, MissWithdrawn) else getattr(recorded.event, "amount", amount)
        marks = dict(_corrections(moment, recorded))
        yield Entry(
            recorded.seq,
            session,
            recorded.at,
            time.local,
            time.day,
            bool(source),
            source,
            kind,
            amount,
            trait,
            reason,
            balance,
            was,
            first,
            tuple(marks),
            tuple(marks.values()),
        )


def given_line(
    moment: Moment, recorded: Recorded, late: Mapping[int, LateLevel]
) -> tuple[str, int, str | None, str] | None:
    """Return kind, amount, trait and levels of a level given in play, or None for any other event."""
    event, seq = recorded.event, recorded.seq
    if not isinstance(event, TraitGiven):
        return None
    if seq not in late:
        struck = event.late and seq in moment.history.inactive
        return ("given", 0, event.trait, event.word or plain(event.level)) if struck else None
    said = Ladder.of(moment.state.rules).name_of
    before = late[seq].before
    levels = f"{'none' if before is None else said(before)} → {said(late[seq].level)}"
    return "given", late[seq].xp, event.trait, levels


def line(recorded: Recorded, character: str) -> tuple[str, int, str | None, str] | None:
    """Return kind, amount, trait and reason of an event that moves this character's XP, or else None."""
    match recorded.event:
        case XpAwarded(who, amount, reason) if who == character:
            return "award", amount, None, reason
        case MissWithdrawn(who, _, amount) if who == character:
            return "award", -amount, None, tell_withdrawal(recorded.event)
        case XpAllocated(who, trait, amount) if who == character:
            return "spend", amount, trait, ""
        case XpTaken(who, amount, reason=reason, kind=kind) if who == character:
            return "taken", amount, None, reason or TAKEN_WHY[kind]
        case BonusGranted(who, trait, amount, reason) if who == character:
            return "bonus", amount, trait, reason
    return None


def tell_shares(awarded: int, noted: int) -> str:
    """Say how many of the XP awarded are from notes and how many were awarded here, or return "" for none from notes.

    >>> tell_shares(37, 25), tell_shares(37, 37), tell_shares(37, 0)
    ('37 awarded: 25 from notes, 12 here', '37 awarded: all from notes', '')
    """
    if noted == awarded:
        return f"{awarded} awarded: all {FROM_NOTES}" if noted else ""
    return f"{awarded} awarded: {noted} {FROM_NOTES}, {awarded - noted} here" if noted else ""


def tell_withdrawal(event: MissWithdrawn) -> str:
    """Say which award was taken back, and for which check."""
    return f"#{event.award} taken back: #{event.of} is no miss any more"


def _corrections(moment: Moment, recorded: Recorded) -> Iterator[tuple[int, str]]:
    """Yield the corrections of a line, each with a description."""
    seq = recorded.seq
    if seq in moment.amendments:
        number, change = moment.amendments[seq]
        first = recorded.event.amount  # type: ignore[union-attr]  # only an award is amended
        yield number, f"amended from {first} by #{number}{because(change.reason)}"
    if seq in moment.undone_by:
        number = moment.undone_by[seq][0]
        yield number, describe_undo(moment.undone_by[seq])
    elif isinstance(recorded.event, Drawing):
        yield from _debts(moment, seq, recorded.event)


def _debts(moment: Moment, seq: int, event: Drawing) -> Iterator[tuple[int, str]]:
    """Yield the amounts that an event that draws XP owes or owed because its award was undone, or amended to less."""
    owed = moment.state.sheets[event.character].unspent < 0
    paid, since = ("", "since") if owed else (", and later awards have paid it", "when")
    for award, amount in event.draws:
        if award in moment.undone_by:
            number, undo = moment.undone_by[award]
            yield number, f"{amount} of it owed {since} #{number} undid #{award}{because(undo.reason)}{paid}"
        elif seq in moment.history.owing and award in moment.amendments:
            number, change = moment.amendments[award]
            less = f"#{number} made #{award} {change.amount} XP{because(change.reason)}"
            yield number, f"owed in part {since} {less}{paid}"


def describe_undo(undo: tuple[int, EventsUndone]) -> str:
    """Describe the undo of an event."""
    return f"undone by #{undo[0]}{because(undo[1].reason)}"


def _subtotals(moment: Moment, entries: Sequence[Entry]) -> Iterator[Subtotal]:
    titles = {session.number: session.title for session in moment.state.sessions}
    for number, group in groupby(entries, key=lambda entry: entry.session):
        found = list(group)
        awarded, spent, taken, bonus = (total_of_kind(found, kind) for kind in ("award", "spend", "taken", "bonus"))
        yield Subtotal(number, titles.get(number, ""), awarded, spent, taken, bonus, found[-1].balance)


def total_of_kind(entries: Sequence[Entry], kind: str) -> int:
    """Add up the lines of a kind."""
    return sum(entry.amount for entry in entries if entry.kind == kind)
