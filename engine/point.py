"""Points in the log: `#57`, `session 3` (its end), `start of session 3`, a date, or a date and time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from engine.refusal import Refused
from engine.state import State
from engine.store.door import Log
from engine.store.looks import last_until


def event_at(point: str, state: State, log: Log) -> int:
    """Return the number of the last event up to a point. Raise Refused for an unknown point."""
    if point.startswith("#"):
        return _event(int(point[1:20]), state)
    session = re.fullmatch(r"(start of )?session (\d+)", point.casefold())
    if session:
        return _session(int(session[2]), bool(session[1]), state)
    return last_until(log, _moment(point))


def _event(seq: int, state: State) -> int:
    if not 1 <= seq <= state.seq:
        raise Refused(f"there is no event #{seq}", about="point", hint=f"the last one is #{state.seq}")
    return seq


def _session(number: int, start: bool, state: State) -> int:
    first, last = session_span(state, number, "point")
    if start:
        return first + 1
    end = next(session.end for session in state.sessions if session.number == number)
    return last if end is None else end


def session_span(state: State, number: int, about: str = "session") -> tuple[int, int]:
    """Return the number before a session's first event, and that of its last. Raise Refused for no such session."""
    starts = {session.number: session.start for session in state.sessions}
    if number not in starts:
        hint = f"the last one was session {state.session}" if starts else "none has started yet"
        raise Refused(f"there is no session {number}", about=about, hint=hint)
    return starts[number] - 1, starts.get(number + 1, state.seq + 1) - 1


def _moment(point: str) -> str:
    """Return a time, or the end of a date, as the log writes times. Without a zone it is local."""
    try:
        moment = datetime.fromisoformat(point)
        if len(point) == len("2026-11-21"):
            moment += timedelta(days=1, milliseconds=-1)
        return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except (ValueError, OverflowError):
        raise Refused(
            f"“{point}” is not a point in the log", about="point", hint="such as #57, session 3 or 2026-11-21"
        ) from None
