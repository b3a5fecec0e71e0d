"""Write events about damage, wounds and scale as the commands to record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.damage.commands import DealDamage, SetScale
from engine.concerns.damage.events import WOUNDS, DamageDealt, ScaleSet, WoundHealed
from engine.concerns.tracks.commands import Clear
from engine.line import Before, Unsayable, find_number
from engine.registry import as_line
from engine.rules.parts import BANS, SAID


@as_line(DamageDealt)
def _dealt(event: DamageDealt, before: Before) -> Iterable[object]:
    amount = next((part.value for part in event.parts if part.source == SAID), None)
    of = None if event.of is None else find_number(event.of, before)
    other = None if event.rolled is None else find_number(event.rolled, before)
    if of is None:
        of, other = other, None
    typed = next((part for part in event.rating if part.source == SAID), None)
    ban = typed.reason if typed and typed.reason in BANS else ""
    armour = typed.value if typed and not ban else None
    yield DealDamage(
        event.character, amount, event.attacker, event.weapon, roll=of, other=other, ban=ban, armour=armour
    )


@as_line(WoundHealed)
def _healed(event: WoundHealed, before: Before) -> Iterable[object]:
    alike = [each.number for each in WOUNDS.of(before.state.sheets[event.character]) if each.name == event.name]
    if alike[-1:] != [event.wound]:
        raise Unsayable("a later wound of that name is there")
    yield Clear(event.character, where=event.name, reason=event.reason)


@as_line(ScaleSet)
def _scale(event: ScaleSet, before: Before) -> Iterable[object]:
    yield SetScale(event.character, event.scale)
