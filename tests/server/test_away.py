"""A server that cannot be reached: one looks at the copy on this computer, records nothing, and waits for nothing."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from given import within_the_bound
from postgres import TestServer, running_server, why_none

from engine.campaign import Campaign
from engine.commands import MakeNote
from engine.events import NoteMade
from engine.store.door import LogError
from engine.store.files import locate
from engine.store.own_files import MIRRORS, find_folder
from engine.store.postgres_log import PostgresLog
from shell.runner import Desk

Typed = Callable[..., tuple[int, str, str]]

COPY = "the server cannot be reached: this is your copy, up to #{}. You can look; “fork FILE” plays on alone"

#: Lines that look, and that record.
LOOKS = ("sheet Ada", "log", "why Ada xp", "audit", "head", "search rain", "groups")
RECORDED = ("note x", "award Ada 1", "undo", "session start", "scene x", "sign Ada by Kurt")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give each test folders of its own."""
    for name in ("STATE", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))


@pytest.fixture(scope="module")
def mortal() -> Iterator[TestServer]:
    """Run a server of its own, which is killed and started again."""
    if reason := why_none():
        pytest.skip(reason)
    with running_server() as server:
        yield server
        server.start() if server.process is None or server.process.poll() is not None else None


@pytest.fixture
def url(mortal: TestServer) -> Iterator[str]:
    """Make a log with a few events, of which this computer has a copy."""
    url = str(mortal.new_place(names=("Mara", "GM")))
    with closing(Desk(url, is_named=False)) as desk:
        for line in ("new peupfudge", "pc Ada by Kurt", "award Ada 5", "note it rains"):
            assert desk.do(line).status == 0
    yield url
    if mortal.process is not None and mortal.process.poll() is not None:
        mortal.start()


def test_without_the_server_each_look_is_answered_from_the_copy_and_says_so(
    mortal: TestServer, url: str, typed: Typed
) -> None:
    expected = {line: typed("--json", url, line)[:2] for line in LOOKS}
    mortal.kill()
    for line in LOOKS:
        status, said, notes = typed("--json", url, line)
        assert (status, json.loads(said)) == (expected[line][0], json.loads(expected[line][1]))
        assert notes.count(COPY.format(4)) == 1
        assert typed(url, line)[2] == notes


@pytest.mark.parametrize("line", RECORDED)
def test_without_the_server_nothing_is_recorded_and_the_refusal_says_so(
    mortal: TestServer, url: str, typed: Typed, line: str
) -> None:
    mortal.kill()
    status, out, err = typed(url, line)
    assert (status, out) == (3, "")
    assert "no database server answers at this computer: nothing was recorded\n" in err
    assert "“fork FILE” plays on alone" in err
    with closing(Desk(url)) as desk:
        assert desk.do("sheet Ada").notes == (COPY.format(4),)
        fault = desk.do(line).fault
        assert fault is not None
        assert "nothing was recorded" in fault.message
        assert desk.do("sheet Ada").fault is None
    mortal.start()
    with closing(Campaign.open(url)) as campaign:
        assert campaign.state.seq == 4


def test_a_server_that_goes_away_under_an_open_prompt_and_comes_back(mortal: TestServer, url: str) -> None:
    with closing(Desk(url, at_prompt=True, is_named=False)) as desk:
        assert desk.do("note one").status == 0
        for _ in range(2):
            mortal.kill()
            looked = [desk.do(line) for line in LOOKS]
            assert [each.status for each in looked] == [0] * len(LOOKS)
            assert [note for each in looked for note in each.notes] == [COPY.format(desk.campaign.state.seq)]  # type: ignore[union-attr]
            fault = desk.do("note lost").fault
            assert fault is not None
            assert fault.message == "no database server answers at this computer: nothing was recorded"
            assert fault.hint == "“fork FILE” plays on alone"
            mortal.start()
            assert desk.do("note two").notes == ()
    assert notes_in(url) == ["it rains", "one", "two", "two"]


def test_a_prompt_that_was_opened_on_the_copy_sees_and_records_when_the_server_is_back(
    mortal: TestServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mortal.kill()
    monkeypatch.setattr("engine.store.postgres_server.AWAY_FOR", 0.0)
    with closing(Desk(url, at_prompt=True, is_named=False)) as desk:
        assert desk.do("sheet Ada").notes == (COPY.format(4),)
        mortal.start()
        with closing(Desk(mortal.url(locate(url).name))) as other:
            assert other.do("award Ada 2").status == 0
        seen = desk.do("sheet Ada")
        assert seen.notes == ("#5 was recorded elsewhere. “log #5” shows it.",)
        assert desk.do("note here").status == 0
        (last,) = desk.do("log last 1").as_json()["result"]["events"]
        assert (last["seq"], last["by"]) == (6, "Mara")


def test_a_copy_is_not_gone_on_from_with_another_log_of_the_same_name(
    mortal: TestServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mortal.kill()
    monkeypatch.setattr("engine.store.postgres_server.AWAY_FOR", 0.0)
    with closing(Desk(url)) as desk:
        assert desk.do("sheet Ada").status == 0
        mortal.start()
        mortal.sql("ALTER TABLE fudgelog.log DISABLE TRIGGER log_stays")
        mortal.sql("UPDATE fudgelog.log SET id = %s WHERE name = %s", (b"x" * 16, locate(url).name))
        mortal.sql("ALTER TABLE fudgelog.log ENABLE TRIGGER log_stays")
        fault = desk.do("sheet Ada").fault
        assert fault is not None
        assert "was replaced while it was open" in fault.message


def notes_in(url: str) -> list[str]:
    """Return the notes of a log."""
    with closing(Campaign.open(url)) as campaign:
        return [each.event.text for each in campaign.events_of(NoteMade)]  # type: ignore[union-attr]


def test_a_copy_is_forked_and_played_on_alone(mortal: TestServer, url: str, typed: Typed, tmp_path: Path) -> None:
    mortal.kill()
    alone = str(tmp_path / "alone.db")
    assert typed(url, "fork", alone)[0] == 0
    assert typed(alone, "award Ada 1")[0] == 0
    status, _, said = typed(alone, "compare", url)
    assert (status, "no database server answers at this computer" in said) == (1, True)
    mortal.start()
    assert typed(alone, "compare", url)[1].startswith(f"this log continues {url}")


def test_a_log_that_was_never_opened_here_cannot_be_looked_at(mortal: TestServer, url: str, typed: Typed) -> None:
    copies = [*find_folder(MIRRORS).iterdir()]
    other = url.replace("mara@", "jon@")
    mortal.kill()
    for line in ("log", "note x"):
        status, out, said = typed(other, line)
        assert (status, out) == (3, "")
        assert said.startswith("no database server answers at this computer")
    for each in copies:
        each.unlink()
    assert typed(url, "log")[0] == 3


def test_whose_server_an_address_means_may_be_said_by_the_environment(
    mortal: TestServer, url: str, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = locate(url).name
    short = f"postgresql:///club/{name}"
    monkeypatch.setenv("PGHOST", str(mortal.folder))
    monkeypatch.setenv("PGUSER", "mara")
    assert typed(short, "sheet Ada")[0] == 0
    mortal.kill()
    assert typed(short, "sheet Ada")[0] == 0
    monkeypatch.setenv("PGHOST", "/another/server")
    assert typed(short, "sheet Ada")[0] == 3


def test_a_grant_that_ended_leaves_what_was_read_and_nothing_more(mortal: TestServer, url: str, typed: Typed) -> None:
    name = locate(url).name
    mortal.administer().revoke("mara", name)
    status, out, said = typed(url, "log")
    assert (status, out) == (3, "")
    assert "your role may not see it" in said
    with closing(Desk(mortal.url(name, "administrator"))) as other:
        assert other.do("log").status == 0
    mortal.kill()
    assert "up to #4" in typed(url, "log")[2]


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'["../x"]', b'["' + b"0" * 32 + b'"]', b"\xff", b"[" * 9999])
def test_what_lies_in_the_place_of_a_noted_address_never_names_another_log(
    mortal: TestServer, url: str, typed: Typed, content: bytes
) -> None:
    (noted,) = find_folder(MIRRORS).glob("*.address")
    noted.write_bytes(content)
    mortal.kill()
    assert typed(url, "log")[0] == 3
    mortal.start()
    assert typed(url, "log")[0] == 0
    assert noted.stat().st_mode & 0o777 == 0o600
    mortal.kill()
    assert typed(url, "log")[0] == 0


@pytest.mark.slow
def test_a_server_that_never_answers_costs_two_seconds(mortal: TestServer, url: str, typed: Typed) -> None:
    mortal.kill()
    place = mortal.folder / ".s.PGSQL.5432"
    with closing(socket.socket(socket.AF_UNIX)) as silent:
        silent.bind(str(place))
        silent.listen()
        for line, status, most in (("log", 0, 2.9), ("sheet Ada", 0, 2.9), ("note x", 3, 4.9)):
            began = time.monotonic()
            assert typed(url, line)[0] == status
            assert time.monotonic() - began < most
        with closing(Desk(url)) as desk:
            desk.do("log")
            began = time.monotonic()
            for look in LOOKS:
                assert desk.do(look).status == 0
            assert time.monotonic() - began < 2
    place.unlink()


def test_only_a_server_that_is_away_is_looked_at_without(mortal: TestServer, url: str) -> None:
    """Whom it refuses, it refuses."""
    mortal.sql("ALTER ROLE mara CONNECTION LIMIT 0")
    try:
        with pytest.raises(LogError) as caught:
            Campaign.open(url)
        assert caught.value.kind == "busy"
    finally:
        mortal.sql("ALTER ROLE mara CONNECTION LIMIT -1")


@pytest.mark.slow
def test_a_server_that_is_frozen_under_an_open_prompt_costs_seconds_and_is_gone_on_with(
    mortal: TestServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.postgres_server.AWAY_FOR", 0.5)
    with closing(Desk(url, at_prompt=True, is_named=False)) as desk:
        assert desk.do("note one").status == 0
        with mortal.frozen():
            began = time.monotonic()
            assert within_the_bound(lambda: desk.do("sheet Ada")).notes == (COPY.format(5),)
            assert time.monotonic() - began < 2.9
            fault = desk.do("note lost").fault
            assert fault is not None
            assert fault.message == "the server at this computer does not answer: nothing was recorded"
            assert time.monotonic() - began < 6
        time.sleep(0.5)
        assert desk.do("sheet Ada").fault is None
        assert desk.do("note two").notes == ()
    assert notes_in(url) == ["it rains", "one", "two"]


def test_what_a_frozen_server_may_have_stored_is_asked_for_when_it_answers(
    mortal: TestServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.postgres_server.SILENT", 0.5)
    with closing(Campaign.open(url)) as campaign:
        storing = PostgresLog._try_to_store

        def freeze(log: PostgresLog, *rows: object) -> object:
            monkeypatch.setattr(PostgresLog, "_try_to_store", storing)
            with mortal.frozen():
                return storing(log, *rows)  # type: ignore[arg-type]

        monkeypatch.setattr(PostgresLog, "_try_to_store", freeze)
        campaign.execute(MakeNote("once"))
    assert notes_in(url) == ["it rains", "once"]


@pytest.mark.slow
def test_several_hosts_that_never_answer_cost_little_more_than_one(
    mortal: TestServer, url: str, typed: Typed, tmp_path: Path
) -> None:
    folder = str(mortal.folder)
    with ExitStack() as held:
        dead = []
        for number in range(3):
            place = tmp_path / str(number)
            place.mkdir()
            silent = held.enter_context(closing(socket.socket(socket.AF_UNIX)))
            silent.bind(str(place / ".s.PGSQL.5432"))
            silent.listen()
            dead.append(str(place))
        for hosts, status in (([*dead, folder], 0), ([dead[0], folder, dead[1]], 0), (dead, 3)):
            began = time.monotonic()
            assert typed(url.replace(f"host={folder}", f"host={','.join(hosts)}"), "log")[0] == status
            assert time.monotonic() - began < 4


def test_the_first_of_several_hosts_that_answers_is_taken(mortal: TestServer, url: str) -> None:
    folder = str(mortal.folder)
    several = url.replace(f"host={folder}", f"host=/nowhere,{folder},{folder}")
    with closing(Campaign.open(several)) as campaign:
        assert campaign.state.seq == 4
    wrong = several.replace("mara@", "nobody@")
    with pytest.raises(LogError) as caught:
        Campaign.open(wrong)
    assert caught.value.kind == "forbidden"
