"""What commands are made of: phrases with a usage line of their own."""

from engine.commands.usage import phrase
from engine.types import Amount, Character, DiceSpec, Faces, Label, Level, Name, NewTrait, Offset, Signed, Tag, Trait
from engine.value import value

#: Whose a check is, and what bears on it.
ACTING = (
    "WHO TRAIT [less DEDUCTION] [MODIFIER...] [when TAG, ...] [and SECONDARY] [default DEFAULT]"
    " [advantage ADVANTAGE] [disadvantage DISADVANTAGE]"
)


@phrase("VALUE [REASON]")
@value
class Modifier:
    """A signed number and why."""

    value: Signed
    reason: Label = ""


@phrase("WORD LEVEL")
@value
class Labelled:
    """A word for a level, such as `decent 4`."""

    word: Name
    level: Level


@phrase("STATE [MODIFIER]")
@value
class Step:
    """A state of a status and what it adds to A."""

    state: Name
    modifier: Offset = 0


@phrase("TRAIT CHANGE")
@value
class Change:
    """A modifier of a trait's level."""

    trait: Trait
    change: Offset


@phrase("TRAIT LEVEL [to UPTO]")
@value
class TraitLevel:
    """A trait at the level it has at creation, or at all levels from one to another."""

    trait: NewTrait
    level: Level
    upto: Level | None = None


@phrase("AMOUNT on TRAIT")
@value
class Share:
    """XP for one trait."""

    amount: Amount
    trait: Trait


@phrase("VALUE [REASON] [on TRAIT, ...] [when TAG]")
@value
class Loan:
    """What an item adds to A, for which traits, and for which kind of action."""

    value: Signed
    reason: Label = ""
    traits: tuple[Trait, ...] = ()
    tag: Tag | None = None


@phrase("WHO TRAIT")
@value
class Opponent:
    """Another character, whose level is the difficulty."""

    who: Character
    trait: Trait


@value
class Attempt:
    """A trait against a difficulty with all that bears on it, but for what the dice show."""

    who: Character
    trait: Trait | None
    difficulty: Level | None = None
    opponent: Opponent | None = None
    deduction: Amount | None = None
    modifiers: tuple[Modifier, ...] = ()
    tags: tuple[Tag, ...] = ()
    factors: tuple[Modifier, ...] = ()
    dice: DiceSpec | None = None
    secondary: Trait | None = None
    default: Level | None = None
    advantage: Amount | None = None
    disadvantage: Amount | None = None
    point: bool = False
    points: Amount | None = None
    hidden: Signed | None = None


@phrase("WHO [TRAIT] [MODIFIER...] [when TAG, ...] [rolled FACES] [yields]")
@value
class Side:
    """One side of a contest; trait and tags of the first hold for the others that name none."""

    who: Character
    trait: Trait | None = None
    modifiers: tuple[Modifier, ...] = ()
    tags: tuple[Tag, ...] = ()
    faces: Faces | None = None
    yields: bool = False
