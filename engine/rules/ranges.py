"""A trait that is a range of levels, and which end of it counts (FL-65)."""

from __future__ import annotations

from engine.refusal import Refused
from engine.rules.ladder import Ladder
from engine.state import UNPRACTISED, Sheet, State

#: The words that choose an end of a range.
BEST, WORST = "best", "worst"


def ends_of_range(sheet: Sheet, trait: str | None) -> tuple[int, int] | None:
    """Return the lowest and the highest level of a trait that is a range, or None for any other."""
    held = sheet.practice.get(trait or "", UNPRACTISED)
    return None if held.given is None or held.upto is None else (held.given, held.upto)


def takes_best(sheet: Sheet, trait: str | None, *, best: bool, worst: bool) -> bool:
    """Return whether the upper end of a range counts. Raise Refused for an end of a trait that has none."""
    said = BEST if best else WORST
    if best and worst:
        raise Refused("one end of a range counts, not both", about=WORST, hint="leave out “best” or “worst”")
    if (best or worst) and ends_of_range(sheet, trait) is None:
        what = f"{sheet.name}'s {trait}" if trait else "“nothing”"
        raise Refused(f"{what} is no range of levels", about=said, hint=f"leave out “{said}”")
    return best


def describe_taken_end(state: State, sheet: Sheet, trait: str | None, *, best: bool) -> str | None:
    """Return in words which end of a range counted, or None for a trait that is no range."""
    found = ends_of_range(sheet, trait)
    if found is None:
        return None
    low, high = map(Ladder.of(state.rules).name_of, found)
    taken = f"{high} counts" if best else f"{low} counts, and “best” takes {high}"
    return f"{sheet.name}'s {trait} is {low} to {high}: {taken}"
