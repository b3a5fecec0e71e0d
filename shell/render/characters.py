"""Answers about characters: sheets, and everyone in brief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engine.attendance import nobody_there, those_at_group
from engine.concerns.characters.commands import CreateNpc, ShowParty, ShowSheet
from engine.concerns.characters.events import is_ship
from engine.concerns.counters.events import COUNTERS, CounterDefined
from engine.concerns.counters.sheet import bands_at
from engine.concerns.damage.sheet import rating_parts
from engine.concerns.statuses.events import StatusState
from engine.concerns.statuses.narrate import list_levels
from engine.concerns.tracks.sheet import track_text
from engine.concerns.traits.events import LevelLabel
from engine.registry import SHOWS, Shown
from engine.rules.curve import Standing
from engine.rules.ladder import Ladder
from engine.rules.modifiers import action_parts
from engine.rules.parts import Part
from engine.sheet import ItemView, SheetView, TraitView, XpView, labels_of, view
from engine.state import State
from engine.store import codec
from engine.text import because, count, describe_effect, join_names, list_terms, name_dice, plain, with_sign
from engine.types import BY_LEVEL
from engine.value import evolve
from shell.output import pad, width
from shell.render import Answer, Asked, answers
from shell.render.heard import draw_states
from shell.render.proof import unchecked_text
from shell.render.readings import format_heading, group_asked, group_heading, state_at


@answers(CreateNpc)
def answer_npcs(asked: Asked) -> Answer:
    """Answer with the NPCs that joined, and doubts about their tracks."""
    from engine.doubts import doubt_track  # a sheet has no doubts, and narrates no events
    from shell.render.events import answer_events

    recorded = answer_events(asked)
    found = (said for each in asked.events for said in doubt_track(asked.before, asked.state, each.event))
    warnings = list(dict.fromkeys(found))
    lines = [f"  {warning}" for warning in warnings]
    return Answer(recorded.result | {"warnings": warnings}, lambda: "\n".join([recorded.text(), *lines]))


@answers(ShowSheet)
def answer_sheet(asked: Asked) -> Answer:
    """Answer with a character sheet."""
    state = state_at(asked.campaign, asked.command)
    found = view(state, asked.command.who)
    said = unchecked_text(asked.campaign)

    def data() -> dict[str, Any]:
        rating = {"dr_parts": codec.plain_data(parts_of_rating(state, found))}
        return found.as_json() | rating

    return Answer(data, lambda: format_heading(asked.campaign, asked.command) + sheet_text(state, found) + said)


@answers(ShowParty)
def answer_party(asked: Asked) -> Answer:
    """Answer with everyone, briefly."""
    state = state_at(asked.campaign, asked.command)
    found = [view(state, name) for name in list_party(asked, state)]
    said = unchecked_text(asked.campaign)

    def data() -> dict[str, Any]:
        return {"characters": [each.as_json() for each in found]}

    heading = format_heading(asked.campaign, asked.command) + group_heading(group_asked(asked))
    return Answer(data, lambda: heading + party_text(state, found) + said)


def list_party(asked: Asked, state: State) -> list[str]:
    """Return the characters to show: all, or where several groups play those at one. Raise Refused for none."""
    group = group_asked(asked)
    if group is None:
        return [*state.sheets]
    seen = state.seen_from(group) if group in state.boards else state
    there = those_at_group(seen, seen.sheets.values())
    if not there:
        raise nobody_there(seen)
    return [sheet.name for sheet in there]


def sheet_text(state: State, sheet: SheetView) -> str:
    """Write the whole sheet."""
    sheet = without_idle(state, sheet)
    blocks = [list(block) for block in (_top(sheet), _abilities(state, sheet), _statuses(state, sheet))]
    blocks += [
        list(_tracks(sheet)),
        list(_properties(state, sheet)),
        list(_gifts(state, sheet)),
        list(_inventory(sheet)),
        list(_account(state, sheet)),
        list(_ladder(state)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def without_idle(state: State, sheet: SheetView) -> SheetView:
    """Leave everything unchanged since the start out of a ship's sheet (FL-69).

    A ship has statuses, counters and points only once something happened to them.
    """
    if not is_ship(sheet.characteristics):
        return sheet
    counters = COUNTERS.of(state)
    return evolve(
        sheet,
        statuses={name: now for name, now in sheet.statuses.items() if now != state.statuses[name].start},
        counters={name: number for name, number in sheet.counters.items() if number != counters[name].start},
        shown={**sheet.shown, "points": sheet.points or None},
    )


def _top(sheet: SheetView) -> Iterator[str]:
    yield f"{sheet.name} · {who(sheet)}"
    for name, text in sheet.characteristics.items():
        yield f"  {name}: {text}"


def who(sheet: SheetView) -> str:
    """Say whose character it is."""
    if sheet.kind == "npc":
        return "ship" if is_ship(sheet.characteristics) else "NPC"
    return f"played by {sheet.player}" if sheet.player else "player character"


def _abilities(state: State, sheet: SheetView) -> Iterator[str]:
    if not sheet.traits:
        return
    usual = usual_labels(state, sheet)
    title = "Traits" if state.rules.ladder else "Abilities"
    yield f"{title} ({scale(usual)})" if usual else title
    rows = {name: _cells(state, sheet, name, usual) for name in sheet.traits}
    columns = [max(map(width, cells)) for cells in zip(*rows.values(), strict=True)]
    for name, cells in rows.items():
        yield "  " + "  ".join(map(pad, cells, columns)).rstrip()
        for tag, other in sheet.traits[name].conditional.items():
            yield f"  {'':<{columns[0]}}  {plain(other)} when {tag}"


def _cells(state: State, sheet: SheetView, name: str, usual: Sequence[LevelLabel]) -> tuple[str, ...]:
    """Return a trait's cells on a sheet: name, level, the GM's word for it, and the level rolled instead."""
    trait, ladder = sheet.traits[name], Ladder.of(state.rules)
    words = labels_of(state, name)
    own = f"({scale(words)})" if words and words != usual else ""
    none = "" if trait.trained or trait.level_name is None else "(no level given)"
    rest = "  ".join(each for each in (trait.role, none, in_effect(state, sheet.name, name, trait), own) if each)
    cells = name, f"{level(trait, ladder)}{how_far(trait, ladder)}", trait.interpretation or "", rest
    return cells if any(each.interpretation for each in sheet.traits.values()) else (*cells[:2], rest)


def usual_labels(state: State, sheet: SheetView) -> Sequence[LevelLabel]:
    """Return the words for levels that most of a sheet's traits share, or nothing if no two share any."""
    labels = [labels_of(state, name) for name in sheet.traits]
    shared = Counter(each for each in labels if each).most_common(1)
    return shared[0][0] if shared and shared[0][1] > 1 else ()


def scale(labels: Sequence[LevelLabel]) -> str:
    """Return words for levels with the level that each begins at."""
    return ", ".join(f"{label.word} {label.level}" for label in labels)


def in_effect(state: State, who: str, name: str, trait: TraitView) -> str:
    """Return the level that is rolled now and why, if properties, statuses or items change it (PF-33)."""
    lent = action_parts(state, state.sheets[who], name)
    parts = [part for part in (*trait.modifiers, *lent) if part.value]
    changed = sum(part.value for part in parts)
    if not changed or not (lent or state.rules.ladder):
        return ""
    reasons = join_names([part.brief for part in parts])
    if state.rules.check_dice == BY_LEVEL:
        return f"{with_sign(changed)} with {reasons}"
    now = trait.level + changed
    return f"{Ladder.of(state.rules).name(now) or plain(now)} with {reasons}"


def how_far(trait: TraitView, ladder: Ladder) -> str:
    """Write the range of a trait without a single level (FL-65)."""
    return "" if trait.upto is None else f" to {ladder.name_of(trait.upto)}"


def level(trait: TraitView, ladder: Ladder) -> str:
    """Write the level as its word, or as its number with progress and the level's modifier (PF-20, PF-33)."""
    standing = str(Standing(trait.level, trait.xp, trait.progress, trait.needed))
    sign = "−" if trait.modifier < 0 else "+"
    modified = f"{standing} {sign} {abs(trait.modifier)} = {plain(trait.effective)}" if trait.modifier else standing
    return ladder.name(trait.level) or modified


def _statuses(state: State, sheet: SheetView) -> Iterator[str]:
    if not sheet.statuses and not sheet.counters:
        return
    yield "Statuses"
    for name, current in sheet.statuses.items():
        status = state.statuses[name]
        touches = [", ".join(status.on)] * bool(status.on) + [f"when {status.when}"] * bool(status.when)
        yield f"  {name}{because(' '.join(touches))}"
        states = [f"{step.name}{because(state_notes(step))}" for step in status.states]
        marked = [
            f"[{text}]" if step.name == current else text for text, step in zip(states, status.states, strict=True)
        ]
        yield f"    {'  ·  '.join(marked)}"
    for name, number in sheet.counters.items():
        yield f"  {name}: {count_text(COUNTERS.of(state)[name], number)}"


def state_notes(found: StatusState) -> str:
    """Return in few words what a state of a status does, or "" if it does nothing."""
    on = f" on {', '.join(found.on)}" if found.on else ""
    does = [f"{with_sign(found.modifier)}{on}"] if found.modifier else []
    return ", ".join([*list_levels(found), *does, *(["out"] if found.out else [])])


def count_text(defined: CounterDefined, number: int) -> str:
    """Write the number of a counter, out of its greatest, and its effects there."""
    of = f" of {plain(defined.most)}" if defined.least == 0 else f" ({plain(defined.least)} to {plain(defined.most)})"
    does = [describe_effect(effect) for band in bands_at(defined, number) for effect in band.effects]
    return f"{plain(number)}{of}{f': {join_names(does)}' if does else ''}"


def _tracks(sheet: SheetView) -> Iterator[str]:
    """Yield each track with its states and their boxes. Marked boxes have a cross or a name."""
    if not sheet.tracks:
        return
    yield "Tracks"
    names = max(map(width, sheet.tracks))
    for name, states in sheet.tracks.items():
        yield f"  {pad(name, names)}  {draw_states(states)}"


def _properties(state: State, sheet: SheetView) -> Iterator[str]:
    if not sheet.properties:
        return
    yield "Properties"
    for name in sheet.properties:
        defined = state.properties[name]
        does = [describe_effect(each) for each in defined.effects] + [
            f"{g.amount} XP for {g.trait}" for g in defined.gifts
        ]
        does += [f"gives {count(each.quantity, each.item)}" for each in defined.things]
        yield f"  {name}: {', '.join(does)}" if does else f"  {name}"


def _gifts(state: State, sheet: SheetView) -> Iterator[str]:
    for label, names in (("Gifts", sheet.gifts), ("Faults", sheet.faults)):
        does = {name: ", ".join(map(describe_effect, state.properties[name].effects)) for name in names}
        if names:
            yield f"{label}: {', '.join(f'{name}{because(what)}' for name, what in does.items())}"
    if sheet.keys:
        yield f"Keys: {', '.join(sheet.keys)}"


def _inventory(sheet: SheetView) -> Iterator[str]:
    if not sheet.inventory:
        return
    yield "Inventory"
    for item in sheet.inventory:
        yield f"  {'  ' * item.depth}{item_text(item)}"


def item_text(item: ItemView) -> str:
    """Write a stack with its number, condition, place on the body and effects."""
    said = [text for text in (item.within if item.depth == 0 else None, item.note) if text]
    lends = "".join(f"  [{describe_effect(each)}]" for each in item.effects)
    count = f"{item.quantity} " if item.quantity != 1 else ""
    noted = f" ({', '.join(said)})" if said else ""
    return f"{count}{item.item}{noted}{lends}"


def _account(state: State, sheet: SheetView) -> Iterator[str]:
    for name, held in sheet.shown.items():
        if held is not None:
            parts = list_terms(parts_of_rating(state, sheet)) if name == "dr" else ""
            yield f"{own_line(SHOWS[name], held)}{because(parts)}"
    xp = sheet.xp
    if not xp.awarded and (state.rules.growth == "none" or is_ship(sheet.characteristics)):
        return
    yield f"XP: {account_text(xp)}"


def parts_of_rating(state: State, sheet: SheetView) -> tuple[Part, ...]:
    """Return the terms that a sheet's damage rating is the sum of, or none if it has no rating."""
    return () if sheet.shown.get("dr") is None else rating_parts(state, state.sheets[sheet.name]) or ()


def own_line(shown: Shown, held: Any) -> str:
    """Return a value that a concern shows, under its label."""
    said = plain(held) if type(held) is int else str(held)
    return f"{shown.label}: {said}{f' {shown.unit}' if shown.unit else ''}"


def _ladder(state: State) -> Iterator[str]:
    """Yield the ladder's levels, highest first, and the table that its dice are looked up in, if any (FU-72)."""
    ladder, rules = Ladder.of(state.rules), state.rules
    if not ladder.words:
        return

    def name_levels(levels: range) -> str:
        return ", ".join(f"{ladder.name_of(level)} ({with_sign(level)})" for level in levels)

    last = min(rules.creation_limit, ladder.greatest)
    yield f"Ladder: {name_levels(range(last, ladder.least - 1, -1))}"
    if ladder.greatest > last:
        yield f"Above it: {name_levels(range(ladder.greatest, rules.creation_limit, -1))}"
    if rules.check_dice == BY_LEVEL:
        return
    from engine.dice import read_dice  # a game without a ladder needs none

    table = read_dice(rules.check_dice).table
    if table is not None:
        rows = (f"{low if low == high else f'{low}–{high}'}: {with_sign(result)}" for low, high, result in table.rows)
        yield f"{name_dice(rules.check_dice)}: {', '.join(rows)}"


def account_text(xp: XpView, given: int = 0) -> str:
    """Write the XP to spend and the sums that they come from. `given` are the XP that levels without XP would cost."""
    more = {"taken": xp.taken, "free": xp.bonus, "given": given}
    sums = "".join(f", {name} {amount}" for name, amount in more.items() if amount)
    return f"{balance_text(xp.unspent)} (awarded {xp.awarded}, spent {xp.spent}{sums})"


def balance_text(unspent: int) -> str:
    """Write the XP to spend, or for a debt its meaning."""
    if unspent >= 0:
        return f"{unspent} to spend"
    return f"{plain(unspent)} to spend, a debt of {-unspent} that later awards pay first"


def party_text(state: State, sheets: list[SheetView]) -> str:
    """Write everyone in two lines: their traits, and their condition."""
    return (
        "\n".join(line for sheet in sheets for line in _short(state, without_idle(state, sheet)))
        or "nobody is here yet"
    )


def _purse(unspent: int) -> str:
    if not unspent:
        return ""
    return f" · {unspent} XP to spend" if unspent > 0 else f" · a debt of {-unspent} XP"


def _short(state: State, sheet: SheetView) -> Iterator[str]:
    own = {name: t for name, t in sheet.traits.items() if t.xp or t.modifier or (t.trained and t.level_name)}
    skills = ", ".join(f"{name} {_level_now(state, sheet.name, name, trait)}" for name, trait in own.items())
    yield f"{sheet.name} · {who(sheet)}{_purse(sheet.xp.unspent)}"
    states = [f"{name}: {state}" for name, state in sheet.statuses.items()]
    states += [f"{name}: {plain(number)}" for name, number in sheet.counters.items()]
    states += [f"{name}: {track_text(each)}" for name, each in sheet.tracks.items() if any(s.marked for s in each)]
    states += [sheet.shown[key] for key in ("out", "effects") if sheet.shown.get(key)]
    states += [f"wounds: {sheet.shown['wounds']}"] if sheet.shown.get("wounds") else []
    passing = sheet.shown.get("effects") or ""
    held = [x for x in (*sheet.properties, *sheet.gifts, *sheet.faults, *sheet.keys) if not lasts(x, passing)]
    rest = " · ".join([*([skills] if skills else []), *states, *held])
    if rest:
        yield f"  {rest}"


def lasts(name: str, passing: str) -> bool:
    """Return whether the list of passing effects has one of a name, and until when."""
    return any(f"{name} {how}" in passing for how in ("until", "for the next roll"))


def _level_now(state: State, who: str, name: str, trait: TraitView) -> str:
    ladder, now = Ladder.of(state.rules), in_effect(state, who, name, trait)
    said = f"{level(trait, ladder)}{how_far(trait, ladder)}"
    return f"{said.removesuffix(')')}; {now})" if now and said.endswith(")") else f"{said}{because(now)}"
