"""The countdowns of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from engine.concerns.countdowns.events import Stage
from engine.own import Own
from engine.refusal import Refused, unknown
from engine.state import State
from engine.text import quote
from engine.types import Countdown
from engine.value import evolve, value


@value
class CountdownNow:
    """A countdown as it stands.

    `number` is the event that made it, `against` the countdown it is linked with, and `happened` the number of stages
    reached. `parts` are the events about it, which are secret while it is hidden, and `checks` the checks that marked a
    box by themselves.
    """

    name: Countdown
    number: int
    stages: tuple[Stage, ...]
    against: Countdown | None = None
    cause: str = ""
    hidden: bool = False
    marked: int = 0
    happened: int = 0
    parts: tuple[int, ...] = ()
    checks: tuple[int, ...] = ()

    @property
    def ends(self) -> tuple[int, ...]:
        """How many boxes are marked when each stage is full."""
        return tuple(accumulate(stage.boxes for stage in self.stages))

    @property
    def boxes(self) -> int:
        """All its boxes."""
        return self.ends[-1]

    @property
    def full(self) -> bool:
        """Whether all boxes are marked."""
        return self.marked >= self.boxes


def number_of_boxes(amount: int) -> str:
    """Format a number of boxes."""
    return f"{amount} {'box' if amount == 1 else 'boxes'}"


#: Every countdown by its name, oldest first.
COUNTDOWNS: Own[Mapping[str, CountdownNow]] = Own("countdowns", {})


def without_tick(found: CountdownNow, check: int) -> CountdownNow:
    """Return a countdown without a check's box and the stages that it reached."""
    marked = found.marked - 1
    happened = min(found.happened, sum(end <= marked for end in found.ends))
    checks = tuple(each for each in found.checks if each != check)
    return evolve(found, marked=marked, happened=happened, checks=checks)


def find_linked(state: State, found: CountdownNow) -> CountdownNow | None:
    """Return the countdown linked with one, in whichever order they were made, or None (FL-78).

    A new countdown with the name of one that was over is not linked.
    """
    if found.against is not None:
        other = COUNTDOWNS.of(state).get(found.against)
        return other if other is not None and other.number < found.number else None
    linking = (each for each in COUNTDOWNS.of(state).values() if each.against == found.name)
    return next((each for each in linking if each.number > found.number), None)


def is_closed(state: State, found: CountdownNow) -> bool:
    """Return whether a countdown, or the one it is linked with, is full or was."""
    other = find_linked(state, found)
    return found.full or (found.against is not None if other is None else other.full)


def the_countdown(state: State, name: str, about: str = "name") -> CountdownNow:
    """Return a known countdown. Raise Refused for another."""
    every = COUNTDOWNS.of(state)
    if name not in every:
        hint = "“countdown NAME 4” makes one of four boxes" if not every else None
        raise unknown("countdown", name, every, about=about, hint=hint)
    return every[name]


def open_countdown(state: State, name: str, about: str = "name") -> CountdownNow:
    """Return a countdown with boxes left. Raise Refused if it is over."""
    found = the_countdown(state, name, about)
    if not is_closed(state, found):
        return found
    other = find_linked(state, found)
    first = found.against if other is None else other.name
    why = "all its boxes are marked" if found.full else f"{first} was full first"
    hint = f"“countdown {quote(name)} N” begins a new one of that name"
    raise Refused(f"{name} is over: {why}", about=about, hint=hint)
