"""Sentences for events about damage, wounds and scale."""

from __future__ import annotations

from engine.concerns.damage.events import FROM_ROLLS, DamageDealt, ScaleSet, WoundHealed
from engine.registry import narrates
from engine.rules.outcome import add_up
from engine.text import because, list_terms, plain


@narrates(DamageDealt)
def _dealt(event: DamageDealt) -> str:
    wound = event.wound or "no wound"
    taken = f"{event.character} takes {damage_text(event)}"
    if not event.rating:
        return f"{taken}: {wound}"
    off = add_up(event.rating)
    called = "armour" if event.dr is None else "DR"
    left = event.damage - off
    return f"{taken} − {called} {plain(off)} ({list_terms(event.rating)}) = {plain(left)}: {wound}"


def damage_text(event: DamageDealt) -> str:
    """Return the damage and the terms of its sum, last what the roll gives, with the roll behind it."""
    roll = f"#{event.of}" if event.of else ""
    parts = sorted(event.parts, key=lambda part: part.source in FROM_ROLLS)
    alone = not event.parts or (len(event.parts) == 1 and not event.parts[0].reason)
    source = roll if alone else f"{list_terms(parts)}{roll and f' of {roll}'}"
    return f"{plain(event.damage)}{because(source)}"


@narrates(WoundHealed)
def _healed(event: WoundHealed) -> str:
    return f"{event.character}'s {event.name} wound of #{event.wound} heals{because(event.reason)}"


@narrates(ScaleSet)
def _scale(event: ScaleSet) -> str:
    return f"{event.character} has scale {plain(event.scale)}"
