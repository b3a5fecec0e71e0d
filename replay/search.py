"""Search a log for words, with a full-text index or, where SQLite has none, a plain scan.

The index is made in memory from the log for each search, so it is never out of date.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.narrate import tell
from engine.store import codec

#: Fields that are not searched for words.
UNSPOKEN = frozenset(["campaign", "digest", "rules", "values", "hash", "source"])


def search(campaign: Campaign, text: str) -> list[Recorded]:
    """Return the events with these words, in order. Words match by their beginning: torch finds torches."""
    return [each for seq in find_words(campaign, text) for each in campaign.events(seq - 1, seq)]


def find_words(campaign: Campaign, text: str) -> list[int]:
    """Return the numbers of the events with these words."""
    with closing(sqlite3.connect(":memory:")) as index:
        try:
            index.execute(INDEX)
        except sqlite3.OperationalError:  # this SQLite has no full-text search
            return scan_log(campaign, text)
        events = campaign.events(upto=campaign.state.seq)
        index.executemany(
            "INSERT INTO event(rowid, text) VALUES (?, ?)", ((each.seq, words_of(each)) for each in events)
        )
        return find_matching(index, text)


# --- the index -------------------------------------------------------------------------------------------------

INDEX = "CREATE VIRTUAL TABLE event USING fts5(text, tokenize = 'unicode61 remove_diacritics 2')"


def find_matching(index: sqlite3.Connection, text: str) -> list[int]:
    """Return the numbers of the events that match a query.

    Match by SQLite's syntax or beginnings of words, or else within words.
    """
    for query in queries(text):
        try:
            found = index.execute("SELECT rowid FROM event WHERE event MATCH ? ORDER BY rowid", [query]).fetchall()
        except sqlite3.OperationalError:  # it is no such query
            continue
        if found:
            return [seq for (seq,) in found]
    within = " AND ".join(["text LIKE ? ESCAPE '\\'"] * len(words(text))) or "0"
    patterns = [f"%{_plain(word)}%" for word in words(text)]
    return [seq for (seq,) in index.execute(f"SELECT rowid FROM event WHERE {within} ORDER BY rowid", patterns)]


def queries(text: str) -> tuple[str, ...]:
    """Return a query as beginnings of words, and first as typed if it has signs of SQLite's syntax."""
    begun = " ".join(f'"{word}"*' for word in words(text))
    return (begun,) if words(text) == text.split() else (text, begun)


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
