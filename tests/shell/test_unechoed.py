"""What is typed while no line is read stays off the screen, and is not lost."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from shell.doors.unechoed import unechoed

termios = pytest.importorskip("termios")


@contextmanager
def keyboard() -> Iterator[int]:
    """Yield the user's end of a terminal that is standard input and output."""
    user, program = os.openpty()
    with (
        os.fdopen(program, "r+b", buffering=0) as keys,
        open(os.dup(program), "w") as screen,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("sys.stdin", keys)
        patch.setattr("sys.stdout", screen)
        yield user
    os.close(user)


def test_keys_between_two_lines_are_not_echoed_and_not_lost() -> None:
    """Ctrl-C stays a signal, and the terminal is as it was afterwards."""
    with keyboard() as user:
        before = termios.tcgetattr(sys.stdin)
        with unechoed():
            os.write(user, b"party\r")
            assert os.read(sys.stdin.fileno(), 100) == b"party\r"
            os.write(sys.stdout.fileno(), b"answer")
            assert os.read(user, 100) == b"answer"
            assert termios.tcgetattr(sys.stdin)[3] & termios.ISIG
        assert termios.tcgetattr(sys.stdin) == before


def test_what_was_echoed_while_the_program_was_loaded_is_wiped_out() -> None:
    with keyboard() as user:
        os.write(user, b"party")
        assert os.read(user, 100) == b"party"
        with unechoed():
            assert os.read(user, 100) == b"\r\x1b[K"


def test_a_pipe_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    os.close(write)
    with os.fdopen(read) as pipe:
        monkeypatch.setattr("sys.stdin", pipe)
        with unechoed():
            assert pipe.read() == ""
