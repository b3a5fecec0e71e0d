"""The answer to a `why`: a value, and the events behind it."""

from __future__ import annotations

from typing import Any

from engine.concerns.characters.events import CharacterCreated
from engine.concerns.experience.events import BonusGranted, TraitRaised, XpAllocated, XpAwarded, XpTaken
from engine.concerns.traits.events import TraitGiven
from engine.concerns.uses.events import MissWithdrawn
from engine.value import Factory, value
from replay.explain.causes import Cause

EXPERIENCE = (CharacterCreated, TraitGiven, XpAwarded, MissWithdrawn, XpAllocated, XpTaken, TraitRaised, BonusGranted)


@value
class Why:
    """A value with its events. `said` is a sentence about it, `notes` are more.

    `kind` is the sort of value, and `details` are further data about it for programs.
    """

    character: str
    name: str
    kind: str
    value: Any
    said: str
    because: tuple[Cause, ...]
    notes: tuple[str, ...] = ()
    details: dict[str, Any] = Factory(dict)
