"""Find the portrait of a character: a small picture that lies beside the log, to stand in a page as data."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from engine.campaign import Campaign
from engine.state import Sheet
from engine.value import value

#: The characteristic that names the picture's file.
PORTRAIT = "portrait"

#: The most bytes of a picture in a page.
MOST_BYTES = 200_000

#: The kinds of pictures, each with its first bytes.
FIRST_BYTES = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff"}


@value
class Portrait:
    """A picture as an address that holds all of it, empty where it was left out, with the reason for that."""

    address: str = ""
    left_out: str = ""


NO_PORTRAIT = Portrait()


def find_portrait(campaign: Campaign, sheet: Sheet) -> Portrait:
    """Return the portrait that a sheet names, empty if it names none."""
    named = next((text for name, text in sheet.characteristics.items() if name.casefold() == PORTRAIT), "")
    if not named:
        return NO_PORTRAIT
    if Path(named).name != named or "\\" in named:
        return Portrait(left_out=f"“{named}” is not the name of a file alone; put it beside the log")
    path = getattr(campaign.log, "path", None)
    return read_picture(path.parent / named) if path else Portrait(left_out="this log is no file")


def read_picture(path: Path) -> Portrait:
    """Return a file as a portrait, or why it is none."""
    try:
        if not path.is_file():
            return Portrait(left_out=f"there is no file “{path.name}” beside the log")
        with path.open("rb") as file:
            held = file.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        return Portrait(left_out=f"“{path.name}” cannot be read")
    kind = next((kind for kind, first in FIRST_BYTES.items() if held.startswith(first)), None)
    if kind is None:
        return Portrait(left_out=f"“{path.name}” is neither PNG nor JPEG")
    if len(held) > MOST_BYTES:
        return Portrait(left_out=f"“{path.name}” is larger than {MOST_BYTES // 1000} kB")
    return Portrait(f"data:image/{kind};base64,{b64encode(held).decode()}")
