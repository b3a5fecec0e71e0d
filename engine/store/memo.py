"""Notes, in the user's state folder, on each campaign last seen here, to notice shorter or different logs."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from hashlib import sha256

from engine.store.door import GREATEST_NUMBER
from engine.store.own_files import HEADS, alone, find_folder, parse_own, read_own, write_own
from engine.value import evolve, value

#: How many files of one campaign are remembered, those seen last.
MOST_REMEMBERED = 100


@value
class SeenHead:
    """The head of a log as last seen: number of events, hash of the last one in hex, and path.

    `branch` tells which of a campaign's logs it is (None: not noted), and `doubted` that damage was found in it since.
    """

    events: int
    hash: str
    path: str
    branch: str | None = None
    doubted: bool = False


def last_seen(campaign: str) -> dict[str, SeenHead]:
    """Return what was last seen of a campaign, by the path of each file, which may no longer exist."""
    return _notes(name_on_disk(campaign))


def is_lost(campaign: str) -> bool:
    """Return whether this computer's note on a campaign is unreadable now."""
    name = name_on_disk(campaign)
    try:
        return not _read(name)
    except FileNotFoundError:
        return False
    except (OSError, ValueError):
        return True


def remember(
    campaign: str, place: str, events: int, hash: str, branch: str | None = "", *, accepted: bool = False
) -> None:
    """Note the head of a log that was found right. Do nothing if the folder cannot be written to.

    A note never goes backwards, because another window may have seen more of the log. Only `accepted` replaces a later
    one. If `branch` is None, the noted branch stays. A look at what was seen last writes nothing.
    """
    with alone(HEADS):
        notes = last_seen(campaign)
        latest = list(notes.values())[-1:]
        before = notes.pop(place, None)
        if before is not None and before.events > events and not accepted:
            seen = before
        else:
            known = before.branch if before is not None and branch is None else branch
            seen = SeenHead(events, hash, place, known)
        if latest != [seen]:
            _write(name_on_disk(campaign), notes | {place: seen})


def doubt(here: str) -> None:
    """Mark the log of any campaign with a key as damaged, so that its next opening checks all of it."""
    with suppress(OSError):
        names = [file.name for file in find_folder(HEADS).iterdir() if re.fullmatch(r"[0-9a-f]+", file.name)]
        with alone(HEADS):
            for name in names:
                notes = _notes(name)
                if here in notes:
                    _write(name, notes | {here: evolve(notes[here], doubted=True)})


def _write(name: str, notes: dict[str, SeenHead]) -> None:
    latest = list(notes.items())[-MOST_REMEMBERED:]
    text = json.dumps({where: [seen.events, seen.hash, seen.branch, seen.doubted] for where, seen in latest})
    with suppress(OSError):
        write_own(HEADS, name, text.encode(), flushed=True)


def name_on_disk(campaign: str) -> str:
    """Return the name of a file about a campaign in the user's folders. A hash replaces a forged identity."""
    safe = re.fullmatch(r"[0-9a-f]{32}", campaign)
    return campaign if safe else sha256(campaign.encode("utf-8", "surrogatepass")).hexdigest()


def _notes(name: str) -> dict[str, SeenHead]:
    """Return the notes in a file, or none if there is no such file, or if it is unusable."""
    try:
        return _read(name)
    except (OSError, ValueError):
        return {}


def _read(name: str) -> dict[str, SeenHead]:
    """Return the notes in a file, also of older versions. Raise OSError or ValueError for what is none of ours."""
    found = parse_own(read_own(HEADS, name))
    if not isinstance(found, dict):
        raise ValueError("it holds no notes")
    return {where: _parse_note(where, held) for where, held in found.items()}


def _parse_note(where: str, held: object) -> SeenHead:
    """Return a note from a file's JSON. Older versions noted neither branch nor doubt."""
    match held:
        case [int(events), str(hash), *more] if 0 < events <= GREATEST_NUMBER and re.fullmatch(r"[0-9a-f]+", hash):
            match [*more, *(None, False)[len(more) :]]:
                case [(None | str()) as branch, bool(doubted)]:
                    return SeenHead(events, hash, where, branch, doubted)
    raise ValueError(f"it holds no note on {where}")
