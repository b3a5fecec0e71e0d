"""How dice are worded: numbers, ranges and quotations in a sentence."""

from __future__ import annotations

MOST_QUOTED = 40


def short(text: str) -> str:
    """Typed text as it may be quoted in a sentence: its beginning, without control characters."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in text[:MOST_QUOTED])
    return shown + "…" * (len(text) > MOST_QUOTED)


def signed_number(number: int) -> str:
    return f"{number:+d}" if number else "0"


def number_span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def counted_faces(number: int) -> str:
    return "1 face" if number == 1 else f"{number or 'no'} faces"


def reach(least: int, greatest: int | None) -> str:
    """From where to where totals or faces go, with signs where some are below 0."""
    if greatest is None:
        return f"{least} or more"
    if least == greatest:
        return f"always {least}"
    spell = signed_number if least < 0 else str
    return f"{spell(least)} to {spell(greatest)}"
