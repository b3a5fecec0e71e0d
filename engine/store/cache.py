"""Files in the user's cache folder that only this program can have written.

It wrote them for this user. Each begins with a keyed hash of the rest. The key lies in the user's state folder, so that
those who can write to the cache folder alone can only change how long things take. A file that is not as it was written
counts as missing.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from engine.store.memo import own_folder

#: The length of a key, and of the hash that a file begins with, in bytes.
KEY_BYTES = 32

#: The most bytes that a file may have.
MOST_BYTES = 256 * 1024 * 1024

#: So many files are kept, those written last.
MOST_CACHED = 60


def states_folder() -> Path:
    """Where the files lie."""
    return own_folder("XDG_CACHE_HOME", ".cache") / "states"


def recall_file(name: str) -> memoryview | None:
    """Return what was written under a name, or None if it is missing or altered."""
    try:
        key, found = _key(), _read(states_folder() / name)
    except OSError:
        return None
    content = memoryview(found)[KEY_BYTES:]
    return content if key and found[:KEY_BYTES] == _hash(key, name, content) else None


def size_of_file(name: str) -> int | None:
    """Return how many bytes are written under a name, or None if there is nothing."""
    with suppress(OSError):
        return (states_folder() / name).lstat().st_size
    return None


def write_file(name: str, *parts: bytes | bytearray) -> None:
    """Write a file under a name, in one piece, or leave it if the folder cannot be written to."""
    try:
        key = _key() or _new_key()
        _put(states_folder() / name, _hash(key, name, *parts), *parts)
        _clear_out()
    except OSError:
        return


def _hash(key: bytes, name: str, *parts: bytes | bytearray | memoryview) -> bytes:
    hash = blake2b(name.encode() + b"\0", digest_size=KEY_BYTES, key=key, person=b"fudgelog")
    for part in parts:
        hash.update(part)
    return hash.digest()


def _key_file() -> Path:
    return own_folder("XDG_STATE_HOME", ".local/state") / "keys" / "states.key"


def _key() -> bytes:
    """Return this user's key, nothing if there is none."""
    try:
        found = _read(_key_file())
    except FileNotFoundError:
        return b""
    return found if len(found) == KEY_BYTES else b""


def _new_key() -> bytes:
    key = os.urandom(KEY_BYTES)
    _put(_key_file(), key)
    return key


def _read(path: Path) -> bytes:
    """Return what a file of the user's own holds.

    Raise OSError for a link, a pipe, or what others can write to.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | _flag("O_NOFOLLOW") | _flag("O_NONBLOCK")), "rb") as stream:
        found = os.fstat(stream.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1 or found.st_size > MOST_BYTES:
            raise PermissionError(path)
        _must_be_own(found, path)
        return stream.read()


def _put(path: Path, *parts: bytes | bytearray) -> None:
    """Write a file beside its place and move it there. Raise OSError if the folder is not the user's own."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _must_be_own(path.parent.lstat(), path.parent)
    fresh = path.with_name(f"{path.name}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        number = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _flag("O_NOFOLLOW"), 0o600)
        with os.fdopen(number, "wb") as stream:
            stream.writelines(parts)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def _must_be_own(found: os.stat_result, path: Path) -> None:
    """Raise PermissionError for a link, and for what others own or can write to."""
    if os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o022):
        raise PermissionError(path)
    if stat.S_ISLNK(found.st_mode):
        raise PermissionError(path)


def _flag(name: str) -> int:
    """Return a flag of `os.open`, 0 where the system has none of that name."""
    return int(getattr(os, name, 0))


def _clear_out() -> None:
    """Remove the files that were written first, if there are too many."""
    files = sorted(states_folder().iterdir(), key=lambda file: file.lstat().st_mtime_ns, reverse=True)
    for file in files[MOST_CACHED:]:
        file.unlink()
