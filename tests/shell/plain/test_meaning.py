"""A misread line that plainly means one command is carried out, says so, and can be taken back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from shell.doors.voice import Voice
from shell.runner import Desk

EVENING = """new peupfudge The Salt Road
define ability "Sea Lore", Sneaking, Wits poor 2 decent 4 great 6
define status Energy: Exhausted -2, Tired -1, Neutral 0, Rested +1
pc "Captain Hroth"
pc "Tamsin Reed"
pc Finn
npc 2 Bandit
trait hroth "Sea Lore" 4
trait tamsin Sneaking 4
give tamsin 3 torch
session start
"""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        desk = Desk(folder / "c.db")
        for line in EVENING.splitlines():
            assert desk.do(line).fault is None, line
        desk.close()
    return folder / "c.db"


@pytest.fixture
def table(evening: Path, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(Path(shutil.copy(evening, tmp_path / "c.db")))
    yield desk
    desk.close()


def test_what_was_read_is_shown_before_the_answer(table: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    Voice().tell(table.do("pass tamsin torch finn"))
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == 'read as: pass "Tamsin Reed" torch to Finn  (u undoes)'


def test_a_program_gets_the_command_as_read_and_the_account_of_each_word(table: Desk) -> None:
    done = table.do("pass tamsin torch finn").as_json()
    assert (done["ok"], done["command"]) == (True, 'pass "Tamsin Reed" torch to Finn')
    assert done["account"] == [
        {"typed": "pass", "became": "pass", "relation": "same"},
        {"typed": "tamsin", "became": '"Tamsin Reed"', "relation": "beginning"},
        {"typed": "torch", "became": "torch", "relation": "same"},
        {"typed": "", "became": "to", "relation": "added"},
        {"typed": "finn", "became": "finn", "relation": "same"},
    ]
    assert "account" not in table.do("note the wind turns").as_json()
    json.dumps(done)


def test_a_rule_that_is_broken_is_named_under_what_was_read(table: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = table.do("pass tamsin 9 torch finn")
    assert outcome.fault is not None
    Voice().tell(outcome)
    first, second, *_ = capsys.readouterr().err.splitlines()
    assert (first, second) == ('read as: pass "Tamsin Reed" 9 torch to Finn', "  pass tamsin 9 torch to finn")
    assert outcome.as_json()["account"]


def test_what_was_done_is_undone_like_any_other_line(table: Desk) -> None:
    assert table.do("hroth is tired").fault is None
    assert table.campaign is not None
    assert table.campaign.state.sheets["Captain Hroth"].statuses["Energy"] == "Tired"
    assert table.do("u").fault is None
    assert table.campaign.state.sheets["Captain Hroth"].statuses["Energy"] == "Neutral"


def test_nothing_but_what_is_written_is_done_if_that_is_asked(table: Desk) -> None:
    table.meant = "exact"
    outcome = table.do("pass tamsin torch finn")
    assert outcome.fault is not None
    assert not outcome.account


def test_a_line_that_would_be_done_is_proposed_if_that_is_asked(table: Desk) -> None:
    table.meant = "ask"
    outcome = table.do("pass tamsin torch finn")
    assert outcome.fault is not None
    assert outcome.fault.cured == 'pass "Tamsin Reed" torch to Finn'
