"""The rolls that a line without a number, or with a wrong one, can act on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from given import folder

from shell.prompt.typed import LineTyped
from shell.runner import Desk

SET_UP = """
new fudge-lite
rules points 3
rules criticals natural
pc Ana
pc Maren
pc Jory
trait Ana Athletics Good
trait Jory Herbs Good
session start
"""


@pytest.fixture
def table() -> Iterator[Desk]:
    """Set up three characters with fudge points, in a session."""
    with folder() as place, closing(Desk(Path(place) / "c.db")) as desk:
        for line in SET_UP.strip().splitlines():
            assert desk.do(line).fault is None, line
        yield desk


def advised(table: Desk, typed: str) -> str | None:
    """Return what the refusal of a line advises."""
    fault = table.do(typed).fault
    assert fault is not None
    return fault.hint


def rolled(table: Desk, line: str) -> int:
    """Roll, and return the number of the roll."""
    outcome = table.do(line)
    assert outcome.fault is None, outcome.fault
    return int(outcome.as_json()["events"][0]["seq"])


def test_the_latest_roll_of_each_is_advised_with_the_rest_of_the_line(table: Desk) -> None:
    anas = rolled(table, "check ana athletics vs superb rolled +4")
    jorys = rolled(table, "check jory herbs vs great rolled -1")
    rolled(table, "roll 4dF")
    assert advised(table, "point ana alter") == f"type point ana alter #{anas} +1"
    assert advised(table, "point jory alter") == f"type point jory alter #{jorys} +1"
    assert advised(table, "ruling") == f"type ruling #{anas} beyond"
    for taken in (f"point ana alter #{anas} +1", f"ruling #{anas} beyond"):
        assert table.do(taken).fault is None


@pytest.mark.parametrize("typed", ["point ana alter #{jory} +1", "point ana reroll #{note}", "point ana success #999"])
def test_a_roll_that_is_not_theirs_is_refused_with_their_latest(table: Desk, typed: str) -> None:
    known = {"ana": rolled(table, "check ana athletics vs superb rolled -1")}
    known |= {"jory": rolled(table, "check jory herbs vs great rolled -1"), "note": rolled(table, "note It rains")}
    assert advised(table, typed.format(**known)) == f"Ana's latest roll is #{known['ana']}"
    assert advised(table, f"point maren reroll #{known['ana']}") == "Maren rolled nothing in this session"


def test_a_roll_of_nobody_is_no_critical_of_anybody(table: Desk) -> None:
    number = rolled(table, "roll 4dF rolled +4")
    fault = table.do(f"ruling #{number} beyond").fault
    assert fault is not None
    assert (fault.message, fault.hint) == (f"#{number} is not a check or contest", None)


def numbers_offered(table: Desk, line: str) -> list[str]:
    """Return the numbers of events that can follow a text."""
    return [each.text for each in LineTyped(table).offers(line) if each.text.startswith("#")]


def test_rolls_are_offered_first_and_those_of_the_named_before_others(table: Desk) -> None:
    first, second = [f"#{rolled(table, 'check ana athletics vs superb rolled -1')}" for _ in range(2)]
    jorys = f"#{rolled(table, 'check jory herbs vs great rolled -1')}"
    *_, note = [f"#{rolled(table, f'note {number}')}" for number in range(14)]
    for line in ("point ana alter ", "point ana reroll #", "mark ana of "):
        assert numbers_offered(table, line)[:3] == [second, first, jorys]
    for line in ("ruling ", "damage jory of "):
        assert numbers_offered(table, line)[:3] == [jorys, second, first]
    assert numbers_offered(table, "undo ")[0] == note
