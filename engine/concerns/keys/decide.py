"""Decide commands about keys."""

from __future__ import annotations

from engine.concerns.keys.commands import DefineKey, HitKey, SwapKey
from engine.concerns.keys.events import KeyHit, KeySwapped
from engine.concerns.keys.sheet import the_key
from engine.concerns.properties.events import PropertyDefined
from engine.dice import Draw
from engine.known import find_spelling, the_sheet
from engine.registry import Event, decides
from engine.state import State


@decides(DefineKey)
def define_key(state: State, command: DefineKey, draw: Draw) -> list[Event]:
    """Define a key, which characters gain like a property (FL-128)."""
    return [PropertyDefined(find_spelling(state, "key", command.name, "name"), kind="key", cause=command.cause)]


@decides(HitKey)
def hit_key(state: State, command: HitKey, draw: Draw) -> list[Event]:
    """Record that a key was hit (FL-129)."""
    sheet = the_sheet(state, command.who)
    return [KeyHit(sheet.name, the_key(state, sheet, command.key), command.reason)]


@decides(SwapKey)
def swap_keys(state: State, command: SwapKey, draw: Draw) -> list[Event]:
    """Swap a key for another (FL-130)."""
    sheet = the_sheet(state, command.who)
    return [KeySwapped(sheet.name, the_key(state, sheet, command.key), command.other)]
