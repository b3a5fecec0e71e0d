"""Carry rules over to another ladder: levels, prices and dice follow the places of words (OC-37)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.refusal import Refused
from engine.rules.idle import rolls_polyhedra
from engine.rules.ladder import Ladder
from engine.rules.ruleset import FIELDS, LEVELS, Ruleset, from_recorded, pair, with_hyphens
from engine.text import join_names
from engine.value import value

#: Keys with an entry for each level, and the key for the first entry's level.
FROM_LEVEL = {"step-costs": "ladder-from", "polyhedral-dice": "polyhedral-zero"}

#: Limits. Where the word of one is gone, the next word above (1) or below (−1) means the same.
LIMITS = {
    "creation-least": 1,
    "creation-usual": 1,
    "secondary-from": 1,
    "result-floor": 1,
    "result-top": 1,
    "automatic-at": -1,
    "creation-rest": -1,
    "creation-limit": -1,
    "legendary-limit": -1,
    "result-ceiling": -1,
}

#: The keys whose level is the usual one, which keeps its number on another ladder.
USUAL = ("situational", "default-difficulty")

#: Follows the level of a trait of a ready-made character.
LEVEL_ENDS = r"(?=\s*(?:,|$)|\s+to\s)"


@value
class LadderMove:
    """A move from one ladder to another. `places` are the new levels of the old ones whose place the new ladder has."""

    old: Ladder
    new: Ladder
    places: dict[int, int]

    def level(self, level: int, toward: int = 0) -> int | None:
        """Return the new level of an old one, None if its word is gone from between others.

        Beyond the ends it is as many steps beyond, and an end that is gone is the new ladder's end. `toward` takes the
        next word above (1) or below (−1) instead of None.
        """
        held = min(max(level, self.old.least), self.old.greatest)
        if held in self.places:
            return self.places[held] + level - held
        below, above = [each for each in self.places if each < held], [each for each in self.places if each > held]
        if not below:
            return self.new.least + min(0, level - held)
        if not above:
            return self.new.greatest + max(0, level - held)
        nearest = max(below) if toward < 0 else min(above)
        return self.places[nearest] if toward else None

    def find_lost(self) -> list[int]:
        """Return the old levels whose words are gone from between others."""
        return [level for level in range(self.old.least, self.old.greatest + 1) if self.level(level) is None]


def line_up(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return the place on a new ladder of each place of an old one whose word it has, or another word for.

    As many other words between words that both have are other words for the same places.
    """
    from difflib import SequenceMatcher  # few files have a ladder

    old, new = [word.casefold() for word in old], [word.casefold() for word in new]
    found = {place: new.index(word) for place, word in enumerate(old) if word in new}
    for kind, low, high, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and high - low == end - start:
            pairs = zip(range(low, high), range(start, end), strict=True)
            found |= {was: now for was, now in pairs if was not in found and new[now] not in old}
    return found


def find_move(old: Ladder, new: Ladder) -> LadderMove:
    """Return the move between two ladders. Without a word or a length in common, levels keep their numbers."""
    lined = line_up(old.words, new.words)
    if lined:
        return LadderMove(old, new, {old.least + was: new.least + now for was, now in lined.items()})
    both = range(max(old.least, new.least), min(old.greatest, new.greatest) + 1)
    return LadderMove(old, new, {level: level for level in both})


def carry_levels(inherited: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return inherited rules with their levels on another ladder, that of the file.

    Raise Refused, with lines to add to the file, if levels had words that are gone from between others.
    """
    carried, lost = carry_onto(inherited, values)
    if lost:
        keys, words = list(lost), list(dict.fromkeys(word for word, _ in lost.values()))
        needs = "needs" if len(keys) == 1 else "need"
        said = f"this ladder has no word in the place of {join_names(words)}, which {join_names(keys)} {needs}"
        block = [f'{key} = "{near}"' for key, (_, near) in lost.items()]
        hint = "\n".join(["add to the file, each with the word that you mean:", *block])
        raise Refused(said, about="rules", hint=hint)
    return carried


def carry_onto(
    inherited: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, tuple[str, str]]]:
    """Return inherited rules on the ladder of some values, and the keys whose word is gone, each with the next word."""
    carried, lost = dict(inherited), dict[str, tuple[str, str]]()
    move = _find_move_to_values(inherited, values)
    if move is None:
        return carried, lost
    carried["ladder-from"] = move.new.least
    for key, held in inherited.items():
        if key in CARRIERS:
            carried[key] = CARRIERS[key](move, held, inherited)
        elif FIELDS[key].type in LEVELS and key not in values and held is not None:
            level = _carry_key(move, key, held, inherited)
            carried[key] = held if level is None else level
            if level is None:
                near = move.level(held, -1)
                lost[key] = move.old.name_of(held), move.new.name_of(near or 0)
    return carried, lost


def _find_move_to_values(inherited: Mapping[str, Any], values: Mapping[str, Any]) -> LadderMove | None:
    """Return the move from the inherited ladder to that of some values, or None if it is the same, or is none."""
    old = Ladder.of(from_recorded(inherited)) if inherited.get("ladder") else Ladder()
    words = values.get("ladder", list(old.words))
    if not old.words or not _is_ladder(words):
        return None
    least = values.get("ladder-from", find_least(old, words, inherited, values))
    if type(least) is not int or (tuple(words), least) == (old.words, old.least):
        return None
    return find_move(old, Ladder(tuple(words), least))


def _is_ladder(words: object) -> bool:
    """Return whether a file's ladder can be one; a wrong one is refused later."""
    if not isinstance(words, list) or not words or not all(isinstance(word, str) and word for word in words):
        return False
    return len({word.casefold() for word in words}) == len(words)


def find_least(old: Ladder, words: Sequence[str], inherited: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Return the level of a ladder's first word with which the usual level keeps its number.

    Without a word or a length in common, it is as far up as before, or in the middle of a ladder too short for that.
    """
    if not old.words:
        return old.least
    usual = next((inherited[key] for key in USUAL if inherited.get(key) is not None), old.least)
    new = [word.casefold() for word in words]
    typed = next((str(values[key]).casefold() for key in USUAL if str(values.get(key)).casefold() in new), None)
    if typed is not None:
        return int(usual) - new.index(typed)
    lined, place = line_up(old.words, words), usual - old.least
    if not lined:
        return int(usual) - min(place, (len(words) - 1) // 2)
    held = min(lined, key=lambda each: (abs(each - place), each))
    return old.least + held - lined[held]


def _carry_key(move: LadderMove, key: str, level: int, inherited: Mapping[str, Any]) -> int | None:
    """Return the new level of a rule.

    Where polyhedral results are counted from stays as far below the usual level, if its word is gone.
    """
    usual = inherited.get("situational")
    if key == "polyhedral-zero" and level not in move.places and usual is not None:
        return level + (move.level(usual, -1) or 0) - int(usual)
    return move.level(level, LIMITS.get(key, 0))


def _carry_reactions(move: LadderMove, entries: Sequence[str], _: Mapping[str, Any]) -> list[str]:
    """Return each reaction from its level up, or from the next word above if its word is gone."""
    held = sorted((int(level), text) for level, text in map(pair, entries))
    return [f"{level} = {text}" for level, text in {move.level(level, 1): text for level, text in held}.items()]


def _carry_aliases(move: LadderMove, entries: Sequence[str], _: Mapping[str, Any]) -> list[str]:
    """Return the other words for levels that are still there, but for those that are now the ladder's own."""
    own = {word.casefold() for word in move.new.words}
    held = ((name, int(level)) for name, level in map(pair, entries) if name.casefold() not in own)
    ends = {name: (level, min(max(level, move.old.least), move.old.greatest)) for name, level in held}
    return [f"{name} = {move.level(level)}" for name, (level, end) in ends.items() if end in move.places]


def _carry_prices(move: LadderMove, costs: Sequence[int], _: Mapping[str, Any]) -> list[int]:
    return carry_prices(move, costs)


def carry_prices(move: LadderMove, costs: Sequence[int]) -> list[int]:
    """Return the price of each word's step up: that of its place, or of the nearest lower word with one.

    Words before the first price take that one. Above the last price nothing can be bought, as before.
    """
    own = {move.places[level]: cost for level, cost in enumerate(costs, move.old.least) if level in move.places}
    if not own:
        return []
    last = max(own) if len(costs) >= len(move.old.words) else min(max(own), move.new.greatest - 1)
    cost, found = own[min(own)], []
    for level in range(move.new.least, last + 1):
        cost = own.get(level, cost)
        found.append(cost)
    return found


def _carry_dice(move: LadderMove, dice: Sequence[str], inherited: Mapping[str, Any]) -> list[str]:
    """Return each word's die, from the level on that results are counted from: its own, or the nearest lower one."""
    zero = inherited["polyhedral-zero"]
    first = _carry_key(move, "polyhedral-zero", zero, inherited) or 0
    held = ((level, die, min(max(level, move.old.least), move.old.greatest)) for level, die in enumerate(dice, zero))
    own = {move.level(level): die for level, die, place in held if place in move.places}
    die, found = dice[0], []
    for level in range(first, max((level for level in own if level is not None), default=first) + 1):
        die = own.get(level, die)
        found.append(die)
    return found


def _rename_levels(move: LadderMove, text: str, ends: str = "") -> str:
    """Return a text with the new ladder's words for levels. Only words followed by `ends` change, if it is given."""
    words = {word.casefold(): word for word in move.old.words}
    words |= {move.old.name_of(was).casefold(): move.new.name_of(now) for was, now in move.places.items()}
    longest_first = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({longest_first})(?!\w){ends}", lambda found: words[found[0].casefold()], text, flags=re.I)


def _carry_weapons(move: LadderMove, entries: Sequence[str], _: Mapping[str, Any]) -> list[str]:
    return [f"{name} = {_rename_levels(move, said)}" for name, said in map(pair, entries)]


def _carry_kinds(move: LadderMove, entries: Sequence[str], _: Mapping[str, Any]) -> list[str]:
    """Return kinds of traits with the level when untrained, and behind each of their words, on the new ladder."""

    def carry(part: str) -> str:
        word, *rest = part.split()
        if word == "words":
            rest[1::2] = [_rename_levels(move, each) for each in rest[1::2]]
        return f"{word} {_rename_levels(move, ' '.join(rest))}" if word == "untrained" else " ".join([word, *rest])

    parts = (entry.partition(":") for entry in entries)
    return [
        f"{named}{colon} {', '.join(map(carry, filter(str.strip, said.split(','))))}".rstrip()
        for named, colon, said in parts
    ]


def _carry_ready(move: LadderMove, entries: Sequence[str], _: Mapping[str, Any]) -> list[str]:
    """Return ready-made characters with the levels of their traits on the new ladder."""
    parts = (entry.partition(":") for entry in entries)
    return [f"{_rename_levels(move, traits, LEVEL_ENDS)}{colon}{said}" for traits, colon, said in parts]


#: How keys other than levels go over to another ladder.
CARRIERS: Mapping[str, Any] = {
    "ladder-aliases": _carry_aliases,
    "reactions": _carry_reactions,
    "step-costs": _carry_prices,
    "polyhedral-dice": _carry_dice,
    "creation": lambda move, held, _: _rename_levels(move, held) if held[:1].isdigit() else held,
    "weapons": _carry_weapons,
    "kinds": _carry_kinds,
    "ready": _carry_ready,
}


def values_on_ladder(book: Ruleset, rules: Ruleset) -> dict[str, Any]:
    """Return a book's values on the ladder of some rules, without the levels whose word is gone there."""
    held = book.as_data()
    carried, lost = carry_onto(held, {"ladder": list(rules.ladder), "ladder-from": rules.ladder_from})
    carried |= {key: held[key] for key in ("ladder", "ladder-from")}
    return {key: each for key, each in carried.items() if key not in lost}


def find_stand_in(book: Ruleset, rules: Ruleset) -> tuple[str, str, str] | None:
    """Return the book's word for the usual level, the word that stands for it, and the one above that.

    None if the ladder shares a word or its length with the book's, or says by itself where it begins.
    """
    old, held = Ladder.of(book), book.as_data()
    usual = next((held[key] for key in USUAL if held[key] is not None), None)
    if usual is None or not old.words or line_up(old.words, rules.ladder):
        return None
    if rules.ladder_from != find_least(old, rules.ladder, held, {}):
        return None
    new = Ladder.of(rules)
    return old.name_of(usual), new.name_of(usual), new.name_of(min(usual + 1, new.greatest))


def words_of_before(before: Ruleset, after: Ruleset) -> dict[str, int]:
    """Return each word of a ladder with the level that its place has on another, unless its place is gone."""
    old = Ladder.of(before)
    move = find_move(old, Ladder.of(after))
    found = {word: move.level(level) for word, level in old.levels.items()}
    return {word: level for word, level in found.items() if level is not None}


def lost_prices(before: Ruleset, after: Ruleset) -> dict[str, int]:
    """Return the prices of words that the new ladder lacks between others, or none if the new rules set the prices."""
    move = find_move(Ladder.of(before), Ladder.of(after))
    if not before.ladder or list(after.step_costs) != carry_prices(move, before.step_costs):
        return {}
    priced = dict(enumerate(before.step_costs, before.ladder_from))
    return {move.old.name_of(level): priced[level] for level in move.find_lost() if level in priced}


def lost_dice(before: Ruleset, after: Ruleset) -> dict[str, str]:
    """Return the dice of words that the new ladder lacks between others, if dice of levels are rolled."""
    move = find_move(Ladder.of(before), Ladder.of(after))
    carried = _carry_dice(move, before.polyhedral_dice, before.as_data())
    if not before.ladder or not rolls_polyhedra(after) or list(after.polyhedral_dice) != carried:
        return {}
    dice = dict(enumerate(before.polyhedral_dice, before.polyhedral_zero))
    return {move.old.name_of(level): dice[level] for level in move.find_lost() if level in dice}


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
