"""Carry rules over to another ladder: levels and prices follow words (OC-37)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.refusal import Refused
from engine.rules.ladder import Ladder
from engine.rules.ruleset import FIELDS, LEVELS, Ruleset, from_recorded, pair, with_hyphens

#: Keys with entries that contain a level, and the side of “=” that it is on.
LEVELLED = {"ladder-aliases": 1, "reactions": 0}

#: Keys with an entry for each level, and the key for the first entry's level.
FROM_LEVEL = {"step-costs": "ladder-from", "polyhedral-dice": "polyhedral-zero"}


def carry_levels(inherited: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return inherited rules with their levels on another ladder, that of the file.

    A level keeps its word. A ladder with none of the old words is a translation, and levels keep their numbers. Raise
    Refused, naming the key, if the ladder lacks the word of a level.
    """
    carried = dict(inherited)
    old = Ladder.of(from_recorded(inherited)) if inherited.get("ladder") else Ladder()
    words, least = values.get("ladder", list(old.words)), values.get("ladder-from", old.least)
    if not _is_ladder(words, least) or (tuple(words), least) == (old.words, old.least):
        return carried
    new = Ladder(tuple(words), least)
    if not {word.casefold() for word in words} & {word.casefold() for word in old.words}:
        return carried
    for key, level in inherited.items():
        if key in values or level is None:
            continue
        if FIELDS[key].type in LEVELS:
            carried[key] = carry_level(old, new, key, level)
        elif key in LEVELLED:
            carried[key] = [_carry_entry(old, new, key, entry) for entry in level]
        elif key == "step-costs":
            carried[key] = carry_prices(old, new, level)
        elif key == "polyhedral-dice":
            carried[key] = carry_dice(old, new, inherited["polyhedral-zero"], level)
    return carried


def _is_ladder(words: object, least: object) -> bool:
    """Return whether a file's ladder can be one; a wrong one is refused later."""
    if not isinstance(words, list) or type(least) is not int or not all(isinstance(word, str) for word in words):
        return False
    return len({word.casefold() for word in words}) == len(words)


def carry_level(old: Ladder, new: Ladder, key: str, level: int) -> int:
    """Return the level that an old level's word has on the new ladder. Beyond the ends it is as many steps beyond."""
    held = min(max(level, old.least), old.greatest)
    word = old.words[held - old.least]
    found = new.level(word)
    if found is None:
        hint = f"set “{key}” in the file too, in words of this ladder"
        raise Refused(f"{key} needs the level {word}, which this ladder lacks", about="rules", hint=hint)
    return found + level - held


def _carry_entry(old: Ladder, new: Ladder, key: str, entry: str) -> str:
    sides, place = list(pair(entry)), LEVELLED[key]
    if re.fullmatch(r"-?\d{1,4}", sides[place]):
        sides[place] = str(carry_level(old, new, key, int(sides[place])))
    return " = ".join(sides)


def carry_prices(old: Ladder, new: Ladder, costs: Sequence[int]) -> list[int]:
    """Return the price of each word's step up: its own, or that of the nearest lower word with one.

    Words before the first price take that one. Above the last price nothing can be bought, as before.
    """
    own = {word.casefold(): cost for word, cost in zip(old.words, costs, strict=False)}
    words = [word.casefold() for word in new.words]
    priced = [place for place, word in enumerate(words) if word in own]
    if not priced:
        return []
    cost, found = own[words[priced[0]]], []
    for word in words[: priced[-1] + 1]:
        cost = own.get(word, cost)
        found.append(cost)
    return found


def lost_prices(before: Ruleset, after: Ruleset) -> dict[str, int]:
    """Return the prices of words that the new ladder lacks, or none if the new rules set the prices."""
    old, new = Ladder.of(before), Ladder.of(after)
    words = {word.casefold() for word in new.words}
    if list(after.step_costs) != carry_prices(old, new, before.step_costs):
        return {}
    priced = zip(old.words, before.step_costs, strict=False)
    return {word: cost for word, cost in priced if word.casefold() not in words}


def carry_dice(old: Ladder, new: Ladder, zero: int, dice: Sequence[str]) -> list[str]:
    """Return each new word's die: its old one, or that of the nearest word below. Raise Refused for lost words."""
    own = {carry_level(old, new, "polyhedral-dice", level): die for level, die in enumerate(dice, zero)}
    found = [own[min(own)]]
    for level in range(min(own) + 1, max(own) + 1):
        found.append(own.get(level, found[-1]))
    return found


def by_words(rules: Ruleset, key: str, entries: Sequence[Any]) -> dict[str, Any]:
    """Return a key's entries by the words of their levels, or an empty dict if a level has no word."""
    ladder, first = Ladder.of(rules), rules.as_data()[FROM_LEVEL[key]]
    held = dict(enumerate(entries, first))
    if not all(ladder.least <= level <= ladder.greatest for level in held):
        return {}
    return {ladder.name_of(level): each for level, each in held.items()}


def moved_words(before: Ruleset, after: Ruleset, levels: Mapping[str, int]) -> dict[str, tuple[str, str]]:
    """Return the old and new word of each level, given or in the rules, that another ladder calls differently."""
    old, new = Ladder.of(before), Ladder.of(after)
    named = dict(levels)
    for name, field in FIELDS.items():
        level = getattr(before, field.name)
        if field.type in LEVELS and level is not None:
            named[f"the rule {with_hyphens(name)}"] = level
    words = {name: (old.name_of(level), new.name_of(level)) for name, level in named.items()}
    return {name: pair for name, pair in words.items() if pair[0] != pair[1]}
