"""The table's link: who has it reads along."""

from __future__ import annotations

import secrets
import time
from base64 import b32encode
from typing import Any

from shell.serving.folder import LiveFolder

#: How many bytes a link has, and how many seconds it is kept, so that a restart keeps all phones.
LINK_BYTES = 10
LINK_LASTS = 24 * 60 * 60

#: The last of all ports.
LAST_PORT = 65535


def table_link(folder: LiveFolder, port: int) -> str:
    """Return the table's link, a new one if there is none of today, and note the port at which it is served."""
    held = held_today(folder)
    if not held:
        return new_link(folder, port)
    if held.get("port") != port:
        folder.write("link", held | {"port": port})
    return str(held["link"])


def new_link(folder: LiveFolder, port: int) -> str:
    """Make another link, by which no open page and no seat is let in any more."""
    link = b32encode(secrets.token_bytes(LINK_BYTES)).decode()
    folder.write("link", {"link": link, "made": int(time.time()), "port": port})
    folder.remove("seats")
    return link


def last_port(folder: LiveFolder) -> int | None:
    """Return the port at which the table's link of today was last served, or None: phones look for it there."""
    port = held_today(folder).get("port")
    return port if type(port) is int and 0 < port <= LAST_PORT else None


def held_today(folder: LiveFolder) -> dict[str, Any]:
    """Return the link of today with what is noted of it, nothing if there is none."""
    held = folder.read("link")
    link, made = held.get("link"), held.get("made")
    is_todays = isinstance(link, str) and isinstance(made, int) and 0 <= time.time() - made < LINK_LASTS
    return held if is_todays else {}
