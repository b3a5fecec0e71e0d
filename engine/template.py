"""A campaign template: definitions, characters and their starting kit in one TOML file.

The file is structured by cattrs, so a mistake is told with the place where it stands; what it comes to is a
list of the same commands that could have been typed.

    title = "..."                                   (a remark; the campaign has its title already)
    [rules]          contest-dice = "1dF"
    [checklist]      beings = "humans"
    [practice]       amount = 1, unit = "month", xp = 2
    [abilities]      Muscle = { poor = 2, decent = 4, great = 6 }
    [statuses.X]     states = { Tired = -1, Neutral = 0 }, on = ["Muscle"], start = "Tired"
    [properties.X]   levels = { Strength = -1 }, action = -1, on = ["Muscle"], xp = { Perception = 7 }, when = "dark"
    gifts = ["Night Vision"], faults = ["Greedy"]
    [[characters]]   name, kind, player, characteristics, traits, properties, statuses, xp, spend, items
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import Factory

from engine.concerns.belongings.commands import Give, Loan
from engine.concerns.campaign.commands import AnswerChecklist, ChangeRule
from engine.concerns.characters.commands import CreateNpc, CreatePc, SetCharacteristic
from engine.concerns.experience.commands import Award, FixPracticeRate, Share, Spend
from engine.concerns.properties.commands import Change, DefineFault, DefineGift, DefineProperty, Gain
from engine.concerns.statuses.commands import ChangeStatus, DefineStatus, Step
from engine.concerns.traits.commands import DefineAbility, GiveTrait, Labelled, TraitLevel
from engine.refusal import Refused
from engine.rules.ladder import Ladder
from engine.rules.values import spoken
from engine.toml import read_toml
from engine.types import (
    Amount,
    Characteristic,
    Container,
    Label,
    Level,
    Name,
    NewItem,
    NewTrait,
    Offset,
    Player,
    Property,
    RuleKey,
    Signed,
    StateName,
    Status,
    Tag,
    Text,
    Topic,
    Trait,
    Unit,
)
from engine.value import value

LARGEST = 1_000_000


@value
class StatusEntry:
    states: dict[Name, Offset]
    on: list[Trait] = Factory(list)
    start: Name | None = None
    moved: Label = ""


@value
class PropertyEntry:
    levels: dict[Trait, Offset] = Factory(dict)
    action: Offset | None = None
    on: list[Trait] = Factory(list)
    xp: dict[Trait, Amount] = Factory(dict)
    when: Tag | None = None


@value
class ItemEntry:
    name: NewItem
    count: Amount = 1
    within: Container | None = None
    note: Label = ""
    bonus: Signed | None = None
    on: list[Trait] = Factory(list)
    when: Tag | None = None


@value
class CharacterEntry:
    name: Name
    kind: str = "pc"
    player: Player | None = None
    characteristics: dict[Characteristic, Text] = Factory(dict)
    traits: dict[NewTrait, Level] = Factory(dict)
    properties: list[Property] = Factory(list)
    statuses: dict[Status, StateName] = Factory(dict)
    xp: Amount | None = None
    spend: dict[Trait, Amount] = Factory(dict)
    items: list[ItemEntry] = Factory(list)


@value
class PracticeEntry:
    amount: Amount
    unit: Unit
    xp: Amount


@value
class Template:
    """A whole template, as it stands in its file."""

    title: str = ""
    rules: dict[RuleKey, Any] = Factory(dict)
    checklist: dict[Topic, Text] = Factory(dict)
    practice: PracticeEntry | None = None
    abilities: dict[Name, dict[Name, Level]] = Factory(dict)
    statuses: dict[Name, StatusEntry] = Factory(dict)
    properties: dict[Name, PropertyEntry] = Factory(dict)
    gifts: list[Name] = Factory(list)
    faults: list[Name] = Factory(list)
    characters: list[CharacterEntry] = Factory(list)


def read_template(path: Path, ladder: Ladder) -> list[object]:
    """The commands that a template comes to, in the order in which they can be done; raises Refused.

    Levels may be words of the ladder.
    """
    return list(commands(structured(read_toml(path, "a template", "file", LARGEST), path, ladder)))


def structured(data: dict[str, Any], path: Path, ladder: Ladder) -> Template:
    """The file's data as a template; raises Refused naming the first place that is wrong."""
    import cattrs
    from cattrs.errors import BaseValidationError

    converter = cattrs.Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, _exactly(str, "a text"))
    converter.register_structure_hook(int, _exactly(int, "a whole number"))
    converter.register_structure_hook_func(lambda kind: kind == Level, _level(ladder))
    converter.register_structure_hook(ItemEntry, _item(converter))
    try:
        return converter.structure(data, Template)
    except BaseValidationError as error:
        first = cattrs.transform_error(error, path="template", format_exception=_said)[0]
        raise Refused(f"{path}: {first.replace(' @ template.', ' at ')}", about="file") from None


def _said(error: BaseException, kind: type | None) -> str:
    """What is wrong with a value, in our own words where they are ours."""
    from cattrs.v import format_exception

    return str(error) if isinstance(error, Mistyped) else format_exception(error, kind)


class Mistyped(ValueError):
    """A value of another type than its place takes."""


def _exactly(kind: type, name: str) -> Any:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise Mistyped(f"expected {name}, not {value!r}")
        return value

    return structure


def _level(ladder: Ladder) -> Any:
    """Levels are numbers, or words of the ladder."""

    def structure(value: Any, _: Any) -> Any:
        level = ladder.level(value) if isinstance(value, str) else value
        if type(level) is not int:
            raise Mistyped(f"expected a level, not {value!r}")
        return level

    return structure


def _item(converter: Any) -> Any:
    """Items may be a bare name, or a table with “in” for what holds them."""
    from cattrs.gen import make_dict_structure_fn, override

    table = make_dict_structure_fn(ItemEntry, converter, _cattrs_forbid_extra_keys=True, within=override(rename="in"))

    def structure(value: Any, kind: Any) -> ItemEntry:
        return ItemEntry(value) if isinstance(value, str) else table(value, kind)

    return structure


def commands(template: Template) -> Iterator[object]:
    """What could have been typed instead of the template."""
    for key, chosen in template.rules.items():
        yield ChangeRule(key, spoken(chosen))
    for topic, text in template.checklist.items():
        yield AnswerChecklist(topic, text)
    if template.practice is not None:
        yield FixPracticeRate(template.practice.amount, template.practice.unit, template.practice.xp)
    for name, labels in template.abilities.items():
        yield DefineAbility((name,), tuple(Labelled(word, level) for word, level in labels.items()))
    for name, status in template.statuses.items():
        steps = tuple(Step(state, modifier) for state, modifier in status.states.items())
        yield DefineStatus(name, steps, tuple(status.on), status.start, status.moved)
    for name, entry in template.properties.items():
        yield _property(name, entry)
    if template.gifts:
        yield DefineGift(tuple(template.gifts))
    if template.faults:
        yield DefineFault(tuple(template.faults))
    for character in template.characters:
        yield from _character(character)


def _property(name: Name, entry: PropertyEntry) -> DefineProperty:
    if len(entry.xp) > 1:
        raise Refused(f"the property {name} can bring XP for one ability only", about="file")
    practice, bonus = next(iter(entry.xp.items()), (None, None))
    changes = tuple(Change(trait, change) for trait, change in entry.levels.items())
    return DefineProperty(name, changes, entry.action, tuple(entry.on), bonus, practice, entry.when)


def _character(entry: CharacterEntry) -> Iterator[object]:
    if entry.kind not in ("pc", "npc"):
        raise Refused(f"{entry.name} is of kind {entry.kind!r}: a character is a pc or an npc", about="file")
    yield CreatePc(entry.name, entry.player) if entry.kind == "pc" else CreateNpc(entry.name)
    who = entry.name
    for name, text in entry.characteristics.items():
        yield SetCharacteristic(who, name, text)
    if entry.traits:
        yield GiveTrait(who, tuple(TraitLevel(trait, level) for trait, level in entry.traits.items()))
    if entry.xp is not None:
        yield Award((who,), entry.xp, "practice before play")
    if entry.spend:
        yield Spend(who, tuple(Share(amount, trait) for trait, amount in entry.spend.items()))
    for gained in entry.properties:
        yield Gain(who, gained)
    for status, state in entry.statuses.items():
        yield ChangeStatus(who, status, state, "at the start")
    for item in entry.items:
        loans = () if item.bonus is None else (Loan(item.bonus, traits=tuple(item.on), tag=item.when),)
        yield Give(who, item.name, item.count, item.within, item.note, loans)
