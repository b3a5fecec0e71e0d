"""Reduce events about the game master's moves and questions to the parts that players see."""

from __future__ import annotations

from engine.concerns.moves.events import LeadingQuestionAnswered, LeadingQuestionAsked, MoveMade
from engine.players import Reduced, Seen, reduces, seen_whole
from engine.value import evolve

seen_whole(LeadingQuestionAsked, LeadingQuestionAnswered)


@reduces(MoveMade)
def reduce_move(event: MoveMade, seen: Seen) -> Reduced:
    """Leave out the name of a move, as players only see what happens (FL-54)."""
    return Reduced(evolve(event, label=""), frozenset({"label"}))
