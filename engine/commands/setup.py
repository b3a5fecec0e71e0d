"""Setting up: the campaign, its rules and definitions, and the characters."""

from engine.commands.parts import Change, Labelled, Step, TraitLevel
from engine.commands.usage import Ask, command
from engine.types import (
    Amount,
    Character,
    Characteristic,
    File,
    Label,
    Level,
    Name,
    Offset,
    Percent,
    Player,
    ReadyNpc,
    RuleKey,
    RulesetName,
    Tag,
    Text,
    Topic,
    Trait,
    TraitList,
    Unit,
)
from engine.value import value


@command("new RULES [TITLE]")
@value
class CreateCampaign:
    """Begin a campaign in a new file.

    new peupfudge "The Golden Teapot"
    """

    rules: RulesetName
    title: Label = ""


@command("rules", "rules KEY")
@value
class ShowRules(Ask):
    """Show the rules in force, or one of them with what it takes.

    rules untrained
    """

    key: RuleKey | None = None


@command("rules KEY VALUE")
@value
class ChangeRule:
    """Change one rule, from now on; what was rolled before keeps the rules it was rolled under.

    rules contest-dice 4dF
    """

    key: RuleKey
    value: Text


@command("setup FILE")
@value
class Setup:
    """Read a campaign template: definitions, characters and starting kit, in one go.

    setup sessions/kotorikh.toml
    """

    file: File


@command("define ability NAME, ... [LABEL...]")
@value
class DefineAbility:
    """Put abilities on the campaign's list, with words for their levels.

    define ability Muscle, Charisma, Perception poor 2 decent 4 great 6
    """

    names: tuple[Name, ...]
    labels: tuple[Labelled, ...] = ()


@command("define status NAME : STEP, ... [on TRAIT, ...] [start START] [moved CAUSE]")
@value
class DefineStatus:
    """Define a status: its states, worst first, each with what it adds to A, and whose actions it touches.

    define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1 on Muscle, Perception
    define status Mood: Grim -1, Calm 0 moved "by good company, or the lack of it"
    """

    name: Name
    steps: tuple[Step, ...]
    traits: tuple[Trait, ...] = ()
    start: Name | None = None
    cause: Label = ""


@command(
    "define property NAME",
    "define property NAME : [CHANGE, ...] [a ACTION] [on TRAIT, ...] [xp BONUS PRACTICE] [when TAG]",
)
@value
class DefineProperty:
    """Define a property: what it adds to a level or to A, the free XP it brings, or nothing but its story.

    define property "Shroom Belly": A -1 when magical
    define property "hobbit strength": Strength -1
    define property "talented observer": xp 7 Perception
    define property wealthy
    """

    name: Name
    changes: tuple[Change, ...] = ()
    action: Offset | None = None
    traits: tuple[Trait, ...] = ()
    bonus: Amount | None = None
    practice: Trait | None = None
    tag: Tag | None = None


@command("define abilities LIST, ... [without NAME, ...]")
@value
class DefineAbilities:
    """Put the traits of ready-made lists on the campaign's list.

    define abilities base, fantasy without Languages
    """

    lists: tuple[TraitList, ...]
    names: tuple[Name, ...] = ()


@command("define gift NAME, ...")
@value
class DefineGift:
    """Define gifts: what is good about somebody and is no trait of the ladder.

    define gift "Night Vision"
    """

    names: tuple[Name, ...]


@command("define fault NAME, ...")
@value
class DefineFault:
    """Define faults: what is hard on somebody and is no trait of the ladder.

    define fault Greedy
    """

    names: tuple[Name, ...]


@command("pc NAME [by PLAYER]")
@value
class CreatePc:
    """Add a player's character.

    pc Kotorikh by Kurt
    """

    name: Name
    player: Player | None = None


@command("npc NAME [as READY]")
@value
class CreateNpc:
    """Add a character of the game master's, from nothing or from one that is ready.

    npc Nyrv
    npc Grum as Troll
    """

    name: Name
    ready: ReadyNpc | None = None


@command("set WHO NAME = TEXT")
@value
class SetCharacteristic:
    """Write a characteristic: who the character is, where they come from.

    set Kotorikh Profession = Archaeologist
    """

    who: Character
    name: Characteristic
    text: Text


@command("trait WHO GIVEN, ...")
@value
class GiveTrait:
    """Give traits the levels they have at creation, before any award.

    trait Nyrv Fitness 5, Stealth 3
    """

    who: Character
    given: tuple[TraitLevel, ...]


@command("trade WHO LEVEL")
@value
class TradeSlot:
    """Give up one trait of a level for two of the next lower one, as traits are given at creation.

    trade Kotorikh 3
    """

    who: Character
    level: Level


@command("approve WHO")
@value
class Approve:
    """Agree to a player character, where the way it was made asks for that.

    approve Kotorikh
    """

    who: Character


@command("checklist")
@value
class ShowChecklist(Ask):
    """Show what the campaign still lacks before its first session."""


@command("checklist TOPIC TEXT")
@value
class AnswerChecklist:
    """Settle an item of the set-up checklist in words.

    checklist beings humans, hobbits and the odd ant
    """

    topic: Topic
    text: Text


@command("practice AMOUNT UNIT = XP")
@value
class FixPracticeRate:
    """Fix what one XP is worth in practice time.

    practice 1 month = 2
    """

    amount: Amount
    unit: Unit
    xp: Amount


@command("practice AMOUNT UNIT [at QUALITY]")
@value
class WeighPractice(Ask):
    """Convert practice time into XP, and into the difficulty that such practice masters half the time.

    practice 12 months
    practice 3 months at 50%
    """

    amount: Amount
    unit: Unit
    quality: Percent = 100
