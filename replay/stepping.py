"""Step through a campaign's history both ways, with stops and their events."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from enum import Enum
from itertools import count
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.concerns.sessions.events import SceneSet, SessionStarted
from engine.history.catalog import FOR_ALL
from engine.history.counting import Correcting
from engine.history.fold import Fold
from engine.history.timeline import Progress, Timeline
from engine.naming import names_in
from engine.registry import marks
from engine.sheet import SheetView, view
from engine.state import State
from engine.store.looks import backwards
from engine.value import Factory, record, value
from replay.compare.changes import Change, changeable, changes, may_change_reading
from replay.compare.watching import WatchedSheets

SEARCHED_AT_ONCE = 500


class Stride(Enum):
    """The length of a step: to the next event, command, scene or session."""

    EVENT = "event"
    COMMAND = "command"
    SCENE = "SceneSet"
    SESSION = "SessionStarted"


@value
class Frame:
    """An event with everything it changed, and the campaign before and after it."""

    recorded: Recorded
    changes: tuple[Change, ...]
    before: State
    after: State


def find_concerned(event: object) -> tuple[str, ...]:
    """Return the characters that an event is about, the acting one first."""
    return tuple(dict.fromkeys(names_in(event, "character")))


def find_beginning(campaign: Campaign, point: str | None = None) -> int:
    """Return the event with which a replay begins: the first of a session, by default of the last, or the named one.

    Raise Refused for an unknown point.
    """
    if point is None:
        last = campaign.state.last_session
        return last.start if last else 1
    begins = f"start of {point}" if point.casefold().startswith("session") else point
    return max(1, campaign.point(begins))


def is_about(event: object, character: str) -> bool:
    """Return whether an event names a character, or begins a session or a scene, which say where a story is."""
    return isinstance(event, SessionStarted | SceneSet) or character in names_in(event, "character")


def walk(
    campaign: Campaign, first: int = 1, shown: Callable[[State], State] = lambda state: state
) -> Iterator[tuple[Recorded, list[Change]]]:
    """Yield every event from number `first` on, with its changes in what `shown` returns of a state."""
    timeline, sheets = timeline_of(campaign), WatchedSheets()
    for recorded in campaign.events(upto=campaign.state.seq):
        seq, event = recorded.seq, recorded.event
        if seq == first:
            sheets.begin(shown(timeline.state))
        whole = may_change_reading(event) or corrects_reading(timeline, event)
        timeline.take_in(seq, event)
        if seq >= first:
            yield recorded, sheets.look(shown(timeline.state), event, whole=whole)


def corrects_reading(timeline: Timeline, event: object) -> bool:
    """Return whether a correction touches an event that changed what all sheets show."""
    touched = timeline.history.touched_by(event) if isinstance(event, Correcting) else ()
    return any(timeline.catalog.is_kind(seq, FOR_ALL) for seq in touched)


def timeline_of(campaign: Campaign, progress: Progress | None = None) -> Timeline:
    """Return the timeline of a campaign, at its beginning, which skips impossible events."""
    last, naming = campaign.state.seq, campaign.naming
    return Timeline.of(campaign.log, last, campaign.catalog, naming=naming, lenient=True, progress=progress)


def view_changed(state: State, recorded: Recorded) -> dict[str, SheetView]:
    """Return the sheets that an event could change."""
    return {name: view(state, name) for name in changeable(recorded.event, state) if name in state.sheets}


@record
class Stepper:
    """A position after event `seq` of a campaign, which moves to others.

    `chosen` is the character whose sheet is shown, None for the one that the event is about. `hits` are the events that
    the last search found. `only` is the character to whose events steps go, and `about` are those events.
    """

    campaign: Campaign
    seq: int = 1
    chosen: str | None = None
    hits: list[int] = Factory(list)
    only: str | None = None
    about: list[int] = Factory(list)
    _shown: str = ""
    _frame: Frame | None = None

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.campaign.state.seq

    def go(self, seq: int) -> None:
        """Go to an event, or to the nearest one."""
        self.seq = max(1, min(seq, self.last))

    def forward(self, stride: Stride = Stride.EVENT) -> None:
        """Go to the next event, the end of the next command, or the next scene or session."""
        match stride:
            case Stride.EVENT | Stride.COMMAND if self.only is not None:
                self.go(next(iter(self.about[bisect_right(self.about, self.seq) :]), self.seq))
            case Stride.EVENT:
                self.go(self.seq + 1)
            case Stride.COMMAND:
                self.go(self._command_end())
            case _:
                self.go(next(self._after(lambda name: name == stride.value), self.last))

    def back(self, stride: Stride = Stride.EVENT) -> None:
        """Go back by the same strides, by commands to the end of the previous one."""
        match stride:
            case Stride.EVENT | Stride.COMMAND if self.only is not None:
                self.go(next(reversed(self.about[: bisect_left(self.about, self.seq)]), self.seq))
            case Stride.EVENT:
                self.go(self.seq - 1)
            case Stride.COMMAND:
                self.go(self._command_before())
            case _:
                self.go(next(self._before(lambda name: name == stride.value), 1))

    def _command_end(self) -> int:
        following = self.campaign.events(self.seq, self.last)
        first = next(following, None)
        if first is None:
            return self.seq
        end = first.seq
        for recorded in following:
            if recorded.cmd != first.cmd:
                break
            end = recorded.seq
        return end

    def _command_before(self) -> int:
        cmd = self.frame.recorded.cmd
        return next((row.seq for row in backwards(self.campaign.log, self.seq) if row.cmd != cmd), 1)

    def _after(self, wanted: Callable[[str], bool]) -> Iterator[int]:
        """Yield the events of a type after this one, the nearest first."""
        for after in count(self.seq, SEARCHED_AT_ONCE):
            if after >= self.last:
                return
            batch = self.campaign.log.bodies(after, min(after + SEARCHED_AT_ONCE, self.last))
            yield from (seq for seq, name, _, _ in batch if wanted(name))

    def _before(self, wanted: Callable[[str], bool]) -> Iterator[int]:
        """Yield the events of a type before this one, the nearest first."""
        return (row.seq for row in backwards(self.campaign.log, self.seq) if wanted(row.type))

    # --- searching ---------------------------------------------------------------------------------------------

    def search(self, text: str) -> bool:
        """Go to the next event with the searched words, and return whether one exists."""
        from replay.search import find_words

        self.hits = find_words(self.campaign, text)
        if self.hits:
            self.go(next((hit for hit in self.hits if hit >= self.seq), self.hits[0]))
        return bool(self.hits)

    def next_hit(self) -> None:
        """Go to the next event that the search found, and after the last to the first."""
        if self.hits:
            self.go(next((hit for hit in self.hits if hit > self.seq), self.hits[0]))

    def last_hit(self) -> None:
        """Go to the previous event that the search found, and before the first to the last."""
        if self.hits:
            self.go(next((hit for hit in reversed(self.hits) if hit < self.seq), self.hits[-1]))

    # --- what is here ------------------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The event here, with its changes."""
        if self._frame is None or self._frame.recorded.seq != self.seq:
            self._frame = self._make_frame()
        return self._frame

    def _make_frame(self) -> Frame:
        recorded = self.campaign.event(self.seq)
        before = self.campaign.state_at(self.seq - 1)
        after = self.campaign.state_at(self.seq) if marks(recorded.type).corrects else _then(before, recorded)
        return Frame(
            recorded, tuple(changes(view_changed(before, recorded), view_changed(after, recorded))), before, after
        )

    def around(self, before: int, after: int) -> list[Recorded]:
        """Return so many events before and after this one, and itself: all, or those of the only character."""
        if self.only is not None:
            here, behind = bisect_left(self.about, self.seq), bisect_right(self.about, self.seq)
            near = [*self.about[max(0, here - before) : here], self.seq, *self.about[behind : behind + after]]
            return [self.campaign.event(seq) for seq in near]
        return list(self.campaign.events(max(0, self.seq - before - 1), min(self.last, self.seq + after)))

    def undone(self) -> set[int]:
        """Return the events that were undone when this was the last event."""
        return self.campaign.history_at(self.seq).inactive

    # --- whose sheet -------------------------------------------------------------------------------------------

    @property
    def character(self) -> str | None:
        """The character whose sheet to show: the chosen, the event's, or the last one. None without sheets."""
        sheets = self.frame.after.sheets
        if self.chosen in sheets:
            return self.chosen
        about = [name for name in find_concerned(self.frame.recorded.event) if name in sheets]
        about += [change.character for change in self.frame.changes if change.character in sheets]
        names = [*about, *([self._shown] if self._shown in sheets else []), *sheets]
        self._shown = names[0] if names else ""
        return self._shown or None

    def keep_to(self, character: str | None) -> None:
        """Step only through the events of a character, or through all again."""
        self.only = self.chosen = character
        every = () if character is None else self.campaign.events(upto=self.last)
        self.about = [each.seq for each in every if character and is_about(each.event, character)]

    def choose(self, step: int = 1) -> None:
        """Show the next or previous character's sheet, and after the last that of the event's character."""
        names: list[Any] = [None, *self.frame.after.sheets]
        place = names.index(self.chosen) if self.chosen in names else 0
        self.chosen = names[(place + step) % len(names)]


def _then(before: State, recorded: Recorded) -> State:
    """Return the state after an event, without changing the state before it."""
    fold = Fold(before.copy())
    fold.put(recorded.event, recorded.seq)
    return fold.state
