"""What is said when something goes wrong, to the letter: a file a fault in `messages/`, an evening in its `typed/`.

`FUDGELOG_REWRITE=1 python -m pytest tests/faults/test_messages.py` writes them anew; look at the difference then.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import test_strangers
from faulty import Done, a_log, environment, run, tried
from given import hyphen_for_minus
from test_damage import changing, in_wal, rewritten
from test_disk import lock, without_privilege

from engine.store.errors import SENTENCES, LogError, saying
from shell.doors.voice import fault_text
from shell.runner import Desk

CATALOGUE = Path(__file__).with_name("messages")
Story = Callable[[Path], Done]


def stranger(name: str) -> Story:
    def tell(path: Path) -> Done:
        test_strangers.STRANGERS[name][0](path)
        return run(path, "note", "hello")

    return tell


def after(damage: Callable[[Path], object], *words: str, **more: Any) -> Story:
    """Make a log of twelve events, do something to it, and run the program on it."""

    def tell(path: Path) -> Done:
        a_log(path, events=12)
        damage(path)
        return run(path, *words, **more)

    return tell


def sql(statement: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with changing(path) as connection:
            connection.execute(statement)

    return change


def cut(path: Path) -> None:
    os.truncate(path, 12_000)


def stray_wal(path: Path) -> None:
    Path(f"{path}-wal").write_bytes(b"x" * 100)


def wal(path: Path) -> None:
    Path(f"{path}-wal").write_bytes(in_wal(path, 1))


def held(path: Path) -> Done:
    a_log(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        return run(path, "note", "hello")


def new_on_a_link(path: Path) -> Done:
    path.symlink_to(path.with_name("nowhere.db"))
    return run(path, "new", "fudge")


def new_on_a_folder(path: Path) -> Done:
    path.mkdir()
    return run(path, "new", "fudge")


def mistaken(path: Path, *options: str) -> Done:
    """Run the program with a mistake built into it."""
    folder = path.with_name("patch")
    folder.mkdir()
    patch = "import sys\nif sys.argv[0] == '-m': import shell.runner; shell.runner.Desk.do = lambda *_: 1 / 0\n"
    (folder / "sitecustomize.py").write_text(patch)
    env = environment()
    return run(*options, path, "head", env=env | {"PYTHONPATH": f"{folder}:{env['PYTHONPATH']}"})


def nothing(path: Path) -> None:
    """No damage."""


def stranger_name(name: str) -> str:
    """Return the name of the story in which a stranger's file is opened."""
    return name.replace(" ", "-").replace(",", "")


STORIES: dict[str, Story] = {
    **{stranger_name(each): stranger(each) for each in test_strangers.STRANGERS},
    "read-only": after(lambda path: lock(path, "both"), "note", "hello", preexec_fn=without_privilege),
    "unreadable": after(lambda path: path.chmod(0), "head", preexec_fn=without_privilege),
    "busy": held,
    "cut-short": after(cut, "head"),
    "an-event-changed": after(sql("UPDATE event SET body = replace(body, 'rains', 'snows') WHERE seq = 7"), "head"),
    "an-event-removed": after(sql("DELETE FROM event WHERE seq = 7"), "head"),
    "an-event-of-another-type": after(sql("UPDATE event SET type = 'SceneSet' WHERE seq = 7"), "verify"),
    "an-event-changed-verified": after(sql("UPDATE event SET actor = 'Kurt' WHERE seq = 7"), "verify"),
    "the-tail-cut": after(sql("DELETE FROM event WHERE seq > 9"), "head"),
    "another-past": after(rewritten, "head"),
    "a-hash-that-does-not-fit": after(nothing, "verify", "expect", "0123456789abcdef" * 2),
    "a-hash-of-16-digits": after(nothing, "verify", "expect", "0123456789abcdef"),
    "a-hash-too-short": after(nothing, "verify", "expect", "0123"),
    "a-stray-wal": after(stray_wal, "head"),
    "set-back-from-wal": after(wal, "note", "hello"),
    "no-such-option": lambda path: run("--frobnicate", path),
    "as-nobody": lambda path: run("--as"),
    "as-in-one-call": lambda path: run(path, "as", "Kurt"),
    "as-a-long-name": lambda path: run("--as", "x" * 201, path, "head"),
    "as-a-name-that-turns": lambda path: run("--as", "x\u202e", path, "head"),
    "new-on-a-link": new_on_a_link,
    "new-on-a-folder": new_on_a_folder,
    "a-name-too-long": lambda path: run("x" * 300 + ".db", "head"),
    "a-mistake-of-ours": mistaken,
}


def marks_of(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """Return the mark of a story that takes long, or is one of many alike."""
    strangers = {stranger_name(each) for each in test_strangers.STRANGERS}
    return (pytest.mark.slow,) if name in strangers or name == "busy" else ()


def told(done: Done, path: Path) -> str:
    """Return what was said, without what is different every time."""
    out = done.out if done.status and done.out else ""
    said = f"{out}{done.err}exit status {done.status}\n".replace(str(path.parent), "FOLDER")
    return re.sub(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b", "HASH", in_our_words(said))


def in_our_words(said: str) -> str:
    """Return what was said, with the system's own words named and not spelled."""
    for number in (errno.EACCES, errno.ENAMETOOLONG, errno.ENOENT):
        said = said.replace(os.strerror(number), errno.errorcode[number])
    return said


@pytest.mark.slow
@pytest.mark.rule("B4-30")
@pytest.mark.parametrize("name", [pytest.param(each, marks=marks_of(each)) for each in STORIES])
def test_every_message_is_as_it_is_catalogued(tmp_path: Path, name: str) -> None:
    place = tmp_path / "place"
    place.mkdir()
    path = place / "log.db"
    try:
        found = told(STORIES[name](path), path)
    finally:
        place.chmod(0o755)
    kept = CATALOGUE / f"{name}.txt"
    if os.environ.get("FUDGELOG_REWRITE"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(found, "utf-8")
    assert found == kept.read_text("utf-8")
    tried(30)


@pytest.mark.rule("B4-30")
def test_the_catalogue_holds_nothing_that_is_said_no_more() -> None:
    assert {file.stem for file in CATALOGUE.glob("*.txt")} == set(STORIES)


@pytest.mark.rule("P9", "B4-30")
@pytest.mark.parametrize("name", SENTENCES)
def test_every_error_of_sqlite_that_we_know_has_a_sentence_of_its_own(name: str) -> None:
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorname = f"{name}_AND_SO_ON"
    with pytest.raises(LogError) as said, saying(Path("log.db")):
        raise error
    assert "what SQLite says" not in said.value.message
    assert said.value.hint


@pytest.mark.rule("B4-30")
def test_a_mistake_of_ours_can_be_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUDGELOG_DEBUG", "1")
    with pytest.raises(AssertionError, match="Traceback"):
        mistaken(tmp_path / "log.db")


@pytest.mark.rule("B4-30")
def test_a_mistake_of_ours_is_owned_up_to_as_json_too(tmp_path: Path) -> None:
    done = mistaken(tmp_path / "log.db", "--json")
    told = json.loads(done.out)
    assert (done.status, told["ok"], told["command"]) == (3, False, "head")
    assert "Internal error (ZeroDivisionError" in told["error"]["message"]


TYPED = sorted(CATALOGUE.glob("typed/*.txt"))


@pytest.mark.rule("B4-30")
@pytest.mark.parametrize("file", TYPED, ids=lambda file: file.stem)
def test_what_a_line_is_turned_down_with_is_as_it_is_catalogued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    """Each file is an evening that goes wrong: what was typed, and what was said where it came to nothing."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(CATALOGUE / "given", tmp_path, dirs_exist_ok=True)
    kept = file.read_text("utf-8")
    lines = re.findall(r"^> (.*)$", kept, re.MULTILINE)
    found = ""
    with closing(Desk(Path("log.db"), meant="exact")) as desk:
        for line in lines:
            outcome = desk.do(line)
            found += f"> {line}\n"
            if outcome.fault is not None:
                assert not hyphen_for_minus(f"{outcome.fault.message} {outcome.fault.hint}")
                found += indent(in_our_words(fault_text(line, outcome.fault)), "    ") + "\n"
                tried(30)
    if os.environ.get("FUDGELOG_REWRITE"):
        file.write_text(found, "utf-8")
    assert found == file.read_text("utf-8")
