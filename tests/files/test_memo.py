"""The note on what this computer last saw stays in its folder, whatever a log calls its campaign."""

from __future__ import annotations

import os
import shutil
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.campaign import Campaign
from engine.commands import MakeNote
from engine.store import memo
from engine.store.memo import last_seen, remember
from engine.store.own_files import HEADS, find_folder


@pytest.mark.rule("P12")
@pytest.mark.parametrize("campaign", ["../../../evil", "..", "", "/etc/evil", "a/b", "con", "\udcff", "ab" * 16])
def test_a_forged_identity_names_no_file_outside_the_folder(
    campaign: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    log = tmp_path / "log.db"
    log.touch()
    remember(campaign, str(log), 7, "ab")
    seen = last_seen(campaign).get(str(log))
    assert seen is not None
    assert seen.events == 7
    assert [path.parent for path in tmp_path.rglob("*") if path.is_file() and path != log] == [find_folder(HEADS)]


@pytest.mark.rule("P7")
def test_a_note_never_goes_backwards_with_two_windows(log: Path, do: Callable[..., Any]) -> None:
    first, second = Campaign.open(log), Campaign.open(log)
    first.execute(MakeNote("one"))
    for number in range(9):
        second.execute(MakeNote(f"more {number}"))
    old = Path(shutil.copy(log, "old.db"))
    second.execute(MakeNote("the last"))
    last = second.log.head
    second.close()
    first.close()
    (seen,) = [seen for place, seen in last_seen(first.log.campaign).items() if place == str(log)]
    assert (seen.events, seen.hash) == (last.seq, last.hash.hex())
    shutil.copy(old, log)
    assert any("is it an old copy?" in note for note in do(log, "head").notes)


@pytest.mark.rule("P7")
def test_a_window_that_saw_less_leaves_what_another_noted(log: Path) -> None:
    remember("ab" * 16, str(log), 23, "23")
    remember("ab" * 16, str(log), 3, "03")
    assert last_seen("ab" * 16)[str(log)].events == 23
    remember("ab" * 16, str(log), 3, "03", accepted=True)
    assert last_seen("ab" * 16)[str(log)].events == 3


@pytest.mark.rule("P7")
@pytest.mark.parametrize("left", ["", "{", "[]", "{}", '{"a": 1}'])
def test_a_memory_that_was_lost_is_told_from_one_that_never_was(log: Path, do: Callable[..., Any], left: str) -> None:
    """Say once that the notes cannot be read, and note the log again; say nothing of a log never seen."""
    assert do(log, "head").notes == ()
    (file,) = (path for path in find_folder(HEADS).iterdir() if path.is_file())
    file.write_text(left)
    assert any("cannot be read" in note for note in do(log, "head").notes)
    assert do(log, "head").notes == ()


@pytest.mark.rule("P7")
def test_a_note_is_flushed_with_its_name(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Flush the file, put it in its place, then flush the folder."""
    done: list[str] = []
    replace = Path.replace
    monkeypatch.setattr(os, "fsync", lambda number: done.append("folder" if is_folder(number) else "file"))
    monkeypatch.setattr(Path, "replace", lambda fresh, to: (done.append("placed"), replace(fresh, to))[1])
    remember("ab" * 16, str(log), 23, "23")
    assert done == ["file", "placed", "folder"]


@pytest.mark.rule("P7")
def test_what_was_seen_last_is_not_written_again(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write again what is new: the head, the branch, what was doubted, or which log was seen last."""
    written: list[str] = []
    write = memo._write
    monkeypatch.setattr(memo, "_write", lambda name, notes: (written.append([*notes][-1]), write(name, notes))[1])
    seen = ("ab" * 16, str(log), 23, "23")
    for _ in range(2):
        remember(*seen)
        remember(*seen, None)
        remember("ab" * 16, str(log), 3, "03")
    assert written == [str(log)]
    remember(*seen, "another")
    memo.doubt(str(log))
    remember(*seen, "another")
    assert not last_seen("ab" * 16)[str(log)].doubted
    remember("ab" * 16, "/b.db", 7, "07")
    remember(*seen, "another")
    assert written == [*[str(log)] * 4, "/b.db", str(log)]


def is_folder(number: int) -> bool:
    return stat.S_ISDIR(os.fstat(number).st_mode)


def test_two_programs_that_note_at_once_lose_neither(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = memo._write

    def slowly(file: Path, notes: dict[str, memo.SeenHead]) -> None:
        monkeypatch.setattr(memo, "_write", write)
        other.start()
        other.join(0.2)  # it would be done by then if it did not wait
        write(file, notes)

    other = threading.Thread(target=memo.remember, args=("0" * 32, "/b.db", 1, "00"))
    monkeypatch.setattr(memo, "_write", slowly)
    memo.remember("0" * 32, "/a.db", 1, "00")
    other.join()
    assert set(memo.last_seen("0" * 32)) == {"/a.db", "/b.db"}
