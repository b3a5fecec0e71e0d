"""Write events about XP and free practice as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.experience.commands import (
    AnswerQuestion,
    AnswerQuestions,
    Award,
    Bonus,
    FixPracticeRate,
    Forfeit,
    Raise,
    Share,
    Spend,
)
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
from engine.concerns.experience.sheet import paid_level
from engine.line import Before
from engine.registry import as_line


@as_line(PracticeRateFixed)
def _rate(event: PracticeRateFixed, before: Before) -> Iterable[object]:
    yield FixPracticeRate(event.amount, event.unit, event.xp)


@as_line(XpAwarded)
def _award(event: XpAwarded, before: Before) -> Iterable[object]:
    """Yield the command of an award, or nothing if a rule grants it again by itself."""
    if event.question:
        yield AnswerQuestion(event.character, event.question, yes=True)
    elif event.answers:
        yield AnswerQuestions((event.character,), event.answers)
    elif not event.source:
        yield Award((event.character,), event.amount, event.reason)


@as_line(QuestionDenied)
def _denied(event: QuestionDenied, before: Before) -> Iterable[object]:
    yield AnswerQuestion(event.character, event.question, no=True)


@as_line(XpAllocated)
def _allocation(event: XpAllocated, before: Before) -> Iterable[object]:
    """Yield a raise or an expense, with the permission that it takes.

    Earlier versions required none if practice was paid while a level waited.
    """
    permitted = event.level is not None or paid_level(before.copy.sheets[event.character], event.trait) is not None
    if event.level is not None or event.after:
        yield Raise(event.character, event.trait, permitted, event.after, event.pending)
        return
    yield Spend(event.character, (Share(event.amount, event.trait),), permitted)


@as_line(XpTaken)
def _taken(event: XpTaken, before: Before) -> Iterable[object]:
    yield Forfeit(event.character, event.amount, event.kind == BEFORE, event.reason)


@as_line(BonusGranted)
def _bonus(event: BonusGranted, before: Before) -> Iterable[object]:
    """Yield the command of a bonus, or nothing if a property grants it again."""
    if not event.source or event.source not in before.copy.sheets[event.character].gifts_taken:
        yield Bonus(event.character, event.amount, event.trait, event.reason)


@as_line(TraitRaised)
def _raised(event: TraitRaised, before: Before) -> Iterable[object]:
    if event.paid is None:  # otherwise the line that reaches the goal raises it
        yield Raise(event.character, event.trait, True, event.after, free=True)
