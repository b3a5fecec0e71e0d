"""Fold similar events, of several characters or of one, into one sentence."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from engine.concerns.belongings.events import ItemDropped, ItemGiven
from engine.concerns.checks.events import CheckResolved
from engine.concerns.counters.events import CounterMoved
from engine.concerns.experience.events import XpAllocated, XpAwarded
from engine.concerns.properties.events import PropertyGained
from engine.concerns.statuses.events import StatusChanged
from engine.concerns.traits.events import TraitGiven
from engine.narrate import tell
from engine.text import count, join_names, plain
from replay.audience.rule import Visible

#: How many like events in a row are told in one sentence.
LEAST_FOLDED = 3

#: The most things that are named one by one.
MOST_NAMED = 5


def key_of(each: Visible) -> Hashable:
    """Return the key that neighbours narrated together share, or None for an event narrated alone."""
    match each.event:
        case ItemGiven(character=who) | ItemDropped(character=who) | PropertyGained(character=who):
            return each.type, who
        case XpAllocated(character=who) | TraitGiven(character=who):
            return each.type, who
        case XpAwarded(amount=amount, reason=reason, only=only):
            return each.type, amount, reason, only
        case StatusChanged(status=status, before=before, state=state, trigger=trigger):
            return each.type, status, before, state, trigger
        case CounterMoved(counter=counter, before=before, after=after, by=by, reason=reason):
            return each.type, counter, before, after, by, reason
        case CheckResolved(trait=trait, success=success, automatic=None, critical=None):
            return each.type, trait, against(each.event), success, "margin" in each.blanks
    return None


def against(check: CheckResolved) -> str:
    """Return the opposition of a check."""
    return f"{check.opponent}'s {check.opposing}" if check.opponent else check.against or plain(check.difficulty)


def tell_run(run: Sequence[Visible]) -> str | None:
    """Return one sentence for neighbours that share a key, or None if they are narrated one by one."""
    events = [each.event for each in run]
    least, say = FOLDS[type(events[0])]
    return say(events) if len(events) >= least else None


def fold_awards(events: Sequence[XpAwarded]) -> str | None:
    """Return who was awarded the same, or None if somebody was awarded it twice."""
    names = [event.character for event in events]
    if len(set(names)) < len(names):
        return None
    return tell(events[0]).replace(f"{names[0]} is", f"{join_names(names)} are each", 1)


def fold_allocations(events: Sequence[XpAllocated]) -> str:
    """Return the traits on which a character spent XP."""
    first, *others = events
    more = [f"{each.amount} in {each.trait}{f', now {each.word}' if each.word else ''}" for each in others]
    return f"{tell(first)}{'; ' if first.word else ', ' if len(more) > 1 else ' and '}{join_names(more)}"


def fold_moves(events: Sequence[StatusChanged | CounterMoved]) -> str | None:
    """Return whose status or counter moved alike, or None if one moved twice."""
    first, names = events[0], [f"{event.character}'s" for event in events]
    if len(set(names)) < len(names):
        return None
    return tell(first).replace(names[0], join_names(names), 1)


def fold_given(events: Sequence[ItemGiven]) -> str:
    """Return the things that a character got."""
    return f"{events[0].character} gets {name_few([count(each.quantity, each.name) for each in events], 'things')}"


def fold_dropped(events: Sequence[ItemDropped]) -> str:
    """Return the things that a character dropped."""
    return f"{events[0].character} drops {name_few([count(each.quantity, each.name) for each in events], 'things')}"


def fold_gained(events: Sequence[PropertyGained]) -> str:
    """Return the properties that a character gained."""
    return f"{events[0].character} now has {join_names([each.property for each in events])}"


def fold_traits(events: Sequence[TraitGiven]) -> str:
    """Return which traits somebody was given."""
    return f"{events[0].character} has {name_few([each.trait for each in events], 'traits')}"


def name_few(names: Sequence[str], kind: str) -> str:
    """Return all of a few names, or how many there are and the first of them."""
    if len(names) <= MOST_NAMED:
        return join_names(names)
    return f"{len(names)} {kind}: {join_names([*names[: MOST_NAMED - 2], f'{len(names) - MOST_NAMED + 2} more'])}"


def fold_tried(events: Sequence[CheckResolved]) -> str:
    """Return who tried the same with the same success, and by how much."""
    first, names = events[0], list(dict.fromkeys(event.character for event in events))
    came = "succeed" if first.success else "fail"
    act = f"{first.trait or 'an untrained act'} against {against(first)}"
    if len(names) == 1:
        said = f"{names[0]} tries {act} {len(events)} times and {came}s each time"
    elif len(names) == len(events):
        said = f"{join_names(names)} try {act} and {came}"
    else:
        said = f"{join_names(names)} try {act}, {len(events)} times in all, and {came} each time"
    margins = sorted({abs(event.margin) for event in events})
    if len(margins) == 1:
        return f"{said}{f', by {margins[0]}' if margins[0] else ''}"
    return f"{said}, by {margins[0]} to {margins[-1]}"


#: From a type of event to how many in a row are told together, and by which function.
FOLDS: dict[type, tuple[int, Callable[[Sequence[Any]], str | None]]] = {
    XpAwarded: (2, fold_awards),
    XpAllocated: (2, fold_allocations),
    StatusChanged: (2, fold_moves),
    CounterMoved: (2, fold_moves),
    ItemGiven: (LEAST_FOLDED, fold_given),
    ItemDropped: (LEAST_FOLDED, fold_dropped),
    PropertyGained: (LEAST_FOLDED, fold_gained),
    TraitGiven: (LEAST_FOLDED, fold_traits),
    CheckResolved: (LEAST_FOLDED, fold_tried),
}
