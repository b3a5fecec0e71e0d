"""Decide commands about groups."""

from __future__ import annotations

from engine.concerns.groups.commands import JoinGroup, LeaveGroup, MakeGroup
from engine.concerns.groups.events import GroupJoined
from engine.dice import Draw
from engine.known import new_name
from engine.refusal import Refused, did_you_mean, nearest
from engine.registry import Event, decides
from engine.state import State
from engine.text import quote

#: Stands for who speaks until the event is recorded.
SOMEBODY_HERE = ""


@decides(MakeGroup)
def make_group(state: State, command: MakeGroup, draw: Draw) -> list[Event]:
    """Make a group, and let the speaker sit down there."""
    return [GroupJoined(SOMEBODY_HERE, new_name("group", command.name, state.groups))]


@decides(JoinGroup)
def join_group(state: State, command: JoinGroup, draw: Draw) -> list[Event]:
    """Let the speaker sit down at a group that there is."""
    if command.name not in state.groups:
        raise no_group(state, command.name)
    if command.name == state.group:
        raise Refused(f"you sit at {command.name} already", about="name", hint="“group leave” goes to the first group")
    return [GroupJoined(SOMEBODY_HERE, command.name)]


def no_group(state: State, name: str, about: str = "name") -> Refused:
    """Return the refusal of a group that there is not, with the likeliest one and what else may have been meant."""
    near, makes = nearest(name, state.groups), f"“group new {quote(name)}” makes one"
    hint = f"{did_you_mean(near)} {makes}" if near else f"a check of several is “all {name}”" if " " in name else makes
    return Refused(f"no group “{name}”", about=about, value=name, hint=hint)


@decides(LeaveGroup)
def leave_group(state: State, command: LeaveGroup, draw: Draw) -> list[Event]:
    """Let the speaker go back to the first group."""
    if not state.group:
        raise Refused("you sit at the first group already", hint="“group NAME” goes to another, “groups” lists them")
    return [GroupJoined(SOMEBODY_HERE)]
