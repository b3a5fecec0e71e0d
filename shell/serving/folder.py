"""The files by which the pages, the prompt and other terminals know of each other, in a folder for each campaign.

`link` is the table's link, `seats` who has a seat, `serving` who serves and follows. An `ask-NN` is a phone that asks,
an `answer-NN` what the game master said, and an `order-` what another terminal wants of the server.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from engine.store.own_files import LIVE, OwnKind, find_folder, parse_own, read_own, write_own
from engine.value import evolve, value


@value
class LiveFolder:
    """The folder of a campaign. What cannot be read there is as if it were not there."""

    kind: OwnKind

    def read(self, name: str) -> dict[str, Any]:
        """Return what a file holds, nothing if it is missing or not ours."""
        with suppress(OSError, ValueError):
            found = parse_own(read_own(self.kind, name))
            return found if isinstance(found, dict) else {}
        return {}

    def write(self, name: str, held: dict[str, Any]) -> None:
        """Write a file, replacing an earlier one. Raise OSError if that cannot be done."""
        write_own(self.kind, name, msgspec.json.encode(held))

    def remove(self, name: str) -> bool:
        """Remove a file, and return whether it was there."""
        try:
            os.unlink(find_folder(self.kind) / name)
        except OSError:
            return False
        return True

    def names(self, beginning: str) -> list[str]:
        """Return the names of the files that begin so, in order."""
        try:
            found = os.listdir(find_folder(self.kind))
        except OSError:
            return []
        return sorted(name for name in found if name.startswith(beginning) and "." not in name)

    def take_all(self, beginning: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the files that begin so with their names, removing each. Of two programs one gets it."""
        for name in self.names(beginning):
            held = self.read(name)
            if self.remove(name):
                yield name, held

    def changed_at(self) -> int:
        """Return when a file was last added, replaced or removed, in ns, or 0 if there is no folder."""
        try:
            return os.stat(find_folder(self.kind)).st_mtime_ns
        except OSError:
            return 0


def live_folder_of(campaign: str) -> LiveFolder:
    """Return the folder of the campaign with this id."""
    return LiveFolder(evolve(LIVE, folder=f"{LIVE.folder}/{campaign}"))
