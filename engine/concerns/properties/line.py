"""Write events about properties as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.concerns.keys.commands import DefineKey
from engine.concerns.properties.commands import (
    Clause,
    DefineFault,
    DefineGift,
    DefineProperty,
    Gain,
    LevelChange,
    Lose,
    ThingBrought,
)
from engine.concerns.properties.events import PropertyDefined, PropertyGained, PropertyLost
from engine.line import Before, Unsayable, find_number
from engine.registry import as_line
from engine.rules.parts import Effect
from engine.value import evolve


@as_line(PropertyDefined)
def _property(event: PropertyDefined, before: Before) -> Iterable[object]:
    levels = [effect for effect in event.effects if effect.target == "level"]
    actions = [effect for effect in event.effects if effect.target != "level"]
    if event.kind == "key":
        yield DefineKey(event.name, event.cause)
        return
    if event.kind != "property" and not event.effects:
        names = (event.name,)
        yield DefineGift(names) if event.kind == "gift" else DefineFault(names)
        return
    if len(event.gifts) > 1:
        raise Unsayable("one line cannot say all that it does")
    gift = event.gifts[0] if event.gifts else None
    said = DefineProperty(
        event.name,
        bonus=gift.amount if gift else None,
        practice=gift.trait if gift else None,
        gift=event.kind == "gift",
        fault=event.kind == "fault",
        things=tuple(ThingBrought(each.item, each.quantity) for each in event.things),
    )
    if len(actions) > 1 or len({effect.when for effect in event.effects}) > 1:
        yield evolve(said, clauses=tuple(clauses_of(event.effects)))
        return
    yield evolve(
        said,
        changes=tuple(LevelChange(trait, effect.value) for effect in levels for trait in effect.on),
        action=actions[0].value if actions else None,
        traits=actions[0].on if actions else (),
        tag=event.effects[0].when if event.effects else None,
    )


def clauses_of(effects: Iterable[Effect]) -> Iterator[Clause]:
    """Yield each effect with its own condition, those without one last.

    A condition at the end of the line would be read as that of all of them.
    """
    for effect in sorted(effects, key=lambda each: each.when is None):
        if effect.target == "level":
            yield from (Clause(trait, effect.value, tag=effect.when) for trait in effect.on)
        else:
            yield Clause(None, effect.value, effect.on, effect.when)


@as_line(PropertyGained)
def _gained(event: PropertyGained, before: Before) -> Iterable[object]:
    lasts = None if event.lasts is None else find_number(event.lasts, before)
    yield Gain(event.character, event.property, event.until, event=lasts)


@as_line(PropertyLost)
def _lost(event: PropertyLost, before: Before) -> Iterable[object]:
    if not event.clock:  # otherwise the line that ends the clock ends it
        yield Lose(event.character, event.property)
