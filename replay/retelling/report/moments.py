"""Pick the memorable moments of an evening: rolls against the odds, rises, long waits and gifts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from engine.concerns.belongings.events import ItemPassed
from engine.concerns.experience.events import XpAllocated
from engine.concerns.traits.events import TraitGiven
from engine.rules.ladder import Ladder
from engine.sheet import view as sheet_view
from engine.state import State
from engine.text import list_faces, percent
from engine.value import value
from replay.audience.rule import View, Visible
from replay.retelling.acting import who_acts
from replay.retelling.stats import SUREST_MISS, Statistics

#: The most moments shown.
MOST_MOMENTS = 5

#: Best and worst rolls, the most common kinds of moments, which give way to others.
BEST_AND_WORST = ("best roll", "worst roll")

#: The least turns of others that make a wait worth mentioning.
LONG_WAIT = 8

#: The most cases of a chance that is written as cases.
FEW_CASES = 1296


@value
class MomentCard:
    """A memorable moment: its kind, dice faces, sentence, event, and the chance in words."""

    kind: str
    faces: tuple[str, ...]
    text: str
    chance: str
    seq: int


def tell_moments(
    view: View, found: Statistics, evening: Sequence[Visible], before: State | None, now: State
) -> list[MomentCard]:
    """Return at most five moments of an evening between two states, each event once."""
    dice = list(dice_moments(view, found))
    told = [each for each in evening if each.counts]
    others = [*first_at_level(told, before, now), *late_return(told, now), *greatest_gift(told)]
    ranked = sorted([*dice, *others], key=lambda each: each.kind in BEST_AND_WORST)
    chosen = list({each.seq: each for each in reversed(ranked)}.values())[::-1][:MOST_MOMENTS]
    return [each for each in [*dice, *others] if each in chosen]


def dice_moments(view: View, found: Statistics) -> Iterator[MomentCard]:
    """Yield rolls against the odds, with their faces and the exact chance."""
    for each in found.moments:
        known, missed = view.find(each.seq), each.kind == SUREST_MISS
        chance = chance_words(1 - each.chance if missed else each.chance)
        yield MomentCard(each.kind, drawn_faces(known and known.event), each.text, chance, each.seq)


def first_at_level(evening: Sequence[Visible], before: State | None, now: State) -> Iterator[MomentCard]:
    """Yield which trait rose in the evening above all that the party had before it.

    There is none in the first evening. Traits given in the evening count as had before.
    """
    if before is None:
        return
    old, levels = (levels_of_party(state) for state in (before, now))
    given = {(each.event.character, each.event.trait) for each in evening if isinstance(each.event, TraitGiven)}
    highest = max([*old.values(), *(levels[key] for key in given & levels.keys())], default=None)
    spent = {
        (each.event.character, each.event.trait): each.seq for each in evening if isinstance(each.event, XpAllocated)
    }
    rose = [key for key in spent if highest is not None and levels.get(key, highest) > highest]
    if rose:
        who, trait = max(rose, key=lambda key: (levels[key], -spent[key]))
        said = f"{who} is the first with {trait} at {Ladder.of(now.rules).name_of(levels[who, trait])}"
        yield MomentCard("first time at a level", (), said, "", spent[who, trait])


def levels_of_party(state: State) -> dict[tuple[str, str], int]:
    """Return the level of every trait that player characters were trained in."""
    return {
        (name, trait): seen.level
        for name, sheet in state.sheets.items()
        for trait, seen in (sheet_view(state, name).traits if sheet.kind == "pc" else {}).items()
        if seen.trained
    }


def late_return(evening: Sequence[Visible], now: State) -> Iterator[MomentCard]:
    """Yield who acted again after the most turns of others, if those were many."""
    heroes = {sheet.name for sheet in now.sheets.values() if sheet.kind == "pc"}
    acted = [(each, names) for each in evening if (names := heroes.intersection(who_acts(each.event)))]
    last: dict[str, int] = {}
    waits: list[tuple[int, int]] = []
    for place, (_, names) in enumerate(acted):
        waits += [(place - last[name] - 1, -place) for name in names if name in last]
        last |= dict.fromkeys(names, place)
    turns, place = max(waits, default=(0, 0))
    if turns >= LONG_WAIT:
        each, _ = acted[-place]
        yield MomentCard("longest wait before a return", (), each.text, f"after {turns} turns of others", each.seq)


def greatest_gift(evening: Sequence[Visible]) -> Iterator[MomentCard]:
    """Yield the most valuable thing that was given away, the first of several."""
    gifts = [each for each in evening if isinstance(each.event, ItemPassed)]
    if gifts:
        most = max(gifts, key=lambda each: each.event.quantity)
        yield MomentCard("most generous gift", (), most.text, "", most.seq)


def drawn_faces(event: Any) -> tuple[str, ...]:
    """Return the drawn faces of an event's dice, none if they are unknown."""
    faces = getattr(event, "faces", ())
    return tuple(list_faces(event.dice, (face,)) for face in faces) if len(faces) <= 12 else ()


@cache
def chance_words(chance: float) -> str:
    """Return a chance as few cases, such as “1 in 81”, or else in per cent.

    >>> chance_words(1 / 81), chance_words(0.5), chance_words(62 / 81)
    ('1 in 81', '1 in 2', '62 in 81 (77%)')
    """
    exact = Fraction(chance).limit_denominator(FEW_CASES)
    if exact.numerator and abs(float(exact) - chance) < 1e-12:
        about = f" ({percent(chance, 0)})" if exact.numerator > 1 and chance < 0.99 else ""
        return f"{exact.numerator} in {exact.denominator:,}{about}"
    return percent(chance)
