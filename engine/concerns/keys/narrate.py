"""Sentences for events about keys."""

from __future__ import annotations

from engine.concerns.keys.events import KeyHit, KeySwapped
from engine.registry import narrates
from engine.text import because


@narrates(KeyHit)
def _hit(event: KeyHit) -> str:
    return f"{event.character} hits the key {event.key}{because(event.reason)}"


@narrates(KeySwapped)
def _swapped(event: KeySwapped) -> str:
    return f"{event.character} swaps the key {event.key} for {event.other}"
