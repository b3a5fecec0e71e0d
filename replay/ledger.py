"""A character's XP as a bank would state it: every award and allocation, with the balance after it."""

from __future__ import annotations

from engine.campaign import Campaign, Recorded
from engine.events import BonusGranted, XpAllocated, XpAwarded
from engine.known import the_sheet
from engine.value import value


@value
class Entry:
    """A line of the ledger. `kind` is award, spend, bonus or undone; `balance` is what is unspent after it."""

    seq: int
    session: int
    at: str
    kind: str
    amount: int
    trait: str | None
    reason: str
    balance: int


@value
class Ledger:
    """A character's whole account."""

    character: str
    entries: tuple[Entry, ...]
    awarded: int
    spent: int
    unspent: int


def ledger(campaign: Campaign, character: str, upto: int | None = None) -> Ledger:
    """The account of a character, up to and with event `upto` (by default: now); raises Refused."""
    state = campaign.state if upto is None else campaign.state_at(upto)
    sheet = the_sheet(state, character)
    inactive = campaign.history_at(state.seq).inactive
    entries: list[Entry] = []
    balance = 0
    for recorded in campaign.events(upto=state.seq):
        found = line(recorded, character)
        if found is None:
            continue
        kind, amount, trait, reason = found
        undone = recorded.seq in inactive
        if not undone:
            balance += {"award": amount, "spend": -amount}.get(kind, 0)
        session = state.session_at(recorded.seq)
        entries.append(
            Entry(recorded.seq, session, recorded.at, "undone" if undone else kind, amount, trait, reason, balance)
        )
    return Ledger(character, tuple(entries), sheet.awarded, sheet.spent, sheet.unspent)


def line(recorded: Recorded, character: str) -> tuple[str, int, str | None, str] | None:
    """Kind, amount, trait and reason of an event that moves this character's XP; None for any other."""
    match recorded.event:
        case XpAwarded(who, amount, reason) if who == character:
            return "award", amount, None, reason
        case XpAllocated(who, trait, amount) if who == character:
            return "spend", amount, trait, ""
        case BonusGranted(who, trait, amount, reason) if who == character:
            return "bonus", amount, trait, reason
    return None
