"""Write events about rituals as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.magic.commands import MeetNeed, PerformRitual, PlanRitual
from engine.concerns.magic.events import NeedMet, RitualPerformed, RitualPlanned
from engine.line import Before
from engine.registry import as_line


@as_line(RitualPlanned)
def _planned(event: RitualPlanned, before: Before) -> Iterable[object]:
    yield PlanRitual(event.name, event.needs)


@as_line(NeedMet)
def _met(event: NeedMet, before: Before) -> Iterable[object]:
    yield MeetNeed(event.ritual, event.need, event.reason)


@as_line(RitualPerformed)
def _performed(event: RitualPerformed, before: Before) -> Iterable[object]:
    yield PerformRitual(event.ritual, event.character, event.reason)
