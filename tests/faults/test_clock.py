"""The clock is a note: whatever it says, events are ordered by number, and the sheets are the same."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from faulty import environment, heavy, rows, run, tried
from given import one_in
from windows import compiled

from engine import Campaign
from engine.commands import Award, CreatePc, DefineAbility, MakeNote, Share, Spend
from engine.store.codec import plain_data
from engine.store.errors import LogError
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


# --- times that no date can say --------------------------------------------------------------------------------

#: Seconds since 1970, and the date that is recorded then: None where Python itself knows no such time.
FAR = {
    "before Christ": (-62_135_596_801, None),
    "in 1960": (-300_000_000, "1960-06-29"),
    "in 1970": (0, "1970-01-01"),
    "after 32 bits": (4_294_967_296, "2106-02-07"),
    "at the end of 64 bits of nanoseconds": (9_223_372_035, "2262-04-11"),  # parts of a second are added
    "after 64 bits of nanoseconds": (9_223_372_037, None),
    "in 2500": (16_725_225_600, None),
    "in 9999": (253_402_300_799, None),
    "in 10000": (253_402_300_800, None),
}

READING = (
    "head",
    "sheet Ilse",
    "log all",
    "audit",
    "verify",
    "recap",
    "stats",
    "search rains",
    "sheet Ilse at 2262-04-12",
)
EDGES = ("sheet Ilse at 9999-12-31", "sheet Ilse at 0001-01-01", "sheet Ilse at 2262-04-11T23:47:16.854Z")
WRITING = ("note it rains", "award Ilse 5", "check Ilse Mycology vs 1 rolled 0", "undo", "session start", "session end")
MAKING = (
    "report r.html sheets",
    "export x.csv",
    "export x.db",
    "export x.jsonl",
    "export x.session",
    "export x/",
    "backup y.db",
)


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile what sets the clock of a program."""
    made = compiled(tmp_path_factory.mktemp("clock"), "clock")
    if made is None:
        pytest.skip("there is no C compiler")
    return made


@pytest.mark.parametrize("when", one_in(3, FAR))
def test_whatever_the_clock_says_each_line_is_answered_or_names_the_clock(
    tmp_path: Path, shim: Path, when: str
) -> None:
    seconds, date = FAR[when]
    played(path := tmp_path / "log.db", steadily)
    before = inspect(path).events
    env = environment(LD_PRELOAD=str(shim), CLOCK_SAYS=str(seconds))
    script = "\n".join((*READING, *EDGES, *WRITING, *MAKING, "fork z.db at #3", "head"))
    done = run("--json", "--keep-going", path, stdin=script, env=env, cwd=tmp_path)
    answers = [json.loads(line) for line in done.out.splitlines()]
    failed = {each["command"]: each["error"]["message"] for each in answers if not each["ok"]}
    assert not any("Internal error" in message for message in failed.values())
    assert not failed.keys() & {*MAKING, "head", "sheet Ilse", "log all", "audit", "verify", "sheet Ilse at 9999-12-31"}
    if date is None:
        assert set(failed) >= {*WRITING[:3], "fork z.db at #3"}
        assert {failed[line] for line in WRITING[:3]} == {
            "this computer's clock is at a time that no date can say: nothing was recorded"
        }
        assert inspect(path).events == before
    else:
        assert not failed.keys() & {*WRITING, "fork z.db at #3"}
        assert {row.ts[:10] for row in rows(path)[before:]} == {date}
    tried(16)


@pytest.mark.parametrize("now", [datetime.max.replace(tzinfo=UTC), datetime.min.replace(tzinfo=UTC)])
def test_the_first_and_the_last_moment_are_recorded(tmp_path: Path, now: datetime) -> None:
    path = tmp_path / "log.db"
    played(path, lambda number: now)
    assert {row.ts[:10] for row in rows(path)} == {now.date().isoformat()}


@pytest.mark.parametrize(("edge", "hours"), [(datetime.max, -9), (datetime.min, 9)])
def test_a_moment_in_no_year_is_not_recorded_and_one_sentence_says_why(
    tmp_path: Path, edge: datetime, hours: int
) -> None:
    path = tmp_path / "log.db"
    played(path, steadily)
    beyond = edge.replace(tzinfo=timezone(timedelta(hours=hours)))
    with Campaign.open(path, clock=lambda: beyond) as campaign:
        with pytest.raises(LogError, match="clock is at a time that no date can say: nothing was recorded"):
            campaign.execute(MakeNote("now"))
        campaign.clock = lambda: EVENING
        campaign.execute(MakeNote("then"))
    assert inspect(path).ok


@pytest.mark.parametrize("seconds", [-(2**33), 0, 2**33, 2**35])
def test_whatever_time_a_file_has_it_is_read(tmp_path: Path, seconds: int) -> None:
    """Times of files may be later than any that the clock can say."""
    path = tmp_path / "log.db"
    played(path, steadily)
    for file in (path, *tmp_path.rglob("*")):
        os.utime(file, ns=(seconds * 10**9, seconds * 10**9))
    assert run(path, "head").status == 0
    assert run(path, "note", "it rains").status == 0
