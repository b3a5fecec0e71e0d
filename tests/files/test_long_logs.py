"""A long log is checked from where it was last found right; once `verify` finds damage, that is over."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from test_verify import tampered

from engine.store import opening
from engine.store.memo import doubt, last_seen
from shell.doors.prompt import greet
from shell.runner import Desk


@pytest.fixture
def long(log: Path, do: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a log that is too long to be read whole every time, found right once."""
    monkeypatch.setattr(opening, "CHECKED_WHOLE", 10)
    do(log, "head")
    return log


@pytest.fixture
def damaged(long: Path) -> Path:
    """Change a long log before the point up to which it was last found right."""
    tampered(long, "UPDATE event SET actor = 'Kurt' WHERE seq = 7")
    return long


@pytest.fixture
def desk(damaged: Path) -> Iterator[Desk]:
    """Somebody who has opened the damaged log."""
    desk = Desk(damaged)
    yield desk
    desk.close()


@pytest.mark.rule("P5")
def test_the_prompt_says_from_where_on_a_log_was_checked(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    greet(desk)
    assert "Checked from #44 on" in capsys.readouterr().out


def test_of_a_log_that_was_checked_whole_the_prompt_says_nothing(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(log)
    greet(desk)
    desk.close()
    assert "Checked" not in capsys.readouterr().out


@pytest.mark.rule("P5")
def test_once_verify_found_damage_the_next_opening_checks_everything(damaged: Path, do: Callable[..., Any]) -> None:
    assert do(damaged, "head").status == 0
    assert do(damaged, "verify").status == 1
    for line in ("note on we go", "head"):
        assert do(damaged, line).status == 3
    tampered(damaged, "UPDATE event SET actor = 'GM' WHERE seq = 7")
    assert do(damaged, "note on we go").status == 0


@pytest.mark.rule("P5")
def test_once_verify_found_damage_the_open_campaign_takes_nothing_more(desk: Desk) -> None:
    desk.do("note one")
    desk.do("verify")
    outcome = desk.do("note two")
    assert outcome.fault is not None
    assert outcome.status == 3
    assert "#7" in outcome.fault.message
    assert "rescue" in str(outcome.fault.hint)
    assert desk.campaign is not None
    desk.close()
    assert [seen.doubted for seen in last_seen(desk.campaign.log.campaign).values()] == [True]


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["export x.jsonl", "export x.csv", "export x.session", "fork x.db", "backup x.db"])
def test_what_is_damaged_is_not_carried_elsewhere(damaged: Path, do: Callable[..., Any], line: str) -> None:
    outcome = do(damaged, line)
    assert outcome.status == 3
    assert "#7" in outcome.fault.message
    assert not list(Path().glob("x.*"))


@pytest.mark.rule("P5")
def test_a_fork_before_the_damage_takes_what_is_sound(damaged: Path, do: Callable[..., Any]) -> None:
    assert do(damaged, "fork x.db at #6").status == 0
    assert do("x.db", "verify").status == 0


def test_a_log_at_another_place_is_checked_whole(damaged: Path, do: Callable[..., Any]) -> None:
    os.rename(damaged, "moved.db")
    assert do("moved.db", "head").status == 3


def test_doubting_a_file_that_nobody_knows_notes_nothing(home: Path, long: Path) -> None:
    doubt(home / "nowhere.db")
    assert not any(seen.doubted for seen in last_seen("").values())
