"""Try what the log would be like with a correction.

The events are folded as they would then count, and each is asked whether it still fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.concerns.experience.events import Drawing, XpAllocated, XpTaken
from engine.concerns.traits.events import AbilityDefined
from engine.concerns.uses.events import Turning
from engine.fitting import violation
from engine.history.reach import Reach, can_hand_on
from engine.history.staleness import Stale, after_use, find_stale
from engine.naming import names_in
from engine.narrate import tell
from engine.refusal import Dependent
from engine.registry import marks
from engine.state import State
from engine.store.codec import decode_whole
from engine.value import Factory, evolve, record, value

#: What an event can do in a trial, besides having to fit: be stale, turn a roll, or hand something on.
ROLLING, TURNING, HANDING = "roll", "turn", "hand on"


@cache
def find_role(cls: Any) -> tuple[bool, str | None]:
    """Return whether events of a class must fit, and what else they can do.

    None with fallen dice must, and none that cannot be undone: a seal holds even if who said it was undone.
    """
    if marks(cls).judged:
        return False, ROLLING
    role = TURNING if issubclass(cls, Turning) else HANDING if can_hand_on(cls) else None
    return not (marks(cls).fell or marks(cls).fixed), role


@value
class Misfit:
    """A later event that could not have been recorded, and why."""

    seq: int
    event: object
    why: str

    @property
    def text(self) -> str:
        """The event in a few words, for a list of dependents."""
        if isinstance(self.event, XpAllocated):
            return f"#{self.seq} ({self.event.amount} XP to {self.event.trait})"
        if isinstance(self.event, XpTaken):
            return f"#{self.seq} ({self.event.amount} XP taken away)"
        return f"#{self.seq} {tell(self.event)}"


@record
class Trial:
    """The campaign as a correction would make it.

    `debts` are events that draw XP and may be in debt, `undefined` the abilities whose definition the correction
    undoes.
    """

    state: State
    debts: dict[int, frozenset[int]]
    undefined: frozenset[str] = frozenset()
    reach: Reach = Factory(Reach)
    misfits: list[Misfit] = Factory(list)
    stale: list[Stale] = Factory(list)

    def ask(self, state: State, event: Any, seq: int) -> bool:
        """Return whether an event could still be recorded. Note it if it could not, or is stale."""
        kind: Any = type(event)
        must_fit, role = find_role(kind)
        if must_fit and (why := self.objection(state, event, seq)) is not None:
            self.misfits.append(Misfit(seq, event, why))
            self.reach.begin(event)
            return False
        if role is ROLLING:
            if self.reach.covers(event) and (found := find_stale(state, decode_whole(event), seq)) is not None:
                self.stale.append(found)
        elif role is TURNING:
            self.stale = [after_use(state, each, event) if each.seq == event.of else each for each in self.stale]
        elif role is HANDING:
            self.reach.hand_on(event)
        return True

    def objection(self, state: State, event: object, seq: int) -> str | None:
        """Return why an event could not have been recorded, or None if it could."""
        why = violation(state, make_owing(event, self.debts.get(seq)))
        if why is not None or not self.undefined or isinstance(event, AbilityDefined):
            return why.message if why else None
        lost = (name for name in names_in(event, "trait") if name in self.undefined and name not in state.abilities)
        return next((f"no ability “{name}”" for name in lost), None)


def make_owing(event: Any, gone: frozenset[int] | None) -> Any:
    """Return an event that draws XP without its draws on lost awards, which it owes."""
    if not gone or not marks(event).owes:
        return event
    return evolve(event, draws=tuple(draw for draw in event.draws if draw[0] not in gone))


def last_witnessed(misfits: Sequence[Misfit]) -> Misfit | None:
    """Return the last event that the table saw happen, or None if there is none."""
    return next((m for m in reversed(misfits) if marks(m.event).witnessed), None)


def covers(event: Drawing, awards: Sequence[int]) -> bool:
    """Return whether an event drew XP from one of the awards."""
    return any(award in awards for award, _ in event.draws)


def list_dependents(misfits: Sequence[Misfit]) -> tuple[Dependent, ...]:
    """Return the events that depend on a correction, as its refusal lists them."""
    return tuple(Dependent(m.seq, m.text) for m in misfits)
