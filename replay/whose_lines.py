"""Whose line something was: the end of its sentence, and no line of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Protocol, TypeVar

from engine.campaign import Campaign, Recorded
from engine.concerns.phones.events import LineTaken
from engine.drafts import is_taken
from engine.narrate import tell
from engine.registry import is_brought


class OfCommand(Protocol):
    """An event with the id of the command that recorded it, as the log or an audience has it."""

    @property
    def cmd(self) -> str:
        """The id of the command."""

    @property
    def event(self) -> Any:
        """The event."""


E = TypeVar("E", bound=OfCommand)


def with_whose_lines(events: Iterable[E]) -> Iterator[tuple[E, LineTaken | None]]:
    """Yield each event with who proposed it. That event itself is yielded only where nothing else is there of it."""
    for cmd, group in groupby(events, key=lambda each: each.cmd if is_taken(each.cmd) else ""):
        if not cmd:
            yield from ((each, None) for each in group)
            continue
        found = list(group)
        taken = found[-1].event if len(found) > 1 and isinstance(found[-1].event, LineTaken) else None
        yield from ((each, taken) for each in (found[:-1] if taken else found))


def with_own_lines(events: Iterable[E], is_kept: Callable[[E], bool]) -> Iterator[list[E]]:
    """Yield each event that is kept, with the event behind it that says whose line it was."""
    held: list[E] = []
    for each in events:
        is_line = isinstance(each.event, LineTaken)
        if held and is_line and each.cmd == held[0].cmd:
            held.append(each)
        elif is_kept(each):
            yield from [held] if held else []
            held = [each]
    yield from [held] if held else []


def end_sentence(event: Any, taken: LineTaken | None) -> str:
    """Return what to add to the sentence of an event that a player proposed, “” for what it brought about."""
    return f" ({tell(taken)})" if taken is not None and not is_brought(event) else ""


def find_whose_line(campaign: Campaign, recorded: Recorded) -> LineTaken | None:
    """Return whose line recorded an event, None if it was nobody's."""
    if not is_taken(recorded.cmd):
        return None
    for each in campaign.events(recorded.seq - 1):
        if each.cmd != recorded.cmd:
            break
        if isinstance(each.event, LineTaken):
            return each.event
    return None
