"""Prove a damaged log piece by piece, and fill its holes with the same events from a backup.

An event is proven by its own hash. The hash before it, which the next event repeats, proves its place. So events after
a damaged one can be trusted, but a log cannot continue over the hole until the lost event is found again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.store.door import FORMATS, Head, LogError, Place, Problem, Remains, Row, beginning_of, is_as_recorded
from engine.store.files import SQLITE_MAGIC, campaign_of, locate
from engine.value import Factory, record
from replay.files import jsonl
from replay.files.transfer import open_import


@record
class Islands:
    """The remains of a damaged log.

    `start` is the head that the first event follows. `own` are the proven events by number, `wanted` the hashes that
    lost events had, and `spare` the proven events of a backup that replace lost ones.
    """

    place: Place
    campaign: str = ""
    format: int = FORMATS[-1]
    proven: set[int] = Factory(set)
    wanted: dict[int, bytes] = Factory(dict)
    spare: dict[int, Row] = Factory(dict)
    last: int = 0

    @classmethod
    def of(cls, place: Place, backup: Path | None = None) -> Islands:
        """Read a damaged log, and the backup that may fill its holes. Raise Refused if the backup cannot be read."""
        islands = cls(place)
        if not islands.identify(rows_in_log(place)) and backup is not None:
            islands.identify(rows_in(backup))
        for row in rows_in_log(place):
            islands.note(row)
        for row in rows_in(backup) if backup is not None else ():
            islands.offer(row)
        return islands

    def identify(self, rows: Iterator[tuple[Any, ...]]) -> bool:
        """Take campaign and format from a first event, and return whether it is proven."""
        first = next(rows, None)
        if first is None:
            return False
        self.campaign = campaign_of(first)
        for format in FORMATS:
            self.format = format
            if self.proves(first) and first[9] == beginning_of(self.campaign, format).hash:
                return True
        return False

    def proves(self, row: tuple[Any, ...]) -> bool:
        """Return whether a row's own hash holds."""
        try:
            return is_as_recorded(self.format, self.campaign, Row._make(row))
        except (TypeError, ValueError, AttributeError, OverflowError):
            return False

    def note(self, row: tuple[Any, ...]) -> None:
        """Note a row of the damaged log."""
        seq, prev, hash = row[0], row[9], row[10]
        self.last = max(self.last, seq)
        if self.proves(row):
            self.proven.add(seq)
            self.wanted[seq - 1] = prev
        elif isinstance(hash, bytes):
            self.wanted.setdefault(seq, hash)

    def offer(self, row: tuple[Any, ...]) -> None:
        """Store a backup's row if it is the lost event or follows the last one."""
        seq = row[0]
        if seq not in self.proven and self.wanted.get(seq, row[10]) == row[10] and self.proves(row):
            self.spare[seq] = Row._make(row)

    def whole(self) -> Iterator[Row]:
        """Yield the events from the first on, as far as they follow one another."""
        head = beginning_of(self.campaign, self.format)
        for row in self.mend():
            if row.seq != head.seq + 1 or row.prev != head.hash:
                return
            head = Head(row.seq, row.hash)
            yield row

    def mend(self) -> Iterator[Row]:
        """Yield all proven events in order, with those of the backup in their places."""
        spare = sorted(self.spare)
        for row in rows_in_log(self.place):
            while spare and spare[0] <= row[0]:
                yield self.spare[spare.pop(0)]
            if row[0] in self.proven:
                yield Row._make(row)
        yield from (self.spare[seq] for seq in spare)

    def after(self, seq: int) -> Iterator[Row]:
        """Yield the proven events after a number."""
        return (row for row in self.mend() if row.seq > seq)


def rows_in_log(place: Place) -> Iterator[tuple[Any, ...]]:
    """Yield all that can be read of a log. Raise LogError for a file that is none, or of a newer program."""
    with closing(must_have_remains(place)) as remains:
        remains.must_not_be_newer()
        yield from (row for row in remains.rows() if not isinstance(row, Problem))


def must_have_remains(place: Place) -> Remains:
    """Return what is left of a log. Raise LogError for one that is not for its user to rescue."""
    remains = place.rescue()
    if remains is None:
        raise LogError(f"{place} is for its administrator to rescue", None, "forbidden")
    return remains


def rows_in(path: Path) -> Iterator[tuple[Any, ...]]:
    """Yield the events of a backup, which is a log or an export. Raise Refused or LogError if it is neither."""
    with open_import(path) as stream:
        if stream.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC:
            yield from rows_in_log(locate(path))
            return
        stream.seek(0)
        for number, raw in enumerate(iter(lambda: stream.readline(jsonl.LINE_LIMIT + 1), b""), start=1):
            try:
                yield jsonl.columns_of(jsonl.parse_line(raw, number))
            except jsonl.Wrong:  # the header, or a line that was damaged too
                continue
