"""Decide commands about damage and scale."""

from __future__ import annotations

import re
from typing import Any

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.damage.commands import DealDamage, SetScale
from engine.concerns.damage.events import FROM_DICE, FROM_ROLL, RELATIVE, DamageDealt, ScaleSet
from engine.concerns.damage.project import cap_parts, find_leader, fumble_parts, relative_degree, rolled_damage
from engine.concerns.damage.sheet import Arms, armour_parts, arms_of, has_rating, the_rating
from engine.concerns.rolls.commands import Roll
from engine.concerns.rolls.decide import roll
from engine.concerns.rolls.events import DiceRolled
from engine.concerns.tracks.sheet import tracks_of, wound_of, wound_rows
from engine.dice import Draw, read_dice
from engine.known import positive, rolled_trait, the_roll, the_sheet
from engine.refusal import Refused
from engine.registry import Event, decides
from engine.rules.modifiers import ability, lent_parts
from engine.rules.outcome import add_up
from engine.rules.parts import DAMAGE, NO_ARMOUR, Part
from engine.rules.rolling import technique, the_dice
from engine.state import Sheet, State
from engine.text import join_names, plain, quote
from engine.types import BY_LEVEL, EventNumber
from engine.value import value


@value
class Blow:
    """A hit with everything that a line names looked up.

    `hit` is the check or contest with number `of`, and `dice` the roll of dice with number `rolled`, each None if there
    is none.
    """

    target: Sheet
    attacker: Sheet | None
    weapon: Arms | None
    of: EventNumber | None
    hit: CheckResolved | ContestResolved | None
    rolled: EventNumber | None
    dice: DiceRolled | None


@decides(SetScale)
def set_scale(state: State, command: SetScale, draw: Draw) -> list[Event]:
    """Set a character's scale (PO-33)."""
    return [ScaleSet(the_sheet(state, command.who).name, command.size)]


@decides(DealDamage)
def deal_damage(state: State, command: DealDamage, draw: Draw) -> list[Event]:
    """Add up the damage, take the rating off it, and find the wound (PO-26 to PO-37)."""
    target = the_sheet(state, command.who)
    must_count_wounds(state, target, command)
    rating = (*the_rating(state, target), *for_this_hit(state, command, target))
    blow = the_blow(state, command, target)
    rolled = roll_for(state, command, blow, draw)
    parts = damage_parts(state, command, blow, blow.dice or next(iter(rolled), None))
    damage = add_up(parts)
    points = max(0, damage - add_up(rating))
    dr = add_up(rating) if has_rating(state.rules) else None
    attacker = blow.attacker.name if blow.attacker else None
    weapon = blow.weapon.name if blow.weapon else None
    number = state.seq + 1 if rolled else blow.rolled
    wound = wound_of(state.rules, points)
    dealt = DamageDealt(target.name, parts, damage, rating, dr, points, wound, attacker, weapon, blow.of, number)
    return [*rolled, dealt]


def for_this_hit(state: State, command: DealDamage, target: Sheet) -> tuple[Part, ...]:
    """Return what was typed for the armour against this hit alone, so that it never adds to the damage (FU-65)."""
    if command.ban not in ("", NO_ARMOUR):
        raise Refused(
            f"a hit does not say “{command.ban}”",
            about="ban",
            hint=f"“effect {quote(target.name)} NAME {command.ban}” does",
        )
    if command.ban and command.armour is not None:
        raise Refused("the armour cannot both count and not", about="armour", hint=f"leave out “{command.ban}”")
    most = -max(0, add_up(armour_parts(state, target)))
    by = most if command.ban else max(command.armour or 0, most)
    return (Part(by, command.ban or "armour for this hit"),) if by else ()


def must_count_wounds(state: State, sheet: Sheet, command: DealDamage) -> None:
    """Refuse damage in a game without a wound table, with the game's alternative."""
    if wound_rows(state.rules.tracks):
        return
    if not tracks_of(state, sheet):
        hint = "“rules tracks Scratched 4, Hurt 4, Very Hurt 4, Incapacitated 4, Near Death” adds one"
        raise Refused("this game has no table of wounds", hint=hint)
    many = f" {command.amount}" if command.amount and command.amount > 1 else ""
    boxes = f"{command.amount} boxes" if many else "a box"
    hint = f"“mark {quote(sheet.name)}{many}” marks {boxes}"
    raise Refused("injuries are boxes of a track in this game, not damage", hint=hint)


# --- what the line names ---------------------------------------------------------------------------------------


def the_blow(state: State, command: DealDamage, target: Sheet) -> Blow:
    """Return the rolls, the attacker and the weapon that a line names or implies. Raise Refused if they disagree."""
    of, hit, rolled, dice = None, None, None, None
    for about, number in (("roll", command.roll), ("other", command.other)):
        found = None if number is None else the_roll(state, number, about)
        if isinstance(found, DiceRolled) and rolled is None:
            rolled, dice = number, shows_damage(found, number, about)
        elif isinstance(found, CheckResolved | ContestResolved) and of is None:
            of, hit = number, found
            relative_degree(state, number or 0, found, target.name)
        elif number is not None:
            refuse_roll(found, number, about)
    attacker = the_attacker(state, command, {of: striker(state, hit, target), rolled: dice.character if dice else None})
    weapon = the_weapon(
        state, command, attacker, needed=dice is None and (hit is not None or command.attacker is not None)
    )
    bearer = attacker or the_only_bearer(state, weapon)
    return Blow(target, bearer, weapon, of, hit, rolled, dice)


def shows_damage(rolled: DiceRolled, number: int | None, about: str) -> DiceRolled:
    """Return a roll of dice. Raise Refused for Fudge dice, which show steps and no number."""
    if not rolled.dice.startswith(BY_LEVEL) and read_dice(rolled.dice).steps:
        hint = "a check or a contest gives a relative degree, other dice a number"
        raise Refused(f"#{number} shows steps, not damage", about=about, value=number, hint=hint)
    return rolled


def refuse_roll(found: Any, number: int, about: str) -> None:
    """Refuse a roll that does no damage, or is the second of its kind."""
    kinds = CheckResolved | ContestResolved | DiceRolled
    why = "is one roll too many" if isinstance(found, kinds) else "is not a check, a contest or a roll of dice"
    raise Refused(f"#{number} {why}", about=about, value=number)


def striker(state: State, hit: CheckResolved | ContestResolved | None, target: Sheet) -> str | None:
    """Return who hit with a roll, or None for nobody, also if they hurt themselves."""
    who = find_leader(state, hit) if isinstance(hit, ContestResolved) else hit.character if hit else None
    return None if who == target.name else who


def the_attacker(state: State, command: DealDamage, rollers: dict[EventNumber | None, str | None]) -> Sheet | None:
    """Return who hit: the one named, or who made the rolls, or None. Raise Refused if those are two people."""
    made = {number: who for number, who in rollers.items() if who is not None}
    meant = command.attacker or next(iter(made.values()), None)
    for number, who in made.items():
        if who != meant:
            about = "attacker" if command.attacker else "roll" if number == command.roll else "other"
            raise Refused(f"#{number} is {who}'s roll, not {meant}'s", about=about)
    return None if meant is None else the_sheet(state, meant, "attacker")


def the_weapon(state: State, command: DealDamage, attacker: Sheet | None, *, needed: bool) -> Arms | None:
    """Return the named weapon, or the attacker's only one if one is needed. None means bare hands."""
    owners = [attacker] if attacker else list(state.sheets.values())
    weapons = [arms for sheet in owners for arms in arms_of(sheet) if arms.is_weapon]
    if command.weapon is not None:
        found = [arms for arms in weapons if arms.name.casefold() == command.weapon.casefold()]
        if not found:
            who = f"{attacker.name} has" if attacker else "nobody has"
            hint = f"“give {quote(attacker.name)} {quote(command.weapon)} weapon 3” gives one" if attacker else None
            raise unknown_weapon(who, command.weapon, [arms.name for arms in weapons], hint)
        return found[0]
    if command.amount is not None or attacker is None or not needed:
        return None
    if len(weapons) > 1:
        such = f"such as “with {quote(weapons[0].name)}”"
        raise Refused(f"say which weapon: {join_names([arms.name for arms in weapons])}", about="who", hint=such)
    return next(iter(weapons), None)


def unknown_weapon(who: str, name: str, known: list[str], hint: str | None) -> Refused:
    """Return the refusal of a weapon that somebody does not have."""
    hint = f"there are {join_names(known)}" if known else hint
    return Refused(f"{who} no weapon “{name}”", about="weapon", value=name, hint=hint)


def the_only_bearer(state: State, weapon: Arms | None) -> Sheet | None:
    """Return the only character who carries a weapon, or None without a weapon. Raise Refused if several do."""
    if weapon is None:
        return None
    having = [
        sheet
        for sheet in state.sheets.values()
        if any(arms.name.casefold() == weapon.name.casefold() for arms in arms_of(sheet))
    ]
    if len(having) > 1:
        hint = f"such as “by {quote(having[0].name)}”"
        raise Refused(
            f"say whose {weapon.name}: {join_names([each.name for each in having])}", about="weapon", hint=hint
        )
    return having[0]


# --- what is rolled and added ----------------------------------------------------------------------------------


def roll_for(state: State, command: DealDamage, blow: Blow, draw: Draw) -> list[DiceRolled]:
    """Roll a trait, a weapon's lethality or its dice, or nothing if none is meant (PO-27, PO-28, PO-30)."""
    spec = dice_for(state, command, blow)
    points = command.point + (0 if command.points is None else positive(command.points, "points"))
    if spec is None or blow.dice is not None:
        about = "faces" if command.faces else "points" if command.points else "point" if points else None
        if about:
            hint = "name a weapon with dice, or “rolling” a trait"
            raise Refused("this damage needs no dice", about=about, hint=None if blow.dice else hint)
        return []
    who = blow.attacker.name if blow.attacker else None
    (rolled,) = roll(state, Roll(spec, who=who, faces=command.faces, points=points or None), draw)
    assert isinstance(rolled, DiceRolled)
    return [rolled]


def dice_for(state: State, command: DealDamage, blow: Blow) -> str | None:
    """Return the dice that a hit rolls, or None. Raise Refused for a trait without an attacker."""
    if command.trait is not None:
        if blow.attacker is None:
            raise Refused(f"say whose {command.trait} it is", about="trait", hint="such as “by NAME”")
        trait = rolled_trait(state, command.trait)
        return the_dice(state.rules, BY_LEVEL, ability(state, blow.attacker, trait).effective).spec
    if blow.weapon is None or command.amount is not None:
        return None
    if blow.weapon.lethality is not None:
        return the_dice(state.rules, BY_LEVEL, blow.weapon.lethality).spec
    return plain_dice(state, blow.weapon.dice) or None


def plain_dice(state: State, spec: str) -> str:
    """Return dice by a spelling that is no house name, since 3d6 may mean a table in this game (ER-15)."""
    found = re.fullmatch(r"(\d+)d(\d+)", spec)
    if found is None or technique(state.rules, spec) == spec:
        return spec
    return f"{int(found[1]) - 1}d{found[2]}+1d{found[2]}"


def damage_parts(state: State, command: DealDamage, blow: Blow, dice: DiceRolled | None) -> tuple[Part, ...]:
    """Return the terms whose sum is the damage. Raise Refused if there are none."""
    alone = dice is None and blow.hit is None
    parts = weapon_parts(state, command, blow, alone=alone)
    if dice is not None:
        parts.append(Part(rolled_damage(state, dice), "roll", FROM_DICE))
    elif blow.hit is not None:
        parts.append(Part(relative_degree(state, blow.of or 0, blow.hit, blow.target.name), RELATIVE, FROM_ROLL))
    if not parts:
        hint = f"such as “damage {quote(blow.target.name)} 5”, or “of” a roll"
        raise Refused("say how much damage it is", about="who", hint=say_of_hit(state, command, blow) or hint)
    lent = () if blow.attacker is None else lent_parts(state, blow.attacker, DAMAGE, command.trait)
    found = (*parts, *cap_parts(state, parts, alone=alone), *lent)
    return (*found, *fumble_parts(found, dice))


def weapon_parts(state: State, command: DealDamage, blow: Blow, *, alone: bool) -> list[Part]:
    """Return the typed number or the weapon's damage. Raise Refused for a weapon `alone`, without dice or hit."""
    name = blow.weapon.name if blow.weapon else ""
    if command.amount is not None:
        if alone and command.amount < 0:
            raise Refused(f"{plain(command.amount)} is too small: it must be 0 or more", about="amount")
        return [Part(command.amount, name)]
    if blow.weapon is None or blow.weapon.damage is None:
        return []
    if alone:
        hint = say_of_hit(state, command, blow) or "“of” the check or contest that hit, or “rolling” a trait"
        raise Refused(f"{name} adds {plain(blow.weapon.damage)}, and nothing says to what", about="weapon", hint=hint)
    return [Part(blow.weapon.damage, name, "item")]


def say_of_hit(state: State, command: DealDamage, blow: Blow) -> str | None:
    """Return the line for the latest roll in which the attacker hit the target, or None without one."""
    hits = (seq for seq, roll in state.rolls.backwards() if blow.attacker and is_hit(state, roll, blow))
    number = next(hits, None)
    if number is None:
        return None
    named = {" by ": command.attacker, " with ": command.weapon}
    said = "".join(f"{word}{quote(name)}" for word, name in named.items() if name)
    return f"“damage {quote(blow.target.name)}{said} of #{number}” adds by how much it hit"


def is_hit(state: State, roll: Any, blow: Blow) -> bool:
    """Return whether with a roll the attacker won against the target."""
    attacker = blow.attacker.name if blow.attacker else ""
    if isinstance(roll, ContestResolved):
        sides = [side.character for side in roll.participants]
        return find_leader(state, roll) == attacker and blow.target.name in sides
    return (
        isinstance(roll, CheckResolved)
        and roll.success
        and (roll.character, roll.opponent) == (attacker, blow.target.name)
    )
