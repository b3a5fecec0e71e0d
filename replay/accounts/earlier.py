"""Find when the log said the number that a player remembers: in all, at a session's end, before an undo."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from engine.concerns.corrections.events import AwardAmended, EventsUndone
from engine.history.counting import Correcting, History
from engine.text import because, count_out, join_names, with_sign
from engine.value import value
from replay.accounts.case import Case, Clue
from replay.accounts.ledger import DIRECTIONS, Entry
from replay.accounts.own import list_spent

#: How likely a player remembers a moment that the table knows: a signature, or where a session ended or began.
KNOWN = 61
#: How many later steps are listed one by one.
MOST_STEPS_TOLD = 6


@value
class BalanceStep:
    """An event that moved the balance when it was recorded: its number, its `moves` and reason, and the balance then.

    `takes` are the character's events that it undid.
    """

    seq: int
    moves: int
    balance: int
    reason: str
    takes: tuple[int, ...] = ()


def earlier_clues(case: Case, claimed: int) -> list[Clue]:
    """Return the earlier moments at which the log said the claimed number, each once."""
    logged = case.moment.state.sheets[case.who].unspent
    steps = balance_steps(case)
    found: dict[tuple[int, ...], Clue] = {}
    for text, seq, likely in find_moments(case, steps, claimed):
        since = steps[bisect_right(steps, seq, key=lambda step: step.seq) :]
        later = tuple(step.seq for step in since)
        events = later if likely < KNOWN else (seq, *later)
        found.setdefault(later, Clue(f"{text}; {describe_since(since)}", events, claimed - logged, likely))
    total = spent_in_all(case, claimed, logged)
    return [*([total] if total else []), *found.values()]


def spent_in_all(case: Case, claimed: int, logged: int) -> Clue | None:
    """Return a clue if the claimed number is all that was ever awarded, by several commands spent in part."""
    spent = [entry for entry in case.entries if entry.kind == "spend"]
    if claimed != case.moment.state.sheets[case.who].awarded or len({*case.allocations.values()}) < 2:
        return None
    parts = list_spent(spent) if len(spent) <= MOST_STEPS_TOLD else f"{claimed - logged} of them"
    if sum(entry.amount for entry in spent) != claimed - logged:
        return None  # some of it was taken away
    text = f"{case.who} spent {parts}, of {claimed} XP awarded in all"
    return Clue(text, tuple(entry.seq for entry in spent), claimed - logged, 64)


def find_moments(case: Case, steps: Sequence[BalanceStep], claimed: int) -> Iterator[tuple[str, int, int]]:
    """Yield moments with the claimed balance: a text, the last event before what came since, and how likely."""
    had = f"{case.who} had {claimed} XP to spend"
    if case.signed and case.signed.unspent == claimed:
        player = case.signed.player or "the player"
        yield f"{player} agreed to {claimed} XP in #{case.signed.seq}", case.signed.seq, 63
    for text, seq in reversed(bounds_of_sessions(case)):
        if balance_at(steps, seq) == claimed:
            yield f"{had} {text}", seq, 62
            break
    for step in reversed(steps):
        if step.takes and step.balance - step.moves == claimed:
            taken = join_names([f"#{seq}" for seq in step.takes])
            yield f"{had} before #{step.seq} undid {taken}", step.seq - 1, 60
            break
    for step in reversed(steps):
        if step.balance == claimed:
            yield f"{had} after #{step.seq}", step.seq, 50
            break


def bounds_of_sessions(case: Case) -> list[tuple[str, int]]:
    """Return where sessions ended, and where the next began, as the XP for a session come after its end."""
    found: list[tuple[str, int]] = []
    for each in case.moment.state.sessions:
        if each.number > 1:
            found.append((f"when session {each.number} began (#{each.start})", each.start))
        if each.end:
            found.append((f"at the end of session {each.number} (#{each.end})", each.end))
    return found


def balance_at(steps: Sequence[BalanceStep], seq: int) -> int:
    """Return the balance after an event, as the log stood then."""
    place = bisect_right(steps, seq, key=lambda step: step.seq)
    return steps[place - 1].balance if place else 0


def balance_steps(case: Case) -> list[BalanceStep]:
    """Return every move of the balance as it was recorded, in the order of the log, each with the balance then."""
    lines = {entry.seq: entry for entry in case.entries if entry.was in DIRECTIONS}
    corrections = case.moment.campaign.catalog.corrections_until(case.moment.known)
    events: list[tuple[int, Correcting | None]] = [*((seq, None) for seq in lines), *corrections]
    history, found, balance = History(), list[BalanceStep](), 0
    for seq, correction in sorted(events, key=lambda each: each[0]):
        touched = [seq] if correction is None else [each for each in history.touched_by(correction) if each in lines]
        before = 0 if correction is None else sum(worth(history, lines[each]) for each in touched)
        if correction is not None:
            history.correct(seq, correction)
        moves = sum(worth(history, lines[each]) for each in touched) - before
        if moves:
            balance += moves
            found.append(describe_step(seq, moves, balance, lines.get(seq) or correction, touched))
    return found


def describe_step(
    seq: int, moves: int, balance: int, source: Entry | Correcting | None, touched: list[int]
) -> BalanceStep:
    """Return a step with its reason, and for an undo the lines of the account that it changed."""
    numbers = join_names([f"#{each}" for each in sorted(touched)])
    match source:
        case Entry():
            return BalanceStep(seq, moves, balance, source.reason or source.trait or "")
        case EventsUndone():
            taken = tuple(sorted({*touched} & {*source.targets}))
            undone = join_names([f"#{each}" for each in taken]) if taken else f"the amendment of {numbers}"
            return BalanceStep(seq, moves, balance, f"undo of {undone}", taken)
        case AwardAmended():
            return BalanceStep(seq, moves, balance, f"{numbers} amended from {source.before} to {source.amount}")
    return BalanceStep(seq, moves, balance, f"redo of {numbers}")


def worth(history: History, entry: Entry) -> int:
    """Return what a line of the account moves the balance by, by what is known of it in a history."""
    amount = 0 if entry.seq in history.inactive else history.amended.get(entry.seq, entry.recorded)
    return amount * DIRECTIONS[entry.was]


def describe_since(steps: Sequence[BalanceStep]) -> str:
    """Describe how the balance moved since."""
    if len(steps) > MOST_STEPS_TOLD:
        return f"since then {count_out(len(steps), 'change')}, {with_sign(sum(step.moves for step in steps))} in all"
    moves = [f"{with_sign(step.moves)} by #{step.seq}{because(step.reason)}" for step in steps]
    return f"since then {join_names(moves)}"
