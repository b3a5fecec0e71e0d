"""Award XP for keys: when one is hit, or when the session ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.experience.events import FOR_THE_KEY, XpAwarded
from engine.concerns.keys.events import KeyHit
from engine.concerns.keys.sheet import award_for_keys, sum_earned
from engine.concerns.sessions.events import SessionEnded
from engine.registry import follows
from engine.state import State


@follows(KeyHit)
def hit_pays(state: State, event: KeyHit) -> Iterator[XpAwarded]:
    """Yield 1 XP for a hit, in games that pay for each (FL-129)."""
    if state.rules.key_awards == "hit":
        yield award_for_keys(state.sheets[event.character], 1, f"{FOR_THE_KEY}{event.key}")


@follows(SessionEnded)
def session_pays(state: State, event: SessionEnded) -> Iterator[XpAwarded]:
    """Yield the session's XP for hits, by key or once for all, in games that pay at its end (FL-129)."""
    if state.rules.key_awards == "hit":
        return
    for sheet in state.sheets.values():
        amount = sum_earned(state, sheet)
        if amount:
            yield award_for_keys(sheet, amount, f"keys of session {state.session}")
