"""Decide commands about contests."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from engine.concerns.checks.commands import Attempt
from engine.concerns.checks.decide import acting, bring, for_a_miss, fudge_points_in, may_spend, unseen, with_additions
from engine.concerns.contests.commands import AS_THE_FIRST, Contest, Side
from engine.concerns.contests.events import ContestResolved, Entrant, unresisted
from engine.dice import Dice, Draw
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.creation import may_act
from engine.rules.ladder import Ladder
from engine.rules.outcome import base_of, degree, natural, ranked, summed, total_of
from engine.rules.rolling import cast, on_the_ladder, the_dice
from engine.state import State
from engine.text import quoted
from engine.types import BY_LEVEL, NO_DICE, DiceSpec, Faces

#: How many sides a contest may have: its exact odds are worked out while it is typed.
MOST_SIDES = 40


@decides(Contest)
def contest(state: State, command: Contest, draw: Draw) -> list[Event]:
    """Compare everyone's totals: the highest wins (PF-54, FU-44 to FU-57, FL-28)."""
    usual = command.dice or state.rules.dice_of_contests
    spec = usual if usual == BY_LEVEL else the_dice(state.rules, usual).spec
    entered = enter_all(state, command)
    rolled = [_roll_side(state, side.faces, each, dice, spec, draw) for side, each, dice in entered]
    order = ranked(state.rules, rolled, command.least)
    placed = tuple(attrs.evolve(each, place=place) for each, place in zip(rolled, order.places, strict=True))
    resisting = [each for each in placed if not each.yields]
    why = unresisted(placed) if len(resisting) == 1 and resisting[0].dice == NO_DICE else None
    named = None if command.least is None else Ladder.of(state.rules).name(command.least)
    resolved = ContestResolved(
        spec, placed, order.winner, order.tied, order.relative, command.least, command.secret, why, named
    )
    awards = (for_a_miss(state, state.sheets[side.character], side.trait) for side in missed_sides(resolved))
    return [resolved, *(award for each in awards for award in each)]


def missed_sides(event: ContestResolved) -> list[Entrant]:
    """Return the sides that rolled openly and neither won nor tied (FL-133)."""
    rolled = [side for side in event.participants if not event.secret and not side.yields and side.dice != NO_DICE]
    return [side for side in rolled if side.character not in (event.winner, *event.tied)]


def enter_all(state: State, command: Contest) -> list[tuple[Side, Entrant, Dice]]:
    """Return the sides before their dice fall, each with the dice that it is to roll."""
    sides = same_action(command.sides)
    resisting = [side for side in sides if not side.yields]
    if not resisting:
        raise Refused("every side yields", about="sides", value=sides[0].who, hint="at least one side has to act")
    entered = []
    for side in sides:
        asked = as_attempt(side)
        if side.yields and (side.faces is not None or fudge_points_in(asked) or _leans(side)):
            raise Refused(f"{side.who} yields, so there is nothing to roll", about="sides", value=side.who)
        entrant = enter(state, side)
        spec = NO_DICE if side.yields else _side_dice(state, command, sides, side)
        if spec == NO_DICE and (fudge_points_in(asked) or _leans(side)):
            raise Refused(f"{side.who} does not roll, so there is nothing to add", about="sides", value=side.who)
        may_spend(state, state.sheets[side.who], fudge_points_in(asked))
        dice = on_the_ladder(state.rules, with_additions(state, asked, spec, entrant.level))
        total = (
            total_of(state.rules, dice, base_of(dice, entrant.level, entrant.modifiers), 0)
            if spec == NO_DICE
            else entrant.total
        )
        entered.append((side, attrs.evolve(entrant, total=total, yields=side.yields), dice))
    return entered


def _leans(side: Side) -> bool:
    """Tell whether a side adds dice of advantage or disadvantage to its roll."""
    return bool(side.advantage or side.disadvantage)


def as_attempt(side: Side) -> Attempt:
    """Return what a side says, as a check says it."""
    names = (field.name for field in attrs.fields(Side) if field.name in attrs.fields_dict(Attempt))
    return Attempt(**{name: getattr(side, name) for name in names})


def _side_dice(state: State, command: Contest, sides: Sequence[Side], side: Side) -> DiceSpec:
    """Return the dice of one side: those of the contest, unless it does not roll or an NPC rolls others (OC-04).

    Whoever typed faces has rolled. Against sides that all yield, dice decide only whether a level is reached (FU-51).
    """
    own = command.dice or _dice_against(state, sides, side)
    if side.faces is not None:
        return state.rules.dice_of_contests if own == NO_DICE and command.dice is None else own
    if all(other.yields for other in sides if other is not side):
        return NO_DICE if command.least is None else own
    if command.dice is None and state.rules.contest_rolls == "first" and not _rolls_first(state, sides, side):
        return NO_DICE
    return own


def _rolls_first(state: State, sides: Sequence[Side], side: Side) -> bool:
    """Return whether a side rolls where only one does: a PC against an NPC, else the first (FL-28, ER-39)."""
    kinds = [the_sheet(state, each.who, "sides").kind for each in sides]
    if len(set(kinds)) > 1:
        return the_sheet(state, side.who, "sides").kind == "pc"
    return side is sides[0]


def _dice_against(state: State, sides: Sequence[Side], side: Side) -> DiceSpec:
    """Return the dice of a contest, or those of an NPC against a player character (OC-04)."""
    rules = state.rules
    kinds = {each.who: the_sheet(state, each.who, "sides").kind for each in sides}
    against_a_pc = kinds[side.who] == "npc" and "pc" in kinds.values()
    return rules.npc_dice if against_a_pc and rules.npc_dice != "same" else rules.dice_of_contests


def same_action(sides: Sequence[Side]) -> list[Side]:
    """Return the sides, with the first one's trait and kinds of action for those that name none."""
    if len(sides) < 2:
        raise Refused("a contest needs two sides or more", about="sides", hint="add “vs” and a character")
    if len(sides) > MOST_SIDES:
        raise Refused(f"{len(sides)} sides are too many: the limit is {MOST_SIDES}", about="sides")
    first = sides[0]
    if first.trait == AS_THE_FIRST:
        hint = f"such as “contest {quoted(first.who)} TRAIT vs {quoted(sides[1].who)}”"
        raise Refused("the first side needs a trait", about="sides", value=first.who, hint=hint)
    names = [side.who for side in sides]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused(f"{twice} is on two sides", about="sides", value=twice)
    return [
        attrs.evolve(s, trait=first.trait if s.trait == AS_THE_FIRST else s.trait, tags=s.tags or first.tags)
        for s in sides
    ]


def enter(state: State, side: Side) -> Entrant:
    """Return one side before its dice fall: `total` is what it starts from."""
    sheet = the_sheet(state, side.who, "sides")
    may_act(state, sheet)
    asked = as_attempt(side)
    own = acting(state, sheet, asked)
    second, brought = bring(state, sheet, own, asked)
    parts = (*brought, *unseen(asked))
    return Entrant(
        character=side.who,
        trait=own.trait,
        unmodified=own.unmodified,
        level=own.level,
        level_modifiers=own.parts,
        modifiers=parts,
        when=side.tags,
        faces=(),
        roll=0,
        physical=False,
        total=own.level + summed(parts),
        degree=None,
        place=0,
        deduction=own.deduction,
        default=own.untrained,
        chosen=side.default is not None,
        secondary=second,
        points=fudge_points_in(asked),
    )


def _roll_side(state: State, shown: Faces | None, entrant: Entrant, dice: Dice, usual: str, draw: Draw) -> Entrant:
    """Return a side with what its dice showed; they are recorded with it if they are not the usual ones."""
    rules = state.rules
    if dice.spec == NO_DICE and shown is None:
        return attrs.evolve(entrant, dice=NO_DICE, degree=Ladder.of(rules).degree(entrant.total))
    fell = cast(dice, shown, draw)
    total = total_of(rules, dice, base_of(dice, entrant.level, entrant.modifiers), fell.roll)
    critical = natural(rules, dice, fell.roll)
    return attrs.evolve(
        entrant,
        faces=fell.faces,
        roll=fell.roll,
        physical=fell.physical,
        total=total,
        degree=degree(rules, total, critical),
        dice="" if dice.spec == usual else dice.spec,
        critical=critical,
    )
