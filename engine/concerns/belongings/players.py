"""Reduce events about things that characters carry to the parts that players see."""

from __future__ import annotations

from typing import Any

from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemNoted, ItemPassed
from engine.naming import numbers_in
from engine.players import Reduced, Seen, reduces
from engine.value import evolve


@reduces(ItemGiven, ItemDropped, ItemMoved, ItemNoted)
def reduce_heap(event: Any, seen: Seen) -> Reduced:
    """Leave out the numbers of heaps with which there may be things from unseen hands."""
    return _leave_out_numbers(Reduced(event), seen)


@reduces(ItemPassed)
def reduce_handing(event: ItemPassed, seen: Seen) -> Reduced:
    """Leave out the belongings of a hidden character who hands over things or gets some.

    The number of a heap from a hidden character would reveal what else they had, so nothing names it from then on.
    """
    if seen.is_hidden(event.character):
        blanks = frozenset({"item", "onto", "of"})
        return _leave_out_numbers(Reduced(evolve(event, item=0, onto=None, of=0), blanks, nameless=True), seen)
    is_unseen = seen.is_hidden(event.to)
    found = Reduced(evolve(event, onto=None), frozenset({"onto"})) if is_unseen else Reduced(event)
    return _leave_out_numbers(found, seen)


def _leave_out_numbers(found: Reduced, seen: Seen) -> Reduced:
    """Leave out the numbers of heaps, but not whether things lie in one, if a name is unnumbered from now on."""
    event = found.event
    names = {event.name}
    if getattr(event, "within", None) is not None and event.where is not None:
        names.add(event.where)
    names_unseen = any(seen.is_unnamed(number) for _, number in numbers_in(event))
    if not names_unseen and "item" not in found.blanks and not any(map(seen.is_unnumbered, names)):
        return found
    has: dict[str, Any] = {"item": None if isinstance(event, ItemGiven) else 0}
    has |= {"onto": None} if hasattr(event, "onto") else {}
    has |= {"within": None if event.within is None else 0} if hasattr(event, "within") else {}
    return evolve(found, event=evolve(event, **has), blanks=found.blanks | has.keys(), unnumbered=frozenset(names))
