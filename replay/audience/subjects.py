"""Find the event that made the countdown, goal or attitude behind a later one."""

from __future__ import annotations

from typing import Any

from attrs import Factory, define

from engine.concerns.checks.events import CheckResolved
from engine.concerns.corrections.events import EventsRedone, EventsUndone
from engine.concerns.countdowns.events import CountdownMade
from engine.concerns.experience.events import TraitRaised, XpAllocated
from engine.concerns.goals.events import GoalSet
from engine.concerns.rolls.events import AttitudeSet, ReactionRolled
from engine.history.counting import History
from engine.naming import names_in
from engine.value import evolve

#: Events that name a countdown or goal by the way: its kind, and the field.
BY_THE_WAY: dict[type, tuple[str, str]] = {
    CheckResolved: ("countdown", "ticks"),
    CountdownMade: ("countdown", "against"),
    XpAllocated: ("goal", "after"),
    TraitRaised: ("goal", "after"),
}


def without_subject(event: Any) -> Any:
    """Remove from an event the countdown or goal that it names by the way, or that a level waits for."""
    waits = {"pending": False} if isinstance(event, XpAllocated) else {}
    return evolve(event, **{BY_THE_WAY[type(event)][1]: None}, **waits)


@define
class Subjects:
    """The countdowns and goals made so far, by kind and name, and the attitudes set.

    A name may be used again, so that each has the numbers of all that bore it. An attitude is known by whose it is and
    towards whom.
    """

    _made: dict[tuple[str, str], list[int]] = Factory(dict)
    _then: History = Factory(History)

    def follow(self, seq: int, event: Any) -> None:
        """Note an event that makes something, or undoes or restores events."""
        if isinstance(event, EventsUndone | EventsRedone):
            self._then.correct(seq, event)
        elif isinstance(event, CountdownMade | GoalSet):
            kind = "countdown" if isinstance(event, CountdownMade) else "goal"
            self._made.setdefault((kind, event.name), []).append(seq)
        elif isinstance(event, AttitudeSet):
            self._made.setdefault((event.character, event.towards), []).append(seq)

    def maker(self, event: Any) -> int | None:
        """Return the event that made the countdown or goal that an event is about, or None for other events."""
        named = ((kind, name) for kind in ("countdown", "goal") for name in names_in(event, kind))
        return self._latest(*next(named)) if hasattr(event, "hidden") else None

    def named_by(self, event: Any) -> int | None:
        """Return the event that made what an event names by the way, if anything."""
        kind, field = BY_THE_WAY.get(type(event), ("", ""))
        name = getattr(event, field, None) if field else None
        return None if name is None else self._latest(kind, name)

    def attitude(self, event: ReactionRolled) -> int | None:
        """Return the event that set a reaction; None for one that was rolled."""
        set_so = event.automatic is not None and event.towards is not None
        return self._latest(event.character, event.towards or "") if set_so else None

    def _latest(self, kind: str, name: str) -> int | None:
        """Return the latest event that counted then and made what has a name."""
        return next((seq for seq in reversed(self._made.get((kind, name), [])) if seq not in self._then.inactive), None)
