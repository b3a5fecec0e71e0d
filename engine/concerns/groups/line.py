"""Write events about groups as the commands to record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.groups.commands import JoinGroup, LeaveGroup, MakeGroup
from engine.concerns.groups.events import GroupJoined
from engine.line import Before
from engine.registry import as_line


@as_line(GroupJoined)
def _joined(event: GroupJoined, before: Before) -> Iterable[object]:
    if not event.name:
        yield LeaveGroup()
    else:
        yield JoinGroup(event.name) if event.name in before.copy.groups else MakeGroup(event.name)
