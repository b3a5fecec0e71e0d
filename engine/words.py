"""The words of the game: one type for each, so that no bare `str` or `int` means a thing.

At run time they are plain strings and numbers; the type says what a field holds, and is what the shell
looks at to know how the field is read, offered and spelled.
"""

from __future__ import annotations

from typing import NewType

# Names that must be known already
Character = NewType("Character", str)
Trait = NewType("Trait", str)
Status = NewType("Status", str)
State = NewType("State", str)
Property = NewType("Property", str)
Item = NewType("Item", str)
Container = NewType("Container", str)
RuleKey = NewType("RuleKey", str)
Topic = NewType("Topic", str)
TraitList = NewType("TraitList", str)
ReadyNpc = NewType("ReadyNpc", str)
SheetValue = NewType("SheetValue", str)
EventType = NewType("EventType", str)

# Names that may be new
Name = NewType("Name", str)
NewTrait = NewType("NewTrait", str)
NewItem = NewType("NewItem", str)
Characteristic = NewType("Characteristic", str)
Tag = NewType("Tag", str)
Player = NewType("Player", str)
Unit = NewType("Unit", str)
RulesetName = NewType("RulesetName", str)

# Numbers
Level = NewType("Level", int)
Amount = NewType("Amount", int)
Signed = NewType("Signed", int)  # with its sign, always
Offset = NewType("Offset", int)
EventNumber = NewType("EventNumber", int)
Percent = NewType("Percent", int)

# A point of the history: "#57", "session 3", "start of session 3", or a date and time
Point = NewType("Point", str)

# Text: a label is one word or quoted, a text takes the rest of its line
Label = NewType("Label", str)
Text = NewType("Text", str)

# The name of a file, as the system has it
File = NewType("File", str)

# Dice: what is rolled, and what real dice showed
DiceSpec = NewType("DiceSpec", str)
Faces = tuple[int, ...]

#: The total of a fumble: no modifier lifts it to any difficulty (PO-22).
FUMBLE = -(10**12)

#: Dice that a trait's level chooses (PO-02 to PO-06).
BY_LEVEL = "poly"

#: A way of playing without any, or a side that does not roll.
NO_DICE = DiceSpec("diceless")

TEXT_LIMIT = 10_000
NUMBER_LIMIT = 1_000_000_000
