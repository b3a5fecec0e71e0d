"""Exact chances of checks, contests and plain dice before they fall (PF-48, PF-50, DT-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from math import lcm
from typing import Any

from engine.concerns.checks.commands import CheckOdds
from engine.concerns.checks.decide import check_dice, weigh
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.commands import ContestOdds, Side
from engine.concerns.contests.decide import enter_all
from engine.concerns.contests.events import ContestResolved
from engine.concerns.points.decide import fudge_points_in, may_spend
from engine.dice import FUMBLE, Dice, read_dice
from engine.refusal import Refused
from engine.rules.ladder import Ladder
from engine.rules.odds import OddsError, Pmf, make_counted
from engine.rules.outcome import (
    CRITICAL_FROM,
    absolute,
    automatic,
    base_of,
    beyond,
    find_limit_of_totals,
    find_needed,
    highest,
    in_reach,
    least_levels,
    natural,
    rules_of_roll,
    settle,
    within_ends,
)
from engine.rules.parts import READING, Entrant
from engine.rules.race import race
from engine.rules.rolling import the_dice
from engine.rules.ruleset import SAME, Ruleset
from engine.state import State
from engine.types import BY_LEVEL, NO_DICE
from engine.value import value


@value
class CheckChances:
    """A check up to its roll, and the chance that the dice give the roll that it needs.

    `automatic` is why no dice are needed, None if they are. `success` is then the result. `outcomes` are the house's
    words for results, the best first, each with its chance, and “success” or “failure” where the house has no word.
    """

    check: CheckResolved
    dice: Dice
    needed: int
    automatic: str | None = None
    success: bool = False
    outcomes: tuple[tuple[str, float], ...] = ()

    @property
    def chance(self) -> float:
        """P(R >= needed)."""
        return float(self.success) if self.automatic else float(self.dice.pmf().at_least(self.needed))

    @property
    def exact(self) -> str:
        """The chance as a fraction over the whole sample space."""
        if self.automatic:
            return f"{int(self.success)}/1"
        ways, cases = self.dice.pmf().cases_at_least(self.needed)
        return f"{ways}/{cases}"

    def as_json(self) -> dict[str, Any]:
        """Return the chances as plain data."""
        return {
            "chance": self.chance,
            "chance_exact": self.exact,
            "character": self.check.character,
            "trait": self.check.trait,
            "level": self.check.level,
            "modifiers": [{"value": p.value, "reason": p.reason, "source": p.source} for p in self.check.modifiers],
            "difficulty": self.check.difficulty,
            "needed": in_reach(self.needed),
            "dice": self.dice.title,
            "automatic": self.automatic,
            **({"outcomes": dict(self.outcomes)} if self.outcomes else {}),
        }


@value
class ContestChances:
    """The sides of a contest before their rolls, with their chances to win and the chance of a tie for first.

    `short` is the chance that the first side does not reach the level that a winner needs. `rolled` are the dice of
    each side.
    """

    sides: tuple[Entrant, ...]
    dice: str
    wins: tuple[float, ...]
    tie: float = 0.0
    short: float = 0.0
    rolled: tuple[str, ...] = ()

    @property
    def chances(self) -> dict[str, float]:
        """Every side's chance to win."""
        return {side.character: chance for side, chance in zip(self.sides, self.wins, strict=True)}

    def as_json(self) -> dict[str, Any]:
        """Return the chances as plain data; `chance` is the first side's."""
        return {
            "chance": self.wins[0],
            "chances": self.chances,
            "tie": self.tie,
            "short": self.short,
            "dice": self.dice,
            "participants": [
                {"character": side.character, "trait": side.trait, "level": side.level, "start": side.total}
                for side in self.sides
            ],
        }


@value
class DiceChances:
    """The chance of every total of some dice, or of those worth showing if the totals are endless."""

    dice: Dice
    totals: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the chances as plain data, by total."""
        pmf: Pmf = self.dice.pmf()
        return {
            "dice": self.dice.title,
            "pmf": {str(total): float(pmf.chance(total)) for total in self.totals},
            "at_least": {str(total): float(pmf.at_least(total)) for total in self.totals},
            "mean": float(pmf.mean),
            "deviation": float(pmf.variance) ** 0.5,
        }


def of_check(state: State, asked: CheckOdds) -> CheckChances:
    """Return the chance of a check. Raise Refused as the check itself would."""
    weighed = weigh(state, asked)
    may_spend(state, state.sheets[weighed.character], fudge_points_in(asked))
    dice, rules = check_dice(state, asked, weighed.level), rules_of_roll(state.rules, asked.critical)
    base = base_of(dice, weighed.level, weighed.modifiers)
    opposed = weighed.opponent is not None
    success, why = automatic(rules, dice, base, weighed.difficulty, opposed=opposed) or (False, None)
    words = () if why else outcome_chances(rules, dice, base, weighed.difficulty)
    return CheckChances(weighed, dice, find_needed(rules, dice, base, weighed.difficulty), why, success, words)


def outcome_chances(rules: Ruleset, dice: Dice, base: int, difficulty: int) -> tuple[tuple[str, float], ...]:
    """Return the chance of each of the house's words for results, the best first.

    A result without such a word is a success or a failure. Of endless dice only the likely results count.
    """
    if not rules.outcomes:
        return ()
    pmf = dice.pmf()
    found: dict[str, float] = {}
    for total in sorted(pmf.list_totals(), reverse=True):
        settled = settle(rules, dice, base, total, difficulty)
        word = settled.outcome or ("success" if settled.success else "failure")
        found[word] = found.get(word, 0.0) + float(pmf.chance(total))
    return tuple(found.items())


def of_contest(state: State, asked: ContestOdds) -> ContestChances:
    """Return the chances of a contest before any dice fall. Raise Refused as the contest itself would."""
    entered, rules = enter_all(state, asked), rules_of_roll(state.rules, asked.critical)
    sides = tuple(entrant for _, entrant, _ in entered)
    leasts = least_levels(sides, asked.least)
    wins, tie = _wins(rules, entered, leasts, reach=False)
    reaching = wins if highest(leasts) is None else _wins(rules, entered, leasts)[0]
    usual = asked.dice or state.rules.dice_of_contests
    dice = tuple(dice.spec for _, _, dice in entered)
    return ContestChances(sides, usual, reaching, tie, sum(wins) - sum(reaching), dice)


def of_event(rules: Ruleset, event: object) -> float | None:
    """Return the chance of the result that dice decided, or None for an event that they did not decide.

    For a check it is the chance to succeed, for a contest the chance of its winner or its tie. `rules` are those that
    were in force.
    """
    if isinstance(event, CheckResolved) and event.roll is not None and event.dice != NO_DICE:
        return float(read_dice(event.dice).pmf().at_least(find_least_roll(rules, event)))
    if isinstance(event, ContestResolved) and event.automatic is None:
        return _of_contest_held(rules, event)
    return None


def find_least_roll(rules: Ruleset, event: CheckResolved) -> int:
    """Return the smallest roll that a check's dice had to show, by the rules that were in force."""
    dice, rules = read_dice(event.dice), rules_of_roll(rules, event.override)
    return find_needed(rules, dice, base_of(dice, event.level, event.modifiers), event.difficulty)


def _of_contest_held(rules: Ruleset, event: ContestResolved) -> float:
    sides = event.participants
    entered = [(Side(side.character), side, read_dice(side.dice or event.dice)) for side in sides]
    leasts = least_levels(sides, event.least)
    wins, tie = _wins(rules_of_roll(rules, event.override), entered, leasts, event.reading)
    if event.winner is None:
        return tie if highest(leasts) is None else 1 - sum(wins)
    return next(chance for side, chance in zip(sides, wins, strict=True) if side.character == event.winner)


Entered = Sequence[tuple[Side, Entrant, Dice]]

#: Stands for an opponent: the level that a side has to reach.
STANDING = read_dice(NO_DICE).pmf()


def _wins(
    rules: Ruleset, entered: Entered, leasts: Sequence[int | None], reading: int = READING, *, reach: bool = True
) -> tuple[tuple[float, ...], float]:
    """Return every side's chance to win, reaching its least level if it has one, and that of a tie (FU-51).

    Who rolls has to meet those that stand, and to beat the others that roll (FL-29). Without `reach`, no side has to
    reach a level, but up to the highest of them totals differ all the same (PO-12).
    """
    high = highest(leasts)
    leasts = leasts if reach else [None] * len(entered)
    places = range(len(entered))
    resisting = [place for place in places if not entered[place][1].yields]
    rolling = [place for place in resisting if entered[place][2].spec != NO_DICE]
    starts = [base_of(dice, entrant.level, entrant.modifiers) + lift(rules, dice) for _, entrant, dice in entered]
    if len(resisting) == 1:
        chance = _reaches(rules, *entered[resisting[0]][1:], leasts[resisting[0]])
        return tuple(chance if place in resisting else 0.0 for place in places), 0.0
    if len(rolling) == 1:
        wins = tuple(_alone(rules, entered, rolling[0], leasts))
        return wins, 1 - sum(wins)
    still = [entered[place][1].total for place in resisting if place not in rolling]
    most = find_limit_of_totals(rules, still, high) if reading else None
    field = [within(rules, starts[place], entered[place][2], most) for place in resisting]
    stand = [place not in rolling and bool(rolling) and reading > 1 for place in resisting]
    first, tied = _race(field, stand, [leasts[place] for place in resisting])
    alone = dict(zip(resisting, first, strict=True))
    return tuple(alone.get(place, 0.0) for place in places), tied


def _race(
    field: Sequence[tuple[int, Pmf]], stand: Sequence[bool], leasts: Sequence[int | None]
) -> tuple[list[float], float]:
    """Return everybody's chance to win a race, and that of a tie. Those who roll only have to meet who stands."""
    met = [(start - stands, pmf) for (start, pmf), stands in zip(field, stand, strict=True)]
    with within_odds():
        wanted = dict.fromkeys(zip(leasts, stand, strict=True))
        races = {(least, stands): race([*(field if stands else met), *_bar(least)]) for least, stands in wanted}
        found = [float(races[key].alone(i)) for i, key in enumerate(zip(leasts, stand, strict=True))]
        return found, max(0.0, 1 - sum(found)) if any(stand) else float(next(iter(races.values())).tied)


def _bar(least: int | None) -> list[tuple[int, Pmf]]:
    """Return the opponent to beat in order to reach a level, none without one."""
    return [] if least is None else [(least - 1, STANDING)]


def _reaches(rules: Ruleset, entrant: Entrant, dice: Dice, least: int | None) -> float:
    """Return the chance that an unresisted side reaches the level it needs (FU-51)."""
    if least is None or dice.spec == NO_DICE:
        return float(least is None or entrant.total >= least)
    base = base_of(dice, entrant.level, entrant.modifiers)
    return float(dice.pmf().at_least(find_needed(rules, dice, base, least)))


def within(rules: Ruleset, start: int, dice: Dice, most: int | None = None) -> tuple[int, Pmf]:
    """Return a head start and chances, limited to the floor and ceiling of results (FL-10, OC-38).

    Results beyond `most` are alike. Exploding dice without a ceiling stay as they are: a floor far below hardly matters
    to them.
    """
    pmf = dice.pmf()
    ceiling = min((end for end in (rules.result_ceiling, most) if end is not None), default=None)
    usual = (rules.result_floor, ceiling, rules.fumble) == (None, None, "below-all")
    if usual and not rules.critical_override:
        return start, pmf

    def result(total: int) -> int:
        found = within_ends(rules, total if total == FUMBLE else start + total)
        return beyond(rules, found if most is None else min(found, most), natural(rules, dice, total))

    ways: Counter[int] = Counter()
    if pmf.high is not None:
        for total in pmf.totals:
            ways[result(total)] += pmf.ways(total)
    elif ceiling is not None:
        chances = {total: pmf.chance(total) for total in takewhile(lambda n: start + n < ceiling, pmf.totals)}
        cases = lcm(*(chance.denominator for chance in chances.values()), 1)
        for total, chance in chances.items():
            ways[result(total)] += int(chance * cases)
        ways[ceiling] += cases - sum(ways.values())
    return (0, make_counted(ways)) if ways else (start, pmf)


def lift(rules: Ruleset, dice: Dice) -> int:
    """Return the level from which these dice count (PO-01), 0 for additive dice."""
    return rules.polyhedral_zero if absolute(dice) else 0


def _alone(rules: Ruleset, entered: Entered, roller: int, leasts: Sequence[int | None]) -> Iterator[float]:
    """Yield every side's chance to win if only `roller` rolls and has to meet the others (FL-29, FU-53)."""
    others = [entrant.total for place, (_, entrant, _) in enumerate(entered) if place != roller and not entrant.yields]
    _, entrant, dice = entered[roller]
    best, base = max(others), base_of(dice, entrant.level, entrant.modifiers)
    met = float(dice.pmf().at_least(find_needed(rules, dice, base, best)))
    to_reach = max(best, best if leasts[roller] is None else leasts[roller] or 0)
    wins = float(dice.pmf().at_least(find_needed(rules, dice, base, to_reach)))
    for place, ((_, entrant, _), least) in enumerate(zip(entered, leasts, strict=True)):
        held = others.count(best) == 1 and (least is None or best >= least)
        stands = held and place != roller and entrant.total == best and not entrant.yields
        yield wins if place == roller else 1 - met if stands else 0.0


@value
class LadderChances:
    """The name, the dice and the chances of each target for every level (PO-38).

    `usual` are the chances of the level that a roll without a trait counts from.
    """

    rows: tuple[tuple[int, str, Dice], ...]
    targets: tuple[int, ...]
    usual: DiceChances | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the chances as plain data, for the usual level and for all levels."""
        usual = self.usual.as_json() if self.usual else {}
        return usual | {"dice": BY_LEVEL, "levels": [self._row(*row) for row in self.rows]}

    def _row(self, level: int, name: str, dice: Dice) -> dict[str, Any]:
        return {"level": level, "name": name} | DiceChances(dice, self.targets).as_json()

    def chance(self, dice: Dice, target: int) -> float:
        """Return the chance of this result or more."""
        return float(dice.pmf().at_least(target))


def of_ladder(rules: Ruleset) -> LadderChances:
    """Return the dice and chances of all levels, counted from Abysmal (PO-38)."""
    ladder = Ladder.of(rules)
    first = rules.polyhedral_zero
    levels = range(first, max(ladder.greatest, first + len(rules.polyhedral_dice) - 1) + 1)
    dice = rules.polyhedral_dice
    rolling = [level for level in levels if dice[min(level - first, len(dice) - 1)] != "none"]
    rows = tuple((lv, ladder.name_of(lv), the_dice(rules, BY_LEVEL, lv)) for lv in rolling)
    usual = of_dice(rules, BY_LEVEL) if rules.situational in rolling else None
    return LadderChances(rows, tuple(level - first for level in levels if level > first), usual)


def of_dice(rules: Ruleset, spec: str) -> DiceChances:
    """Return the chances of dice by their spelling. Raise Refused for impossible dice."""
    dice = the_dice(rules, spec, rules.situational)
    with within_odds():
        return DiceChances(dice, tuple(dice.pmf().list_totals()))


def find_swingy_dice(rules: Ruleset, spec: str) -> Iterator[str]:
    """Yield a warning if dice reach the extremes much more often than 4dF do (ER-35)."""
    if spec in (BY_LEVEL, SAME):
        return
    dice = the_dice(rules, spec)
    often, usual = extremes(dice), extremes(read_dice("4dF"))
    if often > 4 * usual:
        yield f"{dice.title} swings: ±4 or beyond comes up {often:.1%} of the time, with 4dF {usual:.1%}"


def extremes(dice: Dice) -> float:
    """Return how often dice show four or more either way, 0 for dice that are not steps on a ladder."""
    return float(dice.pmf().at_least(CRITICAL_FROM) + 1 - dice.pmf().at_least(1 - CRITICAL_FROM)) if dice.steps else 0.0


@contextmanager
def within_odds() -> Iterator[None]:
    """Turn chances that would take too long to work out into a refusal."""
    try:
        yield
    except OddsError as error:
        raise Refused(str(error), about="dice") from None
