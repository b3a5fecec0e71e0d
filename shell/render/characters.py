"""What programs and people are told: characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.concerns.characters.commands import ShowParty, ShowSheet
from engine.registry import SHOWS, Shown
from engine.rules.curve import Standing
from engine.rules.ladder import Ladder
from engine.sheet import ItemView, SheetView, TraitView, view
from engine.state import State
from engine.text import describe_effect, name_dice, plain, signed
from engine.types import BY_LEVEL
from shell.output import pad, width
from shell.render import Answer, Asked, answers
from shell.render.readings import heading, state_at


@answers(ShowSheet)
def answer_sheet(asked: Asked) -> Answer:
    """Answer with a character sheet."""
    state = state_at(asked.campaign, asked.command)
    found = view(state, asked.command.who)
    return Answer(found.as_json(), lambda: heading(asked.campaign, asked.command) + sheet_text(state, found))


@answers(ShowParty)
def answer_party(asked: Asked) -> Answer:
    """Answer with everyone, briefly."""
    state = state_at(asked.campaign, asked.command)
    found = [view(state, name) for name in state.sheets]
    result = {"characters": [each.as_json() for each in found]}
    return Answer(result, lambda: heading(asked.campaign, asked.command) + party_text(state, found))


def sheet_text(state: State, sheet: SheetView) -> str:
    """Write the whole sheet."""
    blocks = [list(block) for block in (_top(sheet), _abilities(state, sheet), _statuses(state, sheet))]
    blocks += [
        list(_properties(state, sheet)),
        list(_gifts(sheet)),
        list(_inventory(sheet)),
        list(_account(state, sheet)),
        list(_ladder(state)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _top(sheet: SheetView) -> Iterator[str]:
    yield f"{sheet.name} · {who(sheet)}"
    for name, text in sheet.characteristics.items():
        yield f"  {name}: {text}"


def who(sheet: SheetView) -> str:
    """Say whose character it is."""
    if sheet.kind == "npc":
        return "NPC"
    return f"played by {sheet.player}" if sheet.player else "player character"


def _abilities(state: State, sheet: SheetView) -> Iterator[str]:
    if not sheet.traits:
        return
    yield "Traits" if state.rules.ladder else "Abilities"
    widest = max(map(width, sheet.traits))
    ladder = Ladder.of(state.rules)
    shown = {name: f"{level(trait)}{how_far(trait, ladder)}" for name, trait in sheet.traits.items()}
    column = max(map(len, shown.values()))
    for name, trait in sheet.traits.items():
        words = state.abilities[name].labels if name in state.abilities else ()
        scale = "  ".join(f"{label.word} {label.level}" for label in words)
        word = pad(trait.interpretation or "", _widest(state))
        line = f"  {pad(name, widest)}  {shown[name]:<{column}}  {word}"
        yield f"{line}  {scale}".rstrip()
        for tag, other in trait.conditional.items():
            yield f"  {'':<{widest}}  {plain(other)} when {tag}"


def how_far(trait: TraitView, ladder: Ladder) -> str:
    """Say how far a trait ranges that has no single level (FL-65), or that it is not on the sheet."""
    if trait.upto is not None:
        return f" to {ladder.said(trait.upto)}"
    return "" if trait.trained or trait.level_name is None else "  (no level given)"


def _widest(state: State) -> int:
    words = [label.word for ability in state.abilities.values() for label in ability.labels]
    return max((width(f"below {word}") for word in words), default=0)


def level(trait: TraitView) -> str:
    """Write the level with its progress, and with its modifier if it has one (PF-20, PF-33), or its word."""
    standing = str(Standing(trait.level, trait.xp, trait.progress, trait.needed))
    sign = "−" if trait.modifier < 0 else "+"
    modified = f"{standing} {sign} {abs(trait.modifier)} = {plain(trait.effective)}" if trait.modifier else standing
    if trait.level_name is None:
        return modified
    return f"{trait.level_name} ({modified})" if trait.modifier else trait.level_name


def _statuses(state: State, sheet: SheetView) -> Iterator[str]:
    if not sheet.statuses:
        return
    yield "Statuses"
    for name, current in sheet.statuses.items():
        status = state.statuses[name]
        touches = f" ({', '.join(status.on)})" if status.on else ""
        yield f"  {name}{touches}"
        states = [f"{step.name} {signed(step.modifier)}" for step in status.states]
        marked = [
            f"[{text}]" if step.name == current else text for text, step in zip(states, status.states, strict=True)
        ]
        yield f"    {'  ·  '.join(marked)}"


def _properties(state: State, sheet: SheetView) -> Iterator[str]:
    if not sheet.properties:
        return
    yield "Properties"
    for name in sheet.properties:
        defined = state.properties[name]
        does = [describe_effect(each) for each in defined.effects] + [
            f"{g.amount} XP for {g.trait}" for g in defined.gifts
        ]
        yield f"  {name}: {', '.join(does)}" if does else f"  {name}"


def _gifts(sheet: SheetView) -> Iterator[str]:
    if sheet.gifts:
        yield f"Gifts: {', '.join(sheet.gifts)}"
    if sheet.faults:
        yield f"Faults: {', '.join(sheet.faults)}"


def _inventory(sheet: SheetView) -> Iterator[str]:
    if not sheet.inventory:
        return
    yield "Inventory"
    for item in sheet.inventory:
        yield f"  {'  ' * item.depth}{item_text(item)}"


def item_text(item: ItemView) -> str:
    """Write a stack with how many, its condition, its place on the body and what it lends."""
    said = [text for text in (item.within if item.depth == 0 else None, item.note) if text]
    lends = "".join(f"  [{describe_effect(each)}]" for each in item.effects)
    count = f"{item.quantity} " if item.quantity != 1 else ""
    noted = f" ({', '.join(said)})" if said else ""
    return f"{count}{item.item}{noted}{lends}"


def _account(state: State, sheet: SheetView) -> Iterator[str]:
    for name, held in sheet.own.items():
        if held is not None:
            yield own_line(SHOWS[name], held)
    xp = sheet.xp
    if state.rules.growth == "none" and not xp.awarded:
        return
    free = f", free {xp.bonus}" if xp.bonus else ""
    yield f"XP: {balance_text(xp.unspent)} (awarded {xp.awarded}, spent {xp.spent}{free})"


def own_line(shown: Shown, held: Any) -> str:
    """Return a value that a concern shows, under its label."""
    said = plain(held) if type(held) is int else str(held)
    return f"{shown.label}: {said}{f' {shown.unit}' if shown.unit else ''}"


def _ladder(state: State) -> Iterator[str]:
    """Yield the levels that traits can have, highest first, and what dice with a table make of a roll (FU-72)."""
    ladder, rules = Ladder.of(state.rules), state.rules
    if not ladder.words:
        return
    levels = range(rules.creation_limit, rules.creation_least - 1, -1)
    yield "Ladder: " + ", ".join(f"{ladder.said(level)} {signed(level)}" for level in levels)
    if rules.check_dice == BY_LEVEL:
        return
    from engine.dice import read_dice  # whoever has no ladder needs none

    table = read_dice(rules.check_dice).table
    if table is not None:
        rows = (f"{low if low == high else f'{low}–{high}'}: {signed(result)}" for low, high, result in table.rows)
        yield f"{name_dice(rules.check_dice)}: {', '.join(rows)}"


def balance_text(unspent: int) -> str:
    """Write what there is to spend; below zero, what that means."""
    if unspent >= 0:
        return f"{unspent} to spend"
    return f"{plain(unspent)} to spend, a debt of {-unspent} that later awards pay first"


def party_text(state: State, sheets: list[SheetView]) -> str:
    """Write everyone in two lines: what they can do, and how they are."""
    ladder = Ladder.of(state.rules)
    return "\n".join(line for sheet in sheets for line in _short(sheet, ladder)) or "nobody is here yet"


def _purse(unspent: int) -> str:
    if not unspent:
        return ""
    return f" · {unspent} XP to spend" if unspent > 0 else f" · a debt of {-unspent} XP"


def _short(sheet: SheetView, ladder: Ladder) -> Iterator[str]:
    own = {name: t for name, t in sheet.traits.items() if t.xp or t.modifier or (t.trained and t.level_name)}
    skills = ", ".join(f"{name} {level(trait)}{how_far(trait, ladder)}" for name, trait in own.items())
    yield f"{sheet.name} · {who(sheet)}{_purse(sheet.xp.unspent)}"
    states = [f"{name}: {state}" for name, state in sheet.statuses.items()]
    rest = " · ".join([*([skills] if skills else []), *states, *sheet.properties, *sheet.gifts, *sheet.faults])
    if rest:
        yield f"  {rest}"
