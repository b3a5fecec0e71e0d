"""At the table: sessions, rolls, experience, statuses, belongings, and taking back."""

from engine.commands.parts import ACTING, Attempt, Loan, Modifier, Share, Side
from engine.commands.usage import Ask, command
from engine.types import (
    Amount,
    Character,
    Container,
    DiceSpec,
    EventNumber,
    Faces,
    Item,
    Label,
    Level,
    NewItem,
    Property,
    Signed,
    StateName,
    Status,
    Text,
    Trait,
)
from engine.value import value

#: How a check is rolled.
ROLLING = "[with DICE] [rolled FACES] [secret] [point] [points POINTS] [anyway] [succeeds SUCCEEDS] [fails FAILS]"


@command("session start [TITLE]")
@value
class StartSession:
    """Begin an evening.

    session start "The inn that cost three jewels"
    """

    title: Text = ""


@command("session end")
@value
class EndSession:
    """End the evening."""


@command("scene TEXT")
@value
class SetScene:
    """Say where we are now.

    scene Outside the inn, night
    """

    text: Text


@command("note TEXT")
@value
class MakeNote:
    """Write down something worth remembering.

    note The thief limps on the left foot
    """

    text: Text


@command("roll [DICE] [MODIFIER...] [for WHO] [rolled FACES] [secret]")
@value
class Roll:
    """Roll dice for no check, or enter what real dice showed.

    roll 4dF for Kotorikh
    roll 2d6+3 rolled 4 6
    """

    dice: DiceSpec | None = None
    modifiers: tuple[Modifier, ...] = ()
    who: Character | None = None
    faces: Faces | None = None
    secret: bool = False


@command(
    f"check {ACTING} vs DIFFICULTY [FACTOR...] {ROLLING} [hidden HIDDEN]",
    f"check {ACTING} vs OPPONENT [FACTOR...] {ROLLING} [hidden HIDDEN]",
    only_where={f"check {ACTING} {ROLLING}": "default-difficulty"},
)
@value
class Check(Attempt):
    """Roll a trait against a difficulty.

    Left of vs stands what is the character's, right of it what is the situation's; without vs the usual difficulty of
    the game holds. The trait is “nothing” where none fits. “and” names a second trait that helps, “less” the deduction
    for a trait that is only near, “default” the level of one that is not on the sheet, “hidden” a part of the
    difficulty that players do not know. “point” puts a fudge point into the roll; “anyway” rolls although no dice are
    needed; “succeeds” and “fails” settle it without dice, and say why.

    check Kotorikh Perception +1 torch vs 3 -1 "the moon is up" rolled -1 0 0 +1
    check Kotorikh Knowledge vs Obazana Charisma
    check Nyrv Fitness vs 2 succeeds "pulled up on a rope"
    """

    faces: Faces | None = None
    secret: bool = False
    anyway: bool = False
    succeeds: Label | None = None
    fails: Label | None = None


@command("react WHO [MODIFIER...] [rolled FACES] [open]")
@value
class React:
    """Roll for how an NPC takes to somebody, unseen by the players unless it is “open”.

    react Nyrv +1 charisma -2 "sinister duke"
    """

    who: Character
    modifiers: tuple[Modifier, ...] = ()
    faces: Faces | None = None
    open: bool = False


@command("critical [for WHO] [rolled FACES]")
@value
class Critical:
    """Look up a critical result in the table of the rules.

    critical for Nyrv rolled 1 2
    """

    who: Character | None = None
    faces: Faces | None = None


@command("contest SIDE vs ... [with DICE] [at least LEAST] [secret]")
@value
class Contest:
    """Let two or more characters act against each other: the highest total wins, equal totals tie.

    Who “yields” does not resist. “at least” is the level that the winner must reach.

    contest Gromanno Fitness +1 shoes vs Nyrv -1 dark rolled +2 vs Polthova
    """

    sides: tuple[Side, ...]
    dice: DiceSpec | None = None
    least: Level | None = None
    secret: bool = False


@command("award WHO, ... AMOUNT [for REASON]", "award all AMOUNT [for REASON]")
@value
class Award:
    """Give XP to characters, or to all player characters.

    award Kotorikh, Obazana 10 for the golden teapot
    """

    whos: tuple[Character, ...] = ()
    amount: Amount = 0
    reason: Text = ""
    all: bool = False


@command("spend WHO SHARE, ...")
@value
class Spend:
    """Spend a character's XP on traits; the oldest award pays first.

    spend Kotorikh 7 on "Construction Magic", 3 on Mycology
    """

    who: Character
    shares: tuple[Share, ...]


@command("raise WHO TRAIT [permitted]")
@value
class Raise:
    """Spend just what a trait lacks to its next level; beyond what the game allows, the GM has to permit it.

    raise Kotorikh Perception
    """

    who: Character
    trait: Trait
    permitted: bool = False


@command("questions")
@value
class ShowQuestions(Ask):
    """Show the questions that are asked when a session ends."""


@command("questions WHO, ... COUNT", "questions all COUNT")
@value
class AnswerQuestions:
    """Award XP for so many of the session's questions answered with yes.

    questions Kotorikh, Obazana 3
    """

    whos: tuple[Character, ...] = ()
    count: Amount = 0
    all: bool = False


@command("point WHO CHANGE [for USE]")
@value
class ChangePoints:
    """Gain or spend fudge points.

    point Kotorikh -1 for a lucky coincidence
    """

    who: Character
    change: Signed
    use: Text = ""


@command("bonus WHO AMOUNT on TRAIT [for REASON]")
@value
class Bonus:
    """Grant free practice in a trait, apart from the character's own XP.

    bonus Kotorikh 7 on Perception for a keen eye
    """

    who: Character
    amount: Amount
    trait: Trait
    reason: Text = ""


@command(
    "status WHO STATUS STATE [for REASON]",
    "status WHO STATUS up [for REASON]",
    "status WHO STATUS down [for REASON]",
)
@value
class ChangeStatus:
    """Move a status: to a state, or one step up or down; the ends hold.

    status Kotorikh Energy up for a night's sleep
    """

    who: Character
    status: Status
    state: StateName | None = None
    reason: Text = ""
    up: bool = False
    down: bool = False


@command("gain WHO PROPERTY")
@value
class Gain:
    """A property, a gift or a fault begins to apply.

    gain Kotorikh "talented observer"
    """

    who: Character
    property: Property


@command("lose WHO PROPERTY")
@value
class Lose:
    """A property, a gift or a fault ceases to apply.

    lose Kotorikh "Shroom Belly"
    """

    who: Character
    property: Property


@command("give WHO [COUNT] ITEM [in CONTAINER] [note NOTE] [LOAN...]")
@value
class Give:
    """Put things into a character's hands, or into something they carry.

    give Kotorikh 12 stones in pouch
    give Kotorikh "vial of ink" in pack note full
    give Gromanno "old running shoes" +1 on Fitness when running
    """

    who: Character
    item: NewItem
    count: Amount = 1
    container: Container | None = None
    note: Label = ""
    loans: tuple[Loan, ...] = ()


@command("drop WHO [COUNT] ITEM [from CONTAINER]")
@value
class Drop:
    """Let go of things, with all that is in them; without a number, of the whole stack.

    drop Obazana 3 jewels
    """

    who: Character
    item: Item
    count: Amount | None = None
    container: Container | None = None


@command("move WHO [COUNT] ITEM [from CONTAINER] to TARGET", "move WHO [COUNT] ITEM [from CONTAINER] out")
@value
class Move:
    """Put things elsewhere on the character: into something, to a place on the body, or out of what holds them.

    move Kotorikh pouch to belt
    """

    who: Character
    item: Item
    target: Container | None = None
    count: Amount | None = None
    container: Container | None = None
    out: bool = False


@command("pass WHO [COUNT] ITEM [from CONTAINER] to OTHER")
@value
class Pass:
    """Hand things to another character, with all that is in them.

    pass Obazana 2 jewels to Kotorikh
    """

    who: Character
    item: Item
    other: Character
    count: Amount | None = None
    container: Container | None = None


@command("condition WHO ITEM = TEXT")
@value
class NoteCondition:
    """Write down the condition of something carried.

    condition Kotorikh "vial of ink" = half full
    """

    who: Character
    item: Item
    text: Text


@command("reveal EVENT")
@value
class Reveal:
    """Make a secret roll public.

    reveal #57
    """

    event: EventNumber
