"""Levels: numbers, and words of the campaign's ladder."""

from __future__ import annotations

import re
from typing import ClassVar

from engine.patterns import pattern
from engine.refusal import stem
from engine.rules.ladder import Ladder
from engine.value import value
from shell.language.kinds.known import Known
from shell.language.kinds.shaped import number, signed_text
from shell.language.kinds.text import bare_spans, fold_case, is_stopped, missing_at_end, read_quoted, word_end
from shell.language.lookup import index_of
from shell.language.parse import Found, Misreading, Offers, Scene, say_mismatch


@value
class LevelKind:
    """A level: a whole number, or a word of the ladder, perhaps with steps as in `Superb +2`."""

    open: ClassVar[bool] = False
    name: str = "level"

    WHOLE = pattern(r"[+\-−]?\d+(?=[\s,:=]|$)")
    STEP = pattern(r"\s*[+\-−]\d+(?=[\s,:=]|$)")
    STEPPED = pattern(r"\s[+\-−]\d+$")

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return a level by its number or word, and where it ends."""
        found = self.WHOLE.match(text, at)
        if found:
            return number(found[0]), found.end()
        if at >= len(text):
            return missing_at_end(text, self.name)
        inside = read_quoted(text, at)
        if isinstance(inside, Misreading):
            return inside
        ladder = ladder_of(scene)
        spans = [inside] if inside else bare_spans(text, at)
        for typed, end in reversed(spans):
            level = ladder.level(typed)
            if level is not None and (inside or not self.STEPPED.search(typed)):
                return (level, end) if inside else self.beyond(text, end, level, typed, ladder, scene)
        own = {fold_case(word): level for word, level in own_words(scene).items()}
        called = next(((own[fold_case(typed)], end) for typed, end in reversed(spans) if fold_case(typed) in own), None)
        return called or self.find_begun(text, at, spans, ladder, scene)

    def find_begun(
        self, text: str, at: int, spans: list[tuple[str, int]], ladder: Ladder, scene: Scene
    ) -> Found | Misreading:
        """Return the level whose word begins so; `gr` is Great, not Great Superhuman."""
        words = index_of(tuple(self.offers(scene)))
        found = Known(self.name, self.offers, any_word=False).longest(text, at, spans, words, scene)
        if not isinstance(found, Misreading):
            word, end = found
        elif not found.several:
            return self.odd(text, at, ladder, scene)
        elif (meant := stem(found.choices)) is None:
            return found
        else:
            word, end = meant, found.end
        return self.beyond(text, end, {**own_words(scene), **ladder.levels}[word], word, ladder, scene)

    def beyond(self, text: str, end: int, level: int, typed: str, ladder: Ladder, scene: Scene) -> Found:
        """Return the level with steps beyond the ladder after it, unless they are a modifier with a reason."""
        step = self.STEP.match(text, end)
        further = ladder.level(typed + step[0]) if step else None
        if step is None or further is None:
            return level, end
        after = step.end() + len(text[step.end() :]) - len(text[step.end() :].lstrip())
        plain = after >= len(text) or text[after] in ",:" or is_stopped(text, after, scene)
        return (further, step.end()) if plain else (level, end)

    def odd(self, text: str, at: int, ladder: Ladder, scene: Scene) -> Misreading:
        """Return the problem of text that is not a level."""
        end = word_end(text, at)
        typed = text[at:end]
        rest = fold_case(text[at:])
        begun = re.fullmatch(r"[+\-−]?", rest) or any(fold_case(word).startswith(rest) for word in ladder.levels)
        words = (*ladder.levels, *own_words(scene))
        return Misreading(at, end, say_mismatch(typed, "level"), typed, words, unfinished=bool(begun))

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a level, or the beginning of one, stands here."""
        found = self.read(text, at, scene)
        return at < len(text) and (not isinstance(found, Misreading) or found.unfinished)

    def offers(self, scene: Scene) -> Offers:
        """Return the words of the ladder, with their numbers."""
        found = {**own_words(scene), **ladder_of(scene).levels}
        return {word: signed_text(level) for word, level in found.items()}

    def spell(self, value: int) -> str:
        """Return the level as a number."""
        return str(value)


def own_words(scene: Scene) -> dict[str, int]:
    """Return the words for levels of the trait that was typed, or of its kind."""
    from engine.sheet import labels_of  # most traits share the ladder's words

    trait = scene.values.get("trait")
    labels = labels_of(scene.state, trait) if scene.state and isinstance(trait, str) else ()
    return {each.word: each.level for each in labels}


def ladder_of(scene: Scene) -> Ladder:
    """Return the campaign's ladder, or one without words before there is a campaign."""
    return Ladder.of(scene.state.rules) if scene.state else Ladder()
