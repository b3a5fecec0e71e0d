"""Find the dice that a name means by the rules, and roll them or read the faces of real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.dice import Dice, DiceError, Draw, percentile, read_dice
from engine.refusal import Refused, did_you_mean
from engine.rules.ladder import Ladder
from engine.types import BY_LEVEL, NO_DICE, BareSign, Faces
from engine.value import value

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset

#: Other names of an NPC's dice (FU-54, FU-56).
OF_NPCS = {"d6": "npc-d6", "1d6": "npc-d6", "static": NO_DICE, "fixed": NO_DICE}


@value
class Cast:
    """A roll: its total, whether real dice were used, and its faces, or none if only a total was typed."""

    faces: tuple[int, ...]
    roll: int
    physical: bool


def technique(rules: Ruleset, spec: str) -> str:
    """Return the dice that a house name means by these rules, or the spelling itself if it is none (ER-15)."""
    meant = {name.casefold(): each for name, each in rules.pairs("dice-names")}
    return meant.get(spec.casefold(), spec)


def dice_of_rule(rules: Ruleset, key: str, spec: str) -> str:
    """Return the dice that a name means as the value of a rule."""
    meant = technique(rules, spec)
    return OF_NPCS.get(meant.casefold(), meant) if key == "npc-dice" else meant


def the_dice(rules: Ruleset, spec: str, level: int | None = None, points: int = 0, advantage: int = 0) -> Dice:
    """Return the dice of that name, for a trait of that level.

    Raise Refused for impossible dice. `points` are fudge points that go into the roll, each as a maximum (PO-23).
    `advantage` is the number of advantage dice, negative for disadvantage dice (FL-117 to FL-119).
    """
    spec = technique(rules, spec)
    if spec == BY_LEVEL:
        spec = _by_level(rules, level, points)
    elif points:
        spec = f"{spec}-{points}pt" if spec.startswith(BY_LEVEL) else _no_maximum(spec)
    if advantage and not spec.casefold().endswith("df"):
        kind = "advantage" if advantage > 0 else "disadvantage"
        raise Refused(f"{kind} dice are Fudge dice, and {spec} has none", about=kind, hint="“with 4dF” rolls some")
    if advantage:
        spec += f"+{advantage}adv" if advantage > 0 else f"{advantage}dis"
    try:
        return read_dice(spec)
    except DiceError as error:
        hint = did_you_mean(error.hint) if error.hint else None
        raise Refused(str(error).rstrip("."), about="dice", hint=hint) from None


def on_the_ladder(rules: Ruleset, dice: Dice) -> Dice:
    """Return the dice. Raise Refused if the game has a ladder and their totals are no steps on it."""
    if rules.ladder and not dice.steps:
        said = f"{dice.spec} is a sum, not steps on the ladder"
        raise Refused(said, about="dice", hint=f"{rules.check_dice} gives those; “roll” rolls anything")
    return dice


def _by_level(rules: Ruleset, level: int | None, points: int) -> str:
    """Return the die of a level. Beyond the last level it is the last die with +1 for each step (PO-06)."""
    if level is None:
        raise Refused("poly is the die of a trait's level, and there is none here", about="dice", hint="say poly-d6")
    place, dice = level - rules.polyhedral_zero, rules.polyhedral_dice
    if place < 0 or dice[min(place, len(dice) - 1)] == "none":
        raise Refused(
            f"{Ladder.of(rules).name_of(level)} has no die to roll",
            about="trait",
            hint="“rules polyhedral-dice” lists them",
        )
    return polyhedral_spec(rules, dice[min(place, len(dice) - 1)], max(0, place - len(dice) + 1), points)


def polyhedral_spec(rules: Ruleset, die: str, more: int, points: int = 0) -> str:
    """Return the spelling of a polyhedral die by these rules, with `more` added."""
    sides, sign, added = die.replace("-", "+-").partition("+")
    modifier = (int(added) if sign and added.removeprefix("-").isdecimal() else 0) + more
    words = [f"poly-{sides}{f'{modifier:+d}' if modifier else ''}"]
    words += ["exploding"] * rules.exploding + ["snake-eyes"] * rules.snake_eyes + [f"{points}pt"] * bool(points)
    return "-".join(words)


def _no_maximum(spec: str) -> str:
    said = f"a fudge point is a maximum of an exploding die, and {spec} has none"
    raise Refused(said, about="points", hint="the dice of traits explode, and poly-d6 and the like")


def cast(dice: Dice, shown: Faces | None, draw: Draw) -> Cast:
    """Roll the dice, or take the faces of real ones. Fudge dice may be typed as their total alone."""
    if shown is None:
        faces = dice.roll(draw)
        return Cast(faces, dice.total(faces), physical=False)
    must_not_be_signs(dice, shown)
    shown = tuple(map(int, shown))
    if dice.spec == "diceless" or (len(shown) == 1 and dice.spec.endswith("dF") and dice.count != 1):
        return Cast((), _possible_total(dice, shown), physical=True)
    shown = _of_a_hundred(dice, shown)
    wrong = dice.refuse(shown)
    if wrong:
        raise Refused(wrong, about="faces", value=shown, hint=_faces_hint(dice, shown))
    return Cast(shown, dice.total(shown), physical=True)


def must_not_be_signs(dice: Dice, shown: Faces) -> None:
    """Refuse a + or − without a number unless the dice are Fudge dice: it may be a modifier typed with a space."""
    dies = [dice.due(shown[:place]) or dice.due(()) for place, face in enumerate(shown) if isinstance(face, BareSign)]
    if any(die is None or min(die.faces) >= 0 for die in dies):
        said = f"+ and − alone are faces of Fudge dice, and {dice.title} shows numbers"
        raise Refused(said, about="faces", value=shown, hint="a modifier is typed without a space, such as “+1”")


def _of_a_hundred(dice: Dice, shown: Faces) -> Faces:
    """Return the number on two ten-sided dice, tens first, where 00 is 100, or else the faces (FU-27).

    The tens may be marked 0 to 9, or 00 to 90.
    """
    if dice.count != 1 or dice.refuse((100,)) or not dice.refuse((101,)):
        return shown
    if len(shown) == 2 and shown[0] in range(10, 100, 10):
        shown = (shown[0] // 10, shown[1])
    tens_and_ones = len(shown) == 2 and all(0 <= face <= 9 for face in shown)
    return (percentile(*shown),) if tens_and_ones else (100,) if shown == (0,) else shown


def _possible_total(dice: Dice, shown: Faces) -> int:
    total = shown[0]
    wrong = dice.refuse_total(total) if len(shown) == 1 else "without dice there is one number, the result"
    if wrong:
        raise Refused(wrong, about="faces", value=shown)
    return total


def _faces_hint(dice: Dice, shown: Faces) -> str | None:
    """Return how to type the faces of some dice. Six-sided dice stand for Fudge dice if they show 1 to 6 (FU-22)."""
    if dice.spec.endswith("dF"):
        if len(shown) == dice.count and min(shown) >= 1 and 3 <= max(shown) <= 6:
            faces = " ".join("−−00++"[face - 1] for face in shown)
            return f"six-sided dice count as Fudge dice, 1 and 2 as −, 5 and 6 as +: “rolled {faces}”"
        return "give every face, or the total alone"
    if dice.spec.endswith(("adv", "dis")):
        return f"give every face, such as “rolled {' '.join('+0-'[i % 3] for i in range(dice.count or 0))}”"
    return None
