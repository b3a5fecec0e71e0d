"""Check the precondition of a seal, which changes nothing."""

from __future__ import annotations

from engine.concerns.seals.events import SealSpoken
from engine.known import list_players
from engine.refusal import Refused, unknown
from engine.registry import projects_nothing, requires
from engine.state import State

#: The greatest number that a player may say.
MOST_SAID = 9999


@requires(SealSpoken)
def can_be_sealed(state: State, event: SealSpoken) -> None:
    """Refuse a seal before the first session, by an unknown player, or with a number that is out of range."""
    if not state.sessions:
        raise Refused("there is no evening to seal yet", hint="“session start” opens the first session")
    players = list_players(state)
    if not players:
        raise Refused(
            "nobody is known as a player, and a player says the number",
            about="player",
            hint="“pc NAME by PLAYER” adds one",
        )
    if event.player not in players:
        raise unknown("player", event.player, players, about="player", hint="“pc NAME by PLAYER” adds one")
    if event.number is not None and not 0 <= event.number <= MOST_SAID:
        raise Refused(f"a seal takes a number from 0 to {MOST_SAID}", about="number", value=str(event.number))


projects_nothing(SealSpoken)
