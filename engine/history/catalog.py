"""A catalog of a log's events by number: their kinds and all corrections.

A kind takes a byte, and tells what later events may refer to. Nothing in it depends on which events count, so it only
grows, and a fold of the log need not read it twice.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from engine.concerns.campaign.events import CampaignCreated
from engine.concerns.corrections.events import EventsUndone
from engine.history.counting import CORRECTING, Correcting, History, corrections
from engine.naming import holds_numbers
from engine.registry import PROJECTS, event_classes, marks
from engine.rooms import load
from engine.store import codec
from engine.store.door import Log
from engine.value import Factory, record

#: Facts about an event's type, as bits of a byte. Corrections name numbers too, but these are checked with the history,
#: so the bit for events that refer to others leaves them out.
MADE_ITEM, AWARDED, IS_FIXED, IS_SILENT, BRANCHED, BEGAN, FOR_ALL, REFERS = (1 << bit for bit in range(8))

#: The bit for the kind of thing that later events can name by number.
MAKES = {"item": MADE_ITEM, "award": AWARDED, "effect": BEGAN}

#: The types of corrections.
CORRECTING_NAMES = frozenset(cls.__name__ for cls in CORRECTING)


@cache
def kind(type_name: str, v: int) -> int:
    """Return the bits known of an event's type and version."""
    load("project")
    known = marks(type_name)
    cls = event_classes()[type_name] if codec.is_known(type_name, v) else None
    found = {
        MAKES.get(known.makes or "", 0): True,
        IS_FIXED: known.fixed,
        IS_SILENT: cls is not None and not PROJECTS.get(cls),
        BRANCHED: known.branches,
        FOR_ALL: known.for_all,
        REFERS: cls is not None and not known.corrects and may_refer(cls),
    }
    return sum(bit for bit, holds in found.items() if holds)


@cache
def may_refer(cls: type) -> bool:
    """Return whether an event can be wrong by its number alone: it names others, or begins the campaign."""
    return cls is CampaignCreated or holds_numbers(cls)


@record
class Catalog:
    """The kinds of a log's events, its corrections, and where its last branch began.

    Corrections are read from the `log` on demand, as most commands need none: `known` are those up to `read`.
    """

    kinds: bytearray = Factory(lambda: bytearray(1))
    branch: int = 0
    log: Log | None = None
    known: list[tuple[int, Correcting]] = Factory(list)
    read: int = 0

    @property
    def corrections(self) -> list[tuple[int, Correcting]]:
        """Every correction, with its number."""
        last = len(self.kinds) - 1
        if self.log is not None and self.read < last:
            self.known += corrections(self.log, self.read, last)
            self.read = last
        return self.known

    @classmethod
    def of(cls, log: Log, upto: int) -> Catalog:
        """Read a log into a new catalog, except corrections that cannot be read."""
        catalog = cls()
        for each in log.bodies(0, upto):
            catalog.take_in(*each)
        return catalog

    def take_in(self, seq: int, type_name: str, v: int, body: str) -> None:
        """Add the next event as it is stored, also to the corrections if it is one that can be read."""
        self.add(seq, kind(type_name, v))
        if type_name in CORRECTING_NAMES:
            self.add_correction(seq, type_name, v, body)

    def add(self, seq: int, bits: int) -> None:
        """Add the next event, of a `kind`, unless it was added already."""
        if seq == len(self.kinds):
            self.kinds.append(bits)
            if bits & BRANCHED:
                self.branch = seq

    def add_correction(self, seq: int, type_name: str, v: int, body: str) -> None:
        """Add the next correction, if it can be read."""
        with suppress(codec.Unreadable):
            event = codec.decode(type_name, v, body)
            if isinstance(event, CORRECTING):
                self.known.append((seq, event))

    def is_kind(self, seq: int, mark: int) -> bool:
        """Return whether an event is of a kind, false if there is no such event."""
        return 0 < seq < len(self.kinds) and bool(self.kinds[seq] & mark)

    def first_of(self, touched: Iterable[int]) -> int | None:
        """Return the first of these events that affects the state, or None if none does."""
        return min((seq for seq in touched if not self.is_kind(seq, IS_SILENT)), default=None)

    def corrections_until(self, upto: int) -> Sequence[tuple[int, Correcting]]:
        """Return the corrections up to and with event `upto`."""
        return self.corrections[: bisect_right(self.corrections, upto, key=lambda found: found[0])]

    def undos(self) -> Iterator[tuple[int, ...]]:
        """Yield the events that each undo names, those of the last one first."""
        for _, event in reversed(self.corrections):
            if isinstance(event, EventsUndone) and event.mode != "reason":
                yield event.targets

    def taken_with(self, seq: int, history: History) -> tuple[int, ...]:
        """Return the events last undone together with this one that still do not count."""
        if seq not in history.inactive:
            return ()
        undo = next((targets for targets in self.undos() if seq in targets), ())
        return tuple(target for target in undo if target in history.inactive)

    def history_at(self, seq: int) -> History:
        """Return the history when event `seq` was the last."""
        history = History()
        for number, event in self.corrections_until(seq):
            history.correct(number, event)
        return history
