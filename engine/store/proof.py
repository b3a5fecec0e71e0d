"""How far the hashes of an open log were recomputed, and recomputing the rest when an answer depends on it."""

from __future__ import annotations

from attrs import define

from engine.store.door import Head, Log, Report, beginning_of


@define
class Proof:
    """The part of a log whose hashes were recomputed: the events after `start`, up to `upto`.

    It holds as long as nobody else changed the log, which its `revision` tells.
    """

    log: Log
    start: Head
    upto: Head
    revision: int

    @classmethod
    def of(cls, log: Log, start: Head | None = None, upto: Head | None = None) -> Proof:
        """Return what opening a log proved: the events after `start` (default: all), up to `upto` (default: none)."""
        start = start or beginning_of(log.campaign, log.format)
        return cls(log, start, upto or start, log.revision)

    def extend(self, *, whole: bool) -> Report:
        """Recompute the hashes up to the head, if `whole` those before `start` as well; return what was found."""
        self.log.head  # noqa: B018  # looks whether somebody changed the file
        if self.log.revision != self.revision:
            self.upto, self.revision = self.start, self.log.revision
        if whole and self.start.seq:
            self.start = self.upto = beginning_of(self.log.campaign, self.log.format)
        report = self.log.verify(self.upto)
        if report.ok:
            self.upto = Head(report.sound, report.head)
        return report
