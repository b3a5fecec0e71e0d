"""Rolls whose numbers are no longer what they were: told with what they would have been, and never made anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import CheckResolved, ContestResolved, Entrant, Part
from engine.modifiers import ability, action_parts
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
    """What is stale in a check or contest, given the state that it would have been made in."""
    found = _check(state, event, seq) if isinstance(event, CheckResolved) else _contest(state, event, seq)
    if found is not None:
        yield found


def _check(state: State, event: CheckResolved, seq: int) -> Stale | None:
    level, parts = standing(state, event.character, event.trait, event.when, event.modifiers)
    level -= event.deduction
    difficulty = event.difficulty
    if event.opponent is not None and event.opposing is not None:
        other, _ = standing(state, event.opponent, event.opposing, event.when, ())
        difficulty += other - event.difficulty_parts[0].value
    moved = (level - event.level) + (_sum(parts) - _sum(event.modifiers)) - (difficulty - event.difficulty)
    if level == event.level and parts == event.modifiers and difficulty == event.difficulty:
        return None
    margin = event.margin + moved
    changes = event.automatic is None and (margin >= 0) != event.success
    return Stale(seq, event.character, event.trait, event.level, level, margin, changes)


def _contest(state: State, event: ContestResolved, seq: int) -> Stale | None:
    moved = [(side, *_entrant(state, side)) for side in event.participants]
    first = next(((side, level) for side, level, total in moved if total != side.total or level != side.level), None)
    if first is None:
        return None
    side, level = first
    best = max(total for _, _, total in moved)
    leaders = [each.character for each, _, total in moved if total == best]
    reached = event.least is None or best >= event.least
    winner = leaders[0] if len(leaders) == 1 and reached else None
    return Stale(seq, side.character, side.trait, side.level, level, None, winner != event.winner)


def _entrant(state: State, side: Entrant) -> tuple[int, int]:
    """The level and the total that a side would have had with the same dice."""
    level, parts = standing(state, side.character, side.trait, side.when, side.modifiers)
    return level, side.total + (level - side.level) + (_sum(parts) - _sum(side.modifiers))


def standing(
    state: State, character: str, trait: str | None, when: Sequence[str], recorded: Sequence[Part]
) -> tuple[int, tuple[Part, ...]]:
    """L and the parts of A that a roll would have had: what was typed stays, what the sheet brings is found anew."""
    sheet = state.sheets.get(character)
    typed = tuple(part for part in recorded if part.source == "typed")
    if sheet is None:
        return 0, typed
    level = 0 if trait is None else ability(state, sheet, trait, when).effective
    return level, (*action_parts(state, sheet, trait, when), *typed)


def _sum(parts: Sequence[Part]) -> int:
    return sum(part.value for part in parts)
