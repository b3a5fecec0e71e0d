"""Digest the pages of a file that hold events, without reading the events.

SQLite keeps the rows of a table in the leaves of a tree of pages. An event that is appended goes to the last leaf, so
all others stay as they are, byte for byte, and end with the same events. A row that is too large for its leaf continues
in other pages. Of the file's format, only what leads to these pages is read here, and SQLite promises to keep it:
https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from struct import error as StructError
from struct import unpack_from
from typing import BinaryIO

from engine.store.door import Fingerprint, tell_reading
from engine.store.ours import ROLLBACK_JOURNAL, SQLITE_MAGIC
from engine.value import value

LEAF, INTERIOR = 13, 5

#: What reading a file may raise that SQLite did not write so.
MISSHAPEN = (StructError, IndexError, ValueError, RecursionError, OSError)

#: Where the file's header has what decides how it is read: sizes and fractions, schema format, encoding, our format.
DECIDING = (slice(16, 24), slice(44, 48), slice(56, 64))


def take_fingerprint(stream: BinaryIO, root: int, upto: int) -> Fingerprint | None:
    """Return the fingerprint of a table's events, up to number `upto` or fewer.

    None if they fill no leaf, or the file cannot be followed.
    """
    with suppress(*MISSHAPEN):
        pages = TablePages.of(stream)
        last, apart = 0, list[int]()
        for bound, leaf in pages.leaves_until(root, upto):
            apart += pages.list_overflow(leaf)
            last = bound
        if last:
            return Fingerprint(last, pages.digest(root, last, apart), tuple(apart))
    return None


def bears_fingerprint(stream: BinaryIO, root: int, known: Fingerprint) -> bool:
    """Return whether a file holds the very bytes that a fingerprint was taken of."""
    with suppress(*MISSHAPEN):
        return TablePages.of(stream).digest(root, known.upto, known.apart) == known.digest
    return False


@value
class TablePages:
    """The pages of a file, `size` bytes each.

    The last bytes of each may be reserved: `usable` are left. `header` is what decides how they are read.
    """

    stream: BinaryIO
    size: int
    usable: int
    header: bytes

    @classmethod
    def of(cls, stream: BinaryIO) -> TablePages:
        """Return the pages of a file; raise ValueError if it is not all of a log."""
        found = stream.read(100)
        if not found.startswith(SQLITE_MAGIC) or found[18:20] != ROLLBACK_JOURNAL:
            raise ValueError("not a file of pages")
        size = int.from_bytes(found[16:18], "big")
        size = 65536 if size == 1 else size
        return cls(stream, size, size - found[20], b"".join(found[part] for part in DECIDING))

    def read(self, number: int) -> bytes:
        """Return a page; raise ValueError if the file does not hold it."""
        self.stream.seek((number - 1) * self.size)
        found = self.stream.read(self.size)
        if len(found) != self.size:
            raise ValueError("a page is missing")
        return found

    def digest(self, root: int, upto: int, apart: Iterable[int]) -> str:
        """Return a digest of the leaves up to an event, and of pages apart from them.

        It also covers the number of the event that each leaf ends with.
        """
        found = sha256(self.header)
        for bound, leaf in self.leaves_until(root, upto):
            found.update(bound.to_bytes(8, "big"))
            found.update(leaf)
        for number in apart:
            found.update(self.read(number))
        return found.hexdigest()

    def leaves_until(self, root: int, upto: int) -> Iterator[tuple[int, bytes]]:
        """Yield the leaves that end with an event up to `upto`, with its number.

        Raise ValueError where their numbers do not rise.
        """
        before = 0
        for bound, leaf in self.leaves(self.read(root), upto + 1):
            if bound > upto:
                return
            if bound <= before:
                raise ValueError("the leaves are in no order")
            before = bound
            tell_reading(bound)
            yield bound, leaf

    def leaves(self, page: bytes, bound: int) -> Iterator[tuple[int, bytes]]:
        """Yield the leaves under an interior page, which ends with event `bound`."""
        if page[0] != INTERIOR:
            return
        count, right = unpack_from(">H", page, 3)[0], unpack_from(">I", page, 8)[0]
        places = unpack_from(f">{count}H", page, 12)
        children = [(read_varint(page, place + 4)[0], unpack_from(">I", page, place)[0]) for place in places]
        for last, child in (*children, (bound, right)):
            found = self.read(child)
            if found[0] == LEAF:
                yield last, found
            else:
                yield from self.leaves(found, last)

    def list_overflow(self, leaf: bytes) -> Iterator[int]:
        """Yield the pages in which rows of a leaf continue that are too large for it."""
        most, least, apart = self.usable - 35, (self.usable - 12) * 32 // 255 - 23, self.usable - 4
        for place in unpack_from(f">{unpack_from('>H', leaf, 3)[0]}H", leaf, 8):
            length, after = read_varint(leaf, place)
            if length > most:
                here = least + (length - least) % apart
                here = here if here <= most else least
                _, start = read_varint(leaf, after)
                yield from self._follow(leaf, start + here, -((here - length) // apart))

    def _follow(self, page: bytes, place: int, count: int) -> Iterator[int]:
        """Yield the pages of a chain, whose first number is at a place of a page.

        Each page of the chain begins with the number of the next.
        """
        for _ in range(count):
            number = unpack_from(">I", page, place)[0]
            yield number
            page, place = self.read(number), 0


def read_varint(page: bytes, place: int) -> tuple[int, int]:
    """Return a whole number as SQLite writes it, and where it ends."""
    found = 0
    for end in range(place, place + 8):
        found = found << 7 | page[end] & 127
        if page[end] < 128:
            return found, end + 1
    return found << 8 | page[place + 8], place + 9
