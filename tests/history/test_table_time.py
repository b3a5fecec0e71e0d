"""One clock: what people read is the time at the table, and typed back it means what was shown, on every computer."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from attrs import Factory, define
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from memory import Memory

from engine import Campaign, Refused
from engine.clock import local_now, table_time
from engine.commands import Award, CreatePc, EndSession, MakeNote, StartPastSession, StartSession, Undo
from engine.events import CampaignCreated, SessionStarted
from engine.fitting import violation
from engine.state import State
from engine.value import evolve
from shell.runner import Desk

ROOT = Path(__file__).parents[2]
#: Zones with half and quarter hours, on both sides of the date line, and with a change of half an hour.
ZONES = (
    *("UTC", "America/Los_Angeles", "America/New_York", "America/St_Johns", "Europe/London", "Europe/Berlin"),
    *("Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati"),
    *("Pacific/Pago_Pago", "Africa/Casablanca"),
)
#: Shortly before summer time begins or ends in some of them, and an ordinary day.
DAYS = tuple(
    datetime(*day, 17, tzinfo=UTC)
    for day in (
        (2026, 3, 7),
        (2026, 3, 28),
        (2026, 4, 4),
        (2026, 10, 3),
        (2026, 10, 24),
        (2026, 10, 31),
        (2026, 11, 21),
    )
)
#: A day, or a minute, with its zone if that is shown.
SHOWN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?: \([+−]\d\d:\d\d\)| UTC)?")
COUNTED: Counter[str] = Counter()


@define
class WallClock:
    """A clock at the table: it stands until it is moved, and shows the time of its zone."""

    now: datetime
    zone: str = "UTC"

    def __call__(self) -> datetime:
        return self.now.astimezone(ZoneInfo(self.zone))

    def on(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@define
class Table:
    """A campaign with its clock."""

    campaign: Campaign
    clock: WallClock
    evenings: list[int] = Factory(list)

    def do(self, *commands: Any, after: float = 0) -> None:
        """Let time pass, and carry out some commands."""
        self.clock.on(after)
        for command in commands:
            self.campaign.execute(command)


@contextmanager
def a_table(now: datetime, zone: str) -> Iterator[Table]:
    """Begin a campaign in memory."""
    memory, clock = Memory(), WallClock(now, zone)
    with (
        folder() as place,
        patch("engine.store.files.FilePlace", memory.locate),
        Campaign.create(Path(place) / "c.db", "fudge", "One clock", clock=clock) as campaign,
    ):
        yield Table(campaign, clock)


@contextmanager
def computer_in(zone: str) -> Iterator[None]:
    """Set the zone of this computer."""
    with patch.dict(os.environ, {"TZ": zone}):
        time.tzset()
        try:
            yield
        finally:
            os.environ.pop("TZ")
            time.tzset()
    time.tzset()


def local(recorded: Any, offset: int) -> datetime:
    """Return the time on the wall when an event was recorded."""
    return datetime.fromisoformat(recorded.at).replace(tzinfo=None) + timedelta(minutes=offset)


# --- any printed time, typed back ------------------------------------------------------------------------------

#: An evening: the zone, the minutes since the last one, and those between its events.
EVENING = st.tuples(
    st.sampled_from(ZONES),
    st.one_of(st.integers(5, 24 * 60), st.integers(1, 20).map(lambda days: days * 24 * 60)),
    st.lists(st.sampled_from([0, 0.2, 0.7, 1, 17, 59, 90, 150]), min_size=1, max_size=5),
)


def spans_of(table: Table, offsets: Sequence[int]) -> list[tuple[int, list[Any]]]:
    """Return the events of each evening, and before the first, with the offset that was on the wall."""
    events = list(table.campaign.events())
    starts = [1, *(each.seq for each in events if isinstance(each.event, SessionStarted)), len(events) + 1]
    return [(offset, events[a - 1 : b - 1]) for offset, (a, b) in zip(offsets, pairwise(starts), strict=True)]


def meanings(shown: str, spans: Sequence[tuple[int, list[Any]]]) -> dict[int, int]:
    """Return what a shown minute means by the offset of each evening that contains it: the last event up to its end."""
    first = datetime.fromisoformat(shown[:16])
    last = first + timedelta(seconds=59, milliseconds=999)
    events = [each for _, found in spans for each in found]
    means = {}
    for offset, found in spans:
        times = [local(each, offset) for each in found]
        if min(times) <= last and first <= max(times):
            means[offset] = max((each.seq for each in events if local(each, offset) <= last), default=0)
    return means


def type_back(table: Table, shown: str, own: int, spans: Sequence[tuple[int, list[Any]]]) -> None:
    """Type a shown minute back: it means what was shown, or is refused with the readings of several evenings."""
    means = meanings(shown, spans)
    COUNTED["typed"] += 1
    if len(set(means.values())) == 1:
        assert table.campaign.point(shown) == means[own], (shown, means)
        return
    COUNTED["refused"] += 1
    with pytest.raises(Refused, match=r" was (twice|. times) that day: ") as refusal:
        table.campaign.point(shown)
    for offset in means:
        sign = "−" if offset < 0 else "+"
        reading = f"{shown[:16]} {sign}{abs(offset) // 60:02}:{abs(offset) % 60:02}"
        assert reading[11:] in refusal.value.message
        assert table.campaign.point(reading) == means[offset]


def record_past(table: Table, gaps: Sequence[int]) -> dict[str, int]:
    """Record evenings of the past, some days apart, and return the last event up to each date."""
    held, ends = date(2024, 3, 9), {}
    for gap in gaps:
        held += timedelta(days=gap)
        table.do(StartPastSession(held.isoformat()), MakeNote("it rained"), EndSession(), after=7)
        ends[held.isoformat()] = table.campaign.state.seq
    return ends


def type_all_back(day: datetime, evenings: list[tuple[str, int, list[float]]], reader: str, past: list[int]) -> None:
    """Play some evenings, and type back every time that is shown of them on a computer in another zone."""
    with a_table(day, evenings[0][0]) as table:
        offsets = [int(table.clock().utcoffset() / timedelta(minutes=1))] * (1 + len(past))  # type: ignore[operator]
        ends = record_past(table, past)
        for zone, before, minutes in evenings:
            table.clock.zone = zone
            table.do(StartSession(), after=before)
            offsets.append(int(table.clock().utcoffset() / timedelta(minutes=1)))  # type: ignore[operator]
            for passed in minutes:
                table.do(MakeNote("it rains"), after=passed)
            table.do(EndSession())
        with computer_in(reader):
            for offset, events in (spans := spans_of(table, offsets)):
                for each in events:
                    when = table_time(table.campaign.state, each.seq, each.at)
                    if when.held:
                        assert (when.told, when.hour) == (when.held, "")
                        assert table.campaign.point(when.told) == ends[when.held]
                        COUNTED["past"] += 1
                        continue
                    assert (when.day, when.hour) == tuple(f"{local(each, offset):%Y-%m-%d %H:%M}".split())
                    type_back(table, when.told, offset, spans)
                    assert table.campaign.point(when.heading) == meanings(when.told, spans)[offset]
                    assert table.campaign.point(when.local) == last_at(spans, each.at)
    COUNTED[f"zone {reader}"] += 1


HELD = given(
    day=st.sampled_from(DAYS),
    evenings=st.lists(EVENING, min_size=1, max_size=5),
    reader=st.sampled_from(ZONES),
    past=st.lists(st.integers(0, 9), max_size=3),
)


@pytest.mark.rule("P11", "B4-16")
@pytest.mark.parametrize("examples", [40, pytest.param(500, marks=pytest.mark.slow)])
def test_a_shown_time_that_is_typed_back_means_what_was_shown_or_is_refused_with_its_readings(examples: int) -> None:
    COUNTED.clear()
    settings(max_examples=examples)(HELD(type_all_back))()
    if examples >= 500:
        assert COUNTED["typed"] > 3000
        assert COUNTED["past"] > 500
        assert 0 < COUNTED["refused"] < COUNTED["typed"] / 10
        assert sum(name.startswith("zone ") for name in COUNTED) == len(ZONES)


def last_at(spans: Sequence[tuple[int, list[Any]]], at: str) -> int:
    """Return the last event that was recorded up to a moment."""
    return max(each.seq for _, found in spans for each in found if each.at <= at)


# --- what is shown ---------------------------------------------------------------------------------------------


def said(path: Path, *lines: str) -> str:
    """Return what the last of some lines says."""
    with closing(Desk(path)) as desk:
        for line in lines:
            outcome = desk.do(line)
            assert outcome.answer is not None, outcome.fault
        return outcome.answer.text()


def asked(path: Path, line: str) -> dict[str, Any]:
    """Return the answer to a line as JSON."""
    with closing(Desk(path)) as desk:
        outcome = desk.do(line).as_json()
    assert outcome["ok"], outcome
    result: dict[str, Any] = outcome["result"]
    return result


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Play two evenings in Los Angeles: the second goes past midnight while summer time ends, and is corrected late."""
    clock = WallClock(datetime(2026, 10, 24, 3, 0, tzinfo=UTC), "America/Los_Angeles")  # eight in the evening
    with Campaign.create(tmp_path / "c.db", "fudge", "Two evenings", clock=clock) as campaign:
        table = Table(campaign, clock)
        table.do(CreatePc("Ana", "Kim"), StartSession("Dusk"))
        table.do(Award(("Ana",), 5), after=10)
        table.do(Award(("Ana",), 7), after=120)
        table.do(EndSession(), after=30)
        clock.now = datetime(2026, 11, 1, 4, 30, tzinfo=UTC)
        table.do(StartSession("Dawn"))
        table.do(MakeNote("the fog comes in"), after=120)
        table.do(Award(("Ana",), 1), after=240)
        table.do(EndSession(), after=60)
        table.do(Undo(10), after=24 * 60)
    return tmp_path / "c.db"


def test_an_evening_keeps_its_offset_over_midnight_and_the_end_of_summer_time(played: Path) -> None:
    lines = said(played, "log").split("\n")
    assert "#3  Session 1: Dusk" not in lines
    assert [line for line in lines if re.search(r"\d{4}-", line)] == [
        "     Before play · 2026-10-23 20:00 (−07:00)",
        "#3   Session 1: Dusk · 2026-10-23 20:00 (−07:00)",
        "#7   Session 2: Dawn · 2026-10-31 21:30 (−07:00)",
        "     2026-11-01",
        "     2026-11-02",
    ]
    events = asked(played, "log")["events"]
    assert (events[8]["at"], events[8]["local"], events[8]["held_on"]) == (
        "2026-11-01T10:30:00.000Z",
        "2026-11-01T03:30:00.000-07:00",
        "2026-11-01",
    )
    (session,) = [each for each in events if each["type"] == "SessionStarted" and each["number"] == 2]
    assert session["offset"] == -7 * 60


@pytest.mark.parametrize(
    ("point", "xp"),
    [
        ("2026-10-23 20:09", 0),
        ("2026-10-23 20:10", 5),
        ('"2026-10-23 22:00"', 5),
        ("2026-10-23 22:10", 12),
        ("2026-10-23", 12),
        ("2026-10-24T05:10Z", 12),
        ("2026-10-24T05:09:59.999Z", 5),
        ("2026-10-24 05:10 UTC", 12),
        ("2026-10-23 22:10 (−07:00)", 12),
        ("2026-10-23 22:10 -07:00", 12),
        ("2026-10-24T05:10", 12),
        ("2026-10-24T06:40+01:30", 12),
        ("2026-10-31", 12),
        ("2026-11-01", 13),
        ("2026-11-01 UTC", 13),
    ],
)
def test_a_time_without_a_zone_is_read_as_it_was_shown(played: Path, point: str, xp: int) -> None:
    assert asked(played, f"sheet Ana at {point}")["xp"]["awarded"] == xp


def test_a_time_with_an_attached_zone_is_exact_and_without_one_goes_to_the_end_of_what_was_typed() -> None:
    with a_table(datetime(2026, 11, 21, 20, 0, 30, 500_000, tzinfo=UTC), "Europe/London") as table:
        points = ("2026-11-21 20:00", "2026-11-21 20:00:30", "2026-11-21 20:00:30.5", "2026-11-21 20:00 UTC")
        assert [table.campaign.point(point) for point in points] == [1, 1, 1, 1]
        before = ("2026-11-21T20:00Z", "2026-11-21T20:00:30Z", "2026-11-21 20:00:30.499", "2026-11-21T21:00+01:00")
        assert [table.campaign.point(point) for point in before] == [0, 0, 0, 0]


def test_what_was_twice_that_day_is_refused_with_both_readings() -> None:
    with a_table(datetime(2026, 11, 26, 1, 0, tzinfo=UTC), "America/New_York") as table:
        table.clock.zone = "Europe/Berlin"
        table.do(StartSession("Berlin"), after=20 * 60)  # ten in the evening of the 26th
        table.do(MakeNote("late"), after=30)
        table.do(EndSession(), after=60)
        table.clock.zone = "America/New_York"
        table.do(StartSession("New York"), after=4 * 60)  # half past nine in the evening of the 26th
        table.do(MakeNote("still the 26th"), after=30)
        with pytest.raises(Refused) as refusal:
            table.campaign.point("2026-11-26 22:00")
        assert refusal.value.message == "“22:00” was twice that day: 22:00 +01:00 or 22:00 −05:00"
        assert refusal.value.hint == "type the offset too: 2026-11-26 22:00 +01:00"
        assert table.campaign.point("2026-11-26 22:00 +01:00") == 2
        assert table.campaign.point("2026-11-26 22:00 −05:00") == 6
        assert table.campaign.point("2026-11-26 21:45") == 5


@pytest.mark.rule("P11")
def test_a_log_that_does_not_know_its_clock_says_utc_and_is_read_in_utc(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes((ROOT / "tests" / "logs" / "0.1.0-format-2-demo.db").read_bytes())
    with computer_in("America/Los_Angeles"):
        texts = {line: said(old, line) for line in ("log", "recap", "replay")}
        times = {line: SHOWN.findall(text) for line, text in texts.items()}
        assert times["log"]
        assert times["replay"]
        assert all(shown.endswith(" UTC") for found in times.values() for shown in found)
        assert re.search(r"^\d{4}-\d\d-\d\d UTC · ", texts["recap"], re.MULTILINE)
        events = asked(old, "log")["events"]
        assert all(each["local"] == each["at"].replace("Z", "+00:00") for each in events)
        with Campaign.open(old) as campaign:
            for minute in {each["at"][:16] for each in events}:
                assert campaign.point(minute) == max(each["seq"] for each in events if each["at"][:16] <= minute)


def test_an_old_log_that_is_played_on_shows_each_evening_by_its_own_clock(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes((ROOT / "tests" / "logs" / "0.1.0-format-2-demo.db").read_bytes())
    clock = WallClock(datetime(2027, 1, 2, 1, 0, tzinfo=UTC), "America/Los_Angeles")
    with Campaign.open(old, clock=clock) as campaign:
        if campaign.state.session_open:
            campaign.execute(EndSession())
        campaign.execute(StartSession("Years later"))
    headings = [line.partition(" · ")[2] for line in said(old, "log").split("\n") if " · 20" in line]
    assert headings[-1] == "2027-01-01 17:00 (−08:00)"
    assert all(each.endswith(" UTC") for each in headings[:-1])


# --- the same on every computer --------------------------------------------------------------------------------

LOOKS = (
    "log",
    "recap",
    "replay",
    "ledger Ana",
    "stats",
    "audit",
    "search fog",
    "why Ana xp",
    "sheet Ana at 2026-10-23",
)
FILES = ("report r.html", "export c.csv", "export c.jsonl", "export c.session", "export c.db", "export notes/")
FILES_FOR_PLAYERS = tuple(f"{line.replace(' ', ' players-')} for players" for line in FILES)


def documents(path: Path, place: Path, zone: str) -> dict[str, bytes]:
    """Return everything that is shown and written of a log on a computer in a zone."""
    place.mkdir()
    found = {}
    with computer_in(zone), closing(Desk(path)) as desk:
        for line in LOOKS:
            outcome = desk.do(line)
            assert outcome.answer is not None, outcome.fault
            found[line] = f"{outcome.answer.text()}\n{json.dumps(outcome.as_json())}".encode()
        for line in (*FILES, *FILES_FOR_PLAYERS):
            verb, _, rest = line.partition(" ")
            assert desk.do(f"{verb} {place}/{rest}").fault is None, line
    files = (each for each in place.rglob("*") if each.is_file())
    return found | {str(each.relative_to(place)): each.read_bytes() for each in files}


@pytest.mark.rule("P11", "B4-29")
def test_every_document_is_the_same_whatever_zone_its_reader_is_in(played: Path, tmp_path: Path) -> None:
    zones = ("Pacific/Pago_Pago", "Asia/Kathmandu")
    there, *others = (documents(played, tmp_path / str(number), zone) for number, zone in enumerate(zones))
    assert len(there) > 20
    for other in others:
        assert {name: text == there[name] for name, text in other.items()} == dict.fromkeys(there, True)
    assert ">Saturday 31 October 2026</time>, 21:30 to 04:30 (−07:00) · " in there["r.html"].decode()
    assert b"2026-10-31T21:30:00.000-07:00,2026-10-31" in there["c.csv"]
    assert ">2026-11-01 03:30</time>" in there["r.html"].decode()
    (evening,) = (text for name, text in there.items() if name.startswith("notes/") and "Dawn" in name)
    assert b'date: "2026-10-31"' in evening
    with closing(sqlite3.connect(tmp_path / "0" / "c.db")) as tables:
        assert tables.execute("SELECT day FROM session").fetchall() == [("2026-10-23",), ("2026-10-31",)]
        assert tables.execute("SELECT local, held_on FROM event WHERE seq = 9").fetchone() == (
            "2026-11-01T03:30:00.000-07:00",
            "2026-11-01",
        )


# --- what is recorded ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ZONES)
def test_the_computer_records_its_own_offset(tmp_path: Path, zone: str) -> None:
    with computer_in(zone):
        assert local_now().utcoffset() == datetime.now(ZoneInfo(zone)).utcoffset()
        said(tmp_path / "c.db", "new fudge", "session start Dusk")
    minutes = int(datetime.now(ZoneInfo(zone)).utcoffset() / timedelta(minutes=1))  # type: ignore[operator]
    events = asked(tmp_path / "c.db", "log")["events"]
    assert [each["offset"] for each in events] == [minutes, minutes]


def test_a_clock_without_a_zone_is_taken_for_this_computers(tmp_path: Path) -> None:
    with computer_in("Asia/Kolkata"):
        naive = datetime(2026, 11, 21, 20, 0)  # that is what is tried
        with Campaign.create(tmp_path / "c.db", "fudge", clock=lambda: naive) as campaign:
            (first,) = campaign.events()
            assert (first.at, campaign.state.offset) == ("2026-11-21T14:30:00.000Z", 330)


COPIES: dict[str, Callable[[Path], tuple[str, str]]] = {
    "import": lambda place: (f"export {place}/x.jsonl", f"import {place}/x.jsonl"),
    "fork": lambda place: (f"fork {place}/other.db at #9", "head"),
    "backup": lambda place: (f"backup {place}/other.db", "head"),
}


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_keeps_the_times_of_the_table(played: Path, tmp_path: Path, how: str) -> None:
    make, take = COPIES[how](tmp_path)
    with computer_in("Asia/Kolkata"):
        said(played, make)
        said(tmp_path / "other.db", take)
        assert said(tmp_path / "other.db", "log").split("\n")[:8] == said(played, "log").split("\n")[:8]


def test_a_script_that_is_played_later_has_the_times_of_the_table_where_it_is_played(
    played: Path, tmp_path: Path
) -> None:
    script = tmp_path / "c.session"
    assert "no event" not in said(played, f"export {script}")
    with computer_in("Asia/Kolkata"):
        lines = [line for line in script.read_text("utf-8").splitlines() if line and not line.startswith("#")]
        said(tmp_path / "again.db", *lines)
    offsets = [each["offset"] for each in asked(tmp_path / "again.db", "log")["events"] if "offset" in each]
    assert offsets == [330, 330, 330]


@pytest.mark.parametrize("minutes", [24 * 60, -24 * 60, 10**15])
def test_an_offset_that_no_clock_has_is_no_offset(minutes: int) -> None:
    with a_table(datetime(2026, 11, 21, 20, 0, tzinfo=UTC), "UTC") as table:
        state = table.campaign.state
        assert "minutes ahead of UTC" in str(violation(state, SessionStarted(1, offset=minutes)))
        (first,) = table.campaign.events()
        assert isinstance(first.event, CampaignCreated)
        assert "minutes ahead of UTC" in str(violation(State(), evolve(first.event, offset=minutes)))


@pytest.mark.parametrize(
    ("at", "offset", "told"),
    [
        ("9999-12-31T23:59:59.999Z", 60, "9999-12-31 23:59 UTC"),
        ("0001-01-01T00:00:00.000Z", -60, "0001-01-01 00:00 UTC"),
        ("9999-12-31T23:59:59.999Z", -60, "9999-12-31 22:59"),
        ("never", 60, "never"),
        ("2026-11-21T20:00:00.000Z", None, "2026-11-21 20:00 UTC"),
    ],
)
def test_a_time_at_the_end_of_all_dates_is_shown_without_an_error(at: str, offset: int | None, told: str) -> None:
    assert table_time(State(offset=offset), 1, at).told == told


@pytest.mark.parametrize("point", ["9999-12-31", "0001-01-01", "9999-12-31 23:59", "0001-01-01 00:00"])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
def test_the_first_and_last_day_can_be_asked_for_in_every_zone(point: str, zone: str) -> None:
    with a_table(datetime(2026, 11, 21, 20, 0, tzinfo=UTC), zone) as table:
        assert table.campaign.point(point) == (1 if point > "2026" else 0)


@pytest.mark.parametrize(
    "point",
    [
        *("2026-13-01", "2026-11-21 25:00", "2026-11-21 20:00 (+99:00)", "2026-11-21 +24:00"),
        *("0001-01-01T00:00:00+14:00", "9999-12-31 23:59 (−01:00)"),
    ],
)
def test_what_is_no_time_is_refused(point: str) -> None:
    now = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
    with a_table(now, "UTC") as table, pytest.raises(Refused, match="is not a point in the log"):
        table.campaign.point(point)
