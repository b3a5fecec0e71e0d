"""What a log is, whichever engine keeps it: one suite for all that stand behind the door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from attrs import define
from given import BEGINNING
from memory import Memory

from engine import campaign as campaigns
from engine.campaign import Campaign
from engine.commands import CreatePc, MakeNote, Undo
from engine.events import NoteMade
from engine.store import codec, files, looks
from engine.store.door import (
    FORMATS,
    Draft,
    Head,
    HeadMoved,
    Log,
    LogError,
    Parted,
    Place,
    Row,
    beginning_of,
    chain_rows,
    hash_of,
)

CAMPAIGN = BEGINNING.campaign


def drafts(first: int, count: int) -> list[Draft]:
    """Events of commands of two, numbered from a first; #1 begins the campaign."""
    made = []
    for seq in range(first, first + count):
        event = BEGINNING if seq == 1 else NoteMade(f"note {seq}")
        ts = f"2026-11-21T20:{seq // 60 % 60:02}:{seq % 60:02}.000Z"
        said = codec.encode(event)
        made.append(Draft(f"{seq:032x}", ts, f"c{seq // 2}", "GM", type(event).__name__, 1, said, b"s" * 16))
    return made


@define
class Engine:
    """One way to keep a log: a place for one, and how another window on a place is found."""

    place: Place
    again: Callable[[Place], Place]

    def log(self, events: int = 1, format: int = 2) -> Log:
        return self.place.create(rows_of(events, format))

    def open(self, *, writable: bool = True) -> Log:
        return self.place.open(writable=writable)


def rows_of(events: int, format: int = 2) -> list[Row]:
    """Make the rows of a log of so many events."""
    return list(chain_rows(CAMPAIGN, beginning_of(CAMPAIGN, format), drafts(1, events), format))


def grow(log: Log, events: int) -> list[Row]:
    """Append so many events."""
    rows = list(chain_rows(log.campaign, log.head, drafts(log.head.seq + 1, events), log.format))
    log.append(log.head, rows)
    return rows


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    if request.param == "postgresql":
        return Engine(request.getfixturevalue("server").new_place(), lambda place: files.locate(str(place)))
    locate = files.locate if request.param == "sqlite" else Memory().locate
    return Engine(locate(tmp_path / "log.db"), lambda place: locate(str(place)))


@pytest.mark.parametrize("format", FORMATS)
def test_a_log_is_born_with_its_rows_for_the_campaign_and_in_the_format_of_the_first(
    engine: Engine, format: int
) -> None:
    assert not engine.place.is_there()
    assert engine.place.invites_a_log()
    rows = rows_of(3, format)
    with closing(engine.place.create(iter(rows))) as log, closing(engine.open()) as other:
        for each in (log, other):
            assert (each.campaign, each.format, each.head) == (CAMPAIGN, format, Head(3, rows[-1].hash))
            assert (list(each.read()), each.place.key) == (rows, engine.place.key)
    assert engine.place.is_there()
    assert engine.place.is_taken()
    assert not engine.place.invites_a_log()


@pytest.mark.rule("P2")
def test_a_log_that_could_not_be_made_whole_is_not_there(engine: Engine) -> None:
    rows = rows_of(1200)

    def failing() -> Iterator[Row]:
        yield from rows[:1100]
        raise KeyError("a row that never comes")

    with pytest.raises(KeyError):
        engine.place.create(failing())
    with pytest.raises(LogError):
        engine.place.create([*rows[:700], rows[701]])
    with pytest.raises(LogError) as caught:
        engine.open()
    assert caught.value.kind == "there-is-none"
    assert not engine.place.is_taken()
    with closing(engine.place.create(rows)) as log:
        assert log.head.seq == 1200


@pytest.mark.rule("P10")
def test_a_name_that_is_taken_stays_with_the_log_that_has_it(engine: Engine) -> None:
    engine.log(2).close()
    with pytest.raises(LogError) as caught:
        engine.place.create(iter(rows_of(5)))
    assert caught.value.kind == "taken"
    with closing(engine.open()) as log:
        assert log.head.seq == 2


@pytest.mark.rule("P8", "P10")
def test_of_those_who_make_a_log_at_once_one_has_the_name(engine: Engine) -> None:
    ends: list[int | str] = []

    def make(number: int) -> None:
        place = engine.again(engine.place)
        try:
            with closing(place.create(iter(rows_of(number)))) as log:
                ends.append(log.head.seq)
        except LogError as error:
            ends.append(error.kind)

    makers = [Thread(target=make, args=[number]) for number in (300, 301, 302, 303)]
    for each in makers:
        each.start()
    for each in makers:
        each.join()
    (made,) = (end for end in ends if end != "taken")
    with closing(engine.open()) as log:
        assert (log.head.seq, log.verify().ok) == (made, True)


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_appended_is_read(engine: Engine, format: int) -> None:
    with closing(engine.log(format=format)) as log:
        rows = [*log.read(), *grow(log, 2499)]
        assert list(log.read()) == rows
        assert log.head == Head(2500, rows[-1].hash)
        assert [log.at(seq) for seq in (0, 1, 1000, 2500, 2501, -1, 2**63)] == [
            None,
            *(rows[seq - 1] for seq in (1, 1000, 2500)),
            *(None, None, None),
        ]


def test_reading_goes_on_after_a_head_up_to_a_number(engine: Engine) -> None:
    with closing(engine.log(2100)) as log:
        rows = list(log.read())
        for after, upto in ((1, None), (1000, 1001), (1050, 2075), (2099, 9999), (2100, None), (7, 3)):
            head = Head(after, rows[after - 1].hash)
            assert list(log.read(head, upto)) == rows[after : len(rows) if upto is None else max(after, upto)]
        assert list(log.read(None, 3)) == rows[:3]


def test_a_head_that_is_not_in_the_log_is_not_gone_on_from(engine: Engine) -> None:
    with closing(engine.log(5)) as log:
        for gone in (Head(3, b"x" * 32), Head(6, log.head.hash), Head(2, log.head.hash)):
            with pytest.raises(Parted):
                next(log.read(gone))
            with pytest.raises(Parted):
                log.append(gone, [])
        assert log.head.seq == 5


def test_a_head_that_others_went_on_from_is_told_apart_from_one_that_is_gone(engine: Engine) -> None:
    with closing(engine.log(5)) as log, closing(engine.open()) as other:
        head = log.head
        rows = grow(other, 2)
        with pytest.raises(HeadMoved):
            log.append(head, [])
        assert list(log.read(head)) == rows
        assert log.head == other.head


@pytest.mark.rule("P2")
def test_rows_are_stored_together_or_not_at_all(engine: Engine) -> None:
    def failing(rows: list[Row]) -> Iterator[Row]:
        yield from rows
        raise KeyError("a row that never comes")

    with closing(engine.log(5)) as log:
        head = log.head
        rows = list(chain_rows(CAMPAIGN, head, drafts(6, 3)))
        with pytest.raises(KeyError):
            log.append(head, failing(rows))
        for wrong in (
            [rows[0], rows[2]],
            [rows[0], rows[1]._replace(prev=b"p" * 32)],
            [rows[0], rows[1]._replace(id=rows[0].id)],
            [rows[0]._replace(id=drafts(1, 1)[0].id)],
            [rows[0], rows[0]],
        ):
            with pytest.raises(LogError):
                log.append(head, wrong)
        assert log.head == head
        log.append(head, iter(rows))
        assert log.head.seq == 8


def test_the_same_rows_after_the_same_head_are_stored_once_however_often_they_are_handed_over(engine: Engine) -> None:
    """An answer that was lost is asked for again in this way."""
    with closing(engine.log(5)) as log, closing(engine.open()) as other:
        head = log.head
        rows = list(chain_rows(CAMPAIGN, head, drafts(6, 3)))
        for _ in range(2):
            log.append(head, iter(rows))
        with log.together():
            log.append(head, rows)
        others = grow(other, 2)
        log.append(head, rows)
        log.append(head, rows[:2])
        assert list(log.read(head)) == [*rows, *others]
        for wrong in ([*rows, rows[0]], [rows[0], rows[1]._replace(body="{}")], [rows[0]._replace(id="x")], []):
            with pytest.raises(HeadMoved):
                log.append(head, wrong)
        assert list(log.read(head)) == [*rows, *others]


def test_a_command_is_planned_again_as_often_as_others_are_first_though_it_was_to_be_alone(engine: Engine) -> None:
    """A lock may be lost, on a server for one, so that others record in a block that was to be alone."""
    with closing(engine.log(1)) as log, closing(engine.open()) as other:
        campaign, left, append = Campaign(log), [1, 2, 3], log.append
        heads: list[Head] = []

        def beaten(head: Head, rows: list[Row]) -> None:
            heads.append(head)
            if left:
                left.pop()
                raise HeadMoved
            append(head, rows)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(log), "append", lambda self, head, rows: beaten(head, rows))
            assert [each.seq for each in campaign.execute(CreatePc("Ada"))] == [2]
            left += range(campaigns.MOST_PLANNED)
            with pytest.raises(LogError, match="others recorded first") as caught:
                campaign.execute(CreatePc("Bob"))
        assert caught.value.kind == "busy"
        assert [len(heads), other.head.seq] == [4 + campaigns.MOST_PLANNED, 2]


def test_after_rows_that_were_refused_others_can_be_stored_in_the_same_block(engine: Engine) -> None:
    with closing(engine.log(5)) as log:
        head = log.head
        rows = list(chain_rows(CAMPAIGN, head, drafts(6, 3)))
        with log.together():
            with pytest.raises(LogError):
                log.append(head, [rows[0], rows[2]])
            assert log.head == head
            log.append(head, rows)
            assert log.head == Head(8, rows[-1].hash)
        assert log.head == Head(8, rows[-1].hash)


def test_a_reader_and_a_writer_do_not_wait_for_each_other(engine: Engine) -> None:
    with closing(engine.log(1500)) as log, closing(engine.open()) as other:
        reading = log.read()
        first = next(reading)
        grow(other, 3)
        assert [first.seq, *(row.seq for row in reading)] == list(range(1, 1501))
        assert log.head.seq == 1503


@pytest.mark.rule("P5")
@pytest.mark.parametrize("format", FORMATS)
def test_a_sound_log_verifies_and_a_wrong_hash_is_named(engine: Engine, format: int) -> None:
    with closing(engine.log(5, format)) as log:
        head = log.head
        rows = list(chain_rows(CAMPAIGN, head, drafts(6, 2), format))
        assert log.verify().ok
        log.append(head, [rows[0]])
        log.append(log.head, [rows[1]._replace(hash=b"h" * 32)])
        for report in (log.verify(), log.verify(head)):
            assert [(each.seq, each.kind) for each in report.problems] == [(7, "changed")]
            assert (report.events, report.sound, report.head) == (7, 6, rows[0].hash)


def test_a_log_in_one_format_is_not_sound_in_another(engine: Engine) -> None:
    with closing(engine.log(1, 2)) as log:
        log.append(log.head, list(chain_rows(CAMPAIGN, log.head, drafts(2, 2), 1)))
        assert log.verify().problems[0].seq == 2


def test_a_copy_is_a_log_with_the_same_events_in_any_engine(engine: Engine, tmp_path: Path) -> None:
    def refuse(copy: Log) -> None:
        assert copy.head.seq == 700
        raise KeyError("a copy that is not right")

    with closing(engine.log(700)) as log:
        rows = list(log.read())
        for number, locate in enumerate([files.locate, Memory().locate]):
            place = locate(tmp_path / f"copy-{number}.db")
            with pytest.raises(KeyError):
                place.copy(log, refuse)
            assert not place.is_taken()
            place.copy(log, lambda copy: None)
            with closing(place.open(writable=False)) as found:
                assert list(found.read()) == rows
                assert found.verify().ok
                assert (found.campaign, found.place.key != log.place.key) == (log.campaign, True)
            with pytest.raises(LogError) as caught:
                place.copy(log, lambda copy: None)
            assert caught.value.kind == "taken"


def test_a_log_that_can_only_be_read_takes_nothing(engine: Engine) -> None:
    engine.log(5).close()
    with closing(engine.open(writable=False)) as log:
        assert not log.writable
        with pytest.raises(LogError):
            grow(log, 1)
        assert log.head.seq == 5


@pytest.mark.parametrize("format", FORMATS)
def test_every_row_has_the_hash_that_it_ought_to(engine: Engine, format: int) -> None:
    with closing(engine.log(3, format)) as log:
        assert [hash_of(format, CAMPAIGN, row) for row in log.read()] == [row.hash for row in log.read()]


def test_looks_say_the_same_of_every_engine(engine: Engine) -> None:
    with closing(engine.log(250)) as log:
        rows = list(log.read())
        assert list(looks.rows(log, 100, 103)) == rows[100:103]
        assert list(looks.rows(log, 251)) == []
        assert [row.seq for row in looks.backwards(log)] == list(range(250, 0, -1))
        assert looks.last_until(log, rows[99].ts) == 100
        assert looks.last_until(log, "1970") == 0
        assert looks.branch(log) == ""
        for upto in (None, 250, 2**70):
            assert list(log.bodies(248, upto)) == [(row.seq, row.type, row.v, row.body) for row in rows[248:]]


def test_events_of_some_types_are_those_that_reading_everything_yields(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.log.BATCH", 7)
    with closing(engine.log(50)) as log:
        rows = list(log.read())
        assert list(log.of_types(["CampaignCreated", "NoteMade"], 50)) == rows
        assert list(log.of_types(["NoteMade"], 40)) == rows[1:40]
        assert list(log.of_types(["NoteMade"], 50, "note 2")) == [rows[seq - 1] for seq in (2, *range(20, 30))]
        assert list(log.of_types(["NoteMade"], 50, "NOTE")) == []
        assert list(log.of_types(["XpAwarded"], 50)) == []


def test_a_campaign_is_played_on_every_engine(engine: Engine) -> None:
    with closing(engine.log(1)) as log:
        campaign = Campaign(log)
        campaign.execute(CreatePc("Ada"))
        campaign.execute(MakeNote("one"))
        campaign.execute(Undo())
        with Campaign(engine.open()) as other:
            other.execute(CreatePc("Bob"))
        campaign.refresh()
        assert campaign.state == other.state
        assert list(campaign.state.sheets) == ["Ada", "Bob"]
        assert [each.seq for each in campaign.events(2, 4)] == [3, 4]
