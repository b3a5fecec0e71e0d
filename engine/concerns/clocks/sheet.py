"""The fight that is on."""

from __future__ import annotations

from engine.refusal import Refused
from engine.state import State
from engine.value import value


@value
class Fight:
    """A fight: its title, the event that began it, and its round."""

    title: str
    start: int
    round: int = 1


def fight_on(state: State) -> Fight | None:
    """Return the fight that is on, or None if there is none."""
    found: Fight | None = state.own.get("fight")
    return found


def the_fight(state: State) -> Fight:
    """Return the fight that is on. Raise Refused if there is none."""
    fight = fight_on(state)
    if fight is None:
        raise Refused("no fight has begun", hint="“fight start” begins one")
    return fight
