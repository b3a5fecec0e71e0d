"""Fit the examples of help to the game in play: its levels and its dice."""

from __future__ import annotations

import re

from engine.patterns import pattern
from engine.rules.ladder import Ladder
from engine.rules.ruleset import Ruleset
from engine.text import quote
from engine.types import BY_LEVEL

#: A level in an example. The examples are written with numbers, of which 2 is the usual difficulty.
LEVEL = pattern(r"(?<= vs )\d|(?<= at least )\d")
USUAL_DIFFICULTY = 2

#: A level in a canonical line, in any game.
SPELLED_LEVEL = pattern(r"(?:(?<= vs )|(?<= at least )|(?<= default ))-?\d+(?= |$)")

#: A level in a line that gives or trades traits.
GIVEN_LEVEL = pattern(r"(?<= )-?\d+(?=,|$| (?:to|as) )")

#: Faces of Fudge dice in a check or contest, which a level's die does not have.
FACES = pattern(r"(?<= rolled )[-+]?\d(?: [-+]?\d)*|(?<==)[-+\d]+")
CHECK_HEADS = ("check", "contest")

#: Parts of a line that need fudge points.
WITH_POINTS = pattern(r"(?:check|odds|contest) .* points?\b")

#: A row of a page: a line, and the line that it stands for or an explanation.
PAGE_ROW = pattern(r"  (\S.*?)(?:( {2,})(\S.*))?")


def fit_line(line: str, rules: Ruleset | None) -> str | None:
    """Return an example as it is typed in a game, or None if the game has no use for it."""
    if rules is None:
        return line
    if WITH_POINTS.match(line) and not (rules.points and ("success" not in line or "succeed" in rules.point_uses)):
        return None
    if rules.check_dice == BY_LEVEL and line.startswith(CHECK_HEADS):
        line = FACES.sub("3", line)
    if not rules.ladder:
        return line
    if line.startswith(("trait ", "trade ")):
        return re.sub(r"\d", lambda level: in_words(level[0], rules), line)
    return LEVEL.sub(lambda level: in_words(level[0], rules), line)


def in_words(level: str, rules: Ruleset) -> str:
    """Return the word for a level of the examples."""
    return quote(Ladder.of(rules).name_of((rules.default_difficulty or 0) + int(level) - USUAL_DIFFICULTY))


def say_levels(line: str, rules: Ruleset) -> str:
    """Return a line with its levels in the words of the game."""
    if not rules.ladder:
        return line
    where = GIVEN_LEVEL if line.startswith(("trait ", "trade ")) else SPELLED_LEVEL
    return where.sub(lambda level: quote(Ladder.of(rules).name_of(int(level[0]))), line)


def fit_page(page: str, rules: Ruleset | None) -> str:
    """Return a page with its examples as they are typed in a game."""
    return page if rules is None else "\n".join(fit_row(line, rules) for line in page.split("\n"))


def fit_row(row: str, rules: Ruleset) -> str:
    """Return a row of a page for a game, with its columns in place. Levels in short lines get small letters."""
    cells = PAGE_ROW.fullmatch(row)
    if cells is None:
        return row
    line, gap, beside = cells.groups(default="")
    fitted, meant = fit_line(line, rules) or line, fit_line(beside, rules) or beside
    if meant != beside:
        fitted = FACES.sub("3", line) if rules.check_dice == BY_LEVEL else line
        fitted = re.sub(r"(?<=[a-z] )\d", lambda level: in_words(level[0], rules).casefold(), fitted)
    return f"  {fitted:<{len(line + gap)}}{meant}"
