"""Commands about fudge points."""

from __future__ import annotations

from engine.registry import chapter, command
from engine.types import Character, Signed, Text
from engine.value import value

chapter(90, "XP and fudge points", __name__)


@command("point WHO CHANGE [for USE]", each="who")
@value
class ChangePoints:
    """Gain or spend fudge points.

    CHANGE is a signed number, USE what WHO spends them on.

    point Kotorikh -1 for a lucky coincidence
    """

    who: Character
    change: Signed
    use: Text = ""
