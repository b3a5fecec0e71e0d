"""Explain a known word in the wrong place, such as a level for a trait, and slips in modifiers, bands and durations."""

from __future__ import annotations

import re

from engine.concerns.counters.events import COUNTERS
from engine.patterns import pattern
from engine.rules.ladder import Ladder
from engine.rules.parts import CLOCKS
from engine.text import quote
from shell.language.kinds.text import fold_case
from shell.language.mending.advisable import find_refusal
from shell.language.mending.bad_line import BadLine
from shell.language.names import players
from shell.language.parse import Misreading, Scene, join_or, say_misplaced
from shell.language.reading import read

#: A trait and what an effect adds to it, in either order.
TRAIT_AND_NUMBER = pattern(
    r"(?P<trait>[^+\-−]*?)\s*(?P<number>[+\-−]\d+)\s*(?:on\s+)?(?P<other>(?!until\b|when\b|of\b).*?)(?P<rest>\s(?:until|when|of)\s.*)?"
)

#: A thing that somebody gives to somebody else.
HANDED = pattern(r"\s*give\s+(\S.*?)\s+(?P<to>to)\s+(?P<other>\S.*?)\s*", re.IGNORECASE)

#: The faces of both sides, together at the end.
BOTH_ROLLED = pattern(r"(?P<first>.+?)\s+vs\s+(?P<second>.+?)\s+rolled\s+(?P<faces>\S+)\s+vs\s+(?P<others>\S+)")

#: The beginning of a check by several, up to the trait.
GROUP = pattern(r"\s*check\s+(?:all|(?:[^\s,]+,\s*)+\S+)\s+", re.IGNORECASE)

#: A thing's addition to damage, as people write it.
ADDED_DAMAGE = pattern(
    r"(?:[+]?(?P<number>\d+)\s+(?:to\s+|on\s+)?(?:damage|dmg|dam)|(?:damage|dmg|dam)\s+[+]?(?P<behind>\d+))(?!\S)",
    re.IGNORECASE,
)

#: A comma before the next band of a counter.
NEXT_BAND = pattern(r"\s*,\s*(?=(?:low|high)\s+\d+\s*:)", re.IGNORECASE)

#: A counted duration.
COUNTED_TIME = pattern(
    r"(?P<word>until|for)\s+(?:\d+|a|one|two|three|four|five|six|ten|several|some)\s+"
    r"(?:more\s+)?(?:rounds?|turns?|rolls?|fights?|scenes?|sessions?|minutes?|hours?|days?)(?!\S)",
    re.IGNORECASE,
)


def explain_misplaced(line: BadLine) -> Misreading | None:
    """Explain a known word in the wrong place, or return None where the usual explanation is as good."""
    if line.state is None:
        return None
    return (
        explain_handing_over(line)
        or explain_gift_of_things(line)
        or explain_plain_item(line)
        or explain_number_of_effect(line)
        or explain_level_in_contest(line)
        or explain_both_rolled(line)
        or explain_dice_of_group(line)
        or explain_character(line)
        or explain_what_moves(line)
    )


def explain_handing_over(line: BadLine) -> Misreading | None:
    """Explain “give WHO ITEM to OTHER”, which “pass” does."""
    found = HANDED.fullmatch(line.text)
    who = read(f"sheet {found['other']}", line.state).values.get("who") if found else None
    if found is None or not isinstance(who, str) or "who" not in line.parse.values:
        return None
    start, end = found.span("to")
    cure = f"pass {found[1]} to {found['other']}"
    said, advice = "“give” adds a new thing; “pass” hands one over", f"“give {quote(who)} ITEM” gives {who} a new one"
    return line.advise(*filter(line.accepts, [cure]), said=said, advice=advice, start=start, end=end)


def explain_gift_of_things(line: BadLine) -> Misreading | None:
    """Explain things that a gift or fault is to bring."""
    found = re.match(r"\s*define\s+(gift|fault)\s+(.+?)\s*:?\s+(gives\s.*)", line.text, re.IGNORECASE)
    if found is None or line.typed.casefold() != "gives":
        return None
    cure = f"define property {found[2]}: {found[3]}"
    advice = f"“{cure}” does" if line.accepts(cure) else "“define property NAME: gives ITEM” does"
    return line.advise(said=f"a {found[1]} brings no things; a property can", advice=advice)


def explain_plain_item(line: BadLine) -> Misreading | None:
    """Explain an item that is not a weapon, in the place of one."""
    assert line.state is not None
    if line.problem.wanted != "a weapon":
        return None
    named = fold_case(line.text[line.problem.start :]).strip("\"“”'")
    for sheet in line.state.sheets.values():
        for heap in sheet.heaps():
            if named == fold_case(heap.name):
                give = f"“give {quote(sheet.name)} {quote(heap.name)} weapon 3”"
                said = f"{sheet.name}'s {heap.name} says nothing of damage"
                return line.advise(said=said, advice=f"{give} gives one that adds 3; without “with” a number says it")
    return None


def explain_number_of_effect(line: BadLine) -> Misreading | None:
    """Explain an effect on a trait whose number does not follow “a”."""
    if line.phrase.head != "effect":
        return None
    found = TRAIT_AND_NUMBER.fullmatch(line.text, line.problem.start)
    if found is None or bool(found["trait"]) == bool(found["other"]):
        return None
    trait = found["trait"] or found["other"]
    before, more = line.text[: line.problem.start], found["rest"] or ""
    cure = f"{before}a {found['number']} on {trait}{more}"
    return line.advise(cure, said="the number of an effect stands behind “a”") if line.reads(cure) else None


def explain_level_in_contest(line: BadLine) -> Misreading | None:
    """Explain a level in the place of a side's trait."""
    assert line.state is not None
    if line.phrase.head != "contest" or Ladder.of(line.state.rules).level(line.typed) is None:
        return None
    said = f"“{line.typed}” is a level, and each side of a contest has a trait"
    return line.advise(said=said, advice="name a trait of each side: their levels are on the sheets")


def explain_both_rolled(line: BadLine) -> Misreading | None:
    """Explain the faces of both sides after the second side."""
    found = BOTH_ROLLED.fullmatch(line.text)
    if found is None or line.problem.start != found.start("others"):
        return None
    cure = "{first} rolled {faces} vs {second} rolled {others}".format(**found.groupdict())
    said = "each side's roll stands behind that side"
    return line.advise(cure, said=said, start=found.start("faces")) if line.reads(cure) else None


def explain_dice_of_group(line: BadLine) -> Misreading | None:
    """Explain the faces of real dice in a group's check, where each has dice."""
    assert line.state is not None
    found = GROUP.match(line.text) if line.phrase.head == "check" else None
    if found is None or line.typed.casefold() not in ("=", "rolled") or "rolled" in line.phrase.stops:
        return None
    others = (sheet.name for sheet in line.state.sheets.values() if sheet.kind == "pc")
    first = line.parse.values.get("who") or next(others, None)
    cure = f"check {quote(first)} {line.text[found.end() :]}" if first else ""
    refused = find_refusal(line.state, read(cure, line.state).command)
    advice = f"type a line for each, the first: {cure}" if line.accepts(cure) else "type a line for each"
    said = f"{say_misplaced(line.typed)}: each of them has dice"
    return line.advise(said=said, advice=f"{advice}; {refused.message}" if refused else advice)


def explain_character(line: BadLine) -> Misreading | None:
    """Explain a character in the place of a player."""
    assert line.state is not None
    if line.problem.wanted != "a player":
        return None
    named = fold_case(line.typed.strip("\"“”'"))
    who = next((sheet for sheet in line.state.sheets.values() if fold_case(sheet.name) == named), None)
    if who is None:
        return None
    if who.player not in players(Scene(line.state)):
        return line.advise(
            said=f"{who.name} is a character whom no player plays", advice="“for players” makes it for all players"
        )
    cure = f"{line.text[: line.problem.start]}{quote(who.player or '')}{line.text[line.problem.end :]}"
    said = f"{who.name} is a character; {who.player} plays {who.name}"
    return line.advise(*filter(line.accepts, [cure]), said=said)


def explain_what_moves(line: BadLine) -> Misreading | None:
    """Explain a counter or status that is gained or lost: “status” moves it."""
    assert line.state is not None
    if line.phrase.head not in ("gain", "lose"):
        return None
    kinds = {**dict.fromkeys(line.state.statuses, "status"), **dict.fromkeys(COUNTERS.of(line.state), "counter")}
    named = fold_case(line.typed.strip("\"“”'"))
    name = next((each for each in kinds if fold_case(each) == named), None)
    if name is None:
        return None
    said = f"{name} is a {kinds[name]}, and “status” moves it"
    return line.advise(said=said, advice="“help status” says how")


def explain_bearing(line: BadLine) -> Misreading | None:
    """Explain a slip in a modifier, band or duration."""
    return explain_added_damage(line) or explain_next_band(line) or explain_counted_time(line)


def explain_added_damage(line: BadLine) -> Misreading | None:
    """Explain the damage that a given thing adds, which follows “weapon”."""
    found = ADDED_DAMAGE.search(line.text) if line.phrase.head == "give" else None
    if found is None:
        return None
    number = found["number"] or found["behind"]
    cure = f"{line.text[: found.start()]}weapon {number}{line.text[found.end() :]}"
    said = "“weapon” says what a thing adds to damage"
    return line.advise(cure, said=said, start=found.start(), end=found.end()) if line.accepts(cure) else None


def explain_next_band(line: BadLine) -> Misreading | None:
    """Explain a comma between two bands of a counter."""
    found = NEXT_BAND.search(line.text)
    cure = NEXT_BAND.sub(" ", line.text)
    if found is None or not line.accepts(cure):
        return None
    start = found.start() + found[0].index(",")
    said = "no comma stands before “low” or “high”"
    return line.advise(cure, said=said, start=start, end=start + 1, refused=False)


def explain_counted_time(line: BadLine) -> Misreading | None:
    """Explain a number of rounds or the like: an effect waits for a clock."""
    found = COUNTED_TIME.search(line.text, line.before[-1].start if line.before else 0)
    if found is None or "until" not in line.phrase.stops or found.start() > line.problem.start:
        return None
    advice = f"“until” can be followed by {join_or(list(CLOCKS))}"
    return line.advise(said="how long it lasts is not counted", advice=advice, start=found.start(), end=found.end())
