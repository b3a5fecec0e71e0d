"""Fold events about characters, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.concerns.characters.events import CharacterApproved, CharacterCreated, CharacteristicSet
from engine.known import list_players, the_sheet
from engine.refusal import Refused
from engine.registry import bears, projects, requires
from engine.state import Sheet, State


@projects(CharacterCreated)
def character_created(state: State, event: CharacterCreated, seq: int) -> None:
    """Add a sheet, with every status in its first state."""
    sheet = Sheet(event.name, event.kind, event.player, approved=event.approved)
    sheet.statuses = {name: status.start for name, status in state.statuses.items()}
    state.sheets[event.name] = sheet


@projects(CharacteristicSet)
def characteristic_set(state: State, event: CharacteristicSet, seq: int) -> None:
    """Set a characteristic."""
    state.sheets[event.character].characteristics[event.name] = event.text


@projects(CharacterApproved)
def character_approved(state: State, event: CharacterApproved, seq: int) -> None:
    """Mark a sheet as approved."""
    state.sheets[event.character].approved = True


@requires(CharacterCreated)
def name_is_free(state: State, event: CharacterCreated) -> None:
    """Refuse a second character with one name, and one that is neither a PC nor an NPC."""
    if event.kind not in ("pc", "npc"):
        raise Refused("a character is a pc or an npc", about="kind", value=event.kind)
    if event.ship and event.kind != "npc":
        raise Refused("a ship is an NPC", about="kind", value=event.kind)
    if event.name in state.sheets:
        raise Refused(f"there is a {event.name} already", about="name", value=event.name)


@requires(CharacteristicSet, CharacterApproved)
def character_is_there(state: State, event: CharacteristicSet | CharacterApproved) -> None:
    """Refuse an event about an unknown character."""
    the_sheet(state, event.character, "character")


@bears("character")
def characters_named(state: State) -> Iterable[str]:
    """Return everybody's name."""
    return state.sheets


@bears("player")
def players_named(state: State) -> Iterable[str]:
    """Return the players of characters."""
    return list_players(state)


@bears("characteristic")
def characteristics_named(state: State) -> Iterator[str]:
    """Yield the characteristics on any sheet."""
    yield from dict.fromkeys(name for sheet in state.sheets.values() for name in sheet.characteristics)
