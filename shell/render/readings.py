"""A question's reading of the past: as it is, as it stood, or as corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.campaign import Campaign
from engine.groups import group_called
from engine.naming import inverse, rename
from engine.refusal import Refused
from engine.state import State
from engine.types import EVERY_GROUP
from shell.render import Asked

if TYPE_CHECKING:
    from replay.moment import Moment


def find_reached(campaign: Campaign, command: Any) -> int | None:
    """Return the event that a command looks back to, or None for now. Refuse “corrected” without a point."""
    if command.point is not None:
        return campaign.point(command.point)
    if getattr(command, "corrected", False):
        raise Refused("“corrected” is about a point of the past", about="corrected", hint="say “at #57 corrected”")
    return None


def state_at(campaign: Campaign, command: Any) -> State:
    """Return the campaign as it is now, as it stood at a point, or as corrections say it should have been then."""
    seq = find_reached(campaign, command)
    return campaign.state if seq is None else campaign.state_at(seq, corrected=command.corrected)


def format_heading(campaign: Campaign, command: Any) -> str:
    """Return a line with the reading of the past, and a character's name then."""
    seq = find_reached(campaign, command)
    if seq is None:
        return ""
    now = getattr(command, "who", "")
    then = rename(inverse(campaign.names_at(seq)), "character", now)
    called = f", when {now} was called {then}" if then != now else ""
    if getattr(command, "corrected", False):
        return f"As of #{seq}{called}, with all later corrections\n"
    return f"As of #{seq}{called}\n"


def moment(asked: Asked) -> Moment:
    """Return the moment that a command looks back to."""
    from replay.moment import Moment

    return Moment.of(asked.campaign, find_reached(asked.campaign, asked.command), corrected=asked.command.corrected)


def group_asked(asked: Asked) -> str | None:
    """Return the group of a reading: the named one, else that of who speaks. None is all of them, or the only one."""
    if not asked.state.boards or asked.command.group == EVERY_GROUP:
        return None
    return asked.state.group if asked.command.group is None else group_called(asked.command.group)


def group_heading(group: str | None) -> str:
    """Return the line above a reading of a group that has a name, "" for the first one, and for all."""
    return f"At {group}\n" if group else ""


def group_json(group: str | None) -> dict[str, str]:
    """Return the group of a reading as the contract has it: nothing for the first, and for all."""
    return {"group": group} if group else {}
