"""How a narrator tells events about the game master's moves and questions to the players."""

from __future__ import annotations

from engine.concerns.moves.events import LeadingQuestionAnswered, LeadingQuestionAsked, MoveMade
from engine.retelling import Telling, WordsTold, retells


@retells(MoveMade)
def _made(event: MoveMade, telling: Telling) -> WordsTold:
    return WordsTold(event.text)


@retells(LeadingQuestionAsked)
def _asked(event: LeadingQuestionAsked, telling: Telling) -> WordsTold:
    return WordsTold(event.text, asks=event.character)


@retells(LeadingQuestionAnswered)
def _answered(event: LeadingQuestionAnswered, telling: Telling) -> WordsTold:
    return WordsTold(event.text, answers=event.question)
