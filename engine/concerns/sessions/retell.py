"""How a narrator tells events about sessions, scenes and notes."""

from __future__ import annotations

from engine.concerns.sessions.events import NoteMade, SceneSet, SessionEnded, SessionStarted
from engine.retelling import HeadingTold, Telling, WordsTold, retells, says_nothing

says_nothing(SessionStarted, SessionEnded)


@retells(SceneSet)
def _scene(event: SceneSet, telling: Telling) -> HeadingTold:
    return HeadingTold(event.text)


@retells(NoteMade)
def _note(event: NoteMade, telling: Telling) -> WordsTold:
    return WordsTold(event.text)
