"""Explain a value by its events: each one's effect, and the awards that paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.campaign import GM, Recorded
from engine.clock import tell_source
from engine.concerns.experience.events import Drawing, TraitRaised, XpAwarded, XpTaken
from engine.history.fold import Fold
from engine.narrate import tell
from engine.state import Sheet, State
from engine.text import because, join_names
from engine.value import value
from replay.moment import Moment

#: Begin the part of a cause's text that names the awards behind it.
PAID_BY = ", paid by "
TAKEN_FROM = ", taken from "


@value
class Source:
    """A part of an award that paid for an allocation, or was taken away.

    `award` is its number, and `of` its whole amount, None if a newer program recorded it. If it is `gone`, the
    award was undone since, so that the part is owed until later awards pay it.
    """

    award: int
    session: int
    amount: int
    of: int | None
    reason: str
    gone: bool


@value
class Cause:
    """An event, its effect on the value, and the value before and after it as the sheet writes it."""

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
        """Whether the event changed the value."""
        return bool(self.before != self.after)


def watch(events: Iterable[Recorded], look: Callable[[State], Any]) -> Iterator[ValueStep]:
    """Fold these events alone, and yield each with the value before and after it."""
    fold = Fold()
    before = look(fold.state)
    for each in events:
        fold.put(each.event, each.seq)
        after = look(fold.state)
        yield ValueStep(each, before, after)
        before = after


def find_moves(steps: Iterable[ValueStep]) -> list[ValueStep]:
    """Return the steps that moved a number, or if none did, those that brought it onto the sheet as 0."""
    found = [step for step in steps if step.moved]
    return [step for step in found if (step.before or 0) != (step.after or 0)] or found


def every_counting(moment: Moment) -> Iterator[Recorded]:
    """Yield every counting event up to the moment. Awards carry their present amount."""
    left_out = {*moment.state.passed_over, *moment.history.inactive}
    for each in moment.campaign.events(0, moment.state.seq):
        if each.seq not in left_out:
            yield moment.with_present_amount(each)


def of_sheet(character: str, look: Callable[[Sheet], Any], nothing: Any = 0) -> Callable[[State], Any]:
    """Return a function that reads a value of a character's sheet, or `nothing` before the sheet exists."""
    return lambda state: look(state.sheets[character]) if character in state.sheets else nothing


def cause(
    moment: Moment, found: Recorded, effect: int, moved: tuple[str | None, str | None], *, text: str | None = None
) -> Cause:
    """Return an event as a cause. `moved` is the value before and after, which its text also contains."""
    draws = tuple(sources(moment, found))
    told, to = text or tell_cause(moment, found), f"{moved[0]} → {moved[1]}"
    source = because(tell_source(moment.campaign.state, found.seq))
    said = f"{told}{'' if None in moved or to in told else f': {to}'}{source}{paid_by(moment, found, draws)}"
    return Cause(found.seq, moment.state.session_at(found.seq), found.type, effect, said, *moved, draws)


def sources(moment: Moment, found: Recorded) -> Iterator[Source]:
    """Yield the awards that an event drew XP from, also for a level that waited (FL-135), or nothing for others."""
    paid = found.event
    if isinstance(paid, TraitRaised) and paid.paid is not None:
        paid = moment.campaign.event(paid.paid).event
    if not isinstance(paid, Drawing):
        return
    for seq, amount in paid.draws:
        award = moment.with_present_amount(moment.campaign.event(seq)).event
        of, reason = (award.amount, award.reason) if isinstance(award, XpAwarded) else (None, "")
        yield Source(seq, moment.state.session_at(seq), amount, of, reason, seq in moment.history.inactive)


def paid_by(moment: Moment, found: Recorded, draws: Iterable[Source]) -> str:
    """List the awards that an event drew XP from, with their reasons."""
    parts = [_part(moment, draw, getattr(found.event, "character", "")) for draw in draws]
    how = TAKEN_FROM if isinstance(found.event, XpTaken) else PAID_BY
    return f"{how}{join_names(parts)}" if parts else ""


def _part(moment: Moment, draw: Source, character: str) -> str:
    debt = describe_debt(moment, draw.award, character) if draw.gone else ""
    if draw.of is None:
        return f"{draw.amount} XP of #{draw.award} by a newer version of the program{debt}"
    all_of_it = "all" if draw.amount == draw.of else f"{draw.amount} of the"
    return f"{all_of_it} {draw.of} XP of #{draw.award}{because(draw.reason)}{correction(moment, draw.award)}{debt}"


def describe_debt(moment: Moment, award: int, character: str) -> str:
    """Say since when an undone award is owed, or that later awards have paid the debt."""
    undo = moment.undone_by[award][0]
    if moment.state.sheets[character].unspent < 0:
        return f", owed since #{undo} undid it"
    return f", which #{undo} undid and later awards have paid"


def tell_cause(moment: Moment, found: Recorded) -> str:
    """Describe an event with its amendment, and with who recorded it unless that was the GM."""
    by = f", recorded by {found.by}" if found.by != GM else ""
    return f"{tell(found.event)}{by}{correction(moment, found.seq)}"


def correction(moment: Moment, award: int) -> str:
    """Describe the amendment of an award, empty if there is none."""
    if award not in moment.amendments:
        return ""
    seq, change = moment.amendments[award]
    return f", amended from {recorded_amount(moment, award)} by #{seq}{because(change.reason)}"


def recorded_amount(moment: Moment, award: int) -> int:
    """Return the amount that an award was recorded with."""
    event = moment.campaign.event(award).event
    assert isinstance(event, XpAwarded)
    return event.amount
