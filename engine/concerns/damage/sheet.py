"""Weapon and armour values, the damage rating, and the effects and display of wounds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.concerns.damage.events import WOUNDS
from engine.concerns.effects.sheet import list_begun
from engine.concerns.tracks.sheet import wound_rows
from engine.known import every_trait
from engine.own import Own
from engine.refusal import Refused
from engine.registry import lends, shows
from engine.rules.ladder import Ladder
from engine.rules.modifiers import ability, default_of
from engine.rules.outcome import add_up
from engine.rules.parts import ARMOUR, ARMS, DAMAGE, DICE, LETHALITY, NO_ARMOUR, Effect, Lent, Part
from engine.rules.ruleset import Ruleset
from engine.state import Sheet, Stack, State
from engine.text import plain, quote, with_sign
from engine.value import value

#: A character's scale; None for one with the game's (PO-33).
SCALE: Own[int | None] = Own("scale", None)


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
    weapon, armour = find_entry(rules.pairs("weapons"), name), whole_number(find_entry(rules.pairs("armour"), name))
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


def find_entry(pairs: list[tuple[str, str]], name: str) -> str | None:
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
    armour = armour_parts(state, sheet)
    if not has_rating(state.rules):
        return armour
    trait = damage_trait(state)
    if not sheet.is_trained(trait) and default_of(state, sheet, trait) is None:
        return None
    base = Part(ability(state, sheet, trait).effective - state.rules.polyhedral_zero, trait, "trait")
    scale = scale_of(state, sheet)
    return (base, *armour, *([Part(scale, "scale", "scale")] if scale else []))


def armour_parts(state: State, sheet: Sheet) -> tuple[Part, ...]:
    """Return what a character's armour takes off damage, with the effects on it, at least 0 in all (FU-65)."""
    worn = tuple(Part(arms.armour, arms.name, "item") for arms in arms_of(sheet) if arms.armour)
    most = -max(0, add_up(worn))
    bearing = [(each.event.name, effect) for each in list_begun(state, sheet) for effect in each.event.effects]
    banning = [(name, most) for name, effect in bearing if effect.target == NO_ARMOUR]
    on_armour = banning or [(name, effect.value) for name, effect in bearing if effect.target == ARMOUR]
    by = max(sum(value for _, value in on_armour), most)
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


@shows(40, "dr", "Damage rating")
def rating_shown(state: State, sheet: Sheet) -> int | None:
    """Return the damage rating, or None for a character without one."""
    parts = rating_parts(state, sheet) if has_rating(state.rules) and wound_rows(state.rules.tracks) else None
    return None if parts is None else add_up(parts)


@shows(45, "scale", "Scale")
def scale_shown(state: State, sheet: Sheet) -> int | None:
    """Return the scale that was set for a character, or None for one with that of the rules."""
    return SCALE.of(sheet)


def wound_legend(state: State) -> str:
    """Return which wound points are which wound, with the modifiers (RT-14)."""
    rows = (
        f"{row.span} {row.name}{' (' + with_sign(row.modifier) + ')' if row.modifier else ''}"
        for row in wound_rows(state.rules.tracks)
    )
    return f"the points of one hit: {', '.join(rows)}"


@shows(50, "wounds", "Wounds", made_of=lambda sheet: [each.number for each in WOUNDS.of(sheet)], legend=wound_legend)
def wounds_shown(state: State, sheet: Sheet) -> str | None:
    """Return the wounds with their wound points, or None for a character without any."""
    return ", ".join(f"{each.name} ({plain(each.points)})" for each in WOUNDS.of(sheet)) or None
