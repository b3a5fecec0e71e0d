"""Find reasons for a disputed balance in the character's own account: what was corrected, spent or awarded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine.concerns.corrections.events import AwardAmended
from engine.text import because, join_names
from replay.accounts.case import Case, Clue, offer_amend, offer_redo, offer_undo
from replay.accounts.ledger import DIRECTIONS, Entry

#: How much less likely older spending and older awards are forgotten, at most.
OLDEST = 12


def own_clues(case: Case, claimed: int) -> Iterator[Clue]:
    """Yield the clues in a character's own account."""
    yield from find_undone(case)
    yield from find_amended(case)
    yield from find_amended_again(case)
    yield from find_entered_twice(case)
    yield from find_spending(case, claimed)
    yield from find_taken(case)
    yield from find_forgotten_awards(case)
    yield from find_free_practice(case)


# --- what was corrected ----------------------------------------------------------------------------------------------


def find_undone(case: Case) -> Iterator[Clue]:
    """Yield the undone awards, and what was undone that spent or took XP, which came back."""
    for entry in case.entries:
        if entry.kind != "undone" or entry.was not in DIRECTIONS:
            continue
        number = case.moment.undone_by[entry.seq][0]
        moves = entry.amount * DIRECTIONS[entry.was]
        if entry.amount != entry.recorded:
            text = f"#{entry.seq} gave {entry.recorded} XP{because(entry.reason)} at first; {join_names(entry.notes)}"
            yield Clue(text, (entry.seq, number), entry.recorded, 87)
        again = case.came_again(entry)
        if again is not None:
            text = f"{describe_entry(entry)} and was {entry.notes[-1]}; #{again.seq} did the same again"
            yield Clue(text, (entry.seq, number, again.seq), moves, 40)
        elif entry.was == "award":
            text = f"{describe_entry(entry)} and was {entry.notes[-1]}"
            yield Clue(text, (entry.seq, number), moves, 92, offer_redo(entry.seq), stands=True)
        else:
            text = f"{describe_entry(entry)}; that came back: {entry.notes[-1]}"
            yield Clue(text, (entry.seq, number), moves, 88, offer_redo(entry.seq), stands=True)


def find_amended(case: Case) -> Iterator[Clue]:
    """Yield the awards whose amount was amended."""
    for entry in case.entries:
        if entry.kind == "award" and entry.amount != entry.recorded:
            text = f"#{entry.seq}{because(entry.reason)} is {entry.amount} XP now, {entry.notes[0]}"
            events, moves = (entry.seq, entry.corrections[0]), entry.recorded - entry.amount
            yield Clue(text, events, moves, 91, offer_amend(entry.seq, entry.recorded), stands=True)


def find_amended_again(case: Case) -> Iterator[Clue]:
    """Yield amounts that an award had between two amendments."""
    awards = {entry.seq: entry for entry in case.entries if entry.kind == "award"}
    for each in case.moment.read_counting(AwardAmended, about=case.who):
        if not isinstance(each.event, AwardAmended):
            continue
        entry, before = awards.get(each.event.award), each.event.before
        if entry is None or before in (entry.amount, entry.recorded):
            continue
        text = f"#{entry.seq}{because(entry.reason)} is {entry.amount} XP now, and was {before} until #{each.seq}"
        events, moves = (entry.seq, each.seq), before - entry.amount
        yield Clue(text, events, moves, 90, offer_amend(entry.seq, before), stands=True)


def find_entered_twice(case: Case) -> Iterator[Clue]:
    """Yield awards that may have been typed twice."""
    last: dict[tuple[int, str, int], Entry] = {}
    for other in (entry for entry in case.entries if entry.kind == "award" and entry.reason and entry.amount > 0):
        key = (other.amount, other.reason, other.session)
        one, last[key] = last.get(key), other
        if one is not None:
            text = f"#{one.seq} and #{other.seq} are both {one.amount} XP{because(one.reason)}: one may be too many"
            yield Clue(text, (one.seq, other.seq), -one.amount, 86, offer_undo(other.seq), stands=True)


# --- what was forgotten ----------------------------------------------------------------------------------------------


def find_spending(case: Case, claimed: int) -> Iterator[Clue]:
    """Yield spending, command by command and entry by entry, the latest first."""
    spent = [entry for entry in case.entries if entry.kind == "spend"]
    awarded = case.moment.state.sheets[case.who].awarded
    commands = [list(group) for _, group in groupby(spent, key=lambda entry: case.allocations.get(entry.seq))]
    for age, group in enumerate(reversed(commands)):
        moves, likely = sum(entry.amount for entry in group), 84 - min(age, OLDEST)
        events, parts = tuple(entry.seq for entry in group), list_spent(group)
        if len(commands) == 1 and claimed == awarded == moves + case.moment.state.sheets[case.who].unspent:
            yield Clue(f"{case.who} spent {parts}, of {awarded} XP awarded in all", events, moves, likely)
            continue
        yield Clue(f"{case.who} spent {parts}", events, moves, likely)
        for entry in group if len(group) > 1 else ():
            yield Clue(f"{case.who} spent {list_spent([entry])}", (entry.seq,), entry.amount, likely - 1)


def find_taken(case: Case) -> Iterator[Clue]:
    """Yield XP that were taken away, the latest first."""
    taken = [entry for entry in case.entries if entry.kind == "taken"]
    for age, entry in enumerate(reversed(taken)):
        text = f"#{entry.seq} took {entry.amount} XP from {case.who}{because(entry.reason)}"
        yield Clue(text, (entry.seq,), entry.amount, 85 - min(age, OLDEST), offer_undo(entry.seq), stands=True)


def list_spent(entries: list[Entry]) -> str:
    """List allocations: “4 XP on Chess (#9) and 2 XP on Climbing (#10)”."""
    return join_names([f"{entry.amount} XP on {entry.trait} (#{entry.seq})" for entry in entries])


def find_forgotten_awards(case: Case) -> Iterator[Clue]:
    """Yield awards that the player may have forgotten, the latest first, and awards that were taken back in part."""
    awards = [entry for entry in case.entries if entry.kind == "award" and entry.amount]
    for age, entry in enumerate(reversed(awards)):
        given = f"{case.who} was awarded {entry.amount} XP{because(entry.reason)} by #{entry.seq}"
        text = given if entry.amount > 0 else f"#{entry.seq} took {-entry.amount} XP: {entry.reason}"
        yield Clue(text, (entry.seq,), -entry.amount, 72 - min(age, OLDEST))


def find_free_practice(case: Case) -> Iterator[Clue]:
    """Yield free practice, which was never to spend."""
    for entry in case.entries:
        if entry.kind == "bonus":
            text = f"#{entry.seq} gave {entry.amount} XP of free practice in {entry.trait}, never to spend"
            yield Clue(text, (entry.seq,), entry.amount, 70)


def describe_entry(entry: Entry) -> str:
    """Describe by its number an award, or what spent or took XP."""
    if entry.was == "award":
        return f"#{entry.seq} gave {entry.amount} XP{because(entry.reason)}"
    if entry.was == "taken":
        return f"#{entry.seq} took {entry.amount} XP{because(entry.reason)}"
    return f"#{entry.seq} spent {entry.amount} XP on {entry.trait}"
