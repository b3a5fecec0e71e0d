"""The hash chain: every column of every event, and the event before it, under one hash (`fudgelog-log/1`)."""

from __future__ import annotations

from hashlib import sha256

BODY_TAG = b"fudgelog-log/1 body"
EVENT_TAG = b"fudgelog-log/1 event"
GENESIS_TAG = b"fudgelog-log/1 genesis"


def lp(*fields: bytes) -> bytes:
    """The fields one after another, each behind its length in four bytes, so that no two lists look alike."""
    return b"".join([len(field).to_bytes(4, "big") + field for field in fields])


def genesis(campaign: str) -> bytes:
    """What stands for the event before the first."""
    return sha256(lp(GENESIS_TAG, campaign.encode())).digest()


def body_hash(salt: bytes, body: str) -> bytes:
    """The hash of an event's body; the salt keeps a body that was left out from being guessed."""
    return sha256(lp(BODY_TAG, salt, body.encode())).digest()


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
    return sha256(
        lp(
            EVENT_TAG,
            campaign.encode(),
            seq.to_bytes(8, "big"),
            id.encode(),
            ts.encode(),
            cmd.encode(),
            actor.encode(),
            type.encode(),
            v.to_bytes(4, "big"),
            body_digest,
            prev,
        )
    ).digest()
