"""A server that lost events: each computer that holds them says so, and puts them back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from postgres import OWNER, TestServer
from spoiling import tampered

from engine.campaign import Campaign
from engine.store.door import Log, Row
from engine.store.files import locate
from engine.store.own_files import MIRRORS, find_folder
from engine.store.postgres_place import PostgresPlace
from shell.runner import Desk

Typed = Callable[..., tuple[int, str, str]]

ENDED = "this log ends at #4, but ended at #6 when last opened on this computer"


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give each test folders of its own."""
    for name in ("STATE", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture
def url(server: TestServer) -> str:
    """Make a log with six events that Mara and Jon may write to."""
    place = server.new_place(names=("Mara", "GM"))
    server.administer().grant("jon", "write", place.name, ["Jon"])
    with closing(Desk(place, is_named=False)) as desk:
        for line in ("new peupfudge", "pc Ada", "award Ada 5", "note it rains", "note five", "note six"):
            assert desk.do(line).status == 0
    return str(place)


def lose(server: TestServer, url: str, after: int) -> None:
    """Take the last events away, as the promotion of a standby that was behind does."""
    server.sql("ALTER TABLE fudgelog.event DISABLE TRIGGER event_stays", role=OWNER)
    query = "DELETE FROM fudgelog.event e USING fudgelog.log l WHERE l.log = e.log AND l.name = %s AND e.seq > %s"
    server.sql(query, (locate(url).name, after), role=OWNER)
    server.sql("ALTER TABLE fudgelog.event ENABLE TRIGGER event_stays", role=OWNER)


def rows_of(url: str) -> list[Row]:
    """Return the rows of a log."""
    with closing(locate(url).open(writable=False)) as log:
        return list(log.read())


def asides() -> list[Path]:
    """Return the mirrors that were set aside here."""
    return sorted(find_folder(MIRRORS).glob("*-*.db"))


@pytest.mark.rule("P7")
def test_what_the_server_lost_is_named_at_each_opening_and_put_back(server: TestServer, url: str, typed: Typed) -> None:
    before = rows_of(url)
    lose(server, url, 4)
    for _ in range(2):
        status, _, said = typed(url, "head")
        assert status == 0
        assert "the server lost #5–#6; this computer holds them: “resend” puts them back\n" in said
        assert ENDED in said
    status, out, said = typed(url, "resend")
    assert status == 0
    assert out.startswith("2 events put back:\n  #5 ")
    assert rows_of(url) == before
    status, _, said = typed(url, "head")
    assert (status, said) == (0, "")
    assert asides() == []
    assert typed(url, "verify")[0] == 0


@pytest.mark.rule("P7")
def test_an_open_prompt_shows_and_records_nothing_upon_a_log_that_lost_what_it_showed(
    server: TestServer, url: str
) -> None:
    before = rows_of(url)
    with closing(Desk(url, at_prompt=True)) as desk:
        assert desk.do("log").status == 0
        lose(server, url, 4)
        for line in ("log", "note x", "sheet Ada", "resend", "undo"):
            fault = desk.do(line).fault
            assert fault is not None
            assert "was replaced while it was open (#6 is different now)" in fault.message
    query = "SELECT max(seq) FROM fudgelog.event e JOIN fudgelog.log l USING (log) WHERE l.name = %s"
    assert server.sql(query, (locate(url).name,)) == [(4,)]
    with closing(Desk(url)) as desk:
        assert desk.do("log").notes[0].startswith("the server lost #5–#6")
        assert desk.do("resend").status == 0
        assert desk.do("note x").status == 0
        assert desk.do("log").notes == ()
    assert rows_of(url)[:6] == before
    assert [row.seq for row in rows_of(url)] == [1, 2, 3, 4, 5, 6, 7]


def test_one_lost_event_is_it(server: TestServer, url: str, typed: Typed) -> None:
    lose(server, url, 5)
    assert "the server lost #6; this computer holds it: “resend” puts it back\n" in typed(url, "head")[2]
    assert typed(url, "resend")[1].startswith("1 event put back:\n  #6 ")


@pytest.mark.rule("P7")
def test_where_others_recorded_since_the_copy_is_named_and_compared(
    server: TestServer, url: str, typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = rows_of(url)
    lose(server, url, 4)
    jon = server.url(locate(url).name, "jon")
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("XDG_STATE_HOME", str(tmp_path / "of Jon"))
        assert typed(jon, "note by Jon")[0] == 0
    status, _, said = typed(url, "head")
    assert status == 0
    (aside,) = asides()
    assert aside.name.endswith("-6.db")
    assert aside.stat().st_mode & 0o777 == 0o600
    assert f"the log on the server is not the one that this computer has read, which is in {aside}" in said
    assert rows_of(str(aside)) == before
    status, out, _ = typed(url, "compare", str(aside))
    assert (status, out.splitlines()[0]) == (0, "the logs differ from #5 on: events 1 to 4 are the same")
    status, _, said = typed(url, "resend")
    assert (status, "no events were lost that could be put back" in said) == (1, True)
    assert len(rows_of(url)) == 5
    assert typed(url, "accept")[0] == 0
    assert str(aside) in typed(url, "head")[2]
    aside.unlink()
    assert typed(url, "head")[2] == ""


def test_each_computer_puts_back_what_its_role_may_one_after_the_other(
    server: TestServer, url: str, typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jon = server.url(locate(url).name, "jon")
    for home in ("of Jon", "of Mara"):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / home))
        assert typed(jon if "Jon" in home else url, "log")[0] == 0
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "of Jon"))
    assert typed(jon, "note by Jon")[0] == 0
    before = rows_of(jon)
    lose(server, url, 5)
    assert typed(jon, "resend")[0] == 3
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "of Mara"))
    assert typed(url, "resend")[1].startswith("1 event put back:")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "of Jon"))
    assert typed(jon, "resend")[1].startswith("1 event put back:\n  #7 by Jon")
    assert rows_of(jon) == before
    assert typed(jon, "head")[2] == ""


def test_of_two_who_put_back_one_is_first_and_nothing_is_stored_twice(server: TestServer, url: str) -> None:
    before = rows_of(url)
    lose(server, url, 4)
    with closing(Desk(url)) as one, closing(Desk(url)) as other:
        for each in (one, other):
            assert each.do("log").notes[0].startswith("the server lost #5–#6")
        assert one.do("resend").status == 0
        fault = other.do("resend").fault
        assert fault is not None
        assert fault.message == "no events were lost that could be put back"
    assert rows_of(url) == before


@pytest.mark.rule("P7")
def test_what_others_record_just_before_is_left_as_it_is(
    server: TestServer, url: str, typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lose(server, url, 4)
    jon, find_lost = server.url(locate(url).name, "jon"), PostgresPlace.find_lost

    def too_late(place: PostgresPlace, log: Log) -> tuple[Row, ...]:
        rows = find_lost(place, log)
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("XDG_STATE_HOME", str(tmp_path / "of Jon"))
            assert typed(jon, "note by Jon")[0] == 0
        return rows

    monkeypatch.setattr(PostgresPlace, "find_lost", too_late)
    status, _, said = typed(url, "resend")
    assert (status, "others have just recorded something else" in said) == (1, True)
    assert [row.actor for row in rows_of(url)[4:]] == ["Jon"]


def test_others_events_need_a_role_that_may_write_as_them(
    server: TestServer, url: str, typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jon = server.url(locate(url).name, "jon")
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("XDG_STATE_HOME", str(tmp_path / "of Jon"))
        assert typed(jon, "log")[0] == 0
        lose(server, url, 4)
        status, _, said = typed(jon, "resend")
        assert status == 3
        assert "your role may not speak as Mara: nothing was recorded" in said
        assert "they are by Mara: whose role may write as all of them puts them back" in said
    assert len(rows_of(url)) == 4
    assert typed(url, "resend")[0] == 0
    assert len(rows_of(url)) == 6


def test_a_copy_that_was_changed_puts_nothing_back(server: TestServer, url: str, typed: Typed) -> None:
    lose(server, url, 4)
    assert "the server lost" in typed(url, "head")[2]
    (aside,) = asides()
    tampered(aside, "UPDATE event SET body = replace(body, 'six', 'gold') WHERE seq = 6")
    assert "the server lost" not in typed(url, "head")[2]
    assert typed(url, "resend")[0] == 1
    assert len(rows_of(url)) == 4


def test_in_a_file_nothing_is_lost_that_could_be_put_back(typed: Typed, tmp_path: Path) -> None:
    file = str(tmp_path / "c.db")
    Campaign.create(file).close()
    status, _, said = typed(file, "resend")
    assert (status, "no events were lost that could be put back" in said) == (1, True)


def test_a_standby_that_is_behind_has_lost_nothing(
    server: TestServer, url: str, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows_of(url)
    lose(server, url, 4)
    look = "engine.store.postgres_place.LOOK"
    from engine.store.postgres_place import LOOK

    with monkeypatch.context() as standby:
        standby.setattr(look, LOOK.replace("pg_is_in_recovery()", "true"))
        assert "the server lost" not in typed(url, "head")[2]
    assert asides() == []
    assert typed(url, "resend")[0] == 0
    assert rows_of(url) == before
