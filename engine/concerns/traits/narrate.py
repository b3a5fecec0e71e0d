"""Sentences for events about traits and their levels at creation."""

from __future__ import annotations

from engine.concerns.traits.events import AbilityDefined, SlotTraded, TraitGiven
from engine.registry import narrates
from engine.text import because, plain


@narrates(AbilityDefined)
def _ability(event: AbilityDefined) -> str:
    labels = ", ".join(f"{label.word} {label.level}" for label in event.labels)
    default = "" if event.default is None else f", {event.word or plain(event.default)} by default"
    return f"Ability {event.name}{because(labels)}{default}"


@narrates(TraitGiven)
def _trait(event: TraitGiven) -> str:
    level = f"{event.trait} {event.word or plain(event.level)}{because(event.role)}"
    return f"{event.character} is given {level}" if event.late else f"{event.character} starts with {level}"


@narrates(SlotTraded)
def _traded(event: SlotTraded) -> str:
    return f"{event.character} trades a trait at {event.word or plain(event.level)} for two that are a level lower"
