"""Chances as text, with a bar for each."""

from __future__ import annotations

from engine.chances import CheckChances, ContestChances, DiceChances
from replay.words import percent, plain, signed
from shell.output import padded, width
from shell.views.outcomes import a_text, level_text

BAR = 40


def bar(chance: float, widest: float = 1.0) -> str:
    """A chance as a bar; `widest` fills the whole width."""
    return "█" * round(BAR * chance / widest) if widest else ""


def check_odds_text(found: CheckChances) -> str:
    """The chance of a check, and what makes it."""
    check = found.check
    level = level_text(check.unmodified, check.level_modifiers, check.level)
    what = f"{check.character}, {check.trait or 'no ability'}: L {level}{a_text(check.modifiers)}"
    return "\n".join(
        [
            f"{what} against D {plain(check.difficulty)}",
            f"needs {signed(found.needed)} or more on {found.dice.spec}: {percent(found.chance)} ({found.exact})",
        ]
    )


def contest_odds_text(found: ContestChances) -> str:
    """Everyone's chance to win, and that of a tie."""
    rows = {side.character: found.chances[side.character] for side in found.sides} | {"tie": found.tie}
    widest = max(map(width, rows))
    lines = (f"{padded(name, widest)}  {percent(chance):>6}  {bar(chance)}" for name, chance in rows.items())
    return "\n".join(map(str.rstrip, lines))


def dice_odds_text(found: DiceChances) -> str:
    """Every total with its chance and that of as much or more."""
    pmf = found.dice.pmf()
    chances = {total: float(pmf.chance(total)) for total in found.totals}
    widest = max(chances.values())
    fudge = found.dice.spec.endswith("dF")
    rows = [
        f"{signed(total) if fudge else plain(total):>6} {percent(chance):>7} {percent(float(pmf.at_least(total))):>8}  "
        f"{bar(chance, widest)}".rstrip()
        for total, chance in reversed(chances.items())
    ]
    return "\n".join([f"{found.dice.spec:>6} {'exactly':>7} {'or more':>8}", *rows])
