"""Kinds of traits of the house, such as attributes and skills.

A kind has a level when untrained, costs, a default and words. The rules hold a kind as one entry: “skill = Fencing,
Climbing: untrained Poor, costs 2, default Agility -2, words clumsy Poor deft Good”. A rules file has a table for each:
[kinds.skill].
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.patterns import pattern
from engine.refusal import did_you_mean, nearest
from engine.rules.entries import has_letters, levels_known, must_be_whole, must_have_only, read_level, wrong_entry
from engine.rules.ladder import Ladder
from engine.rules.ruleset import pair
from engine.text import join_names
from engine.value import value

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset

#: The properties of a kind, in the order in which they are written.
WORDS = ("untrained", "costs", "default", "words")

#: An example of an entry.
SUCH_AS = "such as “skill = Fencing, Climbing: untrained Poor, costs 2, default Agility -2”"

#: An example of a file's table.
IN_A_FILE = 'such as traits = ["Fencing", "Climbing"]'

#: The greatest factor for the costs of a kind.
DEAREST = 1000

DEFAULT = pattern(r"(?P<trait>.*\S)\s+(?P<offset>[+\-−]\d{1,3})|(?P<alone>.*\S)")


@value
class KindOfTraits:
    """A kind of traits. `default` is a trait, and the number added to its level for characters without the trait."""

    name: str
    traits: tuple[str, ...]
    untrained: int | None = None
    costs: int = 1
    default: tuple[str, int] | None = None
    words: tuple[tuple[str, int], ...] = ()


def kind_of(rules: Ruleset, trait: str) -> KindOfTraits | None:
    """Return the kind of a trait, None for a trait of no kind."""
    return _by_trait(rules.kinds, Ladder.of(rules)).get(trait.casefold()) if rules.kinds else None


def kinds_of(rules: Ruleset) -> tuple[KindOfTraits, ...]:
    """Return the kinds of these rules. Raise Refused for an entry that is none."""
    return _read(rules.kinds, Ladder.of(rules))


@lru_cache(maxsize=16)
def _by_trait(entries: tuple[str, ...], ladder: Ladder) -> dict[str, KindOfTraits]:
    return {trait.casefold(): kind for kind in _read(entries, ladder) for trait in kind.traits}


@lru_cache(maxsize=16)
def _read(entries: tuple[str, ...], ladder: Ladder) -> tuple[KindOfTraits, ...]:
    return tuple(_kind(*pair(entry), ladder) for entry in entries)


def _kind(name: str, text: str, ladder: Ladder) -> KindOfTraits:
    """Return a kind from its entry. Raise Refused naming the first part that is wrong."""
    listed, _, said = text.partition(":")
    traits = tuple(each.strip() for each in listed.split(",") if each.strip())
    if not traits:
        raise _wrong(name, "names no traits", SUCH_AS)
    found: dict[str, Any] = {}
    for part in filter(None, (each.strip() for each in said.split(","))):
        word, _, rest = part.partition(" ")
        if word not in WORDS:
            close = nearest(word, WORDS)
            raise _wrong(name, f"has no “{word[:40]}”", did_you_mean(close) if close else f"it has {', '.join(WORDS)}")
        if word in found:
            raise _wrong(name, f"says “{word}” twice")
        found[word] = WORD_READERS[word](name, rest.strip(), ladder)
    return KindOfTraits(name, traits, **found)


def _costs(name: str, text: str, ladder: Ladder) -> int:
    if not re.fullmatch(r"\d{1,4}", text) or not 1 <= int(text) <= DEAREST:
        raise _wrong(name, f"cannot cost “{text[:40]}” times as much", f"costs is a number from 1 to {DEAREST:,}")
    return int(text)


def _default(name: str, text: str, ladder: Ladder) -> tuple[str, int]:
    found = DEFAULT.fullmatch(text)
    if found is None:
        raise _wrong(name, "needs the trait that its default comes from", "such as “default Agility -2”")
    return found["trait"] or found["alone"], int((found["offset"] or "0").replace("−", "-"))


def _words(name: str, text: str, ladder: Ladder) -> tuple[tuple[str, int], ...]:
    """Return words with the lowest level of each, lowest first."""
    parts = text.split()
    if not parts or len(parts) % 2:
        raise _wrong(name, "needs a level behind each of its words", "such as “words weak Poor strong Good”")
    words = tuple((word, _level(name, level, ladder)) for word, level in zip(parts[::2], parts[1::2], strict=True))
    if any(low[1] >= high[1] for low, high in pairwise(words)):
        raise _wrong(name, "has words that do not go from the lowest level to the highest")
    return words


def _level(name: str, text: str, ladder: Ladder) -> int:
    level = read_level(text, ladder)
    if level is None:
        raise _wrong(name, f"has a level “{text[:40]}”, which is none", levels_known(ladder))
    return level


WORD_READERS: Mapping[str, Any] = {"untrained": _level, "costs": _costs, "default": _default, "words": _words}

_wrong = partial(wrong_entry, "kinds")


def check_kinds(rules: Ruleset) -> None:
    """Raise Refused for kinds that share a name or trait, are misspelled, or do not fit how traits grow."""
    seen: dict[str, str] = {}
    for kind in kinds_of(rules):
        if kind.name.casefold() in (other.casefold() for other in seen.values()):
            raise _wrong(kind.name, "is there twice")
        for trait in kind.traits:
            if not has_letters(trait):
                raise _wrong(kind.name, f"names no traits: “{trait[:40]}” is no name", SUCH_AS)
            if trait.casefold() in seen:
                raise _wrong(kind.name, f"has {trait}, which {seen[trait.casefold()]} has too")
            seen[trait.casefold()] = kind.name
        if kind.default and kind.default[0].casefold() in map(str.casefold, kind.traits):
            raise _wrong(kind.name, f"cannot take its default from {kind.default[0]}, a trait of the same kind")
        if rules.growth == "practice" and (kind.untrained is not None or kind.default):
            hint = "“rules untrained” shows it"
            raise _wrong(kind.name, "cannot say where practice begins: that is the game's own level", hint)
    for kind in kinds_of(rules):
        must_end(rules, kind)


def must_know_defaults(rules: Ruleset, others: Iterable[str]) -> None:
    """Raise Refused for a kind whose default comes from a trait that no kind has, and that is none of the `others`."""
    known = [*(trait for kind in kinds_of(rules) for trait in kind.traits), *others]
    folded = {trait.casefold() for trait in known}
    for kind in kinds_of(rules):
        if kind.default and kind.default[0].casefold() not in folded:
            close = nearest(kind.default[0], known)
            hint = did_you_mean(close) if close else f"write it among the traits of a kind, {IN_A_FILE}"
            raise _wrong(kind.name, f"cannot take its default from “{kind.default[0][:40]}”, which no list has", hint)


def must_end(rules: Ruleset, kind: KindOfTraits) -> None:
    """Raise Refused for a kind whose default comes, by way of others, from its own."""
    named, now = [kind.name], kind
    while now.default and (after := kind_of(rules, now.default[0])):
        if after.name in named:
            first, *others = named[named.index(after.name) :]
            raise _wrong(first, f"takes its default from itself, by way of {join_names(others)}")
        named.append(after.name)
        now = after


def spell_kind(name: str, held: object) -> str:
    """Return a kind of traits in a file's table as an entry. Raise Refused for unknown keys or values."""
    if isinstance(held, str):
        return f"{name} = {held}"
    if not isinstance(held, Mapping):
        raise _wrong(name, "names no traits", IN_A_FILE)
    must_have_only("kinds", name, held, ("traits", *WORDS))
    traits = held.get("traits")
    if not isinstance(traits, list) or not traits or not all(isinstance(each, str) for each in traits):
        raise _wrong(name, "names no traits", IN_A_FILE)
    words = held.get("words", {})
    if not isinstance(words, Mapping):
        raise _wrong(name, "needs a level behind each of its words", 'such as words = { weak = "Poor" }')
    must_be_whole("kinds", name, [name], ";=")
    must_be_whole("kinds", name, [*traits, *words, str(held.get("default", ""))])
    blank = next((each for pair in words.items() for each in map(str, pair) if len(each.split()) != 1), None)
    if blank is not None:
        raise _wrong(name, f"cannot have “{blank[:40]}” in words", "each is one word, and a level can be a number")
    spelled = {**held, "words": " ".join(f"{word} {level}" for word, level in words.items())}
    said = ", ".join(f"{word} {spelled[word]}" for word in WORDS if spelled.get(word, "") != "")
    return f"{name} = {', '.join(traits)}" + (f": {said}" if said else "")
