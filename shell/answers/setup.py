"""Answers to setting up."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import asdict

from engine.campaign import Recorded
from engine.checklist import Unready, checklist, unready
from engine.commands import (
    AnswerChecklist,
    Approve,
    ChangeRule,
    CreateCampaign,
    CreateNpc,
    CreatePc,
    DefineAbilities,
    DefineAbility,
    DefineFault,
    DefineGift,
    DefineProperty,
    DefineStatus,
    FixPracticeRate,
    GiveTrait,
    SetCharacteristic,
    Setup,
    ShowChecklist,
    ShowRules,
    TradeSlot,
    WeighPractice,
)
from engine.events import TraitGiven
from engine.refusal import nearest
from engine.rules.files import load
from engine.rules.ladder import Ladder
from engine.rules.practice import weigh
from engine.rules.ruleset import FIXED
from engine.rules.values import allowed
from engine.store import codec
from replay.changes import changes, views
from shell.answers import Answer, Asked, answers
from shell.views.rules import rule_text, rules_text
from shell.views.story import recorded_text

#: The rules that choose dice for everyone.
DICE = ("check-dice", "contest-dice")


@answers(
    AnswerChecklist,
    Approve,
    CreateNpc,
    CreatePc,
    DefineAbilities,
    DefineAbility,
    DefineFault,
    DefineGift,
    DefineProperty,
    DefineStatus,
    FixPracticeRate,
    SetCharacteristic,
    Setup,
    TradeSlot,
)
def recorded(asked: Asked) -> Answer:
    """What was set up, in sentences."""
    return Answer({}, lambda: recorded_text(asked.events))


@answers(ChangeRule, CreateCampaign)
def ruled(asked: Asked) -> Answer:
    """The rules that were chosen, and what the table should know of their dice."""
    from engine.chances import swinging  # few sessions choose rules

    rules = asked.campaign.state.rules
    changed = getattr(asked.command, "key", None)
    chosen = {key: value for key, value in rules.recorded().items() if key in DICE and changed in (None, key)}
    warnings = list(dict.fromkeys(said for spec in chosen.values() for said in swinging(rules, spec)))
    lines = "".join(f"\n  {warning}" for warning in warnings)
    return Answer({"warnings": warnings}, lambda: recorded_text(asked.events) + lines)


@answers(GiveTrait)
def trait_given(asked: Asked) -> Answer:
    """Levels at creation; where there was practice in a trait already, with what became of it."""
    found = changes(asked.before, views(asked.campaign.state))
    named = {change.field: change for change in found}

    def told(each: Recorded) -> str:
        assert isinstance(each.event, TraitGiven)
        change = named.get(f"traits.{each.event.trait}")
        known = asked.before[each.event.character].traits.get(each.event.trait)
        moved = f": {change.before} → {change.after}" if change and known and known.xp else ""
        return f"{recorded_text((each,))}{moved}"

    warnings = [said for each in asked.events for said in doubts(asked, each.event)]
    lines = "".join(f"\n  {warning}" for warning in warnings)
    result = {"changes": codec.plain(found), "warnings": warnings}
    return Answer(result, lambda: "\n".join(map(told, asked.events)) + lines)


def doubts(asked: Asked, event: object) -> Iterator[str]:
    """What the table should look at in a trait that was given: a name much like a known one, a level that is low."""
    assert isinstance(event, TraitGiven)
    state = asked.campaign.state
    known = {*state.listed(), *(trait for sheet in asked.before.values() for trait in sheet.traits)}
    near = [name for name in known if name.casefold().startswith(event.trait.casefold())]
    near = near or [name for name in [nearest(event.trait, known, 0.75)] if name]
    if near and event.trait not in known:
        yield f"{event.trait} is a new trait beside {' and '.join(sorted(near))}: “undo” if that was meant"
    least = state.rules.creation_usual
    if least is not None and event.level < least:
        yield f"{event.trait}: {event.word} is below {Ladder.of(state.rules).said(least)}, the least that is usual"


@answers(ShowRules)
def rules(asked: Asked) -> Answer:
    """Every rule with its value and a line about it, those that differ from the book marked."""
    found = asked.campaign.state.rules
    book = (load(found.book) if found.book else asked.campaign.book_rules()).recorded()
    values = found.recorded()
    changed = [key for key in values if values[key] != book[key] and key not in FIXED]
    key = asked.command.key
    if key is not None:
        one = {"key": key, "value": values[key], "book": book[key], "takes": allowed(key)}
        return Answer(one, lambda: rule_text(found, key, book[key]))
    return Answer({"rules": values, "changed": changed, "digest": found.digest}, lambda: rules_text(found, changed))


@answers(ShowChecklist)
def show_checklist(asked: Asked) -> Answer:
    """The items of the set-up checklist, settled or open (PF-63)."""
    found, waiting = checklist(asked.campaign.state), unready(asked.campaign.state)
    done = sum(item.done for item in found)

    def text() -> str:
        rows = [f"[{'x' if item.done else ' '}] {item.topic:<16} {item.answer or item.question}" for item in found]
        ready = f"{done} of {len(found)} ready; “checklist TOPIC TEXT” settles one"
        return "\n".join([*rows, ready, *map(unready_text, waiting)])

    items = [asdict(item) | {"done": item.done} for item in found]
    characters = [asdict(each) for each in waiting]
    return Answer({"items": items, "done": done, "of": len(found), "characters": characters}, text)


def unready_text(found: Unready) -> str:
    """What a player character still lacks, and the room that its traits have."""
    lacks = f"lacks {' and '.join(found.lacking)}" if found.lacking else ""
    room = ", ".join(f"{word} ({count})" for word, count in found.open.items())
    return f"{found.name} {'; '.join(each for each in (lacks, f'can have traits at {room}' if room else '') if each)}"


@answers(WeighPractice)
def practice(asked: Asked) -> Answer:
    """Practice time as XP, and the difficulty it stands for (PF-27 to PF-29)."""
    command: WeighPractice = asked.command
    found = weigh(asked.campaign.state, command.amount, command.unit, command.quality)
    result = {
        "xp": found.xp,
        "level": found.level,
        "progress": found.progress,
        "needed": found.needed,
        "difficulty": found.level,
    }
    quality = "" if command.quality == 100 else f" at {command.quality}%"
    line = f"{command.amount} {command.unit}{quality} of practice: {found.xp} XP, level {found}, so D = {found.level}"
    return Answer(result, lambda: line)
