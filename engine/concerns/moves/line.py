"""Write events about moves and leading questions as the commands to record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.moves.commands import AnswerLeadingQuestion, AskPlayer, MakeMove
from engine.concerns.moves.events import LeadingQuestionAnswered, LeadingQuestionAsked, MoveMade
from engine.line import Before, find_number
from engine.registry import as_line


@as_line(MoveMade)
def _made(event: MoveMade, before: Before) -> Iterable[object]:
    yield MakeMove(event.label, event.text, event.character, not event.asks)


@as_line(LeadingQuestionAsked)
def _asked(event: LeadingQuestionAsked, before: Before) -> Iterable[object]:
    yield AskPlayer(event.character, event.text)


@as_line(LeadingQuestionAnswered)
def _answered(event: LeadingQuestionAnswered, before: Before) -> Iterable[object]:
    yield AnswerLeadingQuestion(find_number(event.question, before), event.text)
