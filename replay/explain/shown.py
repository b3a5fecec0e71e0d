"""Explain values that concerns show by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.campaign import Recorded
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.checks.events import CheckResolved
from engine.concerns.counters.events import COUNTERS, CounterDefined, CounterMoved
from engine.concerns.counters.sheet import bands_at, counts_of
from engine.concerns.damage.events import WOUNDS
from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.concerns.effects.sheet import PASSING, describe_passing
from engine.concerns.tracks.sheet import tracks_of
from engine.registry import SHOWS
from engine.sheet import own_values
from engine.state import Sheet, State
from engine.text import count_out, describe_effect, fudge_points, is_plural, plain
from engine.value import evolve
from replay.explain.answer import Why
from replay.explain.causes import Cause, ValueStep, cause, every_counting, find_moves, watch
from replay.explain.facts import as_left
from replay.moment import Moment


def shown_value(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a value that a concern shows, by every event that moved it.

    A number is the sum of its moves. Any other value is as the last event left it.
    """
    if SHOWS[name].look(moment.state, sheet) is None:
        return explain_gone(moment, sheet, name)
    made_of = SHOWS[name].made_of
    if made_of is not None:
        return explain_parts(moment, sheet, name, made_of(sheet))
    steps = steps_of(moment, sheet, name)
    held, label = SHOWS[name].look(moment.state, sheet), SHOWS[name].unit or SHOWS[name].label.lower()
    if type(held) is not int:
        brought = tuple(cause(moment, step.recorded, 1, (None, None)) for step in find_bringing(steps, str(held)))
        return evolve(as_left(moment, sheet, name, name, steps[-1] if steps else None), because=brought)
    causes = (own_cause(moment, step.recorded, step.before or 0, step.after or 0) for step in steps)
    if is_plural(label):  # fudge points are many, a damage rating is one
        text = f"{sheet.name} has {count_out(held, label.removesuffix('s'))}"
    else:
        text = f"{sheet.name}'s {label} is {plain(held)}"
    return Why(sheet.name, name, name, held, text, tuple(causes))


def find_bringing(steps: Sequence[ValueStep], listed: str) -> Sequence[ValueStep]:
    """Return the steps that added the things now in a list, in order."""
    wanted, found = Counter(listed.split("; ")), []
    for step in reversed(steps):
        brought = (Counter((step.after or "").split("; ")) - Counter((step.before or "").split("; "))) & wanted
        if brought:
            wanted -= brought
            found.append(step)
    return found[::-1]


def explain_gone(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a value that the sheet no longer shows, by every event that moved it."""
    label = SHOWS[name].unit or name
    causes = tuple(cause(moment, step.recorded, 1, (None, None)) for step in steps_of(moment, sheet, name))
    return Why(sheet.name, name, name, None, f"{sheet.name} has no {label} any more", causes)


def explain_passing(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain an effect by the event that began it, and the one that ended it if it is gone."""
    now = [each for each in PASSING.of(sheet) if each.event.name == name]
    about = moment.read_counting(EffectBegan, EffectEnded, about=sheet.name)
    found = [each for each in about if is_of_effect(each.event, sheet.name, name)]
    if now:
        found = [each for each in found if each.seq in [effect.number for effect in now]]
    causes = tuple(cause(moment, each, 1, (None, None)) for each in found)
    held = "; ".join(describe_passing(each) for each in now) or None
    said = f"{sheet.name} has the effect {held}" if held else f"{sheet.name} has no effect {name} any more"
    return Why(sheet.name, name, "effect", held, said, causes)


def is_of_effect(event: Any, character: str, name: str) -> bool:
    """Return whether an event began or ended an effect on a character."""
    return isinstance(event, EffectBegan | EffectEnded) and (event.character, event.name) == (character, name)


def parts_shown(moment: Moment, sheet: Sheet) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the texts on a sheet, with the kind and name of their value.

    These are labels of values, states of tracks, wounds, and effects, also those that are gone.
    """
    shown = (name for name, held in own_values(moment.state, sheet).items() if held is not None)
    yield from ((SHOWS[name].label, ("shown", name)) for name in shown)
    yield from ((each.name, ("shown", "wounds")) for each in WOUNDS.of(sheet))
    for name, track in tracks_of(moment.state, sheet).items():
        yield from ((each.name, ("track", name)) for each in track.states)
    for each in moment.read_counting(EffectBegan, about=sheet.name):
        if isinstance(each.event, EffectBegan) and each.event.character == sheet.name:
            yield each.event.name, ("effect", each.event.name)


def once_shown(moment: Moment, sheet: Sheet, typed: str) -> Iterator[str]:
    """Yield the values that begin so and that the sheet showed once."""
    for name in SHOWS:
        if name.casefold().startswith(typed.casefold().strip()) and steps_of(moment, sheet, name):
            yield name


def steps_of(moment: Moment, sheet: Sheet, name: str) -> list[ValueStep]:
    """Return each event that moved a value which a concern shows."""
    return find_moves(watch(every_counting(moment), own_of(sheet.name, name)))


def explain_parts(moment: Moment, sheet: Sheet, name: str, numbers: Sequence[int]) -> Why:
    """Explain a value made of things, each by the event that added it."""
    brought = map(moment.campaign.event, numbers)
    causes = tuple(cause(moment, found, 1, (None, None)) for found in brought)
    held, legend = SHOWS[name].look(moment.state, sheet), SHOWS[name].legend
    notes = (legend(moment.state),) if held and legend else ()
    return Why(sheet.name, name, name, held, f"{sheet.name}'s {name} are {held}", causes, notes)


def own_cause(moment: Moment, found: Recorded, before: int, after: int) -> Cause:
    """Return an event as the cause of its addition to a number."""
    return cause(moment, found, after - before, (plain(before), plain(after)), text=point_spent(moment, found))


def point_spent(moment: Moment, found: Recorded) -> str | None:
    """Return what a check spent fudge points on and whether it is void, or None for any other event."""
    check = found.event
    if not isinstance(check, CheckResolved) or not check.points:
        return None
    void = f" (#{found.seq} is void, the point stays spent)" if moment.state.rulings.get(found.seq) == "void" else ""
    return f"{check.character} spends {fudge_points(check.points)} on {check.trait or 'an untrained act'}{void}"


def own_of(character: str, name: str) -> Callable[[State], Any]:
    """Return a function that reads a concern's value of a character, or None before the character exists."""
    look = SHOWS[name].look
    return lambda state: look(state, state.sheets[character]) if character in state.sheets else None


def explain_counter(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a counter by its start and every event that moved it."""

    def look(state: State) -> int | None:
        found = state.sheets.get(sheet.name)
        return None if found is None else counts_of(state, found).get(name)

    types = (CharacterCreated, CounterDefined, CounterMoved)
    steps = [step for step in watch(moment.read_counting(*types), look) if step.before != step.after]
    number, defined = look(moment.state), COUNTERS.of(moment.state).get(name)
    causes = tuple(own_cause(moment, step.recorded, step.before or 0, step.after or 0) for step in steps)
    if number is None or defined is None:
        return Why(sheet.name, name, "counter", None, f"there is no {name} then", ())
    does = [describe_effect(effect) for band in bands_at(defined, number) for effect in band.effects]
    notes = (f"it gives {', '.join(does)}",) if does else ()
    return Why(sheet.name, name, "counter", number, f"{sheet.name}'s {name} is {plain(number)}", causes, notes)
