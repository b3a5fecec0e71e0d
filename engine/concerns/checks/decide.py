"""Decide commands about checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.attendance import those_there
from engine.concerns.checks.commands import Attempt, Check, GroupCheck
from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.commands import Side
from engine.concerns.countdowns.sheet import open_countdown
from engine.concerns.experience.events import MISS, XpAwarded
from engine.concerns.points.decide import fudge_points_in, may_spend
from engine.concerns.points.sheet import must_allow, must_have_a_point
from engine.concerns.rolls.decide import count_leaning_dice, typed_parts
from engine.concerns.ships.sheet import the_ship
from engine.dice import Dice, Draw
from engine.known import positive, rolled_trait, the_sheet, the_sheets
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.bans import refuse_check, why_banned
from engine.rules.creation import SUPERB, list_rest, must_be_placed, must_be_ready, step_from_fair
from engine.rules.ladder import Ladder
from engine.rules.modifiers import ability, action_parts, find_help, in_force_on_roll, resistance, ship_parts
from engine.rules.outcome import (
    absolute,
    add_up,
    automatic,
    base_of,
    rules_of_roll,
    settle,
    stack_difficulty,
    stack_roll,
)
from engine.rules.parts import HIDDEN, READING, Lent, Part
from engine.rules.ranges import takes_best
from engine.rules.rolling import cast, on_the_ladder, the_dice
from engine.rules.ruleset import Ruleset
from engine.state import Sheet, State
from engine.types import NO_DICE
from engine.value import evolve, held_fields, value

#: The uses of a fudge point in a check. “Four” stands for that roll.
SUCCESS, FOUR, MAXIMUM = "success", "four", "maximum"
PLUS_FOUR = 4


@decides(Check)
def check_or_use(state: State, command: Check, draw: Draw) -> list[Event]:
    """Roll a check, or let a fudge point replace the dice (FL-108, FL-112)."""
    command = with_leave(state, command)
    use = use_in(state, command)
    if not use:
        return check(state, command, draw)
    bare = evolve(command, point=False, success=False, four=False)
    if use == FOUR:
        resolved, *awards = check(state, evolve(bare, dice=NO_DICE, faces=(PLUS_FOUR,)), draw)
    else:
        resolved, *awards = check(state, evolve(bare, succeeds="a fudge point"), draw)
        must_be_within_reach(state, command, resolved)
    return [evolve(resolved, points=1, use=use), *awards]


def with_leave(state: State, command: Check) -> Check:
    """Return a check that nothing forbids, or that is rolled anyway. Raise Refused for others (PF-11, FL-22, FU-65).

    Where “anyway” lifts a ban, it does not also ask for dice if the check is settled without.
    """
    opponent = command.opponent.who if command.opponent else None
    banned = next(refuse_check(state, command.who, opponent), None)
    if banned is not None and not command.anyway:
        raise banned
    settled = (command.succeeds, command.fails) != (None, None) or command.success or command.four
    return evolve(command, anyway=False) if banned is not None and settled else command


@decides(GroupCheck)
def check_group(state: State, command: GroupCheck, draw: Draw) -> list[Event]:
    """Roll a check for each character of a group who can act. “all” means the player characters present."""
    sheets, left_out = members(state, command)
    if not sheets:
        hint = "“help revive” and “help status” bring them back"
        raise Refused(
            f"nobody is left to check: {say_left_out(left_out)}", about="all" if command.all else "others", hint=hint
        )
    return [event for sheet in sheets for event in check(state, check_of(command, sheet), draw)]


def members(state: State, command: GroupCheck) -> tuple[list[Sheet], dict[str, str]]:
    """Return the sheets of a group to check, and why others cannot act (PF-11) or are out of play (FL-22).

    Raise Refused for an unknown character.
    """
    sheets = the_sheets(state, (command.who, *command.others), "others", everyone=command.all)
    if command.all:
        sheets = those_there(state, sheets) or sheets
    found = ((sheet, why_unable(state, sheet, command)) for sheet in sheets)
    unable = {sheet.name: why for sheet, why in found if why is not None}
    return [sheet for sheet in sheets if sheet.name not in unable], unable


def why_unable(state: State, sheet: Sheet, command: GroupCheck) -> str | None:
    """Return why a member of a group cannot act, or None. Who cannot act may be named, and act anyway."""
    try:
        must_be_ready(state, sheet)
    except Refused as refused:
        return refused.message
    return None if command.anyway and not command.all else why_banned(state, sheet)


def say_left_out(unable: Mapping[str, str]) -> str:
    """Return in a line why some of a group cannot act."""
    return "; ".join(unable.values())


def check_of(command: GroupCheck, sheet: Sheet) -> Check:
    """Return the check of one of a group."""
    shared = {name: held for name, held in held_fields(command).items() if name not in WHOSE}
    return evolve(EVERYBODY, who=sheet.name, **shared)


#: The fields of a group check that name the characters, and the check made of all its other fields.
WHOSE = ("who", "others", "all")
EVERYBODY = Check("", None)


def use_in(state: State, command: Check) -> str:
    """Return what a fudge point does in place of the dice, or “” for nothing. Raise Refused if it cannot (FL-106)."""
    said = [use for use in (SUCCESS, FOUR, MAXIMUM) if getattr(command, use)]
    if len(said) > 1:
        raise Refused("a fudge point does one thing", about=said[1])
    if not said or said[0] == MAXIMUM:
        return ""
    use = said[0]
    if any((command.points, command.faces, command.dice, command.anyway, command.succeeds, command.fails)):
        raise Refused(f"“{use}” takes the place of the dice", about=use, hint="leave out the rest")
    must_allow(state, "succeed" if use == SUCCESS else "plus four", use)
    must_have_a_point(state, command.who, "who")
    return use


def must_be_within_reach(state: State, command: Check, event: CheckResolved) -> None:
    """Refuse a success by a fudge point against an opponent, or above Superb (FL-108)."""
    if event.opponent is not None:
        raise Refused("a fudge point gives no success against an opponent", about="success")
    ladder = Ladder.of(state.rules)
    found = ladder.level("Superb")
    most = step_from_fair(state.rules, SUPERB) if found is None else found
    if ladder.words and event.difficulty > most:
        said = (
            f"a fudge point gives a success up to {ladder.name(most)},"
            f" and the difficulty is {event.against or event.difficulty}"
        )
        raise Refused(said, about="success")


def check(state: State, command: Check, draw: Draw) -> list[Any]:
    """Roll L + A + R against D; success if not less (PF-39, FU-12, FL-27). Polyhedral dice leave out L (PO-11)."""
    weighed = evolve(weigh(state, command), ticks=must_be_open(state, command.ticks), stakes=command.stakes)
    sheet, rules = state.sheets[weighed.character], rules_of_roll(state.rules, command.critical)
    may_spend(state, sheet, fudge_points_in(command))
    dice = check_dice(state, command, weighed.level)
    base, difficulty = base_of(dice, weighed.level, weighed.modifiers), weighed.difficulty
    opposed = weighed.opponent is not None
    sure = _settled_without_dice(command) or (
        None if command.anyway or command.faces else automatic(rules, dice, base, difficulty, opposed=opposed)
    )
    if sure is not None:
        success, why = sure
        total = weighed.level + add_up(weighed.modifiers)
        degree = Ladder.of(rules).degree(total)
        settled = evolve(weighed, total=total, margin=total - difficulty, degree=degree, success=success)
        return [evolve(settled, automatic=why, secret=command.secret)]
    fell = cast(dice, command.faces, draw)
    came = held_fields(settle(rules, dice, base, fell.roll, difficulty))
    settled = evolve(weighed, dice=dice.spec, faces=fell.faces, roll=fell.roll, physical=fell.physical, **came)
    resolved = evolve(settled, secret=command.secret, points=fudge_points_in(command))
    missed = not resolved.success and not resolved.secret and resolved.at_stake
    return [resolved, *(for_a_miss(state, sheet, resolved.trait) if missed else [])]


def must_be_open(state: State, ticks: str | None) -> str | None:
    """Return the countdown that a check ticks. Raise Refused if it is over (FL-77)."""
    return None if ticks is None else open_countdown(state, ticks, "ticks").name


def for_a_miss(state: State, sheet: Sheet, trait: str | None) -> list[XpAwarded]:
    """Award XP for a player character's failed roll, but not a secret one, which players would notice (FL-133)."""
    if sheet.kind != "pc" or not state.rules.xp_on_miss:
        return []
    reason = f"{MISS}{trait}" if trait else "a miss"
    return [XpAwarded(sheet.name, state.rules.xp_on_miss, reason, None, "miss")]


def _settled_without_dice(command: Check) -> tuple[bool, str] | None:
    """Return whether a check succeeds without dice and why, or None if dice decide (FU-18, FL-58, FL-59)."""
    said = ((True, command.succeeds), (False, command.fails))
    reasons = [(success, why) for success, why in said if why is not None]
    if not reasons:
        return None
    about = "succeeds" if reasons[0][0] else "fails"
    if len(reasons) > 1:
        raise Refused("a check cannot both succeed and fail", about="fails")
    if command.faces is not None or command.anyway or command.critical or fudge_points_in(command):
        hint = "leave out “rolled”, “anyway”, “critical” and fudge points"
        raise Refused(f"“{about}” settles a check without dice", about=about, hint=hint)
    success, why = reasons[0]
    if not why.strip():
        raise Refused(f"“{about}” needs a reason", about=about, hint=f'such as {about} "the rope was cut"')
    return success, why


def check_dice(state: State, asked: Attempt, level: int) -> Dice:
    """Return the check's own dice or the game's, with fudge points and advantage dice (FL-119)."""
    if asked.dice is not None:
        must_not_lean(state, the_dice(state.rules, asked.dice, level))
    spec = asked.dice or state.rules.dice_of_checks(opposed=asked.opponent is not None)
    dice = on_the_ladder(state.rules, with_additions(state, asked, spec, level))
    if spec != (asked.dice or state.rules.check_dice):
        must_not_be_usual(state.rules, asked, dice)
    may_override(state.rules, asked.critical, dice)
    return dice


def must_not_be_usual(rules: Ruleset, asked: Attempt, dice: Dice) -> None:
    """Refuse faces that are those of a check against a level where an opponent's trait asks for other dice (PF-56)."""
    faces, usual = tuple(map(int, getattr(asked, "faces", None) or ())), the_dice(rules, rules.check_dice)
    if len(faces) > 1 and dice.refuse(faces) and not usual.refuse(faces):
        said = f"against somebody's trait this game rolls {dice.title}, not {usual.title}"
        raise Refused(said, about="faces", hint=f"“with {usual.title}” rolls those all the same")


def with_additions(state: State, asked: Attempt | Side, spec: str, level: int) -> Dice:
    """Return the named dice with a roll's fudge points and advantage (FL-119)."""
    return the_dice(state.rules, spec, level, fudge_points_in(asked), count_leaning_dice(state, asked))


def may_override(rules: Ruleset, said: bool, *dice: Dice) -> None:
    """Refuse to let a natural critical decide if the rules or all the dice have none (FU-62)."""
    if said and rules.criticals not in ("natural", "both"):
        hint = "“rules criticals natural” adds them"
        raise Refused("this game has no natural critical results", about="critical", hint=hint)
    if said and all(map(absolute, dice)):
        raise Refused("polyhedral dice have no natural critical results", about="critical")


def must_not_lean(state: State, dice: Dice) -> None:
    """Refuse dice spelled with fudge points, or with advantage if the rules have none."""
    if dice.spec.endswith("pt"):
        raise Refused("write “point” (or “points 2”), not in the dice", about="dice")
    leans = dice.spec.endswith(("adv", "dis")) and dice.spec != state.rules.check_dice
    if leans and not state.rules.advantage_dice:
        raise Refused("this game has no advantage dice", about="dice", hint="“rules advantage-dice on” allows them")


@value
class Acting:
    """A check's trait, None if no trait fits, with its level before and after modifiers."""

    trait: str | None
    unmodified: int
    parts: tuple[Part, ...]
    deduction: int
    untrained: bool

    @property
    def level(self) -> int:
        """L: the modified level, less the deduction for a poor fit (PF-40, PF-41)."""
        return self.unmodified + add_up(self.parts) - self.deduction


def find_acting(state: State, sheet: Sheet, asked: Attempt | Side, lent: Sequence[Lent]) -> Acting:
    """Return a check's trait with its level: the sheet's, the GM's default, or Fair if no trait fits (FU-32).

    `lent` are the effects on the sheet's levels.
    """
    deduction = 0 if asked.deduction is None else positive(asked.deduction, "deduction")
    trait = None if asked.trait is None else rolled_trait(state, asked.trait)
    untrained = trait is not None and not sheet.is_trained(trait)
    if trait is not None:
        must_be_placed(state, sheet, trait)
    best = takes_best(sheet, trait, best=asked.best, worst=asked.worst)
    own = None if trait is None else ability(state, sheet, trait, asked.tags, lent, best=best)
    unmodified = own.unmodified if own else state.rules.situational or 0
    if asked.default is not None:
        unmodified = _default(sheet, asked, untrained)
    elif untrained and trait in list_rest(state, sheet):
        untrained = False
    return Acting(trait, unmodified, own.parts if own else (), deduction, untrained)


def weigh(state: State, asked: Attempt) -> CheckResolved:
    """Return a check before its dice fall, without faces, roll, total and outcome."""
    sheet = the_sheet(state, asked.who)
    must_be_ready(state, sheet)
    difficulty = _difficulties(state, asked)
    own, second, brought = bring(state, sheet, asked)
    return CheckResolved(
        character=asked.who,
        trait=own.trait,
        unmodified=own.unmodified,
        level_modifiers=own.parts,
        deduction=own.deduction,
        level=own.level,
        modifiers=brought,
        when=asked.tags,
        dice="",
        faces=(),
        roll=None,
        physical=False,
        total=0,
        difficulty=add_up(difficulty),
        difficulty_parts=difficulty,
        opponent=asked.opponent.who if asked.opponent else None,
        opposing=asked.opponent.trait if asked.opponent else None,
        margin=0,
        success=False,
        default=own.untrained,
        chosen=asked.default is not None,
        secondary=second,
        against=Ladder.of(state.rules).name(add_up(difficulty)),
        as_modified=asked.opponent is not None,
        override=asked.critical,
        reading=READING,
        ships=tuple(the_ship(state, name, "ships").name for name in asked.ships),
        best=asked.best,
        best_against=asked.opponent.best if asked.opponent else False,
    )


def bring(
    state: State, sheet: Sheet, asked: Attempt | Side, hidden: Sequence[Part] = ()
) -> tuple[Acting, str | None, tuple[Part, ...]]:
    """Return what somebody acts with, the second trait that helps, and the parts of A.

    These are from the sheet, from that help, as typed, and `hidden`.
    """
    levels, actions = in_force_on_roll(state, sheet)
    own, second = find_acting(state, sheet, asked, levels), _secondary(state, sheet, asked)
    helped = () if second is None else _help(state, sheet, second, own, asked)
    parts = (*action_parts(state, sheet, own.trait, asked.tags, lent=actions), *helped, *typed_parts(asked.modifiers))
    level, brought = stack_roll(state.rules, own.parts, parts, hidden)
    return evolve(own, parts=level), second, brought


def _help(state: State, sheet: Sheet, second: str, own: Acting, asked: Attempt | Side) -> tuple[Part, ...]:
    """Return the bonus from a second trait, which may be rolled instead only if it is better (FU-37)."""
    parts = find_help(state, sheet, second, own.level, asked.tags, instead=asked.instead)
    if asked.instead and add_up(parts) <= 0:
        hint = "leave out “instead”, and it may help"
        raise Refused(f"{second} is no better than {own.trait or 'no trait'} here", about="instead", hint=hint)
    return parts


def hidden_parts(asked: Attempt | Side) -> tuple[Part, ...]:
    """Return the part that the players do not see, if there is one (FU-73)."""
    return () if asked.hidden is None else (Part(asked.hidden, HIDDEN, HIDDEN),)


def _default(sheet: Sheet, asked: Attempt | Side, untrained: bool) -> int:
    """Return the level at which the GM lets a trait be rolled that is not on the sheet (FU-41, FL-48)."""
    if not untrained or asked.default is None:
        has = f", and {sheet.name} has {asked.trait}" if asked.trait else ""
        raise Refused(f"“default” is for a trait that is not on the sheet{has}", about="default")
    return asked.default


def _secondary(state: State, sheet: Sheet, asked: Attempt | Side) -> str | None:
    """Return the second trait that helps a roll, or None if there is none (FU-36, FU-37)."""
    if asked.secondary is None and asked.instead:
        raise Refused("“instead” is for a second trait", about="instead", hint="such as “and TRAIT instead”")
    if asked.secondary is None:
        return None
    if state.rules.secondary_from is None:
        raise Refused("a second trait does not help in this game", about="secondary", hint="check the better one")
    trait = rolled_trait(state, asked.secondary, "secondary")
    if trait == asked.trait:
        raise Refused(f"{trait} cannot help itself", about="secondary")
    must_be_placed(state, sheet, trait, "secondary")
    return trait


def _difficulties(state: State, asked: Attempt) -> tuple[Part, ...]:
    """Return the parts of D: the opposition, the situation's factors, and those hidden from players (FU-73)."""
    said = (*ship_parts(state, asked.ships, asked.trait, asked.tags), *typed_parts(asked.factors))
    if asked.opponent is None:
        return (_difficulty(state, asked), *stack_difficulty(state.rules, said, hidden_parts(asked)))
    who, trait = asked.opponent.who, asked.opponent.trait
    sheet = the_sheet(state, who, "opponent")
    known = rolled_trait(state, trait, "opponent")
    must_be_placed(state, sheet, known, "opponent")
    best = takes_best(sheet, known, best=asked.opponent.best, worst=asked.opponent.worst)
    return resistance(state, sheet, known, asked.tags, said, hidden_parts(asked), best=best)


def _difficulty(state: State, asked: Attempt) -> Part:
    """Return D before its factors if nobody resists: the given level, or the game's default (FU-11)."""
    level = asked.difficulty if asked.difficulty is not None else state.rules.default_difficulty
    if level is None:
        raise Refused("a check needs a difficulty", about="difficulty", hint="such as “vs 3”")
    return Part(level, "difficulty", "typed" if asked.difficulty is not None else "rules")
