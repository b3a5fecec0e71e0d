"""What programs and people are told: checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.chances import CheckChances
from engine.concerns.checks.commands import Check, CheckOdds
from engine.concerns.checks.events import CheckResolved
from engine.concerns.rolls.events import Part
from engine.concerns.rolls.narrate import describe_roll
from engine.dice import read_dice
from engine.narrate import tell
from engine.rules.ladder import Ladder
from engine.rules.outcome import base_of, in_reach, needed
from engine.rules.ruleset import Ruleset
from engine.text import fudge_points, list_parts, name_dice, percent, plain, signed
from engine.types import BY_LEVEL, FUMBLE, NO_DICE
from shell.render import Answer, Asked, answers
from shell.render.rolls import event_result, luck


@answers(Check)
def answer_checked(asked: Asked) -> Answer:
    """Answer with a check and the chance it had."""
    event = asked.events[0].event
    assert isinstance(event, CheckResolved)
    rules = asked.campaign.state.rules
    result = event_result(asked) | chances(rules, event) | {"warnings": warnings(rules, event.modifiers)}

    return Answer(result, lambda: check_text(asked.events[0].seq, event, result, rules) + awarded(asked))


def awarded(asked: Asked) -> str:
    """Say which XP a roll brought (FL-133)."""
    return "".join(f"\n  {tell(each.event)}" for each in asked.events[1:])


def chances(rules: Ruleset, event: CheckResolved) -> dict[str, Any]:
    """Return what a check needed, and the exact chance that it had; without dice it was certain."""
    if event.roll is None:
        certain = int(event.success)
        return {"needed": None, "odds": float(certain), "odds_exact": f"{certain}/1", "extreme": 0, "fumble": False}
    dice = read_dice(event.dice)
    least = needed(rules, dice, base_of(dice, event.level, event.modifiers), event.difficulty)
    pmf = dice.pmf()
    return {
        "needed": in_reach(least),
        "odds": float(pmf.at_least(least)),
        "odds_exact": "{}/{}".format(*pmf.cases_at_least(least)),
        "extreme": dice.extreme(event.roll),
        "fumble": event.roll == FUMBLE,
    }


def warnings(rules: Ruleset, modifiers: Sequence[Part]) -> list[str]:
    """Return what the table should look at again, though nothing forbids it (FU-38). A better trait is no modifier."""
    total = sum(p.value for p in modifiers if p.source != "secondary" or p.value <= rules.secondary_bonus)
    limit = rules.modifier_limit
    beyond = f"modifiers of {signed(total)}: beyond ±{limit} only in extreme cases"
    return [beyond] if limit and abs(total) > limit else []


@answers(CheckOdds)
def answer_check_odds(asked: Asked) -> Answer:
    """Answer with the chance of a check."""
    from engine.chances import of_check

    found = of_check(asked.campaign.state, asked.command)
    return Answer(found.as_json(), lambda: check_odds_text(found, asked.campaign.state.rules))


def check_odds_text(found: CheckChances, rules: Ruleset) -> str:
    """Write the chance of a check, and what makes it."""
    check = found.check
    word = Ladder.of(rules).name(check.level)
    level = level_text(check.unmodified, check.level_modifiers, check.level) + (f" ({word})" if word else "")
    what = f"{check.character}, {check.trait or 'no ability'}: L {level}{a_text(check.modifiers)}"
    against = f"D {plain(check.difficulty)}{f' ({check.against})' if check.against else ''}"
    if found.automatic:
        needs = f"no dice are needed: {found.automatic}"
    else:
        needs = f"needs {needs_text(in_reach(found.needed), found.chance, found.dice.spec)}"
    return f"{what} against {against}\n{needs}: {percent(found.chance, rules.decimals)} ({found.exact})"


def check_text(seq: int, event: CheckResolved, result: dict[str, Any], rules: Ruleset) -> str:
    """Write a check: the outcome, then the sum, then the chance it had."""
    lines = [f"✓ #{seq} {tell(event)}", f"  {sum_text(event, rules)}"]
    if event.roll is not None and event.dice != NO_DICE:
        needs = needs_text(result["needed"], result["odds"], event.dice)
        lines.append(f"  it needed {needs}: {percent(result['odds'], rules.decimals)}")
    lines += [f"  {event.character} spent {fudge_points(event.points)}"] if event.points else []
    lines += [f"  {warning}" for warning in result["warnings"]]
    return "\n".join([*lines, *luck("", event.dice, result["extreme"])])


def needs_text(needed: int | None, chance: float, dice: str) -> str:
    """Say which roll it takes, or that any will do, or none."""
    if needed is None:
        return f"no roll in particular of {name_dice(dice)}" if chance else f"more than {name_dice(dice)} can give"
    return f"{plain(needed) if dice.startswith(BY_LEVEL) else signed(needed)} or more on {name_dice(dice)}"


def sum_text(event: CheckResolved, rules: Ruleset) -> str:
    """Write L + A + R against D, each with its parts (PF-33, PF-43); levels in words if the game has them."""
    ladder = Ladder.of(rules)
    word = ladder.name(event.level)
    level = level_text(event.unmodified, (*event.level_modifiers, *_deduction(event)), event.level)
    named = f"{level} ({word}{', not on the sheet' if event.default else ''})" if word else level
    against = f"D {plain(event.difficulty)}{f' ({event.against})' if event.against else ''}"
    if len(event.difficulty_parts) > 1:
        against += f" ({plain(event.difficulty_parts[0].value)}, {list_parts(event.difficulty_parts[1:])})"
    if event.roll is None:
        return f"L {named}{a_text(event.modifiers)} against {against}"
    rolled = describe_roll(event.dice, event.faces, event.roll, event.physical)
    total = "a fumble" if event.roll == FUMBLE else plain(event.total)
    degree = f" ({event.degree})" if event.degree else ""
    return f"L {named}{a_text(event.modifiers)}  R {rolled}  = {total}{degree} against {against}"


def _deduction(event: CheckResolved) -> tuple[Part, ...]:
    return (Part(-event.deduction, "only near"),) if event.deduction else ()


def level_text(unmodified: int, modifiers: tuple[Part, ...], level: int) -> str:
    """Write a level as unmodified + modifier = modified, if there is a modifier (PF-33)."""
    if not modifiers:
        return plain(level)
    terms = " ".join(f"{'−' if part.value < 0 else '+'} {abs(part.value)}" for part in modifiers)
    reasons = ", ".join(part.reason for part in modifiers)
    return f"{plain(unmodified)} {terms} = {plain(level)} ({reasons})"


def a_text(modifiers: tuple[Part, ...]) -> str:
    """Write A with its parts, or nothing if there are none."""
    if not modifiers:
        return ""
    total = sum(part.value for part in modifiers)
    return f"  A {signed(total)} ({list_parts(modifiers)})"
