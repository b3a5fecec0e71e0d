"""Changing files behind the program's back: a log's rows, and what is kept beside a log."""

from __future__ import annotations

import os
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
