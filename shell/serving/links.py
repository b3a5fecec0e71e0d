"""The table's link: who has it reads along."""

from __future__ import annotations

import secrets
import time
from base64 import b32encode

from shell.serving.folder import LiveFolder

#: How many bytes a link has, and how many seconds it is kept, so that a restart keeps all phones.
LINK_BYTES = 10
LINK_LASTS = 24 * 60 * 60


def table_link(folder: LiveFolder) -> str:
    """Return the table's link, a new one if there is none of today."""
    held = folder.read("link")
    link, made = held.get("link"), held.get("made")
    if isinstance(link, str) and isinstance(made, int) and 0 <= time.time() - made < LINK_LASTS:
        return link
    return new_link(folder)


def new_link(folder: LiveFolder) -> str:
    """Make another link, by which no open page and no seat is let in any more."""
    link = b32encode(secrets.token_bytes(LINK_BYTES)).decode()
    folder.write("link", {"link": link, "made": int(time.time())})
    folder.remove("seats")
    return link
