"""Fold events about keys, and check their preconditions."""

from __future__ import annotations

from engine.attendance import list_beginners
from engine.concerns.keys.events import KeyHit, KeySwapped
from engine.concerns.keys.sheet import HITS, LAST_HITS, the_key
from engine.concerns.sessions.events import SessionStarted
from engine.known import the_property, the_sheet
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.state import State


@projects(KeyHit)
def key_hit(state: State, event: KeyHit, seq: int) -> None:
    """Remember the hit until the next session, and the session it was in."""
    sheet = state.sheets[event.character]
    sheet.own[HITS] = (*HITS.of(sheet), event.key)
    sheet.own[LAST_HITS] = {**LAST_HITS.of(sheet), event.key: state.session}


@projects(KeySwapped)
def key_swapped(state: State, event: KeySwapped, seq: int) -> None:
    """Put one key in the place of the other."""
    sheet = state.sheets[event.character]
    sheet.properties.pop(event.key, None)
    sheet.properties[event.other] = seq


@projects(SessionStarted)
def forget_hits(state: State, event: SessionStarted, seq: int) -> None:
    """Count hits from the beginning of the session."""
    for sheet in list_beginners(state, event.present, event.characters):
        sheet.own.pop(HITS, None)


@requires(KeyHit)
def can_be_hit(state: State, event: KeyHit) -> None:
    """Refuse a key that the character lacks, and a hit outside a session if XP is paid at its end."""
    the_key(state, the_sheet(state, event.character, "character"), event.key)
    if state.rules.key_awards != "hit" and not state.session_open:
        hint = "“session start” opens one"
        raise Refused("the XP for keys comes when a session ends, and none is open", about="key", hint=hint)


@requires(KeySwapped)
def can_be_swapped(state: State, event: KeySwapped) -> None:
    """Refuse to swap a key that is not held, or for a held or unknown one (FL-130)."""
    sheet = the_sheet(state, event.character, "character")
    the_key(state, sheet, event.key)
    if state.properties[the_property(state, event.other, "other")].kind != "key":
        raise Refused(f"{event.other} is not a key", about="other", hint="“define key NAME” adds one")
    if event.other in sheet.properties:
        raise Refused(f"{event.character} has {event.other} already", about="other")
