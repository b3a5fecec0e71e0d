"""Who is present in a session."""

from __future__ import annotations

from engine.own import OfGroup, Own
from engine.refusal import Refused
from engine.state import Sheet, State
from engine.types import EventNumber

#: The sessions that said who was there, and that a character was away in.
AWAY: Own[tuple[int, ...]] = Own("away", ())

#: The event that set the scene of this session, if any.
SCENE_SINCE: OfGroup[tuple[EventNumber, ...]] = OfGroup("scene since", ())


def too_early(number: int, held: str, day: str) -> Refused:
    """Return the refusal of an evening of the past on a day before that of a session."""
    from engine.dates import tell_date  # few evenings are of the past

    said = f"session {number} was on {tell_date(held, beside=day)}, and an evening cannot come before it"
    return Refused(said, about="date", value=day, hint="type it as a note, or “import xp.csv as balance”")


def was_away(sheet: Sheet, session: int) -> bool:
    """Return whether a character was away in a session that named who was present."""
    return session in AWAY.of(sheet)


def attendees(state: State) -> dict[str, str]:
    """Return everybody who can attend: players, and characters without a player."""
    players = {sheet.player: sheet.name for sheet in state.sheets.values() if sheet.player}
    return players | {sheet.name: sheet.player or sheet.kind for sheet in state.sheets.values()}
