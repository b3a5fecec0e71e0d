"""Proof of an open log: the hashes recomputed so far, and the rest when an answer depends on it."""

from __future__ import annotations

from engine.store.door import Head, Log, Report, beginning_of
from engine.value import record


@record
class Proof:
    """The part of a log with recomputed hashes: after `start`, up to `upto`.

    It holds as long as nobody else changed the log, which its `revision` tells.
    """

    log: Log
    start: Head
    upto: Head
    revision: int

    @classmethod
    def of(cls, log: Log, start: Head | None = None, upto: Head | None = None) -> Proof:
        """Return what opening proved: the events after `start` (default: all) up to `upto` (default: none)."""
        start = start or beginning_of(log.campaign, log.format)
        return cls(log, start, upto or start, log.revision)

    def extend(self, *, whole: bool) -> Report:
        """Recompute the hashes of the `whole` log, or only those not proven yet, and return the findings."""
        self._forget_changed()
        beginning = beginning_of(self.log.campaign, self.log.format)
        report = self.log.verify(beginning if whole else self.upto)
        if report.ok:
            self.start, self.upto = beginning if whole else self.start, Head(report.sound, report.head)
        return report

    def follow(self) -> Report:
        """Recompute the hashes of what was appended since, and return the findings."""
        report = self.log.verify(self.upto)
        if report.ok:
            self.upto = Head(report.sound, report.head)
        return report

    def _forget_changed(self) -> None:
        """Look at the file, and forget the proof if somebody changed it."""
        _ = self.log.head
        if self.log.revision != self.revision:
            self.upto, self.revision = self.start, self.log.revision
