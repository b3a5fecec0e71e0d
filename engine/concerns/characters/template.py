"""Sections of a template about characters.

[[characters]]      name = "Nyrv", kind = "npc", player = "Ann", characteristics = { Eyes = "green" }, ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.characters.commands import CreateNpc, CreatePc, SetCharacteristic
from engine.refusal import Refused
from engine.registry import CHARACTER_SECTIONS, section
from engine.template import entry_type, template_commands
from engine.types import Characteristic, Name, Player, Text
from engine.value import value


@value
class Someone:
    """A character, apart from the sections about one."""

    name: Name
    kind: str = "pc"
    player: Player | None = None


def character_entries_type() -> Any:
    """Return the type of the section: it is known once every room has been asked."""
    return list[entry_type("CharacterEntry", CHARACTER_SECTIONS, Someone)]  # type: ignore[misc]


@section("characters", 90, character_entries_type)
def characters_section(found: list[Any]) -> Iterator[object]:
    """Yield the commands that create and describe each character. Raise Refused for an unknown kind."""
    for entry in found:
        yield creation(entry)
        yield from template_commands(entry, CHARACTER_SECTIONS, entry.name)


def creation(entry: Someone) -> object:
    """Return the command that creates a character. Raise Refused for a kind other than pc or npc."""
    if entry.kind not in ("pc", "npc"):
        raise Refused(f"{entry.name} is of kind {entry.kind!r}: a character is a pc or an npc", about="file")
    return CreatePc(entry.name, entry.player) if entry.kind == "pc" else CreateNpc(entry.name)


@section("characteristics", 10, dict[Characteristic, Text], of_character=True)
def characteristics_section(who: str, texts: dict[str, str]) -> Iterator[object]:
    """Yield a command for each characteristic."""
    for name, text in texts.items():
        yield SetCharacteristic(who, name, text)
