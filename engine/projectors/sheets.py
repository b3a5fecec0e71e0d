"""Who the characters are, and what is true of them: characteristics, statuses and properties."""

from engine.events import CharacterCreated, CharacteristicSet, PropertyGained, PropertyLost, SheetSigned, StatusChanged
from engine.projectors.registry import projects
from engine.state import Sheet, State


@projects(CharacterCreated)
def character_created(state: State, event: CharacterCreated, seq: int) -> None:
    sheet = Sheet(event.name, event.kind, event.player)
    sheet.statuses = {name: status.start for name, status in state.statuses.items()}
    state.sheets[event.name] = sheet


@projects(CharacteristicSet)
def characteristic_set(state: State, event: CharacteristicSet, seq: int) -> None:
    state.sheets[event.character].characteristics[event.name] = event.text


@projects(StatusChanged)
def status_changed(state: State, event: StatusChanged, seq: int) -> None:
    state.sheets[event.character].statuses[event.status] = event.state


@projects(PropertyGained)
def property_gained(state: State, event: PropertyGained, seq: int) -> None:
    state.sheets[event.character].properties[event.property] = seq


@projects(PropertyLost)
def property_lost(state: State, event: PropertyLost, seq: int) -> None:
    state.sheets[event.character].properties.pop(event.property, None)


@projects(SheetSigned)
def sheet_signed(state: State, event: SheetSigned, seq: int) -> None:
    state.sheets[event.character].signed = seq
