"""Any command's answer unless it has one of its own: the events in sentences, and what they changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.campaign import Recorded
from engine.concerns.checks.narrate import no_longer
from engine.concerns.experience.events import BonusGranted, XpAllocated, XpAwarded
from engine.history.staleness import Stale
from engine.narrate import tell
from engine.state import State
from engine.store import codec
from engine.text import count, plain
from replay.compare.changes import Change, changes, name_field, views
from shell.render import Answer, Asked

if TYPE_CHECKING:
    from replay.compare.diff import Caused


def answer_events(asked: Asked) -> Answer:
    """Answer with what happened in sentences, and what it changed on the sheets."""
    found = changes(asked.before, views(asked.campaign.state))
    return Answer({"changes": codec.plain_data(found)}, lambda: story(asked, found))


def story(asked: Asked, found: list[Change]) -> str:
    """Write the events as sentences, with the levels they moved and the XP they left."""
    levels = {(change.character, change.field): change for change in found}
    lines = [f"{recorded_text((each,))}{moved(each, levels)}" for each in asked.events]
    spenders = dict.fromkeys(each.event.character for each in asked.events if isinstance(each.event, XpAllocated))
    sheets = asked.campaign.state.sheets
    left = [f"  {name} has {sheets[name].unspent} XP left to spend" for name in spenders if sheets[name].unspent > 0]
    gained = dict.fromkeys(each.event.character for each in asked.events if isinstance(each.event, XpAwarded))
    idle = ", and in these rules XP raise nothing" if asked.campaign.state.rules.growth == "none" else ""
    unspent = [f"  {name} {balance(sheets[name].unspent)}{idle}" for name in gained]
    return "\n".join([*lines, *left, *unspent])


def balance(unspent: int) -> str:
    """Say what somebody has to spend, or owes."""
    return f"has {unspent} XP to spend" if unspent >= 0 else f"is {-unspent} XP in debt, which awards pay first"


def moved(recorded: Recorded, found: dict[tuple[str, str], Change]) -> str:
    """Say what an allocation or free practice did to its trait."""
    event = recorded.event
    if not isinstance(event, XpAllocated | BonusGranted):
        return ""
    change = found.get((event.character, f"traits.{event.trait}"))
    return f": {change.before} → {change.after}" if change and change.before is not None else ""


def recorded_text(events: Sequence[Recorded], mark: str = "✓ #{} ") -> str:
    """Write events that are on disk now, a sentence each, with their numbers."""
    return "\n".join(f"{mark.format(each.seq)}{tell(each.event)}" for each in events)


def change_line(change: Change | Caused) -> str:
    """Write what became of one value of a sheet."""
    return f"  {change.character}{_became(change)}"


def _became(change: Change | Caused) -> str:
    kind, _, name = change.field.partition(".")
    gone = change.after is None
    if kind == "character":
        return " is no longer there" if gone else " joins"
    if kind in ("properties", "gifts", "faults"):
        return f" {'no longer has' if gone else 'now has'} {name}"
    if kind == "inventory" and not name.endswith(".note") and None in (change.before, change.after):
        amount = count(change.before if gone else change.after, name)
        return f" {'no longer has' if gone else 'now has'} {amount}"
    return f": {name_field(change.field)} {_value(change.before)} → {_value(change.after)}"


def _value(value: object) -> str:
    return "none" if value is None else plain(value) if type(value) is int else str(value)


def change_lines(changes: Sequence[Change]) -> list[str]:
    """Write what became of every value; of someone who came or went, only that."""
    moved = {change.character for change in changes if change.field == "character"}
    return [change_line(each) for each in changes if each.field == "character" or each.character not in moved]


def stale_line(found: Stale) -> str:
    """Write a roll that no longer adds up, with what it would have been, and how to settle it."""
    settle = f"“ruling #{found.seq} stands” or “ruling #{found.seq} void” settles it"
    return f"  #{found.seq} {stale_text(found)}\n    {settle}"


def stale_text(found: Stale) -> str:
    """Say what differs in a stale roll, and whether the outcome would."""
    change = ", the outcome would change" if found.outcome_changes else ""
    return f"{found.character}'s {found.trait or 'roll'}: {no_longer(found)}{change}"


def log_text(events: Sequence[Recorded], state: State, inactive: set[int]) -> str:
    """Write the log, a line an event, sessions apart; what does not count is marked."""
    if not events:
        return "nothing was recorded there"
    lines: list[str] = []
    width = len(str(events[-1].seq)) + 1
    session = state.session_at(events[0].seq)
    for each in events:
        if state.session_at(each.seq) != session:
            session = state.session_at(each.seq)
            lines.append("")
        struck = "× " if each.seq in inactive else "  "
        lines.append(f"{f'#{each.seq}':>{width}} {each.at[:16].replace('T', ' ')} {struck}{tell(each.event)}")
    return "\n".join(lines)
