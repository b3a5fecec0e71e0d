"""Create files whole or not at all, and never in place of another."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from engine.refusal import Refused
from engine.store.errors import LogError
from engine.store.ours import misnamed_file
from engine.store.own_files import flush_folder


def never(path: Path) -> bool:
    """Return false: no file is replaced."""
    return False


@contextmanager
def create_atomically(path: Path, replaces: Callable[[Path], bool] = never) -> Iterator[Path]:
    """Create a file atomically: write to a temporary path, then link it into place.

    Yield the temporary path. If the writing fails, nothing is left of it. Raise Refused if the file exists already,
    unless `replaces` allows to replace it, or if none can be written.
    """
    again = os.path.isfile(path) and not os.path.islink(path) and replaces(path)
    with refuse_place():
        if not again:
            must_not_exist(path)
        with place_whole(path, again=again) as fresh:
            yield fresh


@contextmanager
def refuse_place() -> Iterator[None]:
    """Turn the error of a place where nothing can be made, or is there already, into a refusal of it."""
    try:
        yield
    except LogError as error:
        is_unwritable = error.kind == "unreachable" and isinstance(error.__cause__, OSError)
        if not is_unwritable and error.kind not in ("taken", "misnamed"):
            raise
        raise Refused(error.message, about="file", hint=None if is_unwritable else error.hint) from None


@contextmanager
def place_whole(path: Path, *, again: bool = False) -> Iterator[Path]:
    """Yield a temporary path, and give it a name once it is whole. If anything is raised, nothing is left of it.

    Raise LogError if nothing can be written there, or something is there by now, which is replaced only `again`.
    """
    fresh = path.with_name(f".fudgelog-{computer_mark()}-{os.getpid()}-{os.urandom(6).hex()}.part")
    try:
        remove_dead(path.parent)
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        fresh.unlink()
        yield fresh
        flush(fresh)
        if again:
            os.replace(fresh, path)
        else:
            link(fresh, path)
        flush_folder(path.parent)
    except OSError as error:
        hint = None if path.parent.is_dir() else f"there is no folder {path.parent}: make it first"
        raise LogError(f"{path} cannot be written: {error.strerror or error}", hint, "unreachable") from error
    finally:
        for left in (fresh, fresh.with_name(f"{fresh.name}-journal")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def computer_mark() -> str:
    """Return a few letters that identify this computer."""
    return sha256(platform.node().encode()).hexdigest()[:8]


def remove_dead(folder: Path) -> None:
    """Remove unfinished files that killed programs on this computer left in a folder."""
    for part in folder.glob(f".fudgelog-{computer_mark()}-*.part*"):
        made = re.match(rf"\.fudgelog-{computer_mark()}-(\d{{1,9}})-", part.name)
        if made and not is_alive(int(made[1])):
            with suppress(OSError):
                part.unlink()


def is_alive(pid: int) -> bool:
    """Return whether a program runs, or may run."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def must_not_exist(path: Path) -> None:
    """Raise LogError for a name that no file can have, or one that is taken, even by a link that leads nowhere."""
    if (why := misnamed_file(path)) is not None:
        raise LogError(*why, "misnamed")
    if os.path.lexists(path):
        raise refuse_taken(path)


def link(fresh: Path, path: Path) -> None:
    """Give a finished file its name. Raise LogError if another file took it meanwhile."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise refuse_taken(path) from None
    except OSError:  # on disks without links the name is taken by an empty file, which is then replaced
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
        except FileExistsError:
            raise refuse_taken(path) from None
        os.replace(fresh, path)


def flush(path: Path) -> None:
    """Flush a file to the disk."""
    number = os.open(path, os.O_RDWR)  # Windows flushes no file that was opened for reading
    try:
        os.fsync(number)
    finally:
        os.close(number)


def refuse_taken(path: Path) -> LogError:
    """Return the error of a name that a file has already."""
    return LogError(f"there is a file {path} already", "give another name, or move that file away", "taken")
