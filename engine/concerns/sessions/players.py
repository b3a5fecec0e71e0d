"""Reduce events about sessions, scenes and notes to the parts that players see."""

from __future__ import annotations

from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.players import Reduced, Seen, reduces, seen_whole
from engine.value import evolve

seen_whole(SessionEnded, SceneSet, NoteMade)


@reduces(SessionStarted)
def reduce_session(event: SessionStarted, seen: Seen) -> Reduced:
    """Leave out hidden characters who are present."""
    return Reduced(evolve(event, characters=tuple(who for who in event.characters if not seen.is_hidden(who))))
