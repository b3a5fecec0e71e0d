"""An audit that goes on from the last one finds what a whole one finds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from given import folder
from hypothesis import given, settings
from hypothesis import strategies as st
from spoiling import SPOILED
from spoiling import tampered as changed
from tampering import number, played, tampered
from worlds import (
    ANY_EVENT,
    AT_THE_FORD,
    AT_THE_INN,
    CORRECTIONS,
    EVERYDAY,
    IN_AMBUSH,
    ON_WATCH,
    SELDOM,
    STORIES,
    a_campaign,
    attempt,
    play,
    tell,
)

from engine.campaign import Campaign
from engine.concerns.corrections.commands import Rename, Rule
from engine.history import on_disk, packing
from engine.store import cache
from engine.store.errors import LogError
from engine.store.log import SqliteLog
from engine.store.own_files import STATES, find_folder
from replay.audit import kept
from replay.audit.auditor import Auditor, audit
from replay.audit.findings import Audit
from shell.runner import Desk

EVENINGS = {"ford": AT_THE_FORD, "ambush": IN_AMBUSH, "watch": ON_WATCH, "inn": AT_THE_INN}
LONGEST = pytest.param("inn", marks=pytest.mark.slow)

UNCORRECTED = st.lists(st.one_of(EVERYDAY, SELDOM, st.builds(Rule, ANY_EVENT, stands=st.booleans())), max_size=12)
RENAMES = st.just(Rename("Ada", "Eve"))


@pytest.fixture(autouse=True, scope="module")
def every_audit_is_kept() -> Iterator[None]:
    """Keep audits of short logs too."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("replay.audit.auditor.ENOUGH_AUDITED", 0)
        yield


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep audits and keys in a folder that goes away."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def audited(campaign: Campaign) -> tuple[Audit, int]:
    """Audit a campaign, and return also how many events were looked at for it."""
    with patch.object(Auditor, "take_in", autospec=True, side_effect=Auditor.take_in) as looked:
        found = audit(campaign)
    return found, looked.call_count


def audited_whole(campaign: Campaign) -> Audit:
    """Audit a campaign as if it were for the first time."""
    with patch("replay.audit.auditor.recall_audit", return_value=None), patch("replay.audit.auditor.keep_audit"):
        return audit(campaign)


# --- it finds the same ---------------------------------------------------------------------------------------------


@settings(max_examples=20)
@given(STORIES, st.lists(CORRECTIONS, max_size=6), st.lists(UNCORRECTED, max_size=3))
def test_without_corrections_it_looks_at_what_is_new_and_finds_the_same(
    story: list[object], corrections: list[object], more: list[list[object]]
) -> None:
    with a_campaign() as campaign:
        tell(campaign, [*story, *corrections])
        assert audited(campaign)[0] == audited_whole(campaign)
        for each in more:
            seq, before = campaign.state.seq, len(campaign.catalog.corrections)
            tell(campaign, each)
            found, looked = audited(campaign)
            assert found == audited_whole(campaign)
            undone = len(campaign.catalog.corrections) > before  # by an X-card
            assert looked == campaign.state.seq - (0 if undone else seq)


@settings(max_examples=15)
@given(STORIES, st.lists(st.lists(st.one_of(EVERYDAY, CORRECTIONS, RENAMES), max_size=6), max_size=4))
def test_whatever_happens_it_finds_what_a_whole_one_finds(story: list[object], more: list[list[object]]) -> None:
    with a_campaign() as campaign:
        for each in [story, *more]:
            for command in each:
                attempt(campaign, command)
            assert audited(campaign)[0] == audited_whole(campaign)


@pytest.mark.parametrize("evening", ["ford", "ambush", "watch", LONGEST])
def test_every_kind_of_event_leaves_an_audit_that_can_be_kept(tmp_path: Path, evening: str) -> None:
    path = tmp_path / f"{evening}.db"
    desk = Desk(path)
    play(desk, EVENINGS[evening], tmp_path)
    desk.close()
    with Campaign.open(path, writable=False) as campaign:
        first, looked = audited(campaign)
        assert looked == campaign.state.seq
        assert audited(campaign) == (first, 0)


LINES = """
new peupfudge
define ability Chess
define property brave: Chess +1
pc Ann by Kurt
session start
award Ann 10
spend Ann 8 on Chess
check Ann Chess vs 2 rolled 0
note one
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Make a log that was audited."""
    path = played(tmp_path / "c.db", LINES)
    assert look_at(path)[1] == 9
    assert look_at(path)[1] == 0
    return path


def look_at(path: Path) -> tuple[Audit, int]:
    """Audit a log; what it finds is what a whole audit finds."""
    with Campaign.open(path, writable=False) as campaign:
        found = audited(campaign)
        assert found[0] == audited_whole(campaign)
        return found


def test_a_ruling_settles_a_stale_roll_that_was_found_before(log: Path) -> None:
    """What the table rules is no correction: the roll was found before it, and is settled after it."""
    played(log, "undo #7 for a test")
    assert "stale-check" in {finding.rule for finding in look_at(log)[0].findings}
    played(log, f"ruling #{number(log, 'CheckResolved')} stands")
    found, looked = look_at(log)
    assert looked == 1
    assert "stale-check" not in {finding.rule for finding in found.findings}


def test_a_note_is_looked_at_alone_and_an_undo_has_all_looked_at(log: Path) -> None:
    played(log, "note two")
    assert look_at(log)[1] == 1
    played(log, "undo")
    assert look_at(log)[1] == 11
    played(log, "note three")
    assert look_at(log)[1] == 1


def test_an_audit_of_a_few_more_events_is_not_kept(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.audit.auditor.ENOUGH_AUDITED", 1)
    played(log, "note two")
    assert look_at(log)[1] == look_at(log)[1] == 1
    played(log, "note three")
    assert look_at(log)[1] == 2
    assert look_at(log)[1] == 0


# --- whatever is wrong with it, all is looked at -------------------------------------------------------------------


def kept_file() -> Path:
    """Return the file of the one audit that is kept."""
    (file,) = [each for each in find_folder(STATES).iterdir() if b"KeptAudit" in each.read_bytes()]
    return file


@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_audit_is_passed_over(log: Path, how: str) -> None:
    SPOILED[how](kept_file())
    assert look_at(log)[1] == 9


@pytest.mark.parametrize("name", ["digest_files", "program"])
def test_an_audit_of_another_program_is_passed_over(log: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(kept if name == "digest_files" else on_disk, name, lambda *_: "another version")
    kept.audit_name.cache_clear()
    try:
        assert look_at(log)[1] == 9
    finally:
        kept.audit_name.cache_clear()


def test_another_log_in_its_place_is_audited_whole(log: Path, tmp_path: Path) -> None:
    """Put a log of the same campaign with other events and right hashes in its place."""
    other = tampered(log, number(log, "NoteMade"), text="two")
    shutil.move(other, log)
    assert look_at(log)[1] == 9


def test_a_shorter_log_is_audited_whole(log: Path, tmp_path: Path) -> None:
    shutil.copy(log, tmp_path / "old.db")
    played(log, "note two")
    assert look_at(log)[1] == 1
    shutil.move(tmp_path / "old.db", log)
    assert look_at(log)[1] == 9


def test_a_changed_byte_is_found_before_anything_is_said(log: Path) -> None:
    changed(log, "UPDATE event SET body = replace(body, '10', '90') WHERE type = 'XpAwarded'")
    with (
        pytest.raises(LogError, match=f"is damaged: #{number_in(log, 'XpAwarded')} was changed"),
        Campaign(SqliteLog.open(log, writable=False)) as campaign,
    ):
        audit(campaign)


def number_in(path: Path, type_name: str) -> int:
    """Return the number of an event, without checking anything."""
    with closing(SqliteLog.open(path, writable=False)) as opened:
        return next(seq for seq, name, _, _ in opened.bodies() if name == type_name)


def test_a_state_that_is_not_what_the_audit_came_to_is_not_trusted(log: Path) -> None:
    """Keep a wrong audit, as nobody but the program itself could."""
    name = kept_file().name
    content = cache.recall_file(name)
    assert content is not None
    wrong = packing.unpack(content)
    wrong.state.sheets["Ann"].awarded = 99
    cache.write_file(name, packing.pack(wrong))
    assert look_at(log)[1] == 9


def test_a_whole_audit_follows_where_only_the_state_on_disk_is_wrong(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for setting in ("LEAST_TO_KEEP", "WORTH_KEEPING"):
        monkeypatch.setattr(f"engine.following.{setting}", 1)
    look_at(log)
    with closing(SqliteLog.open(log, writable=False)) as found:
        wrong = on_disk.recall_state(found)
        assert wrong is not None
        wrong.state.value.sheets["Ann"].awarded = 99
        on_disk.keep_state(found, wrong)
    with Campaign.open(log, writable=False) as campaign:
        assert campaign.state.sheets["Ann"].awarded == 99
        assert audited(campaign)[1] == 9
        assert campaign.state.sheets["Ann"].awarded == 10


def test_a_wrong_log_is_audited_whole_each_time(log: Path) -> None:
    """Award somebody who is not there: the state that the log gives is not the one that an audit comes to."""
    with folder() as place:
        wrong = tampered(Path(shutil.copy(log, Path(place) / "c.db")), number(log, "CheckResolved"), total=9, margin=7)
        first = look_at(wrong)[0]
        assert not first.ok
        assert look_at(wrong)[0] == first
