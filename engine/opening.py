"""What is checked when a log is opened, and what its user is told then."""

from __future__ import annotations

from engine.inspection import check_tail, inspect
from engine.log import Head, Log, LogError
from engine.memo import Seen, last_seen, remember

#: A log of at most so many events is checked from its beginning whenever it is opened.
CHECKED_WHOLE = 5000


def check(log: Log) -> list[str]:
    """Check a log that was just opened; returns what its user should know, raises LogError for one that is not sound.

    A log of some length is checked from where this computer last found it right; `inspect` reads all of it.
    """
    head = log.head
    seen = last_seen(log.campaign, log.path)
    before = None if seen is None else log.hash_of(seen.events)
    same = seen is not None and before is not None and before.hex() == seen.hash
    if seen is not None and before is not None and same and head.seq > CHECKED_WHOLE:
        report = check_tail(log, Head(seen.events, before))
    else:
        report = inspect(log.path)
    if not report.ok:
        raise LogError(
            f"{log.path} is damaged: {report.problems[0].message}", "“verify” says more, “rescue” saves the rest"
        )
    if same or seen is None:
        remember(log.campaign, log.path, head.seq, head.hash.hex())
        return []
    return [another_past(seen, head)]


def another_past(seen: Seen, head: Head) -> str:
    """What to say of a log that is not the one that was last seen here."""
    if head.seq < seen.events:
        return (
            f"this log ends at #{head.seq}, but this computer has seen it go on to #{seen.events}: is it an old copy?"
        )
    return f"up to #{seen.events} this log is not the one that this computer has seen: its past is another"
