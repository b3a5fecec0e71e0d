"""Requests and answers that are lost, and a server that is killed: all that was told is stored, and stored once."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread

import pytest
from postgres import TestServer, running_server, why_none

from engine.campaign import Campaign
from engine.commands import MakeNote
from engine.events import NoteMade
from engine.store.door import HeadMoved, LogError
from engine.store.files import locate
from engine.store.postgres_log import PostgresLog
from shell.runner import Desk

ROOT = Path(__file__).parents[2]


class Proxy:
    """A socket before a server's, which loses what passes: a request before it arrives, or the answer to one.

    `loses` are the words of requests that are lost in turn, each once: as a request, then as an answer.
    """

    def __init__(self, server: TestServer, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.loses: list[tuple[bytes, str]] = []
        self.lost: Counter[str] = Counter()
        self.lock = Lock()
        self.passing: list[socket.socket] = []
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(folder / ".s.PGSQL.5432"))
        self.listening.listen()
        Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        """Pass on each connection in two threads."""
        with suppress(OSError):
            while True:
                here, _ = self.listening.accept()
                there = socket.socket(socket.AF_UNIX)
                self.passing += [here, there]
                there.connect(str(self.server.folder / ".s.PGSQL.5432"))
                is_lost = Event()
                Thread(target=self.pass_on, args=(here, there, is_lost, True), daemon=True).start()
                Thread(target=self.pass_on, args=(there, here, is_lost, False), daemon=True).start()

    def pass_on(self, source: socket.socket, target: socket.socket, is_lost: Event, is_request: bool) -> None:
        """Pass on what comes, until something is to be lost."""
        with suppress(OSError):
            while data := source.recv(1 << 16):
                way = self.find_loss(data) if is_request else ""
                if way:
                    is_lost.set()
                if way == "answer":
                    target.sendall(data)
                    time.sleep(0.2)  # the server carries it out
                if is_lost.is_set():
                    break
                target.sendall(data)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def find_loss(self, data: bytes) -> str:
        """Return how a request is lost, or ""."""
        with self.lock:
            if self.loses and self.loses[0][0] in data:
                _, way = self.loses.pop(0)
                self.lost[way] += 1
                return way
        return ""

    def close(self) -> None:
        """Listen no more, and lose what passes."""
        (self.folder / ".s.PGSQL.5432").unlink(missing_ok=True)
        for each in (self.listening, *self.passing):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@pytest.fixture
def proxy(server: TestServer) -> Iterator[Proxy]:
    folder = Path(tempfile.mkdtemp(prefix="fudgelog-proxy-"))
    made = Proxy(server, folder)
    yield made
    made.close()
    shutil.rmtree(folder)


def url_through(proxy: Proxy, server: TestServer) -> str:
    """Return the URL of a new log behind the proxy."""
    return str(server.new_place()).replace(str(server.folder), str(proxy.folder))


def notes_in(server: TestServer, url: str) -> list[str]:
    """Return the notes of a log, in order, once it verifies."""
    name = url.partition("?")[0].rpartition("/")[2]
    with closing(Desk(server.url(name))) as desk:
        assert desk.do("verify").status == 0
        assert desk.campaign is None or desk.campaign.log.verify().ok
        desk.do("head")
        assert desk.campaign is not None
        return [each.event.text for each in desk.campaign.events_of(NoteMade)]


def test_each_of_200_commands_is_stored_once_though_requests_and_answers_are_lost(
    server: TestServer, proxy: Proxy
) -> None:
    url, chance = url_through(proxy, server), random.Random(7)
    with closing(Campaign.create(url)) as campaign:
        for number in range(100):
            if chance.random() < 0.3:
                proxy.loses.append((b"NoteMade", chance.choice(["request", "answer"])))
            campaign.execute(MakeNote(f"n{number}"))
        for block in range(20):
            if chance.random() < 0.7:
                what = chance.choice([b"NoteMade", b"COMMIT", b"BEGIN"])
                proxy.loses.append((what, chance.choice(["request", "answer"])))
            with campaign.together():
                for number in range(5):
                    campaign.execute(MakeNote(f"n{100 + 5 * block + number}"))
            proxy.loses.clear()
        assert campaign.state.seq == 201
    assert min(proxy.lost.values()) > 8, proxy.lost
    assert notes_in(server, url) == [f"n{number}" for number in range(200)]


def test_a_new_log_of_which_the_answer_was_lost_is_there_once(server: TestServer, proxy: Proxy) -> None:
    for way in ("answer", "request"):
        url = url_through(proxy, server)
        proxy.loses = [(b"COMMIT", way)]
        if way == "answer":
            Campaign.create(url).close()
        else:
            with pytest.raises(LogError, match="nothing was recorded"):
                Campaign.create(url)
            Campaign.create(url).close()
        assert notes_in(server, url) == []


def test_a_script_tells_each_line_once_though_answers_are_lost(
    server: TestServer, proxy: Proxy, tmp_path: Path
) -> None:
    url = url_through(proxy, server)
    Campaign.create(url).close()
    lines = "".join(f"note n{number}\n" for number in range(60))
    proxy.loses = [(b"COMMIT", "answer"), (b"COMMIT", "request"), (b"NoteMade", "request"), (b"NoteMade", "answer")]
    done = subprocess.run(
        [sys.executable, "-m", "shell", url], input=lines, capture_output=True, text=True, cwd=ROOT, env=at(tmp_path)
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("✓") == 60
    assert notes_in(server, url) == [f"n{number}" for number in range(60)]


def at(place: Path) -> dict[str, str]:
    """Return an environment with the user's folders in a place."""
    return {**os.environ, **{f"XDG_{name}_HOME": str(place / name) for name in ("STATE", "CACHE", "CONFIG")}}


def test_a_server_that_stays_away_leaves_it_open_whether_the_last_event_is_recorded(
    server: TestServer, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.postgres_log.ASKED_AGAIN", 0.3)
    monkeypatch.setattr("engine.store.postgres_server.ASKED_AGAIN", 0.3)
    url = url_through(proxy, server)
    with closing(Desk(url)) as desk:
        assert desk.do("new peupfudge").status == 0
        proxy.loses = [(b"NoteMade", "answer")]
        lost = proxy.find_loss

        def find_loss_and_go(data: bytes) -> str:
            way = lost(data)
            if way:
                (proxy.folder / ".s.PGSQL.5432").unlink()
            return way

        monkeypatch.setattr(proxy, "find_loss", find_loss_and_go)
        fault = desk.do("note here").fault
        assert fault is not None
        assert fault.message == "the server was lost before it said whether #2 is recorded"
        assert "nothing was recorded" not in fault.message
        assert fault.hint == "check with “log last 3” before you type it again"
    assert notes_in(server, url) == ["here"]


def test_a_request_that_was_never_sent_is_told_as_not_recorded(server: TestServer, proxy: Proxy) -> None:
    url = url_through(proxy, server)
    with closing(Desk(url)) as desk:
        assert desk.do("new peupfudge").status == 0
        desk.campaign.log.server.close()  # type: ignore[union-attr]
        (proxy.folder / ".s.PGSQL.5432").unlink()
        fault = desk.do("note here").fault
        assert fault is not None
        assert "whether" not in fault.message
    assert notes_in(server, url) == []


def test_a_lock_that_is_lost_in_a_block_lets_others_in_and_nothing_is_lost_or_doubled(server: TestServer) -> None:
    place = server.new_place()
    with closing(Campaign.create(place)) as campaign, closing(Campaign.open(locate(str(place)))) as other:
        log = campaign.log
        assert isinstance(log, PostgresLog)
        with pytest.raises(HeadMoved):  # noqa: PT012, SIM117  # it comes at the end of the block
            with campaign.together():
                campaign.execute(MakeNote("mine"))
                end_connections(server, log)
                other.execute(MakeNote("theirs"))
        campaign.refresh()
        campaign.execute(MakeNote("mine, once more"))
        with campaign.together():
            campaign.execute(MakeNote("in a block"))
            end_connections(server, log)
    assert notes_in(server, str(place)) == ["theirs", "mine, once more", "in a block"]


def end_connections(server: TestServer, log: PostgresLog) -> None:
    """End the connection of a log from the server's side."""
    number = log.server.connection.info.backend_pid
    assert server.sql("SELECT pg_terminate_backend(%s)", (number,)) == [(True,)]


def test_a_log_alone_may_be_beaten_and_the_command_is_planned_again(server: TestServer) -> None:
    place = server.new_place()
    with closing(Campaign.create(place)) as campaign, closing(Campaign.open(locate(str(place)))) as other:
        log = campaign.log
        assert isinstance(log, PostgresLog)
        rounds = iter(range(3))
        plan = campaign.plan

        def plan_and_lose(command: object) -> object:
            for number in [*rounds][:1]:
                other.execute(MakeNote(f"theirs {number}"))
            return plan(command)

        campaign.record(lambda: plan_and_lose(MakeNote("mine")))  # type: ignore[arg-type,return-value]
    assert notes_in(server, str(place)) == ["theirs 0", "mine"]


def test_eight_writers_leave_no_gap(server: TestServer) -> None:
    place = server.new_place()
    Campaign.create(place).close()

    def write(writer: int) -> None:
        with closing(Campaign.open(locate(str(place)))) as campaign:
            for number in range(12):
                campaign.execute(MakeNote(f"{writer} {number}"))

    writers = [Thread(target=write, args=[number]) for number in range(8)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    notes = notes_in(server, str(place))
    assert sorted(notes) == sorted(f"{writer} {number}" for writer in range(8) for number in range(12))
    for writer in range(8):
        assert [each for each in notes if each.startswith(f"{writer} ")] == [f"{writer} {n}" for n in range(12)]


#: Writes notes, tells each that is stored, and goes on after a fault.
WRITING = """
import sys
from engine.campaign import Campaign
from engine.commands import MakeNote
from engine.store.door import LogError
from engine.store.postgres_connecting import SET_BY_CONNECTIONS
url, who, commit = sys.argv[1:]
SET_BY_CONNECTIONS["synchronous_commit"] = commit
campaign, number = None, 0
while True:
    number += 1
    try:
        campaign = campaign or Campaign.open(url)
        campaign.execute(MakeNote(f"{who} {number}"))
        print(f"{who} {number}", flush=True)
    except LogError:
        campaign = None
"""


@contextmanager
def writers(url: str, folder: Path, commit: str) -> Iterator[list[Path]]:
    """Let four programs write to a log, each telling in a file what is stored."""
    programs, told = [], [folder / f"told-{number}" for number in range(4)]
    for number, file in enumerate(told):
        with file.open("wb") as out:
            words = [sys.executable, "-c", WRITING, url, f"w{number}", commit]
            programs.append(subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL, cwd=ROOT, env=at(folder)))
    try:
        yield told
    finally:
        for program in programs:
            program.send_signal(signal.SIGKILL)
            program.wait()


def wait_for_more(told: list[Path], lines: int) -> None:
    """Wait until the writers have told so many lines more, whoever has its turn."""
    before = sum(len(file.read_bytes().splitlines()) for file in told)
    for _ in range(6000):
        if sum(len(file.read_bytes().splitlines()) for file in told) >= before + lines:
            return
        time.sleep(0.01)
    raise AssertionError("the writers came to a stand")


def kill_under_writers(tmp_path: Path, times: int, commit: str) -> tuple[set[str], list[str]]:
    """Kill a server under writers so many times. Return what they were told is stored, and what is."""
    with running_server() as server:
        place = server.new_place(names=("GM",))
        Campaign.create(place).close()
        with writers(str(place), tmp_path, commit) as told:
            for number in range(times + 1):
                wait_for_more(told, 20 + number)
                if number < times:
                    server.kill()
                    server.start()
        said = {line for file in told for line in file.read_text().splitlines()}
        return said, notes_in(server, str(place))


@pytest.mark.slow
@pytest.mark.rule("P1", "P2")
def test_a_server_that_is_killed_under_four_writers_loses_nothing_that_was_told(tmp_path: Path) -> None:
    if reason := why_none():
        pytest.skip(reason)
    said, stored = kill_under_writers(tmp_path, 8, "on")
    assert len(said) > 100
    assert said - set(stored) == set()
    assert [each for each, times in Counter(stored).items() if times > 1] == []


@pytest.mark.slow
def test_without_flushed_commits_the_same_trial_does_lose(tmp_path: Path) -> None:
    """Otherwise the trial above would prove nothing."""
    if reason := why_none():
        pytest.skip(reason)
    said, stored = kill_under_writers(tmp_path, 8, "off")
    assert said - set(stored) != set()
