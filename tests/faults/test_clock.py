"""The clock is a note: whatever it says, events are ordered by number, and the sheets are the same."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from faulty import heavy, run, tried
from given import one_in

from engine import Campaign
from engine.commands import Award, CreatePc, DefineAbility, MakeNote, Share, Spend
from engine.store.codec import plain_data
from engine.store.inspection import inspect

EVENING = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
Moments = Callable[[int], datetime]


def steadily(number: int) -> datetime:
    """Tell the time by a clock that is right: a minute a command."""
    return EVENING + timedelta(minutes=number)


def back_by(seconds: float) -> Moments:
    """Return a clock that is set back once, in the middle of the evening."""
    return lambda number: steadily(number) - timedelta(seconds=seconds if number >= 4 else 0)


def back_to_1970(number: int) -> datetime:
    return datetime.fromtimestamp(number, UTC) if number >= 4 else steadily(number)


def on_to_9999(number: int) -> datetime:
    return datetime(9999, 12, 31, 23, 59, 59, 999_000, UTC) if number >= 4 else steadily(number)


def through_the_end_of_summer(number: int) -> datetime:
    """Tell the time by a local clock that shows the same hour twice, for its offset changes."""
    return steadily(number * 10).astimezone(timezone(timedelta(hours=2 if number < 4 else 1)))


def flying_east(number: int) -> datetime:
    return steadily(number).astimezone(timezone(timedelta(hours=number)))


def standing(number: int) -> datetime:
    return EVENING


WRONG: dict[str, tuple[Moments, bool]] = {
    "back by a second": (back_by(61), True),
    "back by a day": (back_by(86_400), True),
    "back to 1970": (back_to_1970, True),
    "on to 9999": (on_to_9999, False),
    "through the end of summer time": (through_the_end_of_summer, False),
    "in another time zone at every command": (flying_east, False),
    "standing still": (standing, False),
}


def played(path: Path, moments: Moments) -> tuple[list[str], object]:
    """Play an evening by some clock; return what was recorded, in order, and the sheet afterwards."""
    ticks: Iterator[int] = iter(range(100))
    with Campaign.create(path, "peupfudge", "By the clock", clock=lambda: moments(next(ticks))) as campaign:
        for command in (
            DefineAbility(("Mycology",)),
            CreatePc("Ilse", "Olivia"),
            Award(("Ilse",), 5, "the first"),
            Award(("Ilse",), 7, "the second"),
            Spend("Ilse", (Share(6, "Mycology"),)),
            MakeNote("the last"),
        ):
            campaign.execute(command)
        return [row.type for row in campaign.log.read()], plain_data(campaign.sheet("Ilse").as_json())


@pytest.mark.slow
@pytest.mark.rule("P13", "B4-16")
@pytest.mark.parametrize("what", one_in(2, WRONG, heavy))
def test_a_wrong_clock_changes_neither_the_order_nor_the_sheets(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments, backwards = WRONG[what]
    right = played(tmp_path / "right.db", steadily)
    if what == "standing still":
        monkeypatch.setattr(time, "time_ns", lambda: 0)
    path = tmp_path / "log.db"
    assert played(path, moments) == right
    assert inspect(path).ok
    times = [event["at"] for event in json.loads(run("--json", path, "log").out)["result"]["events"]]
    assert [time for time in times if not time.endswith("Z")] == []
    assert (times != sorted(times)) == backwards
    findings = json.loads(run("--json", path, "audit").out)["result"]["findings"]
    assert [finding["seq"] for finding in findings if finding["rule"] == "clock-went-back"] == [5] * backwards
    tried(16)


@pytest.mark.rule("P13", "B4-16")
def test_the_second_award_pays_second_though_the_clock_calls_it_the_older(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    played(path, back_to_1970)
    spent = [e for e in json.loads(run("--json", path, "log").out)["result"]["events"] if e["type"] == "XpAllocated"]
    assert spent[0]["draws"] == [[4, 5], [5, 1]]
