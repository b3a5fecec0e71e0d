"""Fold events about XP and free practice, and check their preconditions."""

from __future__ import annotations

from engine.concerns.experience.events import (
    BEFORE,
    LOST,
    BonusGranted,
    PracticeRateFixed,
    QuestionDenied,
    TraitRaised,
    XpAllocated,
    XpAwarded,
    XpTaken,
)
from engine.concerns.experience.sheet import PENDING_LEVELS, PendingLevel, must_be_unanswered, must_be_unpaid
from engine.concerns.goals.sheet import must_be_reached, the_goal
from engine.concerns.keys.sheet import sum_earned
from engine.known import countable, the_sheet, trait_to_be
from engine.own import Own
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.rules import growth
from engine.state import UNPRACTISED, Practice, Sheet, State

#: Pairs of award and amount.
Draws = tuple[tuple[int, int], ...]

#: The rate of practice that the latest one replaced; None for the first.
RATE_BEFORE: Own[PracticeRateFixed | None] = Own("practice rate before", None)


@projects(PracticeRateFixed)
def practice_rate_fixed(state: State, event: PracticeRateFixed, seq: int) -> None:
    """Store the rate, and the one that it replaces."""
    state.own[RATE_BEFORE] = state.practice_rate
    state.practice_rate = event


def practise(sheet: Sheet, trait: str, *, spent: int = 0, bonus: int = 0, steps: int = 0) -> None:
    """Add to a sheet's practice in a trait."""
    had = sheet.practice.get(trait, UNPRACTISED)
    now = had.spent + spent, had.bonus + bonus, had.steps + steps
    sheet.practice[trait] = Practice(had.given, had.upto, *now, had.role)


@projects(XpAwarded)
def xp_awarded(state: State, event: XpAwarded, seq: int) -> None:
    """Add the award, with all of it left, and forget which traits were used."""
    sheet = state.sheets[event.character]
    sheet.awarded += event.amount
    sheet.lots[seq] = event.amount
    if event.answers:
        sheet.answers[seq] = event.question or event.answers
    if event.only is not None:
        sheet.limits[seq] = event.only
    if not event.source:  # an award by a rule ends no chunk of the story (PF-25)
        sheet.used.clear()


@projects(QuestionDenied)
def question_denied(state: State, event: QuestionDenied, seq: int) -> None:
    """Remember that a question was answered."""
    state.sheets[event.character].answers[seq] = event.question


@projects(XpAllocated)
def xp_allocated(state: State, event: XpAllocated, seq: int) -> None:
    """Draw XP from awards. A draw from an award that was undone, while this stayed, is a debt."""
    sheet = state.sheets[event.character]
    sheet.spent += event.amount
    if event.pending and event.after:
        waits = PendingLevel(seq, event.after, event.trait, event.amount, event.level, event.word)
        sheet.own[PENDING_LEVELS] = (*PENDING_LEVELS.of(sheet), waits)
    else:
        practise(sheet, event.trait, spent=event.amount, steps=event.level is not None)
    _draw_from(sheet, event.draws)


@projects(XpTaken)
def xp_taken(state: State, event: XpTaken, seq: int) -> None:
    """Take XP from awards. A draw from an award that was undone, while this stayed, is a debt."""
    sheet = state.sheets[event.character]
    sheet.taken += event.amount
    _draw_from(sheet, event.draws)


def _draw_from(sheet: Sheet, draws: Draws) -> None:
    """Take amounts out of awards, and forget those that are used up."""
    for award, amount in draws:
        left = sheet.lots.get(award, 0) - amount
        if left:
            sheet.lots[award] = left
        else:
            sheet.lots.pop(award, None)


@projects(TraitRaised)
def trait_raised(state: State, event: TraitRaised, seq: int) -> None:
    """Put the XP in the trait that were paid before."""
    sheet = state.sheets[event.character]
    practise(sheet, event.trait, spent=event.amount, steps=event.level is not None)
    sheet.own[PENDING_LEVELS] = tuple(each for each in PENDING_LEVELS.of(sheet) if each.number != event.paid)


@projects(BonusGranted)
def bonus_granted(state: State, event: BonusGranted, seq: int) -> None:
    """Add free practice."""
    sheet = state.sheets[event.character]
    sheet.bonus += event.amount
    practise(sheet, event.trait, bonus=event.amount)
    if event.source:
        sheet.gifts_taken.add(event.source)


@requires(PracticeRateFixed)
def rate_is_possible(state: State, event: PracticeRateFixed) -> None:
    """Refuse a rate of nothing."""
    countable(event.amount)
    countable(event.xp, "xp")


@requires(XpAwarded)
def can_be_awarded(state: State, event: XpAwarded) -> None:
    """Refuse an award to nobody, or of nothing."""
    sheet = the_sheet(state, event.character, "character")
    countable(event.amount)
    if event.source == "key" and event.amount > sum_earned(state, sheet):
        raise Refused(f"{event.character} has hit too few keys for that", about="amount")
    if event.answers:
        must_be_unanswered(state, sheet, event.question, event.answers)


@requires(QuestionDenied)
def can_be_denied(state: State, event: QuestionDenied) -> None:
    """Refuse an answer of nobody's, or a second one."""
    must_be_unanswered(state, the_sheet(state, event.character, "character"), event.question)


@requires(BonusGranted)
def can_be_granted(state: State, event: BonusGranted) -> None:
    """Refuse free practice in what is no ability, or from a property that the character does not have."""
    sheet = the_sheet(state, event.character, "character")
    if event.source and event.source not in sheet.properties:
        raise Refused(f"{event.character} does not have {event.source}", about="source")
    trait_to_be(state, event.trait, "trait")
    countable(event.amount)


@requires(XpAllocated)
def can_be_allocated(state: State, event: XpAllocated) -> None:
    """Refuse to spend more than the awards hold, or on something that cannot be raised (PF-19, PF-25)."""
    sheet = the_sheet(state, event.character, "character")
    _must_hold(sheet, event.draws)
    for award, _ in event.draws:
        if event.trait not in sheet.limits.get(award, (event.trait,)):
            raise Refused(f"award #{award} cannot be spent on {event.trait}", about="trait", value=event.trait)
    trait_to_be(state, event.trait, "trait")
    countable(event.amount)
    _must_be_next(state, sheet, event)
    if event.after is not None:
        _must_be_due(state, event, event.after)


@requires(XpTaken)
def can_be_taken(state: State, event: XpTaken) -> None:
    """Refuse to take more than the awards hold."""
    _must_hold(the_sheet(state, event.character, "character"), event.draws)
    countable(event.amount)
    if event.kind not in (LOST, BEFORE):
        raise Refused(f"XP are not taken as “{event.kind}”", about="kind")


def _must_hold(sheet: Sheet, draws: Draws) -> None:
    """Refuse to draw more than the awards hold."""
    for award, amount in draws:
        left = max(0, sheet.lots.get(award, 0))
        if left < amount:
            raise Refused(f"#{award} has {left} XP left, not {amount}", about="amount")


def _must_be_due(state: State, event: XpAllocated, after: str) -> None:
    """Refuse a level before its goal is reached, or one that needs no goal (FL-135)."""
    found = the_goal(state, after, "goal")
    if found.hidden or not event.pending:
        must_be_reached(state, after, "goal")
    elif found.reached:
        raise Refused(f"{after} is reached, so nothing has to wait", about="pending", hint="leave out “pending”")


@requires(TraitRaised)
def was_paid_for(state: State, event: TraitRaised) -> None:
    """Refuse a level that nobody paid for, or whose goal is not reached (FL-135)."""
    sheet = the_sheet(state, event.character, "character")
    if event.paid is None:
        must_be_reached(state, event.after or "", "goal")
        _must_be_next(state, sheet, event)
        return
    found = next((each for each in PENDING_LEVELS.of(sheet) if each.number == event.paid), None)
    if found is None or (found.trait, found.amount) != (event.trait, event.amount):
        raise Refused(f"#{event.paid} paid for no such level of {event.trait}", about="trait")
    must_be_reached(state, found.goal, "trait")


def _must_be_next(state: State, sheet: Sheet, event: XpAllocated | TraitRaised) -> None:
    """Refuse a step that is not the next (FL-40), and practice in a game that raises traits by steps (PF-17)."""
    if (event.level is None) != (state.rules.growth == "practice"):
        raise Refused(f"the rule growth is {state.rules.growth} there", about="trait")
    if event.level is None:
        return
    must_be_unpaid(state, sheet, event.trait)
    if not sheet.is_trained(event.trait):
        raise Refused(f"{event.trait} is not on {event.character}'s sheet", about="trait", value=event.trait)
    if growth.standing_of(state.rules, sheet.practice.get(event.trait), event.trait).level + 1 != event.level:
        raise Refused(f"{event.word or event.level} is not the next level of {event.trait}", about="trait")
