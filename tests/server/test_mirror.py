"""The copy of a server's log on this computer: what it saves, and that no fault of it shows in an answer."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from given import one_in
from postgres import OWNER, TestServer
from spoiling import WAYS, tampered

from engine.campaign import Campaign
from engine.commands import MakeNote, Undo
from engine.events import NoteMade
from engine.store.door import LogError, Row
from engine.store.files import locate
from engine.store.log import SqliteLog
from engine.store.own_files import MIRRORS, find_folder
from engine.store.postgres_log import PostgresLog
from engine.store.postgres_server import ServerConnection
from shell.runner import Desk

ROOT = Path(__file__).parents[2]

Typed = Callable[..., tuple[int, str, str]]

#: Looks whose answers depend on events, and on their hashes.
LOOKS = ("sheet Ada", "log", "why Ada xp", "ledger Ada", "audit", "dispute Ada 7", "head", "search rain")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Give each test folders of its own, and go back to where it began."""
    before = Path.cwd()
    for name in ("STATE", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    yield tmp_path
    os.chdir(before)


@pytest.fixture
def url(server: TestServer) -> str:
    """Make a log with a few events, and return its URL."""
    url = str(server.new_place())
    with closing(Desk(url)) as desk:
        for line in ("new peupfudge", "pc Ada", "award Ada 5", "note it rains", "award Ada 2", "undo"):
            assert desk.do(line).status == 0
    return url


def the_mirror() -> Path:
    """Return the only mirror here, besides what was set aside."""
    (file,) = (file for file in find_folder(MIRRORS).glob("*.db") if "-" not in file.name)
    return file


def answers_of(desk: Desk) -> list[object]:
    """Return what looks answer, as JSON."""
    return [(line, desk.do(line).as_json()["result"]) for line in LOOKS]


def rows_on(server: TestServer, url: str) -> list[Row]:
    """Return the rows that the server has."""
    columns = ", ".join(f"e.{name}" for name in Row._fields)
    query = f"SELECT {columns} FROM fudgelog.event e JOIN fudgelog.log l USING (log) WHERE l.name = %s ORDER BY seq"
    return [Row._make(row) for row in server.sql(query, (locate(url).name,))]


# --- what it saves ----------------------------------------------------------------------------------------------------


class Queries:
    """Counts what the server is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        execute = ServerConnection.execute

        def counted(connection: ServerConnection, query: str, values: object = ()) -> object:
            self.count += 1
            return execute(connection, query, values)

        monkeypatch.setattr(ServerConnection, "execute", counted)

    def of(self, work: Callable[[], object]) -> int:
        """Return how many queries something takes."""
        before = self.count
        work()
        return self.count - before


def test_how_often_the_server_is_asked(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    queries = Queries(monkeypatch)
    with closing(Desk(url)) as desk:
        desk.do("note w")
        assert desk.campaign is not None
        found = {line: queries.of(lambda line=line: desk.do(line)) for line in ("note x", "sheet Ada", "undo", "redo")}  # type: ignore[misc]
        assert found == {"note x": 2, "sheet Ada": 1, "undo": 4, "redo": 3}
        assert all(queries.of(lambda line=line: desk.do(line)) <= 4 for line in LOOKS)  # type: ignore[misc]
        assert queries.of(lambda: desk.campaign.execute(MakeNote("y"))) == 2  # type: ignore[union-attr]
        assert queries.of(lambda: desk.campaign.execute(Undo())) <= 6  # type: ignore[union-attr]
    opened: list[Campaign] = []
    assert queries.of(lambda: opened.append(Campaign.open(url))) == 4
    the_mirror().unlink()
    assert queries.of(lambda: opened.append(Campaign.open(url))) == 5
    for each in opened:
        each.close()


def test_what_is_here_is_not_downloaded_again(server: TestServer, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[int] = []
    fetch = PostgresLog.fetch

    def counted(log: PostgresLog, after: int) -> Iterator[Row]:
        for row in fetch(log, after):
            fetched.append(row.seq)
            yield row

    with closing(Campaign.open(url)) as campaign:
        monkeypatch.setattr(PostgresLog, "fetch", counted)
        for number in range(5):
            campaign.execute(MakeNote(f"note {number}"))
            next(campaign.events(3))
            campaign.prove()
        assert {seq for seq in fetched if seq < 6} == set()
        assert list(campaign.log.read()) == rows_on(server, url)


def test_the_mirror_is_a_log_of_the_same_rows_for_this_user_alone(server: TestServer, url: str, typed: Typed) -> None:
    with closing(locate(url).open(writable=False)) as log:
        assert isinstance(log, PostgresLog)
        assert the_mirror().stem == log.mirror.name
    with closing(locate(the_mirror()).open(writable=False)) as log:
        assert list(log.read()) == rows_on(server, url)
        assert log.verify().ok
    assert stat.S_IMODE(the_mirror().stat().st_mode) == 0o600
    assert stat.S_IMODE(find_folder(MIRRORS).stat().st_mode) == 0o700
    assert typed(url, "compare", str(the_mirror()))[1].startswith(f"{the_mirror()} is the same log")


def test_two_windows_share_a_mirror_and_each_sees_what_the_other_recorded(server: TestServer, url: str) -> None:
    with closing(Campaign.open(url)) as one, closing(Campaign.open(url)) as other:
        for number in range(10):
            (one if number % 3 else other).execute(MakeNote(f"n{number}"))
        for each in (one, other):
            each.refresh()
            assert [note.event.text for note in each.events_of(NoteMade)][1:] == [f"n{number}" for number in range(10)]
            each.prove()
            assert [*each.log.notes, *each.notes] == []
    with closing(locate(the_mirror()).open(writable=False)) as log:
        assert list(log.read()) == rows_on(server, url)


def test_programs_that_make_the_mirror_and_record_at_once_lose_nothing(server: TestServer, url: str) -> None:
    the_mirror().unlink()
    said: list[str] = []

    def write(writer: int) -> None:
        words = [sys.executable, "-m", "shell", url]
        lines = "".join(f"note w{writer} {number}\n" for number in range(8))
        done = subprocess.run(words, input=lines, capture_output=True, text=True, cwd=ROOT, env=os.environ)
        assert (done.returncode, done.stderr) == (0, "")
        said.append(done.stdout)

    writers = [Thread(target=write, args=[number]) for number in range(4)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert sum(each.count("✓") for each in said) == 32
    with closing(Campaign.open(url)) as campaign:
        assert [*campaign.notes, *campaign.log.notes] == []
        assert list(campaign.log.read()) == rows_on(server, url)
        assert len(list(campaign.events_of(NoteMade))) == 33
    assert sorted(file.suffix for file in find_folder(MIRRORS).iterdir()) == [".address", ".db"]


# --- what becomes of a bad one ----------------------------------------------------------------------------------------


def be_of_another_log(file: Path) -> None:
    """Put a log of another campaign in its place."""
    shutil.copy(file, kept := file.with_name("kept.db"))
    file.unlink()
    Campaign.create(file).close()
    kept.unlink()


def be_of_a_fork(file: Path) -> None:
    """Put a log in its place that shares its first events, and is as long."""
    with closing(locate(file).open(writable=False)) as log:
        rows, last = list(log.read(None, 3)), log.head.seq
    file.unlink()
    with closing(locate(file).create(rows)) as fork:  # closed as a log, so that nothing of it is noted
        for number in range(last - 3):
            Campaign(fork).execute(MakeNote(f"elsewhere {number}"))


def be_an_older_copy(file: Path) -> None:
    """Take its last events away."""
    with closing(locate(file).open(writable=False)) as log:
        rows = list(log.read(None, 3))
    file.unlink()
    locate(file).create(rows).close()


def have_another_body(file: Path) -> None:
    """Change an event, and leave all hashes."""
    tampered(file, "UPDATE event SET body = replace(body, '5', '9') WHERE type = 'XpAwarded'")


def have_a_hole(file: Path) -> None:
    """Take an event out of the middle."""
    tampered(file, "DELETE FROM event WHERE seq = 3")


SPOILED = {
    **WAYS,
    "of another log": be_of_another_log,
    "a fork": be_of_a_fork,
    "an older copy": be_an_older_copy,
    "another body": have_another_body,
    "a hole": have_a_hole,
}

#: Ways that leave no folder to write to.
UNWRITABLE = ("a folder", "a pipe for a folder", "a file for a folder")

TRIED = [
    *one_in(6, [way for way in WAYS if way not in UNWRITABLE]),
    *(way for way in SPOILED if way not in WAYS),
    *UNWRITABLE,
]


@pytest.mark.parametrize("way", TRIED)
def test_whatever_lies_in_the_place_of_the_mirror_lines_are_answered_and_recorded_as_ever(
    server: TestServer, url: str, way: str
) -> None:
    with closing(Desk(url)) as desk:
        expected = answers_of(desk)
    SPOILED[way](the_mirror())
    with closing(Desk(url)) as desk:
        assert answers_of(desk) == expected
        assert desk.do("note after that").status == 0
        assert desk.campaign is not None
        assert (desk.campaign.log.notes != ()) == (way in UNWRITABLE or way == "a fork")  # which is set aside
        assert list(desk.campaign.log.read()) == rows_on(server, url)
    if way not in UNWRITABLE:
        with closing(locate(the_mirror()).open(writable=False)) as log:
            assert list(log.read()) == rows_on(server, url)


@pytest.mark.parametrize("way", TRIED)
def test_whatever_happens_to_the_mirror_under_an_open_prompt_nothing_is_lost_and_no_answer_is_wrong(
    server: TestServer, url: str, way: str
) -> None:
    with closing(Desk(url, at_prompt=True)) as desk:
        expected = answers_of(desk)
        SPOILED[way](the_mirror())
        for number in range(3):
            outcome = desk.do(f"note n{number}")
            assert outcome.status == 0
            assert len(outcome.notes) <= 1
            assert desk.do("undo").status == 0
        assert answers_of(desk)[0] == expected[0]
        assert desk.campaign is not None
        assert list(desk.campaign.log.read()) == rows_on(server, url)
        assert desk.do("audit").status == 0
    assert rows_on(server, url)[-1].seq == 12


@pytest.mark.parametrize("spoil", [be_an_older_copy, be_of_a_fork, be_of_another_log, Path.unlink])
def test_in_the_midst_of_reading_another_file_takes_the_place_of_the_mirror_and_no_event_is_left_out(
    server: TestServer, url: str, spoil: Callable[[Path], None]
) -> None:
    rows = rows_on(server, url)
    with closing(locate(url).open(writable=False)) as log:
        assert log.head.seq == 6
        reading = log.read(None, 6)
        read = [next(reading), next(reading)]
        spoil(the_mirror())
        assert [*read, *reading] == rows
        assert log.head.seq == 6
        spoil(the_mirror())
        assert [each[0] for each in log.bodies(0, 6)] == [1, 2, 3, 4, 5, 6]
        assert log.head.seq == 6
        spoil(the_mirror())
        assert log.at(5) == rows[4]


@pytest.mark.parametrize("way", UNWRITABLE)
def test_a_mirror_that_cannot_be_written_costs_one_remark(url: str, way: str, typed: Typed) -> None:
    SPOILED[way](the_mirror())
    with closing(Desk(url)) as desk:
        notes = [note for line in ("log", "note x", "sheet Ada") for note in desk.do(line).notes]
    (note,) = notes
    assert note.startswith("this computer keeps no copy of the log")
    assert typed(url, "note y")[2].count("this computer keeps no copy of the log") == 1


def test_a_disk_that_fills_up_under_an_open_prompt_costs_one_remark_and_no_event(
    server: TestServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Desk(url)) as desk:
        assert desk.do("note before").notes == ()
        the_mirror().unlink()
        monkeypatch.setattr("engine.store.mirror.place_whole", refuse_to_place)
        said = [desk.do(line) for line in ("note one", "note two", "undo")]
        assert [each.status for each in said] == [0, 0, 0]
        (note,) = (note for each in said for note in each.notes)
        assert note.endswith("cannot be written: No space left on device")
        assert desk.campaign is not None
        assert list(desk.campaign.log.read()) == rows_on(server, url)


def test_an_event_that_the_server_stored_is_told_though_it_cannot_be_added_to_the_mirror(
    server: TestServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = SqliteLog.append

    def refuse_once(*_: object) -> None:
        monkeypatch.setattr(SqliteLog, "append", add)
        raise LogError("the disk is full")

    with closing(Desk(url)) as desk:
        assert desk.do("note before").status == 0
        monkeypatch.setattr(SqliteLog, "append", refuse_once)
        assert [desk.do(line).status for line in ("note one", "note two")] == [0, 0]
        assert SqliteLog.append is add
        assert desk.campaign is not None
        assert list(desk.campaign.log.read()) == rows_on(server, url)


def refuse_to_place(*_: object, **__: object) -> None:
    """Refuse to write a file, as a full disk does."""
    raise OSError(28, "No space left on device")


# --- proof ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P5")
def test_answers_come_from_proven_rows_where_the_server_changed_one_and_verify_names_it(
    server: TestServer, url: str, typed: Typed
) -> None:
    with closing(Desk(url)) as desk:
        expected = answers_of(desk)
    changing = "UPDATE fudgelog.event SET body = replace(body, '5', '9') WHERE type = 'XpAwarded' AND log = %s"
    with closing(locate(url).open(writable=False)) as log:
        assert isinstance(log, PostgresLog)
        number = log.number
    server.sql("ALTER TABLE fudgelog.event DISABLE TRIGGER event_stays", role=OWNER)
    server.sql(changing, (number,), role=OWNER)
    server.sql("ALTER TABLE fudgelog.event ENABLE TRIGGER event_stays", role=OWNER)
    with closing(Desk(url)) as desk:
        assert answers_of(desk) == expected
    status, said, _ = typed(url, "verify")
    assert (status, "#3 was changed after it was recorded" in said) == (1, True)
    the_mirror().unlink()
    status, _, said = typed(url, "sheet Ada")
    assert (status, "is damaged: #3 was changed after it was recorded" in said) == (3, True)


@pytest.mark.rule("P5")
@pytest.mark.parametrize("line", ["audit", "why Ada xp", "ledger Ada", "dispute Ada 7", "sign 2 as Kurt"])
def test_a_mirror_that_was_changed_under_an_open_prompt_is_found_by_its_hashes(url: str, line: str) -> None:
    with closing(Desk(url)) as desk:
        desk.do("pc Bo by Kurt")
        desk.do("sign Bo by Kurt")
        before = desk.do(line)
        have_another_body(the_mirror())
        after = desk.do(line)
        assert (after.status, after.fault) == (before.status, before.fault)
        assert after.as_json().get("result") == before.as_json().get("result")


def test_a_server_whose_rows_do_not_follow_one_another_is_named_damaged(server: TestServer, url: str) -> None:
    the_mirror().unlink()
    with closing(locate(url).open(writable=False)) as log:
        assert isinstance(log, PostgresLog)
        number = log.number
    for trigger, state in (("event_stays", "DISABLE"), ("event_stays", "ENABLE")):
        server.sql(f"ALTER TABLE fudgelog.event {state} TRIGGER {trigger}", role=OWNER)
        if state == "DISABLE":
            server.sql("DELETE FROM fudgelog.event WHERE log = %s AND seq = 4", (number,), role=OWNER)
    with closing(Desk(url)) as desk:
        fault = desk.do("log").fault
        assert fault is not None
        assert fault.message == f"{url} is damaged: #4 cannot be found after #3"


def test_a_mirror_that_another_program_makes_again_while_it_is_checked_is_let_go_of(
    server: TestServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Campaign.open(url)) as campaign:
        log = campaign.log
        assert isinstance(log, PostgresLog)
        check = SqliteLog.verify

        def check_another(held: SqliteLog, *given: object) -> object:
            shutil.copy(the_mirror(), fresh := the_mirror().with_suffix(".fresh"))
            fresh.replace(the_mirror())
            return check(held, *given)  # type: ignore[arg-type]

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(SqliteLog, "verify", check_another)
            log.mirror.part()
        assert list(log.read()) == rows_on(server, url)
        campaign.execute(MakeNote("after it"))
    assert the_mirror().exists()
    assert rows_on(server, url)[-1].seq == 7
