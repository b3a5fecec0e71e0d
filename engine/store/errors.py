"""The errors of a log, each with a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

#: Why a log gives an error, for callers, which never read its words. "" is anything else.
ErrorKind = Literal[
    "",
    "busy",
    "damaged",
    "forbidden",
    "full",
    "misnamed",
    "not-a-log",
    "readonly",
    "taken",
    "there-is-none",
    "unprepared",
    "unreachable",
]

#: Added to the message if a command failed that was to record something.
NOTHING_RECORDED = ": nothing was recorded"

#: What to do where a command failed that did record something.
LOOK_FIRST = "check with “log last 3” before you type it again"

#: What to type where a log is damaged.
SAVING = "“verify” shows more, “rescue FILE” saves the intact part"

#: The message, hint and kind for each error of SQLite, by the beginning of its name.
SENTENCES: dict[str, Callable[[Path], tuple[str, str | None, ErrorKind]]] = {
    "SQLITE_FULL": lambda p: (f"the disk is full{NOTHING_RECORDED}", "make room and try again", "full"),
    "SQLITE_IOERR": lambda p: (f"the disk reported an error{NOTHING_RECORDED}", "is it full, or unplugged?", "full"),
    "SQLITE_READONLY_DBMOVED": lambda p: (
        f"{p} was moved or replaced while it was open{NOTHING_RECORDED}",
        "quit, and open it where it is now",
        "unreachable",
    ),
    "SQLITE_READONLY": lambda p: (
        f"{p} can only be read{NOTHING_RECORDED}",
        "copy it to a place you can write to",
        "readonly",
    ),
    "SQLITE_BUSY": lambda p: (
        f"another program held the log for 5 seconds{NOTHING_RECORDED}",
        "try again in a moment",
        "busy",
    ),
    "SQLITE_CORRUPT": lambda p: (f"{p} is damaged", "“verify” shows where", "damaged"),
    "SQLITE_NOTADB": lambda p: (f"{p} is not a campaign log", "nothing was changed", "not-a-log"),
    "SQLITE_CANTOPEN": lambda p: (f"{p} cannot be opened", "may you read it, and write to its folder?", "unreachable"),
}


class LogError(Exception):
    """The log could not be opened, read or written.

    `message` is one sentence, `hint` advises what to do, and `kind` tells callers why.
    """

    def __init__(self, message: str, hint: str | None = None, kind: ErrorKind = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.kind: ErrorKind = kind

    @property
    def without_recording(self) -> str:
        """The sentence for a line that was to record nothing, or one whose events are stored."""
        return self.message.replace(NOTHING_RECORDED, "")


class UnfinishedLog(LogError):
    """A new log was left unfinished, so that nothing was ever recorded in it."""

    def __init__(self, path: Path, found: str) -> None:
        said = f"{path} {found}: creating it was interrupted"
        super().__init__(said, "remove the file and create it again", "not-a-log")


class Parted(LogError):
    """The log differs from the one read before: it does not continue that one."""

    def __init__(self, name: str, seq: int) -> None:
        said = f"{name} was replaced while it was open (#{seq} is different now)"
        super().__init__(f"{said}{NOTHING_RECORDED}", "quit, and open it again", "unreachable")


class Unconfirmed(LogError):
    """Events are in the log, but the disk did not say so. `seq` is the last of them."""

    def __init__(self, seq: int) -> None:
        said = f"#{seq} is in the log, but the disk did not confirm it"
        super().__init__(said, LOOK_FIRST)
        self.seq = seq


class Untold(Unconfirmed):
    """A server was lost before it said whether events are stored, of which `seq` would be the last."""

    def __init__(self, seq: int) -> None:
        LogError.__init__(
            self, f"the server was lost before it said whether #{seq} is recorded", LOOK_FIRST, "unreachable"
        )
        self.seq = seq


class AfterStoring(LogError):
    """Something failed once events were stored, the last of them `seq`: they stay."""

    def __init__(self, seq: int, error: LogError) -> None:
        super().__init__(f"#{seq} is in the log, but after that: {error.without_recording}", LOOK_FIRST)


@contextmanager
def after_storing(seq: int) -> Iterator[None]:
    """Say of a LogError in this block that the events up to `seq` are in the log all the same."""
    try:
        yield
    except LogError as error:
        raise AfterStoring(seq, error) from error


class Moved(Parted):
    """The log is no longer where it was opened, or another one is there now."""

    def __init__(self, name: str) -> None:
        LogError.__init__(self, *SENTENCES["SQLITE_READONLY_DBMOVED"](Path(name)))


@contextmanager
def saying(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into a LogError in plain words."""
    try:
        yield
    except sqlite3.Error as error:
        raise LogError(*_sentence(path, error)) from error
    except UnicodeDecodeError as error:  # SQLite's message quotes the damaged bytes, which are no text
        raise LogError(*SENTENCES["SQLITE_CORRUPT"](path)) from error


def _sentence(path: Path, error: sqlite3.Error) -> tuple[str, str | None, ErrorKind]:
    for known, sentence in SENTENCES.items():
        if error_name(error).startswith(known):
            return sentence(path)
    return f"{path}: {' '.join(str(error).split())}", None, ""


def error_name(error: sqlite3.Error) -> str:
    """Return SQLite's name of an error, "" for an error that is not SQLite's."""
    return getattr(error, "sqlite_errorname", None) or ""
