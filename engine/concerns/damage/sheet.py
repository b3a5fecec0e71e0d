"""Weapon and armour values, the damage rating, and characters' wounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.concerns.checks.events import CheckResolved
from engine.concerns.contests.events import ContestResolved
from engine.concerns.damage.events import WOUNDS, DamageDealt
from engine.concerns.effects.sheet import PASSING
from engine.concerns.rolls.events import DiceRolled
from engine.known import every_trait, the_roll
from engine.own import Own
from engine.refusal import Refused
from engine.registry import lends, shows
from engine.rules.ladder import Ladder
from engine.rules.modifiers import ability, default_of
from engine.rules.outcome import add_up
from engine.rules.parts import ARMOUR, ARMS, DAMAGE, DICE, LETHALITY, SAID, Effect, Lent, Part
from engine.rules.ruleset import TRACK_STATE, Ruleset
from engine.state import Sheet, Stack, State
from engine.text import plain, quote, with_sign
from engine.types import BY_LEVEL, FUMBLE
from engine.value import value

#: The name of the part of damage that comes from a roll in the log.
RELATIVE = "relative degree"

#: Names of wounds with which nobody can act, as in the rule “full-track”.
OUT = ("incapacitated", "dead")

#: Sources of parts of damage: the relative degree of a roll in the log, and dice.
FROM_ROLL, FROM_DICE = "roll", "dice"

#: Sources of the parts that depend on a roll, reductions by rules and a fumble included.
FROM_ROLLS = (FROM_ROLL, FROM_DICE, "rules", "fumble")

#: A character's scale; None for one with the game's (PO-33).
SCALE: Own[int | None] = Own("scale", None)


@value
class WoundRow:
    """A row of the wound table: from `least` to `most` wound points, or no end."""

    name: str
    least: int
    most: int | None
    modifier: int = 0

    @property
    def span(self) -> str:
        """The wound points of the row in words."""
        upto = " or more" if self.most is None else f"–{self.most}" if self.most > self.least else ""
        return f"{self.least}{upto}"


@value
class Arms:
    """The uses of a thing in a fight, each None, or no dice, if it has none.

    `damage` is added to the damage. `lethality` is a level whose die is rolled for it, `dice` are dice that are rolled.
    `armour` is how much the thing keeps off its bearer.
    """

    name: str
    damage: int | None = None
    lethality: int | None = None
    dice: str = ""
    armour: int | None = None

    @property
    def is_weapon(self) -> bool:
        """Whether damage is done with it."""
        return self.damage is not None or self.lethality is not None or bool(self.dice)


# --- weapons and armour ----------------------------------------------------------------------------------------


def arms_of(sheet: Sheet) -> Iterator[Arms]:
    """Yield the fighting values of a character's things, each name once. Armour in a pack does not count."""
    seen: set[str] = set()
    for stack in sheet.heaps():
        arms = arms_in(stack)
        if stack.name.casefold() not in seen and (arms.is_weapon or (arms.armour and stack.within is None)):
            seen.add(stack.name.casefold())
            yield arms


def arms_in(stack: Stack) -> Arms:
    """Return the uses of a thing in a fight."""
    found = {effect.target: effect for effect in stack.effects if effect.target in ARMS}
    numbers = {target: effect.value for target, effect in found.items()}
    dice = found[DICE].reason if DICE in found else ""
    return Arms(stack.name, numbers.get(DAMAGE), numbers.get(LETHALITY), dice, numbers.get(ARMOUR))


def arms_by_rule(rules: Ruleset, name: str) -> Iterator[Effect]:
    """Yield a thing's values by the rules “weapons” and “armour”, as it has them when somebody gets it (PO-31)."""
    weapon, armour = said_of(rules.pairs("weapons"), name), whole_number(said_of(rules.pairs("armour"), name))
    number = whole_number(weapon)
    level = None if weapon is None else Ladder.of(rules).level(weapon)
    if number is not None:
        yield Effect(DAMAGE, number)
    elif level is not None:
        yield Effect(LETHALITY, level, reason=Ladder.of(rules).name_of(level))
    elif weapon is not None:
        yield Effect(DICE, 0, reason=weapon)
    if armour is not None:
        yield Effect(ARMOUR, armour)


def said_of(pairs: list[tuple[str, str]], name: str) -> str | None:
    """Return the value of a name, in any case, in a list of pairs, or None."""
    return next((said for each, said in pairs if each.casefold() == name.casefold()), None)


def whole_number(text: str | None) -> int | None:
    """Return the whole number that text spells, or None."""
    return int(text.replace("−", "-")) if text and re.fullmatch(r"[+\-−]?\d{1,4}", text) else None


# --- the damage rating -----------------------------------------------------------------------------------------


def has_rating(rules: Ruleset) -> bool:
    """Return whether characters have a damage rating in this game."""
    return rules.damage_trait != "none"


def rating_parts(state: State, sheet: Sheet) -> tuple[Part, ...] | None:
    """Return the reduction of damage: base, armour and scale (PO-32, PO-33).

    Without a damage rating in the game it is the armour alone (PO-37). Return None for a character whose base is
    unknown.
    """
    armour = armour_parts(sheet)
    if not has_rating(state.rules):
        return armour
    trait = damage_trait(state)
    if not sheet.is_trained(trait) and default_of(state, sheet, trait) is None:
        return None
    base = Part(ability(state, sheet, trait).effective - state.rules.polyhedral_zero, trait, "trait")
    scale = scale_of(state, sheet)
    return (base, *armour, *([Part(scale, "scale", "scale")] if scale else []))


def armour_parts(sheet: Sheet) -> tuple[Part, ...]:
    """Return what a character's armour takes off damage, with the effects on it, at least 0 in all (FU-65)."""
    worn = tuple(Part(arms.armour, arms.name, "item") for arms in arms_of(sheet) if arms.armour)
    bearing = [(each.event.name, effect) for each in PASSING.of(sheet) for effect in each.event.effects]
    on_armour = [(name, effect.value) for name, effect in bearing if effect.target == ARMOUR]
    by = max(sum(value for _, value in on_armour), -max(0, add_up(worn)))
    return (*worn, Part(by, ", ".join(name for name, _ in on_armour), "effect")) if by else worn


def damage_trait(state: State) -> str:
    """Return the trait that the damage rating begins with, as the campaign spells it."""
    named = state.rules.damage_trait
    return next((known for known in every_trait(state) if known.casefold() == named.casefold()), named)


def scale_of(state: State, sheet: Sheet) -> int:
    """Return a character's scale: its own, or everybody's by the rules."""
    return state.rules.scale if (own := SCALE.of(sheet)) is None else own


def the_rating(state: State, sheet: Sheet) -> tuple[Part, ...]:
    """Return the parts of a character's damage rating, which is taken off damage. Raise Refused without one."""
    parts = rating_parts(state, sheet)
    if parts is None:
        trait = damage_trait(state)
        hint = f"“trait {quote(sheet.name)} {quote(trait)} LEVEL” gives it"
        raise Refused(f"{sheet.name} has no {trait}, so there is no damage rating", about="who", hint=hint)
    return parts


# --- wounds ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def wound_rows(entries: tuple[str, ...]) -> tuple[WoundRow, ...]:
    """Return the wound table of the rule “tracks” (RT-14).

    Its last wound has no end. A list in which every state has a number is a track of boxes and has no wounds.
    """
    *most, last = [TRACK_STATE.fullmatch(entry.strip()) for entry in entries] or [None]
    found = [each for each in most if each]
    if last is not None or not found or len(found) < len(most):
        return ()
    rows, least = [], 1
    for name, width, modifier in (each.groups() for each in found):
        rows.append(WoundRow(name, least, least + int(width) - 1, int((modifier or "0").replace("−", "-"))))
        least += int(width)
    return (*rows, WoundRow(entries[-1].strip(), least, None))


def wound_of(rules: Ruleset, points: int) -> str | None:
    """Return the wound that wound points cause, or None without any (PO-34, PO-35)."""
    rows = wound_rows(rules.tracks)
    return next((row.name for row in reversed(rows) if points >= row.least), None)


def disables(rules: Ruleset, wound: str) -> bool:
    """Return whether nobody acts with a wound: one whose name says so, any worse one, and always the worst."""
    names = [row.name for row in wound_rows(rules.tracks)]
    first = next((place for place, name in enumerate(names) if name.casefold() in OUT), len(names) - 1)
    return wound in names[first:]


def the_wound_below(rules: Ruleset, name: str) -> WoundRow | None:
    """Return the next smaller wound, or None for the least one and for one that is not in the table (FL-110)."""
    rows = wound_rows(rules.tracks)
    place = next((place for place, row in enumerate(rows) if row.name == name), 0)
    return rows[place - 1] if place else None


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
    if roll.winner in (None, target):
        said = f"{target} won #{number}" if roll.winner else f"nobody won #{number}"
        raise Refused(f"{said}, so it does no damage", about="roll", value=number)
    totals = {side.character: bound_total(state, side.total) for side in roll.participants}
    won = totals.pop(roll.winner or "")
    return max(0, won - totals.get(target, max(totals.values())))


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


# --- what the sheet lends and shows ----------------------------------------------------------------------------


@lends(13, "A")
def wound_penalties(state: State, sheet: Sheet) -> Iterator[Lent]:
    """Yield the A penalties of wounds by the wound table: the worst, or all."""
    if not WOUNDS.of(sheet):
        return
    worth = {row.name: row.modifier for row in wound_rows(state.rules.tracks)}
    found = [each.name for each in WOUNDS.of(sheet) if worth.get(each.name)]
    if found and state.rules.track_penalties == "worst":
        found = [min(found, key=lambda name: worth[name])]
    if found:
        yield Lent(Effect("A", sum(worth[name] for name in found)), ", ".join(found), "wound")


@shows("dr", "Damage rating")
def rating_shown(state: State, sheet: Sheet) -> int | None:
    """Return the damage rating, or None for a character without one."""
    parts = rating_parts(state, sheet) if has_rating(state.rules) and wound_rows(state.rules.tracks) else None
    return None if parts is None else add_up(parts)


def wound_legend(state: State) -> str:
    """Return which wound points are which wound, with the modifiers (RT-14)."""
    rows = (
        f"{row.span} {row.name}{' (' + with_sign(row.modifier) + ')' if row.modifier else ''}"
        for row in wound_rows(state.rules.tracks)
    )
    return f"the points of one hit: {', '.join(rows)}"


@shows("wounds", "Wounds", made_of=lambda sheet: [each.number for each in WOUNDS.of(sheet)], legend=wound_legend)
def wounds_shown(state: State, sheet: Sheet) -> str | None:
    """Return the wounds with their wound points, or None for a character without any."""
    return ", ".join(f"{each.name} ({plain(each.points)})" for each in WOUNDS.of(sheet)) or None
