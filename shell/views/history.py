"""History as lines: why a value is what it is, an XP account, what explains a dispute, what changed and by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from replay.causes import Cause
from replay.diff import Caused
from replay.dispute import Dispute, Explanation
from replay.ledger import Entry, Ledger, Subtotal
from replay.why import Why
from replay.words import listed, plain, signed
from shell.views.sheet import balance
from shell.views.story import change_line


def why_text(found: Why) -> str:
    """A value, then the events that make it so, each with what it adds and what came of it."""
    shown = [cause for cause in found.because if cause.effect or not adds_up(found)]
    width = max((len(f"#{cause.seq}") for cause in shown), default=0)
    lines = [_cause(cause, width, adds_up(found)) for cause in shown]
    return "\n".join([f"{found.said}{':' if lines else ''}", *lines, *(f"  {note}" for note in found.notes)])


def adds_up(found: Why) -> bool:
    """Whether a value is a sum."""
    return found.kind in ("account", "trait", "modified", "points", "item")


def _cause(cause: Cause, width: int, summed: bool) -> str:
    effect = f"{signed(cause.effect):>5}  " if summed else ""
    when = f"session {cause.session}" if cause.session else "before play"
    return f"  {f'#{cause.seq}':>{width}}  {when:<11}  {effect}{cause.text}"


# --- the account -----------------------------------------------------------------------------------------------


def ledger_text(found: Ledger) -> str:
    """The account by sessions, a line an entry, with the balance after it."""
    if not found.entries:
        return f"{found.character} has no XP yet"
    subtotals = {each.session: each for each in found.sessions}
    lines = [f"{found.character}'s XP", f"{'':>6} {'':16} {'amount':>7} {'balance':>8}"]
    for session, entries in groupby(found.entries, key=lambda entry: entry.session):
        lines += [*map(_entry, entries), _subtotal(subtotals[session])]
    return "\n".join([*lines, _total(found)])


def _entry(entry: Entry) -> str:
    moved = signed(entry.moves) if entry.moves else f"({entry.amount})"
    what = {
        "award": entry.reason or "award",
        "spend": f"to {entry.trait}",
        "bonus": f"free practice in {entry.trait}{f', {entry.reason}' if entry.reason else ''}",
    }[entry.was]
    when = entry.at[:16].replace("T", " ")
    struck = "× " if entry.kind == "undone" else ""
    notes = "".join(f"; {note}" for note in entry.notes)
    return f"{f'#{entry.seq}':>6} {when} {moved:>7} {plain(entry.balance):>8}  {struck}{what}{notes}"


def _subtotal(found: Subtotal) -> str:
    name = f"session {found.session}" if found.session else "before play"
    title = f", {found.title}" if found.title else ""
    moves = [f"{sign}{amount}" for sign, amount in (("+", found.awarded), ("−", found.spent)) if amount]
    came = " ".join(moves) or "nothing"
    return f"{'':>6} {name}{title}: {came}, which leaves {plain(found.balance)}"


def _total(found: Ledger) -> str:
    free = f", free {found.bonus}" if found.bonus else ""
    return f"awarded {found.awarded}, spent {found.spent}{free}: {balance(found.unspent)}"


# --- disputes --------------------------------------------------------------------------------------------------


def dispute_text(found: Dispute) -> str:
    """What is claimed, what is logged, and what may explain the difference."""
    who, logged = found.character, plain(found.logged)
    agreed = tuple(_agreed(found))
    if not found.difference:
        return "\n".join([f"the log says so too: {who} has {logged} XP to spend", *agreed])
    apart = f"{abs(found.difference)} {'more' if found.difference > 0 else 'less'}"
    head = f"{who} claims {plain(found.claimed)} XP to spend and the log says {logged}: {apart}"
    if not found.explanations:
        nothing = f"  nothing in the log explains it; “ledger {who}” and “why {who} xp” show what there is"
        return "\n".join([head, nothing, *agreed])
    told = [line for place, each in enumerate(found.explanations, 1) for line in _explanation(place, each, found)]
    return "\n".join([head, *told, *agreed])


def _explanation(place: int, each: Explanation, found: Dispute) -> Iterator[str]:
    whole = each.accounts_for == found.difference
    share = f"all {abs(found.difference)}" if whole else f"{abs(each.accounts_for)} of {abs(found.difference)}"
    yield f"  {place}. {share}: {each.text}"
    if each.remedy:
        yield f"     to set that right: {listed([f'“{line}”' for line in each.remedy])}"


def _agreed(found: Dispute) -> Iterator[str]:
    if found.signed:
        by = found.signed.player or "the player"
        yield f"  last agreed to: {plain(found.signed.unspent)} XP to spend, by {by} in #{found.signed.seq}"


# --- changes ---------------------------------------------------------------------------------------------------


def diff_text(found: Sequence[Caused]) -> str:
    """What changed, a line a value, with the numbers of the events behind it."""
    return "\n".join(f"{change_line(each)}  {_by(each.events)}".rstrip() for each in found) or "no sheet changed"


def _by(events: Sequence[int]) -> str:
    shown = " ".join(f"#{seq}" for seq in events[-8:])
    return f"({'… ' if len(events) > 8 else ''}{shown})" if events else ""
