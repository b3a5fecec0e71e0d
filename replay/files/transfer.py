"""Export and import whole logs as JSON Lines, byte for byte and with their hashes, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from engine.campaign import Campaign
from engine.concerns.campaign.events import CampaignCreated
from engine.history.timeline import Progress
from engine.refusal import Refused
from engine.store.codec import decode
from engine.store.door import Head, HeadMoved, Log, Problem, Row, Where, after_storing
from engine.store.files import AT_ONCE, SqliteLog, begin_log, locate, must_be_sound
from engine.store.looks import head_at
from engine.store.looks import rows as rows_of
from engine.store.placing import create_atomically, refuse_place
from engine.value import value
from replay.bring.decode import must_be_file
from replay.files import jsonl
from replay.files.convert import find_misconverted
from replay.files.references import explain_unfounded
from replay.files.soundness import first_impossible
from replay.files.verbatim import count_shared

#: How many lines of a file are checked before the rest is read, as a file of another kind fails early.
FIRST_LINES = 1000


@value
class Imported:
    """The result of an import: how many `events` are in the file, `added` to the log, or `there` already.

    `head` is the log's afterwards, and `made` tells whether the log is new.
    """

    events: int
    added: int
    there: int
    head: Head
    made: bool


def export_jsonl(log: Log, path: Path) -> Head:
    """Write all events into a new file and return the last one's head. Raise LogError for an unsound log."""
    head = log.head
    must_be_sound(log, head.seq)
    with create_atomically(path) as fresh, fresh.open("xb") as file:
        file.write(jsonl.header(log.format))
        for row in log.read(None, head.seq):
            file.write(jsonl.line_of_row(row))
    return head


def import_new(file: Path, where: Where, *, dry: bool = False, progress: Progress | None = None) -> Imported:
    """Create the log that a file holds, with every hash. Raise Refused if the file is no whole log."""
    place = locate(where)
    with refuse_place():
        place.must_be_free()
        with scratch(file, progress) as log:
            if not dry:
                place.copy(log, lambda copy: None)
            return Imported(log.head.seq, log.head.seq, 0, log.head, made=True)


def import_into(campaign: Campaign, file: Path, *, dry: bool = False, progress: Progress | None = None) -> Imported:
    """Append the events that this campaign lacks. Raise Refused if the file is not of the same log."""
    with scratch(file, progress) as found:
        must_be_the_same(campaign, found, file)
        while True:
            there = same_so_far(campaign.log, found, file)
            added = found.head.seq - there
            if dry or not added:
                return Imported(found.head.seq, added, there, campaign.log.head, made=False)
            campaign.must_take_more()
            try:
                campaign.log.append(find_shared_head(found, there), rows_of(found, there))
            except HeadMoved:
                continue
            with after_storing(found.head.seq):
                campaign.refresh()
                campaign.remember()
            return Imported(found.head.seq, added, there, campaign.log.head, made=False)


def find_shared_head(found: Log, there: int) -> Head:
    """Return the head of the last event that the log and the file share."""
    head = head_at(found, there)
    assert head is not None
    return head


# --- reading in ------------------------------------------------------------------------------------------------


@contextmanager
def scratch(file: Path, progress: Progress | None = None) -> Iterator[SqliteLog]:
    """Read the log that a file holds into a temporary folder."""
    with (
        TemporaryDirectory(prefix="fudgelog-") as folder,
        closing(import_rows(file, Path(folder) / "import.db", progress)) as log,
    ):
        yield log


def import_rows(file: Path, path: Path, progress: Progress | None = None) -> SqliteLog:
    """Create a log from a file, with every event checked. Raise Refused."""
    with open_import(file) as stream:
        format, rows = jsonl.read_lines(stream, str(file))
        first = next(rows)
        log = begin_log(path, first)
        try:
            left = with_ids_of_their_own(log, chain([first], rows), file)
            log.fill(islice(left, FIRST_LINES))
            if log.head.seq == FIRST_LINES:
                must_follow(log, file)
                log.fill(left)
            must_follow(log, file, progress)
            if (problem := find_misconverted(log, log.head.seq)) is not None:
                raise line_refused(file, problem, format)
        except BaseException:
            log.close()
            raise
    return log


@contextmanager
def open_import(file: Path) -> Iterator[BinaryIO]:
    """Open a file to import. Raise Refused if it is missing or cannot be read."""
    must_be_file(file)
    try:
        with file.open("rb") as stream:
            yield stream
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}", about="file") from None


def must_follow(log: Log, file: Path, progress: Progress | None = None) -> None:
    """Raise Refused unless each event can be recorded after those before it."""
    problem = first_impossible(log, log.head.seq, explain_unfounded, progress)
    if problem is not None:
        raise line_refused(file, problem, log.format)


def with_ids_of_their_own(log: SqliteLog, rows: Iterator[Row], file: Path) -> Iterator[Row]:
    """Yield the rows. Raise Refused for an id that an earlier row has."""
    waiting: dict[str, int] = {}
    for row in rows:
        if len(waiting) > 2 * AT_ONCE:  # earlier ones are in the log by now
            waiting = {id: seq for id, seq in waiting.items() if seq > row.seq - AT_ONCE}
        twin = waiting.get(row.id) or log.find_own(row.id)
        if twin is not None:
            line, other = (jsonl.line_number(log.format, seq) for seq in (row.seq, twin))
            raise jsonl.refuse_line(str(file), line, f"has the id of line {other}: an event has one of its own")
        waiting[row.id] = row.seq
        yield row


def line_refused(file: Path, problem: Problem, format: int) -> Refused:
    """Return the refusal of a file for an event that is impossible where it is."""
    line = jsonl.line_number(format, problem.seq or 1)
    return jsonl.refuse_line(
        str(file), line, f"holds an event that cannot follow those before it: {problem.why or problem.message}"
    )


def decode_beginning(first: Row) -> CampaignCreated:
    """Decode a log's first event."""
    event = decode(first.type, first.v, first.body)
    assert isinstance(event, CampaignCreated)
    return event


# --- setting beside what is there ------------------------------------------------------------------------------


def must_be_the_same(campaign: Campaign, found: Log, file: Path) -> None:
    """Raise Refused unless the file holds this campaign."""
    if found.campaign != campaign.log.campaign:
        title = decode_beginning(next(found.read(None, 1))).title
        raise Refused(
            f"{file} holds another campaign{f', “{title}”' if title else ''}, and not this one",
            about="file",
            hint=f"import it into a file of its own: fudgelog NEW.db import {file}",
        )


def same_so_far(log: Log, found: Log, file: Path) -> int:
    """Return how many events the file shares with the log. Raise Refused if their histories differ."""
    if log.format != found.format:
        raise Refused(
            f"{file} is of format {found.format}, and this log of format {log.format}: their hashes differ throughout",
            about="file",
            hint=f"import it into a file of its own, and “compare” the two: fudgelog NEW.db import {file}",
        )
    same = count_shared(log, found)
    if same == min(log.head.seq, found.head.seq):
        return same
    row = next(rows_of(found, same, same + 1))
    twin = next((each.seq for each in log.read() if each.id == row.id), None)
    why = f"has the id of #{twin}, with other content" if twin else f"is another #{row.seq} than the log holds"
    raise Refused(
        f"line {jsonl.line_number(found.format, row.seq)} of {file} {why}: the two part ways after #{same}",
        about="file",
        hint=f"import it into a file of its own, and “compare” the two: fudgelog NEW.db import {file}",
    )
