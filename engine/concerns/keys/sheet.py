"""The keys of a character, and which were hit."""

from __future__ import annotations

from collections.abc import Mapping

from engine.concerns.experience.events import XpAwarded
from engine.concerns.sessions.sheet import was_away
from engine.own import Own
from engine.refusal import Refused
from engine.state import Sheet, State
from engine.text import quote
from engine.types import Property

#: The keys that a character hit since the session began, in order.
HITS: Own[tuple[Property, ...]] = Own("hits", ())

#: The session in which a character last hit each key.
LAST_HITS: Own[Mapping[Property, int]] = Own("last hits", {})


def the_key(state: State, sheet: Sheet, name: str) -> str:
    """Return a key that a character has. Raise Refused for another."""
    held = state.list_held(sheet, "key")
    if name not in held:
        known = name in state.properties and state.properties[name].kind == "key"
        hint = f"“gain {quote(sheet.name)} {quote(name)}” gives it" if known else "“define key NAME” adds a key"
        has = f"; {sheet.name} has {', '.join(held)}" if held else ""
        raise Refused(f"{sheet.name} does not have the key {name}{has}", about="key", hint=hint)
    return name


def sum_earned(state: State, sheet: Sheet) -> int:
    """Return the XP that a character's hits have earned by the rule (FL-129)."""
    found = HITS.of(sheet)
    return {"hit": len(found), "key": len(set(found)), "any": min(1, len(found))}[state.rules.key_awards]


def award_for_keys(sheet: Sheet, amount: int, reason: str) -> XpAwarded:
    """Return the XP for keys."""
    return XpAwarded(sheet.name, amount, reason, None, "key")


def unhit_sessions(state: State, sheet: Sheet, name: str) -> int:
    """Return how many sessions a character attended with a key but without hitting it, now included (FL-131)."""
    last = LAST_HITS.of(sheet).get(name)
    since = state.session_at(sheet.properties[name]) or 1
    first = since if last is None else last + 1
    numbers = (session.number for session in state.sessions)
    return sum(first <= number and not was_away(sheet, number) for number in numbers)
