"""The lines typed at the prompt before: kept for each campaign in the user's state folder, the secret ones nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from prompt_toolkit.history import FileHistory

from engine.store.memo import own_folder
from shell.runner import Desk


class PastLines(FileHistory):
    """The lines typed in the campaign of a desk. Where its file cannot be used, they last as long as the prompt."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        super().__init__("")

    def append_string(self, string: str) -> None:
        """Add a line, unless it keeps something from the players."""
        if not is_secret_line(string):
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines of earlier evenings, the latest first."""
        with suppress(OSError, RuntimeError):
            if self.find_file():
                return list(super().load_history_strings())
        return []

    def store_string(self, string: str) -> None:
        """Write a line to the campaign's file, once there is a campaign."""
        with suppress(OSError, RuntimeError):
            if self.find_file():
                own_lines().mkdir(parents=True, exist_ok=True)
                super().store_string(string)

    def find_file(self) -> bool:
        """Set the file of the campaign; return false if there is no campaign yet."""
        if self.desk.campaign is None:
            return False
        name = sha256(self.desk.campaign.log.campaign.encode()).hexdigest()[:32]
        self.filename = str(own_lines() / name)
        return True


def own_lines() -> Path:
    """Return the folder of the lines that the user typed, a file for each campaign."""
    return own_folder("XDG_STATE_HOME", ".local/state") / "lines"


def is_secret_line(text: str) -> bool:
    """Tell whether one of some typed lines holds what players are not to see, reaction rolls among them."""
    lines = text.casefold().split("\n")
    return any(
        re.search(r"\bsecret\b", line) or (line.split()[:1] == ["react"] and "open" not in line.split())
        for line in lines
    )
