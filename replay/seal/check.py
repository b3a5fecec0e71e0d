"""Check a copy for players against the five words of a seal. It needs Python 3.8 or later, and nothing else.

    python check.py COPY.jsonl octopus magazine ostrich lantern tugboat

Each hash covers an event and the hash before it. The words are made from the hash of the event that sealed, so they fit
only if nothing up to there was changed.
"""

import json
import sys
from hashlib import scrypt, sha256
from typing import Any

LETTERS = ""  # three of each word


def glue(*fields: bytes) -> bytes:
    """Join fields, each behind its length in four bytes."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def hash_fields(what: bytes, *fields: bytes) -> bytes:
    """Hash fields of one kind."""
    return sha256(glue(b"fudgelog-log/2 " + what) + glue(*fields)).digest()


def hash_said(raw: bytes, event: "dict[str, Any]") -> bytes:
    """Return the hash of what an event says. Of hidden events the copy has nothing but this hash."""
    if "payload" in event:
        return bytes.fromhex(event["payload"])
    said = raw[raw.index(b'"body":') + len(b'"body":') : raw.rindex(b',"salt":"')]
    texts = [event[name].encode() for name in ("id", "ts", "cmd", "actor", "type")]
    return hash_fields(b"payload", bytes.fromhex(event["salt"]), *texts, event["v"].to_bytes(4, "big"), said)


def read_copy(path: str) -> "tuple[bytes, int, list[tuple[int, bytes]]]":
    """Return the campaign, how many events there are, and the number and hash of each seal. Raise ValueError."""
    seals, number = [], 0
    with open(path, "rb") as file:
        campaign = json.loads(file.readline())["campaign"].encode()
        hash = hash_fields(b"genesis", campaign)
        for number, raw in enumerate(file, start=1):
            event = json.loads(raw)
            said = hash_said(raw, event)
            before, hash = hash, hash_fields(b"event", campaign, number.to_bytes(8, "big"), said, hash)
            if (event["seq"], event["prev"], event["hash"]) != (number, before.hex(), hash.hex()):
                raise ValueError(f"event #{number} is not what was recorded")
            if (event.get("type") or event.get("shown", {}).get("type")) == "SealSpoken":
                seals.append((number, hash))
    return campaign, number, seals


def letters_of(campaign: bytes, number: int, hash: bytes) -> "list[str]":
    """Return three letters of each word of a seal."""
    text = glue(b"fudgelog-fp/2", campaign, number.to_bytes(8, "big"), hash)
    made = int.from_bytes(scrypt(text, salt=b"fudgelog-fp/2", n=2**15, r=8, p=1, dklen=8, maxmem=2**26), "big")
    size = len(LETTERS) // 3
    places = [made // size**power % size * 3 for power in (4, 3, 2, 1, 0)]
    return [LETTERS[place : place + 3] for place in places]


def check_copy() -> "str | None":
    """Print which event the words sealed. Return a message instead if they sealed none."""
    if len(sys.argv) != 7 or not all(len(word) > 2 for word in sys.argv[2:]):
        return "python check.py COPY.jsonl, then the five words, at least three letters of each"
    try:
        campaign, events, seals = read_copy(sys.argv[1])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        return f"The copy is not intact: {error}"
    typed = [word[:3].lower() for word in sys.argv[2:]]
    found = next((number for number, hash in reversed(seals) if letters_of(campaign, number, hash) == typed), None)
    if found is None:
        return f"None of the {len(seals)} seals in this copy of {events} events has these words."
    print(f"The words are those of #{found}: nothing up to there was changed. {events - found} events came later.")
    return None


if __name__ == "__main__":
    sys.exit(check_copy())
