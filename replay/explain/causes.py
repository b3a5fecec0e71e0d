"""What makes a value what it is: events, what each adds to it, and which awards paid for that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.campaign import GM, Recorded
from engine.concerns.experience.events import XpAllocated, XpAwarded
from engine.history.fold import Fold
from engine.narrate import tell
from engine.state import Sheet, State
from engine.text import because, listed
from engine.value import value
from replay.moment import Moment


@value
class Source:
    """A part of an award that paid for an allocation; `award` is the event's number, `of` what it comes to in all.

    `gone` tells that the award was taken back since, so that the part is owed.
    """

    award: int
    session: int
    amount: int
    of: int
    reason: str
    gone: bool


@value
class Cause:
    """An event, what it adds to the value, and what the value was before and after it, as it is written on a sheet."""

    seq: int
    session: int
    type: str
    effect: int
    text: str
    before: str | None
    after: str | None
    draws: tuple[Source, ...] = ()


@value
class ValueStep:
    """An event with the value before and after it."""

    recorded: Recorded
    before: Any
    after: Any

    @property
    def moved(self) -> bool:
        """Whether the event made the value another."""
        return bool(self.before != self.after)


def watch(events: Iterable[Recorded], look: Callable[[State], Any]) -> Iterator[ValueStep]:
    """The events with what a value is before and after each, were there no others."""
    fold = Fold()
    for each in events:
        before = look(fold.state)
        fold.put(each.event, each.seq)
        yield ValueStep(each, before, look(fold.state))


def of_sheet(character: str, look: Callable[[Sheet], Any], nothing: Any = 0) -> Callable[[State], Any]:
    """A value of a character's sheet, or `nothing` where there is no sheet yet."""
    return lambda state: look(state.sheets[character]) if character in state.sheets else nothing


def cause(
    moment: Moment, found: Recorded, effect: int, moved: tuple[str | None, str | None], *, text: str | None = None
) -> Cause:
    """An event as a cause; `moved` is the value before and after it, which the sentence says as well."""
    draws = tuple(sources(moment, found))
    to = f": {moved[0]} → {moved[1]}" if None not in moved else ""
    said = f"{text or tell_cause(moment, found)}{to}{paid_by(moment, draws)}"
    return Cause(found.seq, moment.state.session_at(found.seq), found.type, effect, said, *moved, draws)


def sources(moment: Moment, found: Recorded) -> Iterator[Source]:
    """The awards that paid for an allocation; nothing for any other event."""
    if not isinstance(found.event, XpAllocated):
        return
    for seq, amount in found.event.draws:
        award = moment.amended(next(moment.campaign.events(seq - 1, seq))).event
        assert isinstance(award, XpAwarded)
        gone = seq in moment.history.inactive
        yield Source(seq, moment.state.session_at(seq), amount, award.amount, award.reason, gone)


def paid_by(moment: Moment, draws: Iterable[Source]) -> str:
    """Which awards paid, down to their reasons."""
    parts = [_part(moment, draw) for draw in draws]
    return f", with {listed(parts)}" if parts else ""


def _part(moment: Moment, draw: Source) -> str:
    debt = f", owed since #{moment.undone_by[draw.award][0]} took that back" if draw.gone else ""
    all_of_it = "all" if draw.amount == draw.of else f"{draw.amount} of the"
    return f"{all_of_it} {draw.of} XP of #{draw.award}{because(draw.reason)}{correction(moment, draw.award)}{debt}"


def tell_cause(moment: Moment, found: Recorded) -> str:
    """An event in a sentence, with its amendment, and with who recorded it where that was not the game master."""
    by = f", recorded by {found.by}" if found.by != GM else ""
    return f"{tell(found.event)}{by}{correction(moment, found.seq)}"


def correction(moment: Moment, award: int) -> str:
    """That an award was amended, if it was."""
    if award not in moment.amendments:
        return ""
    seq, change = moment.amendments[award]
    return f", which #{seq} corrected from {recorded_amount(moment, award)}{because(change.reason)}"


def recorded_amount(moment: Moment, award: int) -> int:
    """The amount with which an award was recorded."""
    event = next(moment.campaign.events(award - 1, award)).event
    assert isinstance(event, XpAwarded)
    return event.amount
