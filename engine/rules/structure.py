"""Structure rules from data and from typed values with cattrs. An error names its key and what the key takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, Literal, get_args
from unicodedata import normalize

from engine.patterns import pattern
from engine.refusal import Refused, did_you_mean, names_beginning, nearest, stem
from engine.registry import SECTIONS
from engine.rules.curve import LISTED_COSTS, read_costs
from engine.rules.house import check_ladder, check_rules, example_of_reactions, wrong
from engine.rules.ladder import Ladder
from engine.rules.ladders import FROM_LEVEL, by_words
from engine.rules.ready import spell_ready
from engine.rules.ruleset import FIELDS, FIXED_KEYS, LEVELS, Pairs, Ruleset, from_recorded, pair, with_hyphens
from engine.rules.trait_kinds import spell_kind
from engine.rules.values import SWITCH, describe_allowed, read_number, read_typed, spoken
from engine.toml import Mistyped, made_of, make_converter
from engine.types import GAPS, NO_GAPS, Level

#: How many costs a formula gives in games without a ladder.
STEPS = 16

#: The things that players may know, with the words that switch them on and off.
PLAYERS_MAY_SEE: tuple[str, ...] = get_args(get_args(FIELDS["players-see"].type)[0])
PLAYERS_SEE_SWITCHES = (GAPS, *(each for each in PLAYERS_MAY_SEE if each != NO_GAPS))

#: The numbers of a row in a table of dice.
DICE_ROW = pattern(r"\s*[-−]?[0-9]{1,9}\s*((?:[-−]|\.\.)\s*[-−]?[0-9]{1,9}\s*)?")


#: Returns the rules of some values, in which levels may be words of a ladder.
Structure = Callable[[Mapping[str, Any], Ladder], Ruleset]


def check_values(values: Mapping[str, Any], structure: Structure | None = None) -> Ruleset:
    """Return the rules of these values, in which levels may be words of the ladder.

    Values from people are structured with cattrs, unless another way is given. Raise Refused naming the key, the fault,
    and the values that the key takes.
    """
    structure = structure or _structure
    values = _spell_out(values)
    later = {key for key in values if key in FIELDS and FIELDS[key].type in LEVELS}
    later |= {key for key in FROM_LEVEL if isinstance(values.get(key), Mapping)}
    rules = structure({key: each for key, each in values.items() if key in FIELDS and key not in later}, Ladder())
    check_ladder(rules)
    ladder = Ladder.of(rules)
    tables = {key: _spread(key, values, ladder) for key in FROM_LEVEL if key in later}
    return check_rules(structure({**values, **tables}, ladder))


def _spell_out(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with tables as entries, and formulas of costs as lists."""
    found = dict(values)
    for key, spell in ENTRY_SPELLERS.items():
        if isinstance(found.get(key), Mapping):
            found[key] = [spell(name, each) for name, each in found[key].items()]
    if isinstance(found.get("practice-costs"), list):
        found["practice-costs"] = ", ".join(map(str, found["practice-costs"]))
    if isinstance(found.get("step-costs"), str):
        found["step-costs"] = _counted_costs(found["step-costs"], found)
    return found


def _counted_costs(text: str, values: Mapping[str, Any]) -> list[int]:
    """Return the costs of all steps on the ladder by a formula. Raise Refused for text that is no formula."""
    costs = read_costs(text)
    if costs is None:
        raise wrong("step-costs", f"“{text[:40]}” is no way to count costs")
    steps = len(values.get("ladder") or ()) - 1
    return [costs.cost(step) for step in range(steps if steps > 0 else STEPS)]


def _spread(key: str, values: Mapping[str, Any], ladder: Ladder) -> list[Any]:
    """Return a list with an entry for each level, from a table with words.

    Levels between two words take the entry of the lower one. Below the first one named, a step has the same cost, and
    there is no die. Raise Refused for a word that is no level.
    """
    named = {_level_of(key, word, ladder): each for word, each in values[key].items()}
    start = values.get(FROM_LEVEL[key], FIELDS[FROM_LEVEL[key]].default)
    first = _level_of(key, str(start), ladder)
    if not named or min(named) < first:
        raise wrong(key, f"the first level is {ladder.name_of(first)}")
    held: Any = named[min(named)] if key == "step-costs" else "none"
    return [held := named.get(level, held) for level in range(first, max(named) + 1)]


def _level_of(key: str, word: str, ladder: Ladder) -> int:
    """Return the level of a word or number in a table. Raise Refused if it is none."""
    level = int(word) if re.fullmatch(r"-?[0-9]{1,4}", word) else ladder.level(word)
    if level is None:
        raise wrong(key, f"“{word[:40]}” is no level")
    return level


def change_value(rules: Ruleset, key: str, typed: str) -> Ruleset:
    """Return the rules with one key set to typed text. Raise Refused for what the key does not take."""
    if key in FIXED_KEYS:
        raise Refused(f"{key} cannot be changed", about="key", hint="it says what the campaign was made with")
    value: Any = typed
    if key in FIELDS:
        value = read_typed(FIELDS[key].type, typed)
        value = _merge_entries(rules, key, value) if FIELDS[key].type is Pairs else value
        value = _switch_words(rules.players_see, value) if key == "players-see" else value
        if key == "step-costs" and read_costs(typed) and not LISTED_COSTS.fullmatch(typed):
            value = typed
        elif key in FROM_LEVEL and any("=" in str(entry) for entry in value):
            value = by_words(rules, key, rules.as_data()[key]) | {
                name: read_number(each) for name, each in map(pair, map(str, value))
            }
    return check_values(rules.as_data() | {key: value})


def _switch_words(held: tuple[str, ...], typed: list[str]) -> list[str]:
    """Return words after switching some on with yes or off with no.

    If nothing is switched, return the typed words. Among these, “gaps” only keeps gaps as they are. Alone it is
    switched on.
    """
    switched = [entry.rpartition(" ") for entry in typed]
    if not switched or not all(word and switch.casefold() in SWITCH for word, _, switch in switched):
        others = [each for each in typed if each.casefold() != GAPS]
        return others if others or not typed else [each for each in held if each != NO_GAPS]
    try:
        chosen = {_match(word, PLAYERS_SEE_SWITCHES): SWITCH[switch.casefold()] for word, _, switch in switched}
    except Mistyped as fault:
        raise _wrong_value("players-see", fault.wrong, fault.known) from None
    if GAPS in chosen:
        chosen[NO_GAPS] = not chosen[GAPS]
    return [each for each in PLAYERS_MAY_SEE if chosen.get(each, each in held)]


def _merge_entries(rules: Ruleset, key: str, typed: list[str]) -> list[str]:
    """Return a table of the rules with typed entries merged in.

    `A = none` drops one entry, and “none” all entries before it.
    """
    merged = {_entry_name(rules, key, entry): entry for entry in rules.as_data()[key]}
    seen = set()
    for entry in typed:
        if entry != "none" and not all(pair(entry)):
            raise wrong(key, f"“{entry[:40]}” is no entry", example_of_reactions(rules) if key == "reactions" else None)
        name, meant = _entry_name(rules, key, entry), pair(entry)[1]
        if name in seen:
            raise wrong(key, f"“{pair(entry)[0]}” is there twice")
        seen.add(name)
        if entry == "none":
            merged.clear()
        elif meant != "none":
            merged[name] = entry
        elif merged.pop(name, None) is None:
            raise wrong(key, f"there is no “{pair(entry)[0]}” to drop")
    return list(merged.values())


def _entry_name(rules: Ruleset, key: str, entry: str) -> str:
    """Return an entry's key within its table: its name in any case, or its level."""
    name = pair(entry)[0].casefold()
    level = Ladder.of(rules).level(name) if key == "reactions" else None
    return name if level is None else str(level)


def structure_shipped(values: Mapping[str, Any], ladder: Ladder) -> Ruleset:
    """Return the rules of a game that comes with the program, whose values have the right types."""
    plain = {key: _spell_pairs(each) for key, each in values.items()}
    words = {key: each for key, each in plain.items() if FIELDS[key].type in LEVELS and isinstance(each, str)}
    return from_recorded(plain | {key: ladder.level(word) for key, word in words.items()})


def _structure(values: Mapping[str, Any], ladder: Ladder) -> Ruleset:
    from cattrs.errors import ClassValidationError  # few commands read files from people

    try:
        rules: Ruleset = _converter(ladder).structure(values, Ruleset)
    except ClassValidationError as error:
        raise _first_fault(error, values) from None
    for key, field in FIELDS.items():
        number = getattr(rules, field.name)
        if type(number) is int and not field.metadata["least"] <= number <= field.metadata["most"]:
            raise _wrong_value(key, number)
    return rules


@lru_cache(maxsize=8)
def _converter(ladder: Ladder) -> Any:
    """Return the converter of rules whose levels are words of a ladder."""
    from cattrs.gen import make_dict_structure_fn, override

    made = make_converter()
    made.register_structure_hook_func(made_of(Literal), _structure_word)
    made.register_structure_hook_func(made_of(tuple), partial(_structure_entries, made))
    made.register_structure_hook_func(lambda kind: kind is Pairs, _structure_pairs)
    made.register_structure_hook_func(lambda kind: kind in LEVELS, partial(_structure_level, made, ladder))
    keys: dict[str, Any] = {field.name: override(rename=key) for key, field in FIELDS.items()}
    table: Any = make_dict_structure_fn(Ruleset, made, _cattrs_forbid_extra_keys=True, **keys)
    made.register_structure_hook(Ruleset, table)
    return made


def _match(typed: str, known: Iterable[str]) -> str:
    """Return the typed word, or the one that begins so."""
    meant = stem(names_beginning(typed, known))
    if meant is None:
        raise Mistyped(f"“{typed}” is none of {', '.join(known)}", typed, known)
    return meant


def _structure_word(value: Any, kind: Any) -> str:
    if not isinstance(value, str):
        raise Mistyped("expected a word", value)
    return _match(value, get_args(kind))


def _structure_level(converter: Any, ladder: Ladder, value: Any, kind: Any) -> Level | None:
    if kind != Level and (value is None or str(value).casefold() == "none"):
        return None
    if not isinstance(value, str):
        return int(converter.structure(value, int))
    level = ladder.level(value)
    return ladder.levels[_match(value, ladder.levels)] if level is None else level


def _structure_entries(converter: Any, value: Any, kind: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise Mistyped("expected entries", value)
    entries = (converter.structure(each, get_args(kind)[0]) for each in value)
    return tuple(normalize("NFC", " ".join(each.split())) if isinstance(each, str) else each for each in entries)


def _structure_pairs(value: Any, _: Any) -> Pairs:
    value = _spell_pairs(value)
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) and all(pair(each)) for each in value):
        raise Mistyped("expected entries such as A = B", value)
    return Pairs(tuple(" = ".join(pair(each)) for each in value))


def _spell_pairs(value: Any) -> Any:
    """Return a table as entries of the form "A = B", and anything else as it is."""
    if not isinstance(value, Mapping):
        return value
    return [f"{name} = {_spell_table(name, each)}" for name, each in value.items()]


def _spell_table(name: str, value: object) -> object:
    """Return a mapping of numbers to results as dice that carry the table, and any other value unchanged (FU-28)."""
    if not isinstance(value, Mapping):
        return value
    rows = {row: result for row, result in value.items() if row != "dice"}
    hint = 'a row is such as “"7-18" = -2”'
    for row, result in rows.items():
        if not DICE_ROW.fullmatch(row) or type(result) is not int:
            raise Refused(f"dice-names: “{row}” = {spoken(result)} is no row of {name}", about="value", hint=hint)
    if not rows:
        raise Refused(f"dice-names: {name} has no rows", about="value", hint=hint)
    dice = value.get("dice", f"d{_sides(name, rows)}")
    if not isinstance(dice, str):
        raise Refused(f"dice-names: {name} needs other dice", about="value", hint='such as dice = "2d10"')
    spelled = "|".join(f"{row}>{result}" for row, result in rows.items())
    return f"{dice}[{name}|{spelled}]"


def _sides(name: str, rows: Iterable[str]) -> int:
    """Return how many sides a table's die has if no dice are given: the greatest number in its rows."""
    return 100 if name.casefold() == "d%" else max(int(end) for row in rows for end in re.findall("[0-9]+", row))


def spell_house_table(name: str, value: object) -> str:
    """Return a table to roll on as an entry. Raise Refused for a table of a file without dice or with odd rows."""
    if not isinstance(value, Mapping):
        return f"{name} = {value}"
    rows = {numbers: result for numbers, result in value.items() if numbers != "dice"}
    if not isinstance(value.get("dice"), str):
        raise Refused(f"tables: {name} needs dice", about="value", hint='such as dice = "2d6"')
    odd = next((numbers for numbers, result in rows.items() if not isinstance(result, str)), None)
    if odd is not None:
        hint = 'a row is such as "3-5" = "rain"'
        raise Refused(f"tables: row {odd} of {name} needs a text", about="value", hint=hint)
    return f"{name} = {value['dice']}: " + ", ".join(f"{numbers} {result}" for numbers, result in rows.items())


#: The functions that spell a file's tables as entries.
ENTRY_SPELLERS = {"tables": spell_house_table, "kinds": spell_kind, "ready": spell_ready}


def _first_fault(error: Any, values: Mapping[str, Any]) -> Refused:
    """Return the refusal of the first wrong key."""
    unknown = next((key for key in values if key not in FIELDS), None)
    if unknown is not None:
        table = values[unknown]
        close = nearest(unknown, [*FIELDS, *SECTIONS])
        hint = did_you_mean(close) if close else "“rules” lists them all"
        if isinstance(table, Mapping) and FIELDS.keys() & table.keys():
            hint = f"rules stand in no table: remove the line [{unknown}]"
        return Refused(f"no rule “{unknown}”", about="key", hint=hint)
    fault, note = error.group_exceptions()[0][0]
    key = with_hyphens(note.name)
    if isinstance(fault, Refused):
        return fault
    if isinstance(fault, KeyError):
        return Refused(f"the rules lack “{key}”", about="rules")
    return _wrong_value(key, fault.wrong, fault.known)


def _wrong_value(key: str, value: Any, known: Iterable[str] = ()) -> Refused:
    """Return the refusal of a key's value, with the word that was probably meant."""
    if known and (several := names_beginning(value, known)):
        return Refused(f"{key}: “{value}” could be {' or '.join(several)}", about="value")
    close = nearest(value, known) if known else None
    hint = f"{did_you_mean(close)} It takes {describe_allowed(key)}" if close else f"it takes {describe_allowed(key)}"
    return Refused(f"{key} cannot be {spoken(value)}", about="value", hint=hint)
