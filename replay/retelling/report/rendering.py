"""Write a page as one file: template with style sheet, script and their hashes."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.text import TURNING

#: The name of the program in a page.
GENERATOR = '<meta name="generator" content="fudgelog">'

TEMPLATES = Path(__file__).with_name("template")


def render(held: dict[str, Any], template: str = "page.html") -> str:
    """Return a page. Every text in it is escaped, and it runs no script but its own."""
    style = terse_style((TEMPLATES / "style.css").read_text("utf-8"))
    scripts = ("script.js", "seal.js") if held.get("sealed") else ("script.js",)
    script = "\n".join(terse((TEMPLATES / name).read_text("utf-8")) for name in scripts)
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
    house.filters["grouped"] = in_fours
    return house.get_template(name)


def terse(text: str) -> str:
    """Return a text without indents, empty lines and remarks."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))


def terse_style(text: str) -> str:
    """Return a style sheet without the spaces that nothing needs.

    >>> terse_style("a > b { color: red; content: '; ' }")
    "a > b{color:red;content:'; '}"
    """
    return re.sub(r" *([{}]) *|(?<=[:;,]) +(?!['\"])", r"\1", terse(text)).replace(";\n}", "}").replace(";}", "}")


def plainly(held: Any) -> Any:
    """Return text with the signs that reverse its direction written out, so that it reads in one way only."""
    if not isinstance(held, str) or held.isascii() or isinstance(held, Markup) or TURNING.isdisjoint(held):
        return held
    return "".join(f"[U+{ord(sign):04X}]" if sign in TURNING else sign for sign in held)


def digest(text: str) -> str:
    """Return the hash by which a page permits this text to run, and no other."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def in_fours(digits: str) -> str:
    """Return the first half of a hash in groups of four digits, as people note it."""
    return " ".join(digits[place : place + 4] for place in range(0, 32, 4))
