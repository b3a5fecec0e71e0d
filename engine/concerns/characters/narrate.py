"""Sentences for events about characters."""

from __future__ import annotations

from engine.concerns.characters.events import CharacterApproved, CharacterCreated, CharacteristicSet
from engine.registry import narrates


@narrates(CharacterCreated)
def _character(event: CharacterCreated) -> str:
    called = "a player character" if event.kind == "pc" else "a ship" if event.ship else "an NPC"
    who = f", played by {event.player}" if event.player else f" as {called}"
    return f"{event.name} joins{who}"


@narrates(CharacteristicSet)
def _characteristic(event: CharacteristicSet) -> str:
    return f"{event.character}'s {event.name}: {event.text}"


@narrates(CharacterApproved)
def _approved(event: CharacterApproved) -> str:
    return f"{event.character} is approved"
