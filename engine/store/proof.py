"""Proof of an open log: the hashes recomputed so far, and the rest on demand.

The rest is recomputed when an answer depends on it.
"""

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
        """Return what opening a log proved: the events after `start`, up to `upto`.

        The defaults are all for `start` and none for `upto`.
        """
        start = start or beginning_of(log.campaign, log.format)
        return cls(log, start, upto or start, log.revision)

    def count_missing(self) -> int:
        """Return how many hashes of all were not recomputed yet."""
        return self._look().seq - (0 if self.start.seq else self.upto.seq)

    def extend(self, *, whole: bool, known: Head | None = None) -> Report:
        """Recompute the hashes up to the head, and return the findings.

        If `whole`, recompute those before `start` as well, but for those up to `known`, which are known to be right.
        """
        self._look()
        if whole and self.start.seq:
            self.start = self.upto = beginning_of(self.log.campaign, self.log.format)
        if known is not None and known.seq > self.upto.seq:
            self.upto = known
        report = self.log.verify(self.upto)
        if report.ok:
            self.upto = Head(report.sound, report.head)
        return report

    def _look(self) -> Head:
        """Return the head, and forget what was proven if somebody changed the file."""
        head = self.log.head
        if self.log.revision != self.revision:
            self.upto, self.revision = self.start, self.log.revision
        return head
