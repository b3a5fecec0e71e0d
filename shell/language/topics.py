"""Pages of help about what many commands share. Their lines are examples, and tests carry them out in every game."""

from __future__ import annotations

VS_PAGE = """\
“vs” puts a difficulty, or the other side, behind who acts. In short it is “v”.

  check Finn Climbing vs 3               against a difficulty
  check Finn Sneaking vs Odo Wits        against the level of another character, who does not roll
  contest Finn Sneaking vs Odo Wits      both roll, and the higher total wins
  contest Finn Sneaking vs Odo vs Bea    all with the same trait
  odds Finn Climbing vs 3                the chance, without rolling

What stands before “vs” belongs to the character, what stands behind it to the situation:

  check Finn Climbing +1 rope vs 3       Finn has a rope
  check Finn Climbing vs 3 -1 ledges     the wall is easier than it looks

Without “vs” a check is against the usual difficulty, in games that have one. Without the verb, “vs” itself may be left
out: “help short”."""

DICE_PAGE = """\
The game's own dice are rolled for you. Real dice count as well:

  check Finn Climbing vs 3 rolled 1      what they gave in all
  check Finn Climbing vs 3 =1            the same, in short
  roll 4dF rolled + 0 - 0                or each face: of Fudge dice +, 0 and -
  roll 4dF rolled +0-0                   without spaces, too

Other dice, for one roll:

  check Finn Climbing vs 3 with 3dF      three Fudge dice instead
  check Finn Climbing vs 3 with 4d6-lowest
  roll 2d6+3                             dice outside a check
  odds 4dF                               the exact chance of every total

“rules check-dice 3dF” changes the dice of every check from now on, “rules contest-dice” those of contests."""

#: The pages by what is typed behind `help`.
TOPICS = {"vs": VS_PAGE, "dice": DICE_PAGE}
