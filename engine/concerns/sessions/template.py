"""The section of a template about evenings of the past.

[[evenings]]        date = 2024-03-09, number = 6, title = "The mill", present = ["Ann"], xp = 3
[[evenings]]        date = 2024-03-16, xp = { Ana = 3, Ben = 1 }, scenes = ["A mill"], notes = ["It was foggy."]
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.experience.commands import Award
from engine.concerns.sessions.commands import EndSession, MakeNote, SetScene, StartPastSession
from engine.registry import section
from engine.types import Amount, Attendee, Character, Date, Text, Title
from engine.value import Factory, value


@value
class EveningEntry:
    """An evening from notes. `xp` is what everybody who was there got, or what each of some got."""

    date: Date
    number: Amount | None = None
    title: Title = ""
    present: list[Attendee] = Factory(list)
    xp: Amount | dict[Character, Amount] = 0
    scenes: list[Text] = Factory(list)
    notes: list[Text] = Factory(list)


@section("evenings", 95, list[EveningEntry])
def evenings_section(held: list[EveningEntry]) -> Iterator[object]:
    """Yield the commands that record each evening."""
    for each in held:
        yield StartPastSession(each.date, each.number, each.title, tuple(each.present))
        yield from map(SetScene, each.scenes)
        yield from map(MakeNote, each.notes)
        if isinstance(each.xp, dict):
            yield from (Award((who,), amount) for who, amount in each.xp.items())
        elif each.xp:
            yield Award(amount=each.xp, all=True)
        yield EndSession()
