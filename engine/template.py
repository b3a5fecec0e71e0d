"""A campaign template: definitions, characters and their starting kit in one TOML file.

Each room registers its sections in its `template.py`, which shows how they are written. Here the file is read: cattrs
structures it, so a mistake is told with the place where it stands, and each section turns what it holds into the
commands that could have been typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import attrs

from engine.refusal import Refused
from engine.registry import SECTIONS, Section, load
from engine.rules.ladder import Ladder
from engine.toml import Mistyped, make_converter, read_toml
from engine.types import Level

LARGEST_TEMPLATE = 1_000_000

#: The most values that a template may hold: each name is compared with all those before it.
MOST_VALUES = 2_000

#: In the metadata of a field: the key that it has in the file, where that is another than its name.
KEY = "key"

#: In the metadata of a field: a text that stands in the place of the whole table fills it.
ALONE = "alone"


def read_template(path: Path, ladder: Ladder) -> list[object]:
    """Return the commands that could have been typed instead of a template; raises Refused.

    They stand in the order in which they can be done. Levels may be words of the ladder.
    """
    load("template")
    data = read_toml(path, "a template", "file", LARGEST_TEMPLATE)
    if (held := count_values(data)) > MOST_VALUES:
        said = f"{path} holds {held:,} values: the limit for one template is {MOST_VALUES:,}"
        raise Refused(said, about="file", hint="make several templates of it, and “setup” one after the other")
    template = structured(data, path, ladder)
    return list(template_commands(template, SECTIONS))


def count_values(held: Any) -> int:
    """Return how many values a part of a file holds, itself among them."""
    inner = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    return 1 + sum(map(count_values, inner))


def template_commands(entry: Any, sections: Mapping[str, Section], *of: str) -> Iterator[object]:
    """Yield the commands of all sections that stand in an entry, each in its place; `of` is whom they are about."""
    for name, each in in_order(sections):
        held = getattr(entry, identifier(name))
        if held is not None:
            yield from each.commands(*of, held)


def entry_type(name: str, sections: Mapping[str, Section], base: type = object) -> type:
    """Return a class with a field for each section, None where the section is left out, beside those of `base`."""
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
    """Return the type of what a section holds, which may depend on other sections."""
    return section.holds() if isinstance(section.holds, FunctionType) else section.holds


def structured(data: dict[str, Any], path: Path, ladder: Ladder) -> Any:
    """Return the file's data as a template; raises Refused naming the first place that is wrong."""
    import cattrs
    from cattrs.errors import BaseValidationError

    try:
        return converter(ladder).structure(data, entry_type("Template", SECTIONS))
    except BaseValidationError as error:
        first = cattrs.transform_error(error, path="template", format_exception=_said)[0]
        raise Refused(f"{path}: {first.replace(' @ template.', ' at ')}", about="file") from None


def converter(ladder: Ladder) -> Any:
    """Return what structures a template: exact types, no unknown keys, levels as numbers or words of the ladder."""
    made = make_converter()
    made.register_structure_hook_func(lambda kind: kind == Level, _level(ladder))
    made.register_structure_hook_factory(attrs.has, lambda kind: _table(made, kind))
    return made


def _said(error: BaseException, kind: type | None) -> str:
    """Return what is wrong with a value, in our own words if they are ours."""
    from cattrs.v import format_exception

    return str(error) if isinstance(error, Mistyped) else format_exception(error, kind)


def _level(ladder: Ladder) -> Any:
    """Levels are numbers, or words of the ladder."""

    def structure(value: Any, _: Any) -> Any:
        level = ladder.level(value) if isinstance(value, str) else value
        if type(level) is not int:
            raise Mistyped(f"expected a level, not {value!r}", value)
        return level

    return structure


def _table(converter: Any, kind: type) -> Any:
    """Structure a table by its fields, or a bare text where one of them may stand alone."""
    from cattrs.gen import make_dict_structure_fn, override

    attrs.resolve_types(kind, include_extras=True)
    fields = attrs.fields(kind)
    keys: dict[str, Any] = {each.name: override(rename=each.metadata[KEY]) for each in fields if KEY in each.metadata}
    table: Any = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **keys)
    alone = next((each.name for each in fields if each.metadata.get(ALONE)), None)

    def structure(value: Any, cls: Any) -> Any:
        return kind(**{alone: value}) if alone and isinstance(value, str) else table(value, cls)

    return structure
