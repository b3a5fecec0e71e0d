"""Players' lines at the prompt: which one stands below it, since when, and what its keys do.

A line stands there only while nothing is typed. Nothing of the tray is loaded before pages are served.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING

from shell.runner import Desk
from shell.serving.folder import LiveFolder

if TYPE_CHECKING:
    from shell.serving.tray import WaitingLine

#: What the keys do with a line, with one whose difficulty is not said, and with an X-card.
LINE_KEYS = "Enter takes it · → changes it · Del declines"
GAP_KEYS = "→ lets you say the difficulty · Del declines"
XCARD_KEYS = "Enter records it · Del puts it away"

#: What stands there for an X-card.
XCARD_SHOWN = "X-card"

#: The value of the rule “phones” by which plain lines are taken without a key.
TRUSTED = "trust"

#: How many seconds a line must have stood there before Enter takes it: it could come under the finger, unread.
RIPE_AFTER = 0.7


class ProposedLines:
    """The lines in the tray, as the prompt of a desk shows them.

    `xcard`: a phone shows one. It `trusts` phones if their rule says so, which may have been set elsewhere. `changing`
    is the line that was put into the prompt, and `refused` are the ids of lines that the rules refused.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.lines: list[WaitingLine] = []
        self.xcard = self.trusts = False
        self.changing: WaitingLine | None = None
        self.refused: set[str] = set()
        self._standing: tuple[str, float] = ("", 0.0)

    def read(self, folder: LiveFolder, serving: Mapping[str, object]) -> None:
        """Read what is in the tray, by the file that says who serves."""
        self.lines, self.xcard, self.trusts = [], False, serving.get("phones") == TRUSTED
        if serving:
            from shell.serving.tray import Tray  # needed only while pages are served

            tray = Tray(folder)
            self.lines, self.xcard = tray.find_lines(), tray.has_xcard()

    @property
    def first(self) -> str:
        """What comes first: the id of a line, or that there is an X-card; “” if nothing waits."""
        return XCARD_SHOWN if self.xcard else self.lines[0].id if self.lines else ""

    def stand(self, shown: str) -> None:
        """Note what is seen below the prompt now, “” for nothing."""
        if shown != self._standing[0]:
            self._standing = shown, monotonic()

    @property
    def ripe(self) -> str:
        """What has stood below the prompt for a moment and still comes first, or “”."""
        shown, since = self._standing
        return shown if shown == self.first and monotonic() - since >= RIPE_AFTER else ""

    @property
    def count(self) -> int:
        """How many lines wait besides the one that is being changed."""
        return len([each for each in self.lines if each != self.changing])

    def rows(self, foresee: Callable[[str], str]) -> list[str]:
        """Return what to show of the first line: whose it is, what it would do, and what the keys do with it."""
        if self.xcard or not self.lines:
            return [XCARD_SHOWN, XCARD_KEYS] if self.xcard else []
        line = self.lines[0]
        place = f"   (1 of {len(self.lines)})" if len(self.lines) > 1 else ""
        effect = "" if line.gap else foresee(line.exact)
        rows = (f"{line.player}: {line.line}{place}", effect, GAP_KEYS if line.gap else LINE_KEYS)
        return [row for row in rows if row]

    def find_trusted(self) -> WaitingLine | None:
        """Return a line that the rule “phones” lets the prompt take by itself, and that was not refused."""
        lines = (each for each in self.lines if self.trusts and each.id not in self.refused)
        return next((each for each in lines if each.may_be_trusted), None)
