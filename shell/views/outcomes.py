"""Rolls, checks and contests as lines that tell where each number comes from."""

from __future__ import annotations

from typing import Any

from engine.events import CheckResolved, ContestResolved, DiceRolled, Entrant, Part
from replay.telling import shown, tell
from replay.words import parts, percent, plain, signed
from shell.output import padded, width


def roll_text(seq: int, event: DiceRolled, extreme: int) -> str:
    """Dice for no check."""
    return "\n".join([f"✓ #{seq} {tell(event)}", *luck("", event.dice, extreme)])


def luck(who: str, dice: str, extreme: int) -> list[str]:
    """That the dice could not have fallen better, or worse; nothing where they could (PF-52)."""
    return [f"  {who}{'the best' if extreme > 0 else 'the worst'} that {dice} can give"] if extreme else []


def check_text(seq: int, event: CheckResolved, result: dict[str, Any]) -> str:
    """A check: the outcome, then the sum, then the chance it had."""
    lines = [f"✓ #{seq} {tell(event)}", f"  {sum_text(event)}"]
    if event.roll is not None:
        lines.append(f"  it needed {signed(result['needed'])} or more on {event.dice}: {percent(result['odds'])}")
    return "\n".join([*lines, *luck("", event.dice, result["extreme"])])


def sum_text(event: CheckResolved) -> str:
    """L + A + R against D, each with its parts (PF-33, PF-43)."""
    level = level_text(event.unmodified, (*event.level_modifiers, *_deduction(event)), event.level)
    rolled = shown(event.dice, event.faces, event.roll or 0, event.physical)
    against = f"D {plain(event.difficulty)}"
    if len(event.difficulty_parts) > 1:
        against += f" ({plain(event.difficulty_parts[0].value)}, {parts(event.difficulty_parts[1:])})"
    return f"L {level}{a_text(event.modifiers)}  R {rolled}  = {plain(event.total)} against {against}"


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
    lines = [f"✓ #{seq} {tell(event)}", *(side_text(event.dice, side, widest) for side in ranked)]
    lucky = [line for side in ranked for line in luck(f"{side.character}: ", event.dice, extremes[side.character])]
    return "\n".join([*lines, *lucky])


def side_text(dice: str, side: Entrant, columns: int) -> str:
    """One side of a contest with its sum."""
    level = level_text(side.unmodified, side.level_modifiers, side.level)
    rolled = shown(dice, side.faces, side.roll, side.physical)
    start = f"{side.place}. {padded(side.character, columns)}  L {level}{a_text(side.modifiers)}"
    return f"  {start}  R {rolled}  = {plain(side.total)}"
