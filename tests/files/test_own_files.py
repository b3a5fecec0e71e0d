"""The files that the program keeps for itself: whatever lies in their place, each line ends, and answers as ever.

The cases are made from the program's own list of such files: a kind of file that is not written here fails a test.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import pytest
from given import folder, one_in, within_the_bound
from source import OWN_KINDS
from spoiling import WAYS

from engine.store import memo, own_files
from engine.store.own_files import HEADS, MIRRORS, PAST_LINES, SETTINGS, OwnKind, find_folder
from replay.seal.words import word_list
from shell.doors.cli import main
from shell.doors.past_lines import PastLines
from shell.runner import Desk
from shell.serving.addresses import USUAL_PORT
from shell.serving.folder import LiveFolder
from shell.serving.links import table_link
from shell.settings import read_settings, settings_file

#: What is written for a log in a file: tests/server/test_mirror.py has what is only there for one on a server.
KINDS = {kind.folder: kind for kind in OWN_KINDS if kind is not MIRRORS}

#: What is run after each: lines of one command each, and the prompt's memory.
LINES = (
    "head", "seals", "waiting", "sheet Kotorikh", "why Kotorikh Perception", "search teapot", "audit", "config",
    "note it rains", "undo",
)  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def every_log_is_long() -> Iterator[None]:
    """Keep the state and the audit of short logs too, and make the words of a seal without the work against forgers."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("engine.following.LEAST_TO_KEEP", "engine.following.WORTH_KEEPING"):
            patch.setattr(name, 1)
        patch.setattr("replay.audit.kept.ENOUGH_AUDITED", 1)
        patch.setattr("replay.seal.known.seal_words", lambda campaign, head: word_list()[head.seq : head.seq + 5])
        yield


@pytest.fixture(scope="module")
def original(original: Path) -> Iterator[Path]:
    """Seal the campaign's log, to be copied and never written."""
    with folder() as name:
        log = Path(shutil.copy(original, name))
        desk = Desk(log)
        assert desk.do("seal 7 by Kurt").status == 0
        desk.close()
        yield log


@contextmanager
def at_home(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let all folders of the user lie in one; yields the log beside them."""
    for variable in {kind.variable for kind in OWN_KINDS}:
        monkeypatch.setenv(variable, str(place / variable))
    monkeypatch.setenv("HOME", str(place))
    yield place / "teapot.db"


@pytest.fixture(scope="module")
def furnished(original: Path) -> Iterator[tuple[Path, Path]]:
    """Return a home, in which the program has written a file of every kind, and a copy to put in its place again."""
    with folder() as name, folder() as other, pytest.MonkeyPatch.context() as patch:
        place, kept = Path(name, "home"), Path(other, "home")
        place.mkdir()
        with at_home(place, patch) as log:
            shutil.copy(original, log)
            played_on(log)
        shutil.copytree(place, kept)
        yield place, kept


@pytest.fixture
def place(furnished: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Live in the home as the program left it. Notes name the log, so it is always the same folder."""
    place, kept = furnished
    with at_home(place, monkeypatch):
        yield place
    shutil.rmtree(place)
    shutil.copytree(kept, place)


def played_on(log: Path) -> None:
    """Write files of every kind."""
    for line in ("config theme dark", "seals", "head", "audit"):
        assert main([str(log), *line.split()]) == 0
    remember(log)


def remember(log: Path) -> list[str]:
    """Recall at the prompt what was typed there, type on, and give the table a link."""
    desk = Desk(log)
    desk.open(writable=True)
    past = PastLines(desk)
    found = list(past.load_history_strings())
    past.append_string("note one\nnote two")
    past.mark("chek", failed=True)
    assert desk.campaign is not None
    with suppress(OSError):
        table_link(LiveFolder(desk.campaign.log.campaign), USUAL_PORT)
    desk.close()
    return found


def written(kind: OwnKind) -> list[Path]:
    """Return the files of a kind that there are."""
    return [file for file in find_folder(kind).iterdir() if file.is_file()]


def answered(log: Path) -> tuple[list[tuple[bool, str]], str]:
    """Carry out the lines; return whether each was done and what it answered, and all that was said besides."""
    found, said = [], ""
    for line in LINES:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = within_the_bound(lambda line=line: main([str(log), *line.split()]))  # type: ignore[misc]
        found.append((status == 0, "" if line == "config" else out.getvalue()))
        said += err.getvalue()
    within_the_bound(lambda: remember(log))
    return found, said


@pytest.fixture(scope="module")
def expected(original: Path) -> list[tuple[bool, str]]:
    """Return what is answered in a home where nothing was ever written."""
    with folder() as name, pytest.MonkeyPatch.context() as patch, at_home(Path(name), patch) as log:
        shutil.copy(original, log)
        return answered(log)[0]


# --- what is read ----------------------------------------------------------------------------------------------


def test_the_program_writes_a_file_of_every_kind_here(place: Path) -> None:
    assert [kind for kind in KINDS.values() if not written(kind)] == []


def spoil(kind: OwnKind, way: str) -> None:
    """Spoil every file of a kind."""
    for file in written(kind):
        if file.parent.is_dir():
            WAYS[way](file)


@pytest.mark.parametrize("way", one_in(6, WAYS))
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_lies_in_the_place_of_a_file_each_line_ends_and_answers_as_ever(
    place: Path, expected: object, kind: str, way: str
) -> None:
    spoil(KINDS[kind], way)
    must_be_answered(place, expected)


def must_be_answered(place: Path, expected: object) -> None:
    """Assert that lines are answered as they are where nothing was ever written."""
    found, said = answered(place / "teapot.db")
    assert found == expected
    assert "nternal error" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_another_user_is_not_read(
    place: Path, expected: object, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = os.geteuid() + 1
    numbers = {file.stat().st_ino for file in written(KINDS[kind])}
    stat_of = os.fstat

    def of_a_stranger(number: int) -> os.stat_result:
        found = stat_of(number)
        return os.stat_result((*found[:4], stranger, *found[5:])) if found.st_ino in numbers else found

    monkeypatch.setattr(own_files.os, "fstat", of_a_stranger)
    assert all(refused_to_read(KINDS[kind], file.name) == "it belongs to another user" for file in written(KINDS[kind]))
    must_be_answered(place, expected)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_may_not_be_read_is_passed_over(
    place: Path, expected: object, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system says so, which it would not to root."""
    names = {str(file) for file in written(KINDS[kind])}
    opened = os.open

    def denied(path: str, *more: int, dir_fd: int | None = None) -> int:
        if str(path) in names:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *more, dir_fd=dir_fd)

    monkeypatch.setattr(own_files.os, "open", denied)
    must_be_answered(place, expected)


@pytest.mark.parametrize("way", ["a pipe", "a folder", "a link", "huge", "a socket"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_plain_file_of_its_size_is_refused_by_the_reader(place: Path, kind: str, way: str) -> None:
    """So no caller needs a guard of its own; people may put a link in the place of a file that they edit."""
    names = [file.name for file in written(KINDS[kind])]
    spoil(KINDS[kind], way)
    refused = [refused_to_read(KINDS[kind], name) for name in names]
    assert all(refused) == (way != "a link" or not KINDS[kind].edited)


def refused_to_read(kind: OwnKind, name: str) -> str:
    """Return why a file is not read, empty where it is."""
    try:
        own_files.read_own(kind, name)
    except OSError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("way", ["a pipe", "huge", "deep brackets", "infinite", "of another type", "random"])
def test_a_lost_memory_is_told_once_and_made_again(place: Path, way: str) -> None:
    spoil(HEADS, way)
    _, said = answered(place / "teapot.db")
    assert said.count("what this computer noted of this campaign cannot be read") == 1


def test_a_memory_that_cannot_be_made_again_is_told_each_time(place: Path) -> None:
    spoil(HEADS, "a folder")
    _, said = answered(place / "teapot.db")
    assert said.count("what this computer noted of this campaign cannot be read") == len(LINES)


@pytest.mark.parametrize("way", ["a pipe", "a folder", "huge", "random", "a device"])
def test_settings_that_cannot_be_read_are_told_and_never_replaced(place: Path, way: str) -> None:
    spoil(SETTINGS, way)
    (problem,) = read_settings().problems
    assert problem.startswith("the settings cannot be read: ")
    before = settings_file().lstat()
    assert main([str(place / "teapot.db"), "config", "theme", "light"]) == 1
    assert settings_file().lstat() == before


@pytest.mark.parametrize("way", ["a pipe", "a folder", "huge", "a device"])
def test_what_is_no_file_of_settings_is_not_written_over(place: Path, way: str) -> None:
    """A link may lead to a device, and root may replace that."""
    spoil(SETTINGS, way)
    before = settings_file().lstat()
    with pytest.raises(OSError, match=r"it is not a plain file|it has more than 100,000 bytes"):
        own_files.write_own(SETTINGS, settings_file().name, b"x")
    assert settings_file().lstat() == before


def test_without_a_home_lines_are_answered_and_nothing_is_kept(
    place: Path, expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in OWN_KINDS:
        monkeypatch.delenv(kind.variable, raising=False)

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    found, said = answered(place / "teapot.db")
    assert [each for each in found if each[1]] == [each for each in expected if each[1]]  # type: ignore[attr-defined]
    assert "there is no place for settings" in said


@pytest.mark.parametrize("text", ["1e400", "[1.5]", "NaN", "-Infinity", "[" * 100_000, '{"a": ' * 100_000, "", "{"])
def test_what_holds_fractions_or_is_nested_without_end_is_no_json_of_ours(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a number of ours|nested too deeply|Expecting"):
        own_files.parse_own(text)


@pytest.mark.parametrize("events", [2**63, 10**4000, 0, -1, "7", None, [7]])
def test_a_note_on_a_number_that_no_log_can_have_counts_for_nothing(place: Path, events: object) -> None:
    (file,) = written(HEADS)
    (where,) = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({where: [events, "aa", "", False]}))
    assert memo.last_seen(file.name) == {}
    assert memo.is_lost(file.name)


# --- what is written -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("umask", one_in(3, [0o000, 0o022, 0o077]))
@pytest.mark.parametrize("kind", KINDS)
def test_every_file_and_folder_of_its_own_is_for_this_user_alone(
    place: Path, expected: object, kind: str, umask: int
) -> None:
    """Both where they are new and where they were wider."""
    before = os.umask(umask)
    try:
        for wider in (False, True):
            for each in (*written(KINDS[kind]), *own_folders(KINDS[kind])):
                if wider and not KINDS[kind].exclusive:
                    each.chmod(0o777 if each.is_dir() else 0o666)
                elif not each.is_dir():
                    each.unlink()
            played_on(place / "teapot.db")
            assert {stat.S_IMODE(file.stat().st_mode) for file in written(KINDS[kind])} == {0o600}
            folders = [
                own for own in (find_folder(KINDS[kind]), *find_folder(KINDS[kind]).parents) if "fudgelog" in str(own)
            ]
            assert {stat.S_IMODE(own.stat().st_mode) for own in folders} == {0o700}
    finally:
        os.umask(before)


def own_folders(kind: OwnKind) -> list[Path]:
    """Return the folder of a kind, and that of the program which it lies in."""
    place = find_folder(kind)
    return [each for each in (place, *place.parents) if "fudgelog" in each.parts]


def test_a_log_and_a_copy_of_it_have_the_mode_that_the_user_wants(place: Path) -> None:
    before = os.umask(0o027)
    try:
        assert main([str(place / "new.db"), "new", "fudge"]) == 0
        assert main([str(place / "new.db"), "export", str(place / "new.jsonl")]) == 0
    finally:
        os.umask(before)
    assert {stat.S_IMODE((place / name).stat().st_mode) for name in ("new.db", "new.jsonl")} == {0o640}


@pytest.mark.parametrize("kind", KINDS)
def test_a_write_that_fails_leaves_nothing_behind(place: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (file, *_) = written(KINDS[kind])
    before = {each: each.read_bytes() for each in written(KINDS[kind])}

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        own_files.write_own(KINDS[kind], file.name, b"new")
    assert {each: each.read_bytes() for each in written(KINDS[kind])} == before


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_killed_program_left_half_written_goes_away_after_an_hour(
    place: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then another program may still be writing it, and only files that are called so go away."""
    file, unfinished = killed_while_writing(KINDS[kind], monkeypatch)
    others = [file.with_name(f"{file.name}{ending}") for ending in (".bak", ".1-22334455.bak", ".1-2233445")]
    for other in others:
        other.write_text("mine")
        os.utime(other, (0, 0))
    own_files.write_own(KINDS[kind], file.name, b"soon after")
    assert unfinished.exists()
    os.utime(unfinished, (time.time() - 3601,) * 2)
    own_files.write_own(KINDS[kind], file.name, b"later")
    assert not unfinished.exists()
    assert all(other.exists() for other in others)


def killed_while_writing(kind: OwnKind, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return a file, and the unfinished one that is left of a program that was killed while it wrote the file."""
    (file, *_) = written(kind)
    before = {*file.parent.iterdir()}
    with monkeypatch.context() as struck:
        struck.setattr(Path, "replace", be_killed)
        with pytest.raises(KeyboardInterrupt):
            own_files.write_own(kind, file.name, b"half")
    (unfinished,) = {*file.parent.iterdir()} - before
    assert stat.S_IMODE(unfinished.stat().st_mode) == 0o600
    return file, unfinished


def be_killed(*_: object) -> None:
    """End as a program does that is killed: nothing is tidied up."""
    raise KeyboardInterrupt


def test_a_link_in_the_place_of_the_settings_stays_and_leads_to_what_was_changed(place: Path) -> None:
    theirs = place / "dotfiles.toml"
    settings_file().rename(theirs)
    settings_file().symlink_to(theirs)
    assert main([str(place / "teapot.db"), "config", "theme", "light"]) == 0
    assert settings_file().is_symlink()
    assert theirs.read_text("utf-8") == 'theme = "light"\n'


def test_of_the_lines_typed_in_many_years_the_last_are_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = place / "teapot.db"
    (file,) = written(PAST_LINES)
    file.write_text("".join(f"\n# that evening\n+note {number}\n" for number in range(100_000)))
    assert file.stat().st_size > 2_000_000
    found = remember(log)
    assert found[0] == "note 99999"
    assert found == [f"note {99_999 - number}" for number in range(len(found))]
    assert 1_000_000 < file.stat().st_size < 1_100_000
    assert remember(log)[0] == "note one\nnote two"


class Windows:
    """The system's functions as Windows has them: no file tells there whose it is."""

    name = "nt"

    def __getattr__(self, function: str) -> object:
        if function == "geteuid":
            raise AttributeError(function)
        return getattr(os, function)


@pytest.mark.parametrize("kind", OWN_KINDS)
def test_a_file_is_usable_where_no_system_tells_whose_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: OwnKind
) -> None:
    (file := tmp_path / "own").write_text("{}")
    monkeypatch.setattr(own_files, "os", Windows())
    own_files._must_be_usable(kind, file.stat())
