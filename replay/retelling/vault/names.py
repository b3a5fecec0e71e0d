"""Make names for notes that every disk and every link accepts, from names that may hold any sign."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from replay.files.spreadsheet import hides

#: Characters that a file name cannot have on some system, or a link in Obsidian.
REFUSED = re.compile(r'[\\/:*?"<>|#^\[\]%]')

#: Names that Windows keeps for devices: up to the first dot, whatever stands behind it.
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(?=\.|$)")

#: The most letters and bytes of a name: file systems take 255, and a suffix may follow.
MOST_LETTERS, MOST_BYTES = 80, 180


def file_name(name: str, otherwise: str) -> str:
    """Return a name that a file can have on every system, close to a given one."""
    shown = "".join(" " if hides(sign) else sign for sign in unicodedata.normalize("NFC", name))
    text = " ".join(REFUSED.sub(" ", shown).split())[:MOST_LETTERS]
    text = text.encode()[:MOST_BYTES].decode(errors="ignore").strip(" .")
    device = DEVICES.match(text)
    return f"{device[1]} (name){text[device.end() :]}" if device else text or otherwise


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name, numbered if a note already has it. Capital and small letters do not differ."""
    found, number = name, 1
    while as_disks_compare(found) in taken:
        number += 1
        found = f"{name} {number}"
    return found


def as_disks_compare(name: str) -> str:
    """Return a name as it is compared by disks that ignore case."""
    return unicodedata.normalize("NFC", name).casefold()
