"""The files by which the pages, the prompt and other terminals know of each other, in one folder for all campaigns.

Each group of a campaign has files of its own. Behind its campaign, and its place among the groups, a file is called
`link` for the table's link, `seats` for who has a seat, or `serving` for who serves and follows. An `ask-NN` is a phone
that asks, an `answer-NN` what the game master said, and an `order-` what another terminal wants of the server.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.campaign import Campaign
from engine.groups import list_groups
from engine.store.memo import name_on_disk
from engine.store.own_files import LIVE, find_folder, parse_own, read_own, write_own
from engine.value import value

#: What changed less than so many ns ago may change again without having another time.
SAME_TIME = 50_000_000


@value
class LiveFolder:
    """The files of a campaign and one of its groups. What cannot be read there is as if it were not there.

    `place` is the group's among all, 0 for the first one: its name may change. `log` is the file of the campaign's log,
    as a copy or a fork of that has the same files; "" stands for any of them.
    """

    campaign: str
    place: int = 0
    log: str = ""

    @classmethod
    def of(cls, campaign: Campaign, group: str | None = None) -> LiveFolder:
        """Return the files of a group, by default of the one at which the campaign's speaker sits."""
        state, file = campaign.state, campaign.log.place.file
        place = list_groups(state).index(state.group if group is None else group)
        return cls(campaign.log.campaign, place, str(file.resolve()) if file else "")

    @property
    def of_any_log(self) -> LiveFolder:
        """The same files, whichever log of the campaign is served."""
        return LiveFolder(self.campaign, self.place)

    def call(self, name: str) -> str:
        """Return what a file is called in the folder of all campaigns."""
        group = f"+{self.place}" if self.place else ""
        return f"{name_on_disk(self.campaign)}{group}-{name}"

    def read(self, name: str) -> dict[str, Any]:
        """Return what a file holds, nothing if it is missing or not ours."""
        with suppress(OSError, ValueError):
            found = parse_own(read_own(LIVE, self.call(name)))
            return found if isinstance(found, dict) else {}
        return {}

    def read_server(self) -> dict[str, Any]:
        """Return what the server of the log has last said of itself, nothing if another log is served."""
        held = self.read("serving")
        return held if self.log in ("", held.get("path")) else {}

    def read_serving(self) -> dict[str, Any]:
        """Return who serves and follows, nothing if that process was killed."""
        held = self.read_server()
        return held if is_running(held.get("pid")) else {}

    def write(self, name: str, held: dict[str, Any]) -> None:
        """Write a file, replacing an earlier one. Raise OSError if that cannot be done."""
        write_own(LIVE, self.call(name), json.dumps(held).encode())

    def remove(self, name: str) -> bool:
        """Remove a file, and return whether it was there."""
        try:
            os.unlink(find_folder(LIVE) / self.call(name))
        except OSError:
            return False
        return True

    def names(self, beginning: str) -> list[str]:
        """Return the names of the files that begin so, in order."""
        try:
            found = os.listdir(find_folder(LIVE))
        except OSError:
            return []
        own = self.call("")
        ours = (name.removeprefix(own) for name in found if name.startswith(own) and "." not in name)
        return sorted(name for name in ours if name.startswith(beginning))

    def take_all(self, beginning: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the files that begin so with their names, removing each. Of two programs one gets it."""
        for name in self.names(beginning):
            held = self.read(name)
            if self.remove(name):
                yield name, held


class ChangeWatch:
    """Tells whether files or folders changed since the last look, by their times."""

    def __init__(self, *places: Path) -> None:
        self.places = places
        self.times: list[int] | None = None

    def has_changed(self) -> bool:
        """Return whether something may have changed, as it is at the first look."""
        now = [*map(changed_at, self.places)]
        if now == self.times:
            return False
        self.times = None if time.time_ns() - max(now, default=0) < SAME_TIME else now
        return True


def watch_own_folder() -> ChangeWatch:
    """Watch the folder with the files of all campaigns, or nothing for a user without a home."""
    try:
        return ChangeWatch(find_folder(LIVE))
    except OSError:
        return ChangeWatch()


def is_running(process: object) -> bool:
    """Return whether a number is that of a process."""
    if not isinstance(process, int) or process <= 0:
        return False
    if os.name != "posix":  # to ask would be to end it there
        return True
    try:
        with suppress(ChildProcessError):  # one that this process started is there until its end is asked for
            os.waitpid(process, os.WNOHANG)
        os.kill(process, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)  # another user's is running too
    return True


def changed_at(place: Path) -> int:
    """Return when a file was last written, or something in a folder added, replaced or removed, in ns, or 0."""
    try:
        return os.stat(place).st_mtime_ns
    except OSError:
        return 0
