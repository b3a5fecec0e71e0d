"""Commands about keys."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Character, Key, Label, Name, OtherKey, Text
from engine.value import value

chapter(62, "Properties, gifts, faults and keys", __name__)


@command("define key NAME [CAUSE]")
@value
class DefineKey:
    """Define a key: something that a character does, and that brings XP.

    NAME is the key, CAUSE what hits it, in quotes. “gain” gives it to a character, and the rule “key-awards” says what
    XP it brings.

    define key Vow "a vow shapes what you decide"
    """

    name: Name
    cause: Label = ""


@command("hit WHO KEY [for REASON]", each="who")
@value
class HitKey:
    """Record that a character hit a key.

    WHO is the character, KEY one of their keys. REASON is shown in the log. The XP comes at once, or when the session
    ends: see “rules key-awards”.

    hit Kotorikh Teapots for the golden one
    """

    who: Character
    key: Key
    reason: Text = ""


@command("swap WHO KEY for OTHER", each="who")
@value
class SwapKey:
    """Give a character another key in the place of one. XP stays.

    WHO is the character, KEY the key to give up, OTHER the one instead.

    swap Kotorikh Teapots for Vow
    """

    who: Character
    key: Key
    other: OtherKey


@command("keys [WHO]")
@value
class ShowKeys(Ask):
    """Show who has which keys, and which were not hit this session.

    WHO is one character.

    keys
    keys Kotorikh
    """

    who: Character | None = None
