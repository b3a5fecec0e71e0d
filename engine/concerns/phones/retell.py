"""How a narrator tells whose line it was: not at all."""

from __future__ import annotations

from engine.concerns.phones.events import LineTaken
from engine.retelling import says_nothing

says_nothing(LineTaken)
