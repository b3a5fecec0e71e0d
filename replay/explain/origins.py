"""Find the event since which a sheet lends a part of a sum, such as that with which somebody became Tired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.concerns.damage.events import WOUNDS
from engine.concerns.effects.sheet import PASSING
from engine.concerns.tracks.events import MARKED_BOXES
from engine.concerns.tracks.sheet import hampering_states, penalty_of, tracks_of
from engine.rules.modifiers import in_force
from engine.rules.parts import Lent, Part
from engine.state import Sheet, State
from replay.explain.facts import explain_status
from replay.explain.shown import explain_counter
from replay.moment import Moment

#: The targets of effects that can be parts of a roll's sum or of damage.
TARGETS = ("level", "A", "D", "damage", "armour")


def find_origin(before: Moment, bearer: str, part: Part) -> int | None:
    """Return the event since which a sheet lends a part, None if it was typed or follows from the rules.

    `before` is the moment before the roll, as a roll may end what lends it something.
    """
    sheet = before.state.sheets.get(bearer)
    if sheet is None:
        return None
    lent = next((each for each in in_force(before.state, sheet, *TARGETS) if each.part == part), None)
    return None if lent is None else max(events_lending(before, sheet, lent), default=None)


def events_lending(before: Moment, sheet: Sheet, lent: Lent) -> Iterator[int]:
    """Yield the events that gave a sheet what lends it an effect."""
    match lent.source:
        case "status":
            yield from (each.seq for each in explain_status(before, sheet, lent.name.partition(": ")[0]).because)
        case "counter":
            yield from (each.seq for each in explain_counter(before, sheet, lent.name.partition(": ")[0]).because)
        case "property":
            yield sheet.properties[lent.name]
        case "item" if lent.thing is not None:
            yield lent.thing
        case "effect":
            yield from (each.number for each in PASSING.of(sheet) if each.event.name == lent.name)
        case "track":
            yield from events_hampering(before.state, sheet, lent)
        case "wound":
            for name, times in Counter(lent.name.split(", ")).items():
                yield from [wound.number for wound in WOUNDS.of(sheet) if wound.name == name][:times]


def events_hampering(state: State, sheet: Sheet, lent: Lent) -> Iterator[int]:
    """Yield the events that marked the first box of each state to which a track's penalty is due."""
    for track in tracks_of(state, sheet).values():
        states = hampering_states(state.rules, sheet, track)
        if states and penalty_of(track, states) == lent:
            for place in ((track.name, each.name) for each in states):
                yield from [box.number for box in MARKED_BOXES.of(sheet) if (box.track, box.state) == place][:1]
