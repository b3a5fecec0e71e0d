"""A terminal in memory, and somebody at the prompt on it: what is seen is what the real output draws."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from contextvars import copy_context
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from shell.doors.prompt import prompt
from shell.options import ExitStatus
from shell.runner import Desk

pyte = pytest.importorskip("pyte")

COLUMNS, ROWS = 100, 30
PATIENCE = 20  # seconds, until a screen that never shows what it should is a failure

TAB, ENTER, CTRL_C, CTRL_D, UP, RIGHT, F1, BACKSPACE = "\t", "\r", "\x03", "\x04", "\x1b[A", "\x1b[C", "\x1bOP", "\x7f"


class Screen(io.StringIO):
    """A terminal in memory. It shows what would be seen, and answers as a real one does.

    prompt_toolkit asks where the cursor is before it draws all of its screen, so the answer matters.
    """

    encoding = "utf-8"

    def __init__(self, answer: Callable[[str], None], columns: int = COLUMNS, rows: int = ROWS) -> None:
        super().__init__()
        self.drawn = Condition()
        self.screen = pyte.HistoryScreen(columns, rows, history=1000)
        self.screen.set_mode(pyte.modes.LNM)
        self.screen.write_process_input = answer
        self.stream = pyte.Stream(self.screen)
        self.output = Vt100_Output(self, lambda: Size(rows=rows, columns=columns), term="xterm")

    def isatty(self) -> bool:
        return True

    def write(self, data: str) -> int:
        with self.drawn:
            self.stream.feed(data)
            self.drawn.notify_all()
        return len(data)

    def text(self) -> str:
        """Return what the screen shows, without the empty space."""
        return "\n".join(line.rstrip() for line in self.screen.display).strip()

    def line(self) -> str:
        """Return the line that the cursor stands in, without the suggestion in grey behind it."""
        cells = self.screen.buffer[self.screen.cursor.y]
        shown = "".join(cells[x].data for x in range(self.screen.columns) if cells[x].fg != "brightblack").rstrip()
        return shown.removeprefix("Golden Teapot").lstrip()

    def words(self, colour: str) -> list[str]:
        """Return what stands in a colour in the line of the cursor and the toolbar."""
        rows = [self.screen.cursor.y, *range(self.screen.lines - 4, self.screen.lines)]
        shown = "".join(cell.data if cell.fg == colour else "\n" for y in rows for cell in self.cells(y))
        return [each for each in shown.split("\n") if each.strip()]

    def cells(self, y: int) -> list[Any]:
        """Return the cells of a line."""
        return [self.screen.buffer[y][x] for x in range(self.screen.columns)]

    def bold(self) -> str:
        """Return what is bold on the screen."""
        shown = "".join(cell.data if cell.bold else "\n" for y in range(self.screen.lines) for cell in self.cells(y))
        return " ".join(shown.split())


class Player:
    """Somebody at the prompt: looks at the screen, and types. Not every terminal `answers` where its cursor is."""

    def __init__(
        self, desk: Desk, pipe: PipeInput, columns: int = COLUMNS, rows: int = ROWS, *, answers: bool = True
    ) -> None:
        self.keys = pipe
        self.screen = Screen(pipe.send_text if answers else lambda said: None, columns, rows)
        self.left: list[ExitStatus | BaseException] = []
        self.thread = Thread(target=copy_context().run, args=(self.sit_down, desk), daemon=True)

    def begin(self, sign: str = "1>") -> None:
        """Sit down, if that has not been done: in the test itself, for only there pytest lets go of the streams."""
        if self.thread.ident is None:
            self.thread.start()
            self.stands_in(sign)

    def sit_down(self, desk: Desk) -> None:
        screen = self.screen
        with redirect_stdout(screen), redirect_stderr(screen), create_app_session(self.keys, screen.output):
            try:
                self.left.append(prompt(desk))
            except BaseException as error:  # whatever it is, the test is to show it
                self.left.append(error)
        with self.screen.drawn:
            self.screen.drawn.notify_all()

    def types(self, keys: str) -> None:
        self.begin()
        self.keys.send_text(keys)

    def sees(self, *texts: str) -> None:
        """Wait until the screen shows all of these."""
        self.waits_for(lambda: all(text in self.screen.text() for text in texts), f"to see {texts}")

    def waits_for(self, condition: Callable[[], bool], what: str) -> None:
        self.begin()
        with self.screen.drawn:
            shown = self.screen.drawn.wait_for(lambda: condition() or self.left, PATIENCE)
            assert shown, f"waited {what}, and saw:\n{self.screen.text()}"
            assert condition(), f"waited {what}, and the prompt ended with {self.left}:\n{self.screen.text()}"

    def stands_in(self, line: str) -> None:
        """Wait until the cursor stands in this line."""
        self.waits_for(
            lambda: self.screen.line() == line.rstrip(), f"for the line “{line}”, not “{self.screen.line()}”"
        )

    def is_gone(self) -> ExitStatus:
        """Wait until the prompt is left; its status."""
        with self.screen.drawn:
            assert self.screen.drawn.wait_for(lambda: self.left, PATIENCE), self.screen.text()
        self.thread.join(PATIENCE)
        status = self.left[0]
        assert isinstance(status, ExitStatus), status
        return status


@contextmanager
def seated(path: Path, columns: int = COLUMNS, rows: int = ROWS, *, answers: bool = True) -> Iterator[Player]:
    """Seat a player in front of a campaign, who leaves at the end."""
    desk = Desk(path)
    with pytest.MonkeyPatch.context() as patch, create_pipe_input() as pipe:
        patch.setenv("TERM", "xterm")
        patch.setattr("engine.store.log.sqlite3.connect", unthreaded(sys.modules["sqlite3"].connect))
        player = Player(desk, pipe, columns, rows, answers=answers)
        yield player
        if not player.left:
            player.types(CTRL_C + CTRL_D + CTRL_D)
            player.is_gone()
    desk.close()


def unthreaded(connect: Callable[..., object]) -> Callable[..., object]:
    """Return a connection that may be closed by another thread than the prompt's."""
    return lambda *arguments, **options: connect(*arguments, **options, check_same_thread=False)
