"""What this computer last saw of a campaign, noted in the user's state folder: so a shorter or different past shows.

It is a help, never the truth: without it a log is simply checked from its beginning.
"""

from __future__ import annotations

import json
import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.value import value


@value
class Seen:
    """The head of a log as it was last seen: how many events, the last one's hash in hex, and where the file lay."""

    events: int
    hash: str
    path: str


def folder() -> Path:
    """Where the notes lie."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "fudgelog" / "heads"


def last_seen(campaign: str, path: Path) -> Seen | None:
    """The head last seen of this campaign in this file, or in one that has been moved away since; None for neither."""
    notes = _notes(campaign)
    here = str(path.absolute())
    if here in notes:
        return notes[here]
    moved = [seen for seen in notes.values() if not Path(seen.path).exists()]
    return max(moved, key=lambda seen: seen.events, default=None)


def remember(campaign: str, path: Path, events: int, hash: str) -> None:
    """Note the head of a log that was found right. A folder that cannot be written to is no reason to stop."""
    here = str(path.absolute())
    notes = {where: seen for where, seen in _notes(campaign).items() if Path(where).exists()}
    notes[here] = Seen(events, hash, here)
    text = json.dumps({where: [seen.events, seen.hash] for where, seen in notes.items()})
    file = _file(campaign)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        fresh.write_text(text, "utf-8")
        fresh.replace(file)
    except OSError:
        return


def _file(campaign: str) -> Path:
    """Where the notes on a campaign lie. A forged identity is no name for a file: its hash stands for it."""
    safe = re.fullmatch(r"[0-9a-f]{32}", campaign)
    name = campaign if safe else sha256(campaign.encode("utf-8", "surrogatepass")).hexdigest()
    return folder() / name


def _notes(campaign: str) -> dict[str, Seen]:
    """Every note on a campaign by the path of its file; nothing where there are none that can be read."""
    try:
        found: dict[str, Any] = json.loads(_file(campaign).read_text("utf-8"))
        return {where: Seen(int(events), str(hash), where) for where, (events, hash) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
