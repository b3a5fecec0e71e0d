"""Dice techniques: the dice, their totals and possible faces (DT-01 to DT-19).

Techniques are equal if spelled alike, so the log needs only the spelling: `read_dice(dice.spec) == dice`. A technique
does not draw: it takes a source of chance. Faces are stored as the dice show them, in the order that each class states,
so that real dice and the program's are logged alike.
"""

from engine.dice.chance import Draw, program_draw
from engine.dice.limits import DiceError
from engine.dice.named import percentile, polyhedral, polyhedral_die, table_dice
from engine.dice.spelling import read_dice
from engine.dice.technique import Dice
from engine.types import FUMBLE

__all__ = [
    "FUMBLE",
    "Dice",
    "DiceError",
    "Draw",
    "percentile",
    "polyhedral",
    "polyhedral_die",
    "program_draw",
    "read_dice",
    "table_dice",
]
