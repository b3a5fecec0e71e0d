"""A script needs no line for who proposed one: it has the lines themselves."""

from __future__ import annotations

from engine.concerns.phones.events import LineTaken
from engine.registry import no_line

no_line(LineTaken)
