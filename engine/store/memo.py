"""Notes, in the user's state folder, on each campaign last seen here, to notice shorter or different logs."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.value import evolve, value

#: So many files of one campaign are kept in mind, those seen last.
MOST_REMEMBERED = 100

#: So many hundredths of a second a note waits for another program that is noting something.
PATIENCE = 100


@value
class SeenHead:
    """The head of a log as last seen: number of events, hash in hex, and path.

    The hash is that of the last event. `branch` is which of the logs of a campaign it is (None: that was not noted),
    and it is `doubted` where damage was found in it since.
    """

    events: int
    hash: str
    path: str
    branch: str | None = None
    doubted: bool = False


def folder() -> Path:
    """Where the notes lie."""
    return own_folder("XDG_STATE_HOME", ".local/state") / "heads"


def own_folder(variable: str, usual: str) -> Path:
    """Return the program's folder in one of the user's folders. A relative XDG path is ignored."""
    given = os.environ.get(variable, "")
    return (Path(given) if os.path.isabs(given) else Path.home() / usual) / "fudgelog"


def last_seen(campaign: str) -> dict[str, SeenHead]:
    """Return what was last seen of a campaign, by the path of each file, which may no longer exist."""
    return _notes(_file(campaign))


def is_lost(campaign: str) -> bool:
    """Return whether this computer's note on a campaign is unreadable now."""
    file = _file(campaign)
    return file.exists() and not _notes(file)


def remember(
    campaign: str, place: str, events: int, hash: str, branch: str | None = "", *, accepted: bool = False
) -> None:
    """Note the head of a log that was found right.

    A folder that cannot be written to is no reason to stop. A note never goes backwards, for another window may have
    seen more of the log. Only `accepted` replaces a further one. Where `branch` is None, what was noted of it stays.
    """
    with alone():
        notes = last_seen(campaign)
        before = notes.pop(place, None)
        if before is not None and before.events > events and not accepted:
            notes[place] = before
        else:
            kept = before.branch if before is not None and branch is None else branch
            notes[place] = SeenHead(events, hash, place, kept)
        _write(_file(campaign), notes)


@contextmanager
def alone() -> Iterator[None]:
    """Keep other programs from noting anything during this block, if possible.

    The system may have no such lock, or a stopped program may keep it.
    """
    with ExitStack() as held:
        with suppress(OSError, ImportError):
            import fcntl  # not on every system

            folder().mkdir(parents=True, exist_ok=True)
            number = os.open(folder(), os.O_RDONLY)
            held.callback(os.close, number)
            for _ in range(PATIENCE):
                with suppress(BlockingIOError):
                    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                time.sleep(0.01)
        yield


def doubt(path: Path) -> None:
    """Mark a file of any campaign as damaged, so that its next opening checks all of it."""
    here = str(path.absolute())
    try:
        files = [file for file in folder().iterdir() if re.fullmatch(r"[0-9a-f]+", file.name)]
        concerned = [file for file in files if json.dumps(here).encode() in file.read_bytes()]
    except OSError:
        return
    with alone():
        for file in concerned:
            notes = _notes(file)
            if here in notes:
                _write(file, notes | {here: evolve(notes[here], doubted=True)})


def _write(file: Path, notes: dict[str, SeenHead]) -> None:
    kept = list(notes.items())[-MOST_REMEMBERED:]
    text = json.dumps({where: [seen.events, seen.hash, seen.branch, seen.doubted] for where, seen in kept})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        with fresh.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(file)
        flush_folder(file.parent)
    except OSError:
        return


def flush_folder(place: Path) -> None:
    """Flush the names in a folder to storage, where the system can."""
    if hasattr(os, "O_DIRECTORY"):  # Windows opens no folder
        number = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _file(campaign: str) -> Path:
    """Where the notes on a campaign lie.

    A forged identity is no name for a file: its hash stands for it.
    """
    safe = re.fullmatch(r"[0-9a-f]{32}", campaign)
    name = campaign if safe else sha256(campaign.encode("utf-8", "surrogatepass")).hexdigest()
    return folder() / name


def _notes(file: Path) -> dict[str, SeenHead]:
    """Return the notes in a file, also of older versions; none if unreadable."""
    try:
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return {at: SeenHead(int(events), str(hash), at, *more[:2]) for at, (events, hash, *more) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
