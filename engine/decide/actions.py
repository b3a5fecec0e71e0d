"""Checks and contests, and rolls for neither."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from engine import creation
from engine.commands import Check, Contest, Critical, Modifier, React, Reveal, Roll, Side
from engine.decide.registry import decides
from engine.dice import Dice, Draw
from engine.events import (
    CheckResolved,
    ContestResolved,
    CriticalDrawn,
    DiceRolled,
    Entrant,
    Event,
    Part,
    ReactionRolled,
    SecretRevealed,
    XpAwarded,
)
from engine.known import positive, quoted, the_sheet, the_trait
from engine.ladder import Ladder
from engine.modifiers import ability, action_parts
from engine.outcome import automatic, natural, ranked, settle, stacked, summed, total_of
from engine.refusal import Refused
from engine.rolling import absolute, cast, on_the_ladder, the_dice
from engine.sheet import points as points_of
from engine.state import Sheet, State
from engine.words import BY_LEVEL, NO_DICE, DiceSpec, Faces

#: How many sides a contest may have: its exact odds are worked out while it is typed.
MOST_SIDES = 40


def typed_parts(modifiers: Sequence[Modifier]) -> tuple[Part, ...]:
    """Modifiers that were typed, as parts of a sum."""
    return tuple(Part(modifier.value, modifier.reason) for modifier in modifiers)


# --- rolls -----------------------------------------------------------------------------------------------------


@decides(Roll)
def roll(state: State, command: Roll, draw: Draw) -> list[Event]:
    """Dice for no check; those of the game's technique are counted from Fair (FU-32)."""
    if command.who is not None:
        the_sheet(state, command.who)
    rules = state.rules
    dice = the_dice(rules, command.dice or rules.check_dice, rules.situational)
    fell = cast(dice, command.faces, draw)
    parts = typed_parts(command.modifiers)
    on_ladder = dice.steps and rules.situational is not None
    base = (rules.situational or 0) if on_ladder and not absolute(dice) else 0
    total = total_of(rules, dice, summed(parts), fell.roll) if absolute(dice) else fell.roll + summed(parts)
    degree = Ladder.of(rules).degree(base + total) if on_ladder else None
    return [
        DiceRolled(dice.spec, fell.faces, fell.roll, fell.physical, parts, total, command.who, degree, command.secret)
    ]


@decides(React)
def react(state: State, command: React, draw: Draw) -> list[Event]:
    """A situational roll for how an NPC takes to somebody, secret unless it is said to be open (FU-68 to FU-71)."""
    rules, who = state.rules, the_sheet(state, command.who)
    if not rules.reactions:
        raise Refused("these rules have no reaction roll", about=None, hint="“roll” rolls, “rules reactions” makes one")
    dice = the_dice(rules, rules.check_dice, rules.situational)
    fell = cast(dice, command.faces, draw)
    parts = stacked(rules, typed_parts(command.modifiers))
    base = 0 if absolute(dice) else rules.situational or 0
    total = total_of(rules, dice, base + summed(parts), fell.roll)
    secret = not command.open and rules.reaction_rolls == "secret"
    degree, reading = Ladder.of(rules).degree(total), reaction(state, total)
    rolled = ReactionRolled(
        who.name, dice.spec, fell.faces, fell.roll, fell.physical, parts, base, total, degree, reading
    )
    return [attrs.evolve(rolled, secret=secret)]


def reaction(state: State, total: int) -> str:
    """What a reaction of this level means: the highest entry not above it, or the lowest there is (FU-71)."""
    entries = sorted((int(level), text) for level, text in state.rules.pairs("reactions"))
    return next((text for level, text in reversed(entries) if level <= total), entries[0][1])


@decides(Critical)
def critical(state: State, command: Critical, draw: Draw) -> list[Event]:
    """What the table of critical results says (FU-66)."""
    from engine.house import span

    rules = state.rules
    if command.who is not None:
        the_sheet(state, command.who)
    if not rules.critical_table:
        hint = "“rules critical-table 2 = …, 3-12 = …” gives them one"
        raise Refused("these rules have no table of critical results", hint=hint)
    dice = the_dice(rules, rules.critical_dice)
    fell = cast(dice, command.faces, draw)
    effect = next(text for numbers, text in rules.pairs("critical-table") if fell.roll in span(numbers))
    return [CriticalDrawn(dice.spec, fell.faces, fell.roll, fell.physical, effect, command.who)]


# --- checks ----------------------------------------------------------------------------------------------------


@decides(Check)
def check(state: State, command: Check, draw: Draw) -> list[Event]:
    """L + A + R against D: success if it is not less (PF-39, FU-12, FL-27); polyhedral dice without L (PO-11)."""
    weighed = weigh(state, command)
    sheet, rules = state.sheets[weighed.character], state.rules
    dice = check_dice(state, command, weighed.level)
    base, difficulty = base_of(dice, weighed), weighed.difficulty
    _may_spend(state, sheet, points_in(command))
    sure = _said(command) or (None if command.anyway or command.faces else automatic(rules, dice, base, difficulty))
    if sure is not None:
        success, why = sure
        total = weighed.level + summed(weighed.modifiers)
        degree = Ladder.of(rules).degree(total)
        settled = attrs.evolve(weighed, total=total, margin=total - difficulty, degree=degree, automatic=why)
        return [attrs.evolve(settled, success=success, secret=command.secret)]
    fell = cast(dice, command.faces, draw)
    came = attrs.asdict(settle(rules, dice, base, fell.roll, difficulty))
    settled = attrs.evolve(weighed, dice=dice.spec, faces=fell.faces, roll=fell.roll, physical=fell.physical, **came)
    resolved = attrs.evolve(settled, secret=command.secret, points=points_in(command))
    return [resolved, *_for_a_miss(state, sheet, resolved)]


def _for_a_miss(state: State, sheet: Sheet, resolved: CheckResolved) -> list[Event]:
    """XP for a failed roll (FL-133). Nothing for a secret one: it would tell the players."""
    if resolved.success or resolved.secret or sheet.kind != "pc" or not state.rules.xp_on_miss:
        return []
    return [XpAwarded(sheet.name, state.rules.xp_on_miss, f"a miss with {resolved.trait}", None, "miss")]


def _said(command: Check) -> tuple[bool, str] | None:
    """What the GM says comes of a check without dice, and why (FU-18, FL-58, FL-59); None where dice are to say."""
    said = ((True, command.succeeds), (False, command.fails))
    reasons = [(success, why) for success, why in said if why is not None]
    if not reasons:
        return None
    about = "succeeds" if reasons[0][0] else "fails"
    if len(reasons) > 1:
        raise Refused("it either succeeds or fails", about="fails")
    if command.faces is not None or command.anyway or points_in(command):
        raise Refused("what is settled without dice needs none", about=about)
    success, why = reasons[0]
    if not why.strip():
        raise Refused("what needs no dice has a reason", about=about, hint='such as succeeds "pulled up on a rope"')
    return success, why


def points_in(command: Check) -> int:
    """The fudge points that go into a roll."""
    return command.point + (0 if command.points is None else positive(command.points, "points"))


def _may_spend(state: State, sheet: Sheet, points: int) -> None:
    """Refuse fudge points that the character does not have, or that these rules lack (PO-23, FL-106)."""
    if not points:
        return
    left = points_left(state, sheet)
    if "maximum" not in state.rules.point_uses:
        raise Refused("a fudge point cannot be spent as a maximum here", about="points", hint="“rules point-uses” says")
    if points > left:
        raise Refused(f"{sheet.name} has {left} fudge points, not {points}", about="points")


def points_left(state: State, sheet: Sheet) -> int:
    """The fudge points that a character has; raises Refused where there are none in the campaign."""
    left = points_of(state, sheet)
    if left is None:
        raise Refused(
            "nobody has fudge points in this campaign", about="points", hint="“rules points 3” gives all PCs 3"
        )
    return left


def check_dice(state: State, command: Check, level: int) -> Dice:
    """The dice of a check: its own or the game's, with its points and its advantage (FL-119)."""
    net = (command.advantage or 0) - (command.disadvantage or 0)
    if (command.advantage or command.disadvantage) and not state.rules.advantage_dice:
        about = "advantage" if command.advantage else "disadvantage"
        raise Refused("these rules have no advantage dice", about=about, hint="“rules advantage-dice on” allows them")
    dice = the_dice(state.rules, command.dice or state.rules.check_dice, level, points_in(command), net)
    return on_the_ladder(state.rules, dice)


def base_of(dice: Dice, weighed: CheckResolved) -> int:
    """What is there before the dice fall: L + A, or A alone where the dice stand for the level (PO-09)."""
    return summed(weighed.modifiers) + (0 if absolute(dice) else weighed.level)


def weigh(state: State, command: Check) -> CheckResolved:
    """A check up to the moment the dice fall: everything but faces, roll, total and outcome."""
    sheet = the_sheet(state, command.who)
    may_act(state, sheet)
    trait = None if command.trait is None else the_trait(state, command.trait)
    own = None if trait is None else ability(state, sheet, trait, command.tags)
    untrained = trait is not None and not sheet.trained(trait)
    unmodified = (own.unmodified if own else 0) if command.default is None else _default(sheet, command, untrained)
    if trait is not None and command.default is None:
        must_be_placed(state, sheet, trait)
    deduction = 0 if command.deduction is None else positive(command.deduction, "deduction")
    unseen = () if command.hidden is None else (Part(command.hidden, "hidden", "hidden"),)
    difficulty = (_difficulty(state, command), *typed_parts(command.factors), *unseen)
    level = unmodified + (summed(own.parts) if own else 0) - deduction
    helped = _secondary(state, sheet, command, level)
    brought = (*action_parts(state, sheet, trait, command.tags), *helped, *typed_parts(command.modifiers))
    return CheckResolved(
        character=command.who,
        trait=trait,
        unmodified=unmodified,
        level_modifiers=own.parts if own else (),
        deduction=deduction,
        level=level,
        modifiers=stacked(state.rules, brought),
        when=command.tags,
        dice="",
        faces=(),
        roll=None,
        physical=False,
        total=0,
        difficulty=summed(difficulty),
        difficulty_parts=difficulty,
        opponent=command.opponent.who if command.opponent else None,
        opposing=command.opponent.trait if command.opponent else None,
        margin=0,
        success=False,
        default=untrained,
        against=Ladder.of(state.rules).name(summed(difficulty)),
    )


def may_act(state: State, sheet: Sheet) -> None:
    """Refuse a player character that is not ready for play (FL-86)."""
    needs = creation.lacking(state.rules, sheet, len(state.held(sheet, "fault")))
    if needs:
        hint = f"“approve {quoted(sheet.name)}” gives it" if needs == ["the GM's approval"] else "“gain” gives a fault"
        raise Refused(f"{sheet.name} is not ready: it lacks {' and '.join(needs)}", about="who", hint=hint)


def _default(sheet: Sheet, command: Check, untrained: bool) -> int:
    """The level at which the GM lets a trait be rolled that is not on the sheet (FU-41, FL-48)."""
    if not untrained or command.default is None:
        said = "a default stands in for a trait that is not on the sheet"
        raise Refused(f"{said}, and {sheet.name} has {command.trait}", about="default")
    return command.default


def must_be_placed(state: State, sheet: Sheet, trait: str, about: str = "trait") -> None:
    """Where levels are given in play, a trait gets its own before it is checked (FL-88)."""
    if sheet.kind != "pc" or sheet.trained(trait) or not creation.scheme(state.rules).in_play:
        return
    ladder = Ladder.of(state.rules)
    left = creation.unfilled(state.rules, sheet)
    named = ", ".join(f"{ladder.name(level)} ({count})" for level, count in left.items())
    raise Refused(
        f"{sheet.name}'s {trait} needs a level now",
        about=about,
        value=trait,
        hint=f"“trait {quoted(sheet.name)} {quoted(trait)} LEVEL”; open are {named}" if named else "no slot is left",
    )


def _secondary(state: State, sheet: Sheet, command: Check, level: int) -> tuple[Part, ...]:
    """What a second trait adds: a bonus if it is good enough, or all that it is better by (FU-36, FU-37)."""
    if command.secondary is None:
        return ()
    rules = state.rules
    if rules.secondary_from is None:
        raise Refused("in these rules a second trait does not help", about="secondary", hint="check the better one")
    trait = the_trait(state, command.secondary, "secondary")
    other = ability(state, sheet, trait, command.tags).effective
    if other < rules.secondary_from:
        return (Part(0, f"{trait} is not good enough to help", "secondary"),)
    if other > level + rules.secondary_bonus:
        return (Part(other - level, f"{trait} instead", "secondary"),)
    return (Part(rules.secondary_bonus, trait, "secondary"),)


def _difficulty(state: State, command: Check) -> Part:
    """D before its factors: a level, that of the opponent's trait, or the usual one (FU-11, FL-30)."""
    if command.opponent is None:
        level = command.difficulty if command.difficulty is not None else state.rules.default_difficulty
        if level is None:
            raise Refused("a check needs a difficulty", about="difficulty", hint="“vs 3”, say, at the end")
        return Part(level, "difficulty")
    who, trait = command.opponent.who, command.opponent.trait
    sheet = the_sheet(state, who, "opponent")
    known = the_trait(state, trait, "opponent")
    must_be_placed(state, sheet, known, "opponent")
    against = ability(state, sheet, known, command.tags)
    return Part(against.effective, f"{who}'s {trait}")


# --- contests --------------------------------------------------------------------------------------------------


@decides(Contest)
def contest(state: State, command: Contest, draw: Draw) -> list[Event]:
    """Everyone's total side by side: the highest wins (PF-54, FU-44 to FU-57, FL-28)."""
    usual = command.dice or state.rules.contest_dice
    spec = usual if usual == BY_LEVEL else the_dice(state.rules, usual).spec
    entered = enter_all(state, command)
    alone = sum(not each.yields for _, each, _ in entered) == 1
    rolled = [_rolled(state, None if alone else side.faces, each, dice, spec, draw) for side, each, dice in entered]
    order = ranked(rolled, command.least)
    placed = tuple(attrs.evolve(each, place=place) for each, place in zip(rolled, order.places, strict=True))
    resisting = [each for each in placed if not each.yields]
    why = f"{_names(placed)} does not resist" if len(resisting) == 1 else None
    named = None if command.least is None else Ladder.of(state.rules).name(command.least)
    return [
        ContestResolved(
            spec, placed, order.winner, order.tied, order.relative, command.least, command.secret, why, named
        )
    ]


def _names(sides: Sequence[Entrant]) -> str:
    return " and ".join(side.character for side in sides if side.yields)


def enter_all(state: State, command: Contest) -> list[tuple[Side, Entrant, Dice]]:
    """The sides before their dice fall, each with the dice that it is to roll."""
    sides = same_action(command.sides)
    resisting = [side for side in sides if not side.yields]
    if not resisting:
        raise Refused("somebody has to act", about="sides", value=sides[0].who, hint="not everyone can yield")
    entered = []
    for side in sides:
        entrant = enter(state, side)
        rolls = not side.yields and len(resisting) > 1
        spec = _side_dice(state, command, sides, side) if rolls else NO_DICE
        dice = on_the_ladder(state.rules, the_dice(state.rules, spec, entrant.level))
        total = total_of(state.rules, dice, base_of_side(dice, entrant), 0) if spec == NO_DICE else entrant.total
        entered.append((side, attrs.evolve(entrant, total=total, yields=side.yields), dice))
    return entered


def _side_dice(state: State, command: Contest, sides: Sequence[Side], side: Side) -> DiceSpec:
    """The dice of one side: those of the contest, unless it does not roll or an NPC rolls others (OC-04)."""
    rules = state.rules
    usual = command.dice or rules.contest_dice
    if command.dice is not None:
        return usual
    if rules.contest_rolls == "first" and side is not sides[0]:
        return NO_DICE if side.faces is None else usual
    kinds = {each.who: the_sheet(state, each.who, "sides").kind for each in sides}
    against_a_pc = kinds[side.who] == "npc" and "pc" in kinds.values()
    if not against_a_pc or rules.npc_dice == "same":
        return usual
    return rules.npc_dice if side.faces is None or _can_show(state, rules.npc_dice, side.faces) else usual


def _can_show(state: State, spec: DiceSpec, faces: Faces) -> bool:
    """Whether real dice of an NPC's kind can have shown this; where it rolls none, they were the usual ones."""
    if spec == NO_DICE:
        return False
    dice = the_dice(state.rules, spec)
    return dice.refuse(faces) is None or (len(faces) == 1 and spec.endswith("dF") and not dice.refuse_total(faces[0]))


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
    may_act(state, sheet)
    trait = the_trait(state, side.trait or "", "sides")
    must_be_placed(state, sheet, trait, "sides")
    own = ability(state, sheet, trait, side.tags)
    parts = stacked(state.rules, (*action_parts(state, sheet, trait, side.tags), *typed_parts(side.modifiers)))
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


def base_of_side(dice: Dice, entrant: Entrant) -> int:
    """What a side has before its dice fall."""
    return summed(entrant.modifiers) + (0 if absolute(dice) else entrant.level)


def _rolled(state: State, shown: Faces | None, entrant: Entrant, dice: Dice, usual: str, draw: Draw) -> Entrant:
    """A side with what its dice showed; they are recorded with it where they are not the usual ones."""
    rules = state.rules
    if dice.spec == NO_DICE and shown is None:
        return attrs.evolve(entrant, dice=NO_DICE, degree=Ladder.of(rules).degree(entrant.total))
    fell = cast(dice, shown, draw)
    total = total_of(rules, dice, base_of_side(dice, entrant), fell.roll)
    return attrs.evolve(
        entrant,
        faces=fell.faces,
        roll=fell.roll,
        physical=fell.physical,
        total=total,
        degree=Ladder.of(rules).degree(total),
        dice="" if dice.spec == usual else dice.spec,
        critical=natural(rules, dice, fell.roll),
    )


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
