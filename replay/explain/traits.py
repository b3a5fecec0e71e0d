"""Explain traits: their XP or levels, and their modified levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from engine.campaign import Recorded
from engine.concerns.experience.events import BonusGranted, TraitRaised, XpAllocated, XpAwarded
from engine.concerns.experience.sheet import PENDING_LEVELS
from engine.concerns.traits.events import AbilityDefined, TraitGiven
from engine.rules import growth
from engine.rules.creation import list_rest
from engine.rules.ladder import Ladder
from engine.rules.modifiers import Ability, ability, action_parts, behind_default, conditional_levels, default_of
from engine.rules.ruleset import Ruleset
from engine.rules.trait_kinds import kind_of
from engine.sheet import interpretation
from engine.state import Sheet, State
from engine.text import article, in_quotes, join_names, plain, quote, with_sign
from engine.value import evolve
from replay.explain.answer import EXPERIENCE, Why
from replay.explain.causes import Cause, ValueStep, cause, of_sheet, tell_cause, watch
from replay.explain.facts import explain_rule
from replay.explain.origins import find_origin
from replay.moment import Moment


def explain_trait(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a trait by its level at creation, its XP with awards, and free XP, which no awards paid.

    The effects are XP and add up to those in the trait. An award adds nothing by itself, only the allocation that it
    paid for. If levels are not made of XP, the effects are levels, and add up to the trait's.
    """
    if moment.state.rules.growth != "practice" and not sheet.is_trained(name):
        return explain_untrained(moment, sheet, name)
    found = list(moment.read_counting(*EXPERIENCE, about=sheet.name))
    awards = {each.seq: each for each in found if isinstance(each.event, XpAwarded)}
    own = ability(moment.state, sheet, name)
    practised = moment.state.rules.growth == "practice"
    rules = moment.state.rules
    look = in_trait(rules, sheet.name, name) if practised else at_level(rules, sheet.name, name)
    shown = standings if practised else level_names(moment.state)
    worth = attrgetter("xp") if practised else int
    given = partial(gives, character=sheet.name, name=name)
    steps = [step for step in watch(without_replaced(found), look) if step.moved or given(step.recorded.event)]
    causes = [
        cause(moment, x.recorded, worth(x.after) - worth(x.before), shown(x) if x.moved else (None, None))
        for x in steps
    ]
    causes += [
        explain_paying(moment, awards[award], parts) for award, parts in _paid_by(causes).items() if award in awards
    ]
    return Why(
        sheet.name,
        name,
        "trait",
        own.standing.xp if practised else own.standing.level,
        trait_said(moment.state, sheet, name, own),
        tuple(sorted(causes, key=lambda cause: cause.seq)),
        tuple(modifier_notes(moment, sheet, name, own)),
        trait_details(moment.state, name, own),
    )


def gives(event: object, character: str, name: str) -> bool:
    """Return whether an event gave a character a trait at creation. Fair adds 0, but is still a reason."""
    return isinstance(event, TraitGiven) and (event.character, event.trait) == (character, name)


def _paid_by(causes: Iterable[Cause]) -> dict[int, dict[int, int]]:
    """Return for each event, by number, the amounts that it drew from awards, by their numbers."""
    paid: dict[int, dict[int, int]] = {}
    for each in causes:
        for draw in each.draws:
            paid.setdefault(draw.award, {})[each.seq] = draw.amount
    return paid


def explain_untrained(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a trait that is not on the sheet, by the rule for it (FU-40, FL-48)."""
    if (default := default_of(moment.state, sheet, name)) is not None:
        return explain_default(moment, sheet, name, default)
    by_rule = explain_rule(moment, sheet, "untrained")
    level = moment.state.rules.untrained
    causes = tuple(evolve(each, effect=level) for each in by_rule.because)
    said = f"{name} is not on {sheet.name}'s sheet, so it counts as {level_word(moment.state, level)}"
    return Why(sheet.name, name, "trait", level, said, causes)


def explain_default(moment: Moment, sheet: Sheet, name: str, level: int) -> Why:
    """Explain the level of a trait that is not on the sheet by the trait's definition or kind (FL-48)."""
    ability = moment.state.abilities.get(name)
    if ability is None or ability.default is None:
        return explain_kind(moment, sheet, name, level)
    defined = [each for each in moment.read_counting(AbilityDefined) if each.event.name == name]  # type: ignore[union-attr]
    said = f"{name} is not on {sheet.name}'s sheet, and is {level_word(moment.state, level)} by its definition"
    return Why(sheet.name, name, "trait", level, said, (cause(moment, defined[-1], level, (None, None)),))


def explain_kind(moment: Moment, sheet: Sheet, name: str, level: int) -> Why:
    """Explain a trait that is not on the sheet by its kind."""
    kind = kind_of(moment.state.rules, name)
    if kind is None or (level == moment.state.rules.creation_rest and name in list_rest(moment.state, sheet)):
        return explain_rest(moment, sheet, name, level)
    behind = behind_default(sheet, kind)
    from_it = f", from {behind}" if behind else ""
    word = level_word(moment.state, level)
    said = f"{name} is not on {sheet.name}'s sheet; as {article(kind.name)} it is {word}{from_it}"
    causes = tuple(evolve(each, effect=level) for each in explain_rule(moment, sheet, "kinds").because)
    return Why(sheet.name, name, "trait", level, said, causes)


def explain_rest(moment: Moment, sheet: Sheet, name: str, level: int) -> Why:
    """Explain the level of a listed trait without one by the rule for it, and the first level given (FL-14)."""
    by_rule = [evolve(each, effect=level) for each in explain_rule(moment, sheet, "creation-rest").because]
    given = next(iter(moment.read_counting(TraitGiven, about=sheet.name)))
    first = cause(moment, given, 0, (None, None))
    said = f"{name} has no level of its own, and is {level_word(moment.state, level)} since {sheet.name}'s first trait"
    because = tuple(sorted((*by_rule, first), key=attrgetter("seq")))
    return Why(sheet.name, name, "trait", level, said, because)


def level_word(state: State, level: int) -> str:
    """Return a level's word, or its number in games without words."""
    return Ladder.of(state.rules).name(level) or plain(level)


def without_replaced(found: Iterable[Recorded]) -> list[Recorded]:
    """Return the events without levels at creation that later ones replaced (PF-30)."""
    every = list(found)
    last = {(x.event.character, x.event.trait): x.seq for x in every if isinstance(x.event, TraitGiven)}
    return [x for x in every if not isinstance(x.event, TraitGiven) or x.seq in last.values()]


def in_trait(rules: Ruleset, character: str, name: str) -> Callable[[State], Any]:
    """Return a function that reads a trait's standing by these rules."""
    found = of_sheet(character, lambda sheet: sheet.practice.get(name), None)
    return lambda state: growth.standing_of(rules, found(state), name)


def at_level(rules: Ruleset, character: str, name: str) -> Callable[[State], Any]:
    """Return a function that reads a trait's level by these rules, or 0 before the trait has one."""
    return of_sheet(
        character,
        lambda sheet: growth.standing_of(rules, sheet.practice[name], name).level if sheet.is_trained(name) else 0,
    )


def level_names(state: State) -> Callable[[ValueStep], tuple[str | None, str | None]]:
    """Return a function that words a level before and after a step, if it was bought."""

    def name_ends(step: ValueStep) -> tuple[str | None, str | None]:
        bought = isinstance(step.recorded.event, XpAllocated | TraitRaised)
        return (level_word(state, step.before), level_word(state, step.after)) if bought else (None, None)

    return name_ends


def trait_said(state: State, sheet: Sheet, name: str, own: Ability) -> str:
    """Describe the level and XP of a trait."""
    if state.rules.growth != "practice":
        return f"{sheet.name}'s {name} is {level_word(state, own.unmodified)}"
    given = sheet.practice[name].given if name in sheet.practice else None
    if not own.standing.xp and given == 0 != own.unmodified:
        return f"{sheet.name}'s {name} began at 0, which is untrained and counts as {plain(own.unmodified)}"
    if not own.standing.xp:
        return f"{sheet.name}'s {name} is {plain(own.unmodified)}, with no XP in it"
    return f"{sheet.name}'s {name} is {own.standing}, which is {own.standing.xp} XP"


def trait_details(state: State, name: str, own: Ability) -> dict[str, Any]:
    """Return the values of a trait on a sheet."""
    return {
        "xp": own.standing.xp,
        "level": own.unmodified,
        "progress": own.standing.progress,
        "needed": own.standing.needed,
        "modifier": own.effective - own.unmodified,
        "effective": own.effective,
        "interpretation": interpretation(state, name, own.effective),
    }


def modifier_notes(moment: Moment, sheet: Sheet, name: str, own: Ability) -> Iterator[str]:
    """Yield the modifiers of a level, and a level that waits (PF-32 to PF-35, FL-135)."""
    for each in PENDING_LEVELS.of(sheet):
        if each.trait == name:
            yield f"{each.amount} XP are paid with #{each.number}, and it rises after {each.goal}"
    if own.parts:
        since = {name: f" since #{seq}" for name, seq in sheet.properties.items()}
        terms = ", ".join(f"{with_sign(p.value)} {p.reason}{since.get(p.reason, '')}" for p in own.parts)
        asked = f"why {quote(sheet.name)} {in_quotes(f'modified {name}')}"
        yield f"it counts as {plain(own.effective)} ({terms}); “{asked}” explains it"
    lent = action_parts(moment.state, sheet, name)
    if lent:
        yield f"a roll with it adds {join_names([f'{with_sign(each.value)} {each.reason}' for each in lent])}"
    for tag, level in conditional_levels(moment.state, sheet, name).items():
        yield f"it counts as {plain(level)} when {tag}"


def standings(step: ValueStep) -> tuple[str, str]:
    """Return a trait before and after a step, as a sheet shows it."""
    return str(step.before), str(step.after)


def explain_paying(moment: Moment, award: Recorded, parts: dict[int, int]) -> Cause:
    """Return an award as a cause, with how much it paid for which allocation."""
    paid = join_names([f"{amount} for #{seq}" for seq, amount in parts.items()])
    return cause(moment, award, 0, (None, None), text=f"{tell_cause(moment, award)}: {paid}")


def explain_modified(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Explain a modified level by what gave the trait its level and what lends it more. Effects are levels (PF-32)."""
    bare = name.removeprefix("modified ")
    own = ability(moment.state, sheet, bare)
    moves = find_base(moment, sheet, bare, own)
    for part in own.parts:
        origin = find_origin(moment, sheet.name, part)
        if origin is not None:
            moves[origin] = moves.get(origin, 0) + part.value
    shown, level = [], 0
    for seq, effect in sorted(moves.items()):
        found = moment.with_present_amount(moment.campaign.event(seq))
        shown.append(cause(moment, found, effect, (plain(level), plain(level + effect))))
        level += effect
    said = f"{sheet.name}'s {bare} counts as {plain(own.effective)}"
    return Why(sheet.name, name, "modified", own.effective, said, tuple(shown))


def find_base(moment: Moment, sheet: Sheet, name: str, own: Ability) -> dict[int, int]:
    """Return the events that made a trait's unmodified level, each with the levels that it added."""
    if not sheet.is_trained(name):
        return (
            {each.seq: each.effect for each in explain_untrained(moment, sheet, name).because} if own.unmodified else {}
        )
    found = without_replaced(moment.read_counting(*EXPERIENCE, about=sheet.name))
    steps = watch(found, at_level(moment.state.rules, sheet.name, name))
    return {
        step.recorded.seq: step.after - step.before
        for step in steps
        if step.moved or concerns(step.recorded.event, sheet.name, name)
    }


def concerns(event: object, character: str, name: str) -> bool:
    """Return whether an event put XP into a character's trait."""
    into = isinstance(event, TraitGiven | XpAllocated | TraitRaised | BonusGranted)
    return into and (event.character, event.trait) == (character, name)  # type: ignore[attr-defined]
