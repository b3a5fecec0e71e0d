"""The words of the game as types, instead of a bare `str` or `int`.

To a type checker and at run time they are plain strings and numbers, so a plain value is welcome everywhere. The note
in each `Annotated` gives the meaning: the shell looks it up to read, offer and spell a field, and `Names`, `StateOf`
and `Numbers` mark the fields of an event that name something that can be renamed or undone. The constants that many
modules share are at the end.
"""

from __future__ import annotations

from typing import Annotated

from engine.patterns import pattern
from engine.value import value


@value
class Names:
    """Mark a field that holds the name of something of this kind."""

    kind: str


@value
class StateOf:
    """Mark a field that holds a state of the status named in another field of the same event."""

    field: str


@value
class KindIn:
    """Mark a field that holds a name of the kind in another field. A rename leaves it as it is."""

    field: str


@value
class Numbers:
    """Mark a field that holds the number of an earlier event: of any, or of one that made a thing of this kind."""

    kind: str


@value
class Word:
    """Mark a field of a command that holds no known name, with the kind of value."""

    kind: str


# Names of things that exist already
Character = Annotated[str, Names("character")]
CharacterOfPlayer = Annotated[str, Names("character"), "player"]  # by its own name, or by its player's
Player = Annotated[str, Names("player")]
Trait = Annotated[str, Names("trait")]
ActionOrTrait = Annotated[str, Names("trait"), "action"]  # the target of a modifier: a trait, or A
Status = Annotated[str, Names("status")]
Property = Annotated[str, Names("property")]
Track = Annotated[str, Names("track")]
Key = Annotated[str, Names("property"), "key"]  # a property that is a key of the character
OtherKey = Annotated[str, Names("property"), "other key"]  # a key that the character does not have
Item = Annotated[str, Names("item")]
Weapon = Annotated[str, Names("item"), "weapon"]  # a thing that does damage
Container = Annotated[str, Names("container")]
Characteristic = Annotated[str, Names("characteristic")]
Tag = Annotated[str, Names("tag")]
Countdown = Annotated[str, Names("countdown")]
Counter = Annotated[str, Names("counter")]
Table = Annotated[str, Names("table")]
Ritual = Annotated[str, Names("ritual")]
Goal = Annotated[str, Names("goal")]
Group = Annotated[str, Names("group")]
NeedName = Annotated[str, Names("need")]  # a need of a goal or a ritual
StateName = Annotated[str, StateOf("status")]
NameOfKind = Annotated[str, KindIn("kind")]
OwnState = Annotated[str, StateOf("name")]  # of the status that the event itself defines

# Numbers of earlier events
EventNumber = Annotated[int, Numbers("event")]
AwardNumber = Annotated[int, Numbers("award")]
ItemNumber = Annotated[int, Numbers("item")]
EffectNumber = Annotated[int, Numbers("effect")]

# A group, the first one, or all of them
AnyGroup = Annotated[str, Word("group, first or all")]

# Who speaks: a name beside those of the game, which no rename touches
Speaker = Annotated[str, Word("speaker")]

# Words of the rules and of the program
RuleKey = Annotated[str, Word("rule key")]
Topic = Annotated[str, Word("topic")]
AgendaTopic = Annotated[str, Word("agenda topic")]
TraitList = Annotated[str, Word("trait list")]
GmMove = Annotated[str, Word("GM move")]
Role = Annotated[str, Word("role")]
ReadyNpc = Annotated[str, Word("ready NPC")]
Degree = Annotated[str, Word("degree")]
ActorKind = Annotated[str, Word("kind of actor")]
FullTrack = Annotated[str, Word("meaning of a full track")]
TrackOrState = Annotated[str, Word("track or state")]
SheetValue = Annotated[str, Word("sheet value")]
Question = Annotated[str, Word("question")]
EventType = Annotated[str, Word("event type")]
RulesetName = Annotated[str, Word("ruleset")]

# A spell's reach, duration and targets, and the needs of a ritual
SpellRange = Annotated[str, Word("range of a spell")]
SpellDuration = Annotated[str, Word("duration of a spell")]
SpellArea = Annotated[str, Word("area of a spell")]
Need = Annotated[str, Word("need of a ritual")]
Complication = Annotated[str, Word("complication of a goal")]

# A participant: a player, or a character
Attendee = Annotated[str, Word("attendee")]
# The audience of a document: all players, or the name of one
Audience = Annotated[str, Word("audience")]

# What a file from before the log holds, how its fractions are rounded, and the order of day and month in it
HeldKind = Annotated[str, Word("kind of file")]
Rounding = Annotated[str, Word("way of rounding")]
DayOrder = Annotated[str, Word("order of day and month")]

# Anything with a name, and the kinds of such things
KnownName = Annotated[str, Word("known name")]
NameKind = Annotated[str, Word("kind of name")]

# Names that may be new
Name = Annotated[str, Word("new name")]
NewTrait = Annotated[str, Word("new trait")]
NewItem = Annotated[str, Word("new item")]
Unit = Annotated[str, Word("unit")]

# A clock that ends things: one of `engine.rules.parts.CLOCKS`
Clock = Annotated[str, Word("clock")]

# The time of an effect without a clock's name, and what an effect forbids: of `TIMINGS` and `BANS` there
Timing = Annotated[str, Word("time of an effect")]
Ban = Annotated[str, Word("ban")]
Once = Annotated[str, Word("words for a single hit")]

# The number of one more event, after a comma or without
OtherEvent = Annotated[int, Word("other event")]

# Numbers
Level = Annotated[int, Word("level")]
Count = Annotated[int, Word("count")]
Amount = Annotated[int, Word("amount")]
Signed = Annotated[int, Word("signed number")]  # with its sign, always
Offset = Annotated[int, Word("offset")]
SealNumber = Annotated[int, Word("seal number")]  # from 0 to 9999
Quantity = Annotated[float, Word("quantity")]  # of time, so it may have halves
Percent = Annotated[int, Word("percentage")]
Bounds = Annotated[tuple[int, int], Word("bounds")]
RowSpan = Annotated[tuple[int, int], Word("span")]  # the numbers of a row: 7 or 9-12

# A point of the history: "#57", "session 3", "start of session 3", or a date and time
Point = Annotated[str, Word("point")]

# A day: as ISO 8601, however it is written
Date = Annotated[str, Word("date")]

# Text: a label is one word or quoted, a remark as well or all that is left, a text takes the rest of its line; a
# modifier's reason is a label that ends the line where nothing else can be meant by the words left
Reason = Annotated[str, Word("reason")]
Label = Annotated[str, Word("label")]
StageEvent = Annotated[str, Word("stage event")]  # a label that is not the word for a stage's boxes
WayOut = Annotated[str, Word("way out")]  # how somebody goes out of play, with the rest of the line
SessionTitle = Annotated[str, Word("session title")]  # with the rest of the line
TitleBeforeNames = Annotated[str, Word("title before names")]  # before “with” and those present
Remark = Annotated[str, Word("remark")]
Text = Annotated[str, Word("text")]

# A command inside another one, with the rest of the line
Command = Annotated[object, Word("command")]

# Text that is mostly quoted, so that a comment can follow the closing quote
Title = Annotated[str, Word("title")]

# Text after a key, up to a comment
Setting = Annotated[str, Word("setting")]
# The words of a seal, up to a comment
SealWords = Annotated[str, Word("seal words")]
SettingName = Annotated[str, Word("setting name")]

# Text that without quotes goes on with no sentence: a scene, and a limit of the game, which hardly ever is one
SceneText = Annotated[str, Word("scene text")]
Limit = Annotated[str, Word("limit")]

# The name of a file, as the system has it: of any, of a log to be made, or of a template, which a world that comes with
# the program has as well
File = Annotated[str, Word("file")]
NewLog = Annotated[str, Word("new log")]
TemplateName = Annotated[str, Word("template")]

# Dice, and the faces that real dice showed
DiceSpec = Annotated[str, Word("dice")]


class BareSign(int):
    """A face that was typed as a sign alone, as on Fudge dice."""


Faces = tuple[int, ...]

# Constants: words and numbers with a special meaning, and limits for recorded values

#: The total of a fumble: no modifier lifts it to any difficulty (PO-22).
FUMBLE = -(10**12)

#: Dice that a trait's level chooses (PO-02 to PO-06).
BY_LEVEL = "poly"

#: Stands for playing without dice, or for a side that does not roll.
NO_DICE = "diceless"

#: Stand for every group, and for the first one, which has no name.
EVERY_GROUP, FIRST_GROUP = "all", "first"

#: The audience of a document that all players may read.
PLAYERS = "players"

#: Whether gaps between the numbers of events show players that something is withheld. They do unless the rule
#: “players-see” contains the second word.
GAPS, NO_GAPS = "gaps", "no-gaps"

#: The beginning of every format's name for players' copies.
PLAYERS_COPY = "fudgelog-players/"

#: The number of a thing in place of its name.
THING_NUMBER = pattern(r"#\d{1,18}")

TEXT_LIMIT = 10_000

#: How deeply lists and tables can be nested in an event.
NESTED_LIMIT = 20
NUMBER_LIMIT = 1_000_000_000

#: The most parts that a line, or one list of a command, may have: modifiers, sides, names.
PARTS_LIMIT = 100
