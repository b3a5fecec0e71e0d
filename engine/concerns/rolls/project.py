"""Fold and check events about other rolls, reactions, criticals and secrets."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.briefs import find_projected
from engine.concerns.points.sheet import change_points
from engine.concerns.rolls.events import (
    AttitudeSet,
    CriticalDrawn,
    DiceRolled,
    ReactionRolled,
    SecretRevealed,
)
from engine.concerns.rolls.sheet import ATTITUDES, must_react
from engine.known import the_roll, the_sheet
from engine.refusal import Refused
from engine.registry import marks, projects, projects_nothing, requires
from engine.state import State
from engine.text import plain
from engine.value import field_names

#: The events whose dice are on the table.
FALLEN = find_projected(lambda cls: marks(cls).fell)

#: How many rolls of a session, the latest ones, events can refer to.
ROLLS_KEPT = 200


@projects(*(cls for cls in FALLEN if "secret" in field_names(cls)), AttitudeSet)
def rolled(state: State, event: Any, seq: int) -> None:
    """Remember a roll, or an attitude, that is secret."""
    if event.secret:
        state.secrets.add(seq)


@projects(*FALLEN)
def latest_rolls(state: State, event: object, seq: int) -> None:
    """Store a roll as long as later events can refer to it."""
    rolls = state.board.rolls
    rolls[seq] = event
    if len(rolls) > ROLLS_KEPT:
        del rolls[next(iter(rolls))]


@projects(*(cls for cls in FALLEN if {"points", "character"} <= {*field_names(cls)}))
def points_spent(state: State, event: Any, seq: int) -> None:
    """Deduct the fudge points that went into a roll (PO-23)."""
    if event.points and event.character in state.sheets:
        change_points(state.sheets[event.character], -event.points)


@projects(AttitudeSet)
def attitude_set(state: State, event: AttitudeSet, seq: int) -> None:
    """Store an NPC's attitude to somebody, replacing an earlier one."""
    sheet = state.sheets[event.character]
    others = (each for each in ATTITUDES.of(sheet) if each.towards != event.towards)
    sheet.own[ATTITUDES] = (*others, event)


@projects(SecretRevealed)
def revealed(state: State, event: SecretRevealed, seq: int) -> None:
    """Forget that a roll was secret."""
    state.secrets.discard(event.event)


@requires(DiceRolled, ReactionRolled, CriticalDrawn)
def roller_is_there(state: State, event: DiceRolled | ReactionRolled | CriticalDrawn) -> None:
    """Refuse an absent roller, a roll that no dice give, or a critical of no roll."""
    if event.character is not None:
        the_sheet(state, event.character, "character")
    if isinstance(event, ReactionRolled) and event.towards is not None:
        the_sheet(state, event.towards, "towards")
    if isinstance(event, CriticalDrawn) and event.of is not None:
        the_roll(state, event.of, "roll")
    must_be_rolled(event.dice, event.faces, event.roll, event.physical)


@requires(AttitudeSet)
def can_be_set_towards(state: State, event: AttitudeSet) -> None:
    """Refuse an attitude without a word, or without an NPC and somebody to react to."""
    must_react(the_sheet(state, event.character, "who"), event.towards)
    the_sheet(state, event.towards, "towards")
    if not event.attitude.strip():
        raise Refused("the attitude needs a word", about="attitude", hint="such as “hostile”")


def must_be_rolled(spec: str, faces: tuple[int, ...], roll: int, physical: bool) -> None:
    """Refuse dice that do not exist, faces that they cannot show, and a result that does not follow."""
    wrong = why_not_rolled(spec, faces, roll, physical)
    if wrong is not None:
        raise Refused(wrong.rstrip("."), about="faces", value=faces)


@lru_cache(maxsize=1024)
def why_not_rolled(spec: str, faces: tuple[int, ...], roll: int, physical: bool) -> str | None:
    """Return why dice cannot show these faces and result, or exist at all, or None if they can.

    Real dice may have been typed as a result alone. The answers are cached, because a log asks the same again and
    again.
    """
    from engine.dice import DiceError, read_dice  # a look at a sheet rolls nothing

    try:
        dice = read_dice(spec)
    except DiceError as error:
        return str(error)
    if physical and not faces:
        return dice.refuse_total(roll)
    wrong = dice.refuse(faces)
    given = None if wrong else dice.total(faces)
    return wrong if given in (None, roll) else f"the faces give {plain(given)}, not {plain(roll)}"


@requires(SecretRevealed)
def must_be_secret(state: State, event: SecretRevealed) -> None:
    """Refuse to reveal an event that is not secret."""
    if event.event not in state.secrets:
        secret = ", ".join(f"#{seq}" for seq in sorted(state.secrets)[-5:])
        hint = f"Secret: {secret}" if secret else "nothing in this log is secret"
        raise Refused(f"#{event.event} is not secret", about="event", hint=hint)


projects_nothing(CriticalDrawn)
