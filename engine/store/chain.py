"""The hash chain: every column of every event, and the event before it, under one hash (`fudgelog-log/1`)."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

BODY_TAG = b"fudgelog-log/1 body"
EVENT_TAG = b"fudgelog-log/1 event"
GENESIS_TAG = b"fudgelog-log/1 genesis"

#: The lengths that fields have, as the four bytes that stand before them.
LENGTHS = tuple(length.to_bytes(4, "big") for length in range(4096))


def lp(*fields: bytes) -> bytes:
    """The fields one after another, each behind its length in four bytes, so that no two lists look alike."""
    return b"".join([part for field in fields for part in (prefix(field), field)])


def prefix(field: bytes) -> bytes:
    """The length of a field in four bytes."""
    length = len(field)
    return LENGTHS[length] if length < 4096 else length.to_bytes(4, "big")


BODY_START = lp(BODY_TAG)
EVENT_START = lp(EVENT_TAG)


def genesis(campaign: str) -> bytes:
    """What stands for the event before the first."""
    return sha256(lp(GENESIS_TAG, campaign.encode())).digest()


def body_hash(salt: bytes, body: str) -> bytes:
    """The hash of an event's body; the salt keeps a body that was left out from being guessed."""
    return sha256(BODY_START + lp(salt, body.encode())).digest()


def event_hash(
    campaign: str,
    seq: int,
    id: str,
    ts: str,
    cmd: str,
    actor: str,
    type: str,
    v: int,
    body_digest: bytes,
    prev: bytes,
) -> bytes:
    """The hash of an event: of all its columns, and through `prev` of every event before it."""
    text = lp(id.encode(), ts.encode(), cmd.encode(), actor.encode(), type.encode(), v.to_bytes(4, "big"))
    start = EVENT_START + lp(campaign.encode(), seq.to_bytes(8, "big"))
    return sha256(start + text + lp(body_digest, prev)).digest()


#: Lengths below 128 as four characters, which stand before ASCII text just as the four bytes stand before its bytes.
_SHORT = tuple(f"\0\0\0{chr(length)}" for length in range(128))
_SALT = prefix(b"." * 16)
_DIGEST = prefix(b"." * 32)


def hasher(campaign: str) -> Callable[..., bytes]:
    """A quicker `event_hash` for one campaign that takes a stored row's columns up to `prev`.

    It is right for rows whose text columns are ASCII and shorter than 128 characters, as nearly all are; for any
    other it raises, or gives a hash that is not the row's, and `event_hash` has to be asked.
    """
    start = EVENT_START + lp(campaign.encode()) + prefix(b"." * 8)
    short, before_salt, version_prefix = _SHORT, BODY_START + _SALT, prefix(b"." * 4)

    def quick(
        seq: int, id: str, ts: str, cmd: str, actor: str, type: str, v: int, body: str, salt: bytes, prev: bytes
    ) -> bytes:
        said = body.encode()
        digest = sha256(b"".join((before_salt, salt, prefix(said), said))).digest()
        text = (
            f"{short[len(id)]}{id}{short[len(ts)]}{ts}{short[len(cmd)]}{cmd}"
            f"{short[len(actor)]}{actor}{short[len(type)]}{type}"
        )
        columns = (seq.to_bytes(8, "big"), text.encode(), version_prefix, v.to_bytes(4, "big"))
        return sha256(b"".join((start, *columns, _DIGEST, digest, _DIGEST, prev))).digest()

    return quick
