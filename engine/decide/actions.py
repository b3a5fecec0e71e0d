"""Rolls, checks and contests."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from engine.commands import Check, Contest, Modifier, Reveal, Roll, Side
from engine.decide.registry import decides
from engine.dice import Dice, DiceError, Draw, read_dice
from engine.events import CheckResolved, ContestResolved, DiceRolled, Entrant, Event, Part, SecretRevealed
from engine.known import positive, the_sheet, the_trait
from engine.modifiers import ability, action_parts
from engine.refusal import Refused
from engine.state import State
from engine.value import value
from engine.words import Faces

#: How many sides a contest may have: its exact odds are worked out while it is typed.
MOST_SIDES = 40


@value
class Cast:
    """What fell: the faces (none, where only a total was given), the roll they make, and whose dice they were."""

    faces: tuple[int, ...]
    roll: int
    physical: bool


def the_dice(spec: str) -> Dice:
    """The dice of that name; raises Refused for dice that cannot be."""
    try:
        return read_dice(spec)
    except DiceError as error:
        hint = f"did you mean {error.hint}?" if error.hint else None
        raise Refused(str(error).rstrip("."), about="dice", hint=hint) from None


def cast(dice: Dice, shown: Faces | None, draw: Draw) -> Cast:
    """Roll the dice, or take what real dice showed: every face, or for Fudge dice the total alone."""
    if shown is None:
        faces = dice.roll(draw)
        return Cast(faces, dice.total(faces), physical=False)
    if dice.spec == "diceless" or (len(shown) == 1 and dice.spec.endswith("dF") and dice.count != 1):
        return Cast((), _possible_total(dice, shown), physical=True)
    wrong = dice.refuse(shown)
    if wrong:
        raise Refused(wrong, about="faces", value=shown, hint=_total_hint(dice))
    return Cast(shown, dice.total(shown), physical=True)


def _possible_total(dice: Dice, shown: Faces) -> int:
    total = shown[0]
    wrong = dice.refuse_total(total) if len(shown) == 1 else "without dice there is one number, the result"
    if wrong:
        raise Refused(wrong, about="faces", value=shown)
    return total


def _total_hint(dice: Dice) -> str | None:
    return "give every face, or the total alone" if dice.spec.endswith("dF") else None


def typed_parts(modifiers: Sequence[Modifier]) -> tuple[Part, ...]:
    """Modifiers that were typed, as parts of a sum."""
    return tuple(Part(modifier.value, modifier.reason) for modifier in modifiers)


def summed(parts: Sequence[Part]) -> int:
    """The sum of some parts."""
    return sum(part.value for part in parts)


@decides(Roll)
def roll(state: State, command: Roll, draw: Draw) -> list[Event]:
    """Dice for no check."""
    if command.who is not None:
        the_sheet(state, command.who)
    dice = the_dice(command.dice or state.rules.check_dice)
    fell = cast(dice, command.faces, draw)
    parts = typed_parts(command.modifiers)
    total = fell.roll + summed(parts)
    return [
        DiceRolled(dice.spec, fell.faces, fell.roll, fell.physical, parts, total, command.who, secret=command.secret)
    ]


@decides(Check)
def check(state: State, command: Check, draw: Draw) -> list[Event]:
    """L + A + R against D: success if it is not less (PF-39)."""
    weighed = weigh(state, command)
    dice = the_dice(command.dice or state.rules.check_dice)
    fell = cast(dice, command.faces, draw)
    total = weighed.level + summed(weighed.modifiers) + fell.roll
    margin = total - weighed.difficulty
    settled = attrs.evolve(
        weighed, dice=dice.spec, faces=fell.faces, roll=fell.roll, physical=fell.physical, total=total, margin=margin
    )
    return [attrs.evolve(settled, success=margin >= 0, secret=command.secret)]


def weigh(state: State, command: Check) -> CheckResolved:
    """A check up to the moment the dice fall: everything but faces, roll, total and outcome."""
    sheet = the_sheet(state, command.who)
    trait = None if command.trait is None else the_trait(state, command.trait)
    own = None if trait is None else ability(state, sheet, trait, command.tags)
    deduction = 0 if command.deduction is None else positive(command.deduction, "deduction")
    parts = (_difficulty(state, command), *typed_parts(command.factors))
    return CheckResolved(
        character=command.who,
        trait=trait,
        unmodified=own.unmodified if own else 0,
        level_modifiers=own.parts if own else (),
        deduction=deduction,
        level=(own.effective if own else 0) - deduction,
        modifiers=(*action_parts(state, sheet, trait, command.tags), *typed_parts(command.modifiers)),
        when=command.tags,
        dice="",
        faces=(),
        roll=None,
        physical=False,
        total=0,
        difficulty=summed(parts),
        difficulty_parts=parts,
        opponent=command.opponent.who if command.opponent else None,
        opposing=command.opponent.trait if command.opponent else None,
        margin=0,
        success=False,
    )


def _difficulty(state: State, command: Check) -> Part:
    """D before its factors: a level, or that of the opponent's trait."""
    if command.opponent is None:
        if command.difficulty is None:
            raise Refused("a check needs a difficulty", about="difficulty")
        return Part(command.difficulty, "difficulty")
    who, trait = command.opponent.who, command.opponent.trait
    sheet = the_sheet(state, who, "opponent")
    level = ability(state, sheet, the_trait(state, trait, "opponent"), command.tags).effective
    return Part(level, f"{who}'s {trait}")


@decides(Contest)
def contest(state: State, command: Contest, draw: Draw) -> list[Event]:
    """Everyone's L + A + R side by side: the highest wins, and a tie is nobody's (PF-54, PF-55)."""
    dice = the_dice(command.dice or state.rules.contest_dice)
    entrants = [rolled(enter(state, side), cast(dice, side.faces, draw)) for side in same_action(command.sides)]
    totals = [entrant.total for entrant in entrants]
    best = max(totals)
    placed = tuple(attrs.evolve(e, place=1 + sum(t > e.total for t in totals)) for e in entrants)
    first = [entrant.character for entrant in placed if entrant.place == 1]
    reached = command.least is None or best >= command.least
    winner = first[0] if len(first) == 1 and reached else None
    runner_up = sorted(totals)[-2]
    tied = tuple(first) if len(first) > 1 else ()
    return [ContestResolved(dice.spec, placed, winner, tied, best - runner_up, command.least, command.secret)]


def same_action(sides: Sequence[Side]) -> list[Side]:
    """The sides, with the first one's trait and kinds of action for those that name none of their own."""
    if len(sides) < 2:
        raise Refused("a contest needs two sides or more", about="sides", hint="add “vs” and who else takes part")
    if len(sides) > MOST_SIDES:
        raise Refused(f"a contest of {len(sides)} is too many: the limit is {MOST_SIDES}", about="sides")
    first = sides[0]
    if first.trait is None:
        raise Refused("the first side of a contest names the trait", about="sides", value=first.who)
    names = [side.who for side in sides]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused(f"{twice} cannot be on two sides", about="sides", value=twice)
    return [attrs.evolve(s, trait=s.trait or first.trait, tags=s.tags or first.tags) for s in sides]


def enter(state: State, side: Side) -> Entrant:
    """One side before its dice fall: `total` is what it starts from."""
    sheet = the_sheet(state, side.who, "sides")
    trait = the_trait(state, side.trait or "", "sides")
    own = ability(state, sheet, trait, side.tags)
    parts = (*action_parts(state, sheet, trait, side.tags), *typed_parts(side.modifiers))
    return Entrant(
        character=side.who,
        trait=trait,
        unmodified=own.unmodified,
        level=own.effective,
        level_modifiers=own.parts,
        modifiers=parts,
        when=side.tags,
        faces=(),
        roll=0,
        physical=False,
        total=own.effective + summed(parts),
        degree=None,
        place=0,
    )


def rolled(entrant: Entrant, fell: Cast) -> Entrant:
    """A side with what its dice showed."""
    total = entrant.total + fell.roll
    return attrs.evolve(entrant, faces=fell.faces, roll=fell.roll, physical=fell.physical, total=total)


@decides(Reveal)
def reveal(state: State, command: Reveal, draw: Draw) -> list[Event]:
    """A secret roll made public."""
    if command.event not in state.secrets:
        secret = ", ".join(f"#{seq}" for seq in sorted(state.secrets)[-5:])
        raise Refused(
            f"#{command.event} is no secret",
            about="event",
            hint=f"secret are {secret}" if secret else "nothing is secret in this log",
        )
    return [SecretRevealed(command.event)]
