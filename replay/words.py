"""How numbers and names are written for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from engine.events import Part


def signed(value: int) -> str:
    """A number with its sign, minus as a real minus; zero as 0."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def plain(value: int) -> str:
    """A number with a real minus."""
    return str(value).replace("-", "−")


def face(value: int) -> str:
    """A face of a Fudge die as it looks."""
    return {-1: "−", 0: "0", 1: "+"}.get(value, plain(value))


def faces(dice: str, shown: Sequence[int]) -> str:
    """Faces side by side; those of Fudge dice as their signs, whether or not some of them are advantage dice."""
    fudge = "dF" in dice and not dice.endswith("-as-dF")
    return " ".join(face(value) if fudge else plain(value) for value in shown)


def parts(found: Iterable[Part]) -> str:
    """The terms of a sum with their reasons."""
    return ", ".join(f"{signed(part.value)} {part.reason}".rstrip() for part in found)


def count(quantity: int, name: str) -> str:
    """Things with how many, where it is more than one."""
    return name if quantity == 1 else f"{quantity} {name}"


def listed(names: Sequence[str]) -> str:
    """Names with commas, and an “and” before the last."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def percent(chance: float, decimals: int = 1) -> str:
    """A chance, with one decimal unless the table wants others (OC-40); halves go up (ER-22)."""
    return f"{floor(chance * 10 ** (decimals + 2) + 0.5) / 10**decimals:.{decimals}f}%"
