"""Distinguish stale rolls that a ruling settled from those corrected after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.concerns.corrections.events import CheckRuled
from engine.history.staleness import Stale, find_stale
from engine.store.looks import backwards

if TYPE_CHECKING:
    from engine.history.corrections import Corrector


def has_ruling_settled(corrector: Corrector, found: Stale, rulings: Mapping[int, str]) -> bool:
    """Return whether the ruling on a stale roll was about the numbers that it has now.

    A void roll stays void. A roll that stands does so only with the corrections that the table knew.
    """
    if rulings.get(found.seq) != "stands":
        return found.seq in rulings
    history = corrector.catalog.history_at(find_ruling(corrector, found.seq))
    then = corrector.snapshots.at(corrector.log, found.seq - 1, history)
    roll: Any = corrector.event(found.seq)
    known = find_stale(then, roll, found.seq)
    return known is not None and known.character == found.character and list_inputs(known) == list_inputs(found)


def find_ruling(corrector: Corrector, roll: int) -> int:
    """Return the number of the last ruling on a roll that counts."""
    for row in backwards(corrector.log, corrector.state.seq + 1):
        if row.type == CheckRuled.__name__ and row.seq not in corrector.history.inactive:
            ruling = corrector.event(row.seq)
            if isinstance(ruling, CheckRuled) and ruling.event == roll:
                return row.seq
    return 0


def list_inputs(found: Stale) -> tuple[object, ...]:
    """Return what a stale roll would be made with, whatever fudge points did to it later."""
    return found.corrected.level, found.corrected.modifiers, found.corrected.difficulty_parts
