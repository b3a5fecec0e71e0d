"""Sentences for events about rituals."""

from __future__ import annotations

from engine.concerns.magic.events import NeedMet, RitualPerformed, RitualPlanned
from engine.registry import narrates
from engine.text import because, join_names


@narrates(RitualPlanned)
def _planned(event: RitualPlanned) -> str:
    return f"Ritual {event.name} needs {join_names(event.needs)}"


@narrates(NeedMet)
def _met(event: NeedMet) -> str:
    return f"Ritual {event.ritual} has {event.need}{because(event.reason)}"


@narrates(RitualPerformed)
def _performed(event: RitualPerformed) -> str:
    who = f"{event.character} performs the ritual {event.ritual}" if event.character else f"The ritual {event.ritual}"
    return f"{who}{' and it' if event.character else ''} works, without a roll{because(event.reason)}"
