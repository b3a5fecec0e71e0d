"""Decide commands about contests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.concerns.checks.decide import (
    bring,
    for_a_miss,
    hidden_parts,
    may_override,
    must_not_lean,
    with_additions,
)
from engine.concerns.contests.commands import AS_THE_FIRST, Contest, Match, Side
from engine.concerns.contests.events import ContestResolved, explain_unresisted
from engine.concerns.points.decide import fudge_points_in, may_spend
from engine.dice import Dice, Draw
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.bans import refuse_banned
from engine.rules.creation import must_be_ready
from engine.rules.ladder import Ladder
from engine.rules.outcome import add_up, base_of, degree, natural, outcome_of_side, rank_sides, rules_of_roll, total_of
from engine.rules.parts import NO_ACTION, NO_DEFENCE, READING, Entrant
from engine.rules.rolling import cast, on_the_ladder, the_dice
from engine.rules.ruleset import Ruleset
from engine.state import State
from engine.text import quote
from engine.types import BY_LEVEL, NO_DICE, DiceSpec, Faces
from engine.value import evolve

#: The most sides of a contest: its exact odds are computed while it is typed.
MOST_CONTESTANTS = 40


@decides(Contest)
def contest(state: State, command: Contest, draw: Draw) -> list[Event]:
    """Compare everyone's totals: the highest wins (PF-54, FU-44 to FU-57, FL-28)."""
    banned = next(refuse_sides(state, command.sides), None)
    if banned is not None and not command.anyway:
        raise banned
    usual = command.dice or state.rules.dice_of_contests
    spec = usual if usual == BY_LEVEL else the_dice(state.rules, usual).spec
    entered, rules = enter_all(state, command), rules_of_roll(state.rules, command.critical)
    rolled = [_roll_side(rules, side.faces, each, dice, spec, draw) for side, each, dice in entered]
    order = rank_sides(rules, rolled, command.least)
    words = [outcome_of_side(rules, rolled, each, order.winner) for each in rolled]
    ended = zip(rolled, order.places, words, strict=True)
    placed = tuple(evolve(each, place=place, outcome=word) for each, place, word in ended)
    resisting = [each for each in placed if not each.yields]
    why = explain_unresisted(placed) if len(resisting) == 1 and resisting[0].dice == NO_DICE else None
    named = None if command.least is None else Ladder.of(state.rules).name(command.least)
    resolved = ContestResolved(
        spec, placed, order.winner, order.tied, order.relative, command.least, command.secret, why, named
    )
    resolved = evolve(resolved, override=command.critical, reading=READING)
    awards = (for_a_miss(state, state.sheets[side.character], side.trait) for side in missed_sides(resolved))
    return [resolved, *(award for each in awards for award in each)]


def refuse_sides(state: State, sides: Iterable[Side | Entrant]) -> Iterator[Refused]:
    """Yield the refusals of sides that cannot act, and of those after the first that cannot defend.

    Who yields does neither.
    """
    for place, side in enumerate(sides):
        sheet = the_sheet(state, side.who if isinstance(side, Side) else side.character, "sides")
        bans = () if side.yields else (NO_ACTION, NO_DEFENCE) if place else (NO_ACTION,)
        for ban in bans:
            refused = refuse_banned(state, sheet, "sides", ban)
            if refused is not None:
                yield refused


def missed_sides(event: ContestResolved) -> list[Entrant]:
    """Return the sides that rolled openly and neither won nor tied (FL-133)."""
    rolled = [side for side in event.participants if not event.secret and not side.yields and side.dice != NO_DICE]
    return [side for side in rolled if side.character not in (event.winner, *event.tied)]


def enter_all(state: State, match: Match) -> list[tuple[Side, Entrant, Dice]]:
    """Return the sides before their dice fall, each with the dice that it is to roll."""
    sides = same_action(match.sides)
    if all(side.yields for side in sides):
        raise Refused("every side yields", about="sides", value=sides[0].who, hint="at least one side has to act")
    _must_roll_first(state, match, sides)
    entered = [(side, *_enter(state, match, sides, side)) for side in sides]
    may_override(state.rules, match.critical, *(dice for _, _, dice in entered))
    return entered


def _enter(state: State, match: Match, sides: Sequence[Side], side: Side) -> tuple[Entrant, Dice]:
    """Return a side before its dice fall, and its dice, which are none if it yields or does not roll."""
    if side.yields and (side.faces is not None or side.dice is not None or _rolls_more(side)):
        raise Refused(f"{side.who} yields, so there is nothing to roll", about="sides", value=side.who)
    entrant = enter(state, side)
    spec = NO_DICE if side.yields else _side_dice(state, match, sides, side)
    if spec == NO_DICE and _rolls_more(side):
        raise Refused(f"{side.who} does not roll, so there is nothing to add", about="sides", value=side.who)
    if side.dice or match.dice:
        must_not_lean(state, the_dice(state.rules, side.dice or match.dice or "", entrant.level))
    may_spend(state, state.sheets[side.who], fudge_points_in(side))
    dice = on_the_ladder(state.rules, with_additions(state, side, spec, entrant.level))
    total = entrant.total
    if spec == NO_DICE:
        total = total_of(state.rules, dice, base_of(dice, entrant.level, entrant.modifiers), 0)
    return evolve(entrant, total=total, yields=side.yields), dice


def _rolls_more(side: Side) -> bool:
    """Return whether a side has options that only a side that rolls can have."""
    return bool(fudge_points_in(side) or side.advantage or side.disadvantage)


def _side_dice(state: State, match: Match, sides: Sequence[Side], side: Side) -> DiceSpec:
    """Return the dice of one side: its dice if given, else the contest's (OC-04).

    A side that does not roll has none, and an NPC may roll others. A side with typed faces has rolled. Against sides
    that all yield, dice decide only whether a level is reached (FU-51).
    """
    said = side.dice or match.dice
    own = said or _dice_against(state, sides, side)
    if side.faces is not None:
        return state.rules.dice_of_contests if own == NO_DICE and said is None else own
    if all(other.yields for other in sides if other is not side):
        return NO_DICE if match.least is None and side.least is None else own
    if said is None and state.rules.contest_rolls == "first" and not _rolls_first(state, sides, side):
        return NO_DICE
    return own


def _rolls_first(state: State, sides: Sequence[Side], side: Side) -> bool:
    """Return whether a side rolls where only one does: the PC against an NPC, else the first (FL-28, ER-39)."""
    kinds = [the_sheet(state, each.who, "sides").kind for each in sides]
    if len(set(kinds)) > 1:
        return the_sheet(state, side.who, "sides").kind == "pc"
    return side is sides[0]


def _must_roll_first(state: State, match: Match, sides: Sequence[Side]) -> None:
    """Refuse real dice for a side that does not roll.

    If the side that rolls has none, they were probably meant for it. Naming dice too means this side.
    """
    rolled = [side for side in sides if side.faces is not None]
    if state.rules.contest_rolls != "first" or len(rolled) != 1 or match.dice or rolled[0].dice:
        return
    rollers = [side for side in sides if not side.yields and _rolls_first(state, sides, side)]
    if not rollers or rolled[0] in rollers or all(side.yields for side in sides if side is not rolled[0]):
        return
    typed, roller = rolled[0].who, rollers[0].who
    hint = _with_dice_of(match, sides, roller)
    raise Refused(f"{roller} rolls in this game, not {typed}", about="sides", value=typed, hint=hint)


def _with_dice_of(match: Match, sides: Sequence[Side], roller: str) -> str:
    """Return how to type a contest's only real dice for another side, as a whole line if it has only traits."""
    says_more = any(evolve(side, faces=None) != Side(side.who, side.trait) for side in sides)
    if says_more or match != Contest(match.sides):
        return f"write the dice behind {roller}'s trait"
    dice = next(" ".join(map(str, side.faces)) for side in sides if side.faces is not None)
    said = (
        f"{quote(side.who)} {quote(side.trait or 'nothing')}{f' rolled {dice}' if side.who == roller else ''}"
        for side in sides
    )
    return f"“contest {' vs '.join(said)}”"


def _dice_against(state: State, sides: Sequence[Side], side: Side) -> DiceSpec:
    """Return a contest's dice, or the NPC's dice against a PC (OC-04)."""
    rules = state.rules
    kinds = {each.who: the_sheet(state, each.who, "sides").kind for each in sides}
    against_a_pc = kinds[side.who] == "npc" and "pc" in kinds.values()
    return rules.npc_dice if against_a_pc and rules.npc_dice != "same" else rules.dice_of_contests


def same_action(sides: Sequence[Side]) -> list[Side]:
    """Return the sides, those without a trait with the first one's. All else that a side states is its own."""
    if len(sides) < 2:
        raise Refused("a contest needs two sides or more", about="sides", hint="add “vs” and a character")
    if len(sides) > MOST_CONTESTANTS:
        raise Refused(f"{len(sides)} sides are too many: the limit is {MOST_CONTESTANTS}", about="sides")
    first = sides[0]
    if first.trait == AS_THE_FIRST:
        hint = f"such as “contest {quote(first.who)} TRAIT vs {quote(sides[1].who)}”"
        raise Refused("the first side needs a trait", about="sides", value=first.who, hint=hint)
    names = [side.who for side in sides]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused(f"{twice} is on two sides", about="sides", value=twice)
    return [evolve(side, trait=first.trait) if side.trait == AS_THE_FIRST else side for side in sides]


def enter(state: State, side: Side) -> Entrant:
    """Return one side before its dice fall, its `total` being its head start."""
    sheet = the_sheet(state, side.who, "sides")
    must_be_ready(state, sheet)
    own, second, parts = bring(state, sheet, side, hidden_parts(side))
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
        total=own.level + add_up(parts),
        degree=None,
        place=0,
        deduction=own.deduction,
        default=own.untrained,
        chosen=side.default is not None,
        secondary=second,
        points=fudge_points_in(side),
        best=side.best,
        least=side.least,
        against=None if side.least is None else Ladder.of(state.rules).name(side.least),
    )


def _roll_side(rules: Ruleset, shown: Faces | None, entrant: Entrant, dice: Dice, usual: str, draw: Draw) -> Entrant:
    """Return a side with the faces of its dice, and the dice if they are not the usual ones."""
    if dice.spec == NO_DICE and shown is None:
        return evolve(entrant, dice=NO_DICE, degree=Ladder.of(rules).degree(entrant.total))
    fell = cast(dice, shown, draw)
    total = total_of(rules, dice, base_of(dice, entrant.level, entrant.modifiers), fell.roll)
    critical = natural(rules, dice, fell.roll)
    return evolve(
        entrant,
        faces=fell.faces,
        roll=fell.roll,
        physical=fell.physical,
        total=total,
        degree=degree(rules, total, critical),
        dice="" if dice.spec == usual else dice.spec,
        critical=critical,
    )
