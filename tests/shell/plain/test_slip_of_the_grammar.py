"""No slip in a word of the grammar makes a line be done as something else, or lands in a name."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from string import ascii_lowercase

import pytest
from test_grammar import LINES

from shell.language.reading import read
from shell.language.spelling import spell
from shell.meaning import interpret
from shell.runner import Desk

#: The share of all slips that the fast form tries, and its seed.
SHARE, SEED = 0.0008, 20

#: How many tests share all slips, so that each takes a minute or so.
PARTS = 6


@cache
def slips_of(word: str) -> list[str]:
    """Return a word with every single slip: a letter too many, missing, wrong, or changed with the next one."""
    found = set()
    for place in range(len(word) + 1):
        found |= {f"{word[:place]}{letter}{word[place:]}" for letter in ascii_lowercase}
        found |= {f"{word[:place]}{letter}{word[place + 1 :]}" for letter in ascii_lowercase if place < len(word)}
        found |= {word[:place] + word[place + 1 :], word[:place] + word[place : place + 2][::-1] + word[place + 2 :]}
    return sorted(found - {word, ""})


def lines_with_a_slip(desk: Desk) -> Iterator[tuple[str, str]]:
    """Yield each right line with each slip in each word of its grammar, and the command that was meant."""
    assert desk.campaign is not None
    for line in LINES:
        parse = read(line, desk.campaign.state)
        meant = spell(parse.command) if parse.problem is None else ""
        for mark in parse.marks if meant else ():
            word = line[mark.start : mark.end]
            if mark.role in ("keyword", "command") and word.isalpha():
                for slip in slips_of(word):
                    yield f"{line[: mark.start]}{slip}{line[mark.end :]}", meant


def done_otherwise(desk: Desk, typed: str, meant: str) -> str | None:
    """Return the command that a misread line is done as if another was meant, or None."""
    parse = desk.read_as_it_stands(typed)
    only = interpret(desk, parse).only if parse.problem is not None else None
    if only is None or not only.is_done or only.refused is not None:
        return None
    done = spell(only.parse.command)
    return f"{typed}: {done}" if done != meant else None


@pytest.fixture
def table(original: Path) -> Iterator[Desk]:
    desk = Desk(original)
    desk.open(writable=False)
    yield desk
    desk.close()


def test_a_word_that_means_another_is_no_part_of_a_name(table: Desk) -> None:
    """“tn” means “vs”, and there is an ability “Ride vs Run”."""
    assert done_otherwise(table, "trait Nyrv Fitness 2 tn 4", "trait Nyrv Fitness 2 to 4") is None
    assert done_otherwise(table, "check Kotorikh Ride tn 3", "") == (
        'check Kotorikh Ride tn 3: check Kotorikh "Ride vs Run" vs 3'
    )


def test_a_slip_in_a_word_of_the_grammar_is_never_done_as_something_else(table: Desk) -> None:
    chosen = random.Random(SEED)
    tried = [each for each in lines_with_a_slip(table) if chosen.random() < SHARE]
    assert len(tried) > 150
    assert [found for typed, meant in tried if (found := done_otherwise(table, typed, meant))] == []


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(PARTS))
def test_no_slip_in_a_word_of_the_grammar_is_done_as_something_else(table: Desk, part: int) -> None:
    tried = islice(lines_with_a_slip(table), part, None, PARTS)
    assert [found for typed, meant in tried if (found := done_otherwise(table, typed, meant))] == []
