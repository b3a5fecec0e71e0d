"""How a narrator tells events about statuses."""

from __future__ import annotations

from engine.concerns.statuses.events import StatusChanged, StatusDefined
from engine.retelling import ChangeTold, Telling, retells, says_nothing

says_nothing(StatusDefined)


@retells(StatusChanged)
def _changed(event: StatusChanged, telling: Telling) -> ChangeTold | None:
    if event.before == event.state:
        return None
    return ChangeTold(event.character, event.status, f"turned {event.state}", event.trigger)
