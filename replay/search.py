"""Search a log for words, with a full-text index or a plain scan.

The index is in the user's cache folder. The index only saves time: it holds the head that it was made from, grows with
the log, and is made again if the log differs. If anything is wrong with it, the log itself is read.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.campaign import Campaign, Recorded
from engine.narrate import tell
from engine.store import codec
from engine.store.door import Log
from engine.store.memo import own_folder

#: Part of what an index was made from: another program words events otherwise.
WORDING = 1
INDEXED_AT_ONCE = 1000

#: Fields that nobody searches for words.
UNSPOKEN = frozenset(["campaign", "digest", "rules", "values", "hash", "source"])


def search(campaign: Campaign, text: str) -> list[Recorded]:
    """Return the events with these words, in order. A word matches longer ones: torch finds torches."""
    return [each for seq in find_words(campaign, text) for each in campaign.events(seq - 1, seq)]


def find_words(campaign: Campaign, text: str) -> list[int]:
    """Return the numbers of the events with these words."""
    file = index_file(campaign.log.campaign)
    try:
        if file is not None:
            return search_index(campaign, file, text)
    except (OSError, sqlite3.Error):
        pass
    return scan_log(campaign, text)


# --- the index -------------------------------------------------------------------------------------------------


def index_file(campaign: str) -> Path | None:
    """Return the path of a campaign's index; None for an id that is not one."""
    if not re.fullmatch(r"[0-9a-f]{32}", campaign):
        return None
    return own_folder("XDG_CACHE_HOME", ".cache") / campaign / "search.db"


def search_index(campaign: Campaign, file: Path, text: str) -> list[int]:
    """Search the index, after bringing it up to date; a damaged one is made again."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _search_index(campaign, file, text)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # locked, full or read-only: making it anew would not help
            raise
        file.unlink(missing_ok=True)
        return _search_index(campaign, file, text)


def _search_index(campaign: Campaign, file: Path, text: str) -> list[int]:
    with closing(sqlite3.connect(file)) as connection:
        index = Database(connection)
        extend(campaign, index)
        return [seq for seq in find_matching(index, text) if seq <= campaign.state.seq]


def extend(campaign: Campaign, index: Database) -> None:
    """Add the log's new events to an index, then mark it as complete.

    An index without the mark was interrupted, and is made again.
    """
    made = _made_from(campaign, index)
    if made == campaign.state.seq:
        return
    last = campaign.state.seq
    if made == 0:
        _begin(index)
    rows = _rows(campaign.events(made, last))
    index.table("event").insert_all(rows, pk="seq", batch_size=INDEXED_AT_ONCE, replace=True)
    head, wording = hash_at(campaign.log, last), wording_of(campaign)
    index.table("made").insert({"id": 1, "events": last, "head": head, "wording": wording}, pk="id", replace=True)


def _made_from(campaign: Campaign, index: Database) -> int:
    """Return how many of the log's events an index has, or 0 if it was made from another log."""
    if not {"made", "event"} <= set(index.table_names()):
        return 0
    for row in index.query("SELECT events, head FROM made WHERE wording = ?", [wording_of(campaign)]):
        if hash_at(campaign.log, row["events"]) == row["head"] and row["events"] <= campaign.state.seq:
            return int(row["events"])
    return 0


def wording_of(campaign: Campaign) -> str:
    """Return a key for events' wording: the program's version and corrected names."""
    return f"{WORDING} {campaign.naming}" if campaign.naming else str(WORDING)


def hash_at(log: Log, seq: int) -> str | None:
    """Return the hash of an event in hexadecimal, or None for an unknown number."""
    row = log.at(seq)
    return None if row is None else row.hash.hex()


def _begin(index: Database) -> None:
    for table in ("event_fts", "event", "made"):
        index.table(table).drop(ignore=True)
    index.table("made").create({"id": int, "events": int, "head": str, "wording": str}, pk="id")
    index.table("event").create({"seq": int, "text": str}, pk="seq")
    index.table("event").enable_fts(["text"], tokenize="unicode61 remove_diacritics 2", create_triggers=True)


def _rows(events: Iterable[Recorded]) -> Iterator[dict[str, Any]]:
    return ({"seq": each.seq, "text": words_of(each)} for each in events)


def find_matching(index: Database, text: str) -> list[int]:
    """Return the numbers that a query finds.

    It searches by SQLite's syntax or beginnings of words, else within words.
    """
    table = index.table("event")
    for query in queries(text):
        try:
            numbers = [row["seq"] for row in table.search(query, columns=["seq"], order_by="seq")]
        except sqlite3.OperationalError as error:
            if _is_gone(error):
                raise
            continue
        if numbers:
            return numbers
    within = " AND ".join(["text LIKE ? ESCAPE '\\'"] * len(words(text))) or "0"
    rows = index.query(f"SELECT seq FROM event WHERE {within} ORDER BY seq", [f"%{_plain(w)}%" for w in words(text)])
    return [row["seq"] for row in rows]


def queries(text: str) -> tuple[str, ...]:
    """Return a query as beginnings of words, and first as typed if it has signs of SQLite's syntax."""
    begun = " ".join(f'"{word}"*' for word in words(text))
    return (begun,) if words(text) == text.split() else (text, begun)


def _is_gone(error: sqlite3.OperationalError) -> bool:
    """Return whether the index is at fault rather than the query."""
    return any(said in str(error) for said in ("no such table", "no such module", "locked", "readonly", "disk"))


def _plain(word: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", word)


# --- without an index ------------------------------------------------------------------------------------------


def scan_log(campaign: Campaign, text: str) -> list[int]:
    """Read the whole log for events that contain all of the words."""
    wanted = [fold_text(word) for word in words(text)]
    events = campaign.events(upto=campaign.state.seq)
    return [each.seq for each in events if wanted and all(word in fold_text(words_of(each)) for word in wanted)]


def words(text: str) -> list[str]:
    """Return the words of a query, without the signs of a query language."""
    return [word for word in re.findall(r"\w+", text) if word not in ("AND", "OR", "NOT", "NEAR")]


def fold_text(text: str) -> str:
    """Fold a text: no case, no accents."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def words_of(recorded: Recorded) -> str:
    """Return all words of an event: its sentence, and any other text it holds."""
    told = tell(recorded.event)
    more = [each for each in dict.fromkeys(_find_texts(codec.plain_data(recorded.event))) if each not in told]
    return " · ".join([told, *more])


def _find_texts(held: Any) -> Iterator[str]:
    """Yield every text in the plain data of an event."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, dict):
        for key, inner in held.items():
            if key not in UNSPOKEN:
                yield from _find_texts(inner)
    elif isinstance(held, list | tuple):
        for inner in held:
            yield from _find_texts(inner)
