"""How a narrator tells events about XP and free practice."""

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
from engine.retelling import AwardTold, PurchaseTold, Telling, retells, says_nothing
from engine.text import plain

says_nothing(PracticeRateFixed, QuestionDenied)

#: The reasons of awards that rules brought about, by their source.
FOR_MISSES = "misses"
BY_RULE = {"miss": FOR_MISSES, "session": "the evening", "key": "keys"}


@retells(XpAwarded)
def _award(event: XpAwarded, telling: Telling) -> AwardTold:
    return AwardTold(event.character, event.amount, BY_RULE.get(event.source, event.reason))


@retells(XpTaken)
def _taken(event: XpTaken, telling: Telling) -> AwardTold | None:
    return None if event.kind == BEFORE else AwardTold(event.character, -event.amount, event.reason)


@retells(XpAllocated)
def _allocation(event: XpAllocated, telling: Telling) -> PurchaseTold:
    if event.pending:
        return PurchaseTold(event.character, "put", event.trait, event.amount, waits=event.after or "a goal")
    if event.level is None:
        return PurchaseTold(event.character, "put", event.trait, event.amount)
    return PurchaseTold(event.character, "raised", event.trait, event.amount, event.word or plain(event.level))


@retells(TraitRaised)
def _raised(event: TraitRaised, telling: Telling) -> PurchaseTold:
    to = plain(event.level) if event.level is not None else ""
    return PurchaseTold(event.character, "raised", event.trait, to=event.word or to)


@retells(BonusGranted)
def _bonus(event: BonusGranted, telling: Telling) -> PurchaseTold:
    return PurchaseTold(event.character, "got", event.trait, event.amount, unit="free XP")
