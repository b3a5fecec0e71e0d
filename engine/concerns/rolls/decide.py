"""Decide the commands for rolls without a check, reactions and secrets."""

from __future__ import annotations

from collections.abc import Sequence

from engine.concerns.points.decide import fudge_points_in, may_spend
from engine.concerns.rolls.commands import Effort, Modifier, React, Reveal, Roll
from engine.concerns.rolls.events import AttitudeSet, DiceRolled, ReactionRolled, SecretRevealed
from engine.concerns.rolls.sheet import attitude_to, must_react, reaction_parts
from engine.dice import Draw
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.ladder import Ladder
from engine.rules.outcome import absolute, add_up, find_reading, in_full, loose_degree, stack_parts, total_of
from engine.rules.parts import Part
from engine.rules.rolling import cast, the_dice
from engine.state import State
from engine.text import because
from engine.types import NO_DICE
from engine.value import evolve


@decides(Roll)
def roll(state: State, command: Roll, draw: Draw) -> list[Event]:
    """Roll dice without a check. The game's own dice count from Fair (FU-32)."""
    rules = state.rules
    points = fudge_points_in(command)
    may_spend(state, the_sheet(state, command.who) if command.who else None, points)
    dice = the_dice(rules, command.dice or rules.check_dice, rules.situational, points)
    fell = cast(dice, command.faces, draw)
    parts = typed_parts(command.modifiers)
    total = in_full(rules, dice, add_up(parts), fell.roll)
    degree = loose_degree(rules, dice, total)
    rolled = DiceRolled(dice.spec, fell.faces, fell.roll, fell.physical, parts, total, command.who, degree)
    if command.even and command.odd:
        raise Refused("a number is even or odd, not both", about="odd")
    asked = "even" if command.even else "odd" if command.odd else ""
    return [evolve(rolled, secret=command.secret, points=points, asked=asked)]


@decides(React)
def react(state: State, command: React, draw: Draw) -> list[Event]:
    """Roll for how an NPC responds, in secret unless open (FU-68 to FU-71)."""
    rules, who = state.rules, the_sheet(state, command.who)
    met = None if command.towards is None else the_sheet(state, command.towards, "towards")
    secret = not command.open and rules.reaction_rolls == "secret"
    if met and command.attitude:
        return [AttitudeSet(who.name, met.name, command.attitude, command.reason, secret)]
    settled = attitude_to(who, met.name) if met else None
    if settled is not None and not command.anyway:
        return [settled_reaction(command, settled)]
    if not rules.reactions:
        raise Refused("this game has no reaction roll", hint="use “roll”, or see “rules reactions” to add one")
    must_react(who, met.name if met else None)
    dice = the_dice(rules, rules.check_dice, rules.situational, advantage=count_leaning_dice(state, command))
    fell = cast(dice, command.faces, draw)
    parts = stack_parts(rules, (*(reaction_parts(state, met) if met else ()), *typed_parts(command.modifiers)))
    base = 0 if absolute(dice) else rules.situational or 0
    total = total_of(rules, dice, base + add_up(parts), fell.roll)
    degree, meaning = Ladder.of(rules).degree(total), find_reading(rules, total)
    rolled = ReactionRolled(
        who.name, dice.spec, fell.faces, fell.roll, fell.physical, parts, base, total, degree, meaning
    )
    return [evolve(rolled, secret=secret, towards=met.name if met else None)]


def settled_reaction(command: React, settled: AttitudeSet) -> ReactionRolled:
    """Return a reaction as it was set, without dice (FU-67). Raise Refused for a line with modifiers or faces."""
    if command.modifiers or command.faces or command.advantage or command.disadvantage:
        said = f"{settled.character}'s attitude to {settled.towards} is {settled.attitude}{because(settled.reason)}"
        raise Refused(f"{said}, so nothing is rolled", about="towards", hint="“anyway” rolls all the same")
    reaction = ReactionRolled(settled.character, NO_DICE, (), 0, False, (), 0, 0, None, settled.attitude)
    secret = settled.secret and not command.open
    return evolve(reaction, secret=secret, towards=settled.towards, automatic=settled.reason)


@decides(Reveal)
def reveal(state: State, command: Reveal, draw: Draw) -> list[Event]:
    """Make a secret roll public."""
    return [SecretRevealed(command.event)]


def count_leaning_dice(state: State, asked: Effort | React) -> int:
    """Return the number of advantage dice in a roll, negative for disadvantage dice (FL-117 to FL-119)."""
    if (asked.advantage or asked.disadvantage) and not state.rules.advantage_dice:
        about = "advantage" if asked.advantage else "disadvantage"
        raise Refused("this game has no advantage dice", about=about, hint="“rules advantage-dice on” allows them")
    return (asked.advantage or 0) - (asked.disadvantage or 0)


def typed_parts(modifiers: Sequence[Modifier]) -> tuple[Part, ...]:
    """Return typed modifiers as parts of a sum."""
    return tuple(Part(modifier.value, modifier.reason) for modifier in modifiers)
