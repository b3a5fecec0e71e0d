"""The door to a campaign: create it, open it, act in it and view any moment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from engine.concerns.campaign.events import CampaignCreated
from engine.drafts import make_drafts, make_rows, utc_now
from engine.history.catalog import Catalog
from engine.history.counting import Correcting, History, corrections
from engine.history.fold import Fold, read_event
from engine.history.names import Naming
from engine.history.on_disk import LEAST_TO_KEEP, WORTH_KEEPING, KeptState, is_small, keep_state, recall_state
from engine.history.packing import Later
from engine.history.references import must_be_possible
from engine.history.snapshots import Snapshots
from engine.naming import Steps
from engine.point import event_at
from engine.registry import Event, marks
from engine.rules.ruleset import Ruleset, from_recorded
from engine.sheet import SheetView, view
from engine.state import State
from engine.store import codec, looks
from engine.store.door import Head, HeadMoved, Log, LogError, Row, after_storing, beginning_of, is_as_recorded
from engine.store.files import Proof, check_opening, create, damage_error, lost_memory, open_log
from engine.store.memo import doubt, remember
from engine.text import speaker, within_limits
from engine.value import value

if TYPE_CHECKING:
    from engine.concerns.corrections.commands import Amend, Redo, Rename, Undo
    from engine.dice import Draw
    from engine.history.corrections import Correction, Corrector

GM = "GM"
WallClock = Callable[[], datetime]

COMMANDS_BETWEEN_NOTES = 20


@value
class Recorded:
    """An event with its number, time (ISO 8601, UTC), command id and speaker."""

    seq: int
    at: str
    cmd: str
    by: str
    event: Event | codec.Unknown

    @property
    def type(self) -> str:
        """The type under which the event is stored."""
        return self.event.name if isinstance(self.event, codec.Unknown) else type(self.event).__name__


@value
class Plan:
    """A command's events, with the correction among them if there is one."""

    events: tuple[Event, ...]
    correction: Correction | None = None


class Campaign:
    """A campaign and the log that holds it.

    `clock` gives the time of events. `draw` gives the program's dice: for a number of sides, a face from 1 to that
    number (default: the system's random source). `notes` are remarks for the user on how the log was found. It is
    `disputed` if this computer had seen a longer or different history. `proof` is the part of the log that was checked,
    and `damage` describes damage found since it was opened. `corrected` is the last correction that was made.
    """

    def __init__(
        self, log: Log, clock: WallClock = utc_now, draw: Draw | None = None, kept: KeptState | None = None
    ) -> None:
        self.log, self.clock, self.draw = log, clock, draw
        self.notes: tuple[str, ...] = ()
        self.disputed = self._uncommitted = False
        self.proof = Proof.of(log)
        self.damage: str | None = None
        self.corrected: Correction | None = None
        self._commands = self._unnoted = self._folded = 0
        self._forget()
        if kept is not None:
            self._resume(kept)
        self.refresh()

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        rules: str = "peupfudge",
        title: str = "",
        *,
        by: str = GM,
        clock: WallClock = utc_now,
        draw: Draw | None = None,
    ) -> Campaign:
        """Create a campaign in a new file. Raise Refused for bad rules, LogError if the file cannot be made."""
        from engine.concerns.campaign.decide import begin
        from engine.decide import set_up_world
        from engine.dice import program_draw

        identity = os.urandom(16).hex()
        event = begin(rules, title, identity)
        world = set_up_world(rules, event, draw or program_draw)
        by = speaker(by)
        log = create(Path(path), identity)
        try:
            now = clock()
            drafts = [*make_drafts([event], by, now), *make_drafts(world, by, now)]
            log.append(log.head, make_rows(log, log.head, drafts))
        except BaseException:
            log.give_up()
            raise
        return cls(log, clock, draw)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        writable: bool = True,
        clock: WallClock = utc_now,
        draw: Draw | None = None,
    ) -> Campaign:
        """Open a campaign and check its log. Raise LogError if it is missing, damaged or not a log."""
        log = open_log(Path(path), writable=writable)
        try:
            found = check_opening(log)
            campaign = cls(log, clock, draw, kept=recall_state(log))
        except BaseException:
            log.close()
            raise
        campaign.notes = (*log.notes, *lost_memory(log), *found.notes)
        campaign.disputed = bool(found.notes)
        campaign.proof = found.proof
        campaign.remember()
        campaign._keep()
        return campaign

    def __enter__(self) -> Campaign:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the log, note its head, and store its state if anything was recorded."""
        if self._commands:
            with suppress(LogError):  # it can no longer be read
                self._keep_recorded()
            self.remember()
        self.log.close()

    def remember(self, *, accepted: bool = False) -> None:
        """Note the head on this computer, to notice a shorter or different log later.

        A note about a different history stays until somebody accepts this one, which `accepted` says.
        """
        if self.disputed or self.damage is not None or self._uncommitted:
            return
        try:
            self.refresh()
            branch = self.branch
        except LogError:  # it can no longer be read, but the earlier note still counts
            branch = None
        remember(self.log.campaign, self.log.place, self._head.seq, self._head.hash.hex(), branch, accepted=accepted)

    def prove(self, *, whole: bool = True) -> None:
        """Recompute all hashes, or if not `whole` only those after `proof.start` that are not proven yet.

        Raise LogError if one is wrong.
        """
        self.refresh()
        report = self.proof.extend(whole=whole)
        if not report.ok:
            self.distrust(report.problems[0].message)
            raise damage_error(self.log, report)

    def fold_whole(self) -> None:
        """Fold the log again from its first event, if its state came from the disk."""
        if not self._came_from_disk:
            return
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        """Know nothing of the log, so that all of it is folded when it is looked at next."""
        self._came_from_disk = False
        self._head, self._proven = Head(0, b""), beginning_of(self.log.campaign, self.log.format)
        self._state, self._history, self._snapshots = State(), History(), Snapshots()
        self._catalog = Catalog(log=self.log)

    def _resume(self, kept: KeptState) -> None:
        """Resume from the state that was stored on disk."""
        self._came_from_disk = True
        self._state, self._history, self._head = kept.state.value, kept.history, kept.head
        self._catalog, self._proven = Catalog(kept.kinds, kept.branch, self.log), kept.head
        self._snapshots.use_naming(kept.history.naming)
        self._snapshots.take_over(kept.earlier_seq, kept.earlier, kept.history)

    def _keep(self) -> None:
        """Write this state to disk if much was folded and all hashes are right."""
        if self._folded >= WORTH_KEEPING and self._can_be_kept():
            self._write_state(*self._snapshots.near_end(self.log, self._head.seq, self._history))

    def _keep_recorded(self) -> None:
        """Write the state to disk if that takes little time and no failed command left it behind the log."""
        if self.damage is not None or not self._proven.seq or self.log.head != self._head or not is_small(self.log):
            return
        near = self._snapshots.find_near(self._head.seq, self._history)
        if near is not None and self._state.seq == self._head.seq and self._can_be_kept():
            self._write_state(*near)

    def _can_be_kept(self) -> bool:
        """Return whether the log is long, all of it is known, and all hashes are right."""
        return self._head.seq >= LEAST_TO_KEEP and not self._state.unknown and self._is_proven(self._proven)

    def _write_state(self, number: int, earlier: Later[State]) -> None:
        """Write this state and one from before to the disk."""
        now = Later(self._state), self._history, self._catalog.kinds, self._catalog.branch
        keep_state(self.log, KeptState(self._head.seq, self._head.hash.hex(), *now, earlier, number))
        self._proven = self._head

    def _is_proven(self, start: Head) -> bool:
        """Return whether all hashes after a head are right, recomputing the unproven."""
        known = self.proof.start.seq <= start.seq
        return (self.proof.extend(whole=False) if known else self.log.verify(start)).ok

    def distrust(self, damage: str) -> None:
        """Stop appending to a damaged log, and have its next opening check all of it."""
        self.damage = damage
        doubt(Path(self.log.place))

    @property
    def state(self) -> State:
        """The campaign as it stands. Only events may change it: a command makes another state of it."""
        return self._state

    @property
    def history(self) -> History:
        """Which events count."""
        return self._history

    @property
    def naming(self) -> Naming | None:
        """Gives events their present names. None if nothing was ever renamed."""
        return self._snapshots.naming

    @property
    def catalog(self) -> Catalog:
        """The kinds of the log's events by number, and its corrections."""
        return self._catalog

    @property
    def branch(self) -> str:
        """The hash of the log's last fork, conversion or acceptance, or "" if there is none."""
        row = self.log.at(self._catalog.branch) if self._catalog.branch else None
        return "" if row is None else row.hash.hex()

    def book_rules(self) -> Ruleset:
        """Return the rules that the campaign began with."""
        first = next(self.events(upto=1)).event
        assert isinstance(first, CampaignCreated)
        return from_recorded(first.rules)

    def sheet(self, character: str) -> SheetView:
        """Return a character's sheet. Raise Refused for an unknown character."""
        return view(self._state, character)

    def execute(self, command: object, *, by: str = GM) -> tuple[Recorded, ...]:
        """Carry out a command, append its events and return them. Raise Refused or LogError, appending nothing."""
        return self.record(lambda: self.plan(command), by=by)

    def plan(self, command: object) -> Plan:
        """Return a plan for a command. Raise Refused if it is not allowed."""
        from engine.planning import plan  # looking at a campaign never needs the deciders

        return plan(self, command)

    def record(self, plan: Callable[[], Plan], *, by: str = GM) -> tuple[Recorded, ...]:
        """Append a plan's events and return them. Plan again if another writer appended first."""
        by = speaker(by)
        try:
            planned, rows = self._append(plan, by)
        except HeadMoved:
            with self.log.together(alone=True):  # otherwise a script might be first again and again
                planned, rows = self._append(plan, by)
        if rows:
            self._proven, proven = beginning_of(self.log.campaign, self.log.format), self._proven
            with after_storing(rows[-1].seq):
                self._advance(rows, planned)
                self._proven = proven  # so that a proof that an error interrupted is dropped
                self._note_head(1)
        return tuple(map(make_record, rows, planned.events))

    def _append(self, plan: Callable[[], Plan], by: str) -> tuple[Plan, list[Row]]:
        """Append a plan's events to the log as it is now, and return both. Raise HeadMoved if another was first."""
        self.refresh()
        self.must_take_more()
        planned = plan()
        who = GM if any(marks(event).anonymous for event in planned.events) else by
        rows = make_rows(self.log, self._head, make_drafts(planned.events, who, self.clock()))
        if rows:
            self.log.append(self._head, rows)
        return planned, rows

    @contextmanager
    def together(self) -> Iterator[None]:
        """Commit everything recorded in this block at its end.

        Until then nothing is on disk, and nobody else can record. If anything but Unconfirmed is raised, nothing is
        recorded.
        """
        self._uncommitted = True
        try:
            with self.log.together():
                yield
        except BaseException:
            self._forget()
            raise
        finally:
            self._uncommitted = False
        self._note_head()

    def correction(self, command: Undo | Redo | Amend | Rename) -> Correction:
        """Return what an undo, redo, amend or rename would do, without doing it. Raise Refused if it cannot be done."""
        self.refresh()
        self.must_take_more()
        return self.corrector().plan(within_limits(command))

    def corrector(self) -> Corrector:
        """Return the corrector of the campaign as it stands."""
        from engine.history.corrections import Corrector

        return Corrector(self.log, self._state, self._history, self._snapshots, self._catalog)

    def _note_head(self, more: int = 0) -> None:
        """Count recorded commands and note the head after every few, but never one that is not committed."""
        self._commands += more
        self._unnoted += more
        if self._unnoted >= COMMANDS_BETWEEN_NOTES and not self._uncommitted:
            self._unnoted = 0
            self.remember()

    def must_take_more(self) -> None:
        """Raise LogError if nothing can be appended: the log is damaged, or has events of a newer program."""
        if self.damage is not None:
            raise LogError(f"{self.log.name} is damaged: {self.damage}", "“rescue FILE” saves the intact part")
        if self._state.unknown:
            raise LogError(
                f"#{self._state.unknown[0]} was recorded by a newer version of the program:"
                " the log can be read, but nothing can be added",
                "install the newer version",
            )

    def refresh(self) -> None:
        """Fold in what other programs appended. Raise LogError if the log was replaced."""
        head = self.log.head
        if head == self._head:
            return
        next(self.log.read(self._head, self._head.seq + 1), None)  # reads nothing, or raises Parted
        history = self._history.follow(corrections(self.log, self._head.seq, head.seq))
        corrected = history is not self._history
        self._snapshots.use_naming(history.naming)
        state = self._snapshots.before(head.seq, history) if corrected else self._state
        self._folded += head.seq - state.seq
        self._state = self._snapshots.fold(self.log, state, history, head.seq, self._catalog)
        if corrected and not self._state.unknown:
            must_be_possible(self._catalog, self._history, corrections(self.log, self._head.seq, head.seq))
        self._history, self._head = history, head

    def _advance(self, rows: Sequence[Row], plan: Plan) -> None:
        """Fold recorded rows into state, history, catalog and head."""
        state = self._state.apart()
        fold = Fold(state, self._history)
        for row, event in zip(rows, plan.events, strict=True):
            self._catalog.add(row.seq, row.type, row.v)
            if isinstance(event, Correcting):
                self._history.correct(row.seq, event)
            else:
                fold.put(event, row.seq)
        state.settle()
        self._state = state
        if plan.correction is not None:
            self.corrected = plan.correction
            self._snapshots.use_naming(self._history.naming)
            self._state = plan.correction.after
            self._state.seq = rows[-1].seq
        self._head = Head(rows[-1].seq, rows[-1].hash)
        if self._snapshots.due(self._head.seq):
            self._snapshots.take(self._state, self._history)

    def state_at(self, seq: int, *, corrected: bool = False) -> State:
        """Return the campaign after event `seq`: as it stood, or as `corrected` since.

        As it stood, only corrections up to `seq` apply; as corrected, all of them do.
        """
        history = self._history if corrected else self.history_at(seq)
        return self._snapshots.at(self.log, seq, history)

    def names_at(self, seq: int) -> Steps:
        """Return the steps from the names valid after event `seq` to those valid now."""
        return () if self.naming is None else self.naming.at(seq + 1)

    def history_at(self, seq: int) -> History:
        """Return which events counted when event `seq` was the last."""
        return self._catalog.history_at(seq)

    def point(self, point: str) -> int:
        """Return the number of the last event up to a point. Raise Refused for an unknown point."""
        return event_at(point, self._state, self.log)

    def events(self, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """Yield the events after number `after`, up to and including `upto`.

        Undone events are included. Raise LogError for an event that was changed since it was recorded, where opening
        the log did not check it.
        """
        return map(self.read, looks.rows(self.log, after, upto))

    def events_of(self, *types: type) -> Iterator[Recorded]:
        """Yield the events of some types, as `events` does, without decoding any others."""
        return map(self.read, self.log.of_types([each.__name__ for each in types], self._state.seq))

    def event(self, seq: int) -> Recorded:
        """Return an event of the log by its number. Raise LogError if it was changed."""
        return self.read(looks.the_row(self.log, seq))

    def read(self, row: Row) -> Recorded:
        """Return a stored event. Raise LogError if it was changed since, and opening did not check it."""
        if row.seq <= self.proof.start.seq and not is_as_recorded(self.log.format, self.log.campaign, row):
            self.distrust(f"#{row.seq} was changed after it was recorded")
            raise LogError(f"{self.log.name} is damaged: {self.damage}", "“verify” shows more")
        return make_record(row, read_event(self.naming, row.seq, row.type, row.v, row.body))


def make_record(row: Row, event: Event | codec.Unknown) -> Recorded:
    """Return an event with its number, time, command and speaker."""
    return Recorded(row.seq, row.ts, row.cmd, row.actor, event)
