"""What the program prints, it reads: typed back where it belongs, it means the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from given import seated
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.rules.ladder import Ladder
from shell.runner import Desk

WORLD = """\
new fudge-lite "The Mill"
define status Energy: Spent -2, Tired -1, Fine 0, Lively +1
pc Ann by Kim
npc Odo
trait Ann Stealth Good
trait Odo Brawn Great
give Ann rope
give Ann 3 "iron nail"
condition Ann rope = frayed
note one
note two
note three
"""

SAME_ACTOR = {"check": "check Ann Stealth vs Fair rolled {}", "roll": "roll 4dF rolled {}"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    desk = seated(tmp_path_factory.mktemp("printed") / "log.db", WORLD)
    yield desk
    desk.close()


def done(desk: Desk, line: str) -> dict[str, Any]:
    """Return what a line recorded last."""
    outcome = desk.do(line)
    assert outcome.fault is None, (line, outcome.fault)
    return outcome.events[-1] if outcome.events else {}


def printed(desk: Desk, line: str) -> str:
    """Return what the program prints for a line."""
    outcome = desk.do(line)
    assert outcome.answer is not None, (line, outcome.fault)
    return outcome.answer.text()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(faces=st.lists(st.sampled_from((-1, 0, 1)), min_size=4, max_size=4), kind=st.sampled_from(sorted(SAME_ACTOR)))
def test_faces_as_they_are_printed_are_the_same_faces(table: Desk, faces: list[int], kind: str) -> None:
    line = SAME_ACTOR[kind]
    shown = printed(table, line.format(" ".join("-0+"[face + 1] for face in faces)))
    (boxes,) = re.findall(r"(?:\[[+− ]\])+", shown)
    told = " ".join("−0+"[face + 1] for face in faces)
    for spelling in (boxes, told, f"({told})", f"[{told.replace(' ', ', ')}]"):
        assert [*done(table, line.format(spelling))["faces"]] == faces, spelling


def test_every_level_with_its_number_is_that_level(table: Desk) -> None:
    assert table.campaign is not None
    levels = Ladder.of(table.campaign.state.rules).levels
    shown = dict(re.findall(r"([A-Z][a-z]+(?: [A-Z][a-z]+)?) \(([+−]?\d+)\)", printed(table, "sheet Ann")))
    assert levels.keys() <= shown.keys()
    for word in levels:
        number = shown[word]
        event = done(table, f"check Ann Stealth vs {word} ({number}) rolled 0 0 0 0")
        assert event["difficulty"] == levels[word], word
        assert done(table, f"trait Odo Brawn {word} ({number})")["level"] == levels[word]


def test_every_state_as_a_sheet_shows_it_is_that_state(table: Desk) -> None:
    shown = re.search(r"Energy\n(.*)", printed(table, "sheet Ann"))
    assert shown is not None
    for state in map(str.strip, shown[1].split("·")):
        done(table, f"status Ann Energy {state}")
        assert table.campaign is not None
        assert table.campaign.state.sheets["Ann"].statuses["Energy"] == re.sub(r"\W*\(.*|[\[\]]", "", state)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("check Ann Stealth (Good) vs Fair rolled 0", "check Ann Stealth vs Fair rolled 0"),
        ("drop Ann rope (frayed)", "drop Ann rope"),
        ("roll 2d6 rolled 3+4", "roll 2d6 rolled 3 4"),
        ("give Odo 3 × rope", "give Odo 3 rope"),
    ],
)
def test_what_is_printed_beside_a_name_is_left_out_if_it_is_so(table: Desk, typed: str, meant: str) -> None:
    command, read = table.read(meant).command, table.do(typed)
    assert read.fault is None, read.fault
    assert read.meant == command


@pytest.mark.parametrize(
    "typed",
    [
        "check Ann Stealth (Fair) vs Fair rolled 0",
        "check Ann Stealth vs Superb (+2) rolled 0",
        "status Ann Energy [Tired (-9)] up",
        "drop Ann nail (rusty)",
    ],
)
def test_what_is_not_so_is_refused(table: Desk, typed: str) -> None:
    before = table.campaign.state.seq if table.campaign else 0
    assert table.do(typed).fault is not None
    assert table.campaign is not None
    assert table.campaign.state.seq == before


@pytest.mark.parametrize("dash", ["–", "-"])
def test_events_that_follow_on_each_other_are_named_one_by_one_and_asked_about(table: Desk, dash: str) -> None:
    fault = table.do(f"undo #10{dash}#12").fault
    assert fault is not None
    assert fault.hint == "type undo #10 #11 #12"
