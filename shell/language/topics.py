"""Pages of help on topics of many commands, with example lines that tests carry out in every game."""

from __future__ import annotations

VS_PAGE = """\
“vs” puts a difficulty, or the other side, behind who acts. In short it is “v”.

  check Finn Climbing vs 3              a difficulty
  check Finn Sneaking vs Odo Wits       Odo does not roll
  contest Finn Sneaking vs Odo Wits     both roll
  contest Finn Sneaking vs Odo vs Bea   the same trait
  odds Finn Climbing vs 3               only the chance

What stands before “vs” belongs to the character, what stands behind it to the situation:

  check Finn Climbing +1 rope vs 3      Finn has a rope
  check Finn Climbing vs 3 -1 ledge     the wall is easier

Without “vs” a check is against the usual difficulty, in games that have one.
Without the verb, “vs” itself may be left out: “help short”."""

DICE_PAGE = """\
The game's own dice are rolled for you. Real dice count as well:

  check Finn Climbing vs 3 rolled 1     what they gave
  check Finn Climbing vs 3 =1           the same, in short
  roll 4dF rolled + 0 - 0               each face by itself
  roll 4dF rolled +0-0                  without spaces

Other dice, for one roll:

  check Finn Climbing vs 3 with 3dF     three Fudge dice
  check Finn Climbing vs 3 with 4d6-lowest
  roll 2d6+3                            outside a check
  odds 4dF                              the exact chances

“rules check-dice 3dF” changes the dice of every check from now on, “rules contest-dice” those of contests."""

#: The pages by the word typed after `help`.
HELP_TOPICS = {"vs": VS_PAGE, "dice": DICE_PAGE}
