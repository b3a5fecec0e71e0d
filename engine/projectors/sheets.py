"""Who the characters are, and what is true of them: characteristics, statuses and properties."""

from engine.events import (
    CharacterApproved,
    CharacterCreated,
    CharacteristicSet,
    CheckResolved,
    PointsChanged,
    PropertyGained,
    PropertyLost,
    SheetSigned,
    SlotTraded,
    StatusChanged,
)
from engine.projectors.registry import projects
from engine.state import Sheet, State


@projects(CharacterCreated)
def character_created(state: State, event: CharacterCreated, seq: int) -> None:
    sheet = Sheet(event.name, event.kind, event.player, approved=event.approved)
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


@projects(SlotTraded)
def slot_traded(state: State, event: SlotTraded, seq: int) -> None:
    state.sheets[event.character].trades.append(event.level)


@projects(CharacterApproved)
def character_approved(state: State, event: CharacterApproved, seq: int) -> None:
    state.sheets[event.character].approved = True


@projects(PointsChanged)
def points_changed(state: State, event: PointsChanged, seq: int) -> None:
    state.sheets[event.character].points += event.amount


@projects(CheckResolved)
def points_spent(state: State, event: CheckResolved, seq: int) -> None:
    """Fudge points that went into a roll (PO-23)."""
    if event.points and event.character in state.sheets:
        state.sheets[event.character].points -= event.points


@projects(SheetSigned)
def sheet_signed(state: State, event: SheetSigned, seq: int) -> None:
    state.sheets[event.character].signed = seq
