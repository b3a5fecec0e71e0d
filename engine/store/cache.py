"""Files in the user's cache folder that only this program can have written for this user.

Each begins with a keyed hash of the rest. The key lies in the user's state folder, so that anybody who can write only
to the cache folder can change no more than how long things take. A file that fails its hash counts as missing.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b

from engine.store.own_files import KEYS, STATES, find_folder, read_own, write_own

#: The length of a key, and of the hash that a file begins with, in bytes.
KEY_BYTES = 32

#: The name of the file with the key.
KEY_NAME = "states.key"

#: How many files are held, those written last.
MOST_CACHED = 60


def recall_file(name: str) -> memoryview | None:
    """Return the content written under a name, or None if it is missing or altered."""
    try:
        key, found = _key(), read_own(STATES, name)
    except OSError:
        return None
    content = memoryview(found)[KEY_BYTES:]
    return content if key and found[:KEY_BYTES] == _hash(key, name, content) else None


def size_of_file(name: str) -> int | None:
    """Return how many bytes are written under a name, or None if there is nothing."""
    with suppress(OSError):
        return (find_folder(STATES) / name).lstat().st_size
    return None


def write_file(name: str, *parts: bytes | bytearray) -> None:
    """Write a file under a name, in one piece, or leave it if the folder cannot be written to."""
    try:
        key = _key() or _new_key()
        write_own(STATES, name, _hash(key, name, *parts), *parts)
        _clear_out()
    except OSError:
        return


def _hash(key: bytes, name: str, *parts: bytes | bytearray | memoryview) -> bytes:
    hash = blake2b(name.encode() + b"\0", digest_size=KEY_BYTES, key=key, person=b"fudgelog")
    for part in parts:
        hash.update(part)
    return hash.digest()


def _key() -> bytes:
    """Return this user's key, or nothing if there is none that can be used."""
    try:
        found = read_own(KEYS, KEY_NAME)
    except OSError:
        return b""
    return found if len(found) == KEY_BYTES else b""


def _new_key() -> bytes:
    key = os.urandom(KEY_BYTES)
    write_own(KEYS, KEY_NAME, key)
    return key


def _clear_out() -> None:
    """Remove the files that were written first, if there are too many."""
    files = sorted(find_folder(STATES).iterdir(), key=lambda file: file.lstat().st_mtime_ns, reverse=True)
    for file in files[MOST_CACHED:]:
        file.unlink()
