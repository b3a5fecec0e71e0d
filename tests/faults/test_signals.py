"""Signals: Ctrl-C at any moment, and everything else that ends or stops a program from outside."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import attrs
import pytest
from faulty import CAST, PROGRAM, a_log, acked, award, environment, heavy, must_hold, must_wait, rows, run, start, tried
from given import one_in

from engine.clock import local_now
from engine.drafts import make_drafts, make_rows
from engine.events import NoteMade
from engine.store.codec import decoder_of
from engine.store.log import SqliteLog as Log
from engine.value import LATER, evolve, value
from shell.doors.ctrl_c import interrupt, interruptible


class Terminal:
    """The program at a terminal."""

    def __init__(self, path: Path, program: Sequence[str] = PROGRAM) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execve(program[0], [*program, str(path)], environment(TERM="dumb", COLUMNS="200"))
        os.set_blocking(self.fd, False)  # written to as its program ends, a terminal may else wait for ever
        self.shown = b""
        self.seen = 0

    def type(self, text: str) -> None:
        """Type on the keyboard."""
        os.write(self.fd, text.encode())

    def read(self, seconds: float) -> None:
        """Take in what is shown within a time."""
        if select.select([self.fd], [], [], seconds)[0]:
            with suppress(OSError):  # it has ended
                self.shown += os.read(self.fd, 65536)

    def until(self, pattern: str, seconds: float = 120) -> None:
        """Wait until something is shown that was not shown when this was last waited for."""
        limit = time.monotonic() + seconds
        while not re.search(pattern.encode(), self.shown[self.seen :], re.DOTALL):
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            assert not ended, f"it ended with {os.waitstatus_to_exitcode(status)}: {self.shown[-2000:]!r}"
            assert time.monotonic() < limit, self.shown[-2000:]
            self.read(0.2)
        self.seen = len(self.shown)

    def interrupt(self) -> None:
        """Send what Ctrl-C sends while a command is carried out; typed, it would make the terminal drop output."""
        os.kill(self.pid, signal.SIGINT)

    @property
    def traceback(self) -> str:
        """What was shown from a traceback on; nothing, where there was none."""
        return self.shown[self.shown.find(b"Traceback") :][:3000].decode() if b"Traceback" in self.shown else ""

    @property
    def told(self) -> list[int]:
        """The events that were told with a ✓."""
        return [int(number) for number in re.findall(rb"\xe2\x9c\x93 #(\d+)", self.shown)]

    def leave(self) -> int:
        """End the input, and wait for the program to end; returns its status."""
        limit = time.monotonic() + 120
        while (found := os.waitpid(self.pid, os.WNOHANG))[0] == 0:
            assert time.monotonic() < limit, self.shown[-2000:]
            with suppress(OSError):  # it may have ended just now
                self.type("\x04")
            self.read(0.1)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(found[1])


@pytest.mark.slow
@pytest.mark.rule("P1", "P2", "B4-17")
@pytest.mark.parametrize("times", [100, pytest.param(2000, marks=heavy)])
def test_whenever_ctrl_c_is_typed_what_is_recorded_is_told_and_what_is_told_is_recorded(
    tmp_path: Path, times: int
) -> None:
    path = a_log(tmp_path / "log.db")
    terminal = Terminal(path)
    terminal.until("> $")
    usually = 0.0
    for number in range(3):
        began = time.monotonic()
        terminal.type(f"{award(number)}\r")
        terminal.until("✓ #.*> $")
        usually = time.monotonic() - began
    chance = random.Random(17)
    enough = threading.Event()
    for number in range(times):
        terminal.type(f"{award(number)}\r")
        terminal.read(0.1)  # it has begun to take it in
        enough.wait(chance.uniform(0, usually))
        terminal.interrupt()
        if chance.random() < 0.5:
            enough.wait(chance.uniform(0, 0.001))
            terminal.interrupt()
        terminal.until("> $")
    terminal.type("\r")  # the last signal may come late, and clears the line that is typed then
    terminal.until("> $")
    terminal.type("note the last\r")
    terminal.until("✓ #[0-9]+ the last")
    assert terminal.leave() == 0
    assert not terminal.traceback
    stored = [row.seq for row in rows(path) if row.seq > 1 + len(CAST)]
    assert terminal.told == stored
    tried(17, times)


@pytest.mark.slow
@pytest.mark.rule("P1", "B4-17")
def test_a_signal_at_the_prompt_itself_does_no_harm(tmp_path: Path) -> None:
    terminal = Terminal(a_log(tmp_path / "log.db"))
    terminal.until("> $")
    for number in range(50):
        terminal.interrupt()
        with suppress(AssertionError):  # a signal that comes before the prompt listens is dropped, and shows nothing
            terminal.until("> $", 1)
        before = len(terminal.told)
        while len(terminal.told) == before:  # a signal that comes late clears the line that is typed then
            terminal.type(f"note {number}\r")
            terminal.until("> $")
    assert terminal.leave() == 0
    assert not terminal.traceback
    assert terminal.told == list(range(5, 5 + len(terminal.told)))
    assert len(terminal.told) >= 50
    tried(17, 50)


#: The program, but Ctrl-C comes as a signal whenever a line has been typed and is not yet carried out.
BETWEEN = """
import signal, sys
import shell.doors.prompt as prompt
from shell.__main__ import start

def interrupted(line, before=prompt.without_comment):
    signal.raise_signal(signal.SIGINT)
    return before(line)

prompt.without_comment = interrupted
sys.exit(start())
"""


@pytest.mark.rule("P1", "B4-17")
def test_a_signal_between_two_lines_does_no_harm(tmp_path: Path) -> None:
    terminal = Terminal(a_log(tmp_path / "log.db"), [sys.executable, "-c", BETWEEN])
    terminal.until("> $")
    for number in (5, 6):
        terminal.type("note again\r")
        terminal.until(f"✓ #{number} again.*> $")
    assert terminal.leave() == 0
    tried(17, 2)


@pytest.mark.rule("B4-17")
def test_a_second_ctrl_c_has_no_effect_until_something_may_be_interrupted_again() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(2):
            with interruptible():
                assert [is_interrupting(), is_interrupting()] == [True, False]
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    tried(17, 4)


def is_interrupting() -> bool:
    """Return whether Ctrl-C interrupts. Where it should not, the test fails, and pytest does not end."""
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        return True
    return False


@pytest.mark.rule("P2", "B4-17")
def test_ctrl_c_at_every_step_of_an_append_leaves_none_of_it_or_all(quick: Path) -> None:
    path = a_log(quick / "log.db")
    step = 0
    with closing(Log.open(path)) as log:
        reached = True
        while reached:
            step += 1
            reached = interrupted_at(
                step, lambda: log.append(log.head, make_rows(log, log.head, make_drafts(TWO_NOTES, "GM", local_now())))
            )
            assert not log.connection.in_transaction, step
    assert step > 100
    assert {row.cmd: 2 for row in rows(path)[4:]} == Counter(row.cmd for row in rows(path)[4:])
    tried(17, step)


@pytest.mark.rule("B4-17")
def test_ctrl_c_while_a_class_is_given_its_methods_leaves_it_of_use() -> None:
    for found in interrupted_classes(97, lambda cls: LATER[cls].compile()):
        LATER[found].compile()
        assert [field.name for field in attrs.fields(found)] == ["x"]
        assert evolve(found(1), x=2) == found(2)


@pytest.mark.rule("B4-17")
def test_ctrl_c_while_a_reader_of_events_is_made_is_heard_and_leaves_it_right() -> None:
    for found in interrupted_classes(31, decoder_of):
        assert decoder_of(found)('{"x":1}') == found(1)


def interrupted_classes(stride: int, do: Callable[[Any], object]) -> Iterator[Any]:
    """Yield new classes, each after Ctrl-C came a stride later into what is done with it, until it is too late."""
    steps = 0
    reached = True
    while reached:

        @value
        class Found:
            x: int

        reached = interrupted_at(1 + stride * steps, partial(do, Found))
        yield Found
        steps += 1
    assert steps > 5
    tried(17, steps)


@pytest.mark.rule("B4-17")
def test_ctrl_c_in_an_import_is_heard_once_the_module_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "interrupted_import.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\ndone = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    before, heard = signal.signal(signal.SIGINT, interrupt), False
    try:
        import_module("interrupted_import")
        for _ in range(6000):  # a longer wait would not end by a signal that Python itself raises
            time.sleep(0.01)
    except KeyboardInterrupt:
        heard = True
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard
    assert sys.modules["interrupted_import"].done
    tried(17)


TWO_NOTES = [NoteMade("again"), NoteMade("and again")]


def interrupted_at(step: int, do: Callable[[], object]) -> bool:
    """Do something, with Ctrl-C as the interpreter takes that step of it; whether it came to that, and was heard."""
    left = step

    def trace(frame: FrameType, event: str, about: object) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            signal.raise_signal(signal.SIGINT)
        return trace

    before, heard = sys.gettrace(), False  # coverage is measured so
    try:
        sys.settrace(trace)
        try:
            do()
        finally:
            sys.settrace(before)
    except KeyboardInterrupt:
        heard = True
    assert heard == (left <= 0), "Ctrl-C was lost"
    return heard


#: A program that does nothing but append to a log, and is told to stop again and again.
STORMED = """
import signal, sys
from pathlib import Path
from engine.clock import local_now
from engine.drafts import make_drafts, make_rows
from engine.events import NoteMade
from engine.store.log import SqliteLog as Log

def once(*_):
    global armed
    if armed:
        armed = False
        raise KeyboardInterrupt

armed, came, told, left_open = False, 0, 0, 0
signal.signal(signal.SIGINT, once)
log = Log.open(Path(sys.argv[1]))
print("ready", flush=True)
while came < int(sys.argv[2]):
    try:
        armed = True
        notes = make_drafts([NoteMade("again"), NoteMade("and again")], "GM", local_now())
        log.append(log.head, make_rows(log, log.head, notes))
        told += 1
        armed = False
    except KeyboardInterrupt:
        came += 1
        left_open += log.connection.in_transaction
armed = False
print(told, left_open, flush=True)
"""


@pytest.mark.slow
@pytest.mark.rule("P2", "B4-17")
@pytest.mark.parametrize("times", [350, pytest.param(3000, marks=heavy)])
def test_no_transaction_is_left_open_whenever_ctrl_c_comes(tmp_path: Path, times: int) -> None:
    path = a_log(tmp_path / "log.db")
    command = [sys.executable, "-c", STORMED, str(path), str(times)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(), bufsize=0)
    assert program.stdout
    assert program.stdout.readline() == b"ready\n"
    chance = random.Random(17)
    while program.poll() is None:
        threading.Event().wait(chance.uniform(0.001, 0.02))
        program.send_signal(signal.SIGINT)
    told, left_open = map(int, program.stdout.read().split())
    program.stdout.close()
    assert left_open == 0
    stored = len(rows(path)) - 4
    assert 2 * told <= stored <= 2 * (told + times)
    assert stored % 2 == 0
    assert stored > 0
    tried(17, times)


#: The program, but it would wait ten minutes for its turn.
PATIENT = """
import sys
import engine.store.log
from shell.__main__ import start
engine.store.connection.BUSY_SECONDS = 600
sys.exit(start())
"""


@pytest.mark.rule("P8", "B4-17")
def test_ctrl_c_while_it_waits_for_its_turn_gives_the_turn_up(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    with closing(Log.open(path)) as other:
        other.connection.execute("BEGIN IMMEDIATE")
        command = [sys.executable, "-c", PATIENT, str(path)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        program = subprocess.Popen(command, env=environment(), bufsize=0, **pipes)
        assert program.stdin
        assert program.stdout
        program.stdin.write(b"note I wait\n")
        assert program.stdout.readline() == b"> note I wait\n"
        must_wait(program)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
        other.connection.execute("ROLLBACK")
    assert (program.returncode, out, err) == (130, b"", b"")
    assert len(rows(path)) == 4
    tried(17)


@pytest.mark.slow
@pytest.mark.rule("B4-17")
@pytest.mark.parametrize("moment", [0.02 * number for number in range(10)])
def test_ctrl_c_ends_a_script_without_a_word_too_many(tmp_path: Path, moment: float) -> None:
    """From the very start of the program on, as soon as Python itself is up."""
    path = a_log(tmp_path / "log.db")
    program = start(path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdin
    program.stdin.write("".join(f"{award(number)}\n" for number in range(1000)).encode())
    program.stdin.flush()
    limit = time.monotonic() + 120
    while not ours(program.pid):
        assert time.monotonic() < limit
    threading.Event().wait(moment)
    program.send_signal(signal.SIGINT)
    out, err = program.communicate()
    assert program.returncode in (130, -signal.SIGINT)
    assert err == b""
    must_hold(path, acked(out.decode()), before=1 + len(CAST), spare=0)
    tried(17)


def ours(pid: int) -> bool:
    """Whether a process has come to our own code: it has said that Ctrl-C simply ends it, or what to do with it."""
    status = Path(f"/proc/{pid}/status").read_text()
    caught = int(re.findall(r"SigCgt:\s*(\w+)", status)[0], 16)
    maps = Path(f"/proc/{pid}/maps").read_text()
    return "_struct" in maps or "msgspec" in maps if caught else "msgspec" in maps


@pytest.mark.rule("P1", "P3", "B4-17")
@pytest.mark.parametrize("number", one_in(4, [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGQUIT]))
def test_whatever_ends_it_leaves_a_sound_log_with_all_that_was_told(tmp_path: Path, number: signal.Signals) -> None:
    path = a_log(tmp_path / "log.db")
    program = start(path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert program.stdin
    assert program.stdout
    program.stdin.write("".join(f"{award(each)}\n" for each in range(1000)).encode())
    first = program.stdout.readline() + program.stdout.readline()
    program.send_signal(number)
    rest, err = program.communicate()
    assert (program.returncode, err) == (-number, b"")
    must_hold(path, acked((first + rest).decode("utf-8", "ignore")), before=1 + len(CAST))
    tried(17)


@pytest.mark.rule("P1", "B4-17")
def test_the_end_of_the_input_ends_it_after_the_last_whole_line(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    done = run(path, stdin=f"{award(1)}\n{award(2)}")
    assert (done.status, len(done.acked)) == (0, 6)
    assert len(rows(path)) == 10
    tried(17)


@pytest.mark.slow
@pytest.mark.rule("P1", "B4-17")
def test_stopped_and_continued_it_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    path = a_log(tmp_path / "log.db")
    program = start(path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert program.stdin
    assert program.stdout
    script = "".join(f"{award(each)}\n" for each in range(100)).encode()
    program.stdin.write(script)
    first = program.stdout.readline()
    for _ in range(20):
        program.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, program.pid, os.WSTOPPED)
        program.send_signal(signal.SIGCONT)
        os.waitid(os.P_PID, program.pid, os.WCONTINUED)
    rest, err = program.communicate()
    assert (program.returncode, err) == (0, b"")
    must_hold(path, acked((first + rest).decode()), before=1 + len(CAST), spare=0)
    assert len(rows(path)) == 304
    tried(17)


@pytest.mark.slow
@pytest.mark.rule("B4-17")
def test_ctrl_c_in_a_long_answer_comes_back_to_the_prompt(quick: Path) -> None:
    path = a_log(quick / "log.db", events=3000)
    terminal = Terminal(path)
    terminal.until("> $")
    terminal.type("log all\r")
    terminal.until("#20 ")
    terminal.interrupt()
    terminal.until("> $")
    terminal.type("note after that\r")
    terminal.until("✓ #3001 after that")
    assert terminal.leave() == 0
    assert not terminal.traceback
    tried(17)


@pytest.mark.rule("B4-17")
def test_ctrl_c_while_sqlite_asks_what_is_allowed_is_ctrl_c_and_not_an_action_that_is_denied(tmp_path: Path) -> None:
    with closing(Log.open(a_log(tmp_path / "log.db"))) as log:
        asked: list[int] = []

        def interrupted_once(action: int, *about: object) -> int:
            asked.append(action)
            if len(asked) == 2:
                signal.raise_signal(signal.SIGINT)
            return sqlite3.SQLITE_OK

        for statement in ("SELECT max(seq), 1 FROM event", "SELECT body ->> 'text', 2 FROM event"):
            asked.clear()
            log.connection.set_authorizer(interrupted_once)
            with pytest.raises(KeyboardInterrupt):
                log.connection.execute(statement)
            assert log.connection.execute(statement).fetchone()


@pytest.mark.rule("P8", "B4-17")
def test_ctrl_c_in_a_finalizer_is_passed_over_and_anything_else_is_told(tmp_path: Path) -> None:
    program = (
        "import gc, runpy, sys\n"
        "class Held:\n"
        "    def __init__(self, error): self.error = error\n"
        "    def __del__(self): raise self.error\n"
        "from shell.__main__ import report_unraisable\n"
        "sys.unraisablehook = report_unraisable\n"
        "del (held := [Held(KeyboardInterrupt())])[0]\n"
        "print('then', file=sys.stderr)\n"
        "del (held := [Held(ValueError('told'))])[0]\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment())
    before, _, after = done.stderr.partition("then\n")
    assert (before, "ValueError: told" in after) == ("", True), done.stderr
