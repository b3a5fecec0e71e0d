"""The door to a campaign: create it, open it, act in it and view any moment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING

from engine.clock import local_now, with_offset
from engine.concerns.campaign.events import CampaignCreated
from engine.drafts import ROWS_ENDING, make_drafts, make_rows
from engine.each import LIST_ENDING
from engine.following import Follower
from engine.groups import with_speaker
from engine.history.fold import read_event
from engine.history.on_disk import KeptState, recall_state
from engine.point import event_at
from engine.registry import Event, marks
from engine.rules.ruleset import Ruleset, from_recorded
from engine.sheet import SheetView, view
from engine.store import codec, looks
from engine.store.door import (
    NOTHING_RECORDED,
    HeadMoved,
    Log,
    LogError,
    Row,
    Where,
    after_storing,
    beginning_of,
    chain_rows,
    is_as_recorded,
)
from engine.store.files import Proof, check_opening, locate, lost_memory
from engine.store.memo import remember
from engine.text import speaker, within_limits
from engine.value import evolve, value

if TYPE_CHECKING:
    from engine.concerns.corrections.commands import Amend, Redo, Rename, Undo
    from engine.dice import Draw
    from engine.history.corrections import Correction, Corrector
    from engine.state import State

GM = "GM"
WallClock = Callable[[], datetime]

COMMANDS_BETWEEN_NOTES = 20

#: How often a command is planned while others record first.
MOST_PLANNED = 20


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
    """A command's events, with the correction among them if there is one.

    Of a list, `parts` are how many events each of its commands has, and the state that it leaves.
    `ending` is the end of the command's id, where the log must know of which kind it is. `by` is the player whose line
    it is, if another speaks: it is recorded at that one's group.
    """

    events: tuple[Event, ...]
    correction: Correction | None = None
    parts: tuple[tuple[int, State], ...] = ()
    ending: str = ""
    by: str = ""


class Campaign(Follower):
    """A campaign and the log that holds it.

    `clock` gives the time of events, with its offset from UTC. `draw` gives the program's dice: for a number of sides,
    a face from 1 to that number (default: the system's random source). `notes` are remarks for the user on how the log
    was found. `parts` are those of the last plan that was recorded. It is `disputed` if this computer had seen a longer
    or different history.
    """

    def __init__(
        self,
        log: Log,
        clock: WallClock = local_now,
        draw: Draw | None = None,
        kept: KeptState | None = None,
        proof: Proof | None = None,
    ) -> None:
        super().__init__(log, kept, proof)
        self.speaker = GM
        self.clock, self.draw = clock, draw
        self.parts: tuple[tuple[int, State], ...] = ()
        self.notes: tuple[str, ...] = ()
        self.disputed = self._uncommitted = False
        self._commands = self._unnoted = 0

    @classmethod
    def create(
        cls,
        where: Where,
        rules: str = "peupfudge",
        title: str = "",
        *,
        by: str = GM,
        clock: WallClock = local_now,
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
        now = clock()
        drafts = [*make_drafts(with_offset([event], now), by, now), *make_drafts(world, by, now, ROWS_ENDING)]
        rows = chain_rows(identity, beginning_of(identity), drafts)
        return cls(locate(where).create(rows), clock, draw)

    @classmethod
    def open(
        cls,
        where: Where,
        *,
        writable: bool = True,
        clock: WallClock = local_now,
        draw: Draw | None = None,
    ) -> Campaign:
        """Open a campaign and check its log. Raise LogError if it is missing, damaged or not a log."""
        log = locate(where).open(writable=writable)
        try:
            found = check_opening(log)
            campaign = cls(log, clock, draw, recall_state(log), found.proof)
        except BaseException:
            log.close()
            raise
        campaign.notes = (*log.notes, *lost_memory(log), *found.notes)
        campaign.disputed = bool(found.notes)
        campaign.remember(refreshed=True)
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

    def remember(self, *, accepted: bool = False, refreshed: bool = False) -> None:
        """Note the head on this computer, to notice a shorter or different log later. It may be `refreshed` by now.

        A note about a different history stays until somebody accepts this one, which `accepted` says.
        """
        if self.disputed or self.damage is not None or self._uncommitted:
            return
        try:
            if not refreshed:
                self.refresh()
            branch = self.branch
        except LogError:  # it can no longer be read, but the earlier note still counts
            branch = None
        remember(
            self.log.campaign, self.log.place.key, self._head.seq, self._head.hash.hex(), branch, accepted=accepted
        )

    def book_rules(self) -> Ruleset:
        """Return the rules that the campaign began with."""
        first = next(self.events(upto=1)).event
        assert isinstance(first, CampaignCreated)
        return from_recorded(first.rules)

    def sheet(self, character: str) -> SheetView:
        """Return a character's sheet. Raise Refused for an unknown character."""
        return view(self._state, character)

    def execute(self, command: object, *, by: str = GM, refreshed: bool = False) -> tuple[Recorded, ...]:
        """Carry out a command, append its events and return them. Raise Refused or LogError, appending nothing."""
        return self.record(lambda: self.plan(command), by=by, refreshed=refreshed)

    @contextmanager
    def spoken_by(self, speaker: str) -> Iterator[None]:
        """Look from the group at which a speaker sits in this block."""
        before, self.speaker = self.speaker, speaker
        try:
            yield
        finally:
            self.speaker = before

    def plan(self, command: object) -> Plan:
        """Return a plan for a command. Raise Refused if it is not allowed."""
        from engine.planning import plan  # looking at a campaign never needs the deciders

        return plan(self, command)

    def record(self, plan: Callable[[], Plan], *, by: str = GM, refreshed: bool = False) -> tuple[Recorded, ...]:
        """Append a plan's events and return them. Plan again if another writer appended first.

        The log is looked at before, unless the campaign was `refreshed` for this very command.
        """
        with self.spoken_by(speaker(by)):
            planned, rows = self._append_in_turn(plan, refreshed)
        if rows:
            with after_storing(rows[-1].seq):
                self._advance(rows, planned.events, planned.correction)
                self._note_head(1)
        self.parts = planned.parts
        return tuple(map(make_record, rows, planned.events))

    def _append_in_turn(self, plan: Callable[[], Plan], refreshed: bool) -> tuple[Plan, list[Row]]:
        """Append a plan's events, planned again each time that another writer was first, and return both.

        From the second time on others may not write, or else a script might be first again and again. A log may lose
        that lock, so this can be needed more than once. Raise LogError after too many times.
        """
        for time in range(MOST_PLANNED):
            try:
                with self.log.together(alone=True) if time else nullcontext():
                    if time or not refreshed:
                        self.refresh()
                    return self._append(plan)
            except HeadMoved:
                continue
        raise LogError(
            f"others recorded first, {MOST_PLANNED} times{NOTHING_RECORDED}", "try again in a moment", "busy"
        )

    def _append(self, plan: Callable[[], Plan]) -> tuple[Plan, list[Row]]:
        """Append a plan's events to the log as it was last seen, and return both. Raise HeadMoved if it has others."""
        self.must_take_more()
        planned, now = plan(), self.clock()
        planned = evolve(planned, events=with_speaker(with_offset(planned.events, now), self.speaker, self.group))
        who = GM if any(marks(event).anonymous for event in planned.events) else planned.by or self.speaker
        ending = LIST_ENDING if planned.parts else planned.ending
        rows = make_rows(self.log, self._head, make_drafts(planned.events, who, now, ending))
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

        return Corrector(self.log, self.state, self._history, self._snapshots, self._catalog)

    def _note_head(self, more: int = 0) -> None:
        """Count recorded commands and note the head after every few, but never one that is not committed."""
        self._commands += more
        self._unnoted += more
        if self._unnoted >= COMMANDS_BETWEEN_NOTES and not self._uncommitted:
            self._unnoted = 0
            self.remember()

    def point(self, point: str) -> int:
        """Return the number of the last event up to a point. Raise Refused for an unknown point."""
        return event_at(point, self.state, self.log)

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
            raise LogError(f"{self.log.name} is damaged: {self.damage}", "“verify” shows more", "damaged")
        return make_record(row, read_event(self.naming, row.seq, row.type, row.v, row.body))


def make_record(row: Row, event: Event | codec.Unknown) -> Recorded:
    """Return an event with its number, time, command and speaker."""
    return Recorded(row.seq, row.ts, row.cmd, row.actor, event)
