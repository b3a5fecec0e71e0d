"""How a narrator tells who sits down where: not at all."""

from __future__ import annotations

from engine.concerns.groups.events import GroupJoined
from engine.retelling import says_nothing

says_nothing(GroupJoined)
