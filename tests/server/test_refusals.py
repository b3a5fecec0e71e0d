"""What can be wrong with a server, a database or a name, each a sentence with a cure, and nothing recorded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from postgres import OWNER, TestServer, running_server, why_none

from engine.on_demand import on_demand
from engine.store.door import LogError
from engine.store.files import locate
from engine.store.postgres_connecting import read_url
from shell.runner import Desk

Typed = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://nowhere.invalid/club/log", "there is no host nowhere.invalid"),
        ("postgresql://localhost:1/club/log", "no database server answers at localhost:1"),
        ("postgresql:///club/log?host=/nowhere", "no database server answers at this computer"),
        ("postgresql://localhost/club", "postgresql://localhost/club names a database, but no log in it"),
        ("postgresql://localhost/club/two words", "“two words” cannot be the name of a log on a server"),
        (f"postgresql://localhost/club/{'x' * 64}", "cannot be the name of a log on a server"),
        ("postgresql://localhost/club/a/b", "postgresql://localhost/club/a/b names no log"),
        ("postgresql://localhost/club/log?nonsense=1", "is no URL: invalid URI query parameter"),
        ("mysql://localhost/club/log", "no log can be at mysql://"),
        ("https://example.org/c.db", "no log can be at https://"),
    ],
)
def test_an_impossible_url_or_a_server_that_is_not_there_is_named(typed: Typed, url: str, said: str) -> None:
    pytest.importorskip("psycopg")
    for line in ("log", "note x", "new peupfudge"):
        status, out, err = typed(url, line)
        assert (status, out) == (3, "")
        assert said in err


def test_without_the_package_one_is_told_how_to_get_it(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setattr("engine.store.postgres_connecting.psycopg", on_demand("psycopg"))
    status, _, said = typed("postgresql://localhost/club/log", "log")
    assert status == 3
    assert said == "fudgelog: a log on a server needs one more package; pip install 'fudgelog[postgresql]'\n"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://mara:s3cret@host/club/log", "postgresql://mara@host/club/log"),
        ("postgresql://mara@host/club/log?password=s3cret", "postgresql://mara@host/club/log"),
        (
            "postgres://mara:s3cret@a:5432,b/club/log?sslmode=require&password=s3cret&port=1",
            "postgresql://mara@a:5432,b/club/log?sslmode=require&port=1",
        ),
    ],
)
def test_a_password_is_handed_to_the_server_and_never_shown(typed: Typed, url: str, shown: str) -> None:
    pytest.importorskip("psycopg")
    place = locate(url)
    assert str(place) == shown
    assert "s3cret" in read_url(url)[0].dsn
    for line in ("log", "head"):
        for words in ((url, line), ("--json", url, line)):
            assert "s3cret" not in "".join(map(str, typed(*words)))


@pytest.fixture(scope="module")
def strict() -> Iterator[TestServer]:
    """Run a server that wants a password from one role, and TLS over the network."""
    if reason := why_none():
        pytest.skip(reason)
    with running_server("local all locked scram-sha-256\nhostssl all all 127.0.0.1/32 trust\n") as server:
        server.sql("CREATE ROLE locked LOGIN PASSWORD 'right'", database="postgres")
        yield server


def fault_of(typed: Typed, url: str, line: str = "log") -> str:
    """Return what is printed of a call that fails as the log's fault."""
    status, out, err = typed(url, line)
    assert (status, out) == (3, "")
    return err


def test_a_wrong_password_and_none_are_refused_without_being_shown(strict: TestServer, typed: Typed) -> None:
    for given in ("", "&password=wrong"):
        said = fault_of(typed, strict.url("log", "locked", options=given))
        assert said.startswith("the server does not let you in\n")
        assert "~/.pgpass" in said
        assert "wrong" not in said
    strict.administer().grant("locked", "write", "log", ["GM"])
    assert typed(strict.url("log", "locked", options="&password=right"), "new peupfudge")[0] == 0
    assert "right" not in typed(strict.url("log", "locked", options="&password=right"), "nonsense")[2]


def test_a_role_or_a_database_that_is_not_there_is_named(strict: TestServer, typed: Typed) -> None:
    assert fault_of(typed, strict.url("log", "nobody-here")).startswith("the server does not let you in\n")
    said = fault_of(typed, strict.url("log", database="elsewhere"))
    assert said.startswith("there is no database elsewhere at this computer")


def test_a_role_with_too_many_connections_is_told_to_wait(strict: TestServer, typed: Typed) -> None:
    strict.sql("ALTER ROLE jon CONNECTION LIMIT 0")
    assert "has too many connections" in fault_of(typed, strict.url("log", "jon"))


def test_a_database_that_is_not_prepared_or_by_a_newer_program_is_left_alone(strict: TestServer, typed: Typed) -> None:
    strict.sql(f"CREATE DATABASE bare OWNER {OWNER}", database="postgres")
    said = fault_of(typed, strict.url("log", database="bare"))
    assert said == "the database bare holds no logs yet\n  ask its owner for “prepare”\n"
    assert "only the owner" in fault_of(typed, strict.url(database="bare"), "prepare")
    owner = strict.url(database="bare", role=OWNER)
    assert typed(owner, "prepare")[0] == 0
    assert "is as it was prepared" in typed(owner, "prepare")[1]
    strict.sql("UPDATE fudgelog.version SET version = 2", role=OWNER, database="bare")
    assert "was prepared by a newer version of the program" in fault_of(typed, strict.url("log", database="bare"))
    assert "was prepared by a newer version of the program" in fault_of(typed, owner, "prepare")


@pytest.mark.parametrize(
    ("change", "back", "named"),
    [
        (
            "ALTER TABLE fudgelog.event DISABLE TRIGGER event_stays",
            "ALTER TABLE fudgelog.event ENABLE TRIGGER event_stays",
            "trigger event_stays",
        ),
        (
            "ALTER TABLE fudgelog.event DISABLE ROW LEVEL SECURITY",
            "ALTER TABLE fudgelog.event ENABLE ROW LEVEL SECURITY",
            "rows of",
        ),
        (
            "CREATE POLICY more ON fudgelog.event FOR SELECT USING (true)",
            "DROP POLICY more ON fudgelog.event",
            "policy more",
        ),
    ],
)
def test_a_database_whose_guards_were_changed_takes_no_events(
    server: TestServer, typed: Typed, change: str, back: str, named: str
) -> None:
    place = server.new_place()
    url = str(place)
    assert typed(url, "new peupfudge")[0] == 0
    server.sql(change, role=OWNER)
    try:
        for line in ("note x",):
            said = fault_of(typed, url, line)
            assert f"the guards of the database club were changed: {named}" in said
        assert typed(url, "log")[0] == 0
    finally:
        server.sql(back, role=OWNER)
    assert typed(url, "note x")[0] == 0


def test_a_server_that_does_not_flush_takes_no_events(typed: Typed) -> None:
    if reason := why_none():
        pytest.skip(reason)
    with running_server(fsync="off") as careless:
        place = careless.new_place()
        said = fault_of(typed, str(place), "new peupfudge")
        assert "does not flush to its disk (fsync is off), so it may lose events" in said


def test_of_a_full_server_nothing_is_recorded_and_play_goes_on(server: TestServer) -> None:
    place = server.new_place()
    with closing(Desk(str(place))) as desk:
        assert desk.do("new peupfudge").status == 0
        server.sql(
            "CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS"
            " $$BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END$$"
        )
        server.sql("CREATE TRIGGER a_full BEFORE INSERT ON fudgelog.event EXECUTE FUNCTION fill()")
        fault = desk.do("note x").fault
        assert fault is not None
        assert (fault.message, fault.hint) == (
            "the server at this computer is full: nothing was recorded",
            "its administrator makes room",
        )
        server.sql("DROP FUNCTION fill CASCADE")
        assert desk.do("note y").status == 0


def test_a_log_that_another_holds_is_waited_for_and_then_busy(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules["engine.store.postgres_connecting"].SET_BY_CONNECTIONS, "lock_timeout", "200")
    place = server.new_place()
    with closing(Desk(str(place))) as desk:
        assert desk.do("new peupfudge").status == 0
        assert desk.campaign is not None
        with desk.campaign.log.together(alone=True):
            other = Desk(str(place))
            fault = other.do("note x").fault
            other.close()
        assert fault is not None
        assert fault.message == "another program held the log for 5 seconds: nothing was recorded"
        assert desk.do("note y").status == 0


def test_only_an_administrator_rescues(server: TestServer, typed: Typed, tmp_path: Path) -> None:
    url = str(server.new_place())
    assert typed(url, "new peupfudge")[0] == 0
    assert "is for its administrator to rescue" in fault_of(typed, url, f"rescue {tmp_path / 'saved.db'}")
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_went_away_is_parted_from_and_says_so(server: TestServer) -> None:
    place = server.new_place()
    with closing(Desk(str(place))) as desk:
        assert desk.do("new peupfudge").status == 0
        server.sql("ALTER TABLE fudgelog.event DISABLE TRIGGER event_stays", role=OWNER)
        server.sql("DELETE FROM fudgelog.event WHERE log = %s", (desk.campaign.log.number,), role=OWNER)  # type: ignore
        server.sql("ALTER TABLE fudgelog.event ENABLE TRIGGER event_stays", role=OWNER)
        for line in ("note x", "log"):
            fault = desk.do(line).fault
            assert fault is not None
            assert "was replaced while it was open" in fault.message


def test_copies_go_between_files_and_server_without_a_changed_byte(
    server: TestServer, typed: Typed, tmp_path: Path
) -> None:
    first, second, third = (str(server.new_place()) for _ in range(3))
    assert typed(first, "new peupfudge")[0] == 0
    for line in ("pc Ada", "award Ada 3", "undo", "note it rains"):
        assert typed(first, line)[0] == 0
    copy, export = str(tmp_path / "copy.db"), str(tmp_path / "log.jsonl")
    assert typed(first, "backup", copy)[0] == 0
    assert typed(copy, "backup", second)[0] == 0
    assert typed(second, "export", export)[0] == 0
    assert typed(third, "import", export)[0] == 0
    rows = []
    for where in (first, copy, second, third):
        with closing(locate(where).open(writable=False)) as log:
            rows.append(list(log.read()))
    assert rows[1:] == rows[:-1]
    fork = str(server.new_place())
    assert typed(copy, "fork", fork)[0] == 0
    assert "continues this log" in typed(first, "compare", fork)[1]
    for taken in (first, copy):
        status, _, said = typed(copy, "fork", taken)
        assert (status, "already" in said) == (1, True)


def test_a_campaign_is_begun_on_a_server_for_nobody_without_a_grant(server: TestServer) -> None:
    with pytest.raises(LogError) as caught:
        locate(server.url("not-granted")).create([])
    assert caught.value.kind == "there-is-none"
