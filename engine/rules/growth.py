"""A trait's level and the price of its next level: by practice, by whole steps, or not at all.

Practice doubles the cost with every level (PF-17). Steps have a price each, from a list that begins at the ladder's
first level (FL-38, RT-02), times the campaign's factor (FL-127).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules import curve
from engine.rules.curve import Standing

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset
    from engine.state import Practice


def standing_of(rules: Ruleset, practice: Practice | None) -> Standing:
    """Return where a trait stands; one without practice is untrained (PF-15, FU-40)."""
    if practice is None or not practice.trained:
        return _at(rules, rules.untrained, 0)
    if rules.growth == "practice":
        found = curve.standing(curve.total_xp(max(0, practice.given or 0)) + practice.spent + practice.bonus)
        if practice.given is None and 0 < rules.untrained >= found.level:
            return Standing(rules.untrained, found.xp, found.xp, curve.total_xp(rules.untrained + 1))
        return found if found.xp else _at(rules, practice.given or rules.untrained, 0)
    level = rules.untrained if practice.given is None else practice.given
    return _at(rules, level + practice.steps, practice.spent + practice.bonus)


def _at(rules: Ruleset, level: int, xp: int) -> Standing:
    """Return a level without progress to the next."""
    if rules.growth == "practice":
        return Standing(level, xp, 0, curve.cost(0))
    return Standing(level, xp, 0, step_cost(rules, level) or 0)


def step_cost(rules: Ruleset, level: int) -> int | None:
    """Return the XP for the step from this level to the next, None if it cannot be bought (FL-38, FL-39)."""
    place = level - rules.ladder_from
    if rules.growth != "steps" or not 0 <= place < len(rules.step_costs):
        return None
    return rules.step_costs[place] * rules.xp_multiplier
