"""Recompute rolls from their recorded dice and from the sheets as they stood.

This is for rolls that fit at their place: their dice, faces and characters were checked already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import CriticalRuled
from engine.concerns.rolls.events import Act, CriticalDrawn, DiceRolled, ReactionRolled
from engine.concerns.uses.events import RollAltered, RollRerolled, Turning
from engine.concerns.uses.project import roll_to_turn
from engine.dice import read_dice
from engine.history.staleness import difficulty_now, find_contribution, turn
from engine.rules.contested import OneSide, SideOutcome
from engine.rules.ladder import Ladder
from engine.rules.outcome import (
    Outcome,
    add_up,
    base_of,
    critical_effect,
    degree,
    find_reading,
    in_full,
    loose_degree,
    natural,
    outcome_of_side,
    rank_sides,
    rules_of_roll,
    settle,
    total_of,
)
from engine.rules.parts import HIDDEN, SAID, Entrant, Part, Ranking
from engine.state import State
from engine.text import join_names, list_parts, plain
from engine.value import value

AnyRoll = Act | ReactionRolled | CriticalDrawn


@value
class Discrepancy:
    """A recorded value that does not follow: `what` is `found`, not `expected`.

    `rule` is `level-mismatch` or `modifier-mismatch` for the sheet's part, `outcome-mismatch` for the result. `why`
    says why `found` is impossible, if that is more than the expected value.
    """

    rule: str
    what: str
    expected: str | int | bool | None
    found: str | int | bool | None
    why: str = ""

    @property
    def text(self) -> str:
        """The discrepancy as a sentence."""
        return f"{self.what} is {spell_value(self.found)}, but {self.why or f'should be {spell_value(self.expected)}'}"


def spell_value(found: str | int | bool | None) -> str:
    """Write a value as people read it."""
    if isinstance(found, bool) or found is None:
        return {True: "success", False: "failure", None: "none"}[found]
    return plain(found) if isinstance(found, int) else found


def discrepancies(state: State, event: AnyRoll | Turning) -> Iterator[Discrepancy]:
    """Yield the values of a roll that do not follow, given the state when the dice fell."""
    match event:
        case DiceRolled():
            yield from _roll(state, event)
        case ReactionRolled():
            yield from _reaction(state, event)
        case CriticalDrawn():
            yield from _differ("the effect", critical_effect(state.rules, event.roll), event.effect)
        case CheckResolved():
            yield from _check(state, event)
        case ContestResolved():
            yield from _contest(state, event)
        case RollAltered() | RollRerolled() | CriticalRuled():
            yield from _check_turned(state, event)


def _check_turned(state: State, event: Turning) -> Iterator[Discrepancy]:
    """Check a fudge point's or a ruling's effect on a roll as it stood."""
    roll = roll_to_turn(state, event.character, event.of)
    if isinstance(event, RollRerolled):
        yield from _differ("the dice", roll.dice, event.dice)
    came = turn(state.rules, roll, event)
    if not isinstance(came, SideOutcome) or event.ranking is None:
        yield from _outcome(event, came, roll.difficulty if isinstance(roll, CheckResolved) else 0)
        return
    yield from _outcome(event, came, event.total - came.margin)
    assert isinstance(roll, OneSide)
    yield from _differ_in_order(roll.contest.participants, came.ranking, event.ranking)


def _differ_in_order(sides: Sequence[Entrant], expected: Ranking, found: Ranking) -> Iterator[Discrepancy]:
    """Check the places, the winner, the ties and the lead of a contest (PF-54, PF-55)."""
    for side, place, recorded in zip(sides, expected.places, found.places, strict=True):
        yield from _differ(f"{side.character}'s place", place, recorded)
    yield from _differ("the winner", expected.winner or "nobody", found.winner or "nobody")
    yield from _differ("the tie for first", _names(expected.tied), _names(found.tied))
    yield from _differ("the lead", expected.relative, found.relative)


def _differ(what: str, expected: str | int | bool | None, found: str | int | bool | None) -> Sequence[Discrepancy]:
    return () if expected == found else (Discrepancy("outcome-mismatch", what, expected, found),)


def _degree(what: str, expected: str | None, found: str | None) -> Sequence[Discrepancy]:
    return _differ(what, expected or "no word", found or "no word")


def _critical(what: str, expected: str | None, found: str | None) -> Sequence[Discrepancy]:
    return _differ(what, expected or "nothing", found or "nothing")


def _check_called(state: State, what: str, level: int, found: str | None) -> Sequence[Discrepancy]:
    """Check the name of a level, which older logs do not record."""
    if found is None:
        return ()
    return _degree(f"the word for {what}", Ladder.of(state.rules).name(level), found)


def _roll(state: State, event: DiceRolled) -> Iterator[Discrepancy]:
    dice = read_dice(event.dice)
    yield from _differ("the total", in_full(state.rules, dice, add_up(event.modifiers), event.roll), event.total)
    yield from _degree("the rolled degree", loose_degree(state.rules, dice, event.total), event.degree)


def _reaction(state: State, event: ReactionRolled) -> Iterator[Discrepancy]:
    if event.automatic is not None:  # it was set, and nothing was rolled
        return
    total = total_of(state.rules, read_dice(event.dice), event.base + add_up(event.modifiers), event.roll)
    yield from _differ("the total", total, event.total)
    yield from _degree("the rolled degree", Ladder.of(state.rules).degree(event.total), event.degree)
    yield from _differ("the reading", find_reading(state.rules, event.total), event.reading)


# --- a check ---------------------------------------------------------------------------------------------------


def _check(state: State, event: CheckResolved) -> Iterator[Discrepancy]:
    yield from _check_brought(state, event, event.reading)
    yield from _opposition(state, event)
    yield from _differ("the difficulty", add_up(event.difficulty_parts), event.difficulty)
    yield from _check_called(state, "the difficulty", event.difficulty, event.against)
    if event.roll is None:
        yield from _differ("the total", event.level + add_up(event.modifiers), event.total)
        yield from _differ("the margin", event.total - event.difficulty, event.margin)
        return
    rules = rules_of_roll(state.rules, event.override)
    dice = read_dice(event.dice)
    base = base_of(dice, event.level, event.modifiers)
    yield from _outcome(event, settle(rules, dice, base, event.roll, event.difficulty), event.difficulty)


def _outcome(event: CheckResolved | Turning, expected: Outcome, difficulty: int) -> Iterator[Discrepancy]:
    """Check the result against that of the recorded numbers by the rules in force."""
    yield from _differ("the total", expected.total, event.total)
    yield from _differ("the margin", event.total - difficulty, event.margin)
    yield from _differ("the outcome", expected.success, event.success)
    yield from _critical("the critical result", expected.critical, event.critical)
    yield from _degree("the rolled degree", expected.degree, event.degree)
    if event.outcome or not isinstance(expected, SideOutcome):  # contests of earlier versions have no such word
        yield from _differ("what the outcome is called", expected.outcome or "nothing", event.outcome or "nothing")


def _opposition(state: State, event: CheckResolved) -> Iterator[Discrepancy]:
    """Compare the recorded parts of D with those of an opponent's sheet."""
    if event.opponent is None or event.opposing is None or not event.difficulty_parts:
        return
    found, *factors = event.difficulty_parts
    expected, *others = difficulty_now(state, event)
    if expected.value != found.value:
        yield Discrepancy("level-mismatch", f"{event.opponent}'s {event.opposing}", expected.value, found.value)
    if others != factors:
        what = f"what {event.opponent}'s sheet adds to the difficulty"
        lent = (list_parts(part for part in each if part.source not in (SAID, HIDDEN)) for each in (others, factors))
        yield Discrepancy("modifier-mismatch", what, *(text or "nothing" for text in lent))


# --- a contest -------------------------------------------------------------------------------------------------


def _contest(state: State, event: ContestResolved) -> Iterator[Discrepancy]:
    for side in event.participants:
        yield from _side(state, event, side)
    yield from _check_ranking(state, event)
    for least, word in ((event.least, event.against), *((side.least, side.against) for side in event.participants)):
        if least is not None:
            yield from _check_called(state, "the level to reach", least, word)


def _side(state: State, event: ContestResolved, side: Entrant) -> Iterator[Discrepancy]:
    rules = rules_of_roll(state.rules, event.override)
    yield from _check_brought(state, side, event.reading)
    dice = read_dice(side.dice or event.dice)
    base = base_of(dice, side.level, side.modifiers)
    yield from _differ(f"{side.character}'s total", total_of(state.rules, dice, base, side.roll), side.total)
    critical = natural(rules, dice, side.roll)
    yield from _critical(f"{side.character}'s critical result", critical, side.critical)
    yield from _degree(f"{side.character}'s degree", degree(rules, side.total, side.critical), side.degree)


def _check_ranking(state: State, event: ContestResolved) -> Iterator[Discrepancy]:
    """Check how a contest ends, by the totals of its sides."""
    sides = event.participants
    order = rank_sides(rules_of_roll(state.rules, event.override), sides, event.least, event.reading)
    recorded = Ranking(tuple(side.place for side in sides), event.winner, event.tied, event.relative)
    yield from _differ_in_order(sides, order, recorded)
    for side in sides:
        if side.outcome:
            word = outcome_of_side(state.rules, sides, side, event.winner)
            yield from _differ(f"what {side.character}'s outcome is called", word or "nothing", side.outcome)


def _names(names: Sequence[str]) -> str:
    return join_names(names) if names else "nobody"


# --- what a sheet brings -------------------------------------------------------------------


def _check_brought(state: State, side: CheckResolved | Entrant, reading: int) -> Iterator[Discrepancy]:
    """Check the level and the untyped parts of A against the sheet as it stood."""
    what = f"{side.character}'s {side.trait or 'level without an ability'}"
    now = find_contribution(state, side, reading)
    level = now.level - side.deduction
    if level != side.level:
        yield Discrepancy("level-mismatch", what, level, side.level)
    elif (now.unmodified, now.level_modifiers) != (side.unmodified, side.level_modifiers):
        sums = (_sum_text(each.unmodified, each.level_modifiers) for each in (now, side))
        yield Discrepancy("level-mismatch", what, *sums)
    if now.modifiers != side.modifiers:
        lent = (
            list_parts(part for part in each.modifiers if part.source not in (SAID, HIDDEN)) for each in (now, side)
        )
        yield Discrepancy(
            "modifier-mismatch", f"what {side.character}'s sheet adds", *(text or "nothing" for text in lent)
        )


def _sum_text(unmodified: int, modifiers: Sequence[Part]) -> str:
    return f"{plain(unmodified)} and {list_parts(modifiers) or 'nothing more'}"
