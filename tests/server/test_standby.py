"""A standby takes no events, and once it is promoted it has every event that was told."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from postgres import ADMINISTRATOR, TestServer, running_server, why_none

from engine.campaign import Campaign
from engine.commands import MakeNote
from engine.events import NoteMade
from engine.store.files import locate
from shell.runner import Desk

Typed = Callable[..., tuple[int, str, str]]


@contextmanager
def standby_of(primary: TestServer) -> Iterator[TestServer]:
    """Run a standby of a server, from a copy of its folder."""
    folder = Path(tempfile.mkdtemp(prefix="fudgelog-standby-"))
    folder.chmod(0o755)
    standby = TestServer(folder, {"hot_standby": "on"})
    if standby.user:
        shutil.chown(folder, standby.user)
    try:
        words = ["-D", str(standby.data), "-h", str(primary.folder), "-U", ADMINISTRATOR, "-R", "-X", "stream"]
        standby.run("pg_basebackup", *words, "-c", "fast")
        standby.configure()
        standby.start()
        yield standby
    finally:
        standby.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.rule("P1")
def test_a_promoted_synchronous_standby_has_every_event_that_was_told(typed: Typed) -> None:
    if reason := why_none():
        pytest.skip(reason)
    with running_server() as primary, standby_of(primary) as standby:
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.sql("SELECT pg_reload_conf()")
        wait_until(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication") == [("sync",)])
        place = primary.new_place("teapot")
        with closing(Campaign.create(place)) as campaign:
            for number in range(50):
                campaign.execute(MakeNote(f"n{number}"))
            primary.kill()
        url = standby.url("teapot")
        for line in ("note x", "new peupfudge"):
            status, _, said = typed(url, line)
            assert status in (1, 3)
            assert "standby" in said or "already" in said
        assert typed(url, "log")[0] == 0
        standby.sql("SELECT pg_promote()")
        wait_until(lambda: standby.sql("SELECT pg_is_in_recovery()") == [(False,)])
        standby.sql("ALTER SYSTEM RESET synchronous_standby_names")
        standby.sql("SELECT pg_reload_conf()")
        with closing(Campaign.open(locate(url))) as campaign:
            assert [each.event.text for each in campaign.events_of(NoteMade)] == [f"n{n}" for n in range(50)]  # type: ignore
            campaign.execute(MakeNote("on the new server"))
            assert campaign.log.verify().ok


@pytest.mark.slow
@pytest.mark.rule("P7")
def test_an_open_prompt_shows_and_records_nothing_on_a_server_that_lost_events(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if reason := why_none():
        pytest.skip(reason)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with running_server() as primary, standby_of(primary) as standby:
        name = primary.new_place("teapot").name
        url = primary.url(name).replace(str(primary.folder), f"{primary.folder},{standby.folder}")
        url += "&target_session_attrs=read-write"
        with closing(Desk(url)) as desk:
            for line in ("new peupfudge", "note one", "note two"):
                assert desk.do(line).status == 0
            wait_until(lambda: standby.sql("SELECT max(seq) FROM fudgelog.event") == [(3,)])
            standby.stop()
            assert desk.do("note lost").status == 0
            primary.kill()
            standby.start()
            standby.sql("SELECT pg_promote()")
            wait_until(lambda: standby.sql("SELECT pg_is_in_recovery()") == [(False,)])
            for line in ("note more", "log", "sheet all"):
                fault = desk.do(line).fault
                assert fault is not None
                assert "was replaced while it was open (#4 is different now)" in fault.message
        assert standby.sql("SELECT max(seq) FROM fudgelog.event") == [(3,)]
        with closing(Desk(url)) as desk:
            said = desk.do("head")
            assert said.status == 0
            assert said.notes[0] == "the server lost #4; this computer holds it: “resend” puts it back"
            assert "this log ends at #3, but ended at #4 when last opened on this computer" in said.notes[1]
            assert desk.do("resend").status == 0
            assert desk.do("note more").status == 0
        with closing(Campaign.open(url)) as campaign:
            assert [each.event.text for each in campaign.events_of(NoteMade)] == ["one", "two", "lost", "more"]  # type: ignore
            assert campaign.notes == ()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("it never was so")
