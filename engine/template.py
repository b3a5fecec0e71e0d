"""A campaign template: definitions, characters and starting kit in a TOML file.

Each room registers its sections in its `template.py`, which shows how they are written. This module reads the file:
cattrs structures it, so a mistake is reported with its place, and each section turns its value into the commands that
could have been typed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache, partial
from pathlib import Path
from types import FunctionType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import attrs

from engine.patterns import pattern
from engine.refusal import Refused, did_you_mean, names_beginning, nearest
from engine.registry import SECTIONS, OnState, Section
from engine.rooms import load
from engine.rules.files import load_rules
from engine.rules.ladder import Ladder
from engine.rules.ladders import words_of_before
from engine.rules.ruleset import Ruleset
from engine.state import State
from engine.text import in_quotes, join_names
from engine.toml import Mistyped, made_of, make_converter, read_toml, wrong_type
from engine.types import Date, Level
from engine.value import evolve, value

#: The worlds that come with the program, in the order of the games.
WORLDS = ("ferry", "lighthouse", "caravan", "observatory")

#: The folder of those worlds.
SHIPPED_WORLDS = Path(__file__).with_name("worlds")

LARGEST_TEMPLATE = 1_000_000

#: The most values in a template: each name is compared with all those before it.
MOST_VALUES = 2_000

#: Metadata of a field: its key in the file, if that differs from its name.
KEY = "key"

#: Metadata of a field: the type of a bare value that can replace the whole table and fills this field.
ALONE = "alone"

#: The words for the types of such values.
ALONE_NAMES = {str: "a text", int: "a whole number"}

#: A step of a path in a file, as cattrs writes it, and a key that needs no quotes.
PLACE = pattern(r"\['(.*?)'\]|\[(\d+)\]|\.(\w+)")
BARE_KEY = pattern(r"[\w-]+")


@value
class World:
    """A built-in world: its name, its game, and its subject."""

    name: str
    game: str
    title: str


@cache
def shipped_worlds() -> tuple[World, ...]:
    """Return the worlds that come with the program."""
    files = {name: SHIPPED_WORLDS / f"{name}.toml" for name in WORLDS}
    found = {name: read_toml(file, "a template", "file", LARGEST_TEMPLATE) for name, file in files.items()}
    return tuple(World(name, data["game"], data["title"]) for name, data in found.items())


def world_called(which: str) -> str | None:
    """Return the world with that name or beginning, or None, also if a file has that name."""
    if which in WORLDS:
        return which
    found = [] if os.path.exists(which) else names_beginning(which, WORLDS)
    return found[0] if len(found) == 1 else None


def find_template(which: str) -> Path:
    """Return the path of a world, or of the file with that name. Raise Refused if neither can be meant."""
    world = world_called(which)
    if world is not None:
        return SHIPPED_WORLDS / f"{world}.toml"
    if which.endswith(".toml") or os.path.exists(which):
        return Path(which)
    close = nearest(which, WORLDS)
    hint = "“setup” lists the worlds; a template is a file that ends in .toml"
    raise Refused(f"no world or file “{which}”", about="file", hint=f"did you mean {close}?" if close else hint)


def must_be_for(rules: Ruleset, game: object, name: str) -> None:
    """Refuse a template that is for another game than the one of these rules."""
    if game is None or game == rules.book:
        return
    ours = next((world.name for world in shipped_worlds() if world.game == rules.book), None)
    titles = {world.game: load_rules(world.game).title for world in shipped_worlds()}
    said = f"{name} is for {titles.get(str(game), game)}, and this campaign plays {rules.title}"
    raise Refused(said, about="file", hint=f"“setup {ours}” is for this game" if ours else None)


def read_template(path: Path, rules: Ruleset) -> list[object]:
    """Return the commands that could have been typed instead of a template, in an order that works.

    Raise Refused for a mistake. Levels may be words of the rules' ladder.
    """
    data = read_toml(path, "a template", "file", LARGEST_TEMPLATE)
    must_be_for(rules, data.get("game"), path.stem if path.parent == SHIPPED_WORLDS else str(path))
    if (held := count_values(data)) > MOST_VALUES:
        said = f"{path} holds {held:,} values: the limit for one template is {MOST_VALUES:,}"
        raise Refused(said, about="file", hint="make several templates of it, and “setup” one after the other")
    return structured_commands(data, path, rules)


def structured_commands(data: dict[str, Any], path: Path, rules: Ruleset) -> list[object]:
    """Return the commands for the sections of a file, in an order that works."""
    load("template")
    return list(template_commands(structure_template(data, path, with_words_of_the_book(rules)), SECTIONS))


def with_words_of_the_book(rules: Ruleset) -> Ladder:
    """Return the ladder, on which the words of the game that it is from mean their places too (OC-37)."""
    ladder = Ladder.of(rules)
    if not rules.book or rules.ladder == (book := load_rules(rules.book)).ladder:
        return ladder
    others = {word: level for word, level in words_of_before(book, rules).items() if ladder.level(word) is None}
    return evolve(ladder, aliases=(*ladder.aliases, *others.items()))


def count_values(held: Any) -> int:
    """Return how many values a part of a file holds, itself among them."""
    inner = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    return 1 + sum(map(count_values, inner))


def template_commands(entry: Any, sections: Mapping[str, Section], *of: str) -> Iterator[object]:
    """Yield the commands of an entry's sections in their order, about the character `of` if one is given."""
    for name, each in in_order(sections):
        held = getattr(entry, identifier(name))
        if held is not None:
            yield from each.commands(*of, held)


def define_new(kind: str, names: Iterable[str], define: Callable[[str], object]) -> OnState:
    """Return the definitions of those gifts, faults or keys that are new. Raise Refused for names of other kinds."""

    def find(state: State) -> Iterator[object]:
        for name in names:
            known = state.properties.get(name)
            if known is None:
                yield define(name)
            elif known.kind != kind:
                raise Refused(f"{name} is a {known.kind}, not a {kind}", about="file")

    return OnState(find)


def entry_type(name: str, sections: Mapping[str, Section], base: type = object) -> type:
    """Return a class with the fields of `base` and one for each section, None where it is left out."""
    fields = {
        identifier(each): attrs.field(default=None, type=held_type(section), metadata={KEY: each})
        for each, section in in_order(sections)
    }
    return attrs.make_class(name, fields, bases=(base,), frozen=True)


def in_order(sections: Mapping[str, Section]) -> list[tuple[str, Section]]:
    """Return the sections by their places."""
    return sorted(sections.items(), key=lambda each: each[1].place)


def identifier(name: str) -> str:
    """Return the name of the field for a section."""
    return name.replace("-", "_")


def held_type(section: Section) -> Any:
    """Return the type of a section's value, which may depend on other sections."""
    return section.holds() if isinstance(section.holds, FunctionType) else section.holds


def structure_template(data: dict[str, Any], path: Path, ladder: Ladder) -> Any:
    """Return the file's data as a template. Raise Refused, naming the first wrong place."""
    import cattrs
    from cattrs.errors import BaseValidationError

    try:
        return converter(ladder).structure(data, entry_type("Template", SECTIONS))
    except BaseValidationError as error:
        said, _, place = cattrs.transform_error(error, path="", format_exception=_explain)[0].rpartition(" @ ")
        where = f"{spell_place(place)}: " if place else ""
        raise Refused(f"{path}: {where}{said}", about="file") from None


def spell_place(place: str) -> str:
    """Return a place in a file as its keys are typed, with entries of a list numbered from 1.

    >>> spell_place(".statuses['Old Mood'].states['Bad']"), spell_place(".characters[0].name")
    ('statuses."Old Mood".states.Bad', 'characters.1.name')
    """
    steps = PLACE.findall(place)
    keys = [str(int(number) + 1) if number else spell_key(key or name) for key, number, name in steps]
    return ".".join(keys)


def spell_key(key: str) -> str:
    """Return a key as a file spells it, in quotes if it needs them."""
    return key if BARE_KEY.fullmatch(key) else in_quotes(key)


def converter(ladder: Ladder) -> Any:
    """Return the converter for templates: exact types, no unknown keys, levels as numbers or words of the ladder."""
    made = make_converter()
    made.register_structure_hook_func(lambda kind: kind == Level, _level(ladder))
    made.register_structure_hook_func(lambda kind: kind == Date, _date)
    made.register_structure_hook_factory(is_number_or_table, partial(_number_or_table, made))
    made.register_structure_hook_factory(attrs.has, lambda kind: _table(made, kind))
    for origin in (dict, list):
        made.register_structure_hook_factory(made_of(origin), partial(_container, made, origin))
    return made


def _container(converter: Any, origin: type, kind: Any) -> Any:
    """Structure a list or a table of values, and nothing else."""
    from cattrs.cols import list_structure_factory, mapping_structure_factory

    of_tables = origin is list and attrs.has(get_args(kind)[0])
    name = "tables in [[double brackets]]" if of_tables else "a list" if origin is list else "a table"
    inner: Any = (list_structure_factory if origin is list else mapping_structure_factory)(kind, converter)

    def structure(value: Any, cls: Any) -> Any:
        if type(value) is not origin:
            raise wrong_type(name, value)
        return inner(value, cls)

    return structure


def _explain(error: BaseException, kind: type | None) -> str:
    """Return the fault in a value, in the program's words."""
    return str(error) if isinstance(error, Mistyped) else "this does not fit here"


def _level(ladder: Ladder) -> Any:
    """Levels are numbers, or words of the ladder."""

    def structure(value: Any, _: Any) -> Any:
        level = ladder.level(value) if isinstance(value, str) else value
        if type(level) is not int:
            raise wrong_type("a level", value)
        return level

    return structure


def _date(value: Any, _: Any) -> str:
    """Dates are dates of TOML, or texts as they are typed."""
    from engine.dates import read_date  # few templates have one

    try:
        return read_date(str(value) if type(value) in (str, date) else "").isoformat()
    except ValueError as error:
        if type(value) is str:
            raise Mistyped(str(error), value) from None
        raise wrong_type("a date", value) from None


def is_number_or_table(kind: Any) -> bool:
    """Return whether a type is of a number, or of a table with a number for each of its keys."""
    return get_origin(kind) in (Union, UnionType) and [get_origin(each) for each in get_args(kind)] == [Annotated, dict]


def _number_or_table(converter: Any, kind: Any) -> Any:
    """Structure a number, or a table of numbers."""
    of_number, of_table = (converter.get_structure_hook(each) for each in get_args(kind))
    return lambda value, _: (of_table if type(value) is dict else of_number)(value, kind)


def _table(converter: Any, kind: type) -> Any:
    """Structure a table by its fields, or a bare value as the field that may be given alone."""
    from cattrs.gen import make_dict_structure_fn, override

    attrs.resolve_types(kind, include_extras=True)
    fields = attrs.fields(kind)
    keys: dict[str, Any] = {each.name: override(rename=each.metadata[KEY]) for each in fields if KEY in each.metadata}
    table: Any = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **keys)
    alone = {each.metadata[ALONE]: each.name for each in fields if ALONE in each.metadata}

    def structure(value: Any, cls: Any) -> Any:
        if type(value) in alone:
            return kind(**{alone[type(value)]: value})
        if type(value) is not dict:
            raise wrong_type(" or ".join(["a table", *(ALONE_NAMES[each] for each in alone)]), value)
        must_have_its_keys(value, fields)
        return table(value, cls)

    return structure


def must_have_its_keys(held: Mapping[str, Any], fields: Iterable[Any]) -> None:
    """Raise Mistyped for a table with an unknown key, or without a key it needs."""
    known = {each.metadata.get(KEY, each.name): each for each in fields}
    odd = next((each for each in held if each not in known), None)
    if odd is not None:
        close = nearest(odd, known)
        meant = did_you_mean(close) if close else f"it has {', '.join(known)}"
        raise Mistyped(f"no key “{odd[:40]}”, {meant}", odd)
    missing = [name for name, each in known.items() if each.default is attrs.NOTHING and name not in held]
    if missing:
        raise Mistyped(f"{join_names(missing)} is missing", held)
