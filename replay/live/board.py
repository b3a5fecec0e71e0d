"""Lay out what stands on the table in an evening: its scene, its fight and the countdowns, as players see them.

All of it comes from events that players see and that count. The state would tell of secret ticks and rolls.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.concerns.countdowns.events import CountdownMade, CountdownTicked, Stage, TickWithdrawn
from engine.concerns.rolls.events import Act
from engine.concerns.sessions.events import SceneSet, SessionEnded, SessionStarted
from engine.value import Factory, evolve, record, value
from replay.audience.rule import View, Visible

#: The events that set the board. Of acts only those of a round are asked for.
OF_THE_EVENING = (SceneSet, SessionStarted, SessionEnded, FightBegan, RoundBegan, FightEnded)
OF_COUNTDOWNS = (CountdownMade, CountdownTicked, TickWithdrawn)


@value
class FightSeen:
    """A fight: its title, its round, and the event since which the round has been on."""

    title: str
    round: int
    since: int


@value
class CountdownSeen:
    """A countdown as players see it: its stages, what marks a box, and each tick with its boxes and the check behind.

    `touched` is the last event about it. `against` is the countdown of the opposite outcome.
    """

    name: str
    stages: tuple[Stage, ...]
    cause: str
    against: str | None
    touched: int
    ticks: tuple[tuple[int, int | None], ...] = ()

    @property
    def marked(self) -> int:
        """How many boxes are marked."""
        return sum(boxes for boxes, _ in self.ticks)

    @property
    def full(self) -> bool:
        """Whether all boxes are marked."""
        return self.marked >= sum(stage.boxes for stage in self.stages)

    def without_tick(self, check: int, seq: int) -> CountdownSeen:
        """Return the countdown without the tick of a check."""
        place = next((place for place, (_, of) in enumerate(self.ticks) if of == check), len(self.ticks))
        return evolve(self, ticks=self.ticks[:place] + self.ticks[place + 1 :], touched=seq)


@record
class Board:
    """The table in the latest evening, number `session`, which began with event `start` and is `open` until it ends."""

    session: int = 0
    title: str = ""
    start: int = 0
    open: bool = False
    scene: str = ""
    fight: FightSeen | None = None
    countdowns: Mapping[str, CountdownSeen] = Factory(dict)
    acted: frozenset[str] = frozenset()

    def take_in(self, each: Visible) -> None:
        """Take in a visible event that counts."""
        match each.event:
            case SessionStarted(number=number, title=title):
                self.session, self.title, self.start, self.open, self.scene = number, title, each.logged, True, ""
            case SessionEnded():
                self.open = False
            case SceneSet(text=text):
                self.scene = text
            case FightBegan(title=title):
                self.fight = FightSeen(title, 1, each.logged)
            case RoundBegan(number=number) if self.fight is not None:
                self.fight = evolve(self.fight, round=number, since=each.logged)
            case FightEnded():
                self.fight = None
            case _:
                self.countdowns = count_down(self.countdowns, each)

    def find_open_countdowns(self) -> list[CountdownSeen]:
        """Return the countdowns that are not over, and those that something happened to this evening."""
        return [each for each in self.countdowns.values() if each.touched > self.start or not self.is_over(each)]

    def is_over(self, found: CountdownSeen) -> bool:
        """Return whether a countdown or its opposite is full (FL-78)."""
        others = (each for each in self.countdowns.values() if found.name == each.against or each.name == found.against)
        return found.full or any(each.full for each in others)


def count_down(countdowns: Mapping[str, CountdownSeen], each: Visible) -> Mapping[str, CountdownSeen]:
    """Return the countdowns after a visible event that counts."""
    match each.event:
        case CountdownMade(name=name, stages=stages, cause=cause, against=against):
            others = {held: found for held, found in countdowns.items() if held != name}
            return {**others, name: CountdownSeen(name, stages, cause, against, each.logged)}
        case CountdownTicked(countdown=name, boxes=boxes, of=of, check=check) if name in countdowns:
            found = countdowns[name]
            ticks = (*found.ticks, (boxes, of if check else None))
            return {**countdowns, name: evolve(found, ticks=ticks, touched=each.logged)}
        case TickWithdrawn(countdown=name, of=of) if name in countdowns:
            return {**countdowns, name: countdowns[name].without_tick(of, each.logged)}
    return countdowns


def set_board(view: View) -> Board:
    """Return the board of the view's group as an audience sees it now."""
    board = Board()
    for each in view.read_counting(*OF_THE_EVENING, *OF_COUNTDOWNS):
        if view.is_of_group(each.logged) or isinstance(each.event, OF_COUNTDOWNS):  # countdowns are the world's
            board.take_in(each)
    if board.fight is not None:
        acts = (each.event for each in view.read_seen(board.fight.since) if each.counts)
        board.acted = frozenset(side.character for act in acts if isinstance(act, Act) for side in act.sides)
    return board
