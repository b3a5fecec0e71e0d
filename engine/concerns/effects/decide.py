"""Decide commands about effects that pass."""

from __future__ import annotations

from engine.concerns.effects.commands import PassingEffect
from engine.concerns.effects.events import Effect, EffectBegan, EffectEnded
from engine.concerns.effects.sheet import Passing, passing
from engine.dice import Draw
from engine.known import the_sheet, traits_to_be
from engine.refusal import Refused, unknown
from engine.registry import Event, decides
from engine.state import Sheet, State


@decides(PassingEffect)
def pass_over(state: State, command: PassingEffect, draw: Draw) -> list[Event]:
    """Begin an effect on a character, or end one (FU-65)."""
    sheet = the_sheet(state, command.who)
    if command.ends:
        found = the_effect(sheet, command.name)
        return [EffectEnded(sheet.name, found.number, found.event.name)]
    if command.action is None and (command.traits or command.tag):
        about = "traits" if command.traits else "tag"
        raise Refused("say what it adds before that", about=about, hint="such as “a -2”")
    action = command.action
    effects = () if action is None else (Effect("A", action, traits_to_be(state, command.traits), command.tag),)
    return [EffectBegan(sheet.name, command.name, effects, command.clock, command.roll)]


def the_effect(sheet: Sheet, name: str) -> Passing:
    """Return the latest effect of a name on a character; raise Refused if there is none."""
    found = [each for each in passing(sheet) if each.event.name.casefold() == name.casefold()]
    if not found:
        names = [each.event.name for each in passing(sheet)]
        hint = None if names else f"nothing bears on {sheet.name} for a while"
        raise unknown("effect", name, names, about="name", hint=hint)
    return found[-1]
