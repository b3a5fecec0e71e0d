"""Rolls, checks and contests as lines that tell where each number comes from."""

from __future__ import annotations

from typing import Any

from engine.events import CheckResolved, ContestResolved, DiceRolled, Entrant, Part
from engine.rules.ladder import Ladder
from engine.rules.ruleset import Ruleset
from engine.types import BY_LEVEL, FUMBLE, NO_DICE
from replay.telling import called, points, shown, tell
from replay.words import parts, percent, plain, signed
from shell.output import padded, width


def roll_text(seq: int, event: DiceRolled, extreme: int) -> str:
    """Dice for no check."""
    return "\n".join([f"✓ #{seq} {tell(event)}", *luck("", event.dice, extreme)])


def luck(who: str, dice: str, extreme: int) -> list[str]:
    """That the dice could not have fallen better, or worse; nothing where they could (PF-52)."""
    return [f"  {who}{'the best' if extreme > 0 else 'the worst'} that {called(dice)} can give"] if extreme else []


def check_text(seq: int, event: CheckResolved, result: dict[str, Any], rules: Ruleset) -> str:
    """A check: the outcome, then the sum, then the chance it had."""
    lines = [f"✓ #{seq} {tell(event)}", f"  {sum_text(event, rules)}"]
    if event.roll is not None and event.dice != NO_DICE:
        needs = needs_text(result["needed"], result["odds"], event.dice)
        lines.append(f"  it needed {needs}: {percent(result['odds'], rules.decimals)}")
    lines += [f"  {event.character} spent {points(event.points)}"] if event.points else []
    lines += [f"  {warning}" for warning in result["warnings"]]
    return "\n".join([*lines, *luck("", event.dice, result["extreme"])])


def needs_text(needed: int | None, chance: float, dice: str) -> str:
    """The roll that it takes, or that any will do, or none."""
    if needed is None:
        return f"no roll in particular of {called(dice)}" if chance else f"more than {called(dice)} can give"
    return f"{plain(needed) if dice.startswith(BY_LEVEL) else signed(needed)} or more on {called(dice)}"


def sum_text(event: CheckResolved, rules: Ruleset) -> str:
    """L + A + R against D, each with its parts (PF-33, PF-43); levels in words where the game has them."""
    ladder = Ladder.of(rules)
    word = ladder.name(event.level)
    level = level_text(event.unmodified, (*event.level_modifiers, *_deduction(event)), event.level)
    named = f"{level} ({word}{', not on the sheet' if event.default else ''})" if word else level
    against = f"D {plain(event.difficulty)}{f' ({event.against})' if event.against else ''}"
    if len(event.difficulty_parts) > 1:
        against += f" ({plain(event.difficulty_parts[0].value)}, {parts(event.difficulty_parts[1:])})"
    if event.roll is None:
        return f"L {named}{a_text(event.modifiers)} against {against}"
    rolled = shown(event.dice, event.faces, event.roll, event.physical)
    total = "a fumble" if event.roll == FUMBLE else plain(event.total)
    degree = f" ({event.degree})" if event.degree else ""
    return f"L {named}{a_text(event.modifiers)}  R {rolled}  = {total}{degree} against {against}"


def _deduction(event: CheckResolved) -> tuple[Part, ...]:
    return (Part(-event.deduction, "only near"),) if event.deduction else ()


def level_text(unmodified: int, modifiers: tuple[Part, ...], level: int) -> str:
    """A level as unmodified + modifier = modified, where there is a modifier (PF-33)."""
    if not modifiers:
        return plain(level)
    terms = " ".join(f"{'−' if part.value < 0 else '+'} {abs(part.value)}" for part in modifiers)
    reasons = ", ".join(part.reason for part in modifiers)
    return f"{plain(unmodified)} {terms} = {plain(level)} ({reasons})"


def a_text(modifiers: tuple[Part, ...]) -> str:
    """A with its parts, or nothing where there are none."""
    if not modifiers:
        return ""
    total = sum(part.value for part in modifiers)
    return f"  A {signed(total)} ({parts(modifiers)})"


def contest_text(seq: int, event: ContestResolved, extremes: dict[str, int]) -> str:
    """A contest: the outcome, then every side by place."""
    ranked = sorted(event.participants, key=lambda side: side.place)
    widest = max(width(side.character) for side in ranked)
    lines = [f"✓ #{seq} {tell(event)}", *(side_text(side.dice or event.dice, side, widest) for side in ranked)]
    lucky = [
        line
        for side in ranked
        for line in luck(f"{side.character}: ", side.dice or event.dice, extremes[side.character])
    ]
    return "\n".join([*lines, *lucky])


def side_text(dice: str, side: Entrant, columns: int) -> str:
    """One side of a contest with its sum."""
    level = level_text(side.unmodified, side.level_modifiers, side.level)
    start = f"{side.place}. {padded(side.character, columns)}  L {level}{a_text(side.modifiers)}"
    if side.yields:
        return f"  {start}  does not resist"
    rolled = "" if dice == NO_DICE and not side.roll else f"  R {shown(dice, side.faces, side.roll, side.physical)}"
    degree = f" ({side.degree})" if side.degree else ""
    critical = f", a critical {side.critical}" if side.critical else ""
    return f"  {start}{rolled}  = {'a fumble' if side.roll == FUMBLE else plain(side.total)}{degree}{critical}"
