"""What a file of notes says about itself: by its name, and between two lines of dashes at its beginning."""

from __future__ import annotations

import re
from pathlib import PurePath

from engine.patterns import pattern
from replay.bring.dates import ANY_DATE
from replay.bring.entries import TextCell
from replay.bring.secret_marks import SIGN_WORDS, is_secret_heading

#: What the lines about a file say of its date.
DATE_OF_FILE = pattern(r"(?:date|datum|fecha|data)\s*:\s*[\"']?(.*?)[\"']?\s*", re.IGNORECASE)

#: A line about a file that keeps it from players: by a name, by a name for what they see, or by what it says.
SECRET_FIELDS = (
    pattern(rf"\W*(?:[\w -]*\W)?{SIGN_WORDS}[\w -]*\W*:\W*(?:true|yes|on|1|only)\W*", re.IGNORECASE),
    pattern(
        r"\W*[\w-]*(?:publish|published|public|shared?|players?|visible)\W*:\W*(?:false|no|off|0|none|never)\W*",
        re.IGNORECASE,
    ),
    pattern(
        r"\W*(?:visibility|audience|access|for|tags?|type|kind|(?:css-?)?class(?:es)?|categor(?:y|ies)|status|keywords)"
        rf"\W*:.*{SIGN_WORDS}.*",
        re.IGNORECASE,
    ),
    pattern(rf"\s*-\W*{SIGN_WORDS}(?:[/-]\w+)*\W*", re.IGNORECASE),
)


def find_file_date(text: str) -> TextCell | None:
    """Return the date in the lines about a file at its beginning, or None."""
    lines = text.split("\n")
    found = (DATE_OF_FILE.fullmatch(line) for line in lines[: skip_front_matter(lines)])
    return next((TextCell(each[1], 1) for each in found if each and ANY_DATE.fullmatch(each[1])), None)


def find_why_secret(name: str, text: str) -> str | None:
    r"""Return why all of a file is the game master's alone, or None.

    >>> find_why_secret("gm-notes.md", ""), find_why_secret("a.md", "---\nsecret: true\n---\n")
    ('its name says so', '“secret: true” says so')
    """
    lines = text.split("\n")
    about = lines[: skip_front_matter(lines)]
    said = next((line.strip() for line in about if any(each.fullmatch(line) for each in SECRET_FIELDS)), None)
    if said is not None:
        return f"“{said}” says so"
    return "its name says so" if is_secret_heading(re.sub(r"[-_.]+", " ", PurePath(name).stem)) else None


def skip_front_matter(lines: list[str]) -> int:
    """Return how many lines at the beginning are about the file, between two lines of dashes."""
    if lines[0].strip() != "---":
        return 0
    end = next((place for place, line in enumerate(lines[1:], 1) if line.strip() in ("---", "...")), 0)
    return end + 1 if end and all(":" in line or line[:1] in " -" for line in lines[1:end] if line) else 0
