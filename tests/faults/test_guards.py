"""Every guard is there for something: each is taken away in turn, in a copy of the program, and some test notices.

python -m pytest tests/faults/test_guards.py -m heavy
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import frozen
from faulty import ROOT, heavy, tried


@frozen
class Guard:
    """A piece of the program, what stands there without it, and the tests that are to notice."""

    file: str
    there: str
    instead: str
    tests: str
    called: str = ""


TRIGGER = "BEGIN SELECT RAISE(ABORT, '{}'); END;"
CHANGED, REMOVED = TRIGGER.format("an event is never changed"), TRIGGER.format("an event is never removed")

GUARDS: dict[str, Guard] = {
    "the trigger against changes": Guard("engine/schema.sql", CHANGED, "BEGIN SELECT 1; END;", "test_damage", "any_tool"),
    "the trigger against removal": Guard("engine/schema.sql", REMOVED, "BEGIN SELECT 1; END;", "test_damage", "any_tool"),
    "the trigger against gaps and replacement": Guard(
        "engine/schema.sql", "NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)", "0", "test_damage", "any_tool"
    ),
    "the trigger against ids twice": Guard(
        "engine/schema.sql",
        "EXISTS (SELECT 1 FROM event WHERE id = NEW.id OR hash = NEW.hash)",
        "0",
        "test_damage",
        "any_tool",
    ),
    "synchronous EXTRA": Guard("engine/log.py", "synchronous = EXTRA", "synchronous = FULL", "test_killed", "flushed"),
    "synchronous at all": Guard("engine/log.py", "synchronous = EXTRA", "synchronous = OFF", "test_killed", "flushed"),
    "Ctrl-C held in a transaction": Guard(
        "engine/log.py", "with held() as interrupted:", "if interrupted := (lambda: False):", "test_signals", "transaction"
    ),
    "Ctrl-C held until the tick": Guard(
        "shell/script.py", "    with until_told():", "    if True:", "test_signals", "ctrl_c_is_typed"
    ),
    "the turn given up": Guard(
        "engine/log.py", "self.interrupted is not None and self.interrupted()", "False", "test_signals", "gives_the_turn_up"
    ),
    "Ctrl-C kept apart from denials": Guard(
        "engine/log.py", 'and "not authorized" not in str(error)', "", "test_signals", "denied"
    ),
    "BEGIN IMMEDIATE": Guard("engine/log.py", "BEGIN IMMEDIATE", "BEGIN", "test_together", "side_by_side or decided_anew"),
    "the head checked": Guard(
        "engine/log.py",
        "        with saying(self.path), self._transaction():\n            if self.head != head:\n"
        "                raise HeadMoved\n            rows =",
        "        with saying(self.path), self._transaction():\n            rows =",
        "test_together",
        "side_by_side or decided_anew",
    ),
    "waiting for a turn": Guard("engine/log.py", "BUSY_SECONDS = 5.0", "BUSY_SECONDS = 0.0", "test_together", "side_by_side"),
    "waiting in short steps": Guard(
        "engine/log.py", "time.sleep(random.uniform(0.0005, 0.005))", "time.sleep(1)", "test_together", "hardly_notices"
    ),
    "reading in batches": Guard(
        "engine/log.py", ").fetchall()\n            if not batch:\n                return\n            after = batch[-1][0]",
        ")\n            yield from batch\n            return\n            after = batch[-1][0]", "test_together", "stops_in_the_middle",
    ),
    "the id in the hash": Guard("engine/chain.py", "lp(id.encode(), ts", "lp(b'', ts", "test_damage", "any_column"),
    "the name of the type in the hash": Guard(
        "engine/chain.py", "type.encode(), v.to_bytes", "b'', v.to_bytes", "test_damage", "any_column"
    ),
    "the salt in the hash": Guard("engine/chain.py", "lp(salt, body", "lp(b'', body", "test_damage", "any_column"),
    "the event before in the hash": Guard(
        "engine/chain.py", "lp(body_digest, prev)", "lp(body_digest, b'')", "test_damage", "any_column or rewritten"
    ),
    "the authorizer": Guard(
        "engine/log.py", "return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY", "return sqlite3.SQLITE_OK",
        "test_damage", "if_it_tried",
    ),
    "the tables compared": Guard(
        "engine/log.py", "if [sql for (sql,) in kept.fetchall()] !=", "if [] == [0] and [] !=", "test_strangers", "left_as_it_is"
    ),
    "the file looked at before SQLite does": Guard(
        "engine/log.py", "    _must_be_marked(path, int.from_bytes(header", "    (lambda *_: None)(path, int.from_bytes(header",
        "test_strangers", "left_as_it_is",
    ),
    "the version compared": Guard(
        "engine/log.py", "    if version != SCHEMA_VERSION:", "    if False:", "test_strangers", "left_as_it_is"
    ),
    "O_EXCL": Guard("engine/log.py", "os.O_CREAT | os.O_EXCL |", "os.O_CREAT |", "test_strangers", "takes_the_place or at_once"),
    "the mode that makes no file": Guard(
        "engine/log.py", '"rw" if writable else "ro")', '"rwc" if writable else "ro")', "test_strangers", "left_as_it_is"
    ),
    "a stray wal": Guard("engine/log.py", "header[18:20] == ROLLBACK_JOURNAL and", "False and", "test_damage", "not_let_in"),
    "the journal set back": Guard("engine/log.py", 'if before != "delete":', "if False:", "test_damage", "set_to_wal"),
    "the memo compared": Guard(
        "engine/opening.py", "    return [another_past(seen, head)]", "    return []", "test_damage", "announced"
    ),
    "the memo kept": Guard("engine/memo.py", "        fresh.replace(file)", "        return", "test_damage", "announced"),
    "the check when opened": Guard("engine/opening.py", "    if not report.ok:", "    if False:", "test_damage", "sentence_and"),
    "SQLite's own check": Guard("engine/inspection.py", "*damage.found()", "", "test_damage", "changes_what_the_log_says"),
    "a disk that would not confirm": Guard(
        "engine/log.py", "            if self._holds(meant):", "            if False:", "test_killed or test_disk",
        "would_not_confirm or error_of_the_disk",
    ),
    "a copy where nothing can be written": Guard(
        "engine/log.py", "            if not _readable(connection):\n                connection.close()\n                connection =",
        "            if False:\n                connection.close()\n                connection =", "test_disk", "read_only_medium or interrupted",
    ),
    "clean text": Guard(
        "shell/output.py", '    return character.encode("unicode_escape").decode()', "    return character", "test_text", "terminal"
    ),
    "clean JSON": Guard("shell/output.py", "text if text.isprintable() else", "text if True else", "test_text", "terminal"),
    "lines of one's own": Guard("shell/output.py", r'text.replace("\n", "\\n")', "text", "test_text or test_strangers", "terminal or emoji"),
    "names that look alike": Guard("engine/known.py", "    if twin is not None:", "    if False:", "test_text", "looks_like"),
    "the limits": Guard("engine/limits.py", "        if kind:", "        if False:", "test_text", "no_text or typed_moves"),
    "mistakes owned up to": Guard("shell/cli.py", "    except Exception as error:\n        unexpected(error)", "    except ZeroDivisionError as error:\n        raise", "test_messages or test_disk", "mistake or owned_up"),
}  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program and its tests, to take things away from."""
    place = tmp_path_factory.mktemp("guards") / "copy"
    ignored = shutil.ignore_patterns(".git", ".*_cache", ".hypothesis", "__pycache__", "*.db", ".venv")
    shutil.copytree(ROOT, place, ignore=ignored)
    return place


@heavy
@pytest.mark.rule("B4-31", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P12")
@pytest.mark.parametrize("name", GUARDS)
def test_without_a_guard_some_test_fails(copy: Path, name: str) -> None:
    guard = GUARDS[name]
    file = copy / guard.file
    whole = file.read_text("utf-8")
    assert whole.count(guard.there) == 1, "the guard is not where it was"
    file.write_text(whole.replace(guard.there, guard.instead), "utf-8")
    try:
        ended = tested(copy, guard)
    finally:
        file.write_text(whole, "utf-8")
    assert ended.returncode == 1, ended.stdout[-3000:]
    tried(31)


def tested(copy: Path, guard: Guard) -> subprocess.CompletedProcess[str]:
    """Run the tests that are to notice, in the copy, up to the first that fails."""
    files = [f"tests/faults/{name}.py" for name in guard.tests.split(" or ")]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files, "-k", guard.called]
    env = {**os.environ, "PYTHONPATH": str(copy)}
    return subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("name", GUARDS)
def test_every_guard_stands_where_it_is_said_to(name: str) -> None:
    guard = GUARDS[name]
    assert (ROOT / guard.file).read_text("utf-8").count(guard.there) == 1


@heavy
def test_with_all_its_guards_every_one_of_those_tests_passes(copy: Path) -> None:
    done = set()
    for guard in GUARDS.values():
        if (guard.tests, guard.called) not in done:
            done.add((guard.tests, guard.called))
            ended = tested(copy, guard)
            assert ended.returncode == 0, ended.stdout[-3000:]
