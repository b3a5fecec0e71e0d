"""Write a page as one file: template with style sheet, script and their hashes."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.text import TURNING
from replay.retelling.report.beside import TEMPLATES, read_beside
from replay.retelling.report.printed import PrintedSheet
from replay.retelling.report.terse import terse_script, terse_style

#: The name of the program in a page.
GENERATOR = '<meta name="generator" content="fudgelog">'

#: The most boxes of a state that are drawn.
MOST_BOXED = 30


def render(held: dict[str, Any], template: str = "page.html") -> str:
    """Return a page. Every text in it is escaped, and it runs no script but its own."""
    style = terse_style(read_beside("look.css") + read_beside("style.css"))
    script = terse_script(*map(read_beside, ("script.js", "seal.js") if held.get("sealed") else ("script.js",)))
    own = {
        "generator": Markup(GENERATOR),
        "style": Markup(style),
        "script": Markup(script),
        "digests": (digest(style), digest(script)),
    }
    page = page_template(template).render(held, **own)
    return page.replace("&#39;", "'") + "\n"  # attributes are never in single quotes


@cache
def page_template(name: str) -> Template:
    """Return a template, which takes longer to compile than to fill in."""
    house = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=plainly,
    )
    house.filters |= {"grouped": in_fours, "boxed": read_boxes, "abreast": abreast, "paired": pair_sheets}
    return house.get_template(name)


def plainly(held: Any) -> Any:
    """Return text with the signs that reverse its direction written out, so that it reads in one way only."""
    if not isinstance(held, str) or held.isascii() or isinstance(held, Markup) or TURNING.isdisjoint(held):
        return held
    return "".join(f"[U+{ord(sign):04X}]" if sign in TURNING else sign for sign in held)


def digest(text: str) -> str:
    """Return the hash by which a page permits this text to run, and no other."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def read_boxes(track: str) -> list[tuple[str, int, int]]:
    """Return the states of a track in words, each with its marked and all its boxes, none where they are too many.

    >>> read_boxes("Scratch 1/3, Very Hurt 0/1")
    [('Scratch', 1, 3), ('Very Hurt', 0, 1)]
    """
    found = [(each, re.fullmatch(r"(.*) (\d+)/(\d+)", each)) for each in track.split(", ")]
    return [
        (in_words[1], int(in_words[2]), int(in_words[3]))
        if in_words and int(in_words[3]) <= MOST_BOXED
        else (each, 0, 0)
        for each, in_words in found
    ]


def pair_sheets(sheets: Sequence[PrintedSheet]) -> Iterator[Sequence[PrintedSheet]]:
    """Yield the sheets of each page: two short ones, or one."""
    place = 0
    while place < len(sheets):
        pair = sheets[place : place + 2]
        yield pair if all(each.short for each in pair) else pair[:1]
        place += 2 if all(each.short for each in pair) else 1


def abreast(cards: int) -> int:
    """Return how many of so many cards stand abreast where there is room: five are three and two.

    >>> [abreast(cards) for cards in range(1, 10)]
    [1, 2, 3, 4, 3, 3, 4, 4, 3]
    """
    return min((4, 3), key=lambda wide: (-cards % wide, -wide)) if cards > 4 else cards


def in_fours(digits: str) -> str:
    """Return the first half of a hash in groups of four digits, as people note it."""
    return " ".join(digits[place : place + 4] for place in range(0, 32, 4))
