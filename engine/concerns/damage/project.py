"""Fold events about damage, wounds and scale, and check their preconditions."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.damage.events import FROM_DICE, FROM_ROLL, WOUNDS, DamageDealt, ScaleSet, Wound, WoundHealed
from engine.concerns.damage.sheet import SCALE, arms_of, has_rating, the_rating
from engine.concerns.effects.sheet import list_begun
from engine.concerns.rolls.events import DiceRolled
from engine.concerns.tracks.sheet import wound_of
from engine.known import the_roll, the_sheet
from engine.refusal import Refused
from engine.registry import projects, requires
from engine.rules.outcome import add_up
from engine.rules.parts import DAMAGE, SAID, Part
from engine.state import Sheet, State
from engine.text import plain
from engine.types import BY_LEVEL, FUMBLE


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
        must_be_the_effects(state, state.sheets[event.attacker], event)
    must_be_the_rolls(state, event)
    points = max(0, event.damage - add_up(event.rating))
    alone = event.of is None and event.rolled is None
    if [part for part in event.parts if part.source == "rules"] != cap_parts(state, event.parts, alone=alone):
        raise Refused("the damage cap is another", about="amount")
    sums = add_up(event.parts), points, wound_of(state.rules, points)
    if sums != (event.damage, event.points, event.wound):
        raise Refused(f"the damage to {event.character} gives another wound", about="amount")


def must_be_the_rating(state: State, sheet: Sheet, event: DamageDealt) -> None:
    """Refuse another damage rating than the character has, apart from what was typed for this hit."""
    now = add_up(the_rating(state, sheet))
    then = add_up([part for part in event.rating if part.source != SAID])
    whole = add_up(event.rating)
    if now != then or (event.dr is not None) != has_rating(state.rules) or event.dr not in (None, whole):
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


def must_be_the_effects(state: State, attacker: Sheet, event: DamageDealt) -> None:
    """Refuse damage that counts other effects than bear on the attacker, unless a roll for it may have ended some."""
    bearing = (effect for each in list_begun(state, attacker) for effect in each.event.effects)
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


# --- what a roll of the log gives ------------------------------------------------------------------------------


def relative_degree(state: State, number: int, roll: CheckResolved | ContestResolved, target: str) -> int:
    """Return by how much a check or contest hit a target. Raise Refused if it did not (PO-26, PO-29)."""
    if isinstance(roll, ContestResolved):
        return _won_by(state, number, roll, target)
    total, own = bound_total(state, roll.total), roll.character == target
    if roll.success == own:
        said = f"{roll.character} succeeded with #{number}" if own else f"#{number} failed, so it does no damage"
        raise Refused(said, about="roll", value=number)
    return max(0, roll.difficulty - total if own else total - roll.difficulty)


def _won_by(state: State, number: int, roll: ContestResolved, target: str) -> int:
    leader = find_leader(state, roll)
    if leader in (None, target):
        said = "nobody won" if leader is None else f"{target} {'won' if roll.winner else 'leads in'}"
        raise Refused(f"{said} #{number}, so it does no damage", about="roll", value=number)
    totals = {side.character: bound_total(state, side.total) for side in roll.participants}
    won = totals.pop(leader or "")
    return max(0, won - totals.get(target, max(totals.values())))


def find_leader(state: State, roll: ContestResolved) -> str | None:
    """Return who won a contest, or who has the highest total in a tie at the ladder's end (ER-28), or None."""
    if roll.winner is not None:
        return roll.winner
    tied = {side.character: bound_total(state, side.total) for side in roll.participants if side.character in roll.tied}
    ahead = [who for who, total in tied.items() if total == max(tied.values())]
    return ahead[0] if len(ahead) == 1 else None


def bound_total(state: State, total: int) -> int:
    """Return a total as it counts for a relative degree: a fumble as Abysmal, and nothing above the cap."""
    zero, cap = state.rules.polyhedral_zero, cap_of(state)
    total = max(total, zero)
    return total if cap is None else min(total, cap + zero)


def cap_of(state: State) -> int | None:
    """Return the most that dice count for damage, or None for no limit, as with a damage rating (PO-36)."""
    return None if has_rating(state.rules) else state.rules.damage_cap or None


def cap_parts(state: State, parts: Iterable[Part], *, alone: bool) -> list[Part]:
    """Return what the cap takes off the dice, or off a typed number that is all of the damage (PO-36)."""
    cap, counted = cap_of(state), (FROM_DICE, SAID) if alone else (FROM_DICE,)
    above = [part.value for part in parts if part.source in counted and cap is not None and part.value > cap]
    return [Part((cap or 0) - value, "above the cap", "rules") for value in above]


def rolled_damage(state: State, rolled: DiceRolled) -> int:
    """Return the damage of a roll: its exact total (PO-13), 0 for a fumble (PO-22)."""
    if rolled.roll == FUMBLE:
        return 0
    return rolled.total - (state.rules.polyhedral_zero if rolled.dice.startswith(BY_LEVEL) else 0)


def fumble_parts(parts: Iterable[Part], dice: DiceRolled | None) -> list[Part]:
    """Return what brings the damage of a fumble to 0, since no modifier helps it (PO-22)."""
    rest = add_up(list(parts))
    return [Part(-rest, "a fumble", "fumble")] if dice is not None and dice.roll == FUMBLE and rest > 0 else []


def must_be_the_rolls(state: State, event: DamageDealt) -> None:
    """Refuse a relative degree or a total that the rolls of the log do not give."""
    given = {part.source: part for part in event.parts}
    hit = None if event.of is None else the_roll(state, event.of, "roll")
    if FROM_ROLL in given:
        number = 0 if hit is None else relative_degree(state, event.of or 0, hit, event.character)
        must_give(event.of, given[FROM_ROLL], number)
    rolled = None if event.rolled is None else the_roll(state, event.rolled, "other")
    if FROM_DICE in given:
        must_give(event.rolled, given[FROM_DICE], 0 if rolled is None else rolled_damage(state, rolled))


def must_give(number: int | None, part: Part, now: int) -> None:
    """Refuse a part of the damage that a roll does not give."""
    if part.value != now:
        raise Refused(f"#{number} gives {plain(now)}, not {plain(part.value)}", about="roll", value=number)


def is_still_given(state: State, event: DamageDealt) -> bool:
    """Return whether the rolls of some damage still give it after later changes."""
    try:
        must_be_the_rolls(state, event)
    except Refused:
        return False
    return True
