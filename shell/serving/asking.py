"""The phones that ask, as the prompt and other terminals read them from the campaign's folder."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engine.value import value
from shell.serving.folder import LiveFolder

#: What may be wrong if the pages are shown to a network, and nobody comes.
NOBODY_CAME = "Nobody has opened the page yet. Does this computer's firewall let port {} in?"


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

    @property
    def told(self) -> str:
        """What it asks and how to answer, as “waiting” lists it."""
        return f"{self.text}: “take NN” with the two digits on it lets it in"

    def as_json(self) -> dict[str, Any]:
        """Return it as the contract of `--json` promises."""
        kind = "seat" if self.player else "link"
        return {"number": self.number, "player": self.player, "line": None, "kind": kind, "at": self.at}


def remark_on(serving: Mapping[str, Any]) -> str:
    """Return what the game master should know of the pages, "" for nothing."""
    urls, port = serving.get("urls"), serving.get("port")
    if serving.get("moved") and isinstance(urls, list) and urls:
        return f"this computer's address is now {str(urls[0]).split('/')[2]}: “serve” shows the new link"
    return NOBODY_CAME.format(port) if serving.get("unopened") else ""


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
