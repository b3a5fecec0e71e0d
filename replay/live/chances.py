"""Work out the chances of a trait from what its sheet shows, against each difficulty."""

from __future__ import annotations

from typing import Any

from engine.dice import Dice, DiceError
from engine.refusal import Refused
from engine.rules.ladder import Ladder
from engine.rules.modifiers import action_parts
from engine.rules.odds import OddsError
from engine.rules.outcome import add_up, automatic, base_of, find_needed, stack_roll
from engine.rules.rolling import the_dice
from engine.rules.ruleset import Ruleset
from engine.sheet import TraitView
from engine.state import Sheet, State

#: How far from a level difficulties are offered, in games whose levels have no words.
LEVELS_AROUND = 4
#: To how many digits a chance is told.
CHANCE_DIGITS = 4


def odds_on_sheet(state: State, sheet: Sheet, trait: str, shown: TraitView) -> dict[str, Any]:
    """Return the chances of a trait on a shown sheet, one for each difficulty from `least` on.

    They are none where dice cannot decide. An opponent's level or a hidden modifier is never in them.
    """
    rules = state.rules
    own, brought = stack_roll(rules, shown.modifiers, action_parts(state, sheet, trait))
    level = shown.level + add_up(own)
    levels = difficulties(rules, shown.effective)
    try:
        dice = the_dice(rules, rules.check_dice, level)
        base = base_of(dice, level, brought)
        at = [round(chance_against(rules, dice, base, level), CHANCE_DIGITS) for level in levels]
    except (DiceError, OddsError, Refused):
        at = []
    return {"least": levels.start, "at": at}


def chance_against(rules: Ruleset, dice: Dice, base: int, difficulty: int) -> float:
    """Return the chance that dice on a base reach a difficulty."""
    settled = automatic(rules, dice, base, difficulty, opposed=False)
    if settled is not None:
        return float(settled[0])
    return float(dice.pmf().at_least(find_needed(rules, dice, base, difficulty)))


def difficulties(rules: Ruleset, level: int) -> range:
    """Return the difficulties that a phone offers: all words of the ladder, or numbers around a level."""
    ladder = Ladder.of(rules)
    if ladder.words:
        return range(ladder.least, ladder.greatest + 1)
    return range(max(0, level - LEVELS_AROUND), level + LEVELS_AROUND + 1)
