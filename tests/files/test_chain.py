"""The hashes of both formats: the quick ones are the plain ones, and the plain ones are as the format says."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store.chain import FORMATS, event_hash, genesis, hasher, payload_hash, sealed_hash

CAMPAIGN = "c0ffee" * 5 + "00"

short = st.text(max_size=140)
columns = st.tuples(
    *(st.integers(0, 2**63), short, short, short, short, short, st.integers(-2, 2**32), st.text()),
    *(st.binary(min_size=16, max_size=16), st.binary(min_size=32, max_size=32)),
)


def lp(*fields: bytes) -> bytes:
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


@pytest.mark.slow
@given(columns, st.sampled_from(FORMATS))
def test_a_quick_hash_is_the_plain_one_or_none(row: tuple[object, ...], format: int) -> None:
    try:
        quick = hasher(CAMPAIGN, format)(*row)
    except (ValueError, IndexError, OverflowError):
        return
    assert quick == event_hash(format, CAMPAIGN, *row)  # type: ignore[arg-type]


@pytest.mark.slow
@given(st.text("abcdef0123456789", max_size=127), st.text(), st.sampled_from(FORMATS))
def test_rows_as_the_program_writes_them_are_hashed_the_quick_way(text: str, body: str, format: int) -> None:
    row = (7, text, text, text, "GM", "NoteMade", 1, body, b"s" * 16, b"p" * 32)
    assert hasher(CAMPAIGN, format)(*row) == event_hash(format, CAMPAIGN, *row)


@pytest.mark.rule("P5", "P6")
def test_format_2_hashes_a_salted_payload_that_holds_all_that_is_said() -> None:
    salt, prev = b"s" * 16, b"p" * 32
    said = [text.encode() for text in ("id", "ts", "cmd", "GM", "NoteMade")]
    payload = sha256(lp(b"fudgelog-log/2 payload", salt, *said, (1).to_bytes(4, "big"), b"{}")).digest()
    event = lp(b"fudgelog-log/2 event", CAMPAIGN.encode(), (7).to_bytes(8, "big"), payload, prev)
    assert payload_hash(salt, "id", "ts", "cmd", "GM", "NoteMade", 1, "{}") == payload
    assert sealed_hash(CAMPAIGN, 7, payload, prev) == sha256(event).digest()
    assert (
        event_hash(2, CAMPAIGN, 7, "id", "ts", "cmd", "GM", "NoteMade", 1, "{}", salt, prev) == sha256(event).digest()
    )
    assert genesis(CAMPAIGN, 2) == sha256(lp(b"fudgelog-log/2 genesis", CAMPAIGN.encode())).digest()
    assert genesis(CAMPAIGN, 1) == sha256(lp(b"fudgelog-log/1 genesis", CAMPAIGN.encode())).digest()
