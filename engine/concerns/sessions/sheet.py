"""Who is present in a session."""

from __future__ import annotations

from collections.abc import Iterable

from engine.state import Sheet, State
from engine.types import Character, Player
from engine.value import value


@value
class Attendance:
    """The players who are there, and characters named by themselves."""

    players: tuple[Player, ...]
    characters: tuple[Character, ...]


def attendance(state: State) -> Attendance | None:
    """Return who attends the latest session, or None if nobody was named."""
    found: Attendance | None = state.own.get("attendance")
    return found


def is_present(state: State, sheet: Sheet) -> bool:
    """Return whether a character or their player is present in the latest session."""
    named = attendance(state)
    return named is None or sheet.name in named.characters or sheet.player in named.players


def those_there(state: State, sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those of some characters who are there in the latest session."""
    return [sheet for sheet in sheets if is_present(state, sheet)]


def was_away(sheet: Sheet, session: int) -> bool:
    """Return whether a character was away in a session that named who was present."""
    return session in sheet.own.get("away", ())


def attendees(state: State) -> dict[str, str]:
    """Return everybody who can attend: players, and characters without a player."""
    players = {sheet.player: sheet.name for sheet in state.sheets.values() if sheet.player}
    return players | {sheet.name: sheet.player or sheet.kind for sheet in state.sheets.values()}
