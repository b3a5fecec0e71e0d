"""Write the log as a table for spreadsheets: a row for each event, with columns to sort and to sum."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.clock import is_from_notes, table_time
from engine.concerns.uses.events import MissWithdrawn
from engine.narrate import tell
from engine.store import codec
from engine.store.door import Head
from engine.store.placing import create_atomically
from engine.text import REFUSED_CATEGORIES, TURNING
from replay.audience.rule import View, Visible

#: The characters that make a spreadsheet take text for a formula, or that hide it.
DANGEROUS = "=+-@＝＋－＠\t\r\n"

#: Columns for fields of events, each with the fields that may fill it.
SHEET_FIELDS = {
    "character": ("character",),
    "trait": ("trait",),
    "amount": ("amount", "quantity", "change"),
    "what": ("reason", "trigger", "note", "text", "title"),
    "item": ("item_name",),
    "dice": ("dice",),
    "roll": ("roll",),
    "level": ("level",),
    "total": ("total",),
    "difficulty": ("difficulty",),
    "margin": ("margin",),
    "success": ("success",),
    "physical": ("physical",),
    "secret": ("secret",),
}
#: Columns of every event, and all columns.
COLUMNS_OF_ALL = ("seq", "session", "at", "local", "held_on", "from_notes", "by", "command", "type", "counts", "told")
SHEET_COLUMNS = (*COLUMNS_OF_ALL, *SHEET_FIELDS, "faces")


def export_csv(campaign: Campaign, path: Path, audience: str | None = None) -> Head:
    """Write the table into a new file and return the log's head. Raise Refused if the path is taken."""
    campaign.prove()
    head = campaign.log.head
    with create_atomically(path) as fresh, fresh.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        view = View.of(campaign, audience)
        writer.writerow((*SHEET_COLUMNS, *(("own",) if view.player else ())))
        writer.writerows(table_rows(view, head.seq))
    return head


def table_rows(view: View, upto: int) -> Iterator[list[Any]]:
    """Yield a row for each event that the audience sees, up to a number.

    For one player, the last column tells whether it is about a character of theirs.
    """
    for recorded in view.read_seen(0, upto) if view.for_players else view.campaign.events(0, upto):
        own = [view.touches_own(recorded.event)] if view.player else []
        yield [cell(each) for each in (*row_values(view.campaign, recorded), *own)]


def row_values(campaign: Campaign, recorded: Recorded | Visible) -> Iterator[Any]:
    """Yield the columns of an event's row, blank if the game master keeps them."""
    logged = recorded.logged if isinstance(recorded, Visible) else recorded.seq
    counts = logged not in campaign.history.inactive
    time = table_time(campaign.state, logged, recorded.at)
    yield from (recorded.seq, campaign.state.session_at(logged), recorded.at, time.local, time.day)
    yield is_from_notes(campaign.state, logged)
    yield from (recorded.by, recorded.cmd)
    yield from (recorded.type, counts, recorded.text if isinstance(recorded, Visible) else tell(recorded.event))
    is_known = not isinstance(recorded.event, codec.Unknown)  # what a later program meant by a number is for it to say
    fields: dict[str, Any] = codec.plain_data(recorded.event) if is_known else {}
    fields |= dict.fromkeys(recorded.blanks if isinstance(recorded, Visible) else ())
    if isinstance(recorded.event, MissWithdrawn):
        fields["amount"] = -recorded.event.amount
    named = {"Item": "item_name", "Char": "character"}.get(recorded.type[:4], "")
    fields.setdefault(named, fields.get("name"))
    if "participants" in fields:
        fields["character"] = ", ".join(side["character"] for side in fields["participants"])
        fields["trait"] = fields["participants"][0]["trait"]
    for names in SHEET_FIELDS.values():
        yield next((fields[name] for name in names if fields.get(name) is not None), None)
    yield " ".join(map(str, fields.get("faces") or ()))


def cell(held: Any) -> Any:
    """Return a value as a cell: a number unchanged, a text so that it stays one."""
    if isinstance(held, bool):
        return "yes" if held else "no"
    if held is None or isinstance(held, int):
        return held
    return unhidden(neutral(str(held)))


def unhidden(text: str) -> str:
    """Escape signs that hide something or turn the direction of a text."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c.encode("unicode_escape").decode() if hides(c) else c for c in text)


def hides(character: str) -> bool:
    """Return whether a character breaks a line, is invisible or reverses the direction of the text."""
    return character in TURNING or unicodedata.category(character) in REFUSED_CATEGORIES


def neutral(text: str) -> str:
    """Mark a text so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.lstrip(" ")[:1] in tuple(DANGEROUS) else text
