"""Lines typed at the prompt, stored for each campaign in the user's state folder, except secret ones."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from hashlib import sha256

from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.history import History

from engine.heads import find_head
from engine.store.own_files import PAST_LINES, append_own, parse_own, read_own, write_own
from shell.runner import Desk

#: The beginnings of comments in the file which tell that an earlier line now failed, or now worked.
FAILED, WORKED = "# failed ", "# worked "

#: The beginning of each typed line in the file.
TYPED = "+"


#: The most bytes of the file. Of a larger one only the end is read.
MOST_PAST_BYTES = 1024 * 1024


class PastLines(History):
    """The lines typed in the campaign of a desk.

    If its file cannot be used, they last as long as the prompt. `failed` are those that were refused when last typed.
    The desk learns how often each verb was used.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.failed: set[str] = set()
        super().__init__()

    def append_string(self, string: str) -> None:
        """Add a line, if it may be stored."""
        if may_be_kept(string):
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines of earlier evenings, the latest first."""
        text = self.read()
        self.failed = find_failed(text)
        found = list(find_typed(text))
        self.desk.used.update(count_verbs(found))
        return reversed(found)

    def read(self) -> str:
        """Return the end of the campaign's file, and cut the file to that."""
        name, found = self.file_name, b""
        with suppress(OSError):
            found = read_own(PAST_LINES, name) if name else b""
            if len(found) > MOST_PAST_BYTES:
                found = found[found.find(b"\n\n", -MOST_PAST_BYTES) + 1 :]
                write_own(PAST_LINES, name, found)
        return found.decode("utf-8", "replace")

    def store_string(self, string: str) -> None:
        """Write a line to the campaign's file, once there is a campaign."""
        lines = "".join(f"{TYPED}{line}\n" for line in string.split("\n"))
        self.append_text(f"\n# {datetime.now()}\n{lines}")

    def mark(self, string: str, *, failed: bool) -> None:
        """Note whether a line failed. Nothing is noted of a secret one."""
        if failed == (string in self.failed) or not may_be_kept(string):
            return
        (self.failed.add if failed else self.failed.discard)(string)
        self.append_text(f"{FAILED if failed else WORKED}{json.dumps(string)}\n")

    def append_text(self, text: str) -> None:
        """Append text to the campaign's file, if that exists and can be written."""
        with suppress(OSError):
            if self.file_name:
                append_own(PAST_LINES, self.file_name, text)

    @property
    def file_name(self) -> str:
        """The name of the campaign's file, "" if there is no campaign yet."""
        campaign = self.desk.campaign
        return "" if campaign is None else sha256(campaign.log.campaign.encode()).hexdigest()[:32]


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


def find_typed(text: str) -> Iterator[str]:
    """Yield the typed lines, each with a comment before it, from the text of a file."""
    entry: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith(TYPED):
            entry.append(line.removeprefix(TYPED))
        elif entry:
            yield "\n".join(entry)
            entry = []


def find_failed(text: str) -> set[str]:
    """Return the lines that failed when last typed, from the text of a file."""
    failed: set[str] = set()
    for line in text.split("\n"):
        for mark, note in ((FAILED, failed.add), (WORKED, failed.discard)):
            if line.startswith(mark):
                with suppress(ValueError):
                    note(str(parse_own(line.removeprefix(mark))))
    return failed


def count_verbs(lines: Iterable[str]) -> Counter[str]:
    """Count the verbs, in full, with which lines begin. Lines without a verb are not counted."""
    found: Counter[str] = Counter()
    for word, times in Counter("".join(line.split()[:1]) for line in lines).items():
        if (head := find_head(word)) is not None:
            found[head] += times
    return found


def may_be_kept(text: str) -> bool:
    """Return whether typed lines may be stored, which blank and secret ones may not."""
    return bool(text.strip()) and not is_secret_line(text)


def is_secret_line(text: str) -> bool:
    """Return whether one of the typed lines is secret from the players, as a reaction roll usually is."""
    lines = text.casefold().split("\n")
    return any(
        re.search(r"\bsecret\b", line) or (line.split()[:1] == ["react"] and "open" not in line.split())
        for line in lines
    )
