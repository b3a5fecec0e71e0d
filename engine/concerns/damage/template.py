"""The section of a template about damage: `scale = 2` under [[characters]]."""

from __future__ import annotations

from collections.abc import Iterator

from engine.concerns.damage.commands import SetScale
from engine.registry import section
from engine.types import Offset


@section("scale", 68, Offset, of_character=True)
def scale_section(who: str, size: int) -> Iterator[object]:
    """Yield the command that sets a character's scale."""
    yield SetScale(who, size)
