"""Fold events about rituals, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.concerns.goals.sheet import GOALS, REPLACED_GOALS, GoalNow, must_be_needs, must_lack, say_lacking
from engine.concerns.magic.events import NeedMet, RitualPerformed, RitualPlanned
from engine.concerns.magic.sheet import RITUALS, the_ritual
from engine.known import the_sheet, untaken_name
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.state import State
from engine.text import quote
from engine.value import evolve


@projects(RitualPlanned)
def ritual_planned(state: State, event: RitualPlanned, seq: int) -> None:
    """Store the ritual."""
    state.own[RITUALS] = {**RITUALS.of(state), event.name: GoalNow(event.name, (event.needs,))}


@projects(NeedMet)
def need_met(state: State, event: NeedMet, seq: int) -> None:
    """Store which of the ritual's needs is met."""
    found = RITUALS.of(state)[event.ritual]
    state.own[RITUALS] = {**RITUALS.of(state), event.ritual: evolve(found, met=(*found.met, event.need))}


@projects(RitualPerformed)
def ritual_performed(state: State, event: RitualPerformed, seq: int) -> None:
    """Forget the ritual: it is done."""
    state.own[RITUALS] = {name: each for name, each in RITUALS.of(state).items() if name != event.ritual}


@requires(RitualPlanned)
def can_be_planned(state: State, event: RitualPlanned) -> None:
    """Refuse a ritual that is planned already, or that needs nothing (FL-124)."""
    untaken_name("ritual", event.name, RITUALS.of(state))
    must_be_needs("ritual", (event.needs,), "a place, an ingredient or a person", "needs")


@requires(NeedMet)
def must_be_needed(state: State, event: NeedMet) -> None:
    """Refuse a need that a ritual has already, or does not have."""
    must_lack(the_ritual(state, event.ritual), event.need)


@requires(RitualPerformed)
def has_all_it_needs(state: State, event: RitualPerformed) -> None:
    """Refuse a ritual that lacks something (FL-124)."""
    ritual = the_ritual(state, event.ritual)
    if not ritual.reached:
        hint = f"“ritual {quote(ritual.name)} has {quote(ritual.unmet[0])}” when it does"
        raise Refused(f"{ritual.name} still lacks {say_lacking(ritual)}", about="name", hint=hint)
    if event.character is not None:
        the_sheet(state, event.character, "who")


@bears("ritual")
def rituals_named(state: State) -> Iterable[str]:
    """Return the rituals that are planned."""
    return RITUALS.of(state)


@bears("need")
def needs_named(state: State) -> Iterator[str]:
    """Yield the needs of goals and rituals."""
    for found in (*REPLACED_GOALS.of(state), *GOALS.of(state).values(), *RITUALS.of(state).values()):
        yield from found.needs
