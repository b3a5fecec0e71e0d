"""Find in a log what a correction names, with whatever goes with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define

from engine.concerns.corrections.events import CheckRuled
from engine.history.brought import restored_with_cards, undone_with_cards, whole
from engine.history.catalog import Catalog
from engine.history.counting import History
from engine.history.fold import read_event
from engine.history.snapshots import Snapshots
from engine.history.trial import Misfit
from engine.registry import marks
from engine.state import State
from engine.store.door import Log
from engine.store.looks import backwards, the_row


@define
class Finder:
    """Looks up events in the log of a campaign as it stands, to be corrected."""

    log: Log
    state: State
    history: History
    snapshots: Snapshots
    catalog: Catalog

    def last_commands(self, count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the events of the last commands that count, and the scenes to restore.

        A scene that an X-card undid counts again without the card, so it can be among the last.
        """
        restored: frozenset[int] = frozenset()
        while True:
            found = self.history.last_commands(count, self.backwards(), restored)
            scenes = undone_with_cards(self.log, found)
            more = restored.union(*(each for each in scenes if self.catalog.taken_with(each[0], self.history) == each))
            if more == restored:
                return found, tuple(sorted(restored))
            restored = more

    def whole(self, seqs: Iterable[int]) -> tuple[int, ...]:
        """Return events with those that go with each and still count, in order."""
        found = {each for seq in seqs for each in whole(self.log, self.snapshots.naming, seq)}
        return tuple(sorted(found.difference(self.history.inactive)))

    def between(self, after: int, last: int, spared: frozenset[str]) -> tuple[int, ...]:
        """Return the events in a stretch of the log that count and can be undone, except those of `spared` types."""
        found = [
            (seq, marks(name).part)
            for seq, name, _, _ in self.log.bodies(after, last)
            if seq not in self.history.inactive and not marks(name).fixed and name not in spared
        ]
        parts = self.whole(seq for seq, is_part in found if is_part)
        return tuple(sorted({*parts, *(seq for seq, _ in found)}))

    def backwards(self) -> Iterator[tuple[int, str, str]]:
        """Yield number, command and type of the events, the last one first."""
        return ((row.seq, row.cmd, row.type) for row in backwards(self.log, self.state.seq + 1))

    def redo_targets(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the events that a plain redo undoes and those that it restores, both perhaps empty."""
        restored = self.history.redoable(self.backwards())
        return restored_with_cards(self.log, self.catalog, restored), restored

    def renamed_again(self, targets: Sequence[int]) -> list[Misfit]:
        """Return the later corrections of a name that was itself made by one of these."""
        made = {(e.kind, e.status, e.after): seq for seq, e in self.history.renames.items() if seq in targets}
        return [
            Misfit(seq, event, f"{event.before} was renamed again")
            for seq, event in self.history.renames.items()
            if seq not in self.history.inactive and seq not in targets
            if made.get((event.kind, event.status, event.before), seq) < seq
        ]

    def event(self, seq: int) -> object:
        """Return an event by its number."""
        row = the_row(self.log, seq)
        return read_event(self.snapshots.naming, seq, row.type, row.v, row.body)

    def command_of(self, seq: int) -> str:
        """Return the id of the command that recorded an event."""
        return the_row(self.log, seq).cmd

    def find_ruling(self, roll: int) -> int:
        """Return the number of the last ruling on a roll that counts, or 0 if there is none."""
        for seq, _, name in self.backwards():
            if name == CheckRuled.__name__ and seq not in self.history.inactive:
                ruling = self.event(seq)
                if isinstance(ruling, CheckRuled) and ruling.event == roll:
                    return seq
        return 0
