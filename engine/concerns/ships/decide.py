"""Decide commands about ships."""

from __future__ import annotations

from engine.concerns.characters.commands import CreateNpc
from engine.concerns.characters.decide import create_npc
from engine.concerns.characters.events import KIND, SHIP, CharacterCreated, CharacteristicSet
from engine.concerns.effects.decide import the_effect
from engine.concerns.effects.events import EffectBegan, EffectEnded
from engine.concerns.effects.sheet import PASSING
from engine.concerns.ships.commands import CreateShip, GiveQuality
from engine.concerns.ships.sheet import the_ship
from engine.concerns.tracks.events import TrackGiven
from engine.concerns.tracks.sheet import first_track
from engine.dice import Draw
from engine.known import the_sheet, traits_to_be
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.parts import Effect
from engine.state import State
from engine.text import quote
from engine.value import evolve


@decides(CreateShip)
def create_ship(state: State, command: CreateShip, draw: Draw) -> list[Event]:
    """Create a ship: an NPC with the characteristic of one (FL-69)."""
    created, *others = create_npc(state, CreateNpc(command.name, command.ready, boxes=command.boxes), draw)
    assert isinstance(created, CharacterCreated)
    track = first_track(state, "ships")
    others = [evolve(each, track=track) if isinstance(each, TrackGiven) else each for each in others]
    return [evolve(created, ship=True), *others, CharacteristicSet(command.name, KIND, SHIP)]


@decides(GiveQuality)
def give_quality(state: State, command: GiveQuality, draw: Draw) -> list[Event]:
    """Give a ship a quality that adds to difficulties, or remove it (FL-71)."""
    if command.ends:
        sheet = the_sheet(state, command.who)
        found = the_effect(sheet, command.name)
        return [EffectEnded(sheet.name, found.number, found.event.name)]
    sheet = the_ship(state, command.who, "who")
    if any(each.event.name.casefold() == command.name.casefold() for each in PASSING.of(sheet)):
        hint = f"“quality {quote(sheet.name)} {quote(command.name)} ends” removes it"
        raise Refused(f"{sheet.name} has the quality {command.name} already", about="name", hint=hint)
    if not command.change:
        raise Refused("a quality changes the difficulty", about="change", hint="such as −1 or +1")
    effect = Effect("D", command.change, traits_to_be(state, command.traits), command.tag)
    return [EffectBegan(sheet.name, command.name, (effect,), command.clock)]
