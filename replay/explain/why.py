"""Explain a value on a sheet by its events alone, with the effect of each.

Every answer is found in one way: fold the events that may bear on the value, and read the value before and after each.
So the effects add up to the value, whatever its parts are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.concerns.belongings.decide import numbered_thing
from engine.concerns.belongings.events import ItemGiven, ItemPassed
from engine.concerns.counters.events import COUNTERS
from engine.concerns.tracks.sheet import tracks_of
from engine.known import every_trait, the_sheet
from engine.refusal import Refused, did_you_mean, nearest
from engine.rules.creation import shown_traits
from engine.rules.ruleset import describe_rules
from engine.sheet import own_values
from engine.state import Sheet
from engine.text import in_quotes, quote
from engine.value import evolve
from replay.explain.answer import Why
from replay.explain.facts import (
    ACCOUNT,
    explain_account,
    explain_characteristic,
    explain_item,
    explain_joining,
    explain_player,
    explain_property,
    explain_rule,
    explain_status,
    explain_track,
)
from replay.explain.shown import explain_counter, explain_passing, once_shown, parts_shown, shown_value
from replay.explain.traits import explain_modified, explain_trait
from replay.moment import Moment

#: Kinds of values whose names have to be typed in full.
IN_FULL = ("account", "modified", "shown", "rule", "player", "character")

#: The words that a sheet and a report have for parts of the XP account.
LABELS = {"to spend": "unspent", "free": "bonus", "free practice": "bonus", "xp to spend": "unspent"}


def why(moment: Moment, character: str, name: str) -> Why:
    """Explain a value of a sheet. Raise Refused for an unknown character or value."""
    moment.campaign.prove()
    sheet = the_sheet(moment.state, character)
    kind, known = the_value(moment, sheet, LABELS.get(name.casefold(), name))
    found = ANSWERS[kind](moment, sheet, known)
    others = tuple(tell_namesakes(values_of(moment, sheet), sheet.name, kind, known))
    return evolve(found, notes=(*found.notes, *others)) if others else found


def tell_namesakes(values: Iterable[tuple[str, str]], character: str, kind: str, name: str) -> Iterator[str]:
    """Yield how to ask for other values with the same name."""
    alike = ((full, each) for full, each in values if full.casefold() == name.casefold())
    for full, other in dict.fromkeys(each for each in alike if each[1] not in (kind, "rule", "character")):
        asked = f"why {quote(character)} {in_quotes(f'{other} {full}')}"
        yield f"“{asked}” explains the {other} of this name"


def the_value(moment: Moment, sheet: Sheet, name: str) -> tuple[str, str]:
    """Return the kind and full name of a value. Raise Refused if no value or several match.

    The kind before the name, as in “characteristic Chess”, tells values of one name apart.
    """
    every = list(values_of(moment, sheet))
    known = dict(every)
    for full, kind in every:
        if name.casefold().strip() == f"{kind} {full}".casefold():
            return kind, full
    thing = numbered_thing(sheet, name)
    if thing is not None:
        return "item", thing.name
    found = value_called(name, known)
    if found is None:  # it may be a thing that was carried once
        found = value_called(name, dict.fromkeys(ever_carried(moment, sheet.name), "item"))
    if found is None:
        found = value_called(name, dict.fromkeys(once_shown(moment, sheet, name), "shown"))
    if found is None:
        parts = dict(parts_shown(moment, sheet))
        part = value_called(name, dict.fromkeys(parts, "part"))
        found = None if part is None else parts[part[1]]
    if found is not None:
        return found
    close = nearest(name, known)
    hint = did_you_mean(close) if close else "ask for an ability, xp, a status, a property, an effect or an item"
    raise Refused(f"{sheet.name}'s sheet shows no “{name}”", about="name", hint=hint)


def value_called(name: str, known: Mapping[str, str]) -> tuple[str, str] | None:
    """Return kind and full name of the one value with this beginning, or None. Raise Refused if several match."""
    typed = name.casefold().strip()
    whole = [(kind, each) for each, kind in known.items() if each.casefold() == typed]
    whole = [found for found in whole if found[1] == name.strip()] or whole
    begun = [(k, each) for each, k in known.items() if each.casefold().startswith(typed) and k not in IN_FULL]
    if not whole and len(begun) > 1:
        raise Refused(f"“{name}” could be {' or '.join(each for _, each in begun[:6])}", about="name")
    return next(reversed(whole or begun), None)


def values_of(moment: Moment, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the name and kind of every value that a sheet can show. If two share a name, the last one wins."""
    now = moment.campaign.state
    yield from ((key, "rule") for key in describe_rules())
    yield from ((name, "shown") for name, held in own_values(moment.state, sheet).items() if held is not None)
    yield from (("player", "player"), ("name", "character"), ("kind", "character"))
    yield from ((name, "characteristic") for name in sheet.characteristics)
    yield from ((stack.name, "item") for stack in sheet.stacks.values())
    yield from ((name, "property") for name in (*moment.state.properties, *now.properties))
    yield from ((name, "counter") for name in (*COUNTERS.of(moment.state), *COUNTERS.of(now)))
    yield from ((name, "track") for name in tracks_of(moment.state, sheet))
    yield from ((name, "status") for name in (*moment.state.statuses, *now.statuses))
    yield from ((f"modified {name}", "modified") for name in shown_traits(moment.state, sheet))
    yield from ((name, "trait") for name in (*shown_traits(moment.state, sheet), *every_trait(now)))
    yield from ((name, "account") for name in ACCOUNT)


def ever_carried(moment: Moment, character: str) -> Iterator[str]:
    """Yield the names of the things that a character ever had."""
    for each in moment.read_counting(ItemGiven, ItemPassed, about=character):
        if isinstance(each.event, ItemGiven | ItemPassed):
            yield each.event.name


ANSWERS: dict[str, Callable[[Moment, Sheet, str], Why]] = {
    "account": explain_account,
    "trait": explain_trait,
    "modified": explain_modified,
    "shown": shown_value,
    "effect": explain_passing,
    "item": explain_item,
    "status": explain_status,
    "counter": explain_counter,
    "track": explain_track,
    "property": explain_property,
    "characteristic": explain_characteristic,
    "player": explain_player,
    "character": explain_joining,
    "rule": explain_rule,
}
