"""Copy a log while it is in use, and check the copy before it counts."""

from __future__ import annotations

from pathlib import Path

from engine.history.timeline import Progress
from engine.store.door import Head, Log, LogError
from replay.files.placing import create_atomically
from replay.files.verify import verify


def backup(log: Log, path: Path, progress: Progress | None = None) -> Head:
    """Copy a log into a new file, verify it, and return its head. If that fails, leave no file behind."""
    with create_atomically(path) as fresh:
        fresh.touch(exist_ok=False)
        log.backup(fresh)
        report = verify(fresh, progress=progress).report
        if not report.ok:
            raise LogError(f"the copy does not verify: {report.problems[0].message}", "“verify” checks the log itself")
    return Head(report.events, report.head)
