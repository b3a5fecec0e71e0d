"""Modifiers of an action: those of its level, and the sheet's parts of A."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from engine.registry import LENDS
from engine.rooms import load
from engine.rules import growth
from engine.rules.creation import list_rest
from engine.rules.curve import Standing
from engine.rules.outcome import stack_difficulty
from engine.rules.parts import INSTEAD, QUALITY, READING, TOO_LOW, Effect, Lent, Part, name_opposition
from engine.rules.trait_kinds import KindOfTraits, kind_of
from engine.state import Sheet, State
from engine.value import evolve, value


@value
class Ability:
    """A character's trait: its standing, and the modifiers of its level (PF-32 to PF-35)."""

    standing: Standing
    unmodified: int
    parts: tuple[Part, ...]

    @property
    def effective(self) -> int:
        """The modified level, which may be negative (PF-34)."""
        return self.unmodified + sum(part.value for part in self.parts)


def ability(
    state: State,
    sheet: Sheet,
    trait: str,
    tags: Collection[str] = (),
    lent: Sequence[Lent] | None = None,
    *,
    best: bool = False,
) -> Ability:
    """Return a character's trait, for an action of the kinds `tags`, with `best` at the upper end of its range.

    `lent` are the effects on the sheet's levels, for callers that ask for many traits of one sheet.
    """
    standing = growth.standing_of(state.rules, sheet.practice.get(trait), trait)
    if not sheet.is_trained(trait) and (default := default_of(state, sheet, trait)) is not None:
        standing = evolve(standing, level=default)
    upto = sheet.practice[trait].upto if best and trait in sheet.practice else None
    standing = standing if upto is None else evolve(standing, level=upto)
    effects = in_force(state, sheet, "level") if lent is None else lent
    return Ability(standing, standing.level, bearing_parts(effects, trait, tags))


def default_of(state: State, sheet: Sheet, trait: str) -> int | None:
    """Return the default level of a trait or its kind for characters without it (FL-48), or that of the rest (FL-14).

    Return None if the rules have one default for all traits.
    """
    defined = state.abilities.get(trait)
    if defined and defined.default is not None:
        return defined.default
    kind = kind_of(state.rules, trait)
    behind = None if kind is None else behind_default(sheet, kind)
    if kind is None or behind is None:
        own = None if kind is None else kind.untrained
        return state.rules.creation_rest if own is None and trait in list_rest(state, sheet) else own
    return growth.standing_of(state.rules, sheet.practice[behind], behind).level + (kind.default or ("", 0))[1]


def behind_default(sheet: Sheet, kind: KindOfTraits) -> str | None:
    """Return the trait of a sheet from which a kind takes its default, or None."""
    named = kind.default[0].casefold() if kind.default else None
    return next((trait for trait in sheet.practice if trait.casefold() == named and sheet.is_trained(trait)), None)


def conditional_levels(state: State, sheet: Sheet, trait: str, lent: Sequence[Lent] | None = None) -> dict[str, int]:
    """Return kinds of action that change the trait's level, with the level (PF-35)."""
    found = tuple(in_force(state, sheet, "level")) if lent is None else lent
    tags = [e.effect.when for e in found if e.effect.when and (not e.effect.on or trait in e.effect.on)]
    return {tag: ability(state, sheet, trait, (tag,), found).effective for tag in tags}


def action_parts(
    state: State,
    sheet: Sheet,
    trait: str | None,
    tags: Collection[str] = (),
    reading: int = READING,
    lent: Sequence[Lent] | None = None,
) -> tuple[Part, ...]:
    """Return the sheet's parts of A, in their places.

    Each lender has a place in the sum (PF-09, PF-12 to PF-14, PF-43). In the first reading of the rules, each of
    several things with one name counted. `lent` are the effects on the sheet's actions, if they were found already.
    """
    return bearing_parts(in_force(state, sheet, "A") if lent is None else lent, trait, tags, once=reading > 0)


def lent_parts(
    state: State, sheet: Sheet, target: str, trait: str | None, tags: Collection[str] = ()
) -> tuple[Part, ...]:
    """Return a character's effects on a target, such as “A”, as parts of a sum."""
    return bearing_parts(in_force(state, sheet, target), trait, tags)


def bearing_parts(
    effects: Iterable[Lent], trait: str | None, tags: Collection[str] = (), *, once: bool = True
) -> tuple[Part, ...]:
    """Return those of some effects that count for an action as parts of the sum."""
    found = [lent for lent in effects if bears_on(lent.effect, trait, tags)]
    return tuple(lent.part for lent in found if not once or counts(lent, found))


def counts(lent: Lent, among: Sequence[Lent]) -> bool:
    """Return whether an effect counts beside others. Of things with one name, only the greatest change counts."""
    if lent.thing is None:
        return True
    sums: dict[int, int] = {}
    for each in among:
        if each.thing is not None and each.name.casefold() == lent.name.casefold():
            sums[each.thing] = sums.get(each.thing, 0) + each.effect.value
    return max(sums, key=lambda thing: abs(sums[thing])) == lent.thing


def in_force(state: State, sheet: Sheet, *targets: str) -> list[Lent]:
    """Return the effects on a character that change one of these targets, in the order of their lenders' places."""
    load("sheet")
    wanted = frozenset(targets)
    asked = [lender for lender in LENDS if not lender.targets or not wanted.isdisjoint(lender.targets)]
    return [lent for lender in asked for lent in lender.effects(state, sheet) if lent.effect.target in wanted]


def in_force_on_roll(state: State, sheet: Sheet) -> tuple[list[Lent], list[Lent]]:
    """Return the effects on a character's levels and those on actions, asking every lender only once."""
    found = in_force(state, sheet, "level", "A")
    levels = [lent for lent in found if lent.effect.target == "level"]
    return levels, [lent for lent in found if lent.effect.target == "A"]


def find_help(
    state: State,
    sheet: Sheet,
    trait: str,
    level: int,
    tags: Collection[str] = (),
    *,
    instead: bool = False,
    reading: int = READING,
) -> tuple[Part, ...]:
    """Return what a second trait adds: a bonus if it is good enough, or its lead if rolled instead (FU-36, FU-37).

    If only the largest modifiers count, those of the level that is rolled instead stand beside its lead (FL-34).
    """
    other = ability(state, sheet, trait, tags)
    if instead and state.rules.stacking == "largest" and reading > 1:
        return (Part(other.unmodified - level, f"{trait}{INSTEAD}", "secondary"), *other.parts)
    if instead:
        return (Part(other.effective - level, f"{trait}{INSTEAD}", "secondary"),)
    if state.rules.secondary_from is None or other.effective < state.rules.secondary_from:
        return (Part(0, f"{trait}{TOO_LOW}", "secondary"),)
    return (Part(state.rules.secondary_bonus, trait, "secondary"),)


def helping_again(
    state: State, sheet: Sheet, trait: str, level: int, tags: Collection[str], recorded: Sequence[Part], reading: int
) -> tuple[Part, ...]:
    """Return a second trait's parts in a recorded roll. Early rolls replaced the first trait by a much better one."""
    replaced = find_help(state, sheet, trait, level, tags, instead=True, reading=reading)
    helped = find_help(state, sheet, trait, level, tags)
    if reading > 0:
        return replaced if any(part.replaces for part in recorded) else helped
    is_better = replaced[0].value > helped[0].value and not helped[0].reason.endswith(TOO_LOW)
    return replaced if is_better else helped


def resistance(
    state: State,
    sheet: Sheet,
    trait: str,
    tags: Collection[str],
    factors: Sequence[Part],
    hidden: Sequence[Part] = (),
    reading: int = READING,
    *,
    best: bool = False,
) -> tuple[Part, ...]:
    """Return the parts of D from an opponent who resists: the modified level, effects of the sheet, and factors.

    Opponents count as they are: Joe, Good with a sword and Hurt, is a difficulty of Fair (FU-44, FL-28). If only the
    largest modifiers count, those of the level stand beside it (FL-34).
    """
    levels, actions = in_force_on_roll(state, sheet)
    own, name = ability(state, sheet, trait, tags, levels, best=best), name_opposition(sheet.name, trait)
    level: tuple[Part, ...] = (Part(own.effective, name),)
    if state.rules.stacking == "largest" and reading > 1:
        level = (Part(own.unmodified, name), *own.parts)
    first, *others = (*level, *action_parts(state, sheet, trait, tags, reading, actions), *factors)
    return (first, *stack_difficulty(state.rules, others, hidden, reading))


def ship_parts(state: State, ships: Iterable[str], trait: str | None, tags: Collection[str] = ()) -> tuple[Part, ...]:
    """Return the difficulty that ships' qualities add for those who steer them or fire (FL-70, FL-71)."""
    sheets = [state.sheets[name] for name in ships if name in state.sheets]
    parts = (part for sheet in sheets for part in lent_parts(state, sheet, "D", trait, tags))
    return tuple(evolve(part, source=QUALITY) for part in parts)


def bears_on(effect: Effect, trait: str | None, tags: Collection[str]) -> bool:
    """Return whether an effect counts for an action of these kinds with this trait."""
    if effect.on and trait not in effect.on:
        return False
    return effect.when is None or effect.when.casefold() in {tag.casefold() for tag in tags}
