"""Write events about characters as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.characters.commands import Approve, CreateNpc, CreatePc, SetCharacteristic
from engine.concerns.characters.events import CharacterApproved, CharacterCreated, CharacteristicSet
from engine.line import Before
from engine.registry import as_line


@as_line(CharacterCreated)
def _character(event: CharacterCreated, before: Before) -> Iterable[object]:
    player = None if event.player is None else event.player
    yield CreatePc(event.name, player) if event.kind == "pc" else CreateNpc(event.name)


@as_line(CharacteristicSet)
def _characteristic(event: CharacteristicSet, before: Before) -> Iterable[object]:
    yield SetCharacteristic(event.character, event.name, event.text)


@as_line(CharacterApproved)
def _approved(event: CharacterApproved, before: Before) -> Iterable[object]:
    yield Approve(event.character)
