"""Copy a log while it is in use, and check the copy before it counts."""

from __future__ import annotations

from engine.history.timeline import Progress
from engine.store.door import Head, Log, LogError, Where
from engine.store.files import locate
from engine.store.placing import refuse_place
from replay.files.verify import verify_log


def backup(log: Log, where: Where, progress: Progress | None = None) -> Head:
    """Copy a log into a new one, verify it, and return its head. If that fails, leave nothing behind."""
    heads: list[Head] = []

    def check(copy: Log) -> None:
        report = verify_log(copy, progress)
        if not report.ok:
            raise LogError(f"the copy does not verify: {report.problems[0].message}", "“verify” checks the log itself")
        heads.append(Head(report.events, report.head))

    with refuse_place():
        locate(where).copy(log, check)
    return heads[-1]
