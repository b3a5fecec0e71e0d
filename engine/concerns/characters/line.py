"""Write events about characters as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.characters.commands import Approve, CreateNpc, CreatePc, SetCharacteristic
from engine.concerns.characters.events import CharacterApproved, CharacterCreated, CharacteristicSet
from engine.concerns.ships.commands import CreateShip
from engine.line import Before
from engine.registry import as_line


@as_line(CharacterCreated)
def _character(event: CharacterCreated, before: Before) -> Iterable[object]:
    player = None if event.player is None else event.player
    npc = CreateShip(event.name) if event.ship else CreateNpc(event.name)
    yield CreatePc(event.name, player) if event.kind == "pc" else npc


@as_line(CharacteristicSet)
def _characteristic(event: CharacteristicSet, before: Before) -> Iterable[object]:
    """Yield the line of a characteristic, unless the line that created a ship says it already."""
    if before.copy.sheets[event.character].characteristics.get(event.name) != event.text:
        yield SetCharacteristic(event.character, event.name, event.text)


@as_line(CharacterApproved)
def _approved(event: CharacterApproved, before: Before) -> Iterable[object]:
    yield Approve(event.character)
