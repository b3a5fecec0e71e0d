"""Lines typed at the prompt, kept for each campaign in the state folder.

It is the user's state folder. Secret lines are kept nowhere.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory

from engine.heads import find_head
from engine.store.memo import own_folder
from shell.runner import Desk

#: How a comment in the file begins that says of a line typed before: now it failed, or now it worked.
FAILED, WORKED = "# failed ", "# worked "


class PastLines(FileHistory):
    """The lines typed in the campaign of a desk.

    Where its file cannot be used, they last as long as the prompt. `failed` are those that were refused when they were
    last typed. The desk learns how often each verb was used.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.failed: set[str] = set()
        super().__init__("")

    def append_string(self, string: str) -> None:
        """Add a line, if it may be kept."""
        if may_be_kept(string):
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines of earlier evenings, the latest first."""
        with suppress(OSError, RuntimeError):
            if self.find_file():
                self.failed = read_failed(Path(str(self.filename)))
                found = list(super().load_history_strings())
                self.desk.used.update(count_verbs(found))
                return found
        return []

    def store_string(self, string: str) -> None:
        """Write a line to the campaign's file, once there is a campaign."""
        self.write(lambda: FileHistory.store_string(self, string))

    def mark(self, string: str, *, failed: bool) -> None:
        """Note whether a line failed. Nothing is noted of a secret one."""
        if failed == (string in self.failed) or not may_be_kept(string):
            return
        (self.failed.add if failed else self.failed.discard)(string)
        self.write(lambda: self.append_text(f"{FAILED if failed else WORKED}{json.dumps(string)}\n"))

    def append_text(self, text: str) -> None:
        """Write a text to the end of the file."""
        with open(self.filename, "a", encoding="utf-8") as file:
            file.write(text)

    def write(self, add: Callable[[], None]) -> None:
        """Add something to the campaign's file, if there is one that can be written."""
        with suppress(OSError, RuntimeError):
            if self.find_file():
                own_lines().mkdir(parents=True, exist_ok=True)
                add()

    def find_file(self) -> bool:
        """Set the file of the campaign; return false if there is no campaign yet."""
        if self.desk.campaign is None:
            return False
        name = sha256(self.desk.campaign.log.campaign.encode()).hexdigest()[:32]
        self.filename = str(own_lines() / name)
        return True


class SuggestWhatWorked(AutoSuggest):
    """Suggests, in grey, the last line with this beginning that did not fail."""

    def __init__(self, past: PastLines) -> None:
        self.past = past

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        """Return the rest of an earlier line, None for a text that none begins with."""
        text = document.text
        if not text.strip() or "\n" in text:
            return None
        found = (line for line in reversed(self.past.get_strings()) if line.startswith(text))
        whole = next((line for line in found if line not in self.past.failed and "\n" not in line), None)
        return None if whole is None else Suggestion(whole[len(text) :])


def read_failed(file: Path) -> set[str]:
    """Return the lines of a file that failed when they were last typed."""
    failed: set[str] = set()
    if file.exists():
        for line in file.read_text("utf-8", "replace").split("\n"):
            with suppress(ValueError):
                if line.startswith(FAILED):
                    failed.add(json.loads(line.removeprefix(FAILED)))
                elif line.startswith(WORKED):
                    failed.discard(json.loads(line.removeprefix(WORKED)))
    return failed


def count_verbs(lines: Iterable[str]) -> Counter[str]:
    """Count the verbs, in full, with which lines begin. Lines without a verb are not counted."""
    found: Counter[str] = Counter()
    for word, times in Counter("".join(line.split()[:1]) for line in lines).items():
        if (head := find_head(word)) is not None:
            found[head] += times
    return found


def own_lines() -> Path:
    """Return the folder of the lines that the user typed, a file for each campaign."""
    return own_folder("XDG_STATE_HOME", ".local/state") / "lines"


def may_be_kept(text: str) -> bool:
    """Return whether typed lines may be kept: not if they are blank or secret."""
    return bool(text.strip()) and not is_secret_line(text)


def is_secret_line(text: str) -> bool:
    """Return whether one of the typed lines is secret from the players, as a reaction roll usually is."""
    lines = text.casefold().split("\n")
    return any(
        re.search(r"\bsecret\b", line) or (line.split()[:1] == ["react"] and "open" not in line.split())
        for line in lines
    )
