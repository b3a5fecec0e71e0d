"""Decide commands about effects that pass, and end effects with the clock that ends them."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from engine.concerns.clocks.events import RoundBegan
from engine.concerns.clocks.sheet import ROUND_SINCE
from engine.concerns.damage.events import DamageDealt
from engine.concerns.effects.commands import PassingEffect
from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.concerns.effects.sheet import END_CLOCKS, PASSING, Passing, awaited_ends, end_of, find_lasting
from engine.concerns.properties.events import PropertyLost
from engine.concerns.rolls.events import Act
from engine.concerns.tracks.events import BoxesMarked
from engine.dice import Draw
from engine.known import the_sheets, traits_to_be
from engine.project import state_after
from engine.refusal import Refused, unknown
from engine.registry import Event, decides, event_classes, follows, marks
from engine.rules.parts import CLOCK_OF, Effect, forbid, on_hits, start_of
from engine.state import Sheet, State
from engine.text import quote


@decides(PassingEffect)
def pass_over(state: State, command: PassingEffect, draw: Draw) -> list[Event]:
    """Begin an effect on characters, or end it (FU-65)."""
    sheets = the_sheets(state, (command.who, *command.others), "who", everyone=False)
    if command.ends:
        ended = [(sheet, the_effect(sheet, command.name)) for sheet in sheets]
        return [EffectEnded(sheet.name, found.number, found.event.name) for sheet, found in ended]
    if command.name.casefold() == "ends":
        raise Refused("say which effect ends", about="name", hint=f"such as “effect {quote(command.who)} stunned ends”")
    action = command.skill if command.action is None else command.action
    if None not in (command.skill, command.action):
        raise Refused("it adds to actions twice", about="skill", hint="leave out “a” or “skill”")
    if command.timing and command.clock:
        raise Refused(f"“{command.timing}” says how long it lasts", about="clock", hint="leave out “until”")
    if action is None and (command.traits or command.tag):
        about = "traits" if command.traits else "tag"
        raise Refused("say what it adds before that", about=about, hint="such as “a -2”")
    acting = () if action is None else (Effect("A", action, traits_to_be(state, command.traits), command.tag),)
    does = (*acting, *on_hits(command.damage, command.armour), *forbid(command.bans))
    began = (command.name, does, CLOCK_OF.get(command.timing, command.clock), command.roll)
    start = start_of(command.timing)
    return [EffectBegan(sheet.name, *began, lasts=command.event, start=start) for sheet in sheets]


def the_effect(sheet: Sheet, name: str) -> Passing:
    """Return the latest effect of a name on a character. Raise Refused if there is none."""
    found = [each for each in PASSING.of(sheet) if each.event.name.casefold() == name.casefold()]
    if not found:
        names = [each.event.name for each in PASSING.of(sheet)]
        hint = None if names else f"nothing bears on {sheet.name} for a while"
        raise unknown("effect", name, names, about="name", hint=hint)
    return found[-1]


# --- what happens at once --------------------------------------------------------------------------------------


@follows(*(cls for cls in event_classes().values() if marks(cls).ends))
def clock_ended(state: State, event: Event) -> Iterator[Event]:
    """Yield the ends of all effects whose clock ends with an event. The last round ends with the fight."""
    clocks = marks(event).ends
    for sheet in state.sheets.values():
        for clock in clocks:
            yield from end_effects(sheet, clock, over=clocks[-1] if clock == "next round" else clock, of=state)


@follows(DamageDealt, BoxesMarked)
def was_the_hit(state: State, event: DamageDealt | BoxesMarked) -> Iterator[Event]:
    """Yield the ends of the effects on somebody that lasted until a hit."""
    yield from end_effects(state.sheets[event.character], "hit")


@follows(RoundBegan)
def next_round_ended(state: State, event: RoundBegan) -> Iterator[Event]:
    """Yield the ends of effects that lasted until the next round and began before this one."""
    for sheet in state.sheets.values():
        yield from end_effects(sheet, "next round", before=ROUND_SINCE.of(state) or state.seq, of=state)


@follows(*event_classes().values())
def ended_with(state: State, event: Event) -> Iterator[Event]:
    """Yield the ends of effects that lasted as long as something that an event ends."""
    awaited = awaited_ends(state)
    if not awaited:
        return
    after = state_after(state, event)
    for number in sorted(awaited & (set(find_lasting(state)) - set(find_lasting(after)))):
        for sheet in state.sheets.values():
            yield from end_effects(sheet, f"#{number}")


@follows(*(cls for cls in event_classes().values() if issubclass(cls, Act)))
def was_the_roll(state: State, event: Act) -> Iterator[Event]:
    """Yield the ends of the effects that lasted until this roll."""
    for name in (side.character for side in event.sides):
        if name in state.sheets:
            yield from end_effects(state.sheets[name], "next roll")


def end_effects(
    sheet: Sheet, clock: str, before: float = inf, over: str = "", of: State | None = None
) -> Iterator[Event]:
    """Yield the end of each effect and property on a character tied to this clock.

    Those that began with an event from `before` on stay, and those that began at another group than `of` is seen from,
    whose clock this is not. `over` is the clock to name as over, if it is a different one.
    """

    def ends(number: int) -> bool:
        return number < before and (of is None or of.group_at(number) == of.group)

    for name, until in END_CLOCKS.of(sheet).items():
        if until == clock and name in sheet.properties and ends(sheet.properties[name]):
            yield PropertyLost(sheet.name, name, over or clock)
    for each in PASSING.of(sheet):
        if end_of(each.event) == clock and ends(each.number):
            yield EffectEnded(sheet.name, each.number, each.event.name, over or clock)
