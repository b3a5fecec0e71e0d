"""Numbers, ranges and quotations in sentences about dice."""

from __future__ import annotations

MOST_QUOTED = 40


def short(text: str) -> str:
    """Return the beginning of typed text for a quotation, without control characters."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:MOST_QUOTED])
    return shown + "…" * (len(text) > MOST_QUOTED)


def signed_number(number: int) -> str:
    """Write a number with its sign, 0 without one."""
    return f"{number:+d}" if number else "0"


def number_span(low: int, high: int) -> str:
    """Write a range of numbers, or the only number in it."""
    return str(low) if low == high else f"{low}-{high}"


def counted_faces(number: int) -> str:
    """Write how many faces there are."""
    return "1 face" if number == 1 else f"{number or 'no'} faces"


def reach(least: int, greatest: int | None) -> str:
    """Write the range of totals or faces, with signs if some are below 0."""
    if greatest is None:
        return f"{least} or more"
    if least == greatest:
        return f"always {least}"
    spell = signed_number if least < 0 else str
    return f"{spell(least)} to {spell(greatest)}"
