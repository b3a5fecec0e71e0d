"""Events about moves of the game master and questions to the players."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Character, EventNumber, GmMove
from engine.value import value


@event(called="moves")
@value
class MoveMade(Event):
    """The game master made a move. Its `label` is not for players (FL-54).

    The player of `character`, or all of them if it is None, are asked for the next action if it `asks` (FL-55).
    """

    label: GmMove
    text: str
    character: Character | None = None
    asks: bool = True


@event(called="questions")
@value
class LeadingQuestionAsked(Event):
    """A player was asked about the world (FL-93)."""

    character: Character
    text: str


@event(called="answers")
@value
class LeadingQuestionAnswered(Event):
    """A player answered a leading question."""

    question: EventNumber
    text: str
