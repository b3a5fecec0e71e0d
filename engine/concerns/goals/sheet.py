"""The goals of a campaign and what they still need."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from engine.own import Own
from engine.refusal import Refused, unknown
from engine.registry import shows
from engine.state import Sheet, State
from engine.text import join_names, quote
from engine.value import value


@value
class GoalNow:
    """A goal or ritual at present: its sets of needs, of which one has to be complete, and the needs that are met.

    `number` is the event that set it, `character` whose it is, and `parts` are the events about it, which are secret
    while it is hidden.
    """

    name: str
    sets: tuple[tuple[str, ...], ...]
    met: tuple[str, ...] = ()
    number: int = 0
    character: str | None = None
    hidden: bool = False
    parts: tuple[int, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """All needs, each once."""
        return tuple(dict.fromkeys(need for one in self.sets for need in one))

    @property
    def lacking(self) -> tuple[tuple[str, ...], ...]:
        """The needs that each set still lacks."""
        return tuple(tuple(need for need in one if need not in self.met) for one in self.sets)

    @property
    def unmet(self) -> tuple[str, ...]:
        """All needs that are not met, each once."""
        return tuple(dict.fromkeys(need for one in self.lacking for need in one))

    @property
    def reached(self) -> bool:
        """Whether one set is complete."""
        return not all(self.lacking)


#: Every goal by name, oldest first.
GOALS: Own[Mapping[str, GoalNow]] = Own("goals", {})

#: Reached goals whose name was given to another one since, oldest first.
REPLACED_GOALS: Own[tuple[GoalNow, ...]] = Own("goals before", ())

#: The goals of a character, as they are in the campaign.
GOALS_ON_SHEET: Own[tuple[GoalNow, ...]] = Own("goals on sheet", ())


def say_lacking(found: GoalNow) -> str:
    """Return the needs that a goal or ritual still lacks, set by set."""
    return ", or ".join(map(join_names, found.lacking))


def the_need(found: GoalNow, need: str) -> str:
    """Return a need of a goal or ritual as it is spelled there. Raise Refused for any other."""
    same = next((each for each in found.needs if each.casefold() == need.casefold()), None)
    if same is None:
        raise unknown("need", need, found.needs, about="need", hint=f"{found.name} needs {', '.join(found.needs)}")
    return same


def must_be_needs(kind: str, sets: tuple[tuple[str, ...], ...], hint: str, about: str) -> None:
    """Refuse a goal or ritual that needs nothing, or the same twice."""
    if not sets or not all(sets) or not all(need.strip() for need in chain(*sets)):
        raise Refused(f"a {kind} needs something", about=about, hint=hint)
    for one in sets:
        seen = [need.casefold() for need in one]
        twice = next((need for need in one if seen.count(need.casefold()) > 1), None)
        if twice is not None:
            raise Refused(f"“{twice}” is needed twice", about=about, value=twice)


def must_lack(found: GoalNow, need: str) -> None:
    """Refuse a need that a goal or ritual has already, or does not have."""
    if need not in found.unmet:
        hint = f"it lacks {say_lacking(found)}" if not found.reached else None
        raise Refused(f"{found.name} does not lack “{need}”", about="need", value=need, hint=hint)


def the_goal(state: State, name: str, about: str = "name") -> GoalNow:
    """Return a goal that was set. Raise Refused for another."""
    return find_goal("goal", GOALS.of(state), name, about, "“goal NAME needs NEED” sets one")


def find_goal(kind: str, goals: Mapping[str, GoalNow], name: str, about: str, how: str) -> GoalNow:
    """Return a goal or ritual by name. Raise Refused for another, or if there are none, with how to add one."""
    if name not in goals:
        raise unknown(kind, name, goals, about=about, hint=None if goals else how)
    return goals[name]


def must_be_reached(state: State, name: str, about: str, hint: str | None = None) -> None:
    """Refuse a step whose goal is not reached or not known to players (FL-135)."""
    found = the_goal(state, name, about)
    if found.hidden:
        raise Refused(f"{name} is secret", about=about, hint=f"“reveal #{found.number}” comes first")
    if not found.reached:
        said = f"{name} is not reached: it still needs {say_lacking(found)}"
        met = f"“met {quote(name)} {quote(found.unmet[0])}” when that is done"
        raise Refused(said, about=about, hint=hint or met)


@shows(20, "goals", "Goals")
def goals_shown(state: State, sheet: Sheet) -> str | None:
    """Return the open goals of a character with their needs, or None. Secret goals are left out."""
    own = [each for each in GOALS_ON_SHEET.of(sheet) if not (each.reached or each.hidden)]
    said = [f"{each.name} (needs {say_lacking(each)})" for each in own]
    return ", ".join(said) or None
