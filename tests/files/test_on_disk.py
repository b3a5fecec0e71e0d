"""The state that is kept on disk: it changes how long things take, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spoiling import SPOILED, tampered
from worlds import AT_THE_FORD, AT_THE_INN, IN_AMBUSH, ON_WATCH, STORIES, a_campaign, play, tell

from engine import Campaign
from engine.concerns.corrections.commands import Rename
from engine.concerns.safety.commands import DrawLine
from engine.concerns.sessions.commands import MakeNote
from engine.history import on_disk, packing
from engine.history.counting import History
from engine.history.snapshots import Snapshots
from engine.state import Rolls, Session, State
from engine.store import cache
from engine.store.log import SqliteLog
from engine.store.own_files import STATES, find_folder
from shell.runner import Desk

EVENINGS = {"ford": AT_THE_FORD, "ambush": IN_AMBUSH, "watch": ON_WATCH, "inn": AT_THE_INN}
LONGEST = pytest.param("inn", marks=pytest.mark.slow)

RENAMES = st.sampled_from([Rename("Ada", "Eve"), Rename("Eve", "Ada"), Rename("Chess", "Go"), Rename("Go", "Chess")])
PLAY = st.lists(st.one_of(STORIES.map(lambda story: story[0]), RENAMES), max_size=12)


@pytest.fixture(autouse=True, scope="module")
def every_log_is_long() -> Iterator[None]:
    """Keep states of short logs too, a few events before their end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.following.LEAST_TO_KEEP", 1)
        patch.setattr("engine.following.WORTH_KEEPING", 1)
        patch.setattr("engine.history.snapshots.RECENT", 2)
        yield


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep states and keys in a folder that goes away."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


class Spelling(packing.Packer):
    """Spells every object out each time it comes, and what is packed apart as well."""

    def pack(self, held: Any) -> Any:
        """Pack a value that would be packed apart where it stands, and rolls as if all were asked for."""
        whole = dict(held) if isinstance(held, Rolls) else held
        return super().pack(whole.value if isinstance(whole, packing.Later) else whole)

    def pack_object(self, held: Any, kind: type) -> list[Any]:
        """Pack an object as if it were the first."""
        self.numbers.clear()
        return super().pack_object(held, kind)


def held(campaign: Campaign) -> object:
    """Return all that a campaign knows of its log, in order."""
    spelling = Spelling()
    catalog = campaign.catalog
    known = [list(catalog.kinds), catalog.branch, catalog.corrections]
    return spelling.pack([campaign.state, campaign.history, known]), list(spelling.classes)


def folded(path: Path) -> object:
    """Return the same, folded from the first event."""
    with Campaign(SqliteLog.open(path, writable=False)) as campaign:
        return held(campaign)


def is_kept(path: Path) -> bool:
    """Return whether there is a state that this log can be opened with."""
    log = SqliteLog.open(path, writable=False)
    found = on_disk.recall_state(log)
    log.close()
    return found is not None


def head(path: Path) -> object:
    """Open a log as any command does, and return all that is known of it."""
    with Campaign.open(path, writable=False) as campaign:
        return held(campaign)


# --- it is the same state --------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=15)
@given(PLAY, PLAY)
@example([DrawLine("gore")], [])
def test_a_state_from_the_disk_is_that_of_the_whole_fold(before: list[object], after: list[object]) -> None:
    with a_campaign() as first:
        tell(first, before)
        path = Path(first.log.place.key)
        assert head(path) == folded(path)
        assert is_kept(path)
        with Campaign.open(path) as campaign:
            tell(campaign, after)
            assert held(campaign) == folded(path)
        assert head(path) == folded(path)
        first.refresh()
        assert held(first) == folded(path)


@pytest.mark.parametrize("evening", ["ford", "ambush", "watch", LONGEST])
def test_every_kind_of_event_leaves_a_state_that_can_be_kept(tmp_path: Path, evening: str) -> None:
    path = tmp_path / f"{evening}.db"
    desk = Desk(path)
    play(desk, EVENINGS[evening], tmp_path)
    desk.close()
    assert head(path) == folded(path)
    assert is_kept(path)
    assert head(path) == folded(path)


# --- it is kept where that is quickly done -----------------------------------------------------------------------


def last_kept(path: Path) -> int:
    """Return the number of the event that the state on disk was written at."""
    log = SqliteLog.open(path, writable=False)
    found = on_disk.recall_state(log)
    log.close()
    assert found is not None
    return found.seq


def do_alone(path: Path, line: str) -> int:
    """Carry out one line as a single command does, and return the number of the last event."""
    desk = Desk(path)
    assert desk.do(line).status == 0
    assert desk.campaign is not None
    last = desk.campaign.log.head.seq
    desk.close()
    return last


@pytest.fixture
def far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a state at opening after more events than these logs have."""
    monkeypatch.setattr("engine.following.WORTH_KEEPING", 1000)


@pytest.mark.parametrize("line", ["note four", "spend Ann 2 on Chess", "check Ann Chess vs 3", "undo"])
def test_a_small_state_is_written_again_after_a_command(log: Path, far_apart: None, line: str) -> None:
    before = last_kept(log)
    last = do_alone(log, line)
    assert last_kept(log) == last > before
    assert head(log) == folded(log)
    assert do_alone(log, "note again") == last_kept(log)
    assert head(log) == folded(log)


def test_a_large_state_is_not(log: Path, far_apart: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = last_kept(log)
    monkeypatch.setattr("engine.history.on_disk.QUICKLY_WRITTEN", kept_file().stat().st_size - 1)
    do_alone(log, "note four")
    assert last_kept(log) == before


def test_a_look_writes_none(log: Path, far_apart: None) -> None:
    written = kept_file().stat().st_mtime_ns
    do_alone(log, "sheet Ann")
    assert kept_file().stat().st_mtime_ns == written


def test_a_state_that_a_fault_spoiled_is_not_written(
    log: Path, far_apart: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = last_kept(log)

    def spoil(campaign: Campaign, *_: object) -> None:
        campaign.state.sheets.clear()
        campaign.state.seq += 1
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(Campaign, "_advance", spoil)
        campaign = Campaign.open(log)
        campaign._note_head(1)  # as after an earlier command
        with pytest.raises(RuntimeError):
            campaign.execute(MakeNote("four"))
        campaign.close()
    assert last_kept(log) == before
    assert head(log) == folded(log)


@pytest.mark.parametrize("line", ["undo #4 cascade", "rename Ann to Eve"])
def test_where_much_would_be_folded_for_it_none_is_written(log: Path, far_apart: None, line: str) -> None:
    before = last_kept(log)
    do_alone(log, line)
    assert last_kept(log) == before
    assert head(log) == folded(log)


# --- whatever is wrong with it, the log is folded ----------------------------------------------------------------


LINES = ["define ability Chess", "pc Ann", "award Ann 10", "spend Ann 4 on Chess", "note one", "note two", "note three"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Make a log of which a state is kept."""
    path = tmp_path / "c.db"
    desk = Desk(path)
    for line in ("new peupfudge", *LINES):
        assert desk.do(line).status == 0
    desk.close()
    head(path)
    assert is_kept(path)
    return path


def kept_file() -> Path:
    """Return the file of the one state that is kept."""
    (file,) = find_folder(STATES).iterdir()
    return file


@pytest.mark.parametrize("how", SPOILED)
def test_a_spoiled_state_is_passed_over_without_a_word(log: Path, how: str) -> None:
    SPOILED[how](kept_file())
    assert not is_kept(log)
    assert head(log) == folded(log)


def test_a_state_of_another_user_is_passed_over(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert not is_kept(log)
    assert head(log) == folded(log)


def test_of_a_changed_log_no_state_is_kept(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long log is opened without recomputing its old hashes; what it says then must not outlive a repair."""
    monkeypatch.setattr("engine.store.opening.CHECKED_WHOLE", 1)
    kept_file().unlink()
    tampered(log, """UPDATE event SET body = replace(body, '"amount":10', '"amount":90') WHERE type = 'XpAwarded'""")
    with Campaign.open(log, writable=False) as campaign:
        assert campaign.state.sheets["Ann"].awarded == 90
    assert not is_kept(log)


def test_a_state_without_its_key_is_passed_over_and_written_again(log: Path, tmp_path: Path) -> None:
    (tmp_path / "state/fudgelog/keys/states.key").unlink()
    assert not is_kept(log)
    assert head(log) == folded(log)
    assert is_kept(log)


def unwritable(place: Path) -> None:
    """Put a file in the place of a folder: not even root can write into it."""
    place.write_text("")


def elsewhere(place: Path) -> None:
    """Put a link to another folder in its place."""
    (place.parent / "other").mkdir()
    place.symlink_to(place.parent / "other")


def open_to_all(place: Path) -> None:
    """Make a folder that others can write into."""
    place.mkdir()
    place.chmod(0o777)


@pytest.mark.parametrize("spoil", [unwritable, elsewhere, open_to_all])
@pytest.mark.parametrize("folder", ["cache/fudgelog/states", "state/fudgelog/keys"])
def test_in_a_folder_that_is_not_the_users_own_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Path, folder: str, spoil: Callable[[Path], None]
) -> None:
    for name in ("cache", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(tmp_path / "new" / name))
    place = tmp_path / "new" / folder
    place.parent.mkdir(parents=True)
    spoil(place)
    assert head(log) == folded(log)
    assert not is_kept(log)


def test_it_is_kept_where_the_users_group_may_write_to_new_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    for name in ("cache", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(tmp_path / "new" / name))
    before = os.umask(0o002)
    try:
        assert head(log) == folded(log)
    finally:
        os.umask(before)
    assert is_kept(log)


def test_a_full_disk_leaves_nothing_behind(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_file().unlink()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    assert head(log) == folded(log)
    assert list(find_folder(STATES).iterdir()) == []


def test_a_state_of_another_program_is_passed_over(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_kept(log)
    monkeypatch.setattr(on_disk, "program", lambda: "another version")
    assert not is_kept(log)
    assert head(log) == folded(log)


def test_the_files_of_the_engine_are_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_disk, "ENGINE", tmp_path)
    (tmp_path / "room").mkdir()
    found = set()
    for text in ("a", "b ", "b"):
        (tmp_path / "room" / "project.py").write_text(text)
        found.add(on_disk.program.__wrapped__())
    assert len(found) == 3


def test_a_log_that_is_not_the_one_is_folded(log: Path, tmp_path: Path) -> None:
    """Replace the log by an older copy that then went its own way, as a backup that is put back."""
    desk = Desk(log)
    assert desk.do(f'backup "{tmp_path / "old.db"}"').status == 0
    for number in range(9):
        desk.do(f"award Ann {number + 1}")
    desk.close()
    head(log)
    assert is_kept(log)
    desk = Desk(tmp_path / "old.db")
    for number in range(12):
        desk.do(f"note {number}")
    desk.close()
    os.replace(tmp_path / "old.db", log)
    assert not is_kept(log)
    assert head(log) == folded(log)


def test_a_rescued_log_is_folded_and_kept_again(log: Path, tmp_path: Path) -> None:
    desk = Desk(log)
    assert desk.do(f'rescue "{tmp_path / "whole.db"}"').status == 0
    desk.close()
    whole = tmp_path / "whole.db"
    assert not is_kept(whole)
    assert head(whole) == folded(whole)
    assert head(whole) == folded(whole)


def test_only_so_many_states_are_kept(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_CACHED", 3)
    for number in range(5):
        cache.write_file(f"state {number}", b"held")
        os.utime(find_folder(STATES) / f"state {number}", ns=(number, number))
    cache.write_file("the last", b"held")
    assert {file.name for file in find_folder(STATES).iterdir()} == {kept_file_name(log), "state 4", "the last"}


def kept_file_name(path: Path) -> str:
    """Return the name of the file that is kept of a log."""
    log = SqliteLog.open(path, writable=False)
    name = on_disk.file_of(log, "state")
    log.close()
    return name


@pytest.mark.parametrize("many", [0, 1, 7, 8, 30])
def test_many_sessions_are_the_same_once_they_are_unpacked(many: int) -> None:
    sessions = [Session(number, f"the {number}th", number * 9, number * 9 + 8) for number in range(many)]
    for listed in (
        sessions,
        [*sessions, None],
        [*sessions, "x"],
        [*sessions, *sessions[:1]],
        [[each] for each in sessions],
    ):
        assert packing.unpack(packing.pack([listed, sessions])) == [listed, sessions]
    first, again = packing.unpack(packing.pack([sessions, sessions]))
    assert all(one is other for one, other in zip(first, again, strict=True))


# --- snapshots in memory -----------------------------------------------------------------------------------------


def test_snapshots_of_a_very_long_way_are_packed_and_say_the_same(log: Path) -> None:
    with Campaign(SqliteLog.open(log, writable=False)) as campaign:
        point = campaign.state.seq - 2
        known = campaign.state_at(point)
        with patch("engine.history.snapshots.VERY_FAR", 3):
            campaign._forget()
            campaign.refresh()
        with patch.object(packing, "unpack", side_effect=packing.unpack) as unpacked:
            assert campaign.state_at(point) == known
        assert unpacked.called


def test_a_snapshot_that_cannot_be_packed_is_kept_as_it_is() -> None:
    snapshots, state, history = Snapshots(), State(own={"luck": object()}), History()
    snapshots.take(state, history, packed=True)
    assert snapshots.before(0, history) == state


# --- what vouches for the log never reads it ---------------------------------------------------------------------


@pytest.fixture
def wrong(log: Path) -> Path:
    """Keep a wrong state of a log, as nobody but the program itself could."""
    with closing(SqliteLog.open(log, writable=False)) as opened:
        kept = on_disk.recall_state(opened)
        assert kept is not None
        kept.state.value.sheets["Ann"].awarded = 99
        on_disk.keep_state(opened, kept)
    return log


def test_a_state_of_another_campaign_is_passed_over(log: Path) -> None:
    with closing(SqliteLog.open(log, writable=False)) as opened:
        kept = on_disk.recall_state(opened)
        assert kept is not None
        kept.state.value.campaign = "0" * 32
        on_disk.keep_state(opened, kept)
    assert not is_kept(log)


def test_a_look_takes_the_state_from_the_disk(wrong: Path) -> None:
    with Campaign.open(wrong) as campaign:
        assert campaign.state.sheets["Ann"].awarded == 99


@pytest.mark.parametrize("line", ["audit", "sign Ann"])
def test_what_vouches_for_the_log_folds_it(wrong: Path, line: str) -> None:
    desk = Desk(wrong)
    assert desk.do(line).status == 0
    assert desk.campaign is not None
    assert desk.campaign.state.sheets["Ann"].awarded == 10
    desk.close()


def test_verify_never_reads_a_state(wrong: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(wrong)
    monkeypatch.setattr(on_disk, "recall_file", lambda name: pytest.fail("verify read it"))
    outcome = desk.do("verify")
    assert outcome.status == 0
    desk.close()
