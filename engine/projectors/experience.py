"""The XP of every character: awards as lots, what was drawn from them, and the practice in each trait."""

from attrs import evolve

from engine.events import BonusGranted, CheckResolved, ContestResolved, TraitGiven, XpAllocated, XpAwarded
from engine.projectors.registry import projects
from engine.state import Practice, Sheet, State

UNPRACTISED = Practice()


def practise(sheet: Sheet, trait: str, *, spent: int = 0, bonus: int = 0, steps: int = 0) -> None:
    """Add to the sheet's practice in a trait, begun if there was none."""
    had = sheet.practice.get(trait, UNPRACTISED)
    sheet.practice[trait] = Practice(had.given, had.upto, had.spent + spent, had.bonus + bonus, had.steps + steps)


@projects(TraitGiven)
def trait_given(state: State, event: TraitGiven, seq: int) -> None:
    practice = state.sheets[event.character].practice
    practice[event.trait] = evolve(practice.get(event.trait, UNPRACTISED), given=event.level, upto=event.upto)


@projects(XpAwarded)
def xp_awarded(state: State, event: XpAwarded, seq: int) -> None:
    sheet = state.sheets[event.character]
    sheet.awarded += event.amount
    sheet.lots[seq] = event.amount
    if event.only is not None:
        sheet.limits[seq] = event.only
    if not event.source:  # what a rule brings by itself is no chunk of the story that ended (PF-25)
        sheet.used.clear()


@projects(XpAllocated)
def xp_allocated(state: State, event: XpAllocated, seq: int) -> None:
    """What is drawn from an award that is not there (it was taken back, and this was kept) is a debt."""
    sheet = state.sheets[event.character]
    sheet.spent += event.amount
    practise(sheet, event.trait, spent=event.amount, steps=event.level is not None)
    for award, amount in event.draws:
        left = sheet.lots.get(award, 0) - amount
        if left:
            sheet.lots[award] = left
        else:
            sheet.lots.pop(award, None)


@projects(BonusGranted)
def bonus_granted(state: State, event: BonusGranted, seq: int) -> None:
    sheet = state.sheets[event.character]
    sheet.bonus += event.amount
    practise(sheet, event.trait, bonus=event.amount)
    if event.source:
        sheet.gifts_taken.add(event.source)


@projects(CheckResolved)
def check_resolved(state: State, event: CheckResolved, seq: int) -> None:
    """An ability counts as used whether or not the check succeeded (PF-25)."""
    sheet = state.sheets.get(event.character)
    if sheet is not None and event.trait is not None:
        sheet.used.add(event.trait)


@projects(ContestResolved)
def contest_resolved(state: State, event: ContestResolved, seq: int) -> None:
    for side in event.participants:
        if side.character in state.sheets:
            state.sheets[side.character].used.add(side.trait)
