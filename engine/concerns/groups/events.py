"""Events about groups."""

from __future__ import annotations

from engine.registry import Event, event
from engine.types import Group, Speaker
from engine.value import value


@event(fixed=True, spoken=True, called="groups")
@value
class GroupJoined(Event):
    """Somebody sat down at a group, "" the first one. With it a new group begins, and what is recorded there follows.

    `who` is the speaker, and so the event is at the group that they leave. It cannot be undone: others may have sat
    down there since, and to leave is another event.
    """

    who: Speaker
    name: Group = ""
