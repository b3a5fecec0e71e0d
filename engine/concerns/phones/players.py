"""Players see whose line something was, but not the line: it was perhaps changed, and has numbers of the log."""

from __future__ import annotations

from engine.concerns.phones.events import LineTaken
from engine.players import Reduced, Seen, reduces
from engine.value import evolve


@reduces(LineTaken)
def _taken(event: LineTaken, seen: Seen) -> Reduced:
    return Reduced(evolve(event, line="", proposal=""))
