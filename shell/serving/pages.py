"""The pages as files: each with its style and script, which a policy permits by a word that is new each time."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from replay.retelling.report.beside import read_beside

PAGE_FILES = Path(__file__).with_name("page")

#: Stands in a page for the word of its policy.
NONCE = "NONCE"


def fill_page(name: str, nonce: str) -> str:
    """Return a page with its style and script."""
    return whole_page(name).replace(NONCE, nonce)


@cache
def whole_page(name: str) -> str:
    """Return a page with its style and script, which are read once."""
    text = (PAGE_FILES / name).read_text("utf-8")
    text = text.replace("/*look.css*/", read_beside("look.css"))
    for part in ("live.css", "lines.css", "live.js", "lines.js", "door.js"):
        if f"/*{part}*/" in text:
            text = text.replace(f"/*{part}*/", (PAGE_FILES / part).read_text("utf-8"))
    return text
