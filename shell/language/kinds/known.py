"""Known names, and names that may be new."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection
from typing import ClassVar, cast

from engine.known import RESERVED
from engine.refusal import near_miss, nearest
from engine.rules.ladder import Ladder
from engine.text import join_names
from engine.types import THING_NUMBER
from engine.value import evolve, value
from shell.language import names, program_names
from shell.language.kinds.free import NEW
from shell.language.kinds.text import (
    ARTICLES,
    BARE,
    CLOSED_BY,
    bare_spans,
    fold_case,
    has_keyword,
    is_stopped,
    missing_at_end,
    read_quoted,
    spelled_name,
    without_comment,
    word_end,
)
from shell.language.lookup import Index, index_of, index_once, shortens
from shell.language.parse import QUOTES, Found, Misreading, Offers, Scene, join_or, say_shared


@value
class Known:
    """A known name, by the unique beginning of any of its words.

    Case does not matter, and it may have quotes. With `whole` it is typed in full; without `any_word` its beginning is
    that of its first word. `lacking` is the message for an unknown name, `advice` its hint, with the name in the place
    of NAME.
    """

    open: ClassVar[bool] = False
    name: str
    few: Callable[[Scene], Offers]
    advice: str | None = None
    whole: bool = False
    any_word: bool = True
    lacking: str = "no {} “{}”"

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the known name that stands here, and where it ends."""
        if at >= len(text):
            return missing_at_end(text, self.name)
        inside = read_quoted(text, at) if text[at] in CLOSED_BY else None
        if isinstance(inside, Misreading):
            return inside
        index = index_once(self.few(scene))
        spans = [inside] if inside else bare_spans(text, at, index.most_words)
        if scene.short and inside is None:  # “f c+” raises Climbing
            spans = [each for span in spans for each in (without_plus(span), span)]
        return self.longest(text, at, spans, index, scene)

    def longest(
        self, text: str, at: int, spans: list[tuple[str, int]], index: Index, scene: Scene
    ) -> Found | Misreading:
        """Return the name that takes most of the text: whole, or else by its beginning."""
        ambiguous: Misreading | None = None
        for typed, end in reversed(spans):
            key = fold_case(typed)
            if not key:
                continue
            if key in index.names:
                return index.names[key], end
            begun = [] if self.whole else index.find_begun(key, any_word=self.any_word)
            begun = begun and self.prefer(key, begun, scene)
            if not begun or (has_keyword(typed, scene) and text[at] not in CLOSED_BY):
                continue
            if len(begun) == 1:
                return begun[0], end
            ambiguous = ambiguous or self.ambiguous(text, at, end, typed, begun)
        if ambiguous:
            return read_shortened(text, ambiguous, spans, scene) or ambiguous
        return self.read_plain(text, at, spans, scene, index) or self.unknown(text, at, index.given)

    def read_plain(
        self, text: str, at: int, spans: list[tuple[str, int]], scene: Scene, index: Index
    ) -> Found | Misreading | None:
        """Return the name that takes most of the text if accents are left out, or None. A whole name has its own."""
        for typed, end in () if self.whole else reversed(spans):
            key = fold_case(typed)
            begun = self.prefer(key, index.find_plain(key, any_word=self.any_word) if key else [], scene)
            if begun and (text[at] in CLOSED_BY or not has_keyword(typed, scene)):
                return (begun[0], end) if len(begun) == 1 else self.ambiguous(text, at, end, typed, begun)
        return None

    def prefer(self, key: str, begun: list[str], scene: Scene) -> list[str]:
        """Return those of the names that begin so which are likelier meant: here all."""
        return begun

    def ambiguous(self, text: str, at: int, end: int, typed: str, begun: list[str]) -> Misreading:
        """Return the problem of a beginning that several names share."""
        said = say_shared(typed, [*dict.fromkeys(begun)][:6])
        unfinished = not text[end:].strip()
        return Misreading(at, end, said, "", tuple(begun), unfinished=unfinished, refused=True, several=True)

    def unknown(self, text: str, at: int, few: tuple[str, ...]) -> Misreading:
        """Return the problem of a name that is not known, beside the `few` that are."""
        end = word_end(text, at)
        typed = text[at:end]
        bare = typed.strip(QUOTES)
        few = () if fold_case(bare) in ARTICLES else few  # “the” is no slip for The Eel
        if len(alike := index_of(few).by_plural.get(" ".join(bare.casefold().split()), ())) > 1:
            return self.ambiguous(text, at, end, bare, list(alike))  # as in Bandits
        can_be = bare.strip() and bare.casefold() not in RESERVED.get(self.name, ())
        advice = self.advice.replace("NAME", spelled_name(bare)) if self.advice and can_be else None
        said = self.lacking.format(self.name, bare)
        problem = Misreading(at, end, said, typed, few, refused=True, advice=advice)
        return evolve(problem, kind="no character") if self.name == "character" else problem

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a known name, or the beginning of one, stands here."""
        if is_stopped(text, at, scene):
            return False
        found = self.read(text, at, scene)
        return not isinstance(found, Misreading) or found.unfinished or found.several

    def offers(self, scene: Scene) -> Offers:
        """Return the known names."""
        return self.few(scene)

    def spell(self, value: str) -> str:
        """Return the name, in quotes unless it is one plain word."""
        return spelled_name(value)


def read_shortened(text: str, found: Misreading, spans: list[tuple[str, int]], scene: Scene) -> Found | None:
    """Return the only name that a shared beginning and the next words shorten.

    “mag res” is Magic Resistance. A single letter is not read as such a word before the end of a line: it may stand for
    a name of another kind.
    """
    for typed, end in reversed(spans):
        words = typed.split()[1:]
        if end <= found.end or has_keyword(typed, scene) or (text[end:].strip() and min(map(len, words)) < 2):
            continue
        names = index_of(found.choices).begun_by_words(fold_case(typed))
        if len(names) == 1:
            return names[0], end
    return None


def end_of_shortened(text: str, start: int, end: int, name: str, stops: Collection[str] = ()) -> int:
    """Return where the words that shorten a name end, after those already read up to `end`.

    A single letter is not one of them before the end of a line.
    """
    if " " not in name:
        return end
    for typed, further in reversed(bare_spans(text, start)):
        added = text[end:further].split()
        is_short = bool(text[further:].strip()) and min(map(len, added), default=0) < 2
        if further <= end or is_short or any(word.casefold() in stops for word in added):
            continue
        if shortens(fold_case(typed).split(), fold_case(name)):
            return further
    return end


#: The most names that are listed if another was typed.
MOST_NAMES_LISTED = 12


def list_few(names: Collection[str]) -> str:
    """Say which names there are, or some of them if there are many."""
    said = "it can be" if len(names) <= MOST_NAMES_LISTED else "such as"
    return f"{said} {join_or(list(names)[:MOST_NAMES_LISTED])}"


@value
class PlainWords(Known):
    """Words of the grammar that stand together and never in quotes, such as “no defence”. They win over single ones."""

    leads: ClassVar[bool] = True

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether such words stand here in full."""
        return not isinstance(self.read(text, at, scene), Misreading)

    def spell(self, value: str) -> str:
        """Return the words."""
        return value


@value
class KnownOfFew(Known):
    """A known name of a kind that has few, which are all listed if another name was typed."""

    def unknown(self, text: str, at: int, few: tuple[str, ...]) -> Misreading:
        """Return the problem of a name that is not known, with those that are."""
        problem = super().unknown(text, at, few)
        if not few:
            return problem
        near = near_miss(problem.typed.strip(QUOTES), few)
        problem = evolve(problem, choices=(near,) if near else ())
        return evolve(problem, advice=list_few(few))


def without_plus(span: tuple[str, int]) -> tuple[str, int]:
    """Return a part of a line, and where it ends, without the plus at its end."""
    typed, end = span
    return (typed[:-1], end - 1) if typed.endswith("+") else span


@value
class TrackPart(Known):
    """A track or one of its states. If there is none, another track is advised, which may replace the game's."""

    def unknown(self, text: str, at: int, few: tuple[str, ...]) -> Misreading:
        """Return the problem of a name that is not known."""
        found = super().unknown(text, at, few)
        return evolve(found, advice=None) if few else found


@value
class TraitKind(Known):
    """A known trait, or in an open list a new one, not spelled nearly like a known one (FU-40)."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a known trait, or a new one if the rules leave the list open."""
        found = super().read(text, at, scene)
        if not isinstance(found, Misreading) or not found.refused or found.several:
            return found
        if THING_NUMBER.fullmatch(found.typed):
            return evolve(found, advice=None)
        typed = NEW.read(text, at, scene) if self.takes_any(scene) else found
        if not isinstance(typed, Misreading) and is_level(typed[0], scene):
            said = f"“{typed[0]}” is a level, not an ability"
            return evolve(found, end=typed[1], said=said, typed="", advice=f"“vs {typed[0]}” alone is a difficulty")
        if isinstance(typed, Misreading) or is_stopped(text, at, scene) or nearest(typed[0], self.few(scene), 0.75):
            return found
        return typed

    def prefer(self, key: str, begun: list[str], scene: Scene) -> list[str]:
        """Return the likelier traits: the sheet's, the campaign's, and those a letter or two from the typed text.

        If none is the sheet's, return all.
        """
        sheet, defined = names.sheet_in_question(scene), scene.state.abilities if scene.state else {}
        own = [name for name in begun if sheet and sheet.is_trained(name)]
        near = [name for name in begun if name in defined or len(name) < len(key) + 3]
        return [name for name in begun if name in (*own, *near)] if own else begun

    def takes_any(self, scene: Scene) -> bool:
        """Return whether a trait that is on no sheet can be rolled."""
        return scene.state is not None and not scene.short and scene.state.rules.ability_list == "open"


def is_level(typed: str, scene: Scene) -> bool:
    """Return whether a text is a number or a word of the campaign's ladder."""
    return typed.isdigit() or (scene.state is not None and Ladder.of(scene.state.rules).level(typed) is not None)


@value
class PlayedKind(Known):
    """A character by its own name, or by that of a player who plays no other."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the character that is named, or the one that the named player plays."""
        found = super().read(text, at, scene)
        if isinstance(found, Misreading) or found[0] in names.sheets(scene):
            return found
        played = names.characters_of(scene, found[0])
        if len(played) == 1:
            return played[0], found[1]
        said = f"{found[0]} plays {join_names(played)}: name one of them"
        return Misreading(at, found[1], said, "", tuple(played), refused=True, several=True)


@value
class Numbered(Known):
    """A known text by its beginning, or by the number that is its word of explanation."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the text that stands here, or the thing with its number."""
        end = word_end(text, at)
        found = next((known for known, number in self.few(scene).items() if number == text[at:end]), None)
        return (found, end) if found else super().read(text, at, scene)


@value
class EventTypeKind(Known):
    """A type of event, by its name or by the table's word: `checks`, `awards`."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a type of event by its own name or the table's word for it."""
        found = Known(self.name, lambda scene: program_names.called_events()).read(text, at, scene)
        if not isinstance(found, Misreading):
            return program_names.called_events()[found[0]], found[1]
        return super().read(text, at, scene) if found.refused and not found.several else found

    def offers(self, scene: Scene) -> Offers:
        """Return the table's words. Names of types are understood too, but only programs need them."""
        return program_names.called_events()


@value
class KnownOrNew:
    """A known name in full, in any case, or a new one: one word, or quoted."""

    open: ClassVar[bool] = True
    name: str
    few: Callable[[Scene], Offers]

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a known name in its own spelling, or a new one."""
        found = Known(self.name, self.few, whole=True).read(text, at, scene)
        return NEW.read(text, at, scene) if isinstance(found, Misreading) and found.refused else found

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a word stands here that is not of the grammar."""
        return not is_stopped(text, at, scene)

    def offers(self, scene: Scene) -> Offers:
        """Return the known names."""
        return self.few(scene)

    def spell(self, value: str) -> str:
        """Return the name, in quotes unless it is one plain word."""
        return spelled_name(value)


@value
class TraitOrNew(KnownOrNew):
    """A trait that is given a level.

    If the rules list the traits, a beginning can only mean one of them (PF-05). A name in quotes is whole.
    """

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a known trait, by its beginning in a closed list, or a new one."""
        listed = scene.state and scene.state.abilities and scene.state.rules.ability_list == "listed"
        closed = listed and text[at : at + 1] not in tuple(QUOTES)
        begun = Known(self.name, self.few).read(text, at, scene) if closed else None
        if begun is None or (isinstance(begun, Misreading) and not begun.several):
            return super().read(text, at, scene)
        return begun


@value
class KeyKind(Known):
    """A key of a character. Another character's key is read too, so that the refusal says who lacks it."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a key of the character, or else any key that is defined."""
        found = super().read(text, at, scene)
        if not isinstance(found, Misreading) or not found.refused or found.several:
            return found
        other = Known(self.name, names.every_key).read(text, at, scene)
        return found if isinstance(other, Misreading) else other


@value
class GroupKind(Known):
    """A group in full, in any case. Any other text is read too, so that the refusal says how to make one."""

    open: ClassVar[bool] = True

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a known group, or whatever ends the line, but no word that stands for something else there."""
        found = super().read(text, at, scene)
        typed = without_comment(text[at:]).strip()
        if not isinstance(found, Misreading) or found.unfinished or typed.split()[0].casefold() in RESERVED["group"]:
            return found
        return typed.strip(QUOTES), at + len(typed)


@value
class PropertyKind(Known):
    """A property, gift or fault. In games where XP are not practice, a missing one is most likely a gift (FL-81)."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the known name that stands here, and where it ends."""
        found = super().read(text, at, scene)
        gifts = scene.state is not None and scene.state.rules.growth != "practice"
        if not isinstance(found, Misreading) or not found.advice or not gifts:
            return found
        return evolve(found, advice=found.advice.replace("define property", "define gift"))


@value
class OrNothing:
    """A known name, or the word for none."""

    open: ClassVar[bool] = False
    name: str
    known: Known
    word: str = "nothing"
    meaning: str = "where none fits"

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a known name, or None for the word."""
        found = BARE.match(text, at)
        if found and found[0].casefold() == self.word:
            return None, found.end()
        return self.known.read(text, at, scene)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a known name stands here, or the word."""
        found = BARE.match(text, at)
        return bool(found and found[0].casefold() == self.word) or self.known.begins(text, at, scene)

    def offers(self, scene: Scene) -> Offers:
        """Return the known names, and the word."""
        return ChainMap({self.word: self.meaning}, cast(dict[str, str], self.known.offers(scene)))

    def spell(self, value: str | None) -> str:
        """Return the name, or the word for None."""
        return self.word if value is None else self.known.spell(value)
