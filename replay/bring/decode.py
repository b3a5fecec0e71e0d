"""Tell what a file is, and read its text: UTF-8 or UTF-16. A wrong guess of another encoding would change names."""

from __future__ import annotations

import codecs
import unicodedata
from pathlib import Path

from engine.refusal import Refused
from replay.bring.entries import spell_path

LARGEST_FILE = 5_000_000

#: The endings of names for tables and for text, which may have tables with pipes in it.
SEPARATED, PIPED = (".csv", ".tsv"), (".md", ".markdown", ".txt")

#: The beginning of a file of events.
OF_EVENTS = b'{"'

#: The first bytes of archives, which documents of spreadsheets and word processors are.
ARCHIVE = b"PK\x03\x04"

#: How many bytes are looked at to tell UTF-16 without a mark.
BYTES_TRIED = 200

TO_UTF_8 = "save it as UTF-8 (in a spreadsheet: “CSV UTF-8”)"


def holds_events(file: Path) -> bool:
    """Return whether a file is one of events, which `export` wrote."""
    if file.suffix.casefold() == ".jsonl" or not file.is_file():
        return file.suffix.casefold() not in (*SEPARATED, *PIPED)
    try:
        with file.open("rb") as stream:
            return stream.read(len(OF_EVENTS)) == OF_EVENTS
    except OSError:
        return False


def must_be_file(file: Path) -> None:
    """Raise Refused for a file that is missing, or for a folder, with one of its files that can be brought in."""
    if file.is_dir():
        within = sorted(
            each.name for each in file.iterdir() if each.suffix.casefold() in (*SEPARATED, *PIPED, ".jsonl")
        )
        hint = f"“import {spell_path(str(file / within[0]))} dry-run” previews one" if within else None
        raise Refused(f"{file} is a folder, and files are brought in one by one", about="file", hint=hint)
    if not file.is_file():
        raise Refused(f"{file} is not a file" if file.exists() else f"there is no file {file}", about="file")


def read_bytes(file: Path) -> bytes:
    """Return what a file holds. Raise Refused if it is missing, too large or cannot be read."""
    must_be_file(file)
    try:
        size = file.stat().st_size
        if size > LARGEST_FILE:
            said = f"{file} has {size:,} bytes: the limit is {LARGEST_FILE:,}"
            raise Refused(said, about="file", hint="make several files of it")
        return file.read_bytes()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}", about="file") from None


def decode_text(raw: bytes, name: str) -> tuple[str, str]:
    """Return the text of a file in NFC, with line feeds, and the name of its encoding. Raise Refused."""
    if raw.startswith(ARCHIVE):
        raise Refused(f"{name} is a document, not text", about="file", hint="save it as CSV, or as plain text")
    encoding, said = find_encoding(raw)
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw[: error.start].decode(encoding, "ignore").count("\n") + 1
        raise Refused(f"line {line} is not {said}", about="file", hint=TO_UTF_8) from None
    text = unicodedata.normalize("NFC", text).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise Refused(f"line {line} holds a zero byte: {name} is no text", about="file", hint=TO_UTF_8)
    if not text.strip():
        raise Refused(f"{name} is empty", about="file")
    return text, said


def find_encoding(raw: bytes) -> tuple[str, str]:
    """Return the codec for some bytes, and the encoding's name for people.

    >>> find_encoding("Zoë".encode()), find_encoding("Zoë".encode("utf-16-le"))
    (('utf-8', 'UTF-8'), ('utf-16-le', 'UTF-16'))
    """
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", "UTF-16"
    first = raw[:BYTES_TRIED]
    if len(first) > 1 and not any(first[1::2]) and all(first[::2]):
        return "utf-16-le", "UTF-16"
    if len(first) > 1 and not any(first[::2]) and all(first[1::2]):
        return "utf-16-be", "UTF-16"
    return "utf-8", "UTF-8"
