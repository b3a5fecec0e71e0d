"""A trait's level and the price of its next level.

It grows by practice, by whole steps, or not at all. Practice doubles the cost with every level (PF-17), or follows the
costs of the house. Steps have a price each, from a list that begins at the ladder's first level (FL-38, RT-02), times
the campaign's factor (FL-127). A kind of traits may cost a number of times as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.curve import DOUBLING, Costs, Standing, read_costs
from engine.rules.trait_kinds import kind_of
from engine.state import UNPRACTISED
from engine.value import evolve

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset
    from engine.state import Practice

#: The most costs that are typed one by one.
MOST_COSTS = 12


def costs_of(rules: Ruleset, trait: str | None = None) -> Costs:
    """Return the costs of practice in a trait."""
    costs = read_costs(rules.practice_costs) or DOUBLING
    factor = times_as_much(rules, trait)
    return costs if factor == 1 else evolve(costs, factor=costs.factor * factor)


def times_as_much(rules: Ruleset, trait: str | None) -> int:
    """Return how many times the usual costs a trait has, by its kind."""
    kind = None if trait is None else kind_of(rules, trait)
    return 1 if kind is None else kind.costs


def standing_of(rules: Ruleset, practice: Practice | None, trait: str | None = None) -> Standing:
    """Return the standing of a trait, untrained without practice (PF-15, FU-40)."""
    if rules.growth == "practice":
        return _find_practised(rules, practice or UNPRACTISED, costs_of(rules, trait))
    if practice is None or not practice.trained:
        return _at(rules, rules.untrained, 0, trait)
    level = rules.untrained if practice.given is None else practice.given
    return _at(rules, level + practice.steps, practice.spent + practice.bonus, trait)


def _find_practised(rules: Ruleset, practice: Practice, costs: Costs) -> Standing:
    """Return the level that practice gives a trait.

    A trait given at 0 is untrained too. Its practice shows only once it pays for more than the untrained level.
    """
    start = practice.given or rules.untrained
    found = costs.find_standing(costs.total(max(0, practice.given or 0)) + practice.spent + practice.bonus)
    if found.xp and (practice.given or start < found.level):
        return found
    return Standing(start, found.xp, found.xp, costs.total(max(0, start) + 1))


def _at(rules: Ruleset, level: int, xp: int, trait: str | None) -> Standing:
    """Return a level without progress to the next, in games where levels are bought whole."""
    return Standing(level, xp, 0, step_cost(rules, level, trait) or 0)


def enough_costs(rules: Ruleset) -> str:
    """Return step costs for every level that XP can buy, as they are typed."""
    steps = max(rules.legendary_limit, rules.creation_limit) - rules.ladder_from
    if steps > MOST_COSTS:
        return "2^n"
    return ", ".join(str(2 ** max(0, place - 3)) for place in range(max(1, steps)))


def step_cost(rules: Ruleset, level: int, trait: str | None = None) -> int | None:
    """Return the XP for the step from a level to the next, or None if it cannot be bought (FL-38, FL-39)."""
    place = level - rules.ladder_from
    if rules.growth != "steps" or not 0 <= place < len(rules.step_costs):
        return None
    return rules.step_costs[place] * rules.xp_multiplier * times_as_much(rules, trait)
