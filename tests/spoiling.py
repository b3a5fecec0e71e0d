"""Changing files behind the program's back: a log's rows, and what is kept beside a log."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

from engine.store import cache


def tampered(path: Path, *statements: str) -> None:
    """Change a log as any SQLite tool can, once its guards are gone, and put the guards back."""
    connection = sqlite3.connect(path)
    guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid").fetchall()
    schema = connection.execute("SELECT rowid, * FROM sqlite_schema").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("DELETE FROM sqlite_schema")
    connection.executemany(
        "INSERT INTO sqlite_schema(rowid, type, name, tbl_name, rootpage, sql) VALUES (?,?,?,?,?,?)", schema
    )
    connection.commit()
    connection.close()


def overwrite(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Return what changes the bytes of a file."""
    return lambda file: file.write_bytes(change(file.read_bytes())) and None


def be_a_link(file: Path) -> None:
    """Put a link to the file in its place."""
    moved = file.rename(file.parent.parent / f"elsewhere-{file.name}")
    file.symlink_to(moved)


def be_two(file: Path) -> None:
    """Give the file another name as well."""
    os.link(file, file.parent.parent / f"elsewhere-{file.name}")


def be_a_pipe(file: Path) -> None:
    """Put a pipe in its place, at which a reader would wait for ever."""
    file.unlink()
    os.mkfifo(file)


def be_a_folder(file: Path) -> None:
    """Put a folder in its place."""
    file.unlink()
    file.mkdir()


def be_forged(file: Path) -> None:
    """Write a state with more XP, under a hash without the key."""
    content = file.read_bytes()[cache.KEY_BYTES :].replace(b"10", b"99")
    file.write_bytes(cache._hash(b"", file.name, content) + content)


def be_of_another_key(file: Path) -> None:
    """Write a state with more XP, under a key that is not this user's."""
    content = file.read_bytes()[cache.KEY_BYTES :].replace(b"10", b"99")
    file.write_bytes(cache._hash(b"k" * cache.KEY_BYTES, file.name, content) + content)


SPOILED: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "empty": overwrite(lambda held: b""),
    "torn in its hash": overwrite(lambda held: held[:9]),
    "torn": overwrite(lambda held: held[: len(held) // 2]),
    "one bit": overwrite(lambda held: held[:-9] + bytes([held[-9] ^ 1]) + held[-8:]),
    "longer": overwrite(lambda held: held + b" "),
    "zeros": overwrite(lambda held: bytes(len(held))),
    "forged": be_forged,
    "another user's key": be_of_another_key,
    "a link": be_a_link,
    "two names": be_two,
    "a pipe": be_a_pipe,
    "a folder": be_a_folder,
    "others can write": lambda file: file.chmod(0o666),
}


def be_a_socket(file: Path) -> None:
    """Put a socket in its place."""
    file.unlink()
    with socket.socket(socket.AF_UNIX) as made:
        os.chdir(file.parent)  # a socket's whole path would be too long
        made.bind(file.name)


def be_a_device(file: Path) -> None:
    """Put a device in its place that never ends."""
    file.unlink()
    file.symlink_to("/dev/zero")


def be_huge(file: Path) -> None:
    """Let it be larger than any that the program writes, without a disk full of it."""
    os.truncate(file, 1 << 40)


def be_a_pipe_for_a_folder(file: Path) -> None:
    """Put a pipe in the place of its folder."""
    shutil.rmtree(file.parent)
    os.mkfifo(file.parent)


def be_a_file_for_a_folder(file: Path) -> None:
    """Put a file in the place of its folder."""
    shutil.rmtree(file.parent)
    file.parent.touch()


WAYS: dict[str, Callable[[Path], object]] = {
    **SPOILED,
    "a socket": be_a_socket,
    "a device": be_a_device,
    "huge": be_huge,
    "deep brackets": overwrite(lambda held: b"[" * 100_000),
    "deep brackets in a note": overwrite(lambda held: b'{"/log.db": ' + b"[" * 100_000),
    "infinite": overwrite(lambda held: b'{"/log.db": [1e400, "aa"]}'),
    "infinite events": overwrite(lambda held: b'{"/log.db": [' + b"9" * 4000 + b', "aa"]}'),
    "no number": overwrite(lambda held: b'{"/log.db": [NaN, "aa"]}'),
    "random": overwrite(lambda held: bytes(byte * 193 % 251 for byte in range(5000))),
    "of another type": overwrite(lambda held: b"[3]"),
    "notes of another type": overwrite(lambda held: b'{"/log.db": {"events": 3}, "b": [[], {}]}'),
    "settings of another type": overwrite(lambda held: b"theme = 1e400\naliases = [[[]]]\npager = 2026-01-01\n"),
    "odd marks": overwrite(lambda held: b'# failed {"a": 1}\n# worked [[]]\n# failed ' + b"[" * 100_000),
    "a pipe for a folder": be_a_pipe_for_a_folder,
    "a file for a folder": be_a_file_for_a_folder,
}
