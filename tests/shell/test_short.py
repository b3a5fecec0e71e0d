"""The short tongue: fewer keys for the same commands, through every door, and nothing guessed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from given import folder

from shell.runner import Desk

WORLD = """
new peupfudge
define ability Climbing, Sneaking, Wits, Brawn
define status Wounds: Hurt -1, Fine 0
pc Finn by Ann
pc Bea by Bob
npc Odo
npc Dora
trait Finn Climbing 3, Sneaking 4, Wits 2, Brawn 1
trait Bea Climbing 2, Sneaking 3, Wits 2, Brawn 1
trait Odo Climbing 1, Sneaking 2, Wits 3, Brawn 4
trait Dora Climbing 2, Brawn 2
session start
"""


@pytest.fixture(scope="module")
def made() -> Iterator[Path]:
    """Make the campaign once."""
    with folder() as place:
        desk = Desk(Path(place) / "c.db")
        for line in filter(None, WORLD.splitlines()):
            assert desk.do(line).status == 0, line
        desk.close()
        yield Path(place) / "c.db"


@pytest.fixture
def desk(made: Path, tmp_path: Path) -> Iterator[Desk]:
    """Sit at a copy of it."""
    desk = Desk(Path(shutil.copy(made, tmp_path)))
    yield desk
    desk.close()


def read_as(desk: Desk, line: str) -> str:
    """Return the full reading of a line that is carried out."""
    outcome = desk.do(line)
    assert outcome.fault is None, (line, outcome.fault)
    return outcome.command


def refusal(desk: Desk, line: str) -> tuple[str, str]:
    """Return the message and the hint for a line that is refused."""
    fault = desk.do(line).fault
    assert fault is not None, line
    return fault.message, fault.hint or ""


# --- the first word in short -------------------------------------------------------------------------------


def test_a_letter_or_a_sign_stands_for_a_word_and_the_full_reading_is_shown(desk: Desk) -> None:
    assert read_as(desk, "'we rest # 3") == 'note "we rest # 3"'
    assert [read_as(desk, line) for line in ("u", "r", "q", "?", "?undo")] == [
        "undo",
        "redo",
        "quit",
        "help",
        "help undo",
    ]


def test_a_bare_number_behind_undo_stays_refused_in_short(desk: Desk) -> None:
    assert refusal(desk, "u 2") == ("“2” could be the number of an event or a count", "type u #2 or u last 2")


def test_the_only_beginning_of_a_verb_is_enough_and_others_get_the_usual_hint(desk: Desk) -> None:
    assert read_as(desk, "rol 4dF =+0-0") == "roll 4dF rolled 1 0 -1 0"
    assert refusal(desk, "se") == ("no command “se”", "did you mean set?")
    assert refusal(desk, "fig") == ("this needs start or end", "“fig” stands for “fight”")
