"""Points in the log: `#57`, `session 3` (its end), `start of session 3`, a date, or a date and time.

A time means what was shown, to the end of that minute: it is read by the offset of the session that it lies in. So it
is the same on every computer. A date means its last minute, or the end of the last evening from notes up to that day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from engine.clock import read_offset, read_time, shift_time, spell_offset
from engine.patterns import pattern
from engine.refusal import Refused
from engine.state import State
from engine.store.door import Log
from engine.store.looks import last_until, the_row
from engine.value import value

#: A date, perhaps with a time, seconds and a zone. A zone `apart`, behind a space, is written as it is shown.
TYPED_TIME = pattern(
    r"(?P<day>\d{4}-\d\d-\d\d)(?:[T ](?P<time>\d\d:\d\d(?P<seconds>:\d\d)?(?P<parts>\.\d+)?))?"
    r"(?P<apart> )?(?P<zone>Z|UTC|\(?[+\-−]\d\d:\d\d\)?)?",
    re.IGNORECASE,
)

A_MILLISECOND = timedelta(milliseconds=1)


def event_at(point: str, state: State, log: Log) -> int:
    """Return the number of the last event up to a point. Raise Refused for an unknown point."""
    if point.startswith("#"):
        return _event(int(point[1:20]), state)
    session = re.fullmatch(r"(start of )?session (\d+)", point.casefold())
    if session:
        return _session(int(session[2]), bool(session[1]), state)
    typed = _read_typed(point)
    return max(_until(typed, state, log), 0 if typed.time else _end_of_held(typed.day, state))


def _end_of_held(day: str, state: State) -> int:
    """Return the end of the last evening from notes that was held up to a day, or 0 if none was."""
    found = next((each for each in reversed(state.sessions) if each.held and each.held <= day), None)
    return 0 if found is None else _session(found.number, False, state)


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
    """Return the number before a session's first event, and that of its last. Raise Refused for no such session.

    Events of other groups may lie between them.
    """
    found = next((each for each in state.sessions if each.number == number), None)
    if found is None:
        hint = f"the last one was session {state.next_session - 1}" if state.sessions else "none has started yet"
        raise Refused(f"there is no session {number}", about=about, hint=hint)
    later = (each.start for each in state.sessions if each.start > found.start and each.group == found.group)
    return found.start - 1, next(later, state.seq + 1) - 1


def group_of_session(state: State, number: int) -> str:
    """Return the group that played a session, "" for the first."""
    return next((each.group for each in state.sessions if each.number == number), "")


# --- a date and time -------------------------------------------------------------------------------------------


@value
class TypedTime:
    """A time that was typed: the first and the last moment that it means, and its offset if it has one."""

    day: str
    time: str
    first: datetime
    last: datetime
    offset: int | None

    def in_utc(self, offset: int | None) -> str:
        """Return its last moment by an offset, as the log writes times."""
        return f"{shift_time(self.last, -(offset or 0)).isoformat(timespec='milliseconds')}Z"


@value
class ClockSpan:
    """The events of a session and until the next, or those before the first session, which have one offset."""

    offset: int | None
    first: int
    last: int

    def span(self, log: Log) -> tuple[datetime, datetime]:
        """Return the times at the table of its first and last event, the earlier one first."""
        times = (read_time(the_row(log, seq).ts) or datetime.min for seq in (self.first, self.last))
        early, late = sorted(shift_time(each, self.offset or 0) for each in times)
        return early, late


def _read_typed(point: str) -> TypedTime:
    """Return a typed time, or the last minute of a date. Raise Refused for anything else."""
    found = TYPED_TIME.fullmatch(point)
    try:
        if found is None:
            raise ValueError
        first = datetime.fromisoformat(f"{found['day']}T{found['time'] or '23:59'}")
        offset = None if found["zone"] is None else read_offset(found["zone"])
        _ = first - timedelta(minutes=offset or 0)  # a typed zone may lead to a moment in no year
    except (ValueError, OverflowError):
        hint = "such as #57, session 3 or 2026-11-21"
        raise Refused(f"“{point}” is not a point in the log", about="point", hint=hint) from None
    exact = found["parts"] or (found["zone"] and not found["apart"])
    width = A_MILLISECOND if exact else timedelta(seconds=1 if found["seconds"] else 60)
    return TypedTime(found["day"], found["time"] or "", first, first + (width - A_MILLISECOND), offset)


def _until(typed: TypedTime, state: State, log: Log) -> int:
    """Return the last event up to a typed time. Raise Refused if sessions in different zones contain it."""
    if typed.offset is not None:
        return last_until(log, typed.in_utc(typed.offset))
    found = list(_clock_spans(state))
    if len({each.offset for each in found}) == 1:
        return last_until(log, typed.in_utc(state.offset))
    spans = [(each, *each.span(log)) for each in found]
    around = [each for each, early, late in spans if early <= typed.last and typed.first <= late]
    if around:
        return _only_reading(typed, around, log)
    before = [each for each, early, _ in spans if early <= typed.last]
    latest = before[-1] if before else found[0]
    return min(last_until(log, typed.in_utc(latest.offset)), latest.last)


def _clock_spans(state: State) -> Iterator[ClockSpan]:
    """Yield all sessions, and the time before the first, with their offsets."""
    begun = [(1, state.offset), *((session.start, session.offset) for session in state.sessions)]
    for (first, offset), (following, _) in pairwise([*begun, (state.seq + 1, None)]):
        yield ClockSpan(offset, first, following - 1)


def _only_reading(typed: TypedTime, around: Sequence[ClockSpan], log: Log) -> int:
    """Return the event that a time means in all sessions around it. Raise Refused with its readings if they differ."""
    readings = {each.offset: last_until(log, typed.in_utc(each.offset)) for each in around}
    seq, *others = dict.fromkeys(readings.values())
    if not others:
        return seq
    zones = ["UTC" if offset is None else spell_offset(offset, "−") for offset in readings]
    said = typed.time or typed.day
    times = "twice" if len(zones) == 2 else f"{len(zones)} times"
    came = f"was {times} that day" if typed.time else f"ended {times}"
    hint = f"type the offset too: {f'{typed.day} {typed.time}'.rstrip()} {zones[0]}"
    raise Refused(f"“{said}” {came}: {' or '.join(f'{said} {zone}' for zone in zones)}", about="point", hint=hint)
