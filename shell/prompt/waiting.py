"""What waits for the game master at the prompt: phones that ask for a seat, and players' lines.

Who follows is shown where nothing waits.
"""

from __future__ import annotations

from engine.patterns import pattern
from shell.prompt.proposed import ProposedLines
from shell.runner import Desk
from shell.serving.asking import PhoneAsking, asking_phones, remark_on
from shell.serving.folder import LiveFolder, is_running, watch_own_folder

#: The two digits of a phone, typed alone.
TWO_DIGITS = pattern(r"\s*[1-9][0-9]\s*")

#: How many seconds pass between two looks at the folder, while pages are served and while not.
SERVED_EVERY, ELSE_EVERY = 0.1, 1.0

#: What the keys do with a phone that asks.
PHONE_KEYS = "type the two digits on it and Enter · Del refuses it"

#: Said where the process that served was killed while this prompt was open.
PAGES_ENDED = "the pages have ended: “serve” begins again, with the same link"


class Waiting:
    """Looks at the files of a desk's campaign and group. `server` is the process that serves its pages, if one does."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.watch = watch_own_folder()
        self.folder = LiveFolder("")
        self.server: int | None = None
        self.was_served = False
        self.asking: list[PhoneAsking] = []
        self.followers = ""
        self.proposed = ProposedLines(desk)

    @property
    def count(self) -> str:
        """How much waits, for beside a line that is being typed."""
        number = len(self.asking) + self.proposed.count
        return f"{number} waiting" if number else ""

    @property
    def pause(self) -> float:
        """How many seconds to wait until the next look."""
        return SERVED_EVERY if self.followers else ELSE_EVERY

    @property
    def remark(self) -> str:
        """What waits, or who follows, "" if pages are not served."""
        return f"{self.asking[0].text}: {PHONE_KEYS}" if self.asking else self.followers

    def look(self) -> bool:
        """Look whether something else waits or others follow, and return whether that is so."""
        folder = LiveFolder.of(self.desk.campaign) if self.desk.campaign else LiveFolder("")
        was_killed = self.server is not None and not is_running(self.server)
        if not self.watch.has_changed() and folder == self.folder and not was_killed:
            return False
        before = self.seen
        self.folder = folder
        self.read()
        return self.seen != before

    @property
    def seen(self) -> tuple[object, ...]:
        """All that is shown at the prompt."""
        return self.remark, self.proposed.xcard, self.proposed.lines

    def read(self) -> None:
        """Read who asks and who follows."""
        folder = self.folder
        held = folder.read_server()
        is_on = is_running(held.get("pid"))
        self.was_served = is_on or self.was_served
        self.server = held["pid"] if is_on else None
        self.asking = asking_phones(folder)
        self.proposed.read(folder, held if is_on else {})
        told = remark_on(held) or count_screens(held)
        self.followers = told if is_on else PAGES_ENDED if held and self.was_served else ""

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
