"""Commands about checks."""

from __future__ import annotations

from engine.concerns.rolls.commands import EFFORT, Effort, Modifier
from engine.registry import Ask, chapter, command, in_short, phrase
from engine.types import Amount, Character, Countdown, DiceSpec, Faces, Label, Level, Signed, Tag, Trait
from engine.value import value

chapter(20, "Checks", __name__)

#: Who checks, and what bears on it.
ACTING = f"WHO TRAIT {EFFORT}"


@phrase("WHO TRAIT [best] [worst]")
@value
class Opponent:
    """Another character, whose level, or one end of whose range of levels, is the difficulty."""

    who: Character
    trait: Trait
    best: bool = False
    worst: bool = False


@value
class Attempt(Effort):
    """A trait against a difficulty with all that counts, before the dice fall."""

    who: Character
    trait: Trait | None
    difficulty: Level | None = None
    opponent: Opponent | None = None
    factors: tuple[Modifier, ...] = ()
    critical: bool = False
    ships: tuple[Character, ...] = ()


#: Additions to the roll of a check, which change its chance.
ADDED = "[point] [points POINTS] [critical]"

#: Uses of a fudge point in a check: one of these, or a maximum.
POINT = "[point [success] [four] [maximum]] [points POINTS] [critical]"

#: How a check is rolled, or settled.
ROLLING = f"[with DICE] [rolled FACES] [secret] {POINT} [anyway] [succeeds SUCCEEDS] [fails FAILS]"

#: Further consequences of a check.
DOING = "[ticks TICKS] [stakes STAKES]"


#: Opposition to a check, and how it is rolled: the rest of a line after the character and the trait.
AGAINST_LEVEL = f"DIFFICULTY [FACTOR...] {ROLLING} [hidden HIDDEN] [ship SHIP, ...] {DOING}"
AGAINST_SOMEBODY = f"OPPONENT [FACTOR...] {ROLLING} [hidden HIDDEN] [ship SHIP, ...] {DOING}"


@in_short(
    f"{ACTING} {AGAINST_LEVEL}",
    f"{ACTING} {AGAINST_SOMEBODY}",
    f"{ACTING} vs {AGAINST_LEVEL}",
    f"{ACTING} vs {AGAINST_SOMEBODY}",
    only_where={f"{ACTING} {ROLLING} {DOING}": "default-difficulty"},
)
@command(
    f"check {ACTING} vs {AGAINST_LEVEL}",
    f"check {ACTING} vs {AGAINST_SOMEBODY}",
    only_where={f"check {ACTING} {ROLLING} {DOING}": "default-difficulty"},
)
@value
class Check(Attempt):
    """Roll a trait against a difficulty.

    WHO acts with TRAIT, or with “nothing” where no trait fits. DIFFICULTY is a level; OPPONENT is another character
    and a trait, whose level is the difficulty. Against an OPPONENT the dice are those of contests, and only WHO rolls;
    in a “contest” both do. Without “vs”, the game's default difficulty applies.

    MODIFIER and FACTOR are signed numbers, each with a reason if you like. Those before “vs” belong to the character,
    those after it to the situation. HIDDEN is a part of the difficulty that the players do not see. The qualities of
    each SHIP count for the difficulty, whoever is at the post: see “help quality”. TAG is the kind of action, such as
    running.

    Of a trait that is a range of levels the lower end counts, or with “best” behind it the upper one; “worst” says the
    lower. SECONDARY is a second trait that helps; with “instead” it is rolled in place of the first. DEDUCTION is taken
    off the level of a trait that almost fits. DEFAULT is the level of a trait that is not on the sheet. ADVANTAGE and
    DISADVANTAGE are numbers of such dice.

    DICE replaces the game's dice for this roll. FACES is what real dice showed. “point” spends one fudge point on the
    roll, POINTS more: each is a maximum. “point success” makes a check without an opponent succeed, up to Superb, and
    “point four” is a +4, both without dice. “critical” lets a natural critical decide, whatever the total. “secret”
    hides the roll from the players. “anyway” rolls although the result is certain, or although somebody cannot act or
    defend. SUCCEEDS and FAILS settle it without dice, and say why. TICKS is a countdown: a success marks a box of it, a
    failure one of the countdown that it is linked with. STAKES is what a failure would cost, or “nothing”, said before
    the dice fall; several words need quotes.

    check Kotorikh Perception +1 torch vs 3 -1 "the moon is up" rolled -1 0 0 +1
    check Kotorikh Knowledge vs Obazana Charisma
    check Kotorikh Fitness vs 2 point success
    check Nyrv Fitness vs 2 succeeds "pulled up on a rope"
    """

    faces: Faces | None = None
    secret: bool = False
    anyway: bool = False
    succeeds: Label | None = None
    fails: Label | None = None
    ticks: Countdown | None = None
    stakes: Label = ""
    success: bool = False
    four: bool = False
    maximum: bool = False


#: Parts of a group check: what bears on all of them, and how each is rolled.
SHARED = "TRAIT [less DEDUCTION] [MODIFIER...] [when TAG, ...]"
EACH = "[FACTOR...] [with DICE] [secret] [hidden HIDDEN] [ship SHIP, ...] [anyway]"


@in_short(
    f"WHO, OTHER, ... {SHARED} DIFFICULTY {EACH}",
    f"WHO, OTHER, ... {SHARED} OPPONENT {EACH}",
    f"WHO, OTHER, ... {SHARED} vs DIFFICULTY {EACH}",
    f"WHO, OTHER, ... {SHARED} vs OPPONENT {EACH}",
    f"all {SHARED} DIFFICULTY {EACH}",
    f"all {SHARED} OPPONENT {EACH}",
    f"all {SHARED} vs DIFFICULTY {EACH}",
    f"all {SHARED} vs OPPONENT {EACH}",
)
@command(
    f"check WHO, OTHER, ... {SHARED} vs DIFFICULTY {EACH}",
    f"check WHO, OTHER, ... {SHARED} vs OPPONENT {EACH}",
    f"check all {SHARED} vs DIFFICULTY {EACH}",
    f"check all {SHARED} vs OPPONENT {EACH}",
)
@value
class GroupCheck:
    """Roll the same check for several characters, with one command.

    WHO and each OTHER act, or “all” player characters who are there; those who cannot act are left out. Everybody rolls
    for themselves, and one “undo” undoes all of it. “help check” explains the other words.

    check Kotorikh, Obazana Fitness vs 2
    check all Perception vs 3 -1 "the moon is up"
    """

    who: Character = ""
    others: tuple[Character, ...] = ()
    all: bool = False
    trait: Trait = ""
    deduction: Amount | None = None
    modifiers: tuple[Modifier, ...] = ()
    tags: tuple[Tag, ...] = ()
    difficulty: Level | None = None
    opponent: Opponent | None = None
    factors: tuple[Modifier, ...] = ()
    ships: tuple[Character, ...] = ()
    dice: DiceSpec | None = None
    secret: bool = False
    hidden: Signed | None = None
    anyway: bool = False


@command(
    f"odds {ACTING} vs DIFFICULTY [FACTOR...] [with DICE] {ADDED} [hidden HIDDEN] [ship SHIP, ...]",
    f"odds check {ACTING} vs OPPONENT [FACTOR...] [with DICE] {ADDED} [hidden HIDDEN] [ship SHIP, ...]",
    f"odds check {ACTING} vs DIFFICULTY [FACTOR...] [with DICE] {ADDED} [hidden HIDDEN] [ship SHIP, ...]",
    only_where={f"odds {ACTING} [with DICE] {ADDED}": "default-difficulty"},
)
@value
class CheckOdds(Attempt, Ask):
    """Show the exact chance of a check without rolling it.

    “help check” explains the words.

    odds Kotorikh Perception vs 3
    odds check Kotorikh Knowledge vs Obazana Charisma
    """
