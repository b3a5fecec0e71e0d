"""Who is present in a session."""

from __future__ import annotations

from collections.abc import Iterable

from engine.own import Own
from engine.refusal import Refused
from engine.state import Sheet, State
from engine.types import Character, EventNumber, Player
from engine.value import value


@value
class Attendance:
    """The players who are there, and characters named by themselves."""

    players: tuple[Player, ...]
    characters: tuple[Character, ...]


#: Who attends the latest session; None if nobody was named.
ATTENDANCE: Own[Attendance | None] = Own("attendance", None)

#: The sessions that said who was there, and that a character was away in.
AWAY: Own[tuple[int, ...]] = Own("away", ())

#: The event that set the scene of this session, if any.
SCENE_SINCE: Own[tuple[EventNumber, ...]] = Own("scene since", ())


def too_early(number: int, held: str, day: str) -> Refused:
    """Return the refusal of an evening of the past on a day before that of a session."""
    from engine.dates import tell_date  # few evenings are of the past

    said = f"session {number} was on {tell_date(held, beside=day)}, and an evening cannot come before it"
    return Refused(said, about="date", value=day, hint="type it as a note, or “import xp.csv as balance”")


def is_present(state: State, sheet: Sheet) -> bool:
    """Return whether a character or their player is present in the latest session."""
    named = ATTENDANCE.of(state)
    return named is None or sheet.name in named.characters or sheet.player in named.players


def those_there(state: State, sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those of some characters who are there in the latest session."""
    return [sheet for sheet in sheets if is_present(state, sheet)]


def was_away(sheet: Sheet, session: int) -> bool:
    """Return whether a character was away in a session that named who was present."""
    return session in AWAY.of(sheet)


def attendees(state: State) -> dict[str, str]:
    """Return everybody who can attend: players, and characters without a player."""
    players = {sheet.player: sheet.name for sheet in state.sheets.values() if sheet.player}
    return players | {sheet.name: sheet.player or sheet.kind for sheet in state.sheets.values()}
