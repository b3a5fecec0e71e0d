"""Check a log that is opened, and word the notes about it for its user."""

from __future__ import annotations

from engine.store.door import Head, Log, LogError, Report, tell_checking
from engine.store.errors import SAVING
from engine.store.looks import branch
from engine.store.looks import holds as goes_through
from engine.store.memo import SeenHead, is_lost, last_seen
from engine.store.proof import Proof
from engine.value import value

#: The most events of a log that is always checked from its beginning.
CHECKED_WHOLE = 5000


@value
class Opened:
    """How a log was found: notes for its user, and which part of it was checked."""

    notes: tuple[str, ...]
    proof: Proof


def check_opening(log: Log) -> Opened:
    """Check a log that was just opened; raise LogError for a damaged one.

    In a long log, check only the events after those that this computer last found right. `inspect` reads all of it.
    """
    head = log.head
    trusted = found_right(log) if head.seq > CHECKED_WHOLE else None
    with tell_checking(head.seq):
        report = log.verify(trusted)
    if not report.ok:
        raise damage_error(log, report)
    return Opened(past(log), Proof.of(log, trusted, Head(report.sound, report.head)))


def damage_error(log: Log, report: Report) -> LogError:
    """Return the error for a log in which a report found something wrong."""
    return LogError(f"{log.name} is damaged: {report.problems[0].message}", SAVING, "damaged")


def found_right(log: Log) -> Head | None:
    """Return the head up to which this computer has found a log right, or None."""
    seen = last_seen(log.campaign).get(log.place.key)
    return (
        Head(seen.events, bytes.fromhex(seen.hash)) if seen and not seen.doubted and goes_on_from(log, seen) else None
    )


def goes_on_from(log: Log, seen: SeenHead) -> bool:
    """Return whether a log continues a head that was seen."""
    try:
        return goes_through(log, Head(seen.events, bytes.fromhex(seen.hash)))
    except ValueError:
        return False


def past(log: Log) -> tuple[str, ...]:
    """Return notes for the user if this computer has seen a longer or a different log."""
    seen = overridden(log)
    return () if seen is None else (another_past(log, seen),)


def lost_memory(log: Log) -> tuple[str, ...]:
    """Return a note for the user if what this computer noted of the campaign is lost."""
    if not is_lost(log.campaign):
        return ()
    said = "what this computer noted of this campaign cannot be read: an older copy of the log would not be noticed now"
    return (f"{said}; “verify expect HASH” compares it with a checkpoint you wrote down",)


def overridden(log: Log) -> SeenHead | None:
    """Return the head that was seen here and is missing from this log, or None if nothing is missing.

    It is that of this file, else the longest elsewhere on the same branch. A log that was forked, or accepted as it is,
    begins a branch.
    """
    notes = last_seen(log.campaign)
    own = notes.pop(log.place.key, None)
    if own is not None and not goes_on_from(log, own):
        return own
    others = [seen for seen in notes.values() if not goes_on_from(log, seen)]
    here = branch(log) if others else ""
    return max((seen for seen in others if seen.branch == here), key=lambda seen: seen.events, default=None)


def another_past(log: Log, seen: SeenHead) -> str:
    """Return the note for a log that is shorter than, or differs from, the one last seen here."""
    elsewhere = "" if seen.path == log.place.key else f" in {seen.path}"
    if log.head.seq < seen.events:
        ended = f"but ended at #{seen.events}{elsewhere} when last opened on this computer"
        return f"this log ends at #{log.head.seq}, {ended}: is it an old copy?"
    return f"this log's history up to #{seen.events} differs from the one last opened on this computer{elsewhere}"
