"""Events about session zero and safety."""

from __future__ import annotations

from typing import Literal

from engine.registry import Event, event
from engine.types import AgendaTopic
from engine.value import value

#: The reason of the undo that an X-card causes.
X_CARD = "X-card"


@event()
@value
class SessionZeroHeld(Event):
    """The group met to agree on the game, before the first session (FL-01)."""

    title: str = ""


@event(called="agreements")
@value
class AgreementMade(Event):
    """The group agreed on a topic of session zero (FL-02)."""

    topic: AgendaTopic
    text: str


@event(called="limits", anonymous=True)
@value
class LimitDrawn(Event):
    """A line, which never appears, or a veil, which stays off screen (FL-05)."""

    kind: Literal["line", "veil"]
    text: str


@event(witnessed=True, bounds=True, anonymous=True)
@value
class XCardShown(Event):
    """Somebody at the table asked to stop (FL-06)."""
