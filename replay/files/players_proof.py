"""Prove that a players' copy is unchanged and omits only what it declares.

The copy lists the events that are withheld. Each of its lines has the hash of an event, which is recomputed from the
event or from the hash of its payload, and repeated by the next line. So the last hash, noted at the table, proves all
the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from engine.concerns.seals.events import SealSpoken
from engine.history.timeline import Progress
from engine.refusal import Refused
from engine.store.door import NEWEST, Head, Problem, Report, beginning_of, hash_of, sealed_hash
from engine.text import within_limits
from engine.value import Factory, record, value
from replay.files import jsonl
from replay.files.jsonl import Wrong
from replay.files.players_copy import PLAYERS_FORMAT, PlayersHeader, encode_line, spell_header
from replay.files.verify import Noted, Verdict, must_prove, read_noted
from replay.seal.finding import Matched, find_seal
from replay.seal.words import TypedWords

FULL, PART, WITHHELD = "full", "part", "withheld"


@value
class CopyVerdict(Verdict):
    """The result of checking a copy: for whom it is, and how many events are in it in full, in part or withheld."""

    audience: str = ""
    counts: Counter[str] = Factory(Counter)


def verify_copy(path: Path, words: str | None = None, trying: Progress | None = None) -> CopyVerdict:
    """Check a copy for players, whatever the file holds. Raise Refused for a hash or words that cannot be any.

    `trying` receives the number of seals tried.
    """
    noted = None if words is None else read_noted(words)
    reading = Reading(noted if isinstance(noted, Noted) else None)
    problem = None
    try:
        with path.open("rb") as stream:
            reading.read_through(stream)
    except Wrong as wrong:
        problem = Problem(reading.head.seq + 1, reading.kind, f"line {reading.line} {wrong}")
    except OSError as error:
        problem = Problem(None, "damage", f"{path} cannot be read: {error.strerror}")
    head = reading.head
    report = Report(head.seq, head.seq, head.hash, () if problem is None else (problem,))
    if isinstance(noted, TypedWords):
        found = find_seal(reading.campaign, reading.sealed, noted, trying)
        at = found.head.seq if isinstance(found, Matched) else None
        return CopyVerdict(report, noted, at, found, audience=reading.audience, counts=reading.counts)
    verdict = CopyVerdict(report, noted, reading.at, audience=reading.audience, counts=reading.counts)
    if noted is not None and report.ok:
        must_prove(noted, verdict)
    return verdict


@record
class Reading:
    """A copy as far as it was read.

    `at` is the event with the noted hash, `sealed` are the heads that were sealed, and `kind` is the kind of any fault.
    """

    noted: Noted | None
    head: Head = Head(0, b"")
    line: int = 0
    kind: str = "unreadable"
    audience: str = ""
    campaign: str = ""
    at: int | None = None
    counts: Counter[str] = Factory(Counter)
    sealed: list[Head] = Factory(list)

    def read_through(self, stream: BinaryIO) -> None:
        """Read all lines. Raise Wrong for the first that is not as it was written."""
        lines = numbered_lines(stream)
        self.line, raw = next(lines, (1, b""))
        header = header_in(raw)
        self.audience, self.campaign = header.audience, header.campaign
        self.head = beginning_of(self.campaign)
        for self.line, raw in lines:
            self.take(raw)
        self.kind = "gap"
        if (self.head.seq, self.head.hash.hex()) != (header.events, header.head):
            raise Wrong(f"is the last one, for #{self.head.seq}: the copy went on to #{header.events}")

    def take(self, raw: bytes) -> None:
        """Take the line of an event. Raise Wrong if it is not the one recorded after the last."""
        self.kind = "unreadable"
        seq, prev, hash, computed, kind, type = self.read_sealed(raw) if b'"payload"' in raw[:60] else self.whole(raw)
        self.kind = "gap"
        if seq != self.head.seq + 1:
            raise Wrong(f"holds #{seq}, where #{self.head.seq + 1} belongs: events are missing, or in another order")
        self.kind = "changed"
        if computed != hash:
            raise Wrong(f"does not say what was recorded as #{seq}: its hash is another")
        self.kind = "broken-chain"
        if prev != self.head.hash:
            raise Wrong(f"does not follow the line before it: the chain is broken at #{seq}")
        self.head = Head(seq, hash)
        self.counts[kind] += 1
        if self.at is None and self.noted is not None and hash.hex().startswith(self.noted.digits):
            self.at = seq
        if type == SealSpoken.__name__:
            self.sealed.append(self.head)

    def whole(self, raw: bytes) -> tuple[int, bytes, bytes, bytes, str, str]:
        """Return number, former hash, hash, computed hash, kind and type of an event that is in the copy in full."""
        row = jsonl.columns_of(jsonl.parse_line(raw, self.line))
        jsonl.event_of(row)
        return row.seq, row.prev, row.hash, hash_of(NEWEST, self.campaign, row), FULL, row.type

    def read_sealed(self, raw: bytes) -> tuple[int, bytes, bytes, bytes, str, str]:
        """Return the same for an event given by the hash of its payload. Its type is that of the part."""
        found = plain_line(raw)
        shown = found.pop("shown", None)
        seq = found.get("seq")
        if list(found) != ["seq", "payload", "prev", "hash"] or type(seq) is not int or not 0 < seq < 2**63:
            raise Wrong("is not as it was exported: its keys are others")
        payload, prev, hash = (jsonl.blob(str(found[name]), 32, name) for name in ("payload", "prev", "hash"))
        computed = sealed_hash(self.campaign, seq, payload, prev)
        named = str(shown.get("type")) if isinstance(shown, dict) else ""
        return seq, prev, hash, computed, WITHHELD if shown is None else PART, named


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers."""
    return enumerate(iter(lambda: stream.readline(jsonl.LINE_LIMIT + 1), b""), start=1)


def header_in(raw: bytes) -> PlayersHeader:
    """Read the first line. Raise Wrong for an unknown one."""
    found = plain_line(raw)
    if found.get("format") != PLAYERS_FORMAT:
        raise Wrong("names a format that a newer version of the program wrote")
    try:
        header = msgspec.convert(found, PlayersHeader)
    except msgspec.ValidationError as error:
        raise Wrong(f"is no header: {error}") from None
    written = jsonl.CAMPAIGN.fullmatch(header.campaign) and is_player_name(header.audience)
    if not written or spell_header(header) != raw:
        raise Wrong("is no header as this program writes it")
    return header


def is_player_name(text: str) -> bool:
    """Return whether the program would take a text as the name of a player."""
    try:
        return bool(text.strip()) and within_limits(text) == text
    except Refused:
        return False


def plain_line(raw: bytes) -> dict[str, Any]:
    """Decode a line. Raise Wrong if it is not exactly as it was exported."""
    jsonl.must_be_a_line(raw)
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Wrong(f"is no event: {error}") from None
    if not isinstance(found, dict) or encode_line(found) != raw:
        raise Wrong("is not as it was exported: keys are doubled, or spaces were added")
    return found
