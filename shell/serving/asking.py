"""The phones that ask, as the prompt and other terminals read them from the campaign's folder."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from engine.value import value
from shell.serving.folder import LiveFolder


@value
class PhoneAsking:
    """A phone that asks to come in, or for a player's seat: its two digits, and since when it asks."""

    number: int
    player: str | None
    at: str

    @property
    def text(self) -> str:
        """What it asks, without its digits: the game master reads those from the phone."""
        return f"{self.player}'s phone asks for a seat" if self.player else "A phone asks to come in"

    def as_json(self) -> dict[str, Any]:
        """Return it as the contract of `--json` promises."""
        kind = "seat" if self.player else "link"
        return {"number": self.number, "player": self.player, "line": None, "kind": kind, "at": self.at}


def asking_phones(folder: LiveFolder) -> list[PhoneAsking]:
    """Return the phones that ask, whoever asked first first, none if nobody serves."""
    found = []
    for name in folder.names("ask-") if folder.read_serving() else []:
        held, digits = folder.read(name), name.removeprefix("ask-")
        if digits.isdecimal() and isinstance(held.get("at"), int):
            player = held.get("player")
            found.append(PhoneAsking(int(digits), str(player) if player else None, tell_time(held["at"])))
    return sorted(found, key=lambda each: each.at)


def tell_time(seconds: int) -> str:
    """Return a time as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
