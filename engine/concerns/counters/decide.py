"""Decide commands about counters."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.counters.commands import BandOf, DefineCounter, LowBand, MoveCounter
from engine.concerns.counters.events import Band, CounterDefined, CounterMoved
from engine.concerns.counters.sheet import counts_of, the_counter
from engine.concerns.properties.decide import effect_of
from engine.dice import Draw
from engine.known import find_spelling, named_trait, the_sheets, traits_to_be
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.parts import Effect
from engine.state import State


@decides(DefineCounter)
def define_counter(state: State, command: DefineCounter, draw: Draw) -> list[Event]:
    """Define a status that is a number (PF-11, PF-12)."""
    least, most = command.bounds
    start = most if command.start is None else command.start
    bands = [_band(state, each) for each in (*command.low, *command.high)]
    for about, several in (("below", command.below), ("above", command.above)):
        for each in several:
            bands.append(Band(each.at, tuple(effect_of(state, one, about) for one in each.clauses), about == "below"))
    return [CounterDefined(find_spelling(state, "counter", command.name, "name"), least, most, start, tuple(bands))]


def _band(state: State, asked: BandOf) -> Band:
    """Return a band with its effects. Raise Refused for one without any."""
    low = isinstance(asked, LowBand)
    effects = tuple(_effects(state, asked, "low" if low else "high"))
    if not effects:
        raise Refused("a band needs something that it does", about="low" if low else "high", hint="such as “A -1”")
    return Band(asked.at, effects, low)


def _effects(state: State, asked: BandOf, about: str) -> Iterator[Effect]:
    if asked.action is None and asked.traits:
        raise Refused("“on” needs a modifier for A before it", about=about, hint="such as “A -1 on Magic”")
    for change in asked.changes:
        yield Effect("level", change.change, (named_trait(state, change.trait, about),), asked.tag)
    if asked.action is not None:
        yield Effect("A", asked.action, traits_to_be(state, asked.traits, about), asked.tag)


@decides(MoveCounter)
def move_counter(state: State, command: MoveCounter, draw: Draw) -> list[Event]:
    """Move a counter by a number, or to one (PF-67)."""
    name = the_counter(state, command.counter).name
    if command.change == 0:
        raise Refused("0 changes nothing: write “+1” or “-1”", about="change")
    moves: list[Event] = []
    for sheet in the_sheets(state, (command.who, *command.others), "who", everyone=command.all):
        before = counts_of(state, sheet)[name]
        after = before + command.change if command.change is not None else command.number or 0
        moves.append(CounterMoved(sheet.name, name, before, after, command.change, command.reason, command.anyway))
    return moves
