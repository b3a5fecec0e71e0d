"""Fold events about damage, wounds and scale, and check their preconditions."""

from __future__ import annotations

from engine.concerns.damage.events import WOUNDS, DamageDealt, ScaleSet, Wound, WoundHealed
from engine.concerns.damage.sheet import SCALE, arms_of, cap_parts, has_rating, must_be_the_rolls, the_rating, wound_of
from engine.concerns.effects.sheet import PASSING
from engine.known import the_sheet
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.rules.outcome import add_up
from engine.rules.parts import DAMAGE
from engine.state import Sheet, State
from engine.text import plain


@projects(DamageDealt)
def damage_dealt(state: State, event: DamageDealt, seq: int) -> None:
    """Add the wound, if there is one. Earlier wounds stay as they are."""
    sheet = state.sheets[event.character]
    if event.wound is not None:
        sheet.own[WOUNDS] = (*WOUNDS.of(sheet), Wound(seq, event.wound, event.points))


@projects(WoundHealed)
def wound_healed(state: State, event: WoundHealed, seq: int) -> None:
    """Remove the wound."""
    sheet = state.sheets[event.character]
    sheet.own[WOUNDS] = tuple(each for each in WOUNDS.of(sheet) if each.number != event.wound)


@projects(ScaleSet)
def scale_set(state: State, event: ScaleSet, seq: int) -> None:
    """Set the scale."""
    state.sheets[event.character].own[SCALE] = event.scale


@requires(DamageDealt)
def damage_fits(state: State, event: DamageDealt) -> None:
    """Refuse damage whose parts are not those of weapon, rolls and sheet, or whose wound does not follow."""
    sheet = the_sheet(state, event.character, "character")
    must_be_the_rating(state, sheet, event)
    if event.attacker is not None:
        must_be_the_weapon(state, the_sheet(state, event.attacker, "attacker"), event)
        must_be_the_effects(state.sheets[event.attacker], event)
    must_be_the_rolls(state, event)
    points = max(0, event.damage - add_up(event.rating))
    alone = event.of is None and event.rolled is None
    if [part for part in event.parts if part.source == "rules"] != cap_parts(state, event.parts, alone=alone):
        raise Refused("the damage cap is another", about="amount")
    sums = add_up(event.parts), points, wound_of(state.rules, points)
    if sums != (event.damage, event.points, event.wound):
        raise Refused(f"the damage to {event.character} gives another wound", about="amount")


def must_be_the_rating(state: State, sheet: Sheet, event: DamageDealt) -> None:
    """Refuse another damage rating than the character has."""
    now, then = add_up(the_rating(state, sheet)), add_up(event.rating)
    if now != then or (event.dr is not None) != has_rating(state.rules) or event.dr not in (None, then):
        what = "damage rating" if has_rating(state.rules) else "armour"
        raise Refused(f"{sheet.name}'s {what} is {plain(now)}, not {plain(then)}", about="who")


def must_be_the_weapon(state: State, sheet: Sheet, event: DamageDealt) -> None:
    """Refuse a weapon that the attacker does not have, or that adds something else."""
    if event.weapon is None:
        return
    arms = next((each for each in arms_of(sheet) if each.name.casefold() == event.weapon.casefold()), None)
    added = next((part.value for part in event.parts if part.source == "item"), None)
    if arms is None or not arms.is_weapon or added not in (None, arms.damage):
        does = "" if arms is None or not arms.is_weapon else " that adds so much"
        raise Refused(f"{sheet.name} has no weapon {event.weapon}{does}", about="weapon")


def must_be_the_effects(attacker: Sheet, event: DamageDealt) -> None:
    """Refuse damage that counts other effects than bear on the attacker, unless a roll for it may have ended some."""
    bearing = (effect for each in PASSING.of(attacker) for effect in each.event.effects)
    now = sum(effect.value for effect in bearing if effect.target == DAMAGE and not effect.on)
    then = sum(part.value for part in event.parts if part.source == "effect")
    if now != then and event.rolled is None:
        said = f"what bears on {attacker.name} adds {plain(now)} to the damage, not {plain(then)}"
        raise Refused(said, about="who")


@requires(WoundHealed)
def has_the_wound(state: State, event: WoundHealed) -> None:
    """Refuse to remove a wound that the character does not have."""
    sheet = the_sheet(state, event.character, "character")
    if event.wound not in (each.number for each in WOUNDS.of(sheet)):
        raise Refused(f"{sheet.name} does not have the wound of #{event.wound}", about="where")


@requires(ScaleSet)
def scale_is_sound(state: State, event: ScaleSet) -> None:
    """Refuse the scale of nobody, or one that is too large."""
    the_sheet(state, event.character, "character")
    if abs(event.scale) > 1000:
        raise Refused(f"a scale is from −1,000 to 1,000, not {plain(event.scale)}", about="size")
