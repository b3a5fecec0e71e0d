"""The rituals of a campaign, and what minor magic has done, for everyone who asks."""

from __future__ import annotations

from engine.concerns.checks.events import CheckResolved
from engine.concerns.goals.sheet import GoalNow, find_goal
from engine.refusal import Refused
from engine.state import State

#: What a check's spell is called that is minor magic.
MINOR = "minor"


def every_ritual(state: State) -> dict[str, GoalNow]:
    """Return the rituals that were not performed yet, by name: goals with one set of needs."""
    found: dict[str, GoalNow] = state.own.get("rituals", {})
    return found


def the_ritual(state: State, name: str) -> GoalNow:
    """Return a ritual that was planned; raise Refused for another."""
    return find_goal("ritual", every_ritual(state), name, "name", "“ritual NAME needs NEED” plans one")


def is_minor(state: State, number: int | None) -> bool:
    """Return whether a roll of this session is minor magic."""
    roll = None if number is None else state.rolls.get(number)
    return isinstance(roll, CheckResolved) and MINOR in roll.spell


def must_be_within_minor_magic(state: State, of: int | None, boxes: int) -> None:
    """Refuse more boxes than minor magic may mark or clear, and any for a failed spell (FL-122, FL-123)."""
    if of is None or not is_minor(state, of):
        return
    if not state.rolls[of].success:
        raise Refused(f"the spell #{of} failed", about="roll", value=of)
    done, most = state.own.get("minor", {}).get(of, 0), state.rules.minor_magic_boxes
    if done + boxes > most:
        said = f"minor magic marks or clears {'one box' if most == 1 else f'{most} boxes'}, not {done + boxes}"
        raise Refused(said, about="roll", value=of, hint="a ritual can do more")
