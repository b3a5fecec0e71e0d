"""Find rules that have no effect beside the others in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.rules.ruleset import track_states
from engine.types import BY_LEVEL

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset

#: Whether a rule has an effect with the others, and why it has none if it does not.
NeededRule = tuple[Callable[["Ruleset"], bool], str]


def rolls_polyhedra(rules: Ruleset) -> bool:
    """Return whether some dice of these rules are the polyhedral dice of levels."""
    named = (meant for _, meant in rules.pairs("dice-names"))
    dice = (rules.check_dice, rules.contest_dice, rules.npc_dice, *named)
    return rules.damage_trait != "none" or any(each.startswith(BY_LEVEL) for each in dice)


BY_STEPS: NeededRule = (lambda rules: rules.growth == "steps", "traits do not grow by steps; see “rules growth”")
BY_PRACTICE: NeededRule = (
    lambda rules: rules.growth == "practice",
    "traits do not grow by practice; see “rules growth”",
)
ON_LADDER: NeededRule = (lambda rules: bool(rules.ladder), "this game has no ladder; see “rules ladder”")
BY_POLYHEDRA: NeededRule = (
    rolls_polyhedra,
    "checks and contests roll no polyhedral dice; “rules check-dice poly” makes them",
)
OF_WOUNDS: NeededRule = (
    lambda rules: bool(rules.tracks) and track_states(rules.tracks) is None,
    "there is no table of wounds; see “rules tracks”",
)
NATURAL = "no critical result is natural here; “rules criticals natural” adds them"

#: The needs of each rule that depends on others.
NEEDS: Mapping[str, NeededRule] = {
    "step-costs": BY_STEPS,
    "xp-multiplier": BY_STEPS,
    "practice-costs": BY_PRACTICE,
    "xp-for-used-only": (lambda rules: rules.growth != "none", "XP raises no traits here; see “rules growth”"),
    "ladder-aliases": ON_LADDER,
    "ladder-from": (lambda rules: bool(rules.ladder) or rules.growth == "steps", "this game has no ladder"),
    "beyond-ladder": ON_LADDER,
    "polyhedral-dice": BY_POLYHEDRA,
    "exploding": BY_POLYHEDRA,
    "snake-eyes": BY_POLYHEDRA,
    "fumble": BY_POLYHEDRA,
    "legendary-limit": (
        lambda rules: rules.legendary != "off" or rules.growth == "steps",
        "nobody may go beyond creation-limit; see “rules legendary”",
    ),
    "secondary-bonus": (
        lambda rules: rules.secondary_from is not None,
        "no second trait helps; see “rules secondary-from”",
    ),
    "critical-override": (lambda rules: rules.criticals in ("natural", "both"), NATURAL),
    "minor-magic-boxes": (
        lambda rules: rules.magic == "minor and ritual",
        "there is no minor magic; see “rules magic”",
    ),
    "scale": (lambda rules: rules.damage_trait != "none", "there is no damage rating; see “rules damage-trait”"),
    "damage-cap": (lambda rules: rules.damage_trait == "none", "there is a damage rating; see “rules damage-trait”"),
    "melee-damage": OF_WOUNDS,
    "missile-damage": OF_WOUNDS,
    "reaction-rolls": (lambda rules: bool(rules.reactions), "reactions mean nothing yet; see “rules reactions”"),
}


def without_effect(rules: Ruleset, key: str) -> str | None:
    """Return that a rule has no effect with the others, and why, or None if it has one."""
    counts, why = NEEDS.get(key, (bool, ""))
    return None if counts(rules) else f"{key} has no effect now: {why}"
