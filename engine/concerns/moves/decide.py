"""Decide commands about moves of the game master and questions to the players."""

from __future__ import annotations

from engine.concerns.moves.commands import AnswerLeadingQuestion, AskPlayer, MakeMove
from engine.concerns.moves.events import LeadingQuestionAnswered, LeadingQuestionAsked, MoveMade
from engine.concerns.moves.sheet import is_world_shared, moves
from engine.concerns.sessions.decide import not_empty
from engine.dice import Draw
from engine.known import the_sheet
from engine.refusal import Refused, unknown
from engine.registry import Event, decides
from engine.state import State


@decides(MakeMove)
def make_move(state: State, command: MakeMove, draw: Draw) -> list[Event]:
    """Make a move of the list, and ask a player unless the move is unfinished (FL-51 to FL-55)."""
    known = moves(state)
    if command.move not in known:
        hint = "“gm” lists them" if known else "“rules gm-moves A, B” makes a list"
        raise unknown("move", command.move, known, about="move", hint=hint)
    if command.unfinished and command.who is not None:
        raise Refused("after “unfinished” nobody is asked yet", about="unfinished", hint="leave out one of the two")
    who = None if command.who is None else the_sheet(state, command.who).name
    return [MoveMade(command.move, not_empty(command.text), who, not command.unfinished)]


@decides(AskPlayer)
def ask_player(state: State, command: AskPlayer, draw: Draw) -> list[Event]:
    """Ask a leading question, if the group did not agree to have none (FL-93)."""
    if is_world_shared(state) is False:
        hint = "“agree world-building yes” allows leading questions"
        raise Refused("the group agreed that players do not build the world", hint=hint)
    return [LeadingQuestionAsked(the_sheet(state, command.who).name, not_empty(command.text))]


@decides(AnswerLeadingQuestion)
def keep_answer(state: State, command: AnswerLeadingQuestion, draw: Draw) -> list[Event]:
    """Record an answer."""
    return [LeadingQuestionAnswered(command.event, not_empty(command.text))]
