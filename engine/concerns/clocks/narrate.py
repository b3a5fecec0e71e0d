"""Sentences for events about fights and rounds."""

from __future__ import annotations

from engine.concerns.clocks.events import FightBegan, FightEnded, RoundBegan
from engine.registry import narrates


@narrates(FightBegan)
def _fight(event: FightBegan) -> str:
    return f"A fight begins{f': {event.title}' if event.title else ''}"


@narrates(RoundBegan)
def _round(event: RoundBegan) -> str:
    return f"Round {event.number}"


@narrates(FightEnded)
def _fight_end(event: FightEnded) -> str:
    return "The fight ends"
