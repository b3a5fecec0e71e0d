"""Events about statuses."""

from __future__ import annotations

from operator import attrgetter

from engine.registry import Event, event
from engine.rules.parts import Effect
from engine.types import Character, OwnState, StateName, Status, Tag, Trait
from engine.value import value


@value
class StatusState:
    """A state of a status, and its modifier to A (PF-11).

    `on` are the traits whose actions this state touches, if they are not those of the status. `out`: a character in it
    cannot act. `effects` are its further effects, on the levels of traits.
    """

    name: OwnState
    modifier: int = 0
    on: tuple[Trait, ...] = ()
    out: bool = False
    effects: tuple[Effect, ...] = ()


@event(for_all=True, defined_in=attrgetter("statuses"))
@value
class StatusDefined(Event):
    """A status: its states, worst first, the traits it affects, and the first state.

    It affects the actions of all traits if none are named. `cause` describes what moves it (PF-11). `when` is the kind
    of action that it touches, None for any.
    """

    name: Status
    states: tuple[StatusState, ...]
    on: tuple[Trait, ...]
    start: OwnState
    cause: str = ""
    when: Tag | None = None


@event(called="statuses")
@value
class StatusChanged(Event):
    """A status changed from one state to another; `trigger` is the cause (PF-67). It moved by itself or was moved."""

    character: Character
    status: Status
    before: StateName
    state: StateName
    trigger: str = ""
