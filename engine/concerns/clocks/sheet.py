"""The fight that is on."""

from __future__ import annotations

from engine.own import OfGroup
from engine.refusal import Refused
from engine.state import State
from engine.types import EventNumber
from engine.value import value


@value
class Fight:
    """A fight: its title, the event that began it, and its round."""

    title: str
    start: int
    round: int = 1


#: The fight that is on; None if there is none.
FIGHT: OfGroup[Fight | None] = OfGroup("fight", None)

#: The event that began the round, or the fight in its first one.
ROUND_SINCE: OfGroup[EventNumber | None] = OfGroup("round since", None)


def the_fight(state: State) -> Fight:
    """Return the fight that is on. Raise Refused if there is none."""
    fight = FIGHT.of(state)
    if fight is None:
        raise Refused("no fight has begun", hint="“fight start” begins one")
    return fight
