"""Find rolls whose numbers changed since, and what these would have been with the same dice."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import CriticalRuled
from engine.concerns.uses.events import RollRerolled, Turning
from engine.dice import Dice, read_dice
from engine.refusal import Refused
from engine.rules.contested import OneSide, SideOutcome, is_bought, rank_again, with_ranking
from engine.rules.modifiers import ability, action_parts, helping_again, in_force_on_roll, resistance, ship_parts
from engine.rules.outcome import (
    Outcome,
    absolute,
    add_up,
    base_of,
    rank_sides,
    rules_of_roll,
    settle,
    stack_difficulty,
    stack_roll,
    total_of,
    within_ends,
)
from engine.rules.parts import HIDDEN, SAID, Entrant, Part
from engine.rules.rolling import the_dice
from engine.rules.ruleset import Ruleset
from engine.rules.uses import alter_outcome, rolled_again, settle_critical
from engine.state import State
from engine.types import BY_LEVEL, FUMBLE
from engine.value import evolve, value

if TYPE_CHECKING:
    from engine.rules.uses import Turnable


@value
class RollNumbers:
    """The numbers that a roll was made with, and its result.

    `level` is L, `modifiers` are the parts of A, `difficulty_parts` those of D. A side of a contest has no difficulty,
    and its `success` is to win.
    """

    level: int
    modifiers: tuple[Part, ...]
    total: int
    difficulty: int | None
    difficulty_parts: tuple[Part, ...]
    success: bool


@value
class Stale:
    """A roll that would have been made with other numbers.

    `recorded` are its numbers then, `corrected` those after all corrections. `outcome_changes` tells whether it would
    have ended differently. `unreadable` names the die of the corrected level if it cannot show the rolled faces. The
    corrected result is then the recorded one.
    """

    seq: int
    character: str
    trait: str | None
    recorded: RollNumbers
    corrected: RollNumbers
    outcome_changes: bool
    unreadable: str = ""


def find_stale(state: State, event: CheckResolved | ContestResolved, seq: int) -> Stale | None:
    """Return how a check or contest is stale, None if its numbers are as they were.

    It is if its total, difficulty, outcome or dice would be others, or the dice cannot be read (PO-06). By the early
    readings, another reason was enough. `state` is that of the corrected log at the time of the roll.
    """
    if isinstance(event, CheckResolved):
        return _find_stale_check(state, event, seq)
    return _find_stale_side(state, event, seq)


def _find_stale_check(state: State, event: CheckResolved, seq: int) -> Stale | None:
    now = find_contribution(state, event, event.reading)
    level, parts = now.level - event.deduction, now.modifiers
    against = difficulty_now(state, event)
    unchanged = (event.level, event.modifiers, event.difficulty)
    if (level, parts, add_up(against)) == unchanged:
        return None
    cast = reread(state, event, event.dice, level)
    came = _settle(state, event, cast, level, parts, add_up(against))
    if event.reading > 1 and not cast.moves(event.dice) and _is_same(came, add_up(against), event):
        return None
    recorded = RollNumbers(*unchanged[:2], event.total, event.difficulty, event.difficulty_parts, event.success)
    corrected = RollNumbers(level, parts, came.total, add_up(against), against, came.success)
    changes = came.success != event.success
    return Stale(seq, event.character, event.trait, recorded, corrected, changes, cast.unreadable)


def _is_same(came: Outcome, difficulty: int, event: CheckResolved) -> bool:
    """Return whether a check came out as recorded: in its total, its difficulty and its outcome."""
    return (came.total, difficulty, came.success) == (event.total, event.difficulty, event.success)


def _settle(
    state: State, event: CheckResolved, cast: Reread, level: int, parts: tuple[Part, ...], difficulty: int
) -> Outcome:
    """Return the result of the same dice with other numbers.

    An outcome settled without dice stays, and so does that of dice that cannot be read for the level.
    """
    if cast.unreadable:
        return Outcome(event.total, event.margin, event.success, event.degree, event.critical, event.outcome)
    if event.roll is None:
        total = level + add_up(parts)
        return Outcome(total, total - difficulty, event.success, event.degree, None)
    rules = rules_of_roll(state.rules, event.override)
    return settle(rules, cast.dice, base_of(cast.dice, level, parts), cast.roll, difficulty)


@value
class Reread:
    """The rolled faces, read on the dice of a corrected level.

    `unreadable` names those dice if they cannot show the faces. `dice` and `roll` are then those of the log.
    """

    dice: Dice
    roll: int
    unreadable: str = ""

    def moves(self, spec: str) -> bool:
        """Return whether these are not the dice of this spelling, or cannot show the faces."""
        return bool(self.unreadable) or self.dice != read_dice(spec)


def reread(state: State, roll: CheckResolved | Entrant, spec: str, level: int) -> Reread:
    """Read the faces of a roll on the die of another level, unless its die came from no level (PO-06)."""
    dice, total = read_dice(spec), roll.roll or 0
    if not absolute(dice) or level == roll.level or _die_of(state, roll, roll.level) != dice:
        return Reread(dice, total)
    own = _die_of(state, roll, level)
    if own is None or own.refuse(roll.faces):
        return Reread(dice, total, own.title if own else "no die")
    return Reread(own, own.total(roll.faces))


def _die_of(state: State, roll: CheckResolved | Entrant, level: int) -> Dice | None:
    """Return the die of a level with a roll's fudge points, None if it has none."""
    with suppress(Refused):
        return the_dice(state.rules, BY_LEVEL, level, roll.points)
    return None


def after_use(state: State, found: Stale, event: Turning) -> Stale:
    """Return a stale roll after a point or a ruling on it: its recorded result, and the one with corrected numbers."""
    if isinstance(state.rolls[event.of], ContestResolved):
        return _contest_after_use(state, found, event)
    check, now = state.rolls[event.of], found.corrected
    fields = {"level": now.level, "modifiers": now.modifiers, "total": now.total, "difficulty": now.difficulty}
    moved = evolve(check, **fields, success=now.success)
    if isinstance(event, RollRerolled):
        found, event = _reread_reroll(state, found, check, event)
    came = turn(state.rules, moved, event)
    recorded = evolve(found.recorded, total=event.total, success=event.success)
    corrected = evolve(now, total=came.total, success=came.success)
    return evolve(found, recorded=recorded, corrected=corrected, outcome_changes=came.success != event.success)


def _reread_reroll(
    state: State, found: Stale, roll: CheckResolved | Entrant, event: RollRerolled
) -> tuple[Stale, RollRerolled]:
    """Return a stale roll and its reroll, read on the dice of the corrected level."""
    cast = reread(state, evolve(roll, faces=event.faces, roll=event.roll), event.dice, found.corrected.level)
    return evolve(found, unreadable=cast.unreadable), evolve(event, dice=cast.dice.spec, roll=cast.roll)


def _contest_after_use(state: State, found: Stale, event: Turning) -> Stale:
    """Return a stale contest, all sides corrected, after a point or a ruling on one of them."""
    contest, order = state.rolls[event.of], event.ranking
    assert order is not None
    sides = tuple(_shift_side(state, contest, side) for side in contest.participants)
    moved = evolve(contest, participants=sides)
    if not is_bought(state.rules, contest):
        moved = with_ranking(moved, sides, rank_again(state.rules, moved, sides))
    side = next(each for each in sides if each.character == event.character)
    if isinstance(event, RollRerolled) and event.character == found.character:
        before = next(each for each in contest.participants if each.character == event.character)
        found, event = _reread_reroll(state, found, before, event)
        side = evolve(side, dice=event.dice)
    one = OneSide(moved, side)
    came = turn(state.rules, one, event)
    assert isinstance(came, SideOutcome)
    recorded = evolve(found.recorded, success=order.winner == found.character)
    corrected = evolve(found.corrected, success=came.ranking.winner == found.character)
    if event.character == found.character:
        recorded, corrected = evolve(recorded, total=event.total), evolve(corrected, total=came.total)
    changes = came.ranking.winner != order.winner
    return evolve(found, recorded=recorded, corrected=corrected, outcome_changes=changes)


def _shift_side(state: State, contest: ContestResolved, side: Entrant) -> Entrant:
    """Return a side as it stands, moved by its corrected level and keeping what points added."""
    moved = _correct_side(state, contest, side)
    if moved is side or side.total <= FUMBLE // 2:
        return side
    dice = read_dice(side.dice or contest.dice)
    cast = reread(state, side, dice.spec, moved.level)
    by = base_of(dice, moved.level, moved.modifiers) - base_of(dice, side.level, side.modifiers)
    return evolve(moved, total=within_ends(state.rules, side.total + by + cast.roll - side.roll))


def turn(rules: Ruleset, roll: Turnable, event: Turning) -> Outcome:
    """Return the result of a roll after a point or a ruling on it."""
    if isinstance(event, RollRerolled):
        return rolled_again(rules, roll, event.dice, event.roll)
    if isinstance(event, CriticalRuled):
        return settle_critical(rules, roll, event.by)
    return alter_outcome(rules, roll, event.by)


def difficulty_now(state: State, event: CheckResolved) -> tuple[Part, ...]:
    """Return the parts of D as they would be now.

    Keep typed parts. Recompute those from an opponent's sheet, ships or the rules. A check recorded before an
    opponent's modifiers counted uses the opponent's level alone.
    """
    first, *factors = event.difficulty_parts
    said = (*ship_parts(state, event.ships, event.trait, event.when), *(p for p in factors if p.source == SAID))
    hidden = tuple(part for part in factors if part.source == HIDDEN)
    if event.opponent is None or event.opposing is None:
        if event.ships:
            factors = [*stack_difficulty(state.rules, said, hidden, event.reading)]
        usual = state.rules.default_difficulty if first.source == "rules" else None
        return (first if usual is None else evolve(first, value=usual), *factors)
    sheet = state.sheets.get(event.opponent)
    if sheet is None:
        return (evolve(first, value=0), *factors)
    best = event.best_against
    now = resistance(state, sheet, event.opposing, event.when, said, hidden, event.reading, best=best)
    return now if event.as_modified else (now[0], *factors)


def _find_stale_side(state: State, event: ContestResolved, seq: int) -> Stale | None:
    """Return the first side of a contest that is stale, None if all are as they were."""
    moved = [_correct_side(state, event, side) for side in event.participants]
    pairs = zip(event.participants, moved, strict=True)
    first = next(((old, new) for old, new in pairs if _is_moved(state, event, old, new)), None)
    if first is None:
        return None
    old, new = first
    winner = rank_sides(rules_of_roll(state.rules, event.override), moved, event.least, event.reading).winner
    recorded, corrected = _numbers_of(old, event.winner), _numbers_of(new, winner)
    unreadable = reread(state, old, old.dice or event.dice, new.level).unreadable
    return Stale(seq, old.character, old.trait, recorded, corrected, winner != event.winner, unreadable)


def _is_moved(state: State, event: ContestResolved, old: Entrant, new: Entrant) -> bool:
    """Return whether a side would have another total, or other dice, or dice that cannot be read.

    By the early readings, another level was enough.
    """
    if old.total != new.total or (event.reading < 2 and old.level != new.level):
        return True
    spec = old.dice or event.dice
    cast = reread(state, old, spec, new.level)
    return event.reading > 1 and cast.moves(spec)


def _numbers_of(side: Entrant, winner: str | None) -> RollNumbers:
    return RollNumbers(side.level, side.modifiers, side.total, None, (), side.character == winner)


def _correct_side(state: State, event: ContestResolved, side: Entrant) -> Entrant:
    """Return the side with its corrected level and total, for the same dice."""
    now = find_contribution(state, side, event.reading)
    level, parts = now.level - side.deduction, now.modifiers
    if (level, parts) == (side.level, side.modifiers):
        return side
    cast = reread(state, side, side.dice or event.dice, level)
    moved = evolve(side, level=level, modifiers=parts)
    if cast.unreadable:
        return moved
    return evolve(moved, total=total_of(state.rules, cast.dice, base_of(cast.dice, level, parts), cast.roll))


@value
class Contribution:
    """What a sheet brings to a roll: a level with its modifiers, and the parts of A, also typed ones."""

    unmodified: int
    level_modifiers: tuple[Part, ...]
    modifiers: tuple[Part, ...]

    @property
    def level(self) -> int:
        """The modified level, without the deduction for a trait that almost fits."""
        return self.unmodified + add_up(self.level_modifiers)


def find_contribution(state: State, roll: CheckResolved | Entrant, reading: int) -> Contribution:
    """Return what a sheet would bring to a recorded roll now: its own modifiers again, typed ones as they were."""
    sheet = state.sheets.get(roll.character)
    said = tuple(part for part in roll.modifiers if part.source == SAID)
    hidden = tuple(part for part in roll.modifiers if part.source == HIDDEN)
    if sheet is None:
        return Contribution(0, (), said)
    trait, tags, second = roll.trait, roll.when, roll.secondary
    levels, actions = in_force_on_roll(state, sheet)
    own = None if trait is None else ability(state, sheet, trait, tags, levels, best=roll.best)
    unmodified, level_modifiers = (own.unmodified, own.parts) if own else (state.rules.situational or 0, ())
    if roll.chosen and trait is not None and not sheet.is_trained(trait):
        unmodified = roll.unmodified
    lent = action_parts(state, sheet, trait, tags, reading, actions)
    lead = unmodified + add_up(level_modifiers) - roll.deduction
    helped = () if second is None else helping_again(state, sheet, second, lead, tags, roll.modifiers, reading)
    brought = stack_roll(state.rules, level_modifiers, (*lent, *helped, *said), hidden, reading)
    return Contribution(unmodified, *brought)
