"""Sentences for events about XP and free practice."""

from __future__ import annotations

from engine.concerns.experience.events import (
    BEFORE,
    BonusGranted,
    PracticeRateFixed,
    QuestionDenied,
    TraitRaised,
    XpAllocated,
    XpAwarded,
    XpTaken,
)
from engine.registry import narrates
from engine.text import because, join_names


@narrates(PracticeRateFixed)
def _rate(event: PracticeRateFixed) -> str:
    return f"{event.amount} {event.unit} of dedicated practice is worth {event.xp} XP"


@narrates(XpAwarded)
def _award(event: XpAwarded) -> str:
    only = "" if event.only is None else f", for {join_names(event.only)} only"
    return f"{event.character} is awarded {event.amount} XP{because(event.reason)}{only}"


@narrates(QuestionDenied)
def _denied(event: QuestionDenied) -> str:
    return f"{event.character} answers no{because(event.question)}"


@narrates(XpAllocated)
def _allocation(event: XpAllocated) -> str:
    after = f" after {event.after}" if event.after else ""
    if event.pending:
        to = f" for {event.word}" if event.word else ""
        return f"{event.character} puts {event.amount} XP in {event.trait}{to}, pending: it rises{after}"
    to = f", now {event.word}" if event.word else ""
    return f"{event.character} puts {event.amount} XP in {event.trait}{to}{after}"


@narrates(XpTaken)
def _taken(event: XpTaken) -> str:
    if event.kind == BEFORE:
        return f"{event.character} spent {event.amount} XP before this log began{because(event.reason)}"
    return f"{event.character} loses {event.amount} XP{because(event.reason)}"


@narrates(TraitRaised)
def _raised(event: TraitRaised) -> str:
    to = f" to {event.word}" if event.word else ""
    after = f" after {event.after}" if event.after else ""
    how = f": the {event.amount} XP of #{event.paid}" if event.paid else after
    return f"{event.character}'s {event.trait} rises{to}{how}"


@narrates(BonusGranted)
def _bonus(event: BonusGranted) -> str:
    return f"{event.character} gets {event.amount} free XP in {event.trait}{because(event.reason)}"
