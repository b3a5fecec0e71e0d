"""Decide commands about keys, and award their XP for a hit or at the end of a session."""

from __future__ import annotations

from collections.abc import Iterator

from engine.attendance import those_at_group
from engine.concerns.experience.events import FOR_THE_KEY, XpAwarded
from engine.concerns.keys.commands import DefineKey, HitKey, SwapKey
from engine.concerns.keys.events import KeyHit, KeySwapped
from engine.concerns.keys.sheet import award_for_keys, sum_earned, the_key
from engine.concerns.properties.events import PropertyDefined
from engine.concerns.sessions.events import SessionEnded
from engine.dice import Draw
from engine.known import find_spelling, the_sheet
from engine.registry import Event, decides, follows
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


# --- what happens at once --------------------------------------------------------------------------------------


@follows(KeyHit)
def hit_pays(state: State, event: KeyHit) -> Iterator[XpAwarded]:
    """Yield 1 XP for a hit, in games that pay for each (FL-129)."""
    if state.rules.key_awards == "hit":
        yield award_for_keys(state.sheets[event.character], 1, f"{FOR_THE_KEY}{event.key}")


@follows(SessionEnded)
def session_pays(state: State, event: SessionEnded) -> Iterator[XpAwarded]:
    """Yield the session's XP for hits, by key or once for all, in games that pay at the end (FL-129)."""
    if state.rules.key_awards == "hit" or (state.last_session and state.last_session.held):
        return
    for sheet in those_at_group(state, state.sheets.values()):
        amount = sum_earned(state, sheet)
        if amount:
            yield award_for_keys(sheet, amount, f"keys of session {state.session}")
