"""Functions shared by the entries of kinds of traits and of ready-made characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.refusal import Refused, did_you_mean, nearest
from engine.rules.ladder import Ladder


def read_level(text: str, ladder: Ladder) -> int | None:
    """Return the level that text names, by number or word, or None."""
    plain = text.strip().replace("−", "-")
    return int(plain) if re.fullmatch(r"-?\d{1,4}", plain) else ladder.level(plain)


def has_letters(text: str) -> bool:
    """Return whether a text has a letter, as a name does and a number does not."""
    return any(map(str.isalpha, text))


def levels_known(ladder: Ladder) -> str:
    """Return the accepted levels, as a hint."""
    return f"the words are {', '.join(ladder.words)}" if ladder.words else "a level is a number here"


def wrong_entry(key: str, name: str, said: str, hint: str | None = None) -> Refused:
    """Return the refusal of an entry of a key."""
    return Refused(f"{key}: {name} {said}", about="value", hint=hint)


def must_have_only(key: str, name: str, held: Iterable[str], known: Sequence[str]) -> None:
    """Raise Refused for a table of a file that has another key than those known."""
    odd = next((each for each in held if each not in known), None)
    if odd is not None:
        close = nearest(odd, known)
        hint = did_you_mean(close) if close else f"it has {', '.join(known)}"
        raise wrong_entry(key, name, f"has no “{odd[:40]}”", hint)


def must_be_whole(key: str, name: str, texts: Iterable[str], signs: str = ",:;=") -> None:
    """Raise Refused for a text of a file with a sign that would split its entry."""
    odd = next((each for each in texts if set(each) & set(signs)), None)
    if odd is not None:
        raise wrong_entry(key, name, f"cannot have “{odd[:40]}”", f"a name in this table has none of {' '.join(signs)}")
