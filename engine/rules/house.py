"""Check that rules agree: dice exist, words differ and limits are in order.

Rules come from files and from the prompt. House rules pass the same checks as those that come with the program.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import Any

from engine.checklist import TOPICS
from engine.dice import DiceError, read_dice
from engine.refusal import Refused, did_you_mean, names_beginning, nearest
from engine.rules import creation
from engine.rules.curve import read_costs
from engine.rules.entries import has_letters
from engine.rules.ladder import Ladder
from engine.rules.ready import check_ready
from engine.rules.rolling import dice_of_rule, polyhedral_spec, technique
from engine.rules.ruleset import SAME, TRACK_STATE, Pairs, Ruleset, pair, track_states
from engine.rules.tables import house_table, sound_rows
from engine.rules.trait_kinds import check_kinds
from engine.rules.values import describe_allowed
from engine.types import BY_LEVEL
from engine.value import evolve

MOST_WORDS = 100
MOST_NUMBERS = 10_000

#: Words that cannot be levels, because the grammar uses them where a level can stand.
GRAMMAR = ("none", "nothing", "vs", "with", "when", "and", "to", "at", "rolled", "secret", "default", "less", "hidden")

POINT_USES = ("maximum", "reroll", "succeed", "alter", "ease", "convert", "plus four", "coincidence")


def check_rules(rules: Ruleset) -> Ruleset:
    """Return the rules with dice and tables in canonical spelling. Raise Refused for the first wrong key."""
    check_ladder(rules)
    _check_limits(rules)
    _check_polyhedral(rules)
    rules = _spell_tables(_spell_checklist(_number_reactions(_spell_dice(rules))))
    _check_points(rules)
    _check_criticals(rules)
    _check_track(rules)
    _check_weapons(rules)
    _check_creation(rules)
    _check_wording(rules)
    _check_outcomes(rules)
    check_kinds(rules)
    check_ready(rules)
    return rules


def wrong(key: str, message: str, hint: str | None = None) -> Refused:
    """Return the refusal of a key's value, by default with the values that the key takes as hint."""
    return Refused(f"{key}: {message}", about="value", hint=hint or f"it takes {describe_allowed(key)}")


def check_ladder(rules: Ruleset) -> None:
    """Raise Refused if two levels share a word, or a word has no level."""
    words = [word.casefold() for word in (*rules.ladder, *(name for name, _ in rules.pairs("ladder-aliases")))]
    if "" in words:
        raise wrong("ladder", f"word {words.index('') + 1} is empty", "take it out, or write the level's word")
    twice = next((word for word, times in Counter(words).items() if times > 1), None)
    aliases = {name.casefold(): level for name, level in rules.pairs("ladder-aliases")}
    if twice in aliases:
        hint = "“ladder-aliases = []” in the file drops the other words for levels"
        raise wrong("ladder", f"“{twice}” is there twice, also in ladder-aliases as {aliases[twice]}", hint)
    if twice is not None:
        raise wrong("ladder", f"“{twice}” is there twice", "every level needs its own word")
    odd = next((word for word in words if not _is_word(word)), None)
    if odd is not None:
        raise wrong("ladder", f"“{odd}” is no word for a level", "a word has letters, and digits only after them")
    for key, many in (("ladder", len(rules.ladder)), ("ladder-aliases", len(aliases))):
        if many > MOST_WORDS:
            raise wrong(key, f"{many:,} words are too many: the limit is {MOST_WORDS}")
    for name, level in rules.pairs("ladder-aliases"):
        if not _is_small(level):
            raise wrong("ladder-aliases", f"{name} needs a level, a number from −1,000 to 1,000, not “{level[:20]}”")


def _is_word(word: str) -> bool:
    """Return whether a word can name a level: letters first, single spaces, and no word of the grammar."""
    plain = unicodedata.normalize("NFC", " ".join(word.split())) == unicodedata.normalize("NFC", word)
    kinds = {unicodedata.category(each)[0] for each in word if each not in " '’-"}
    return plain and bool(word) and word[0].isalpha() and kinds <= {"L", "M", "N"} and word not in GRAMMAR


def _is_small(number: str) -> bool:
    """Return whether a text is the number of a level."""
    return bool(re.fullmatch(r"-?\d{1,4}", number)) and abs(int(number)) <= 1000


def _check_limits(rules: Ruleset) -> None:
    for low, high in (
        ("creation-least", "creation-limit"),
        ("result-floor", "result-ceiling"),
    ):
        values = rules.as_data()
        if None not in (values[low], values[high]) and values[low] > values[high]:
            raise wrong(low, f"{values[low]} is above {high}, which is {values[high]}")
    if rules.growth == "practice" and rules.creation_least < 0:
        raise wrong("growth", "practice counts levels from 0", "creation-least is below that")
    if rules.growth == "steps" and not rules.step_costs:
        hint = "step-costs come first, such as 1, 1, 1, 2, 4, 8"
        raise wrong("growth", "steps needs step-costs, the XP for each step", hint)
    if read_costs(rules.practice_costs) is None:
        raise wrong("practice-costs", f"“{rules.practice_costs[:40]}” is no way to count costs")
    if any(not 1 <= cost <= 1_000_000 for cost in rules.step_costs):
        raise wrong("step-costs", "a step costs from 1 to 1,000,000 XP")


def _check_polyhedral(rules: Ruleset) -> None:
    for die in rules.polyhedral_dice:
        if die != "none":
            _read_dice("polyhedral-dice", polyhedral_spec(rules, die, 0))
    if not rules.polyhedral_dice or rules.polyhedral_dice[-1] == "none":
        raise wrong("polyhedral-dice", "the last level needs a die: higher levels roll it and add to it")


def _spell_dice(rules: Ruleset) -> Ruleset:
    named = rules.pairs("dice-names")
    names = tuple(f"{name} = {_read_dice('dice-names', _find_meant(rules, spec))}" for name, spec in named)
    rules = evolve(rules, dice_names=Pairs(names))
    percent = read_dice(technique(rules, "d%"))
    if percent.count != 1 or percent.refuse((100,)) or not percent.refuse((101,)):
        raise wrong("dice-names", f"d% shows 1 to 100, and {percent.title} does not")
    own = {"check-dice": (BY_LEVEL,), "contest-dice": (BY_LEVEL, SAME), "npc-dice": (SAME,), "critical-dice": ()}
    found: dict[str, Any] = {}
    for key, words in own.items():
        field = key.replace("-", "_")
        meant = dice_of_rule(rules, key, getattr(rules, field))
        word = meant.casefold()
        found[field] = word if word in words else _read_dice(key, meant)
        if rules.ladder and key != "critical-dice" and found[field] not in words and not read_dice(found[field]).steps:
            raise wrong(key, f"{found[field]} is a sum, not steps on the ladder")
    return evolve(rules, **found)


def _find_meant(rules: Ruleset, spec: str) -> str:
    """Return what a house name means, which may be another house name, or other dice in canonical spelling."""
    try:
        return read_dice(spec).spec
    except DiceError:
        return technique(rules, spec)


def _read_dice(key: str, spec: str) -> str:
    try:
        return read_dice(spec).spec
    except DiceError as error:
        hint = f"{did_you_mean(error.hint)} It takes {describe_allowed(key)}" if error.hint else None
        raise wrong(key, str(error).rstrip("."), hint) from None


def example_of_reactions(rules: Ruleset) -> str:
    """Return an example of reactions, in the words of the ladder if it has any."""
    said = Ladder.of(rules).name_of
    return f"it takes entries such as “{said(2)} = friendly, {said(0)} = wary, {said(-2)} = hostile”"


def _number_reactions(rules: Ruleset) -> Ruleset:
    """Return the rules with reactions by level numbers, which survive a change of the ladder's words (OC-37)."""
    ladder = Ladder.of(rules)
    entries = []
    for word, text in rules.pairs("reactions"):
        level = ladder.level(word)
        if level is None and not _is_small(word):
            raise wrong("reactions", f"“{word[:40]}” is no level", example_of_reactions(rules))
        entries.append(f"{word if level is None else level} = {text}")
    return evolve(rules, reactions=Pairs(tuple(entries)))


def _check_wording(rules: Ruleset) -> None:
    """Check that the names in the rules are words, not numbers."""
    for key in ("outcomes", "reactions", "critical-table"):
        odd = next((each for each in rules.pairs(key) if not has_letters(each[1])), None)
        if odd is not None:
            raise wrong(key, f"“{odd[1][:40]}” is no name for {odd[0]}", "it needs a word")


def _check_outcomes(rules: Ruleset) -> None:
    """Check that each word for an outcome has a margin, and no two have the same."""
    margins = [margin for margin, _ in rules.pairs("outcomes")]
    odd = next((margin for margin in margins if not _is_small(margin.removeprefix("+"))), None)
    if odd is not None:
        raise wrong("outcomes", f"“{odd[:40]}” is no margin", "such as “0 = at a cost, -3 = a disaster”")
    twice = next((margin for margin, times in Counter(map(int, margins)).items() if times > 1), None)
    if twice is not None:
        raise wrong("outcomes", f"{twice} is there twice")


def _spell_tables(rules: Ruleset) -> Ruleset:
    """Return the rules with the dice of tables in canonical spelling. Refuse rows that overlap (FU-66)."""
    entries = []
    for name, text in rules.pairs("tables"):
        table = house_table(name, text)
        table = evolve(table, dice=_read_dice("tables", technique(rules, table.dice)))
        try:
            sound_rows(read_dice(table.dice), table.rows)
        except Refused as error:
            raise wrong("tables", f"{name}: {error.message}", error.hint) from None
        entries.append(table.entry)
    names = Counter(pair(each)[0].casefold() for each in entries)
    twice = next((name for name, times in names.items() if times > 1), None)
    if twice is not None:
        raise wrong("tables", f"“{twice}” is there twice")
    return evolve(rules, tables=Pairs(tuple(entries)))


def _spell_checklist(rules: Ruleset) -> Ruleset:
    """Return the rules with the items of the checklist in full, each once (PF-63)."""
    items = []
    for item in rules.before_play:
        found = names_beginning(item, TOPICS)
        if len(found) != 1:
            close = nearest(item, TOPICS)
            raise wrong("before-play", f"no item “{item[:40]}”", did_you_mean(close) if close else None)
        items += found
    return evolve(rules, before_play=tuple(dict.fromkeys(items)))


def _check_points(rules: Ruleset) -> None:
    for use in rules.point_uses:
        if use not in POINT_USES:
            close = nearest(use, POINT_USES)
            raise wrong("point-uses", f"no use “{use}”", did_you_mean(close) if close else ", ".join(POINT_USES))
    if not re.fullmatch(r"none|(flat|up to) \d{1,3}", rules.point_refresh):
        raise wrong("point-refresh", f"no refresh “{rules.point_refresh[:40]}”", "none, flat N, or up to N")


def _check_weapons(rules: Ruleset) -> None:
    """Check that armour counts a number, and a weapon a number, a level or dice (PO-31)."""
    for name, said in rules.pairs("armour"):
        if not _is_small(said.removeprefix("+")):
            raise wrong("armour", f"{name} needs a number, not “{said[:20]}”", "such as chain mail = 3")
    for _, said in rules.pairs("weapons"):
        if not _is_small(said.removeprefix("+")) and Ladder.of(rules).level(said) is None:
            _read_dice("weapons", said)


def _check_criticals(rules: Ruleset) -> None:
    """Check that the table of criticals has no total of its dice twice. It may lack some: the GM decides (FU-66)."""
    if not rules.critical_table:
        return
    dice = read_dice(rules.critical_dice)
    if not dice.count:
        raise wrong("critical-dice", f"{dice} rolls no number to look up")
    pmf = dice.pmf()
    given = Counter(number for numbers, _ in rules.pairs("critical-table") for number in row_span(numbers))
    for number in pmf.list_totals():
        if given[number] > 1:
            hint = f"{rules.critical_dice} gives {pmf.low} to {pmf.high}"
            raise wrong("critical-table", f"{number} is there twice", hint)


def _check_track(rules: Ruleset) -> None:
    """Check that each state of the track has boxes and appears once. A table of wounds has no track."""
    states = track_states(rules.tracks)
    if states is None and not any(TRACK_STATE.fullmatch(each.strip()) for each in rules.tracks):
        raise wrong("tracks", f"“{rules.tracks[0][:40]}” has no number of boxes")
    if states and len({name.casefold() for name, _, _ in states}) < len(states):
        raise wrong("tracks", "a state is there twice")


def row_span(numbers: str) -> range:
    """Return the numbers of a table's row, such as `7` or `9-12`. Raise Refused for any other text."""
    low, dash, high = numbers.partition("-")
    if not low.strip().isdecimal() or (dash and not high.strip().isdecimal()) or len(numbers) > 12:
        raise wrong("critical-table", f"“{numbers}” is no row", "a row begins with a number, or two such as 9-12")
    found = range(int(low), int(high or low) + 1)
    if len(found) > MOST_NUMBERS:
        raise wrong("critical-table", f"a row of {len(found):,} numbers is too long")
    return found


def _check_creation(rules: Ruleset) -> None:
    creation.scheme(rules)
    for name in rules.trait_lists:
        try:
            creation.trait_list(name)
        except Refused as error:
            raise wrong("trait-lists", error.message, error.hint) from None
