"""Follow a log: check it, fold its events, and keep what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Self

from engine.history.catalog import Catalog, kind
from engine.history.counting import Correcting, History, decode_corrections
from engine.history.fold import Fold
from engine.history.names import Naming
from engine.history.on_disk import LEAST_TO_KEEP, WORTH_KEEPING, KeptState, is_small, keep_state
from engine.history.packing import Later
from engine.history.references import must_be_possible
from engine.history.snapshots import Snapshots
from engine.naming import Steps
from engine.registry import Event
from engine.state import State
from engine.store.door import Head, Log, LogError, Report, Row, beginning_of
from engine.store.files import Proof, damage_error
from engine.store.memo import doubt

if TYPE_CHECKING:
    from engine.history.corrections import Correction


class Follower:
    """A log and what its events come to: the state, which events count, and a catalog of them.

    `proof` is the part of the log that was checked, by default all that it holds now. `damage` describes damage found
    since it was opened. `corrected` is the last correction that was made here.
    """

    def __init__(self, log: Log, kept: KeptState | None = None, proof: Proof | None = None) -> None:
        self.log = log
        self.proof = proof or Proof.of(log, upto=log.head)
        self.damage: str | None = None
        self.corrected: Correction | None = None
        self.speaker = ""
        self._looked_from: str | None = None
        self._seen: tuple[State, int, State] | None = None
        self._folded = 0
        self._forget()
        if kept is not None:
            self._resume(kept)
        self.refresh()

    def prove(self, *, whole: bool = True) -> None:
        """Recompute all hashes, or if not `whole` only those after `proof.start` that are not proven yet.

        Raise LogError if one is wrong.
        """
        self.refresh()
        self._must_be_ok(self.proof.extend(whole=whole))

    def _must_be_ok(self, report: Report) -> None:
        """Raise LogError for damage that a report found, and distrust the log from then on."""
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
        doubt(self.log.place.key)

    @property
    def state(self) -> State:
        """The campaign as it stands, seen from the group of who speaks.

        Only events may change it: a command makes another state of it.
        """
        return self._see(self.group) if self._state.boards else self._state

    @property
    def group(self) -> str:
        """The group from which the campaign is seen: that at which the speaker sits, "" for the first."""
        return self._state.seats.get(self.speaker, "") if self._looked_from is None else self._looked_from

    def seen_from(self, group: str) -> Self:
        """Return the campaign as seen from a group, to look at it and not to record anything."""
        seen = copy(self)
        seen._looked_from = group
        return seen

    def _see(self, group: str) -> State:
        """Return the campaign as it stands as seen from a group, the same one until something is recorded."""
        known = self._seen
        if known is None or known[0] is not self._state or known[1:2] != (self._state.seq,) or known[2].group != group:
            known = self._seen = self._state, self._state.seq, self._state.seen_from(group)
        return known[2]

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

    def must_take_more(self) -> None:
        """Raise LogError if nothing can be appended: the log is damaged, or has events of a newer program."""
        if self.damage is not None:
            said = f"{self.log.name} is damaged: {self.damage}"
            raise LogError(said, "“rescue FILE” saves the intact part", "damaged")
        if self._state.unknown:
            raise LogError(
                f"#{self._state.unknown[0]} was recorded by a newer version of the program:"
                " the log can be read, but nothing can be added",
                "install the newer version",
            )

    def refresh(self) -> None:
        """Fold in what other programs appended. Raise LogError if the log was replaced or changed."""
        head = self.log.head
        if head != self._head:
            next(self.log.read(self._head, self._head.seq + 1), None)  # raises Parted unless the log goes on from there
        if self.log.revision != self.proof.revision:  # others wrote to the file, perhaps not only at its end
            self._must_be_ok(self.proof.extend(whole=False))
        if head == self._head:
            return
        if head.seq > self.proof.upto.seq:
            self._must_be_ok(self.proof.follow())
        found = [*self.log.corrections(self._head.seq, head.seq)]  # decoded they take twice the memory of a long fold
        history = self._history.follow(decode_corrections(found))
        corrected = history is not self._history
        self._snapshots.use_naming(history.naming)
        state = self._snapshots.before(head.seq, history) if corrected else self._state
        self._folded += head.seq - state.seq
        self._state = self._snapshots.fold(self.log, state, history, head.seq, self._catalog)
        if corrected and not self._state.unknown:
            must_be_possible(self._catalog, self._history, decode_corrections(found))
        self._history, self._head = history, head

    def _advance(self, rows: Sequence[Row], events: Sequence[Event], correction: Correction | None) -> None:
        """Fold recorded rows into state, history, catalog and head."""
        self._proven, proven = beginning_of(self.log.campaign, self.log.format), self._proven
        state = self._state.apart()
        fold = Fold(state, self._history)
        for row, event in zip(rows, events, strict=True):
            self._catalog.add(row.seq, kind(row.type, row.v))
            if isinstance(event, Correcting):
                self._history.correct(row.seq, event)
            else:
                fold.put(event, row.seq)
        state.settle()
        self._state = state
        if correction is not None:
            self.corrected = correction
            self._snapshots.use_naming(self._history.naming)
            self._state = correction.after
            self._state.seq = rows[-1].seq
        if self._state.boards:
            now_called = Fold(naming=self.naming).name_group(rows[0].seq, rows[0].body)
            self._state.arrive(rows[0].seq, now_called)
            self._state.turn_to("")
        self._head = Head(rows[-1].seq, rows[-1].hash)
        if self._snapshots.due(self._head.seq):
            self._snapshots.take(self._state, self._history)
        self._proven = proven  # an error on the way leaves nothing that is kept

    def state_at(self, seq: int, *, corrected: bool = False) -> State:
        """Return the campaign after event `seq`: as it stood, or as `corrected` since.

        As it stood, only corrections up to `seq` apply; as corrected, all of them do.
        """
        history = self._history if corrected else self.history_at(seq)
        state = self._snapshots.at(self.log, seq, history)
        if self.group in state.boards:
            state.turn_to(self.group)
        return state

    def names_at(self, seq: int) -> Steps:
        """Return the steps from the names valid after event `seq` to those valid now."""
        return () if self.naming is None else self.naming.at(seq + 1)

    def history_at(self, seq: int) -> History:
        """Return which events counted when event `seq` was the last."""
        return self._catalog.history_at(seq)
