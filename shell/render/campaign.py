"""Answers about the campaign, its rules and its checklist."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.campaign import Recorded
from engine.checklist import Unready, checklist, unready
from engine.concerns.campaign.commands import ChangeRule, CreateCampaign, Setup, ShowChecklist, ShowRules, ShowWorlds
from engine.concerns.campaign.events import RulesChanged
from engine.concerns.campaign.narrate import rule_said
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.corrections.narrate import list_numbers
from engine.concerns.points.sheet import has_chosen_uses
from engine.rules.files import load_rules
from engine.rules.ladders import find_stand_in, lost_dice, lost_prices, values_on_ladder
from engine.rules.ruleset import FIELDS, FIXED_KEYS, Pairs, Ruleset, describe_rules, from_recorded
from engine.rules.values import describe_allowed
from engine.state import twin
from engine.text import join_names
from engine.value import held_fields
from replay.compare.changes import changes_between
from shell.output import page_columns
from shell.render import Answer, Asked, answers, carries_out
from shell.render.events import FEW, SUMS, answer_events, change_lines, first_five, recorded_text
from shell.render.heard import tick_box

if TYPE_CHECKING:
    from shell.runner import Desk

#: The rules that name levels.
LADDER = ("ladder", "ladder-from", "beyond-ladder")

#: The rules that choose dice for everyone.
KEYS_OF_DICE = ("check-dice", "contest-dice")

#: The fudge points that player characters start with in Fudge Lite.
USUAL_POINTS = range(1, 6)


@answers(ShowWorlds)
def answer_show_worlds(asked: Asked) -> Answer:
    """Answer with the built-in worlds, those of the campaign's game first."""
    from engine.template import shipped_worlds  # few sessions ask for them

    book = asked.state.rules.book if asked.campaign else None
    found = sorted(shipped_worlds(), key=lambda world: world.game != book)
    here = next((world for world in found if world.game == book), None)

    def text() -> str:
        rows = [f"{each.name:<12} {load_rules(each.game).title:<17} {each.title}" for each in found]
        begin = f"“setup {here.name}” is for this campaign" if here else "Begin with “new GAME”, then “setup NAME”"
        return "\n".join([*rows, f"{begin}. “setup FILE.toml” reads a template of your own."])

    return Answer({"worlds": [held_fields(each) for each in found]}, text)


@answers(Setup)
def answer_setup(asked: Asked) -> Answer:
    """Answer with a template's changes. The text adds who joined and what to type next."""

    def text() -> str:
        if not asked.events:
            return f"{asked.command.file} holds nothing to set up"
        return set_up_text(asked.command.file, asked.events)

    return Answer(answer_events(asked).data, text)


def set_up_text(file: str, events: Sequence[Recorded]) -> str:
    """Say that a world was set up, who joined, and what to type next."""
    joined = [each.event for each in events if isinstance(each.event, CharacterCreated)]
    who = [f"{each.name} (NPC)" if each.kind == "npc" else each.name for each in joined]
    came = f", with {join_names(who)}" if who else ""
    party = "“party” shows the characters, " if who else ""
    numbers = list_numbers(tuple(each.seq for each in events))
    return f"✓ {numbers} {file} is set up{came}\n  {party}“checklist” shows what is settled"


@answers(ChangeRule, CreateCampaign)
def answer_ruled(asked: Asked) -> Answer:
    """Answer with the chosen rules and with what the table should know about their dice."""
    from engine.chances import find_swingy_dice  # few sessions choose rules

    rules = asked.state.rules
    changed = getattr(asked.command, "key", None)
    chosen = {key: value for key, value in rules.as_data().items() if key in KEYS_OF_DICE and changed in (None, key)}
    warnings = list(dict.fromkeys(said for spec in chosen.values() for said in find_swingy_dice(rules, spec)))
    warnings += [*idle_rules(rules, changed), *unusual_points(rules, changed)]
    if changed in LADDER and asked.events:
        warnings += renamed_levels(asked)
    if changed is None and rules.book and rules.ladder:
        warnings += ladder_remarks(load_rules(rules.book), rules)
    lines = "".join(f"\n  {warning}" for warning in warnings)
    if changed is not None and changed not in LADDER and asked.events:
        lines += "".join(f"\n{line}" for line in first_five(changed_sheets(asked), "changes"))
    if not asked.events:
        same = f"{changed} is {rule_said(rules, str(changed), rules.as_data()[str(changed)])} already, nothing changed"
        return Answer({"warnings": warnings}, lambda: same + lines)
    begun = world_text(rules) if changed is None else ""
    world = f"\n{set_up_text(asked.command.rules, asked.events[1:])}" if len(asked.events) > 1 else ""
    return Answer({"warnings": warnings}, lambda: recorded_text(asked.events[:1]) + lines + begun + world)


def unusual_points(rules: Ruleset, changed: str | None) -> list[str]:
    """Return a remark on more or fewer fudge points than Fudge Lite has (FL-105)."""
    chosen = changed == "points" or (changed is None and rules.points > 0)
    usual = rules.points in USUAL_POINTS or not has_chosen_uses(rules)
    return [] if usual or not chosen else ["player characters usually start with 1 to 5 fudge points"]


def idle_rules(rules: Ruleset, changed: str | None) -> list[str]:
    """Return the chosen rules without effect: of one key, or of a file where it differs from the game it extends."""
    from engine.rules.idle import NEEDS, without_effect  # few sessions choose rules

    usual = values_on_ladder(load_rules(rules.book), rules) if rules.book and changed is None else {}
    values = rules.as_data()
    chosen = [changed] if changed else [key for key in NEEDS if values[key] != usual.get(key, values[key])]
    return [said for key in chosen if (said := without_effect(rules, key))]


def ladder_remarks(book: Ruleset, rules: Ruleset) -> list[str]:
    """Return a remark on what a ladder of the house leaves open or out, or none."""
    found = find_stand_in(book, rules)
    if found:
        was, now, other = found
        return [f'{now} stands for {was} on this ladder; “situational = "{other}"” in the file takes {other} for it']
    lost: dict[str, list[str]] = {}
    for word, cost in lost_prices(book, rules).items():
        lost.setdefault(word, []).append(f"its price, {cost} XP")
    for word, die in lost_dice(book, rules).items():
        lost.setdefault(word, []).append(f"its die, {die}")
    left = [f"{word} ({' and '.join(parts)})" for word, parts in lost.items()]
    if len(lost) == 1:
        ((word, parts),) = lost.items()
        return [
            f"{word} is no step of this ladder: {' and '.join(parts)}, {'is' if len(parts) == 1 else 'are'} left out"
        ]
    return [f"no steps of this ladder, and left out: {join_names(left)}"] if left else []


def world_text(rules: Ruleset) -> str:
    """Return a line about the ready-made world of a game, or "" for house rules."""
    from engine.template import shipped_worlds  # few sessions begin a campaign

    world = next((each for each in shipped_worlds() if each.game == rules.name), None)
    return f"\n  “setup {world.name}” adds a world to begin with" if world else ""


def changed_sheets(asked: Asked) -> list[str]:
    """Write the changes of the sheets by a rule."""
    state, event = asked.state, asked.events[0].event
    assert isinstance(event, RulesChanged)
    before = twin(state)
    before.rules = rules_before(state.rules, event)
    return change_lines([each for each in changes_between(before, state, everywhere=True) if each.field not in SUMS])


def rules_before(rules: Ruleset, event: RulesChanged) -> Ruleset:
    """Return the rules before one of them changed."""
    return from_recorded({**rules.as_data(), event.key: event.before})


def renamed_levels(asked: Asked) -> list[str]:
    """Return the levels that a new ladder renames: traits', then rules' (OC-37)."""
    from engine.rules.growth import standing_of  # few sessions change the ladder
    from engine.rules.ladders import moved_words

    state, event = asked.state, asked.events[0].event
    assert isinstance(event, RulesChanged)
    before = rules_before(state.rules, event)
    levels = {
        f"{sheet.name}'s {trait}": standing_of(state.rules, practice, trait).level
        for sheet in state.sheets.values()
        for trait, practice in sheet.practice.items()
    }
    moved = moved_words(before, state.rules, levels)
    lines = [f"{name} is now {now} (was {was})" for name, (was, now) in moved.items()]
    return [*lines[:FEW], *([f"and {len(lines) - FEW} more levels"] if len(lines) > FEW else [])]


@answers(ShowRules)
def answer_rules(asked: Asked) -> Answer:
    """Answer with every rule, its value and its explanation, marking those that differ from the book."""
    found = asked.state.rules
    book = load_rules(found.book) if found.book else asked.campaign.book_rules()
    values, usual = found.as_data(), values_on_ladder(book, found)
    changed = [key for key in values if key not in FIXED_KEYS and (key not in usual or values[key] != usual[key])]
    key = asked.command.key
    if key is not None:
        ids, was = FIELDS[key].metadata["ids"], usual.get(key, book.as_data()[key])
        one = {"key": key, "value": values[key], "book": was, "takes": describe_allowed(key), "rule": ids}
        return Answer(one, lambda: rule_text(found, key, book if key in changed else None))
    return Answer({"rules": values, "changed": changed, "digest": found.digest}, lambda: rules_text(found, changed))


@answers(ShowChecklist)
def answer_show_checklist(asked: Asked) -> Answer:
    """Answer with the items of the set-up checklist, settled or open (PF-63)."""
    found, waiting = checklist(asked.state), unready(asked.state)
    done = sum(item.done for item in found)

    def text() -> str:
        rows = [f"{tick_box(done=item.done)} {item.topic:<16} {item.answer or item.question}" for item in found]
        ready = f"{done} of {len(found)} ready; “checklist TOPIC TEXT” settles one"
        return "\n".join([*rows, ready, *map(unready_text, waiting)])

    items = [held_fields(item) | {"done": item.done} for item in found]
    characters = [held_fields(each) for each in waiting]
    return Answer({"items": items, "done": done, "of": len(found), "characters": characters}, text)


def unready_text(found: Unready) -> str:
    """Write what a player character still lacks, and the room left for its traits."""
    lacks = f"lacks {' and '.join(found.lacking)}" if found.lacking else ""
    room = ", ".join(f"{word} ({count})" for word, count in found.open.items())
    return (
        f"{found.name} {'; '.join(each for each in (lacks, f'has room for traits at {room}' if room else '') if each)}"
    )


SHORT_VALUE = 24
LONGEST_KEY = max(map(len, FIELDS))


def rules_text(rules: Ruleset, changed: Collection[str]) -> str:
    """Write every rule on a line, changed ones first, and long values on lines of their own below."""
    described = describe_rules()
    ordered = sorted(described, key=lambda key: key not in changed)
    lines = [line for key in ordered for line in _rule(rules, key, described[key], key in changed)]
    return "\n".join([*lines, "* changed from the book" if changed else "all as in the book"])


def rule_text(rules: Ruleset, key: str, book: Ruleset | None) -> str:
    """Describe one rule: its meaning, the value in the book if that is another, and the accepted values."""
    said = rule_said(rules, key, rules.as_data()[key])
    usual = f"the book has {rule_said(book, key, book.as_data()[key])}" if book else "as in the book"
    stay = "\n  entries that you do not type stay; A = none drops one" if FIELDS[key].type is Pairs else ""
    return f"{key} is {said}, {usual}\n  {describe_rules()[key]}\n  it takes {describe_allowed(key)}{stay}"


def _rule(rules: Ruleset, key: str, what: str, marked: bool) -> Iterator[str]:
    said = rule_said(rules, key, rules.as_data()[key])
    short = len(said) <= SHORT_VALUE
    yield f"{'*' if marked else ' '} {key:<{LONGEST_KEY}} {said if short else '…':<{SHORT_VALUE}}  {what}".rstrip()
    if not short:
        indent = " " * (LONGEST_KEY + 3)
        yield from textwrap.wrap(
            said,
            page_columns(),
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )


@carries_out(CreateCampaign)
def begin_campaign(table: Desk, command: CreateCampaign) -> Asked:
    """Create a new campaign in a file that is not there yet."""
    campaign = table.begin(command.rules, command.title)
    return Asked(campaign, command, tuple(campaign.events()))
