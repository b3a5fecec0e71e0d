"""Things by their names and numbers, known or new, and the values on a sheet."""

from __future__ import annotations

from engine.patterns import pattern
from engine.refusal import near_miss
from engine.text import in_quotes, is_singular
from engine.types import THING_NUMBER
from engine.value import evolve, value
from shell.language.kinds.known import Known, KnownOrNew, end_of_shortened
from shell.language.kinds.text import BARE, CLOSED_BY, bare_spans, read_quoted, spelled_name
from shell.language.parse import QUOTES, Found, Misreading, Scene

#: A thing and its count in one word.
COUNTED_THING = pattern(r"([^\W\d_][^×]*)×(\d{1,4})")


def read_thing_number(text: str, at: int) -> Found | None:
    """Return the number of a thing such as `#4`, and where it ends, or None for other text."""
    found = BARE.match(text, at)
    return (found[0], found.end()) if found and THING_NUMBER.fullmatch(found[0]) else None


@value
class ThingKind(Known):
    """A known thing by its name, the singular of its name, or its number: `#4`."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the name or number that stands here, and where it ends."""
        found = read_thing_number(text, at) or super().read(text, at, scene)
        if not isinstance(found, Misreading) or not found.refused or found.several:
            return found
        inside = read_quoted(text, at)
        spans = [inside] if isinstance(inside, tuple) else bare_spans(text, at)
        known = self.few(scene)
        meant = ((name, end) for typed, end in reversed(spans) for name in known if is_singular(typed, name))
        return next(meant, found)

    def names_one(self, typed: str, name: str) -> bool:
        """Return whether the singular of a name was typed."""
        return is_singular(typed.strip(QUOTES), name)

    def spell(self, value: str) -> str:
        """Return the number as it is, or the name, in quotes unless it is one plain word."""
        return value if THING_NUMBER.fullmatch(value) else super().spell(value)


@value
class ContainerKind(ThingKind):
    """A place, or a thing to put others into. A place is not advised for another word: the thing may be new."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the typed place or thing and where it ends, or else advice on how to give such a thing."""
        found = super().read(text, at, scene)
        who = scene.values.get("who")
        if not isinstance(found, Misreading) or not found.advice or not who:
            return found
        near = near_miss(found.typed.strip(QUOTES), self.few(scene))
        advice = found.advice.replace("WHO", spelled_name(who))
        return evolve(found, choices=(near,) if near else (), sure=not near, advice=advice)


@value
class NewThing(KnownOrNew):
    """A known thing by its name or number, or a new one by its name."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the name or number that stands here, and where it ends."""
        found = read_thing_number(text, at) or super().read(text, at, scene)
        counted = None if isinstance(found, Misreading) or text[at] in CLOSED_BY else COUNTED_THING.fullmatch(found[0])
        if isinstance(found, Misreading) or counted is None:
            return found
        advice = f"a count stands before its thing: {counted[2]} {spelled_name(counted[1])}"
        return Misreading(at, found[1], f"“{found[0]}” is a thing with its count", advice=advice)

    def spell(self, value: str) -> str:
        """Return the number as it is, or the name, in quotes unless it is one plain word."""
        known = THING_NUMBER.fullmatch(value)
        return value if known else in_quotes(value) if COUNTED_THING.fullmatch(value) else super().spell(value)


@value
class SheetValueKind(NewThing):
    """A value on a sheet by the beginning of any of its words, or a former name."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a known name, a number or any other word, and where it ends."""
        if read_thing_number(text, at) is None:
            found = Known(self.name, self.few).read(text, at, scene)
            if not isinstance(found, Misreading):
                return found[0], end_of_shortened(text, at, found[1], found[0], scene.stops)
            if found.several or not found.refused:
                return found
        return super().read(text, at, scene)
