"""Fold events about session zero and safety, and check their preconditions."""

from __future__ import annotations

from engine.concerns.safety.events import AgreementMade, LimitDrawn, SessionZeroHeld, XCardShown
from engine.concerns.safety.sheet import AGENDA, AGREED, SCENE_BEGAN, agreements
from engine.concerns.sessions.events import SceneSet, SessionStarted
from engine.refusal import Refused, unknown
from engine.registry import always_fits, projects, projects_nothing, requires
from engine.state import State
from engine.value import evolve


@projects(SessionZeroHeld)
def session_zero_held(state: State, event: SessionZeroHeld, seq: int) -> None:
    """Remember that session zero was held."""
    state.own[AGREED] = evolve(AGREED.of(state), held=True)


@projects(AgreementMade)
def agreement_made(state: State, event: AgreementMade, seq: int) -> None:
    """Store the agreement in place of an earlier one."""
    found = AGREED.of(state)
    state.own[AGREED] = evolve(found, answers={**found.answers, event.topic: event.text})


@projects(LimitDrawn)
def limit_drawn(state: State, event: LimitDrawn, seq: int) -> None:
    """Add a line or a veil."""
    found = AGREED.of(state)
    lines, veils = ((event.text,) if event.kind == kind else () for kind in ("line", "veil"))
    state.own[AGREED] = evolve(found, lines=(*found.lines, *lines), veils=(*found.veils, *veils))


@projects(SceneSet, SessionStarted)
def began(state: State, event: SceneSet | SessionStarted, seq: int) -> None:
    """Store where the scene began."""
    state.board.own[SCENE_BEGAN] = seq


@requires(SessionZeroHeld)
def is_before_play(state: State, event: SessionZeroHeld) -> None:
    """Refuse session zero after the first session has begun, and a second one (FL-01)."""
    if state.sessions:
        raise Refused("session 1 has begun: session zero comes before it", hint="“agree” still shows what is open")
    if agreements(state).held:
        raise Refused("session zero was held already", hint="“agree” shows what is still open")


@requires(AgreementMade)
def is_on_the_agenda(state: State, event: AgreementMade) -> None:
    """Refuse a topic that is not on the agenda (RT-10)."""
    if event.topic not in AGENDA:
        raise unknown("topic", event.topic, AGENDA, about="topic", hint=f"there are {', '.join(AGENDA)}")


@requires(LimitDrawn)
def is_new_limit(state: State, event: LimitDrawn) -> None:
    """Refuse a line or a veil that there is already."""
    found = agreements(state)
    held = found.lines if event.kind == "line" else found.veils
    if event.text.casefold() in map(str.casefold, held):
        raise Refused(f"“{event.text}” is a {event.kind} already", about="text", hint="“agree” lists them")


always_fits(XCardShown)
projects_nothing(XCardShown)
