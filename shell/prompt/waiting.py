"""What waits for the game master at the prompt: phones that ask for a seat. Who follows is shown beside it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from engine.patterns import pattern
from engine.store.own_files import LIVE, find_folder
from shell.runner import Desk

if TYPE_CHECKING:
    from shell.serving.asking import PhoneAsking

#: The two digits of a phone, typed alone.
TWO_DIGITS = pattern(r"\s*[1-9][0-9]\s*")

#: How many seconds pass between two looks at the folder, while pages are served and while not.
SERVED_EVERY, ELSE_EVERY = 0.1, 1.0

#: What the keys do with a phone that asks.
PHONE_KEYS = "type the two digits on it and Enter · Del refuses it"


class Waiting:
    """Looks at the folder of a desk's campaign. Nothing of the server is loaded before pages were ever served."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.changed_at = 0
        self.asking: list[PhoneAsking] = []
        self.followers = ""

    @property
    def pause(self) -> float:
        """How many seconds to wait until the next look."""
        return SERVED_EVERY if self.followers else ELSE_EVERY

    @property
    def remark(self) -> str:
        """What waits, or who follows, "" if pages are not served."""
        return f"{self.asking[0].text}: {PHONE_KEYS}" if self.asking else self.followers

    def look(self) -> bool:
        """Look whether something changed, and return whether it did."""
        campaign = self.desk.campaign.log.campaign if self.desk.campaign else ""
        try:
            now = os.stat(find_folder(LIVE) / campaign).st_mtime_ns if campaign else 0
        except OSError:
            now = 0
        if now == self.changed_at:
            return False
        self.changed_at = now
        self.read(campaign)
        return True

    def read(self, campaign: str) -> None:
        """Read who asks and who follows."""
        from shell.serving.asking import asking_phones
        from shell.serving.folder import live_folder_of

        folder = live_folder_of(campaign)
        held = folder.read("serving")
        self.asking = asking_phones(folder) if held else []
        self.followers = count_screens(held) if held else ""

    def expand(self, line: str) -> str:
        """Return the line that two digits stand for while a phone asks, or else the line as it is."""
        if not TWO_DIGITS.fullmatch(line):
            return line
        self.look()
        return f"take {line.strip()}" if self.asking else line


def count_screens(held: dict[str, object]) -> str:
    """Return how many screens follow, and whose seats there are."""
    followers, seats = held.get("followers"), held.get("seats")
    count = followers if isinstance(followers, int) else 0
    players = [str(each.get("player")) for each in seats if isinstance(each, dict)] if isinstance(seats, list) else []
    screens = f"{count} {'screen' if count == 1 else 'screens'}"
    return f"{screens} · {', '.join(players)}" if players else screens
