"""Write a campaign as a database: tables, keys, full-text search and views.

It is made from the log each time, and never read by this program. So a database that was made here before is replaced,
and any other file is not.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.campaign import Campaign
from engine.refusal import Refused
from engine.store.door import Head
from engine.store.placing import create_atomically
from replay.audience.rule import View
from replay.files.played import RowToWrite
from replay.files.tables import XP_FIELDS, Tables

#: Marks a database as made here, in SQLite's field for the program that a file belongs to: “fdgq”.
MADE_HERE = 0x66646771
MARK_AT = 68

#: How many rows of a table are written at once.
ROWS_TOGETHER = 1000

EVENT, SESSION, CHARACTER = (
    ("event", "event", "seq"),
    ("session", "session", "number"),
    ("character", "character", "name"),
)

#: For each table: its columns with their types, its key, and the columns that are keys of other tables.
SCHEMA: dict[str, tuple[dict[str, type], Any, list[tuple[str, str, str]]]] = {
    "made_of": ({"campaign": str, "audience": str, "last_event": int}, "campaign", []),
    "session": (
        {"number": int, "title": str, "day": str, "first_event": int, "last_event": int} | {"from_notes": int},
        "number",
        [],
    ),
    "character": (
        {"name": str, "kind": str, "player": str} | {f"xp_{field}": int for field in XP_FIELDS},
        "name",
        [],
    ),
    "event": (
        {"seq": int, "session": int, "at": str, "local": str, "held_on": str, "from_notes": int, "by": str}
        | {"command": str, "type": str, "counts": int, "text": str},
        "seq",
        [SESSION],
    ),
    "event_character": ({"event": int, "character": str}, ("event", "character"), [EVENT, CHARACTER]),
    "characteristic": ({"character": str, "name": str, "text": str}, ("character", "name"), [CHARACTER]),
    "trait": (
        {"character": str, "trait": str, "level": int, "effective": int, "level_name": str}
        | {"xp": int, "progress": int, "needed": int, "trained": int},
        ("character", "trait"),
        [CHARACTER],
    ),
    "status": ({"character": str, "status": str, "state": str}, ("character", "status"), [CHARACTER]),
    "property": ({"character": str, "name": str, "kind": str}, ("character", "name"), [CHARACTER]),
    "item": (
        {"id": int, "character": str, "event": int, "item": str, "quantity": int, "inside": str, "note": str},
        "id",
        [CHARACTER, EVENT],
    ),
    "injury": (
        {"id": int, "character": str, "track": str, "state": str, "boxes": int, "marked": int, "modifier": int}
        | {"note": str},
        "id",
        [CHARACTER],
    ),
    "change": (
        {"id": int, "event": int, "character": str, "kind": str, "name": str, "before": str, "after": str},
        "id",
        [EVENT, CHARACTER],
    ),
    "xp": (
        {"id": int, "event": int, "session": int, "character": str, "kind": str, "amount": int, "trait": str}
        | {"reason": str, "balance": int, "counts": int},
        "id",
        [EVENT, SESSION, CHARACTER],
    ),
    "roll": (
        {"id": int, "event": int, "session": int, "kind": str, "counts": int, "character": str, "trait": str}
        | {"opponent": str, "level": int, "roll": int, "total": int, "difficulty": int, "margin": int, "success": int}
        | {"first_success": int, "degree": str, "dice": str, "faces": str, "real_dice": int, "chance": float}
        | {"left_out_of_luck": str, "left_out_of_dice": str},
        "id",
        [EVENT, SESSION, CHARACTER, ("opponent", "character", "name")],
    ),
    "point": (
        {"id": int, "event": int, "session": int, "counts": int, "character": str, "amount": int, "use": str}
        | {"roll": int},
        "id",
        [EVENT, SESSION, CHARACTER, ("roll", "event", "seq")],
    ),
    "scene": (
        {"event": int, "session": int, "text": str, "last_event": int},
        "event",
        [EVENT, SESSION, ("last_event", "event", "seq")],
    ),
    "attendance": (
        {"session": int, "character": str, "player": str},
        ("session", "character"),
        [SESSION, CHARACTER],
    ),
    "note": ({"event": int, "session": int, "kind": str, "text": str}, "event", [EVENT, SESSION]),
}

#: The most common questions, as views.
VIEWS = {
    "luck": """
        SELECT CASE c.kind WHEN 'pc' THEN coalesce(nullif(c.player, ''), c.name) ELSE 'GM' END AS player,
               count(*) AS checks, round(sum(r.chance), 1) AS expected, sum(r.first_success) AS made
        FROM roll r JOIN character c ON c.name = r.character
        WHERE r.left_out_of_luck IS NULL
        GROUP BY 1 ORDER BY 1""",
    "left_out": """
        SELECT 'luck' AS of, left_out_of_luck AS why, count(*) AS times FROM roll
        WHERE kind = 'check' AND left_out_of_luck IS NOT NULL GROUP BY 2
        UNION ALL SELECT 'dice', left_out_of_dice, count(*) FROM roll
        WHERE left_out_of_dice IS NOT NULL GROUP BY 2""",
    "traits_over_time": """
        SELECT e.session, e.seq AS event, e.at, e.local, c.character, c.name AS trait, c.before, c.after, e.text
        FROM change c JOIN event e ON e.seq = c.event
        WHERE c.kind = 'traits' AND (c.before IS NOT NULL OR e.type = 'TraitGiven') ORDER BY e.seq""",
    "xp_by_session": """
        SELECT session, character, sum(CASE WHEN kind = 'award' THEN amount ELSE 0 END) AS awarded,
               sum(CASE WHEN kind = 'spend' THEN amount ELSE 0 END) AS spent
        FROM xp WHERE counts GROUP BY session, character ORDER BY session, character""",
    "evenings": """
        SELECT s.number, s.title, s.day, count(e.seq) AS events,
               (SELECT count(*) FROM roll r WHERE r.session = s.number AND r.left_out_of_dice IS NULL) AS rolls
        FROM session s LEFT JOIN event e ON e.session = s.number GROUP BY s.number ORDER BY s.number""",
}


def export_database(campaign: Campaign, path: Path, audience: str | None = None) -> Head | None:
    """Write the tables into a file, a new one or one that was made so before.

    Return the log's head, None if the audience may not know it. Raise Refused or LogError.
    """
    campaign.prove()
    head = campaign.log.head
    tables = Tables(View.of(campaign, audience), head.seq)
    if is_made_here(path):
        must_be_same_tables(campaign, tables.audience, path)
    with create_atomically(path, replaces=is_made_here) as fresh:
        try:
            with closing(sqlite3.connect(fresh)) as connection:
                connection.executescript("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")  # kept only if whole
                fill(Database(connection), tables)
        except (sqlite3.Error, OverflowError) as error:  # a forged log may hold a number that no table does
            raise Refused(f"{path} cannot be written: {error}", about="file") from None
    return head if tables.seen.numbering.has_gaps else None


def is_made_here(path: Path) -> bool:
    """Return whether a file is a database of tables that this program made."""
    try:
        with path.open("rb") as file:
            head = file.read(MARK_AT + 4)
    except OSError:
        return False
    return head[MARK_AT:] == MADE_HERE.to_bytes(4, "big")


def must_be_same_tables(campaign: Campaign, audience: str, path: Path) -> None:
    """Raise Refused unless a database holds this campaign's tables for this audience and no others."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')")
            foreign = sorted(name for (name,) in names if not is_table_of_ours(name))
            made = connection.execute("SELECT campaign, audience FROM made_of").fetchone() or ("", "")
        except sqlite3.Error:
            foreign, made = [], ("", "")
    if foreign:
        why = f"holds what this program did not make: {foreign[0]!a}"
    elif made[0] != campaign.log.campaign:
        why = "holds tables of another campaign"
    elif made[1] != audience:
        why = "holds tables for another audience"
    else:
        return
    raise Refused(f"{path} {why}", about="file", hint="give another name, or move that file away")


def is_table_of_ours(name: str) -> bool:
    """Return whether this program makes a table or view, also through SQLite's full-text search."""
    return name in SCHEMA or name in VIEWS or name.startswith(("sqlite_", "note_fts", "event_fts"))


def fill(database: Database, tables: Tables) -> None:
    """Make and fill all tables, and add the views and the index for searches."""
    for name, (columns, key, keys) in SCHEMA.items():
        database.table(name).create(columns, pk=key, foreign_keys=keys)
    with database.conn:
        for name, rows in in_batches(tables.rows()):
            fields = [field for field in SCHEMA[name][0] if field != "id"]  # SQLite counts these
            values = ", ".join(f":{field}" for field in fields)
            database.conn.executemany(f"INSERT INTO [{name}] ([{'], ['.join(fields)}]) VALUES ({values})", rows)
    for name in ("note", "event"):
        database.table(name).enable_fts(["text"])
    for name, query in VIEWS.items():
        database.create_view(name, query.strip())
    database.index_foreign_keys()
    database.execute(f"PRAGMA application_id = {MADE_HERE}")
    database.conn.commit()


def in_batches(rows: Iterable[tuple[str, RowToWrite]]) -> Iterator[tuple[str, list[RowToWrite]]]:
    """Yield rows of a table together, in their order."""
    waiting: dict[str, list[RowToWrite]] = {}
    for name, row in rows:
        waiting.setdefault(name, []).append(row)
        if len(waiting[name]) == ROWS_TOGETHER:
            yield name, waiting.pop(name)
    yield from waiting.items()
