"""Sentences for events about the GM's moves and questions to the players."""

from __future__ import annotations

from engine.concerns.moves.events import LeadingQuestionAnswered, LeadingQuestionAsked, MoveMade
from engine.registry import narrates
from engine.text import because


@narrates(MoveMade)
def _made(event: MoveMade) -> str:
    asked = f" → {event.character or 'all'}" if event.asks else ""
    return f"{event.text}{asked}{because(f'move: {event.label}') if event.label else ''}"


@narrates(LeadingQuestionAsked)
def _asked(event: LeadingQuestionAsked) -> str:
    return f"{event.character} is asked: {event.text}"


@narrates(LeadingQuestionAnswered)
def _answered(event: LeadingQuestionAnswered) -> str:
    return f"Answer to #{event.question}: {event.text}"
