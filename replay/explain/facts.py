"""Explain what is on a sheet by the event that set it, and accounts and things by all events that moved them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.clock import is_from_notes
from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemPassed
from engine.concerns.campaign.events import CampaignCreated, RulesChanged
from engine.concerns.characters.events import CharacterCreated, CharacteristicSet
from engine.concerns.experience.events import XpAwarded
from engine.concerns.keys.events import KeySwapped
from engine.concerns.properties.events import PropertyGained, PropertyLost
from engine.concerns.statuses.events import StatusChanged, StatusDefined
from engine.concerns.statuses.narrate import list_levels
from engine.concerns.tracks.sheet import track_text, track_views
from engine.narrate import tell
from engine.registry import SHOWS
from engine.rules.values import spoken
from engine.sheet import inventory
from engine.state import Sheet, State
from engine.text import because, count, describe_effect, join_names, plain, with_sign
from replay.accounts.ledger import tell_shares
from replay.explain.answer import EXPERIENCE, Why
from replay.explain.causes import Cause, ValueStep, cause, every_counting, find_moves, of_sheet, tell_cause, watch
from replay.moment import Moment

#: The sums of an XP account that can be explained, with their names.
ACCOUNT = {
    "xp": "to spend",
    "unspent": "to spend",
    "awarded": "awarded",
    "spent": "spent",
    "taken": "taken away",
    "bonus": "of free practice",
}

THINGS = (CharacterCreated, ItemGiven, ItemDropped, ItemMoved, ItemPassed)


def find_last_step(moment: Moment, types: tuple[type, ...], look: Callable[[State], Any]) -> ValueStep | None:
    """Return the last event that changed a value, or None if none did."""
    return next((step for step in reversed(list(watch(moment.read_counting(*types), look))) if step.moved), None)


def explain_status(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain the state of a status, by the event that set it."""
    types = (CharacterCreated, StatusDefined, StatusChanged)
    step = find_last_step(moment, types, of_sheet(sheet.name, lambda each: each.statuses.get(name), None))
    current = sheet.statuses.get(name)
    said = f"{sheet.name}'s {name} is {current}" if current else f"there is no {name} then"
    causes = () if step is None or current is None else (status_cause(moment, step, sheet.name, name),)
    return Why(sheet.name, name, "status", current, said, causes, tuple(status_notes(moment.state, name, current)))


def status_cause(moment: Moment, step: ValueStep, character: str, name: str) -> Cause:
    """Return the event that set a status as a cause."""
    match step.recorded.event:
        case StatusChanged(trigger=trigger):
            text = f"{character}'s {name}{because(trigger)}"
        case CharacterCreated() as joining:
            text = f"{tell(joining)}; {name}"
        case _:
            text = f"{name} comes into the campaign"
    return cause(moment, step.recorded, 1, (step.before or "none", step.after), text=text)


def status_notes(state: State, name: str, current: str | None) -> Iterator[str]:
    """Yield the effect of a state."""
    defined = state.statuses.get(name)
    step = next((each for each in defined.states if each.name == current), None) if defined else None
    if step and step.effects:
        yield f"it adds {join_names(list_levels(step))} to the level"
    if defined and step and step.modifier:
        of = f" of {join_names(defined.on)}" if defined.on else ""
        yield f"it adds {with_sign(step.modifier)} to A{of}{f' when {defined.when}' if defined.when else ''}"


def explain_track(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain how many boxes are marked on a track, and since when it is there. Effects are boxes and add up."""
    steps = find_moves(watch(every_counting(moment), number_marked(sheet.name, name)))
    states = track_views(moment.state, sheet).get(name, ())
    said = f"{sheet.name}'s {name} is {track_text(states)}"
    causes = tuple(track_cause(moment, step) for step in steps)
    return Why(sheet.name, name, "track", sum(each.marked for each in states), said, causes)


def track_cause(moment: Moment, step: ValueStep) -> Cause:
    """Return an event that marked or cleared boxes, or brought or took a track, as a cause."""
    moved = (None, None) if None in (step.before, step.after) else (str(step.before), str(step.after))
    return cause(moment, step.recorded, (step.after or 0) - (step.before or 0), moved)


def number_marked(character: str, name: str) -> Callable[[State], int | None]:
    """Return a function that counts a character's marked boxes on a track, or finds None without the track."""

    def look(state: State) -> int | None:
        states = track_views(state, state.sheets[character]).get(name) if character in state.sheets else None
        return None if states is None else sum(each.marked for each in states)

    return look


def explain_property(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain whether a character has a property, by its last gain or loss."""
    types = (CharacterCreated, PropertyGained, PropertyLost, KeySwapped)
    step = find_last_step(moment, types, of_sheet(sheet.name, lambda each: name in each.properties, False))
    has = name in sheet.properties
    said = f"{sheet.name} {'has' if has else 'does not have' if step else 'never had'} {name}"
    causes = () if step is None else (cause(moment, step.recorded, int(has), (None, None)),)
    does = [describe_effect(each) for each in moment.state.properties[name].effects] if has else []
    return Why(sheet.name, name, "property", has, said, causes, (f"it gives {', '.join(does)}",) if does else ())


def explain_characteristic(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a characteristic, by the event that wrote it last."""
    types = (CharacterCreated, CharacteristicSet)
    step = find_last_step(moment, types, of_sheet(sheet.name, lambda each: each.characteristics.get(name), None))
    return as_left(moment, sheet, name, "characteristic", step)


def explain_player(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain whose character it is."""
    step = find_last_step(moment, (CharacterCreated,), of_sheet(sheet.name, lambda each: each.player, None))
    return as_left(moment, sheet, name, "player", step)


def explain_joining(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a character's name or kind, by the event with which it joined."""
    joined = (each for each in moment.read_counting(CharacterCreated, about=sheet.name))
    found = next(each for each in joined if each.event.name == sheet.name)  # type: ignore[union-attr]
    held = sheet.name if name == "name" else sheet.kind
    return Why(
        sheet.name, name, name, held, f"{sheet.name}'s {name} is {held}", (cause(moment, found, 1, (None, None)),)
    )


def explain_rule(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a rule in force, by the event that set it."""
    types = (CampaignCreated, RulesChanged)
    step = find_last_step(moment, types, lambda state: spoken(state.rules.as_data()[name]) if state.campaign else None)
    return as_left(moment, sheet, name, "rule", step)


def as_left(moment: Moment, sheet: Sheet, name: str, kind: str, step: ValueStep | None) -> Why:
    """Explain a value by the one event that set it."""
    of = name if kind == "rule" else f"{sheet.name}'s {name}"
    if step is None:
        return Why(sheet.name, name, kind, None, f"{of} was never said", ())
    causes = (cause(moment, step.recorded, 1, (None, None)),)
    are = "are" if name in SHOWS and name.endswith("s") else "is"
    return Why(sheet.name, name, kind, step.after, f"{of} {are} {step.after}", causes)


def explain_account(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain XP awarded, spent, taken, unspent or bonus as a sum of the events that moved it."""
    field = "unspent" if name == "xp" else name
    look = of_sheet(sheet.name, lambda each: getattr(each, field))
    steps = [step for step in watch(moment.read_counting(*EXPERIENCE, about=sheet.name), look) if step.moved]
    total = getattr(sheet, field)
    awarded = [step for step in steps if isinstance(step.recorded.event, XpAwarded) and field in ("unspent", "awarded")]
    noted = [step for step in awarded if is_from_notes(moment.campaign.state, step.recorded.seq)]
    shares = tell_shares(sheet.awarded, sum(step.after - step.before for step in noted))
    return Why(
        sheet.name,
        name,
        "account",
        total,
        f"{sheet.name} has {plain(total)} XP {ACCOUNT[name]}",
        tuple(cause(moment, s.recorded, s.after - s.before, (plain(s.before), plain(s.after))) for s in steps),
        (*([debt_text(total)] if total < 0 else []), *([shares] if shares else [])),
    )


def debt_text(unspent: int) -> str:
    """Explain a negative balance."""
    return f"a debt of {-unspent} XP, which later awards pay first"


def explain_item(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain how many of a thing a character carries, in any place, by what was given, passed on and dropped."""
    key = name.casefold()
    steps = [
        step for step in watch(moment.read_counting(*THINGS), of_sheet(sheet.name, count_items(key))) if step.moved
    ]
    total = count_items(key)(sheet)
    lines = [line for line in inventory(sheet) if line.item.casefold() == key and line.within]
    places = [f"{line.quantity} in {line.within}" for line in lines]
    return Why(
        sheet.name,
        name,
        "item",
        total,
        f"{sheet.name} has {count(total, name) if total else f'no {name}'}",
        tuple(item_cause(moment, step, name) for step in steps),
        (join_names(places),) if places else (),
    )


def count_items(key: str) -> Callable[[Sheet], int]:
    """Return a function that counts the things of a name, in lower case, on a sheet."""
    return lambda sheet: sum(stack.quantity for stack in sheet.stacks.values() if stack.name.casefold() == key)


def item_cause(moment: Moment, step: ValueStep, name: str) -> Cause:
    """Return an event that changed the count of a thing, perhaps by moving its container, as a cause."""
    text = tell_cause(moment, step.recorded)
    moved = step.after - step.before
    if getattr(step.recorded.event, "name", name).casefold() != name.casefold():
        text += f", with {count(abs(moved), name)} in it"
    return cause(moment, step.recorded, moved, (str(step.before), str(step.after)), text=text)
