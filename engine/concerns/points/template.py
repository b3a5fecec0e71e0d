"""The section of a template about fudge points: `points = 2` under [[characters]]."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.points.commands import ChangePoints
from engine.concerns.points.decide import points_left
from engine.registry import OnState, section
from engine.state import State
from engine.types import Amount


@section("points", 54, Amount, of_character=True)
def points_section(who: str, amount: int) -> Iterator[object]:
    """Yield the command that gives a character this many points, unless that is how many there are."""

    def change(state: State) -> Iterator[object]:
        by = amount - points_left(state, state.sheets[who])
        if by:
            yield ChangePoints(who, by)

    yield OnState(change)
