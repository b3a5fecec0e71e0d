"""Fold events about moves and leading questions, and check their preconditions."""

from __future__ import annotations

from engine.briefs import find_projected
from engine.concerns.moves.events import LeadingQuestionAnswered, LeadingQuestionAsked, MoveMade
from engine.concerns.moves.sheet import AWAITED, LEADING_QUESTIONS, Awaited, LeadingQuestion, the_question
from engine.concerns.rolls.events import Act
from engine.concerns.sessions.events import SceneSet, SessionEnded, SessionStarted
from engine.known import the_sheet
from engine.registry import projects, requires
from engine.state import State
from engine.value import evolve


@projects(MoveMade)
def move_made(state: State, event: MoveMade, seq: int) -> None:
    """Wait for a player, if one is asked."""
    state.board.own[AWAITED] = Awaited(seq, event.character) if event.asks else None


@projects(LeadingQuestionAsked)
def question_asked(state: State, event: LeadingQuestionAsked, seq: int) -> None:
    """Wait for the answer."""
    question = LeadingQuestion(event.character, event.text)
    state.own[LEADING_QUESTIONS] = {**LEADING_QUESTIONS.of(state), seq: question}
    state.board.own[AWAITED] = Awaited(seq, event.character)


@projects(LeadingQuestionAnswered)
def question_answered(state: State, event: LeadingQuestionAnswered, seq: int) -> None:
    """Note that the question is answered."""
    found = LEADING_QUESTIONS.of(state)
    state.own[LEADING_QUESTIONS] = {**found, event.question: evolve(found[event.question], answer=seq)}
    somebody_acts(state, event, seq)


@projects(*find_projected(lambda cls: issubclass(cls, Act)))
@projects(SceneSet, SessionStarted, SessionEnded)
def somebody_acts(state: State, event: object, seq: int) -> None:
    """Wait for nobody any more, since somebody acted."""
    state.board.own.pop(AWAITED, None)


@requires(MoveMade)
def who_is_asked_is_there(state: State, event: MoveMade) -> None:
    """Refuse to ask an unknown character."""
    if event.character is not None:
        the_sheet(state, event.character, "who")


@requires(LeadingQuestionAsked)
def the_asked_is_there(state: State, event: LeadingQuestionAsked) -> None:
    """Refuse to ask an unknown character."""
    the_sheet(state, event.character, "who")


@requires(LeadingQuestionAnswered)
def a_question_is_open(state: State, event: LeadingQuestionAnswered) -> None:
    """Refuse an answer to an event that is no question, and a second answer."""
    the_question(state, event.question)
