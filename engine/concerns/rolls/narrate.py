"""Sentences for events about other rolls, reactions, critical results and secrets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.concerns.rolls.events import (
    AND_ROLLED,
    AttitudeSet,
    CriticalDrawn,
    DiceRolled,
    ReactionRolled,
    SecretRevealed,
)
from engine.patterns import pattern
from engine.registry import narrates
from engine.rules.parts import Part
from engine.rules.tables import row_effect
from engine.text import (
    because,
    from_event,
    fudge_points,
    list_faces,
    list_parts,
    mark_secret,
    name_dice,
    plain,
    with_sign,
)
from engine.types import BY_LEVEL, FUMBLE, NO_DICE

#: Fudge dice with a number added to every roll.
FUDGE_AND_MORE = pattern(r"(?P<dice>\d+dF(?:-[a-z]\S*?\d)?)(?P<added>[-+]\d+)")


def describe_roll(dice: str, fell: tuple[int, ...], roll: int, physical: bool) -> str:
    """Return the faces and the dice, as in “+ 0 − 0 = 0 (4dF, real dice)”."""
    note = note_dice(dice, physical)
    return f"{describe_faces(dice, fell, roll)}{because(note)}"


def describe_faces(dice: str, fell: tuple[int, ...], roll: int) -> str:
    """Return faces and total, as in “+ 0 − 0 = 0”, or for a polyhedral die “d6: 6, again 1 → 7”."""
    if dice.startswith(BY_LEVEL):
        return describe_chain(dice, fell, roll)
    total = (
        f" ({sum(fell)})" if dice.endswith("-table") and sum(fell) != roll else ""
    )  # a table turns the total into a level
    faced = f"{list_faces(dice, fell)}{total} = " if len(fell) > 1 or fell not in ((), (roll,)) else ""
    return f"{faced}{with_sign(roll) if steps(dice) else plain(roll)}"


def describe_chain(spec: str, fell: tuple[int, ...], roll: int) -> str:
    """Return how a polyhedral die reached its result: added, rolled again, or checked for a fumble."""
    from engine.dice import read_dice
    from engine.dice.technique import Polyhedral

    die = read_dice(spec)
    assert isinstance(die, Polyhedral)
    if die.snake_eyes and fell[0] == 1:
        confirmed = "" if roll == FUMBLE else f": no fumble → {plain(roll)}"
        return f"{die.title}: 1, checked with {fell[1]}{confirmed or ' → a fumble'}"
    chain = ", again ".join(map(str, fell))
    if die.points:
        chain = f"{fudge_points(die.points).removeprefix('a ')} {die.points * die.sides} + {chain}"
    return f"{die.title}: {chain}" + ("" if fell == (roll,) else f" → {plain(roll)}")


def note_dice(dice: str, physical: bool) -> str:
    """Return the name of the dice, unless their faces show it, and whether they were real."""
    called = "no dice" if dice == NO_DICE else "" if dice.startswith(BY_LEVEL) else name_dice(dice)
    return ", ".join(each for each in (called, "real dice" if physical and dice != NO_DICE else "") if each)


def steps(dice: str) -> bool:
    """Return whether a roll of these dice is a number of steps, which has a sign."""
    from engine.dice import read_dice  # a look at a sheet rolls nothing

    return not dice.startswith(BY_LEVEL) and read_dice(dice).steps


@narrates(DiceRolled)
def _roll(event: DiceRolled) -> str:
    who = f"{event.character} rolls " if event.character else ""
    fudge = event.dice.startswith(BY_LEVEL) or event.dice == NO_DICE or steps(event.dice)
    degree = f": {event.degree}" if event.degree else ""
    if event.asked:
        is_even = event.total % 2 == 0
        degree = f": {event.asked}? {'yes' if is_even == (event.asked == 'even') else 'no'}"
    return f"{mark_secret(event.secret)}{who}{_steps_text(event) if fudge else _sum_text(event)}{degree}"


def _steps_text(event: DiceRolled) -> str:
    """Return steps on a ladder, with a number in the dice's spelling as a modifier."""
    spec, roll, parts = event.dice, event.roll, event.modifiers
    more = FUDGE_AND_MORE.fullmatch(spec)
    if more:
        spec, roll = more["dice"], roll - int(more["added"])
        parts = (Part(int(more["added"])), *parts)
    added = f", {list_parts(parts)} = {with_sign(event.total)}" if parts else ""
    note = note_dice(spec, event.physical)
    return f"{describe_faces(spec, event.faces, roll)}{added}{because(note)}"


def _sum_text(event: DiceRolled) -> str:
    """Return a plain sum, as in “16 + 3 = 19 (1d20+3)”."""
    spec, added = _without_constant(event.dice)
    plainly = added + sum(part.value for part in event.modifiers if not part.reason)
    reasons = [part for part in event.modifiers if part.reason]
    shown = [Part(worth) for worth in _worths(event.dice, event.faces) or (event.roll - added,)]
    terms = [*shown, *([Part(plainly)] if plainly else []), *reasons]
    first, *others = (f"{plain(abs(part.value))}{because(part.reason)}" for part in terms)
    signs = [" − " if part.value < 0 else " + " for part in terms[1:]]
    total = f" = {plain(event.total)}" if others else ""
    minus = "−" if terms[0].value < 0 else ""
    said = minus + first + "".join(sign + term for sign, term in zip(signs, others, strict=True))
    note = note_dice(f"{spec}{plainly:+d}" if plainly else spec, event.physical)
    fell = f" of {' '.join(map(str, event.faces))}" if len(shown) < len(event.faces) else ""
    return f"{said}{fell}{total}{because(note)}"


def _without_constant(spec: str) -> tuple[str, int]:
    found = re.fullmatch(r"(?P<dice>.*d\d+(?:-[a-z]\S*?\d)?)(?P<added>[-+]\d+)", spec)
    return (found["dice"], int(found["added"])) if found else (spec, 0)


def _worths(spec: str, faces: tuple[int, ...]) -> Sequence[int]:
    """Return how much each face adds to the total, only of the dice that count."""
    from engine.dice import read_dice
    from engine.dice.keeping import KeptDice
    from engine.dice.technique import Sum

    dice = read_dice(spec)
    if isinstance(dice, KeptDice):
        return dice.pick_counting(faces)
    return tuple(map(lambda die, face: die.worth(face), dice.dice, faces)) if isinstance(dice, Sum) else faces


@narrates(ReactionRolled)
def _reaction(event: ReactionRolled) -> str:
    rolled = describe_roll(event.dice, event.faces, event.roll, event.physical)
    added = f", {list_parts(event.modifiers)}" if event.modifiers else ""
    to = f" to {event.towards}" if event.towards else ""
    if event.automatic is not None:
        set_to = f"{event.character}'s reaction{to} is set: {event.reading}{because(event.automatic)}"
        return f"{mark_secret(event.secret)}{set_to}"
    came = f"{event.character}'s reaction{to} is {event.degree or plain(event.total)}: {event.reading}"
    return f"{mark_secret(event.secret)}{came}{AND_ROLLED}{rolled}{added}"


@narrates(AttitudeSet)
def _attitude(event: AttitudeSet) -> str:
    said = f"{event.character}'s attitude to {event.towards} is {event.attitude} from now on{because(event.reason)}"
    return f"{mark_secret(event.secret)}{said}"


@narrates(CriticalDrawn)
def _critical(event: CriticalDrawn) -> str:
    who = f" for {event.character}" if event.character else ""
    rolled = describe_roll(event.dice, event.faces, event.roll, event.physical)
    return f"Critical result{who}: {row_effect(event.effect).said}{AND_ROLLED}{rolled}{from_event(event.of)}"


@narrates(SecretRevealed)
def _revealed(event: SecretRevealed) -> str:
    return f"#{event.event} is no longer secret"
