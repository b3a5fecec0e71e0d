"""Read the files beside the report's templates, without what fills those in."""

from __future__ import annotations

from functools import cache
from pathlib import Path

TEMPLATES = Path(__file__).with_name("template")


@cache
def read_beside(name: str) -> str:
    """Return the text of a file beside the templates."""
    return (TEMPLATES / name).read_text("utf-8")
