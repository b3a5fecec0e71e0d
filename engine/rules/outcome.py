"""The arithmetic of a roll by the rules in force: modifiers, totals, success, criticals and places.

It needs only what the log holds, so that the decision, the odds before the dice fall and later audits agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.rules.ladder import Ladder
from engine.rules.parts import READING, STACKING, Part, Ranking, count_in_roll, count_largest
from engine.types import BY_LEVEL, FUMBLE, NO_DICE
from engine.value import evolve, value

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.rules.parts import Entrant
    from engine.rules.ruleset import Ruleset

#: From how many levels on a roll, or a margin, can be critical (FU-59 to FU-64, ER-20, ER-21).
CRITICAL_FROM = 4

#: A roll that no dice can show.
NEVER = 10**13

#: Needed rolls beyond this are impossible for all dice, or certain.
OUT_OF_REACH = 10**9


def add_up(parts: Sequence[Part]) -> int:
    """Return the sum of some parts."""
    return sum(part.value for part in parts)


def stack_parts(rules: Ruleset, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts of a sum, and what cancels some if only the largest count by the rules (FL-34)."""
    return count_largest(parts)[0] if rules.stacking == "largest" else tuple(parts)


def stack_roll(
    rules: Ruleset, level: Sequence[Part], action: Sequence[Part], hidden: Sequence[Part] = (), reading: int = READING
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the parts of a level and those of A, hidden ones too, with what cancels some if only the largest count."""
    if reading < 2:
        return tuple(level), (*stack_as_before(rules, action), *hidden)
    if rules.stacking == "sum":
        return tuple(level), (*action, *hidden)
    own, brought = count_in_roll(level, (*action, *hidden))
    return own, brought


def stack_difficulty(
    rules: Ruleset, parts: Sequence[Part], hidden: Sequence[Part] = (), reading: int = READING
) -> tuple[Part, ...]:
    """Return the factors of a difficulty, hidden ones too, with what cancels some if only the largest count."""
    return (*stack_as_before(rules, parts), *hidden) if reading < 2 else stack_parts(rules, (*parts, *hidden))


def stack_as_before(rules: Ruleset, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts of A by the early readings: one part cancels all that do not count, and names none."""
    values = [part.value for part in parts]
    surplus = sum(values) - max([0, *values]) - min([0, *values])
    if rules.stacking == "sum" or not surplus:
        return tuple(parts)
    return (*parts, Part(-surplus, "only the largest count", STACKING))


def absolute(dice: Dice) -> bool:
    """Return whether the dice give a level by themselves, so that the trait's level is not added (PO-09)."""
    return dice.spec.startswith(BY_LEVEL)


def base_of(dice: Dice, level: int, modifiers: Sequence[Part]) -> int:
    """Return the sum that the roll is added to: L + A, or only A if the dice stand for the level (PO-09)."""
    return add_up(modifiers) + (0 if absolute(dice) else level)


def rules_of_roll(rules: Ruleset, override: bool) -> Ruleset:
    """Return the rules of a roll: those in force, with natural criticals overriding if requested (FU-62)."""
    return evolve(rules, critical_override=True) if override else rules


def within_ends(rules: Ruleset, total: int) -> int:
    """Return a total within the floor and ceiling of results (FL-10), except a fumble, which is below both (PO-22)."""
    if total <= FUMBLE // 2:
        return rules.polyhedral_zero if rules.fumble == "abysmal" else FUMBLE
    if rules.result_floor is not None:
        total = max(total, rules.result_floor)
    return total if rules.result_ceiling is None else min(total, rules.result_ceiling)


@value
class Outcome:
    """The result of a check."""

    total: int
    margin: int
    success: bool
    degree: str | None
    critical: str | None
    outcome: str = ""


def settle(rules: Ruleset, dice: Dice, base: int, roll: int, difficulty: int) -> Outcome:
    """Return the result of a check whose dice showed `roll`, which is added to `base` as `base_of` returns it."""
    total = total_of(rules, dice, base, roll)
    margin = total - difficulty
    own = natural(rules, dice, roll)
    success = margin >= 0 and roll != FUMBLE
    if rules.critical_override and own:
        success = own == "success"
    critical = own or _by_margin(rules, margin)
    return Outcome(total, margin, success, degree(rules, total, own), critical, outcome_word(rules, margin, success))


def outcome_word(rules: Ruleset, margin: int, success: bool) -> str:
    """Return the house's word for a result: the entry nearest to the margin, between the margin and 0."""
    if not rules.outcomes:
        return ""
    entries = {int(end): word for end, word in rules.pairs("outcomes")}
    within = [end for end in entries if (0 <= end <= margin if success else margin <= end < 0)]
    return entries[max(within, key=abs)] if within else ""


def outcome_of_side(rules: Ruleset, sides: Sequence[Entrant], side: Entrant, winner: str | None) -> str:
    """Return the house's word for a side's lead in a contest, or for how far it is behind the best of the others.

    A side that rolled nothing has none, nor has a lead over nobody who resists or over a fumble.
    """
    others = [other.total for other in sides if other is not side and not other.yields]
    won = side.character == winner
    if not rules.outcomes or side.yields or side.dice == NO_DICE or not others or (won and max(others) <= FUMBLE // 2):
        return ""
    return outcome_word(rules, side.total - max(others), won)


def degree(rules: Ruleset, total: int, critical: str | None) -> str | None:
    """Return the name of a result, which for a natural critical that overrides it is beyond all words (FU-62)."""
    ladder = Ladder.of(rules)
    if not rules.critical_override or critical is None or not ladder.words:
        return ladder.degree(total)
    return f"beyond {ladder.words[-1]}" if critical == "success" else f"below {ladder.words[0]}"


def in_full(rules: Ruleset, dice: Dice, base: int, roll: int) -> int:
    """Return base plus roll without floor or ceiling (PO-13). Polyhedral results count from Abysmal (PO-09)."""
    return FUMBLE if roll == FUMBLE else base + roll + (rules.polyhedral_zero if absolute(dice) else 0)


def total_of(rules: Ruleset, dice: Dice, base: int, roll: int) -> int:
    """Return base and roll, within floor and ceiling."""
    return within_ends(rules, in_full(rules, dice, base, roll))


def natural(rules: Ruleset, dice: Dice, roll: int) -> str | None:
    """Return the critical that the dice alone make, whatever the modifiers (FU-59 to FU-61, ER-20)."""
    if rules.criticals not in ("natural", "both") or absolute(dice) or abs(roll) < CRITICAL_FROM:
        return None
    return "success" if roll > 0 else "failure"


def _by_margin(rules: Ruleset, margin: int) -> str | None:
    if rules.criticals not in ("margin", "both") or abs(margin) < CRITICAL_FROM:
        return None
    return "success" if margin > 0 else "failure"


def loose_degree(rules: Ruleset, dice: Dice, total: int) -> str | None:
    """Return the name of a roll without a check, counted from Fair, or None for dice that only add up (FU-32)."""
    if not dice.steps or rules.situational is None:
        return None
    return Ladder.of(rules).degree(within_ends(rules, total + (0 if absolute(dice) else rules.situational)))


def find_reading(rules: Ruleset, total: int) -> str:
    """Return the meaning of a reaction's level: that of the highest entry up to it, or the lowest entry (FU-71)."""
    entries = sorted((int(level), text) for level, text in rules.pairs("reactions"))
    return next((text for level, text in reversed(entries) if level <= total), entries[0][1] if entries else "")


def critical_effect(rules: Ruleset, roll: int) -> str:
    """Return the entry of the table of critical results, or that the GM decides if no row has the roll (FU-66)."""
    from engine.rules.house import row_span  # few games have such a table
    from engine.rules.tables import GM_DECIDES

    rows = rules.pairs("critical-table")
    return next((text for numbers, text in rows if roll in row_span(numbers)), GM_DECIDES)


def find_needed(rules: Ruleset, dice: Dice, base: int, difficulty: int) -> int:
    """Return the smallest roll that succeeds (PF-50), `NEVER` if none does."""
    if absolute(dice):
        base += rules.polyhedral_zero
    roll = difficulty - base
    if rules.result_ceiling is not None and difficulty > rules.result_ceiling:
        roll = NEVER
    elif rules.result_floor is not None and difficulty <= rules.result_floor:
        roll = -NEVER
    if rules.critical_override and rules.criticals in ("natural", "both") and not absolute(dice):
        roll = min(max(roll, 1 - CRITICAL_FROM), CRITICAL_FROM)
    return max(roll, FUMBLE + 1)


def in_reach(roll: int) -> int | None:
    """Return a needed roll, None if every roll will do, or none."""
    return roll if abs(roll) < OUT_OF_REACH else None


def automatic(rules: Ruleset, dice: Dice, base: int, difficulty: int, *, opposed: bool) -> tuple[bool, str] | None:
    """Return whether a check succeeds without dice, and why (FU-07, FU-08), or None if it needs dice.

    A low difficulty needs none. An opponent of that level still resists.
    """
    if rules.automatic_at is not None and difficulty <= rules.automatic_at and not opposed:
        return True, f"a difficulty of {Ladder.of(rules).name_of(rules.automatic_at)} or less needs no roll"
    if rules.certain_rolls or dice.count == 0:
        return None
    chance = dice.pmf().at_least(find_needed(rules, dice, base, difficulty))
    if chance in (0, 1):
        return bool(chance), "it cannot fail" if chance else "it cannot succeed"
    return None


def beyond(rules: Ruleset, total: int, critical: str | None) -> int:
    """Return a total to compare. A natural critical that overrides it is beyond or below all others (FU-62)."""
    if not rules.critical_override or critical is None:
        return total
    return -FUMBLE if critical == "success" else FUMBLE


def find_limit_of_totals(rules: Ruleset, standing: Iterable[int], least: int | None) -> int | None:
    """Return the total beyond which a contest's results are alike (PO-12), or None for no such total.

    It is the highest level that names a result, or a higher one to reach: that of a side that does not roll, or
    `least`.
    """
    top = rules.result_top
    return None if top is None else max(top, least or top, *standing)


def rank_sides(rules: Ruleset, sides: Sequence[Entrant], least: int | None, reading: int = READING) -> Ranking:
    """Rank the sides of a contest by their totals or overriding natural criticals (FU-62).

    Equal totals tie, and nobody wins (PF-55, FU-47), except that a side that has rolled only has to meet those that
    stand (FU-53, FL-29). Totals beyond those that count are equal, except in the first reading of the rules, and lead
    all the same (ER-28). A side that yields comes last (FU-50), and a winner must reach `least`, or its own least level
    (FU-51). The lead is not counted over a side that yields or fumbles, nor by a critical.
    """
    still = [side.total for side in sides if side.dice == NO_DICE and not side.yields]
    leasts = least_levels(sides, least)
    most = find_limit_of_totals(rules, still, highest(leasts)) if reading else None
    totals = find_compared(rules, sides)
    counted = [total if most is None or total >= -FUMBLE else min(total, most) for total in totals]
    places = tuple(1 + sum(other > total for other in counted) for total in counted)
    first = find_first([side for side, place in zip(sides, places, strict=True) if place == 1], sides, reading)
    winner, tied = (None, tuple(first)) if len(first) > 1 else (first[0], ())
    best, runner_up = sorted(totals)[-1], sorted(totals)[-2]
    is_level = bool(tied) and reading < 2
    lead = 0 if is_level or runner_up <= FUMBLE or best >= -FUMBLE else best - runner_up
    to_reach = next((own for side, own in zip(sides, leasts, strict=True) if side.character == winner), None)
    return Ranking(places, winner if to_reach is None or best >= to_reach else None, tied, lead)


def find_first(best: Sequence[Entrant], sides: Sequence[Entrant], reading: int) -> list[str]:
    """Return those of the best sides of a contest who are first: all of them, or those who rolled (FL-29).

    Who rolls wins a tie with who stands, whatever third sides do. By the early readings that was so only where nobody
    else rolled.
    """
    rollers = [side.character for side in best if side.dice != NO_DICE and not side.yields]
    alone = len([side for side in sides if side.dice != NO_DICE and not side.yields]) == 1
    return rollers if rollers and (reading > 1 or alone) else [side.character for side in best]


def find_compared(rules: Ruleset, sides: Sequence[Entrant]) -> list[int]:
    """Return the totals by which a contest's sides are compared. A side that yields comes last (FU-50)."""
    return [FUMBLE * 2 if side.yields else beyond(rules, side.total, side.critical) for side in sides]


def least_levels(sides: Sequence[Entrant], least: int | None) -> list[int | None]:
    """Return the level that each side must reach to win: its own, or else the contest's (FU-51)."""
    return [least if side.least is None else side.least for side in sides]


def highest(levels: Iterable[int | None]) -> int | None:
    """Return the highest of some levels, None for none."""
    return max((level for level in levels if level is not None), default=None)
