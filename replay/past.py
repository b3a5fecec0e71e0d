"""The campaign as it stood, event by event: each correction holds from where it was recorded, and not before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
from attrs import Factory, define

from engine.concerns.corrections.events import AwardAmended, EventsRedone, EventsUndone
from engine.history import History
from engine.project import apply
from engine.state import State
from engine.store import codec
from engine.store.looks import OldLog as Log

Correcting = EventsUndone | EventsRedone | AwardAmended

#: So many places to go back to are kept; with fewer, more is folded again.
MOST_KEPT = 32


@define
class Past:
    """Follows a log from its beginning. `state` is what every sheet said then, `history` what counted then.

    Whoever knows all corrections beforehand knows where each will go back to: `wanted` are those events, with the
    number of the last correction that goes back to before them. There a copy of the state is kept. `passed_over` are
    events that were never to be folded, for they make no sense.
    """

    log: Log
    wanted: Mapping[int, int]
    state: State = Factory(State)
    history: History = Factory(History)
    kept: dict[int, State] = Factory(dict)
    passed_over: set[int] = Factory(set)

    @classmethod
    def of(cls, log: Log, corrections: Iterable[tuple[int, Any]]) -> Past:
        """The past of a log with these corrections, at its beginning."""
        return cls(log, reaches(corrections))

    def take_in(self, seq: int, event: object) -> None:
        """Go on to the next event, whether or not it counts by now."""
        if isinstance(event, Correcting):
            self._correct(seq, event)
            return
        self._keep(seq)
        apply_leniently(self.state, event, seq)

    def pass_over(self, seq: int) -> None:
        """Go on to the next event, and let it change nothing, now and later."""
        self.passed_over.add(seq)
        self.state.seq = seq

    def _correct(self, seq: int, event: Correcting) -> None:
        first = first_touched(event, dict(self.history.amendments))
        self.history.correct(seq, event)
        if 0 < first < seq:
            self._go_back(first, seq)
            self._fold(seq)
        self.state.seq = seq

    def _go_back(self, first: int, now: int) -> None:
        """To the last state that is kept from before an event, and that no correction since has touched."""
        for place in [place for place in self.kept if place > first]:
            del self.kept[place]
        place = max(self.kept, default=0)
        if not place:
            self.state = State()
        elif self.wanted[place] > now:
            self.state = self.kept[place].copy()
        else:
            self.state = self.kept.pop(place)

    def _fold(self, upto: int) -> None:
        """Fold what counts once more, up to and with an event."""
        inactive, amended = self.history.inactive, self.history.amended
        for seq, name, v, body in self.log.bodies(self.state.seq, upto):
            self._keep(seq, upto)
            if seq not in inactive and seq not in self.passed_over:
                event = codec.decode(name, v, body)
                apply_leniently(self.state, with_amount(event, amended.get(seq)), seq)
            self.state.seq = seq

    def _keep(self, seq: int, now: int = 0) -> None:
        """Keep the state before an event, if a correction later than `now` will go back to it."""
        last = self.wanted.get(seq, 0)
        if last <= max(now, seq) or seq in self.kept:
            return
        if len(self.kept) == MOST_KEPT:
            del self.kept[max(self.kept, key=lambda place: self.wanted[place])]
        self.kept[seq] = self.state.copy()


def reaches(corrections: Iterable[tuple[int, Any]]) -> dict[int, int]:
    """The events that corrections go back to before, each with the number of the last correction that does."""
    found: dict[int, int] = {}
    amendments: dict[int, AwardAmended] = {}
    for seq, event in corrections:
        found[first_touched(event, amendments)] = seq
        if isinstance(event, AwardAmended):
            amendments[seq] = event
    return found


def first_touched(event: Correcting, amendments: Mapping[int, AwardAmended]) -> int:
    """The first event that counts otherwise by a correction: where that is an amendment, it is the award."""
    if isinstance(event, AwardAmended):
        return event.award
    awards = (amendments[seq].award for seq in event.targets if seq in amendments)
    return min([*event.targets, *awards], default=0)


def with_amount(event: Any, amount: int | None) -> Any:
    """An award with the amount it has by now."""
    return event if amount is None else attrs.evolve(event, amount=amount)


def apply_leniently(state: State, event: Any, seq: int) -> None:
    """Fold an event as far as it goes: whoever looks for what is wrong must not stumble over it."""
    try:
        apply(state, event, seq)
    except (LookupError, TypeError, ValueError, AttributeError):
        state.seq = seq
