"""The program's files in the user's folders, with one guarded reader and one writer.

Only a plain file of this user and of a bounded size is read. All are readable by this user alone.
"""

from __future__ import annotations

import json
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from engine.value import value

#: The mode of every such file, and of every such folder.
FILE_MODE, FOLDER_MODE = 0o600, 0o700

#: After how many seconds an unfinished file is nobody's.
ABANDONED = 3600

#: How many hundredths of a second a program waits until another one unlocks a folder.
PATIENCE = 100


@value
class OwnKind:
    """A kind of file: its place in the user's folder, and the most bytes that one may have.

    An `edited` file is edited by people, who may replace it by a link. An `exclusive` one is used only if nobody else
    can have written it.
    """

    variable: str
    usual: str
    folder: str
    most: int
    edited: bool = False
    exclusive: bool = False


STATE, CACHE, CONFIG = (
    ("XDG_STATE_HOME", ".local/state"),
    ("XDG_CACHE_HOME", ".cache"),
    ("XDG_CONFIG_HOME", ".config"),
)

HEADS = OwnKind(*STATE, "fudgelog/heads", 4 * 1024 * 1024)
KEYS = OwnKind(*STATE, "fudgelog/keys", 4096, exclusive=True)
SEALS = OwnKind(*STATE, "fudgelog/seals", 4 * 1024 * 1024, exclusive=True)
MIRRORS = OwnKind(*STATE, "fudgelog/mirrors", 64 * 1024 * 1024 * 1024, exclusive=True)
LIVE = OwnKind(*STATE, "fudgelog/live", 64 * 1024, exclusive=True)
PAST_LINES = OwnKind(*STATE, "fudgelog/lines", 16 * 1024 * 1024)
STATES = OwnKind(*CACHE, "fudgelog/states", 256 * 1024 * 1024, exclusive=True)
SETTINGS = OwnKind(*CONFIG, "fudgelog", 100_000, edited=True)


def find_folder(kind: OwnKind) -> Path:
    """Return the folder for files of a kind, ignoring a relative XDG path. Raise OSError for a user without a home."""
    given = os.environ.get(kind.variable, "")
    try:
        return (Path(given) if os.path.isabs(given) else Path.home() / kind.usual) / kind.folder
    except RuntimeError as error:
        raise OSError(str(error)) from None


def read_own(kind: OwnKind, name: str) -> bytes:
    """Return the content of a file.

    Raise FileNotFoundError if there is none, and another OSError for anything but a plain file of this user.
    """
    flags = os.O_RDONLY | _flag("O_NONBLOCK") | _flag("O_BINARY") | (0 if kind.edited else _flag("O_NOFOLLOW"))
    number = os.open(find_folder(kind) / name, flags)
    try:
        found = os.fstat(number)
        _must_be_usable(kind, found)
        if not kind.edited:
            with suppress(OSError):  # a disk that is only read
                _restrict(number, found)
        with open(number, "rb", buffering=0, closefd=False) as file:
            return file.read(found.st_size)
    finally:
        os.close(number)


def find_own(kind: OwnKind, name: str) -> Path:
    """Return the path of a file that SQLite opens. Raise OSError for anything but a plain file of this user."""
    folder = find_folder(kind)
    _must_be_usable(kind, (folder / name).lstat())
    if kind.exclusive:
        _must_be_exclusive(folder.lstat())
    return folder / name


def parse_own(content: bytes | str) -> Any:
    """Return the JSON of a file of ours, which has no fractions. Raise ValueError for any other."""
    try:
        return json.loads(content, parse_float=_refuse_number, parse_constant=_refuse_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def write_own(kind: OwnKind, name: str, *parts: bytes | bytearray, flushed: bool = False) -> None:
    """Write a file beside its place and move it there. Raise OSError if that cannot be done."""
    make_folder(kind)
    path = find_folder(kind) / name
    if kind.edited and path.exists():
        path = path.resolve()
        _must_be_usable(kind, path.stat())
    fresh = path.with_name(f"{path.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        _remove_abandoned(path)
        number = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _flag("O_BINARY"), FILE_MODE)
        with os.fdopen(number, "wb") as stream:
            stream.writelines(parts)
            stream.flush()
            if flushed:
                os.fsync(number)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
    if flushed:
        flush_folder(path.parent)


def append_own(kind: OwnKind, name: str, text: str) -> None:
    """Write a text to the end of a file. Raise OSError if that cannot be done."""
    make_folder(kind)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _flag("O_NONBLOCK") | _flag("O_BINARY") | _flag("O_NOFOLLOW")
    number = os.open(find_folder(kind) / name, flags, FILE_MODE)
    with os.fdopen(number, "wb") as stream:
        found = os.fstat(number)
        _must_be_usable(kind, found)
        _restrict(number, found)
        stream.write(text.encode("utf-8", "replace"))


def make_folder(kind: OwnKind) -> None:
    """Make the folder of a kind, and restrict the program's folders that others can look into.

    Raise OSError if it cannot be made, or if it must be exclusive and is not.
    """
    place = find_folder(kind)
    _make(place)
    if kind.exclusive:
        _must_be_exclusive(place.lstat())
    for own in (place, *place.parents)[: len(Path(kind.folder).parts)]:
        found = own.lstat()
        if stat.S_ISDIR(found.st_mode) and stat.S_IMODE(found.st_mode) & ~FOLDER_MODE:
            with suppress(OSError):  # another user's, or a disk without modes
                own.chmod(FOLDER_MODE)


@contextmanager
def alone(kind: OwnKind) -> Iterator[None]:
    """Lock the folder of a kind against other programs during this block, if possible.

    The system may have no such lock, or a stopped program may hold it.
    """
    with ExitStack() as held:
        with suppress(OSError, ImportError):
            import fcntl  # not on every system

            make_folder(kind)
            number = os.open(find_folder(kind), os.O_RDONLY)
            held.callback(os.close, number)
            for _ in range(PATIENCE):
                with suppress(BlockingIOError):
                    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                time.sleep(0.01)
        yield


def flush_folder(place: Path) -> None:
    """Flush the names in a folder to storage, where the system can."""
    if hasattr(os, "O_DIRECTORY"):  # Windows opens no folder
        number = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _make(place: Path) -> None:
    if not place.is_dir():
        _make(place.parent)
        place.mkdir(FOLDER_MODE, exist_ok=True)


def _remove_abandoned(path: Path) -> None:
    """Remove what killed programs left of a file that they were writing."""
    for name in os.listdir(path.parent):
        if not (name.startswith(path.name) and re.fullmatch(r"\.\d+-[0-9a-f]{8}", name[len(path.name) :])):
            continue
        left = path.with_name(name)
        with suppress(OSError):  # another program was quicker
            if time.time() - left.lstat().st_mtime > ABANDONED:
                left.unlink()


def _restrict(number: int, found: os.stat_result) -> None:
    """Take an open file from everybody but this user."""
    if stat.S_IMODE(found.st_mode) & ~FILE_MODE and os.name == "posix":
        os.fchmod(number, FILE_MODE)


def _must_be_usable(kind: OwnKind, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is not a plain file")
    if found.st_size > kind.most:
        raise OSError(f"it has more than {kind.most:,} bytes")
    if os.name == "posix" and found.st_uid not in ((os.geteuid(), 0) if kind.edited else (os.geteuid(),)):
        raise OSError("it belongs to another user")
    if kind.exclusive:
        _must_be_exclusive(found)


def _must_be_exclusive(found: os.stat_result) -> None:
    """Raise OSError for a link, and for a file that others own or can write to."""
    shared = os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o022)
    if shared or stat.S_ISLNK(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_nlink > 1):
        raise OSError("others can write to it")


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is not a number of ours")


def _flag(name: str) -> int:
    """Return a flag of `os.open`, 0 where the system has none of that name."""
    return int(getattr(os, name, 0))
