"""Check whether an event fits its place: its text, requirements and references."""

from __future__ import annotations

from typing import Any

from engine.concerns.experience.events import Drawing
from engine.concerns.sessions.events import SessionEnded, SessionStarted
from engine.fitting import violation
from engine.history.catalog import may_refer
from engine.history.counting import CORRECTING
from engine.history.plausible import body_of, forbidden_text
from engine.history.references import explain_miscorrected, explain_misnamed
from engine.history.timeline import Timeline
from engine.state import State

#: The events that a session begins and ends with.
BOUNDS = (SessionStarted, SessionEnded)


def explain_unfounded(timeline: Timeline, event: object, seq: int, stored: str) -> str | None:
    """Return in a few words why this program cannot have recorded the event at this place, or None."""
    why = explain_displaced(timeline, event, seq, body_of(event, stored, timeline.fold.naming))
    if why is None and isinstance(event, Drawing) and not timeline.state.unknown and not _is_drawn(event):
        return "what it draws is not what it spends"  # allowed only where a later undo leaves a debt
    return why


def explain_displaced(timeline: Timeline, event: object, seq: int, body: str) -> str | None:
    """Return why an event cannot be at its place, apart from its sums, or None if it can.

    `body` is its JSON. After an unknown event, only the text can be judged.
    """
    why, state = forbidden_text(event, body), timeline.state
    if why is not None or state.unknown:
        return why
    refused = violation(state, event)
    if refused is not None:
        return refused.message
    if isinstance(event, CORRECTING):
        return explain_miscorrected(timeline.catalog, timeline.history, event, seq)
    cls: Any = type(event)
    if may_refer(cls):
        return explain_misnamed(timeline.catalog, event, seq)
    return _out_of_turn(state.seen_from(event.group), event) if isinstance(event, BOUNDS) else None


def _out_of_turn(state: State, event: SessionStarted | SessionEnded) -> str | None:
    """Return why a session has a wrong number, or None. A session keeps its number if earlier ones are undone."""
    match event:
        case SessionStarted(number=number, held="") if number != state.next_session:
            return f"session {state.next_session} would be next"
        case SessionEnded(number=number) if number != state.session:
            return f"session {state.session} is open"
    return None


def _is_drawn(event: Drawing) -> bool:
    """Return whether what an event draws from awards is exactly its amount."""
    return event.amount == sum(max(1, amount) for _, amount in event.draws)
