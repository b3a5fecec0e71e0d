"""The pages as files: each with its style and script, which a policy permits by a word that is new each time."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from replay.retelling.report.beside import read_beside
from replay.retelling.report.terse import terse_script, terse_style

PAGE_FILES = Path(__file__).with_name("page")

#: Stands in a page for the word of its policy.
NONCE = "NONCE"

#: Stand in a page for files of style, or of script, which become one.
PARTS_OF_PAGE = re.compile(r"(?:/\*[a-z]+\.(?:css|js)\*/\s*)+")


def fill_page(name: str, nonce: str) -> str:
    """Return a page with its style and script."""
    return whole_page(name).replace(NONCE, nonce)


@cache
def whole_page(name: str) -> str:
    """Return a page with its style and script, which are read and made short once."""
    return PARTS_OF_PAGE.sub(lambda found: shorten_parts(re.findall(r"[a-z]+\.[a-z]+", found[0])), read_page_file(name))


def shorten_parts(names: list[str]) -> str:
    """Return files of style, or of script, as one that is short."""
    texts = [read_beside(name) if name == "look.css" else read_page_file(name) for name in names]
    return terse_script(*texts) if names[0].endswith(".js") else terse_style("".join(texts))


def read_page_file(name: str) -> str:
    """Return the text of a page or a part of it."""
    return (PAGE_FILES / name).read_text("utf-8")
