"""The time at the table: what a clock on its wall showed when an event was recorded.

Events are recorded in UTC. A campaign, and each session, also records how far this computer's clock was from UTC.
`table_time` is the only way from an event to a day or time that people read, so it is the same on every computer. An
event has the offset of its session. A change to summer time within a session keeps that offset.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from operator import itemgetter

from engine.refusal import Refused
from engine.registry import Event, marks
from engine.state import Session, State
from engine.store.door import NOTHING_RECORDED, LogError
from engine.value import evolve, value

#: Errors for a time that no date can say: the system's clock goes further than its programs.
NO_DATE = (OverflowError, ValueError, OSError)

A_MINUTE = timedelta(minutes=1)

#: What is said of an evening that was recorded from notes.
FROM_NOTES = "from notes"

#: The minutes of a day. No clock is that far ahead of UTC or behind it.
A_DAY = 24 * 60


@value
class TableTime:
    """A time at the table, as ISO 8601 without a zone, and its minutes ahead of UTC.

    `offset` is None in a log that does not record it: the time is UTC, and says so where it is read. An event of an
    evening from notes was `held` on that date, and nobody knows at what time.
    """

    written: str
    offset: int | None
    held: str = ""

    @property
    def day(self) -> str:
        """The date, such as “2026-11-25”."""
        return self.held or self.written[:10]

    @property
    def spoken_day(self) -> str:
        """The date as people say it, such as “Saturday 21 November 2026”."""
        from engine.dates import spell_day  # only a report says it

        when = read_time(self.day)
        return spell_day(when.date()) if when else self.day

    @property
    def hour(self) -> str:
        """The hour and minute, such as “19:05”, or "" for an evening from notes."""
        return "" if self.held else self.written[11:16]

    @property
    def zone(self) -> str:
        """The offset, such as “(−08:00)”, or “UTC”, or “from notes” where no clock tells anything."""
        if self.held:
            return FROM_NOTES
        return "UTC" if self.offset is None else f"({spell_offset(self.offset, '−')})"

    @property
    def told_day(self) -> str:
        """The date, with “UTC” behind it if it is by UTC, or that it is from notes."""
        if self.held:
            return f"{self.held} · {FROM_NOTES}"
        return f"{self.day} UTC" if self.offset is None else self.day

    @property
    def told(self) -> str:
        """The date, hour and minute, with “UTC” behind them if they are by UTC."""
        minute = f"{self.day} {self.hour}".rstrip()
        return f"{minute} UTC" if self.offset is None and not self.held else minute

    @property
    def heading(self) -> str:
        """The date, hour and minute with the zone, such as “2026-11-25 19:05 (−08:00)”, or that it is from notes."""
        if self.held:
            return self.told_day
        return self.told if self.offset is None else f"{self.told} {self.zone}"

    @property
    def local(self) -> str:
        """The time of recording as ISO 8601 with the offset, for programs."""
        return f"{self.written}{spell_offset(self.offset or 0)}"


def table_time(state: State, seq: int, at: str) -> TableTime:
    """Return the time at the table of an event that was recorded at a time in UTC.

    A text that is no time stays as it is. A time that the offset moves beyond the first or last date stays in UTC.
    """
    session, utc = state.session_around(seq), read_time(at)
    offset, held = state.offset if session is None else session.offset, held_in(session, seq)
    if utc is None:
        return TableTime(at, offset, held)
    try:
        shown = utc + timedelta(minutes=offset or 0)
    except OverflowError:
        shown, offset = utc, None
    return TableTime(shown.isoformat(timespec="milliseconds"), offset, held)


def find_held(state: State, seq: int) -> str:
    """Return the date of the evening from notes that an event is part of, or ""."""
    return held_in(state.session_around(seq), seq)


def held_in(session: Session | None, seq: int) -> str:
    """Return the date of the latest session before an event, if that is one from notes and not over, or ""."""
    return session.held if session is not None and (session.end is None or seq <= session.end) else ""


def is_from_notes(state: State, seq: int) -> bool:
    """Return whether an event is from notes, so that nobody witnessed it in this log.

    It was brought in with others, or is part of an evening of the past. What is played later never is, even where the
    last of the events that were brought in are lost.
    """
    found = state.session_around(seq)
    if held_in(found, seq):
        return True
    place = bisect_right(state.brought, seq, key=itemgetter(0))
    first, last = state.brought[place - 1] if place else (0, 0)
    played = found is not None and found.start > first and not found.held
    return first <= seq <= last and not played


def tell_source(state: State, seq: int) -> str:
    """Say that an event is from notes, with the date of its evening if it has one, or return "" for others."""
    held = find_held(state, seq)
    return f"{FROM_NOTES}, {held}" if held else FROM_NOTES if is_from_notes(state, seq) else ""


def read_time(at: str) -> datetime | None:
    """Return a recorded time, without its zone, or None for a text that is no time."""
    try:
        return datetime.fromisoformat(at.removesuffix("Z")).replace(tzinfo=None)
    except ValueError:
        return None


def shift_time(time: datetime, minutes: int) -> datetime:
    """Return a time some minutes later, or the first or last one that a date can say."""
    try:
        return time + timedelta(minutes=minutes)
    except OverflowError:
        return datetime.max if minutes > 0 else datetime.min


def read_offset(text: str) -> int:
    """Return the minutes of an offset as it is shown or typed: “(−08:00)”, “+01:00”, “UTC” or “Z”. Raise ValueError."""
    bare = text.strip("()").replace("−", "-")
    if bare.upper() in ("UTC", "Z"):
        return 0
    return offset_of(datetime.fromisoformat(f"2000-01-01T00:00{bare}"))


def spell_offset(minutes: int, minus: str = "-") -> str:
    """Return an offset as hours and minutes, such as “-08:00”."""
    hours, rest = divmod(abs(minutes), 60)
    return f"{minus if minutes < 0 else '+'}{hours:02}:{rest:02}"


# --- when something is recorded --------------------------------------------------------------------------------


def local_now() -> datetime:
    """Return the time by this computer's clock, with its offset. Raise LogError for a time that no date can express."""
    try:
        return datetime.fromtimestamp(time.time(), UTC).astimezone()
    except NO_DATE:
        raise no_date() from None


def no_date() -> LogError:
    """Return the error for a clock that is far off."""
    said = f"this computer's clock is at a time that no date can say{NOTHING_RECORDED}"
    return LogError(said, "set the clock and try again")


def with_offset(events: Iterable[Event], now: datetime) -> tuple[Event, ...]:
    """Return events with the offset of a time in those that record the clock's offset."""
    return tuple(evolve(each, offset=offset_of(now)) if marks(each).zoned else each for each in events)


def offset_of(now: datetime) -> int:
    """Return how many minutes a time is ahead of UTC. A time without a zone is by this computer's clock."""
    try:
        local = now if now.tzinfo else now.astimezone()
    except NO_DATE:
        raise no_date() from None
    return (local.utcoffset() or timedelta()) // A_MINUTE


def must_be_an_offset(minutes: int | None) -> None:
    """Raise Refused for an offset from UTC that no clock has."""
    if minutes is not None and abs(minutes) >= A_DAY:
        raise Refused(f"no clock is {minutes} minutes ahead of UTC", about="offset", value=str(minutes))
