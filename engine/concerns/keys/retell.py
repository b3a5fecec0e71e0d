"""How a narrator tells events about keys."""

from __future__ import annotations

from engine.concerns.keys.events import KeyHit, KeySwapped
from engine.retelling import DeedTold, Telling, retells


@retells(KeyHit)
def _hit(event: KeyHit, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "hit the key", event.key, reason=event.reason)


@retells(KeySwapped)
def _swapped(event: KeySwapped, telling: Telling) -> DeedTold:
    return DeedTold(event.character, "swapped the key", event.key, f" for {event.other}")
