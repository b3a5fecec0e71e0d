"""When things happened: sessions, scenes, and which events are secret."""

from attrs import evolve

from engine.events import (
    CheckResolved,
    CheckRuled,
    ContestResolved,
    DiceRolled,
    ReactionRolled,
    SceneSet,
    SecretRevealed,
    SessionEnded,
    SessionStarted,
)
from engine.projectors.registry import projects
from engine.state import Session, State
from engine.store.codec import Unknown


@projects(SessionStarted)
def session_started(state: State, event: SessionStarted, seq: int) -> None:
    state.sessions.append(Session(event.number, event.title, seq))
    state.scene = ""


@projects(SessionEnded)
def session_ended(state: State, event: SessionEnded, seq: int) -> None:
    state.sessions[-1] = evolve(state.sessions[-1], end=seq)


@projects(SceneSet)
def scene_set(state: State, event: SceneSet, seq: int) -> None:
    state.scene = event.text


@projects(DiceRolled, ReactionRolled, CheckResolved, ContestResolved)
def rolled(state: State, event: DiceRolled | ReactionRolled | CheckResolved | ContestResolved, seq: int) -> None:
    if event.secret:
        state.secrets.add(seq)


@projects(SecretRevealed)
def revealed(state: State, event: SecretRevealed, seq: int) -> None:
    state.secrets.discard(event.event)


@projects(Unknown)
def unknown(state: State, event: Unknown, seq: int) -> None:
    state.unknown.append(seq)


@projects(CheckRuled)
def ruled(state: State, event: CheckRuled, seq: int) -> None:
    state.rulings[event.event] = event.ruling
