"""The hash chain: one hash for all columns of an event and the one before it.

Format 1 hashes the columns beside a salted body. Format 2 puts everything meaningful into one salted payload, so that
an event can be withheld from a copy: its number, its payload's hash and the hash before it still make its hash.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256

#: The formats that this program reads and writes. New logs are of the newest.
FORMATS = (1, 2)
NEWEST = 2

#: The lengths that fields have, as the four bytes that stand before them.
LENGTHS = tuple(length.to_bytes(4, "big") for length in range(4096))


def lp(*fields: bytes) -> bytes:
    """Join fields, each behind its length in four bytes, so that no two lists look alike."""
    return b"".join([part for field in fields for part in (prefix(field), field)])


def prefix(field: bytes) -> bytes:
    """Return the length of a field in four bytes."""
    length = len(field)
    return LENGTHS[length] if length < 4096 else length.to_bytes(4, "big")


def tag(format: int, what: str) -> bytes:
    """Return the beginning of every hash's input of one kind."""
    return lp(f"fudgelog-log/{format} {what}".encode())


BODY_START, EVENT_START = tag(1, "body"), tag(1, "event")
PAYLOAD_START, SEALED_START = tag(2, "payload"), tag(2, "event")


def genesis(campaign: str, format: int = NEWEST) -> bytes:
    """Return the hash that precedes the first event's."""
    return sha256(tag(format, "genesis") + lp(campaign.encode())).digest()


def body_hash(salt: bytes, body: str) -> bytes:
    """Hash the body of an event of format 1."""
    return sha256(BODY_START + lp(salt, body.encode())).digest()


def payload_hash(salt: bytes, id: str, ts: str, cmd: str, actor: str, type: str, v: int, body: str) -> bytes:
    """Hash the content of an event of format 2, with a salt that keeps withheld content from being guessed."""
    text = lp(id.encode(), ts.encode(), cmd.encode(), actor.encode(), type.encode())
    return sha256(PAYLOAD_START + lp(salt) + text + lp(v.to_bytes(4, "big"), body.encode())).digest()


def sealed_hash(campaign: str, seq: int, payload: bytes, prev: bytes) -> bytes:
    """Hash an event of format 2 by its payload's hash, all that a reader of a withheld event has."""
    return sha256(SEALED_START + lp(campaign.encode(), seq.to_bytes(8, "big"), payload, prev)).digest()


def event_hash(
    format: int,
    campaign: str,
    seq: int,
    id: str,
    ts: str,
    cmd: str,
    actor: str,
    type: str,
    v: int,
    body: str,
    salt: bytes,
    prev: bytes,
) -> bytes:
    """Hash all columns of an event and, through `prev`, every event before it."""
    if format == 2:
        return sealed_hash(campaign, seq, payload_hash(salt, id, ts, cmd, actor, type, v, body), prev)
    text = lp(id.encode(), ts.encode(), cmd.encode(), actor.encode(), type.encode(), v.to_bytes(4, "big"))
    start = EVENT_START + lp(campaign.encode(), seq.to_bytes(8, "big"))
    return sha256(start + text + lp(body_hash(salt, body), prev)).digest()


# --- the same, quicker -----------------------------------------------------------------------------------------

#: Lengths below 128 as four characters, which stand before ASCII text just as the four bytes stand before its bytes.
_SHORT = tuple(f"\0\0\0{chr(length)}" for length in range(128))
_SALT = prefix(b"." * 16)
_DIGEST = prefix(b"." * 32)
#: The bytes before the last byte of a version below 128: its length, and its other three bytes.
_VERSION = "\0\0\0\4\0\0\0"

Hasher = Callable[..., bytes]


@cache
def hasher(campaign: str, format: int = NEWEST) -> Hasher:
    """Return a faster `event_hash` for one campaign, which takes a stored row's columns up to `prev`.

    It is right for rows whose text columns are ASCII and shorter than 128 characters, as nearly all are, with a version
    below 128, and a salt and a `prev` of their proper lengths. For other texts and versions it raises, and `event_hash`
    has to be asked.
    """
    return (_hasher_1 if format == 1 else _hasher_2)(campaign)


def _text(id: str, ts: str, cmd: str, actor: str, type: str, v: int) -> bytes:
    """Join the short text columns and the version. Raise ValueError or IndexError if they are not ASCII and short."""
    short = _SHORT
    return (
        f"{short[len(id)]}{id}{short[len(ts)]}{ts}{short[len(cmd)]}{cmd}"
        f"{short[len(actor)]}{actor}{short[len(type)]}{type}{_VERSION}{chr(v)}"
    ).encode("ascii")


def _hasher_1(campaign: str) -> Hasher:
    start = EVENT_START + lp(campaign.encode()) + prefix(b"." * 8)
    before_salt = BODY_START + _SALT

    def quick(
        seq: int, id: str, ts: str, cmd: str, actor: str, type: str, v: int, body: str, salt: bytes, prev: bytes
    ) -> bytes:
        said = body.encode()
        digest = sha256(b"".join((before_salt, salt, prefix(said), said))).digest()
        columns = (seq.to_bytes(8, "big"), _text(id, ts, cmd, actor, type, v))
        return sha256(b"".join((start, *columns, _DIGEST, digest, _DIGEST, prev))).digest()

    return quick


def _hasher_2(campaign: str) -> Hasher:
    start = SEALED_START + lp(campaign.encode()) + prefix(b"." * 8)
    before_salt = PAYLOAD_START + _SALT

    def quick(
        seq: int, id: str, ts: str, cmd: str, actor: str, type: str, v: int, body: str, salt: bytes, prev: bytes
    ) -> bytes:
        said = body.encode()
        columns = (before_salt, salt, _text(id, ts, cmd, actor, type, v), prefix(said), said)
        digest = sha256(b"".join(columns)).digest()
        return sha256(b"".join((start, seq.to_bytes(8, "big"), _DIGEST, digest, _DIGEST, prev))).digest()

    return quick
