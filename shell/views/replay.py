"""The history event by event, with what each changed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.campaign import Recorded
from replay.changes import Change
from replay.telling import tell
from shell.views.story import change_lines


def replay_text(steps: Iterable[tuple[Recorded, tuple[Change, ...]]]) -> str:
    """Every event in a sentence, and under it every value that it changed."""
    lines: list[str] = []
    for recorded, changes in steps:
        lines.append(f"#{recorded.seq} {recorded.at[:16].replace('T', ' ')} {tell(recorded.event)}")
        lines += [f"  {line}" for line in change_lines(changes)]
    return "\n".join(lines)
