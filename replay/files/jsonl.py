"""Write and read a log as JSON Lines, with its hashes unchanged.

Each line has an event with its stored body. A file of format 2 names its format in a separate first line; one of format
1 begins with its first event. `read_lines` accepts exactly what `header` and `line_of_row` write. A line that differs
by a byte is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, BinaryIO

import msgspec

from engine.concerns.campaign.events import CampaignCreated
from engine.history.plausible import must_be_shallow
from engine.refusal import Refused
from engine.registry import event_classes
from engine.rules.ruleset import FIELDS
from engine.rules.structure import check_values
from engine.store import codec
from engine.store.door import FORMATS, NEWEST, Head, Row, beginning_of, is_as_recorded
from engine.store.files import ROW_LIMIT, TIME
from engine.text import speaker, within_limits
from engine.types import PLAYERS_COPY
from engine.value import value

LINE_LIMIT = 2 * ROW_LIMIT
LARGEST_NUMBER = 2**63 - 1  # larger ones SQLite would read from the body as other numbers

ID = re.compile(r"[0-9a-f]{32}")
COMMAND = re.compile(r"[0-9A-Za-z._:-]{1,64}")
CAMPAIGN = re.compile(r"[0-9a-f]{32}")


@value
class JsonLine:
    """An event as a line spells it, with blobs in hexadecimal."""

    seq: int
    id: str
    ts: str
    cmd: str
    actor: str
    type: str
    v: int
    body: msgspec.Raw
    salt: str
    prev: str
    hash: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(JsonLine).decode


class Wrong(ValueError):
    """The reason why a line is not an event of this log."""


def line_of_row(row: Row) -> bytes:
    """Return the line of an event."""
    body = msgspec.Raw(row.body.encode())
    salt, prev, hash = row.salt.hex(), row.prev.hex(), row.hash.hex()
    return spell_json(JsonLine(row.seq, row.id, row.ts, row.cmd, row.actor, row.type, row.v, body, salt, prev, hash))


def spell_json(line: JsonLine) -> bytes:
    """Encode a line, in the order of its columns."""
    return _encode({name: getattr(line, name) for name in Row._fields}) + b"\n"


def header(format: int) -> bytes:
    """Return the line before the events, empty in format 1, which has none."""
    return b"" if format == 1 else _encode({"format": f"fudgelog-log/{format}"}) + b"\n"


def line_number(format: int, seq: int) -> int:
    """Return the number of the line that holds an event."""
    return seq + (1 if header(format) else 0)


def read_lines(stream: BinaryIO, name: str) -> tuple[int, Iterator[Row]]:
    """Return a file's format and its events. Raise Refused naming the line, also while the events are read."""
    first = stream.readline(LINE_LIMIT + 1)
    try:
        format = format_in(first)
    except Wrong as wrong:
        raise refuse_line(name, 1, str(wrong)) from None
    rest = iter(lambda: stream.readline(LINE_LIMIT + 1), b"")
    return format, events(format, chain([first] if first and not header(format) else [], rest), name)


def format_in(first: bytes) -> int:
    """Return the format that a file's first line states. Raise Wrong for one that this program does not know."""
    for format in FORMATS:
        if header(format) and first == header(format):
            return format
    found = re.match(rb'\s*{\s*"format"\s*:\s*"?([^"}]{0,40})', first)
    if found is None:
        return 1
    named = found[1].decode("utf-8", "replace")
    if named.startswith(PLAYERS_COPY):
        raise Wrong("says that this is a copy for players: events are left out of it, so it cannot be imported")
    if re.fullmatch(r"fudgelog-log/\d{1,6}", named) and int(named.rpartition("/")[2]) > NEWEST:
        raise Wrong(f"names the format {named}, which a newer version of the program wrote")
    raise Wrong("is no header as this program writes it: it would be " + header(NEWEST).decode().strip())


def events(format: int, lines: Iterable[bytes], name: str) -> Iterator[Row]:
    """Yield the events of a file, each checked by itself and against the one before."""
    campaign, head = "", Head(0, b"")
    for seq, raw in enumerate(lines, start=1):
        number = line_number(format, seq)
        try:
            row = columns_of(parse_line(raw, number))
            event = event_of(row)
            if seq == 1:
                campaign = campaign_begun(event)
                head = beginning_of(campaign, format)
            elif isinstance(event, CampaignCreated):
                raise Wrong("is the beginning of another campaign")
            must_continue(format, campaign, head, row)
        except Wrong as wrong:
            raise refuse_line(name, number, str(wrong)) from None
        head = Head(row.seq, row.hash)
        yield row
    if not head.seq:
        raise Refused(f"{name} holds no events", about="file")


def refuse_line(name: str, number: int, why: str) -> Refused:
    """Return the refusal of a file for one of its lines."""
    return Refused(f"line {number} of {name} {why}", about="file", hint="nothing was imported")


# --- a line by itself ------------------------------------------------------------------------------------------


def parse_line(raw: bytes, number: int) -> JsonLine:
    """Decode a line. Raise Wrong if it is not exactly as exported."""
    if number == 1 and raw.startswith(b"\xef\xbb\xbf"):
        raise Wrong("begins with a byte order mark: another program has saved the file")
    must_be_a_line(raw)
    try:
        line = _decode(raw)
    except RecursionError:
        raise Wrong("is nested too deeply") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise Wrong(f"is no event: {error}") from None
    if spell_json(line) != raw:
        raise Wrong("is not as it was exported: keys are doubled, unknown or out of order, or spaces were added")
    return line


def must_be_a_line(raw: bytes) -> None:
    """Raise Wrong for bytes that are no line, or not the whole of it."""
    if len(raw) > LINE_LIMIT:
        raise Wrong(f"is longer than any event: the limit is {LINE_LIMIT:,} bytes")
    if not raw.endswith(b"\n"):
        raise Wrong("is cut off: the line break at its end is missing")
    if raw.endswith(b"\r\n"):
        raise Wrong("ends in CR LF: another program has changed the line breaks")
    if not raw.strip():
        raise Wrong("is empty")


def columns_of(line: JsonLine) -> Row:
    """Return the row of a line. Raise Wrong for an impossible column."""
    for name, shape in (("id", ID), ("cmd", COMMAND)):
        if not shape.fullmatch(getattr(line, name)):
            raise Wrong(f"holds no {name} that an event can have")
    must_be_a_speaker(line.actor)
    if not TIME.fullmatch(line.ts):
        raise Wrong(f"holds no time that an event can have: {line.ts!r:.40}")
    if "\0" in line.type:
        raise Wrong("holds a NUL character")
    if not 1 <= line.v < 2**31:
        raise Wrong(f"holds an event in version {line.v}, which cannot be")
    salt, prev, hash = blob(line.salt, 16, "salt"), blob(line.prev, 32, "prev"), blob(line.hash, 32, "hash")
    try:
        body = bytes(line.body).decode()
    except UnicodeDecodeError:
        raise Wrong("holds a body that is no UTF-8") from None
    return Row(line.seq, line.id, line.ts, line.cmd, line.actor, line.type, line.v, body, salt, prev, hash)


def must_be_a_speaker(name: str) -> None:
    """Raise Wrong for a speaker's name that could not be recorded."""
    try:
        if speaker(name) != name:
            raise Wrong(f"names who spoke with spaces or signs to spare: {name!r:.60}")
    except Refused as refusal:
        raise Wrong(f"holds what no name of who spoke can be: {refusal.message}") from None


def blob(text: str, length: int, name: str) -> bytes:
    """Decode bytes from hexadecimal digits. Raise Wrong for others."""
    if not re.fullmatch(rf"[0-9a-f]{{{2 * length}}}", text):
        raise Wrong(f"holds no {name}: it is {2 * length} hexadecimal digits in small letters")
    return bytes.fromhex(text)


# --- what it says ----------------------------------------------------------------------------------------------


def event_of(row: Row) -> Any:
    """Decode the event in a row. Raise Wrong if this program could not have written the row."""
    if row.type not in event_classes():
        raise Wrong(f"holds an event of a type that this program does not know, {row.type!r:.60}")
    if not codec.is_known(row.type, row.v):
        raise Wrong(f"holds a {row.type} of version {row.v}, which a newer version of the program recorded")
    try:
        plain = msgspec.json.decode(row.body)
        event = codec.decode(row.type, row.v, row.body)
        must_be_shallow(plain)
        must_say_the_same(row, plain, event)
        must_be_plain({key: each for key, each in plain.items() if key != "rules"})
        must_be_rules(plain.get("rules", {}))
    except (Refused, RecursionError):
        raise Wrong(f"holds a {row.type} that is nested too deeply") from None
    except (codec.Unreadable, msgspec.MsgspecError, UnicodeError, LookupError, AttributeError) as error:
        raise Wrong(f"holds a {row.type} that cannot be read: {error}") from None
    return event


def must_say_the_same(row: Row, plain: Any, event: Any) -> None:
    """Raise Wrong unless a body is written in the one way that its event is."""
    if msgspec.json.encode(plain, order="sorted").decode() != row.body:
        raise Wrong(f"holds a {row.type} that is not written as events are: keys doubled or unsorted, or other signs")
    if row.v == codec.version(row.type) and not holds_alike(codec.plain_data(event), plain):
        raise Wrong(f"holds a {row.type} with a field that it does not have, or a value of another kind")


def holds_alike(whole: Any, part: Any) -> bool:
    """Return whether plain data equals an event's. Fields that its type got later may be missing."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and holds_alike(whole[key], each) for key, each in part.items())
    if isinstance(part, list) and isinstance(whole, list | tuple):
        return len(part) == len(whole) and all(map(holds_alike, whole, part))
    return type(part) is type(whole) and bool(part == whole)


def must_be_plain(held: Any) -> None:
    """Raise Wrong for numbers that readers read differently, and for text that no command can hold."""
    if isinstance(held, dict):
        for key, each in held.items():
            must_be_text(key)
            must_be_plain(each)
    elif isinstance(held, list):
        for each in held:
            must_be_plain(each)
    elif isinstance(held, str):
        must_be_text(held)
    elif isinstance(held, float) or (isinstance(held, int) and abs(held) > LARGEST_NUMBER):
        raise Wrong(f"holds a number that no event can have: {held!s:.40}")


def must_be_rules(rules: Any) -> None:
    """Raise Wrong for rules that cannot be, as far as this version knows them."""
    try:
        if rules:
            check_values({key: each for key, each in rules.items() if key in FIELDS})
    except Refused as refusal:
        raise Wrong(f"holds rules that cannot be: {refusal.message}") from None


def must_be_text(text: str) -> None:
    """Raise Wrong for text that no event can hold."""
    try:
        within_limits(text)
    except Refused as refusal:
        raise Wrong(f"holds what no text of an event can: {refusal.message}") from None


def campaign_begun(event: Any) -> str:
    """Return the campaign's id from its first event. Raise Wrong for any other event."""
    if not isinstance(event, CampaignCreated):
        raise Wrong("is not the beginning of a campaign: a log is imported from its first event on")
    if not CAMPAIGN.fullmatch(event.campaign):
        raise Wrong("names a campaign as none is named: it is 32 hexadecimal digits in small letters")
    return event.campaign


# --- what it follows -------------------------------------------------------------------------------------------


def must_continue(format: int, campaign: str, head: Head, row: Row) -> None:
    """Raise Wrong unless a row continues the chain."""
    if row.seq != head.seq + 1:
        raise Wrong(f"holds #{row.seq}, where #{head.seq + 1} belongs: events are missing, or in another order")
    if not is_as_recorded(format, campaign, row):
        raise Wrong(f"does not say what was recorded as #{row.seq}: its hash is another")
    if row.prev != head.hash:
        raise Wrong(f"does not follow the line before it: the chain is broken at #{row.seq}")
