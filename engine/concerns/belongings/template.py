"""Sections of a template about things that characters carry.

items = ["rope", { name = "map", in = "pack", count = 2, note = "torn", bonus = 1, on = ["Lore"], when = "lost" }]
items = [{ name = "axe", weapon = 2 }, { name = "mail", armour = 3 }, { name = "gun", dice = "2d6" }]
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field

from engine.concerns.belongings.commands import Give, Loan
from engine.registry import section
from engine.template import ALONE, KEY
from engine.types import Amount, Container, DiceSpec, Label, Level, NewItem, Offset, Signed, Tag, Trait
from engine.value import Factory, evolve, value


@value
class ItemEntry:
    """Things of one kind, with their container or place and their effect on rolls."""

    name: NewItem = field(metadata={ALONE: str})
    count: Amount = 1
    within: Container | None = field(default=None, metadata={KEY: "in"})
    note: Label = ""
    weapon: Offset | None = None
    lethality: Level | None = None
    dice: DiceSpec | None = None
    armour: Offset | None = None
    bonus: Signed | None = None
    on: list[Trait] = Factory(list)
    when: Tag | None = None


@section("items", 70, list[ItemEntry], of_character=True)
def items_section(who: str, carried: list[ItemEntry]) -> Iterator[object]:
    """Yield a command for each line of the inventory."""
    for item in carried:
        loans = () if item.bonus is None else (Loan(item.bonus, traits=tuple(item.on), tag=item.when),)
        given = Give(who, item.name, item.count, item.within, item.note, loans)
        yield evolve(given, weapon=item.weapon, lethality=item.lethality, dice=item.dice, armour=item.armour)
