"""Luck: a whole concern in one file outside the program. Nothing else knows of it.

Every character has a number called luck. Somebody with three or more gets +1 on every action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.dice import Draw
from engine.known import the_sheet
from engine.line import Before
from engine.own import Own
from engine.players import seen_whole
from engine.refusal import Refused
from engine.registry import (
    Event,
    as_line,
    chapter,
    command,
    decides,
    event,
    lends,
    narrates,
    projects,
    requires,
    section,
    shows,
)
from engine.retelling import ChangeTold, Telling, retells
from engine.rules.parts import Effect, Lent
from engine.state import Sheet, State
from engine.text import because, with_sign
from engine.types import Character, Offset, Signed, Text
from engine.value import value

chapter(95, "Luck", __name__)


@command("luck WHO CHANGE [for REASON]")
@value
class MoveLuck:
    """Add to somebody's luck, or take from it.

    luck Ada +2 for a black cat's favour
    """

    who: Character
    change: Signed
    reason: Text = ""


@event(called="luck")
@value
class LuckMoved(Event):
    """A character's luck rose by `change`, or fell if that is below zero."""

    character: Character
    change: int
    reason: str = ""


@decides(MoveLuck)
def move_luck(state: State, command: MoveLuck, draw: Draw) -> list[Event]:
    """Return the event. The function below checks what it needs."""
    return [LuckMoved(the_sheet(state, command.who).name, command.change, command.reason)]


@requires(LuckMoved)
def luck_is_there(state: State, event: LuckMoved) -> None:
    """Refuse to take more luck than there is."""
    left = luck(state, the_sheet(state, event.character, "character")) + event.change
    if left < 0:
        raise Refused(f"{event.character} has {left - event.change} luck, not {-event.change}", about="change")


@projects(LuckMoved)
def luck_moved(state: State, event: LuckMoved, seq: int) -> None:
    """Add the change to the luck on the sheet."""
    sheet = state.sheets[event.character]
    sheet.own[LUCK] = LUCK.of(sheet) + event.change


#: The luck of a character.
LUCK: Own[int] = Own("luck", 0)


@shows(110, "luck", "Luck")
def luck(state: State, sheet: Sheet) -> int:
    """Return the luck that a character has."""
    return LUCK.of(sheet)


@lends(40)
def lucky_effects(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield +1 on every action for a character with three or more."""
    if luck(state, sheet) >= 3:
        yield Lent(Effect("A", 1), "Luck", "luck")


@narrates(LuckMoved)
def tell_luck(event: LuckMoved) -> str:
    """Say whose luck changed, by how much, and why."""
    return f"{event.character}'s luck {with_sign(event.change)}{because(event.reason)}"


@as_line(LuckMoved)
def luck_line(event: LuckMoved, before: Before) -> Iterable[object]:
    """Yield the command that would make the event."""
    yield MoveLuck(event.character, event.change, event.reason)


seen_whole(LuckMoved)


@retells(LuckMoved)
def retell_luck(event: LuckMoved, telling: Telling) -> ChangeTold:
    """Tell whose luck rose or fell, and for what."""
    return ChangeTold(event.character, "luck", "rose" if event.change > 0 else "fell", event.reason)


@section("luck", 80, Offset, of_character=True)
def luck_at_first(who: str, amount: int) -> Iterator[object]:
    """Yield the luck that a character begins with."""
    yield MoveLuck(who, amount, "at the start")
