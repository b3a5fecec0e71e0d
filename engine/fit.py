"""Whether an event still fits: could it have been recorded in this state, had others never been?

It is the one answer to what stands on what: undo asks it of every later event, redo and amend of what they bring
back, import of what comes from elsewhere, and audit of everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine import events as e
from engine.known import trait_to_be
from engine.refusal import Refused
from engine.rules import growth
from engine.rules.ruleset import from_recorded
from engine.sheet import points
from engine.state import Sheet, Stack, State

Fit = Callable[[State, Any], str | None]
F = TypeVar("F", bound=Fit)
FITS: dict[type, Fit] = {}


def misfit(state: State, event: object) -> str | None:
    """Why an event cannot follow on this state, in a few words; None where it can.

    Dice that fell have fallen: rolls, checks and contests always fit.
    """
    fits = FITS.get(type(event))
    return fits(state, event) if fits else None


def fits(*events: type) -> Callable[[F], F]:
    def register(function: F) -> F:
        for event in events:
            FITS[event] = function
        return function

    return register


def _sheet(state: State, name: str) -> Sheet | str:
    return state.sheets.get(name) or f"there is no {name} then"


def _trait(state: State, trait: str) -> str | None:
    try:
        trait_to_be(state, trait, "")
    except Refused:
        return f"{trait} is no ability then"
    return None


def _traits(state: State, effects: Iterable[e.Effect], more: Iterable[str] = ()) -> str | None:
    """Why one of the traits that effects bear on cannot be meant."""
    named = [*(trait for effect in effects for trait in effect.on), *more]
    return next((why for trait in named if (why := _trait(state, trait))), None)


@fits(e.RulesChanged)
def _rules_changed(state: State, event: e.RulesChanged) -> str | None:
    """Rules may not go together any more when another one is as it was before."""
    from engine.rules.house import sound  # few logs have such a change

    try:
        sound(from_recorded(state.rules.recorded() | {event.key: event.value}))
    except (Refused, ValueError, TypeError) as error:
        return f"{event.key} does not go with the other rules then: {error}"
    return None


@fits(e.StatusDefined)
def _status_defined(state: State, event: e.StatusDefined) -> str | None:
    return _traits(state, (), event.on)


@fits(e.PropertyDefined)
def _property_defined(state: State, event: e.PropertyDefined) -> str | None:
    return _traits(state, event.effects, (gift.trait for gift in event.gifts))


@fits(e.CharacterCreated)
def _created(state: State, event: e.CharacterCreated) -> str | None:
    return f"there is a {event.name} already" if event.name in state.sheets else None


@fits(e.CharacteristicSet, e.SheetSigned, e.XpAwarded, e.SlotTraded, e.CharacterApproved)
def _of_a_character(state: State, event: Any) -> str | None:
    sheet = _sheet(state, event.character)
    return sheet if isinstance(sheet, str) else None


@fits(e.PointsChanged)
def _points(state: State, event: e.PointsChanged) -> str | None:
    sheet = _sheet(state, event.character)
    if isinstance(sheet, str):
        return sheet
    left = points(state, sheet) or 0
    return f"{event.character} has {left} fudge points then" if left + event.amount < 0 > event.amount else None


@fits(e.TraitGiven)
def _given(state: State, event: e.TraitGiven) -> str | None:
    sheet = _sheet(state, event.character)
    return sheet if isinstance(sheet, str) else _trait(state, event.trait)


@fits(e.BonusGranted)
def _bonus(state: State, event: e.BonusGranted) -> str | None:
    sheet = _sheet(state, event.character)
    if isinstance(sheet, str):
        return sheet
    if event.source and event.source not in sheet.properties:
        return f"{event.character} does not have {event.source} then"
    return _trait(state, event.trait)


@fits(e.XpAllocated)
def _allocated(state: State, event: e.XpAllocated) -> str | None:
    sheet = _sheet(state, event.character)
    if isinstance(sheet, str):
        return sheet
    for award, amount in event.draws:
        left = max(0, sheet.lots.get(award, 0))
        if left < amount:
            return f"#{award} has {left} XP left then, not {amount}"
        if event.trait not in sheet.limits.get(award, (event.trait,)):
            return f"award #{award} may not be spent on that"
    return _trait(state, event.trait) or _step(state, sheet, event)


def _step(state: State, sheet: Sheet, event: e.XpAllocated) -> str | None:
    """Why a step that was bought is not the next one (FL-40), or practice no way to raise a trait then (PF-17)."""
    if (event.level is None) != (state.rules.growth == "practice"):
        return f"growth is {state.rules.growth} then"
    if event.level is None:
        return None
    if not sheet.trained(event.trait):
        return f"{event.trait} is not on {event.character}'s sheet then"
    level = growth.standing(state.rules, sheet.practice.get(event.trait)).level
    return None if level + 1 == event.level else f"{event.trait} would not go to {event.word or event.level} then"


@fits(e.StatusChanged)
def _status(state: State, event: e.StatusChanged) -> str | None:
    sheet = _sheet(state, event.character)
    if isinstance(sheet, str):
        return sheet
    status = state.statuses.get(event.status)
    if status is None:
        return f"there is no status {event.status} then"
    known = {event.state} <= {step.name for step in status.states}
    return None if known else f"{event.status} has no state {event.state} then"


@fits(e.PropertyGained)
def _gained(state: State, event: e.PropertyGained) -> str | None:
    sheet = _sheet(state, event.character)
    if isinstance(sheet, str):
        return sheet
    if event.property not in state.properties:
        return f"there is no property {event.property} then"
    return f"{event.character} has {event.property} already" if event.property in sheet.properties else None


@fits(e.PropertyLost)
def _lost(state: State, event: e.PropertyLost) -> str | None:
    sheet = _sheet(state, event.character)
    if isinstance(sheet, str):
        return sheet
    return None if event.property in sheet.properties else f"{event.character} does not have {event.property} then"


@fits(e.ItemGiven)
def _item_given(state: State, event: e.ItemGiven) -> str | None:
    sheet = _sheet(state, event.character)
    if isinstance(sheet, str):
        return sheet
    return _joining(state, sheet, event.item) or _there(sheet, event.within) or _traits(state, event.effects)


@fits(e.ItemDropped, e.ItemNoted)
def _item(state: State, event: e.ItemDropped | e.ItemNoted) -> str | None:
    quantity = event.quantity if isinstance(event, e.ItemDropped) else 1
    held = _held(state, event.character, event.item, event.name, quantity)
    return held if isinstance(held, str) else None


@fits(e.ItemMoved)
def _item_moved(state: State, event: e.ItemMoved) -> str | None:
    held = _held(state, event.character, event.item, event.name, event.quantity)
    if isinstance(held, str):
        return held
    sheet = state.sheets[event.character]
    inside = {stack.id for stack in sheet.with_contents(held)} if event.quantity == held.quantity else set()
    if event.within in inside:
        return f"the {event.name} would lie in itself then"
    return _there(sheet, event.within) or _joining(state, sheet, event.onto) or _merging(sheet, held, event)


@fits(e.ItemPassed)
def _item_passed(state: State, event: e.ItemPassed) -> str | None:
    held = _held(state, event.character, event.item, event.name, event.quantity)
    if isinstance(held, str):
        return held
    other = _sheet(state, event.to)
    if isinstance(other, str):
        return other
    return _joining(state, other, event.onto) or _merging(state.sheets[event.character], held, event)


def _held(state: State, character: str, item: int, name: str, quantity: int) -> Stack | str:
    sheet = _sheet(state, character)
    if isinstance(sheet, str):
        return sheet
    stack = sheet.stacks.get(item)
    if stack is None:
        return f"{character} does not have the {name} then"
    return stack if stack.quantity >= quantity else f"{character} has {stack.quantity} {name} then, not {quantity}"


def _there(sheet: Sheet, item: int | None) -> str | None:
    gone = item is not None and item not in sheet.stacks
    return f"what they go into (#{item}) is not there then" if gone else None


def _joining(state: State, sheet: Sheet, item: int | None) -> str | None:
    """Why things cannot join a stack. Where nobody has it they can: they are all that there is of it then."""
    if item is None or item in sheet.stacks:
        return None
    return next((_there(sheet, item) for other in state.sheets.values() if item in other.stacks), None)


def _merging(sheet: Sheet, held: Stack, event: e.ItemMoved | e.ItemPassed) -> str | None:
    """Why a stack cannot become part of another: what is in it would be lost."""
    lost = event.onto is not None and event.quantity == held.quantity and sheet.inside(held.id)
    return f"the {held.name} is not empty then" if lost else None


@fits(e.SecretRevealed)
def _revealed(state: State, event: e.SecretRevealed) -> str | None:
    return None if event.event in state.secrets else f"#{event.event} is no secret then"


@fits(e.SessionStarted)
def _session_started(state: State, event: e.SessionStarted) -> str | None:
    if event.number <= state.session:
        return f"session {state.session} has begun already"
    return f"session {state.session} is still open then" if state.session_open else None


@fits(e.SessionEnded)
def _session_ended(state: State, event: e.SessionEnded) -> str | None:
    return None if state.session_open else "no session is open then"
