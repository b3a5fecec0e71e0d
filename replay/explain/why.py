"""Why a value on a sheet is what it is: the events that make it so, and only those, with what each adds to it.

Every answer comes about in one way: the events that could bear on the value are folded, and the value is read before
and after each. So the effects add up to the value, whatever it is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import Factory, evolve

from engine.campaign import Recorded
from engine.concerns.belongings.events import ItemDropped, ItemGiven, ItemMoved, ItemPassed
from engine.concerns.campaign.events import CampaignCreated, RulesChanged
from engine.concerns.characters.events import CharacterCreated, CharacteristicSet
from engine.concerns.experience.events import BonusGranted, XpAllocated, XpAwarded
from engine.concerns.properties.events import PropertyDefined, PropertyGained, PropertyLost
from engine.concerns.statuses.events import StatusChanged, StatusDefined
from engine.concerns.traits.events import TraitGiven
from engine.known import the_sheet
from engine.narrate import tell
from engine.refusal import Refused, nearest
from engine.registry import SHOWS
from engine.rules import growth
from engine.rules.curve import standing
from engine.rules.ladder import Ladder
from engine.rules.modifiers import Ability, ability, conditional_levels
from engine.rules.ruleset import Ruleset, describe_rules
from engine.rules.values import spoken
from engine.sheet import interpretation, inventory, own_values
from engine.state import Sheet, State
from engine.text import because, count, describe_effect, listed, plain, signed
from engine.value import value
from replay.explain.causes import Cause, ValueStep, cause, of_sheet, tell_cause, watch
from replay.moment import Moment

EXPERIENCE = (CharacterCreated, TraitGiven, XpAwarded, XpAllocated, BonusGranted)
LEVEL_EVENTS = (*EXPERIENCE, CampaignCreated, RulesChanged, PropertyDefined, PropertyGained)
THINGS = (CharacterCreated, ItemGiven, ItemDropped, ItemMoved, ItemPassed)

#: Kinds of value that are meant only where their name is typed in full.
IN_FULL = ("account", "modified", "shown", "rule", "player")

#: What of an XP account can be asked about, and what each is called.
ACCOUNT = {
    "xp": "to spend",
    "unspent": "to spend",
    "awarded": "awarded",
    "spent": "spent",
    "bonus": "of free practice",
}


@value
class Why:
    """A value, and the events that make it what it is. `said` is a sentence that names both, `notes` are some more.

    `kind` is what sort of value it is; `details` are what else there is to say of it, for programs.
    """

    character: str
    name: str
    kind: str
    value: Any
    said: str
    because: tuple[Cause, ...]
    notes: tuple[str, ...] = ()
    details: dict[str, Any] = Factory(dict)


def why(moment: Moment, character: str, name: str) -> Why:
    """Why a value of a sheet is what it is; raises Refused for a character or value that is not there."""
    moment.campaign.prove()
    sheet = the_sheet(moment.state, character)
    kind, known = the_value(moment, sheet, name)
    return ANSWERS[kind](moment, sheet, known)


# --- which value is meant --------------------------------------------------------------------------------------


def the_value(moment: Moment, sheet: Sheet, name: str) -> tuple[str, str]:
    """The kind and full name of the value that is asked about; raises Refused for none, or for several."""
    known = dict(values_of(moment, sheet))
    typed = name.casefold().strip()
    for found in (known, dict.fromkeys(ever_carried(moment, sheet.name), "item")):
        whole = [(kind, each) for each, kind in found.items() if each.casefold() == typed]
        begun = [(k, each) for each, k in found.items() if each.casefold().startswith(typed) and k not in IN_FULL]
        if whole or len(begun) == 1:
            return (whole or begun)[-1]
        if begun:
            raise Refused(f"“{name}” could be {' or '.join(each for _, each in begun[:6])}", about="name")
    close = nearest(name, known)
    hint = f"did you mean {close}?" if close else "ask for an ability, xp, a status, a property or an item"
    raise Refused(f"{sheet.name}'s sheet shows no “{name}”", about="name", hint=hint)


def values_of(moment: Moment, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The name and kind of every value that a sheet can show; of two with one name the last one here is meant."""
    now = moment.campaign.state
    yield from ((key, "rule") for key in describe_rules())
    yield from ((name, "shown") for name, held in own_values(moment.state, sheet).items() if held is not None)
    yield from (("player", "player"), *((name, "characteristic") for name in sheet.characteristics))
    yield from ((stack.name, "item") for stack in sheet.stacks.values())
    yield from ((name, "property") for name in (*moment.state.properties, *now.properties))
    yield from ((name, "status") for name in (*moment.state.statuses, *now.statuses))
    yield from ((f"modified {name}", "modified") for name in moment.state.traits_of(sheet))
    yield from ((name, "trait") for name in (*moment.state.traits_of(sheet), *now.traits()))
    yield from ((name, "account") for name in ACCOUNT)


def ever_carried(moment: Moment, character: str) -> Iterator[str]:
    """The names of the things that a character ever had."""
    for each in moment.counting(ItemGiven, ItemPassed, about=character):
        if isinstance(each.event, ItemGiven | ItemPassed):
            yield each.event.name


# --- XP --------------------------------------------------------------------------------------------------------


def explain_account(moment: Moment, sheet: Sheet, name: str) -> Why:
    """XP awarded, spent, to spend, or free: the awards and allocations that it is the sum of."""
    field = "unspent" if name == "xp" else name
    look = of_sheet(sheet.name, lambda each: getattr(each, field))
    steps = [step for step in watch(moment.counting(*EXPERIENCE, about=sheet.name), look) if step.moved]
    total = getattr(sheet, field)
    return Why(
        sheet.name,
        name,
        "account",
        total,
        f"{sheet.name} has {plain(total)} XP {ACCOUNT[name]}",
        tuple(cause(moment, s.recorded, s.after - s.before, (plain(s.before), plain(s.after))) for s in steps),
        (debt_text(total),) if total < 0 else (),
    )


def debt_text(unspent: int) -> str:
    """What XP below zero mean."""
    return f"that is a debt of {-unspent} XP, which later awards pay first"


def explain_trait(moment: Moment, sheet: Sheet, name: str) -> Why:
    """The XP in a trait: what it was given, what was spent on it with the awards that paid for that, and what was free.

    The effects are XP and add up to those in the trait. An award adds nothing by itself: what it paid for does. Where
    levels are not made of XP they are levels, and add up to the trait's.
    """
    if moment.state.rules.growth != "practice" and not sheet.trained(name):
        return explain_untrained(moment, sheet, name)
    found = list(moment.counting(*EXPERIENCE, about=sheet.name))
    awards = {each.seq: each for each in found if isinstance(each.event, XpAwarded)}
    own = ability(moment.state, sheet, name)
    practised = moment.state.rules.growth == "practice"
    rules = moment.state.rules
    look = in_trait(sheet.name, name) if practised else at_level(rules, sheet.name, name)
    shown = standings if practised else level_names(moment.state)
    steps = [step for step in watch(without_replaced(found), look) if step.moved]
    causes = [cause(moment, step.recorded, step.after - step.before, shown(step)) for step in steps]
    paid: dict[int, dict[int, int]] = {}
    for each in causes:
        for draw in each.draws:
            paid.setdefault(draw.award, {})[each.seq] = draw.amount
    causes += [paying(moment, awards[award], parts) for award, parts in paid.items() if award in awards]
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


def explain_untrained(moment: Moment, sheet: Sheet, name: str) -> Why:
    """A trait that is not on the sheet: the rule that says what it is then (FU-40, FL-48)."""
    by_rule = explain_rule(moment, sheet, "untrained")
    level = moment.state.rules.untrained
    causes = tuple(evolve(each, effect=level) for each in by_rule.because)
    said = f"{name} is not on {sheet.name}'s sheet, so it counts as {level_word(moment.state, level)}"
    return Why(sheet.name, name, "trait", level, said, causes)


def level_word(state: State, level: int) -> str:
    """A level by its word, or by its number where there are no words."""
    return Ladder.of(state.rules).name(level) or plain(level)


def without_replaced(found: Iterable[Recorded]) -> list[Recorded]:
    """The events without the levels at creation that later ones replaced (PF-30)."""
    every = list(found)
    last = {(x.event.character, x.event.trait): x.seq for x in every if isinstance(x.event, TraitGiven)}
    return [x for x in every if not isinstance(x.event, TraitGiven) or x.seq in last.values()]


def in_trait(character: str, name: str) -> Callable[[State], Any]:
    """The XP that a character has in a trait."""
    found = of_sheet(character, lambda sheet: sheet.practice.get(name), None)
    return lambda state: growth.standing_of(state.rules, found(state)).xp


def at_level(rules: Ruleset, character: str, name: str) -> Callable[[State], Any]:
    """The level that a character has a trait at, by these rules; 0 before it has any."""
    return of_sheet(
        character, lambda sheet: growth.standing_of(rules, sheet.practice[name]).level if sheet.trained(name) else 0
    )


def level_names(state: State) -> Callable[[ValueStep], tuple[str | None, str | None]]:
    """The words for a level before and after a step; what was given says its level by itself."""

    def shown(step: ValueStep) -> tuple[str | None, str | None]:
        bought = isinstance(step.recorded.event, XpAllocated)
        return (level_word(state, step.before), level_word(state, step.after)) if bought else (None, None)

    return shown


def trait_said(state: State, sheet: Sheet, name: str, own: Ability) -> str:
    """Level and XP of a trait in a sentence."""
    if state.rules.growth != "practice":
        return f"{sheet.name}'s {name} is {level_word(state, own.unmodified)}"
    if not own.standing.xp:
        return f"{sheet.name}'s {name} is {plain(own.unmodified)}: no XP is in it"
    return f"{sheet.name}'s {name} is {own.standing}, which is {own.standing.xp} XP"


def trait_details(state: State, name: str, own: Ability) -> dict[str, Any]:
    """What a sheet shows of a trait, beside its XP."""
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
    """What makes the level count for more or less than it is (PF-32 to PF-35)."""
    if own.parts:
        terms = ", ".join(f"{signed(p.value)} {p.reason} since #{sheet.properties[p.reason]}" for p in own.parts)
        yield f"it counts as {plain(own.effective)} ({terms}); “modified {name}” tells all of that"
    for tag, level in conditional_levels(moment.state, sheet, name).items():
        yield f"it counts as {plain(level)} when {tag}"


def standings(step: ValueStep) -> tuple[str, str]:
    """A trait before and after, as a sheet shows it."""
    return str(standing(step.before)), str(standing(step.after))


def paying(moment: Moment, award: Recorded, parts: dict[int, int]) -> Cause:
    """An award that paid for some of what went into a trait: how much for which allocation."""
    paid = listed([f"{amount} for #{seq}" for seq, amount in parts.items()])
    return cause(moment, award, 0, (None, None), text=f"{tell_cause(moment, award)}: {paid}")


def explain_modified(moment: Moment, sheet: Sheet, name: str) -> Why:
    """A level as it counts: what raised it, and what the properties make of it (PF-32). The effects are levels."""
    bare = name.removeprefix("modified ")
    held = {*sheet.properties.values()}
    found = [
        each
        for each in without_replaced(moment.counting(*LEVEL_EVENTS))
        if not isinstance(each.event, PropertyGained) or each.seq in held
    ]
    steps = watch(found, lambda state: level_of(state, sheet.name, bare))
    shown = (
        cause(moment, step.recorded, step.after - step.before, (plain(step.before), plain(step.after)))
        for step in steps
        if step.moved or concerns(step.recorded.event, sheet.name, bare)
    )
    level = ability(moment.state, sheet, bare).effective
    said = f"{sheet.name}'s {bare} counts as {plain(level)}"
    return Why(sheet.name, name, "modified", level, said, tuple(shown))


def level_of(state: State, character: str, name: str) -> int:
    """The level of a trait as it counts; 0 before the character is there."""
    return ability(state, state.sheets[character], name).effective if character in state.sheets else 0


def concerns(event: object, character: str, name: str) -> bool:
    """Whether an event put XP into a character's trait."""
    into = isinstance(event, TraitGiven | XpAllocated | BonusGranted)
    return into and (event.character, event.trait) == (character, name)  # type: ignore[attr-defined]


# --- values that concerns show by name -------------------------------------------------------------------------


def shown_value(moment: Moment, sheet: Sheet, name: str) -> Why:
    """A value that a concern shows: every event that moved it, whatever it was about.

    A number is the sum of what each of them added; anything else is as the last of them left it.
    """
    watched = watch(every_counting(moment), own_of(sheet.name, name))
    steps = [step for step in watched if (step.before or 0) != (step.after or 0)]
    held, label = SHOWS[name].look(moment.state, sheet), SHOWS[name].unit or SHOWS[name].label.lower()
    if type(held) is not int:
        return as_left(moment, sheet, name, name, steps[-1] if steps else None)
    causes = (own_cause(moment, step.recorded, step.before or 0, step.after or 0) for step in steps)
    return Why(sheet.name, name, name, held, f"{sheet.name} has {plain(held)} {label}", tuple(causes))


def own_cause(moment: Moment, found: Recorded, before: int, after: int) -> Cause:
    """An event as the cause of what it added to a number."""
    return cause(moment, found, after - before, (plain(before), plain(after)))


def own_of(character: str, name: str) -> Callable[[State], Any]:
    """A value that a concern shows of a character; None before there is such a character."""
    look = SHOWS[name].look
    return lambda state: look(state, state.sheets[character]) if character in state.sheets else None


def every_counting(moment: Moment) -> Iterator[Recorded]:
    """Every event up to the moment that counts, awards with the amount that they have by now."""
    for each in moment.campaign.events(0, moment.state.seq):
        if each.seq not in moment.history.inactive:
            yield moment.amended(each)


# --- things ----------------------------------------------------------------------------------------------------


def explain_item(moment: Moment, sheet: Sheet, name: str) -> Why:
    """How many of a thing a character carries: what was given, passed on and let go of, wherever it lay."""
    key = name.casefold()
    steps = [step for step in watch(moment.counting(*THINGS), of_sheet(sheet.name, count_items(key))) if step.moved]
    total = count_items(key)(sheet)
    lines = [line for line in inventory(sheet) if line.item.casefold() == key and line.within]
    places = [f"{line.quantity} in {line.within}" for line in lines]
    return Why(
        sheet.name,
        name,
        "item",
        total,
        f"{sheet.name} has {count(total, name) if total else f'no {name}'}",
        tuple(item_cause(moment, step, name) for step in steps),
        (listed(places),) if places else (),
    )


def count_items(key: str) -> Callable[[Sheet], int]:
    """Counts the things of a name, given in lower case, on a sheet."""
    return lambda sheet: sum(stack.quantity for stack in sheet.stacks.values() if stack.name.casefold() == key)


def item_cause(moment: Moment, step: ValueStep, name: str) -> Cause:
    """Something that made the count another; where it was about what held the things, that is said."""
    text = tell_cause(moment, step.recorded)
    moved = step.after - step.before
    if getattr(step.recorded.event, "name", name).casefold() != name.casefold():
        text += f", with {count(abs(moved), name)} in it"
    return cause(moment, step.recorded, moved, (str(step.before), str(step.after)), text=text)


# --- what is so or is not --------------------------------------------------------------------------------------


def settled(moment: Moment, types: tuple[type, ...], look: Callable[[State], Any]) -> ValueStep | None:
    """The last event that made a value another: it is as that left it. None where nothing ever did."""
    return next((step for step in reversed(list(watch(moment.counting(*types), look))) if step.moved), None)


def explain_status(moment: Moment, sheet: Sheet, name: str) -> Why:
    """The state of a status: what put it there."""
    types = (CharacterCreated, StatusDefined, StatusChanged)
    step = settled(moment, types, of_sheet(sheet.name, lambda each: each.statuses.get(name), None))
    current = sheet.statuses.get(name)
    said = f"{sheet.name}'s {name} is {current}" if current else f"there is no {name} then"
    causes = () if step is None or current is None else (status_cause(moment, step, sheet.name, name),)
    return Why(sheet.name, name, "status", current, said, causes, tuple(status_notes(moment.state, name, current)))


def status_cause(moment: Moment, step: ValueStep, character: str, name: str) -> Cause:
    """What put a status where it is."""
    match step.recorded.event:
        case StatusChanged(trigger=trigger):
            text = f"{character}'s {name}{because(trigger)}"
        case CharacterCreated() as joining:
            text = f"{tell(joining)}; {name}"
        case _:
            text = f"{name} comes into the campaign"
    return cause(moment, step.recorded, 1, (step.before or "none", step.after), text=text)


def status_notes(state: State, name: str, current: str | None) -> Iterator[str]:
    """What a state does."""
    defined = state.statuses.get(name)
    step = next((each for each in defined.states if each.name == current), None) if defined else None
    if defined and step and step.modifier:
        yield f"it adds {signed(step.modifier)} to A{f' of {listed(defined.on)}' if defined.on else ''}"


def explain_property(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Whether a property applies: what gained or lost it."""
    types = (CharacterCreated, PropertyGained, PropertyLost)
    step = settled(moment, types, of_sheet(sheet.name, lambda each: name in each.properties, False))
    has = name in sheet.properties
    said = f"{sheet.name} {'has' if has else 'does not have' if step else 'never had'} {name}"
    causes = () if step is None else (cause(moment, step.recorded, int(has), (None, None)),)
    does = [describe_effect(each) for each in moment.state.properties[name].effects] if has else []
    return Why(sheet.name, name, "property", has, said, causes, (f"it gives {', '.join(does)}",) if does else ())


def explain_characteristic(moment: Moment, sheet: Sheet, name: str) -> Why:
    """A characteristic: who wrote it last."""
    types = (CharacterCreated, CharacteristicSet)
    step = settled(moment, types, of_sheet(sheet.name, lambda each: each.characteristics.get(name), None))
    return as_left(moment, sheet, name, "characteristic", step)


def explain_player(moment: Moment, sheet: Sheet, name: str) -> Why:
    """Whose character it is."""
    step = settled(moment, (CharacterCreated,), of_sheet(sheet.name, lambda each: each.player, None))
    return as_left(moment, sheet, name, "player", step)


def explain_rule(moment: Moment, sheet: Sheet, name: str) -> Why:
    """A rule in force: what set it."""
    types = (CampaignCreated, RulesChanged)
    step = settled(moment, types, lambda state: spoken(state.rules.recorded()[name]) if state.campaign else None)
    return as_left(moment, sheet, name, "rule", step)


def as_left(moment: Moment, sheet: Sheet, name: str, kind: str, step: ValueStep | None) -> Why:
    """A value that is as one event left it."""
    of = name if kind == "rule" else f"{sheet.name}'s {name}"
    if step is None:
        return Why(sheet.name, name, kind, None, f"{of} was never said", ())
    causes = (cause(moment, step.recorded, 1, (None, None)),)
    return Why(sheet.name, name, kind, step.after, f"{of} is {step.after}", causes)


ANSWERS: dict[str, Callable[[Moment, Sheet, str], Why]] = {
    "account": explain_account,
    "trait": explain_trait,
    "modified": explain_modified,
    "shown": shown_value,
    "item": explain_item,
    "status": explain_status,
    "property": explain_property,
    "characteristic": explain_characteristic,
    "player": explain_player,
    "rule": explain_rule,
}
