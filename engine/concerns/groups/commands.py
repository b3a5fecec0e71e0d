"""Commands about groups that play in one world."""

from __future__ import annotations

from engine.registry import Ask, chapter, command
from engine.types import Group, Name
from engine.value import value

chapter(98, "Several groups", __name__)


@command("group new NAME", whole=True)
@value
class MakeGroup:
    """Make a group that plays in the same world, and sit down there.

    NAME is the group: who plays together, under one game master. From now on whatever you record is recorded there. It
    has its own session, scene and fight, and its own undo. “as NAME” says who you are.

    group new North
    """

    name: Name


@command("group leave", "group first", whole=True)
@value
class LeaveGroup:
    """Go back to the first group, the one without a name.

    group leave
    group first
    """


@command("group NAME", whole=True)
@value
class JoinGroup:
    """Sit down at a group: what you record from now on is recorded there.

    NAME is a group that “groups” lists. “group leave” goes back to the first one.

    group North
    """

    name: Group


@command("groups", whole=True)
@value
class ShowGroups(Ask):
    """List the groups: who runs them, their session, scene and fight, and who is there."""
