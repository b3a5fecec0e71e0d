"""Write a log for players as JSON Lines, with hashes that outlast omissions.

An event that players see is there as it is stored. Of any other, only the hash of its payload is there, which keeps the
chain whole and reveals nothing. If players see a part, it stands beside that hash, which does not prove it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.campaign import Campaign
from engine.refusal import Refused
from engine.store import codec
from engine.store.door import NEWEST, Head, Row, payload_of
from engine.store.files import must_be_sound
from engine.store.looks import rows as rows_of
from engine.store.placing import create_atomically
from engine.types import PLAYERS, PLAYERS_COPY
from engine.value import held_fields, value
from replay.audience.rule import View, Visible
from replay.files import jsonl

#: The format that the first line names.
PLAYERS_FORMAT = f"{PLAYERS_COPY}1"


@value
class PlayersHeader:
    """The first line: the campaign, the audience of the copy, and its last event."""

    format: str
    audience: str
    campaign: str
    events: int
    head: str


@value
class Copied:
    """A written copy: its head, and how many events are in it in part, or withheld and there as a hash alone."""

    head: Head
    in_part: int
    withheld: int


def export_copy(campaign: Campaign, path: Path, audience: str = PLAYERS) -> Copied:
    """Write a players' copy into a new file. Raise Refused or LogError."""
    if campaign.log.format != NEWEST:
        raise Refused(
            f"no event can be left out of a log of format {campaign.log.format}",
            about="file",
            hint="“convert NEW.db” copies the log into the newest format; export from that one",
        )
    view = View.of(campaign, audience)
    if not view.numbering.has_gaps:
        raise Refused(
            "such a copy numbers every event that you keep, and “players-see gaps no” hides how many there are",
            about="file",
            hint=f"“export {path.stem}.session for players” needs none; “rules players-see gaps yes” allows the copy",
        )
    head = campaign.log.head
    must_be_sound(campaign.log, head.seq)
    in_part = withheld = 0
    with create_atomically(path) as fresh, fresh.open("xb") as file:
        file.write(header_of(view, head))
        for line, shown in lines_of(view, head.seq):
            file.write(line)
            in_part += shown is False
            withheld += shown is None
    return Copied(head, in_part, withheld)


def header_of(view: View, head: Head) -> bytes:
    """Return the first line."""
    audience = view.audience or PLAYERS
    return spell_header(PlayersHeader(PLAYERS_FORMAT, audience, view.campaign.log.campaign, head.seq, head.hash.hex()))


def spell_header(header: PlayersHeader) -> bytes:
    """Encode the first line, which declares the kind of the file."""
    return encode_line(held_fields(header))


def lines_of(view: View, upto: int) -> Iterator[tuple[bytes, bool | None]]:
    """Yield a line for each event, and whether it has all of it, or None for none of it."""
    for row, each in zip(rows_of(view.campaign.log, 0, upto), view.events(0, upto), strict=True):
        if not isinstance(each, Visible):
            yield encode_line(seal_event(row)), None
        elif view.shows_as_stored(row):
            yield jsonl.line_of_row(row), True
        else:
            yield encode_line(seal_event(row) | {"shown": shown_part(each)}), False


def seal_event(row: Row) -> dict[str, Any]:
    """Return an event reduced to the hash of its payload."""
    return {"seq": row.seq, "payload": payload_of(row).hex(), "prev": row.prev.hex(), "hash": row.hash.hex()}


def shown_part(each: Visible) -> dict[str, Any]:
    """Return the part of an event that players see, because it is reduced or has newer names than those stored."""
    fields = {name: held for name, held in codec.fields_of(each.event).items() if name not in each.blanks}
    who = {"at": each.at, "cmd": each.cmd, "by": each.by, "type": each.type}
    return {**who, "text": each.text, "event": dict(sorted(fields.items()))}


def encode_line(line: dict[str, Any]) -> bytes:
    """Encode a line."""
    return msgspec.json.encode(line) + b"\n"
