"""What could be typed next: the wants of a parse, ranked by how well they fit what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.state import State
from engine.text import in_quotes
from engine.value import value
from shell.language.grammar import Literal, Slot, Takes, anything, heads
from shell.language.kinds.files import FileName
from shell.language.kinds.text import BARE, CLOSED_BY, fold_case
from shell.language.parse import QUOTES, Want
from shell.language.reading import read

#: The end of a text after which a word would be one with what stands there.
WITHIN = re.compile(r"[^\s,:=]$")


@value
class Offer:
    """Text that could stand at `start`, and a word beside it."""

    text: str
    start: int
    meta: str


def offers(text: str, state: State | None, takes: Takes = anything) -> list[Offer]:
    """What could stand, or be finished, at the end of the text; the best first."""
    typed = text.lstrip()
    if " " not in typed:
        start = len(text) - len(typed)
        return [Offer(head, start, what) for head, what in by_rank(typed, heads(takes)) if head != typed]
    found: dict[tuple[str, int], Offer] = {}
    for want in read(text, state, takes).wants:
        for offer in _of_want(want, text):
            if not (offer.start == len(text) and WITHIN.search(text) and offer.text[0].isalnum()):
                found.setdefault((offer.text, offer.start), offer)
    return list(found.values())


def goes_on(text: str, state: State | None, takes: Takes = anything) -> bool:
    """Whether something may follow after a space."""
    spaced = f"{text} "
    return not text.endswith("/") and any(want.at == len(spaced) for want in read(spaced, state, takes).wants)


def _of_want(want: Want, text: str) -> Iterator[Offer]:
    typed = text[want.at :]
    if want.end is not None and want.end < len(text):
        return
    match want.node:
        case Literal(word) if word.startswith(typed.casefold()) and word != typed.casefold():
            yield Offer(word, want.at, "")
        case Slot(_, kind) if kind is not None:
            near = kind.near(typed.strip(QUOTES)) if isinstance(kind, FileName) else {}
            for name, meta in by_rank(typed.strip(QUOTES), {**kind.offers(want.scene), **near}):
                if name != typed:
                    quoted = typed[:1] in CLOSED_BY or (needs_quotes(name) and kind.spell(name) != name)
                    yield Offer(in_quotes(name) if quoted else name, want.at, meta or kind.name)


def needs_quotes(name: str) -> bool:
    """Whether a name would not be read as it is: for a sign before it, or one in it that means something."""
    return bool(re.match(r"[+\-−±#“„«]", name)) or not all(BARE.fullmatch(word) for word in name.split())


def by_rank(typed: str, found: dict[str, str]) -> list[tuple[str, str]]:
    """The offers that fit, best first: by their beginning, by their initials, by any part of them."""
    key = fold_case(typed)
    tiers: list[tuple[int, str, str]] = []
    for name, meta in found.items():
        folded = fold_case(name)
        initials = "".join(word[0] for word in re.findall(r"\w+", folded))
        fits = (folded.startswith(key), initials.startswith(key), key in folded)
        if any(fits):
            tiers.append((fits.index(True), name, meta))
    return [(name, meta) for _, name, meta in sorted(tiers, key=lambda each: each[0])]
