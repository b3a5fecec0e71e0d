"""What people type at their first evening, and the line that they meant."""

from __future__ import annotations

import pytest

from shell.runner import Desk

WORLD = """
new fudge-lite
pc Ana
pc Maren
pc Tobias
pc "Old Martha"
pc Jori
pc Jory
pc Bero
pc Ilka
npc Wenna
define status Wounds: Hurt -1, Fine 0 start Fine
define status Vigour: Tired -1, Fresh 0 start Fresh
trait Ana Athletics Good
trait Jory Herbs Good, Letters Good, Brawn Fair
trait Wenna Herbs Good, Brawn Great
"""

#: What is typed, what is said of it, and what is advised.
SEVERAL = [
    ("award Jori, all 2", "“all” stands alone, without names", "type award all 2"),
    ("award all, jori 2", "“all” stands alone, without names", "type award all 2"),
    ("award maren and tobias 3", "several names are joined with commas", "type award maren, tobias 3"),
    ("award ana old marth 3", "several names are joined with commas", "type award ana, old marth 3"),
    ("award maren tobias and ilka 3", "several names are joined with commas", "type award maren, tobias, ilka 3"),
    ("award maren, and tobias 3", "several names are joined with commas", "type award maren, tobias 3"),
    (
        "status maren and tobias wounds hurt",
        "several names are joined with commas",
        "type status maren, tobias wounds hurt",
    ),
    ("give maren and tobias apple", "several names are joined with commas", "type give maren, tobias apple"),
    ("contest jory, wenna brawn", "vs stands between the two, not a comma", "type contest jory brawn vs wenna"),
    (
        "contest jory herbs, wenna herbs",
        "vs stands between the two, not a comma",
        "type contest jory herbs vs wenna herbs",
    ),
    (
        "sheet jory, bero",
        "“,” does not fit here: sheet is for one character",
        "type a line for each, the first: sheet jory",
    ),
    (
        "check jory and bero herbs vs good",
        "“and” does not fit here: check is for one character",
        "type a line for each, the first: check jory herbs vs good",
    ),
    (
        "check jory herbs, letters vs 3",
        "“,” does not fit here: check is for one ability",
        "type a line for each, the first: check jory herbs vs 3",
    ),
    ("sheet all", "“all” does not fit here: sheet is for one character", "type a line for each"),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return a desk at a campaign with a handful of people."""
    desk = Desk(tmp_path_factory.mktemp("meant") / "c.db")
    for line in WORLD.strip().splitlines():
        assert desk.do(line).fault is None, line
    return desk


def advised(table: Desk, typed: str) -> tuple[str, str | None]:
    """Return what is said of a line and what is advised."""
    fault = table.do(typed).fault
    assert fault is not None
    return fault.message, fault.hint


@pytest.mark.parametrize(("typed", "said", "advice"), SEVERAL)
def test_names_joined_otherwise_than_the_grammar_does_are_mended(
    table: Desk, typed: str, said: str, advice: str
) -> None:
    assert advised(table, typed) == (said, advice)
