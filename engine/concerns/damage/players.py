"""Reduce events about damage, wounds and scale to the parts that players see."""

from __future__ import annotations

from engine.concerns.damage.events import DamageDealt, ScaleSet, WoundHealed
from engine.players import Reduced, Seen, blank_fields, reduces, seen_whole
from engine.value import evolve

seen_whole(WoundHealed, ScaleSet)


@reduces(DamageDealt, in_the_open=True)
def reduce_damage(event: DamageDealt, seen: Seen) -> Reduced:
    """Leave out a hidden character's damage rating, a hidden attacker's parts, and a secret roll with its part.

    Players saw who was hit. A wound is felt, whoever rolled for it, but not that of a hidden character.
    """
    blanks: set[str] = {"rating", "dr", "points"} if seen.hides_level(event.character) else set()
    if seen.hides_level(event.attacker):
        blanks |= {"parts", "weapon"}
    found = blank_fields(event, blanks) if blanks else Reduced(event)
    if seen.is_hidden(event.character) or not (seen.is_unnamed(event.of) or seen.is_unnamed(event.rolled)):
        return found
    event = evolve(found.event, of=None, rolled=None, parts=(), attacker=None, weapon=None)
    return Reduced(event, found.blanks | {"parts", "attacker", "weapon"})
