"""The end of the sentence of what a player proposed."""

from __future__ import annotations

from engine.concerns.phones.events import LineTaken
from engine.registry import narrates


@narrates(LineTaken)
def tell_whose_line(event: LineTaken) -> str:
    """Say whose line it was, and whether it was changed."""
    return f"{event.player}'s line{', changed' if event.changed else ''}"
