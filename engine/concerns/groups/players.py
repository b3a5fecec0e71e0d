"""Players see who plays where."""

from __future__ import annotations

from engine.concerns.groups.events import GroupJoined
from engine.players import seen_whole

seen_whole(GroupJoined)
