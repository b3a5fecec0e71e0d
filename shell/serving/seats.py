"""Seats: a phone that the game master let in for a player, and phones that ask for one.

A phone is known by a cookie, of which only the hash is kept. Who asks shows two digits: the game master types them, so
that no phone gets in under a finger that meant something else.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from typing import Any

from engine.value import Factory, record
from shell.serving.folder import LiveFolder

#: How many phones may ask at a time, how long each waits, and how soon one address may ask again, in seconds.
MOST_ASKING = 3
ASKS_FOR = 300
AGAIN_AFTER = 10


class TooMany(Exception):
    """Too many phones ask at a time, or one of them too often."""


def phone_of(cookie: str) -> str:
    """Return the hash by which a cookie is kept."""
    return hashlib.sha256(cookie.encode("utf-8", "replace")).hexdigest()


@record
class Asking:
    """A phone that asks to come in, or as `player` for a seat, until a time. The name is the one at event `seq`."""

    cookie: str
    player: str | None
    address: str
    until: float
    seq: int


@record
class Seats:
    """The phones with a seat, by the hash of their cookie, and those that ask, by their two digits.

    `names_at` tells a player's present name from the one that held at an event.
    """

    folder: LiveFolder
    names_at: Callable[[str, int], str]
    held: dict[str, tuple[str, int]] = Factory(dict)
    asking: dict[int, Asking] = Factory(dict)
    let_in: set[str] = Factory(set)
    refused: dict[str, str] = Factory(dict)

    def load(self) -> None:
        """Read the seats that an earlier server gave."""
        held = self.folder.read("seats").get("seats")
        self.held = {
            str(cookie): (str(found[0]), found[1])
            for cookie, found in (held if isinstance(held, dict) else {}).items()
            if isinstance(found, list) and len(found) == 2 and isinstance(found[1], int)
        }

    def store(self) -> None:
        """Write the seats down."""
        self.folder.write("seats", {"seats": {cookie: list(found) for cookie, found in self.held.items()}})

    def player_of(self, cookie: str) -> str | None:
        """Return the player whose phone has this cookie, by the present name, or None."""
        found = self.held.get(phone_of(cookie)) if cookie else None
        return None if found is None else self.names_at(*found)

    def ask(self, player: str | None, address: str, seq: int) -> tuple[str, int]:
        """Let a phone ask, and return its cookie and the two digits that it shows. Raise TooMany for too many."""
        now = time.monotonic()
        self.forget_old(now)
        recent = (each.until - ASKS_FOR for each in self.asking.values() if each.address == address)
        if len(self.asking) >= MOST_ASKING or any(now - since < AGAIN_AFTER for since in recent):
            raise TooMany
        free = [code for code in range(10, 100) if code not in self.asking]
        code, cookie = secrets.choice(free), secrets.token_urlsafe(16)
        self.asking[code] = Asking(cookie, player, address, now + ASKS_FOR, seq)
        self.folder.write(f"ask-{code}", {"player": player, "at": int(time.time())})
        return cookie, code

    def forget_old(self, now: float) -> None:
        """Forget the phones that asked too long ago."""
        for code in [code for code, each in self.asking.items() if each.until < now]:
            self.folder.remove(f"ask-{code}")
            del self.asking[code]

    def answer(self, code: int, answer: dict[str, Any]) -> Asking | None:
        """Give the phone that shows two digits a seat, or let it in, or refuse it. Return it if it asks."""
        found = self.asking.pop(code, None)
        self.folder.remove(f"ask-{code}")
        if found is None:
            return None
        if not answer.get("taken"):
            self.refused[phone_of(found.cookie)] = str(answer.get("said") or "")
        elif found.player is None:
            self.let_in.add(phone_of(found.cookie))
        else:
            self.held[phone_of(found.cookie)] = (found.player, found.seq)
            self.store()
        return found

    def drop(self, player: str) -> bool:
        """Take a player's phones their seats, and return whether there were any."""
        gone = [cookie for cookie, found in self.held.items() if self.names_at(*found) == player]
        for cookie in gone:
            del self.held[cookie]
        self.store()
        return bool(gone)

    def leave(self, cookie: str) -> None:
        """Give up the seat of one phone."""
        if self.held.pop(phone_of(cookie), None) is not None:
            self.store()

    def close(self) -> None:
        """Forget who asks: nobody serves any more."""
        for code in self.asking:
            self.folder.remove(f"ask-{code}")
        self.asking.clear()
