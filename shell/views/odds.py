"""Chances as text, with a bar for each."""

from __future__ import annotations

from engine.chances import CheckChances, ContestChances, DiceChances, LadderChances
from engine.rules.ladder import Ladder
from engine.rules.outcome import in_reach
from engine.rules.rolling import absolute
from engine.rules.ruleset import Ruleset
from engine.types import FUMBLE
from replay.telling import called
from replay.words import percent, plain, signed
from shell.output import padded, width
from shell.views.outcomes import a_text, level_text, needs_text

BAR = 40

#: Totals that are rarer than this, and all beyond them, are left out of a picture.
SEEN = 0.0005


def bar(chance: float, widest: float = 1.0) -> str:
    """A chance as a bar; `widest` fills the whole width."""
    return "█" * round(BAR * chance / widest) if widest else ""


def check_odds_text(found: CheckChances, rules: Ruleset) -> str:
    """The chance of a check, and what makes it."""
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


def contest_odds_text(found: ContestChances, rules: Ruleset) -> str:
    """Everyone's chance to win, and that of a tie."""
    rows = {side.character: found.chances[side.character] for side in found.sides} | {"tie": found.tie}
    rows |= {"too low": found.short} if found.short else {}
    widest = max(map(width, rows))
    lines = (
        f"{padded(name, widest)}  {percent(chance, rules.decimals):>6}  {bar(chance)}" for name, chance in rows.items()
    )
    return "\n".join(map(str.rstrip, lines))


def dice_odds_text(found: DiceChances, rules: Ruleset) -> str:
    """Every total with its chance and that of as much or more; of steps on a ladder, with what they make of Fair."""
    pmf = found.dice.pmf()
    chances = {total: float(pmf.chance(total)) for total in found.totals}
    widest = max(chances.values())
    spell = plain if absolute(found.dice) or not found.dice.steps else signed
    rows = [
        f"{'fumble' if total == FUMBLE else spell(total):>6} {percent(chance, rules.decimals):>7} "
        f"{percent(float(pmf.at_least(total)), rules.decimals):>8}  {bar(chance, widest)}".rstrip()
        for total, chance in reversed(chances.items())
        if float(pmf.at_least(total)) >= SEEN
    ]
    return "\n".join([f"{called(found.dice.spec):>6} {'exactly':>7} {'or more':>8}", *rows])


def ladder_odds_text(found: LadderChances, rules: Ruleset) -> str:
    """A line for each level: its die, and the chance of every result or more (PO-38)."""
    widest = max(width(name) for _, name, _ in found.rows)
    head = f"{'':{widest}}  {'':>6}" + "".join(f"{f'≥{target}':>{6 + rules.decimals}}" for target in found.targets)
    rows = [
        f"{padded(name, widest)}  {called(dice.spec):>6}"
        + "".join(f"{percent(found.chance(dice, t), rules.decimals):>{6 + rules.decimals}}" for t in found.targets)
        for _, name, dice in found.rows
    ]
    return "\n".join([head.rstrip(), *rows])
