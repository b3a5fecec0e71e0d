"""Decide commands about effects that pass."""

from __future__ import annotations

from engine.concerns.effects.commands import PassingEffect
from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.concerns.effects.sheet import PASSING, Passing
from engine.dice import Draw
from engine.known import the_sheets, traits_to_be
from engine.refusal import Refused, unknown
from engine.registry import Event, decides
from engine.rules.parts import Effect, on_hits
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
    if command.action is None and (command.traits or command.tag):
        about = "traits" if command.traits else "tag"
        raise Refused("say what it adds before that", about=about, hint="such as “a -2”")
    on, action = traits_to_be(state, command.traits), command.action
    acting = () if action is None else (Effect("A", action, on, command.tag),)
    began = (command.name, (*acting, *on_hits(command.damage, command.armour)), command.clock, command.roll)
    return [EffectBegan(sheet.name, *began, lasts=command.event) for sheet in sheets]


def the_effect(sheet: Sheet, name: str) -> Passing:
    """Return the latest effect of a name on a character. Raise Refused if there is none."""
    found = [each for each in PASSING.of(sheet) if each.event.name.casefold() == name.casefold()]
    if not found:
        names = [each.event.name for each in PASSING.of(sheet)]
        hint = None if names else f"nothing bears on {sheet.name} for a while"
        raise unknown("effect", name, names, about="name", hint=hint)
    return found[-1]
