"""Explain slips in what bears on rolls.

That is the damage of a thing, the bands of a counter, and how long an effect lasts.
"""

from __future__ import annotations

import re

from engine.patterns import pattern
from engine.rules.parts import CLOCKS
from shell.language.mending.bad_line import BadLine
from shell.language.parse import Misreading, join_or

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
