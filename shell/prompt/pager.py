"""Show an answer that is longer than the screen in the user's pager."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from shutil import get_terminal_size

#: The default pager, which leaves at once if the text fits, and leaves it on the screen.
USUAL_PAGER = ("less", "-FRX")

#: By name, the options that make a pager's last line explain how to leave it, also by Ctrl-C.
LEAVING_PAGERS = {"less": ["-K", *(f"-P{length}q leaves, Space shows more" for length in "smM")], "more": ["-d"]}

#: Lines of the screen that the prompt takes.
PROMPT_LINES = 2


def pager_command(setting: str) -> list[str]:
    """Return the words of the pager command for a setting, or none if it is “off” or does not exist."""
    if setting == "off":
        return []
    named = os.environ.get("PAGER", "") if setting == "auto" else setting
    try:
        words = shlex.split(named) or list(USUAL_PAGER)
    except ValueError:
        return []
    return [*words, *LEAVING_PAGERS.get(Path(words[0]).name, [])] if shutil.which(words[0]) else []


def show_in_pager(text: str, setting: str) -> bool:
    """Show text in the pager if it is longer than the screen. Return whether it was shown."""
    if sys.stdout is not sys.__stdout__ or text.count("\n") + PROMPT_LINES < get_terminal_size().lines:
        return False
    words = pager_command(setting)
    if not words:
        return False
    try:
        only_shows = {**os.environ, "LESSSECURE": "1"}  # a key meant for the prompt must not write a file
        subprocess.run(words, input=f"{text}\n".encode(), env=only_shows, check=False)
    except OSError:
        return False
    return True
