"""Rules from files: those of the program's games, and house rules based on them.

A file has one key to a line, and gives only what differs from the rules that it `extends`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.refusal import Refused, did_you_mean, names_beginning, nearest, stem
from engine.registry import SECTIONS
from engine.rooms import load
from engine.rules.creation import known_traits
from engine.rules.ladders import carry_levels
from engine.rules.ruleset import FIELDS, Ruleset, pair
from engine.rules.structure import check_values, structure_shipped
from engine.rules.trait_kinds import must_know_defaults
from engine.rules.values import spoken
from engine.toml import read_toml

BUILT_IN = ("peupfudge", "fudge", "polyhedral", "fudge-lite")

#: How advice to begin a campaign of the first game mentions the others.
OTHER_GAMES = f"(or {', '.join(BUILT_IN[1:])})"

#: The folder of the games' rules.
SHIPPED = Path(__file__).parents[1] / "rulesets"

#: What a file of rules can extend.
BASES = f"{', '.join(BUILT_IN)}, or the name of a .toml file beside it"

#: Sections of a template for which a file of rules has keys instead.
OF_TEMPLATES = {"game", "rules"}

#: Keys whose tables extend those of the inherited rules. “none” drops an entry.
ADDING = ("dice-names", "tables", "kinds", "ready")

#: The most bytes of a file of rules.
LARGEST_RULES = 100_000


def load_rules(which: str) -> Ruleset:
    """Return the rules of a game or TOML file. Raise Refused if it does not exist or its rules are wrong."""
    game = built_in(which)
    if game is not None:
        return shipped_rules(game)
    if which.endswith(".toml"):
        return _from_file(Path(which), ())
    close = nearest(which, BUILT_IN)
    listed = f"there are {', '.join(BUILT_IN)}, or a file that ends in .toml"
    raise Refused(f"no rules called “{which}”", about="rules", hint=did_you_mean(close) if close else listed)


@cache
def shipped_rules(game: str) -> Ruleset:
    """Return the rules of a game that comes with the program."""
    return _from_file(SHIPPED / f"{game}.toml", ())


def built_in(which: str, beside: Path = Path()) -> str | None:
    """Return the game with that name or beginning, or None, also if a file `beside` has that name.

    `fudg` means fudge, although fudge-lite begins with it too.
    """
    if which in BUILT_IN:
        return which
    games = [] if os.path.exists(beside / which) else names_beginning(which, BUILT_IN)
    return stem(games)


def _from_file(path: Path, extended_by: tuple[Path, ...]) -> Ruleset:
    values = read_toml(path, "rules", "rules", LARGEST_RULES)
    if not values:
        hint = 'say which game it extends, such as extends = "fudge-lite"'
        raise Refused(f"{path} holds no rules", about="rules", hint=hint)
    for section in world_sections(values):
        del values[section]
    base = values.pop("extends", None)
    inherited = {} if base is None else _base(path, base, (*extended_by, path)).as_data()
    own = {"name": path.stem, "title": path.stem}
    if path.parent != SHIPPED:
        inherited = _carry(path, inherited, values)
    for key in ADDING:
        if isinstance(values.get(key), Mapping):
            entries = dict(map(pair, inherited.get(key, ()))) | values[key]
            values[key] = {name: each for name, each in entries.items() if each != "none"}
    if path.parent == SHIPPED:
        return check_values(inherited | own | values, structure_shipped)
    try:
        rules = check_values(inherited | own | values)
        if rules.kinds:
            must_know_defaults(rules, _traits_beside(path, rules))
        return rules
    except Refused as refusal:
        raise Refused(f"{path}: {refusal.message}", about="rules", hint=refusal.hint) from None


def _traits_beside(path: Path, rules: Ruleset) -> list[str]:
    """Return the traits of the lists in some rules, and of the world in their file."""
    defined = world_of(str(path)).get("abilities")
    listed = (trait for name in rules.trait_lists for trait in known_traits(name))
    return [*listed, *(map(str, defined) if isinstance(defined, Mapping | list) else ())]


def _carry(path: Path, inherited: dict[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return inherited rules on the ladder of a file. Raise Refused, naming the file, for levels that it must say."""
    try:
        return carry_levels(inherited, values)
    except Refused as refusal:
        raise Refused(f"{path}: {refusal.message}", about="rules", hint=refusal.hint) from None


def world_sections(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the template in a file of rules, such as statuses and counters.

    A list of tracks belongs to the rules, and tables of tracks to the world.
    """
    if values.keys() <= FIELDS.keys() | {"extends"} and not isinstance(values.get("tracks"), Mapping):
        return {}
    load("template")
    named = SECTIONS.keys() - FIELDS.keys() - OF_TEMPLATES
    tables = {"tracks"} if isinstance(values.get("tracks"), Mapping) else set()
    return {key: each for key, each in values.items() if key in named | tables}


def world_of(which: str) -> dict[str, Any]:
    """Return the world in a file of rules, merged over those of the files it extends. For a game's name it is empty."""
    if built_in(which) is not None:
        return {}
    path, found = Path(which), dict[str, Any]()
    values = read_toml(path, "rules", "rules", LARGEST_RULES)
    base = values.get("extends")
    if base is not None and built_in(base, path.parent) is None:
        found = world_of(str(path.parent / base))
    for section, each in world_sections(values).items():
        had = found.get(section)
        found[section] = {**had, **each} if isinstance(had, Mapping) and isinstance(each, Mapping) else each
    return found


def _base(path: Path, base: object, extended_by: tuple[Path, ...]) -> Ruleset:
    """Return the rules that a file extends: those of a game, or of a file beside it."""
    if not isinstance(base, str):
        raise Refused(f"{path}: extends cannot be {spoken(base)}", about="rules", hint=f"it takes {BASES}")
    game = built_in(base, path.parent)
    if game is not None:
        return load_rules(game)
    file = path.parent / base
    if not os.path.exists(file):
        close = nearest(base, BUILT_IN)
        meant = f"{did_you_mean(close)} It" if close else "it"
        raise Refused(f"{path}: extends cannot be {base}", about="rules", hint=f"{meant} takes {BASES}")
    if any(_same(file, other) for other in extended_by):
        raise Refused(f"{path} extends itself, by way of {base}", about="rules")
    return _from_file(file, extended_by)


def _same(file: Path, other: Path) -> bool:
    """Return whether two paths lead to one file."""
    try:
        return file.resolve() == other.resolve()
    except (OSError, ValueError, RuntimeError):
        return False
