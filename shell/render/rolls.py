"""Answers about other rolls, reactions, critical results and the odds of dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.chances import DiceChances, LadderChances
from engine.concerns.rolls.commands import Critical, DiceOdds, React, Roll
from engine.concerns.rolls.events import AND_ROLLED, DiceRolled
from engine.dice import read_dice
from engine.rules.outcome import absolute
from engine.rules.ruleset import Ruleset
from engine.state import State
from engine.store import codec
from engine.text import fudge_points, name_dice, percent, plain, with_sign
from engine.types import BY_LEVEL, FUMBLE
from shell.output import pad, page_columns, width
from shell.render import Answer, Asked, answers
from shell.render.events import recorded_text
from shell.render.faces import tell_drawn
from shell.render.heard import say_or_show


@answers(Roll)
def answer_rolled(asked: Asked) -> Answer:
    """Answer with dice, and the result."""
    event = asked.events[0].event
    assert isinstance(event, DiceRolled)
    result = event_result(asked) | {"extreme": read_dice(event.dice).extreme(event.roll)}
    if event.asked:
        result["yes"] = (event.total % 2 == 0) == (event.asked == "even")
    return Answer(result, lambda: roll_text(asked.events[0].seq, event, result["extreme"]))


@answers(React)
def answer_reacted(asked: Asked) -> Answer:
    """Answer with how somebody takes to the characters."""
    return Answer(event_result(asked), lambda: found_text(asked))


@answers(Critical)
def answer_critical(asked: Asked) -> Answer:
    """Answer with the entry of the table of critical results."""
    return Answer(event_result(asked), lambda: found_text(asked))


def found_text(asked: Asked) -> str:
    """Write a result from a table, then the dice, then the consequences."""
    first, *others = asked.events
    said = "\n  rolled ".join(recorded_text([first]).rsplit(AND_ROLLED, 1))  # an attitude that was set was not rolled
    return "\n".join([said, *([recorded_text(others)] if others else [])])


def event_result(asked: Asked) -> dict[str, Any]:
    """Return the fields of a roll as the result, with the dice by their name."""
    result: dict[str, Any] = codec.plain_data(asked.events[0].event)
    return result | ({"dice": title_dice(result["dice"])} if "dice" in result else {})


def title_dice(dice: str) -> str:
    """Return the name of dice, if they are particular ones."""
    return dice if dice in ("", BY_LEVEL) else read_dice(dice).title


@answers(DiceOdds)
def answer_dice_odds(asked: Asked) -> Answer:
    """Answer with the chance of every total of some dice."""
    from engine.chances import of_dice, of_ladder

    rules = asked.state.rules if asked.campaign else State().rules  # dice need no campaign
    if asked.command.dice == BY_LEVEL:
        levels = of_ladder(rules)
        return Answer(levels.as_json(), lambda: ladder_odds_text(levels, rules))
    found = of_dice(rules, asked.command.dice)
    return Answer(found.as_json(), lambda: dice_odds_text(found, rules))


BAR = 30

#: The chance from which on totals, and all beyond them, are left out of a picture.
RAREST_DRAWN = 0.0005


def bar(chance: float, widest: float = 1.0) -> str:
    """Draw a chance as a bar, for `widest` over the whole width, but for ears."""
    return say_or_show("", "█" * round(BAR * chance / widest)) if widest else ""


def dice_odds_text(found: DiceChances, rules: Ruleset) -> str:
    """Write every total with its chance, and the chance of as much or more."""
    pmf = found.dice.pmf()
    chances = {total: float(pmf.chance(total)) for total in found.totals}
    widest = max(chances.values())
    spell = plain if absolute(found.dice) or not found.dice.steps else with_sign
    rows = [
        f"{'fumble' if total == FUMBLE else spell(total):>6} {percent(chance, rules.decimals):>7} "
        f"{percent(float(pmf.at_least(total)), rules.decimals):>8}  {bar(chance, widest)}".rstrip()
        for total, chance in reversed(chances.items())
        if float(pmf.at_least(total)) >= RAREST_DRAWN
    ]
    return "\n".join([f"{name_dice(found.dice.spec):>6} {'exactly':>7} {'or more':>8}", *rows])


def ladder_odds_text(found: LadderChances, rules: Ruleset) -> str:
    """Write a line for each level: its die, and the chances of every result or more (PO-38).

    Results that do not fit beside each other are in further tables.
    """
    widest = max(width(name) for _, name, _ in found.rows)
    cell = 6 + rules.decimals
    fitting = max(1, (page_columns() - widest - 8) // cell)
    tables = -(-len(found.targets) // fitting)
    size = -(-len(found.targets) // tables)
    parts = [found.targets[first : first + size] for first in range(0, len(found.targets), size)]
    return "\n\n".join(_ladder_table(found, rules, part, widest, cell) for part in parts)


def _ladder_table(found: LadderChances, rules: Ruleset, targets: Sequence[int], widest: int, cell: int) -> str:
    head = f"{'':{widest}}  {'':>6}" + "".join(f"{f'≥{target}':>{cell}}" for target in targets)
    rows = [
        f"{pad(name, widest)}  {name_dice(dice.spec):>6}"
        + "".join(f"{percent(found.chance(dice, target), rules.decimals):>{cell}}" for target in targets)
        for _, name, dice in found.rows
    ]
    return "\n".join([head.rstrip(), *rows])


def roll_text(seq: int, event: DiceRolled, extreme: int) -> str:
    """Write dice for no check."""
    spent = [f"  {event.character} spent {fudge_points(event.points)}"] if event.points else []
    return "\n".join([f"✓ #{seq} {tell_drawn(event)}", *spent, *luck("", event.dice, event.roll, extreme)])


def luck(who: str, dice: str, roll: int, extreme: int) -> list[str]:
    """Return a line if the dice could not have fallen better or worse, otherwise nothing (PF-52)."""
    if not extreme or roll == FUMBLE:
        return []
    return [f"  {who}a natural {with_sign(roll) if read_dice(dice).pmf().low < 0 else roll}"]
