"""Sentences for events about XP and free practice."""

from __future__ import annotations

from engine.concerns.experience.events import (
    BonusGranted,
    PracticeRateFixed,
    QuestionDenied,
    XpAllocated,
    XpAwarded,
)
from engine.registry import narrates
from engine.text import because, listed


@narrates(PracticeRateFixed)
def _rate(event: PracticeRateFixed) -> str:
    return f"{event.amount} {event.unit} of dedicated practice is worth {event.xp} XP"


@narrates(XpAwarded)
def _award(event: XpAwarded) -> str:
    only = "" if event.only is None else f", for {listed(event.only)} only"
    return f"{event.character} is awarded {event.amount} XP{because(event.reason)}{only}"


@narrates(QuestionDenied)
def _denied(event: QuestionDenied) -> str:
    return f"{event.character} answers no{because(event.question)}"


@narrates(XpAllocated)
def _allocation(event: XpAllocated) -> str:
    to = f", now {event.word}" if event.word else ""
    return f"{event.character} puts {event.amount} XP in {event.trait}{to}"


@narrates(BonusGranted)
def _bonus(event: BonusGranted) -> str:
    return f"{event.character} gets {event.amount} free XP in {event.trait}{because(event.reason)}"
