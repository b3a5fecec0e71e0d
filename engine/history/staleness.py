"""Rolls whose numbers have changed since: reported with what they would have been, and never rolled again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved, Entrant
from engine.concerns.rolls.events import SAID, Part
from engine.dice import read_dice
from engine.rules.modifiers import ability, action_parts, helping
from engine.rules.outcome import base_of, ranked, settle, stacked, summed, total_of
from engine.state import State
from engine.value import value


@value
class Stale:
    """A roll that would have been made with other numbers.

    `recorded` and `corrected` are the level (L) then and by all that is known now; `margin` is what the check would
    have made it by (None in a contest); `outcome_changes` tells whether anything would have come of it.
    """

    seq: int
    character: str
    trait: str | None
    recorded: int
    corrected: int
    margin: int | None
    outcome_changes: bool


def stale(state: State, event: CheckResolved | ContestResolved, seq: int) -> Iterator[Stale]:
    """Yield what is stale in a check or contest, given the state that it would have been made in."""
    found = _check(state, event, seq) if isinstance(event, CheckResolved) else _contest(state, event, seq)
    if found is not None:
        yield found


def _check(state: State, event: CheckResolved, seq: int) -> Stale | None:
    level, parts = standing_of_roll(state, event.character, event.trait, event.when, event.modifiers, event)
    level -= event.deduction
    first, *factors = event.difficulty_parts
    difficulty = asked(state, event, first) + summed(factors)
    if level == event.level and parts == event.modifiers and difficulty == event.difficulty:
        return None
    if event.roll is None:
        margin = level + summed(parts) - difficulty
        return Stale(seq, event.character, event.trait, event.level, level, margin, False)
    dice = read_dice(event.dice)
    base = base_of(dice, level, parts)
    came = settle(state.rules, dice, base, event.roll, difficulty)
    return Stale(seq, event.character, event.trait, event.level, level, came.margin, came.success != event.success)


def asked(state: State, event: CheckResolved, first: Part) -> int:
    """Return the difficulty before its factors: the opponent's level, the rules' default, or what was typed."""
    if event.opponent is not None and event.opposing is not None:
        return standing_of_roll(state, event.opponent, event.opposing, event.when, ())[0]
    usual = state.rules.default_difficulty if first.source == "rules" else None
    return first.value if usual is None else usual


def _contest(state: State, event: ContestResolved, seq: int) -> Stale | None:
    moved = [_entrant(state, event.dice, side) for side in event.participants]
    pairs = zip(event.participants, moved, strict=True)
    first = next(((old, new) for old, new in pairs if (old.total, old.level) != (new.total, new.level)), None)
    if first is None:
        return None
    old, new = first
    winner = ranked(state.rules, moved, event.least).winner
    return Stale(seq, old.character, old.trait, old.level, new.level, None, winner != event.winner)


def _entrant(state: State, usual: str, side: Entrant) -> Entrant:
    """Return the side with the level and the total that it would have had with the same dice."""
    level, parts = standing_of_roll(state, side.character, side.trait, side.when, side.modifiers)
    if (level, parts) == (side.level, side.modifiers):
        return side
    dice = read_dice(side.dice or usual)
    base = base_of(dice, level, parts)
    return evolve(side, level=level, modifiers=parts, total=total_of(state.rules, dice, base, side.roll))


def standing_of_roll(
    state: State,
    character: str,
    trait: str | None,
    when: Sequence[str],
    recorded: Sequence[Part],
    check: CheckResolved | None = None,
) -> tuple[int, tuple[Part, ...]]:
    """Return L and the parts of A as they would be now. Keep typed modifiers; recompute those from the sheet."""
    sheet = state.sheets.get(character)
    said = tuple(part for part in recorded if part.source == SAID)
    if sheet is None:
        return 0, said
    own = None if trait is None else ability(state, sheet, trait, when)
    level = own.effective if own else state.rules.situational or 0
    if check is not None and check.chosen and own and trait and not sheet.trained(trait):
        level += check.unmodified - own.unmodified
    second = check.secondary if check else None
    helped = () if check is None or second is None else (helping(state, sheet, second, level - check.deduction, when),)
    return level, stacked(state.rules, (*action_parts(state, sheet, trait, when), *helped, *said))
