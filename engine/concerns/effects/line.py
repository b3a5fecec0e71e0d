"""Write events about effects that pass as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.effects.commands import PassingEffect
from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.concerns.ships.commands import GiveQuality
from engine.line import Before, Unsayable, find_number
from engine.registry import as_line
from engine.rules.parts import ARMOUR, BANS, DAMAGE, NEXT_TURN
from engine.value import evolve


@as_line(EffectBegan)
def _began(event: EffectBegan, before: Before) -> Iterable[object]:
    if event.drawn:  # the line of the table begins it
        return
    quality = next((each for each in event.effects if each.target == "D" and not each.reason), None)
    if quality is not None and len(event.effects) == 1 and event.of is None and event.lasts is None:
        on, when = quality.on, quality.when
        yield GiveQuality(event.character, event.name, quality.value, on, when, event.until)
        return
    bans = tuple(each.target for each in event.effects if each.target in BANS)
    effects = [each for each in event.effects if each.target not in BANS]
    targets = [each.target for each in effects]
    hits = [each for each in effects if each.target in (DAMAGE, ARMOUR)]
    if (
        len(set(targets)) < len(targets)
        or not {"A", DAMAGE, ARMOUR}.issuperset(targets)
        or any(each.reason for each in effects)
        or any(each.on or each.when for each in hits)
    ):
        raise Unsayable("one line cannot say all that it does")
    of = None if event.of is None else find_number(event.of, before)
    lasts = None if event.lasts is None else find_number(event.lasts, before)
    timing, clock = (NEXT_TURN, "") if event.start else ("", event.until)
    command = PassingEffect(event.character, event.name, clock=clock, roll=of, event=lasts, bans=bans, timing=timing)
    for effect in effects:
        if effect.target == "A":
            command = evolve(command, action=effect.value, traits=effect.on, tag=effect.when)
        else:
            command = evolve(command, **{effect.target: effect.value})
    yield command


@as_line(EffectEnded)
def _ended(event: EffectEnded, before: Before) -> Iterable[object]:
    if not event.clock:  # otherwise the line that ends the clock ends it
        yield PassingEffect(event.character, event.name, ends=True)
