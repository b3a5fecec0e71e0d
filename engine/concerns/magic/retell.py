"""How a narrator tells events about rituals."""

from __future__ import annotations

from engine.concerns.magic.events import NeedMet, RitualPerformed, RitualPlanned
from engine.retelling import ClauseTold, NewsTold, OpenTold, Telling, retells
from engine.text import because


@retells(RitualPlanned)
def _planned(event: RitualPlanned, telling: Telling) -> OpenTold:
    return OpenTold(event.name)


@retells(NeedMet)
def _met(event: NeedMet, telling: Telling) -> ClauseTold:
    return ClauseTold(f"{event.ritual} now has {event.need}", event.reason)


@retells(RitualPerformed)
def _performed(event: RitualPerformed, telling: Telling) -> NewsTold:
    worked = f"{event.ritual} worked{because(event.reason)}"
    return NewsTold(f"{telling.call(event.character)} performed it: {worked}" if event.character else worked)
