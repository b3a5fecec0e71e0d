"""A character sheet for people and programs to read: everything computed, nothing stored (PF-70)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.concerns.counters.sheet import counts_of
from engine.concerns.points.sheet import points as points  # imported from here by checks of a log
from engine.concerns.tracks.sheet import StateView, boxes_text, track_text, track_views
from engine.concerns.traits.events import LevelLabel
from engine.known import the_sheet
from engine.registry import SHOWS
from engine.rooms import load
from engine.rules.creation import shown_traits
from engine.rules.curve import Standing
from engine.rules.ladder import Ladder
from engine.rules.modifiers import ability, conditional_levels, in_force
from engine.rules.parts import Effect, Lent, Part
from engine.rules.trait_kinds import kind_of
from engine.state import UNPRACTISED, Sheet, Stack, State
from engine.text import describe_effect, plain, with_sign
from engine.value import field_names, plain_names, value

#: Fields that say more of a trait, a track or a thing. They are changes only where the thing itself is none.
DETAILS = ("called", "upto", "word", "next", "modifiers", "when", "given", "boxes", "effects")

#: The parts of a sheet that a character has or lacks, by kind.
KINDS_HELD = {"properties": "property", "gifts": "gift", "faults": "fault", "keys": "key"}


@value
class TraitView:
    """A trait on a sheet.

    `level` is the unmodified one, and `effective` includes the level modifiers. `progress` is how many of the `needed`
    XP for the next level are paid. `interpretation` is the GM's word for the effective level, `level_name` the
    ladder's, and `conditional` the levels for particular kinds of action. `upto` is the highest level of a trait that
    has a range. `trained` tells whether anything was put into it. `role` is its role in the character, or None. `grows`
    tells whether XP raise traits by the rules.
    """

    level: int
    modifier: int
    effective: int
    level_name: str | None
    xp: int
    progress: int
    needed: int
    interpretation: str | None
    modifiers: tuple[Part, ...]
    conditional: dict[str, int]
    upto: int | None = None
    trained: bool = True
    role: str | None = None
    grows: bool = True


@value
class ItemView:
    """A line of the inventory: `within` names its container, `depth` the nesting."""

    item: str
    quantity: int
    within: str | None
    note: str
    depth: int
    id: int
    effects: tuple[Effect, ...]


@value
class XpView:
    """The XP account: awarded = spent + taken + unspent. Free practice is separate."""

    awarded: int
    spent: int
    taken: int
    unspent: int
    bonus: int


@value
class SheetView:
    """Everything a sheet shows. `shown` are the values that concerns show, by name, None if not on this sheet."""

    name: str
    kind: str
    player: str | None
    characteristics: dict[str, str]
    traits: dict[str, TraitView]
    statuses: dict[str, str]
    counters: dict[str, int]
    properties: tuple[str, ...]
    gifts: tuple[str, ...]
    faults: tuple[str, ...]
    keys: tuple[str, ...]
    shown: dict[str, Any]
    inventory: tuple[ItemView, ...]
    xp: XpView
    tracks: dict[str, tuple[StateView, ...]]

    @property
    def points(self) -> int | None:
        """The fudge points (FL-105), or None if the campaign has none."""
        return self.shown.get("points")

    def as_json(self) -> dict[str, Any]:
        """Return the sheet as plain data with every field of the contract, empty or null where the rules have none."""
        plain: dict[str, Any] = {}
        for name in field_names(SheetView):
            held = as_plain(getattr(self, name))
            plain |= held if name == "shown" else {name: held}
        for trait in plain["traits"].values():
            if not trait.pop("grows"):
                trait |= dict.fromkeys(("xp", "progress", "needed"))
        for line in plain["inventory"]:
            line["in"] = line.pop("within")
        return plain


def as_plain(held: Any) -> Any:
    """Return a value of a view with dictionaries in the place of views."""
    if isinstance(held, dict):
        return {name: as_plain(each) for name, each in held.items()}
    if isinstance(held, list | tuple):
        return type(held)(map(as_plain, held))
    names = plain_names(type(held))
    return held if names is None else {name: as_plain(getattr(held, name)) for name in names}


def view(
    state: State,
    character: str,
    traits: dict[str, TraitView] | None = None,
    items: tuple[ItemView, ...] | None = None,
) -> SheetView:
    """Return a character's sheet as the state has it. Raise Refused for an unknown character.

    `traits` and `items` are its traits and inventory if known already, since computing them takes longer than all else.
    """
    sheet = the_sheet(state, character)
    if traits is None:
        lent = tuple(in_force(state, sheet, "level"))
        traits = {trait: trait_view(state, sheet, trait, lent) for trait in shown_traits(state, sheet)}
    return SheetView(
        sheet.name,
        sheet.kind,
        sheet.player,
        dict(sheet.characteristics),
        traits,
        dict(sheet.statuses),
        counts_of(state, sheet),
        tuple(state.list_held(sheet, "property")),
        tuple(state.list_held(sheet, "gift")),
        tuple(state.list_held(sheet, "fault")),
        tuple(state.list_held(sheet, "key")),
        own_values(state, sheet),
        tuple(inventory(sheet)) if items is None else items,
        XpView(sheet.awarded, sheet.spent, sheet.taken, sheet.unspent, sheet.bonus),
        track_views(state, sheet),
    )


def own_values(state: State, sheet: Sheet) -> dict[str, Any]:
    """Return the values that concerns show, by name, None for those that are not on this sheet."""
    load("sheet")
    return {name: shown.look(state, sheet) for name, shown in SHOWS.items()}


def trait_view(state: State, sheet: Sheet, trait: str, lent: Sequence[Lent] | None = None) -> TraitView:
    """Return one trait of a sheet. `lent` are the effects on the sheet's levels, if they were found already."""
    own, practice = ability(state, sheet, trait, (), lent), sheet.practice.get(trait, UNPRACTISED)
    return TraitView(
        level=own.unmodified,
        modifier=own.effective - own.unmodified,
        effective=own.effective,
        level_name=Ladder.of(state.rules).name(own.effective),
        xp=own.standing.xp,
        progress=own.standing.progress,
        needed=own.standing.needed,
        interpretation=interpretation(state, trait, own.effective),
        modifiers=own.parts,
        conditional=conditional_levels(state, sheet, trait, lent),
        upto=practice.upto,
        trained=sheet.is_trained(trait),
        role=practice.role or None,
        grows=state.rules.growth != "none",
    )


def interpretation(state: State, trait: str, level: int) -> str | None:
    """Return the GM's word for a level, the highest not above it, or None if the ability has no words (PF-37)."""
    labels = labels_of(state, trait)
    if not labels:
        return None
    reached = [label.word for label in labels if label.level <= level]
    return reached[-1] if reached else f"below {labels[0].word}"


def labels_of(state: State, trait: str) -> tuple[LevelLabel, ...]:
    """Return the words for the levels of a trait: its own, or those of its kind."""
    own = state.abilities[trait].labels if trait in state.abilities else ()
    kind = None if own else kind_of(state.rules, trait)
    return own if kind is None else tuple(LevelLabel(word, level) for word, level in kind.words)


def inventory(sheet: Sheet) -> list[ItemView]:
    """Return the things on a sheet, heap by heap, each followed by its contents."""
    held: dict[int | None, list[Stack]] = {}
    for heap in sheet.heaps():
        held.setdefault(heap.within, []).append(heap)
    found: list[ItemView] = []
    add_contents(found, held)
    return found


def add_contents(
    found: list[ItemView], held: Mapping[int | None, Sequence[Stack]], holder: Stack | None = None, depth: int = 0
) -> None:
    """Add the contents of a heap, or the loose things, each followed by its contents."""
    for stack in held.get(holder.id if holder else None, ()):
        where = holder.name if holder else stack.place
        found.append(ItemView(stack.name, stack.quantity, where, stack.note, depth, stack.id, stack.effects))
        if stack.id in held:
            add_contents(found, held, stack, depth + 1)


def values(sheet: SheetView) -> dict[str, Any]:
    """Return a sheet as a flat table from field names to values, as a signature keeps it.

    Things of one name in one place share a field. A track is there if a box of it is marked.
    """
    idle = [name for name, states in sheet.tracks.items() if not any(each.marked for each in states)]
    left_out = {"player", *(f"tracks.{name}{more}" for name in idle for more in ("", ".boxes"))}
    found = {field: held for field, held in values_in_full(sheet).items() if field not in left_out}
    return {field: held for field, held in found.items() if not is_detail(field, found)}


def is_detail(field: str, fields: Collection[str]) -> bool:
    """Return whether a field only says more of a trait, track or thing that has another of these fields."""
    thing, _, detail = field.rpartition(".")
    return detail in DETAILS and (thing in fields or f"{thing}.effective" in fields)


def values_in_full(sheet: SheetView) -> dict[str, Any]:
    """Return a sheet as a flat table of all that it shows, so that two sheets differ where their tables do."""
    found = player_values(sheet.player) | named_values("characteristics", sheet.characteristics)
    for name, trait in sheet.traits.items():
        found |= trait_values(name, trait)
    found |= xp_values(sheet.xp)
    found |= named_values("statuses", sheet.statuses)
    found |= named_values("counters", sheet.counters)
    for kind in KINDS_HELD:
        found |= held_values(kind, getattr(sheet, kind))
    found |= track_values(sheet.tracks) | shown_values(sheet.shown)
    return found | inventory_values(sheet.inventory)


def player_values(player: str | None) -> dict[str, Any]:
    """Return the field of the player, if there is one."""
    return {"player": player} if player else {}


def named_values(group: str, held: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of things with a name and a value, such as statuses."""
    return {f"{group}.{name}": each for name, each in held.items()}


def held_values(group: str, names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of things that a character has or lacks, such as gifts."""
    return {f"{group}.{name}": True for name in names}


def track_values(tracks: Mapping[str, Sequence[StateView]]) -> dict[str, Any]:
    """Return the fields of the tracks: how many boxes are marked, and beside that what the boxes are."""
    found: dict[str, Any] = {f"tracks.{name}": track_text(states) for name, states in tracks.items()}
    boxes = {name: "  ".join(map(boxes_text, states)) for name, states in tracks.items()}
    return found | {f"tracks.{name}.boxes": held for name, held in boxes.items()}


def shown_values(shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the values that concerns show by name, if on the sheet."""
    return {name: held for name, held in shown.items() if held is not None}


def xp_values(account: XpView | Sheet) -> dict[str, Any]:
    """Return the fields of an XP account in the flat table of a sheet."""
    return {
        "xp.awarded": account.awarded,
        "xp.spent": account.spent,
        "xp.taken": account.taken,
        "xp.unspent": account.unspent,
        "xp.bonus": account.bonus,
    }


def trait_values(name: str, trait: TraitView) -> dict[str, Any]:
    """Return the fields of one trait in the flat table of a sheet."""
    standing = Standing(trait.level, trait.xp, trait.progress, trait.needed)
    modified = trait.effective != trait.level
    found: dict[str, Any] = {f"traits.{name}": str(standing) if modified or not trait.level_name else trait.level_name}
    if modified:
        found[f"traits.{name}.effective"] = trait.effective
    if trait.role:
        found[f"traits.{name}.role"] = trait.role
    details = {
        "called": trait.level_name if modified else None,
        "upto": trait.upto,
        "word": trait.interpretation,
        "next": trait.needed if trait.grows else None,
        "modifiers": ", ".join(f"{with_sign(part.value)} {part.reason}" for part in trait.modifiers),
        "when": ", ".join(f"{plain(level)} when {tag}" for tag, level in trait.conditional.items()),
        "given": trait.trained or None,
    }
    return found | {f"traits.{name}.{detail}": held for detail, held in details.items() if held not in (None, "")}


def inventory_values(items: Iterable[ItemView]) -> dict[str, Any]:
    """Return the fields of an inventory in the flat table of a sheet."""
    found: dict[str, Any] = {}
    sums: dict[str, int] = {}
    for item in items:
        quantity, note, _ = item_fields(item.item, item.within)
        found[quantity] = sums[quantity] = sums.get(quantity, 0) + item.quantity
        if item.note:
            found[note] = item.note
        if item.effects:
            found[f"{quantity}.effects"] = effects_text(item.effects)
    return found


def effects_text(effects: Iterable[Effect]) -> str:
    """Write what a thing lends."""
    return ", ".join(map(describe_effect, effects))


@lru_cache(maxsize=4096)
def item_fields(name: str, within: str | None) -> tuple[str, str, str]:
    """Return the fields for the quantity and note of things with one name in one container or place, or loose.

    The third text is the same for alike names.
    """
    field = f"inventory.{name} in {within}" if within else f"inventory.{name}"
    return field, f"{field}.note", field.casefold()
