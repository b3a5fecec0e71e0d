"""A spell's difficulty: bands of range, duration and area (FL-35, FL-36, RT-07)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.ladder import Ladder
from engine.rules.parts import Part
from engine.rules.ruleset import Ruleset
from engine.value import value

#: The source of a spell's parts of difficulty.
SPELL = "spell"

#: The forms of magic, as the rule “magic” has them.
BANDS, MINOR_AND_RITUAL = "bands", "minor and ritual"


@value
class SpellBand:
    """Spells of like difficulty: their levels counted from Fair, their farthest reach, and examples."""

    least: int
    most: int
    reach: str
    duration: str
    area: str
    samples: str


#: The bands, easiest first (RT-07). A spell of the last one has no limits.
SPELL_BANDS = (
    SpellBand(-2, -1, "touch", "one action", "one", "cantrips, seeing auras, speaking languages, a burning touch"),
    SpellBand(0, 1, "bowshot", "several actions", "several", "charms, mystic armour, healing, fire balls, shapes"),
    SpellBand(2, 4, "sight", "scene", "crowd", "resurrection, teleporting a group, earthquakes, anti-magic zones"),
    SpellBand(5, 7, "any", "any", "any", "wishes, miracles"),
)


def band_of(kind: str, word: str) -> int:
    """Return the number of the band that a range, duration or area is of, from 0."""
    return next(place for place, band in enumerate(SPELL_BANDS) if getattr(band, kind) == word)


def fair_level(rules: Ruleset) -> int:
    """Return the level that spell bands count from, which is also the difficulty of minor magic (FL-121)."""
    level = Ladder.of(rules).level("Fair")
    return level if level is not None else rules.situational or 0


def spell_parts(rules: Ruleset, reach: str, duration: str, area: str) -> Iterator[Part]:
    """Yield the parts of a spell's difficulty (FL-35, FL-36, ER-36).

    The highest band that it meets decides. It begins at that band's least level, and each further criterion of the
    band adds 1, up to the band's highest level. What is not said counts for nothing.
    """
    named = {kind: word for kind, word in (("reach", reach), ("duration", duration), ("area", area)) if word}
    places = {kind: band_of(kind, word) for kind, word in named.items()}
    highest = max(places.values(), default=0)
    band = SPELL_BANDS[highest]
    met = [kind for kind, place in places.items() if place == highest]
    first = describe_criterion(met[0], named[met[0]]) if met else "a small spell"
    yield Part(fair_level(rules) + band.least, first, SPELL)
    for number, kind in enumerate(met[1:], 1):
        if number <= band.most - band.least:
            yield Part(1, describe_criterion(kind, named[kind]), SPELL)


def describe_criterion(kind: str, word: str) -> str:
    """Return a criterion in words."""
    ending = {"reach": "range", "duration": "duration", "area": "target" if word == "one" else "targets"}[kind]
    return f"{word} {ending}" if (kind == "area" and word != "crowd") or word == "any" else word
