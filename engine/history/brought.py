"""Find what is undone together with an event: what it brought about, and what it is only a part of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile

from engine.concerns.corrections.events import EventsRedone, EventsUndone
from engine.concerns.files.events import NotesBrought
from engine.concerns.safety.events import XCardShown
from engine.concerns.sessions.events import SessionStarted
from engine.drafts import is_in_rows, is_taken
from engine.each import is_list
from engine.history.catalog import Catalog
from engine.history.fold import read_event
from engine.history.names import Naming
from engine.registry import is_brought, marks
from engine.store.door import Log
from engine.store.looks import backwards, rows, the_row


def whole(log: Log, naming: Naming | None, seq: int) -> tuple[int, ...]:
    """Return an event with all events that go with it, whether they count or not.

    Those of a list go together, as do those of a player's line. All that was brought in goes with the event that says
    so.
    """
    cmd = the_row(log, seq).cmd
    if is_list(cmd) or is_taken(cmd) or says_from_notes(log, seq):
        return whole_list(log, seq)
    first = seq
    while _is_part(event := _read(log, naming, first)):
        first -= 1
    later = range(first + 1, seq + 1) if is_brought(event) else brought_by(log, naming, first)
    return (first, *later)


def says_from_notes(log: Log, seq: int) -> bool:
    """Return whether an event says that all of its command is from notes, or begins an evening typed by itself."""
    row = the_row(log, seq)
    before = the_row(log, seq - 1) if row.type == SessionStarted.__name__ and seq > 1 else row
    alone = before is row or (before.cmd == row.cmd and not is_in_rows(row.cmd))
    return alone and before.type == NotesBrought.__name__


def whole_list(log: Log, seq: int) -> tuple[int, ...]:
    """Return all events of the list that an event is of."""
    command = the_row(log, seq).cmd
    earlier = takewhile(lambda row: row.cmd == command, backwards(log, seq))
    later = takewhile(lambda row: row.cmd == command, rows(log, seq - 1))
    return tuple(sorted(row.seq for row in chain(earlier, later)))


def brought_by(log: Log, naming: Naming | None, seq: int) -> Iterator[int]:
    """Yield the events that an event brought about (FL-37, FL-133).

    Awards by a rule, ends of effects, and levels that waited are recorded after their cause, by the same command.
    """
    command = the_row(log, seq).cmd
    later = takewhile(lambda row: row.cmd == command, rows(log, seq))
    events = ((row.seq, read_event(naming, row.seq, row.type, row.v, row.body)) for row in later)
    yield from (number for number, event in takewhile(lambda each: is_brought(each[1]), events))


def undone_with_cards(log: Log, seqs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the events that X-cards among some events undid by the same command (FL-06)."""
    for card, undo in pairwise(rows(log, min(seqs) - 1, max(seqs) + 1)) if seqs else ():
        if card.seq in seqs and card.type == XCardShown.__name__ and undo.cmd == card.cmd:
            event = read_event(None, undo.seq, undo.type, undo.v, undo.body)
            assert isinstance(event, EventsUndone)
            yield event.targets


def restored_with_cards(log: Log, catalog: Catalog, seqs: tuple[int, ...]) -> tuple[int, ...]:
    """Return the events that the last undo of some events with an X-card restored in the same command, if any."""
    if not any(undone_with_cards(log, seqs)):
        return ()
    for (before, restored), (seq, undone) in reversed([*pairwise(catalog.corrections)]):
        if isinstance(undone, EventsUndone) and undone.targets == seqs and undone.mode != "reason":
            together = before == seq - 1 and len({row.cmd for row in rows(log, before - 1, seq)}) == 1
            return restored.targets if together and isinstance(restored, EventsRedone) else ()
    return ()


def _is_part(event: object) -> bool:
    """Return whether an event cannot be undone without the one that caused it."""
    return marks(event).part and is_brought(event)


def _read(log: Log, naming: Naming | None, seq: int) -> object:
    row = the_row(log, seq)
    return read_event(naming, seq, row.type, row.v, row.body)
