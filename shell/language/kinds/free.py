"""New text: a word, or all that is left of the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import ClassVar

from engine.patterns import pattern
from engine.refusal import near_miss
from engine.text import article, in_quotes
from engine.value import evolve, value
from shell.language.kinds.plausible import GOING_ON, OUT_WORDS, is_new_text, seems_to_go_on
from shell.language.kinds.text import (
    ARTICLES,
    BARE,
    CLOSED_BY,
    bare_spans,
    fold_case,
    is_comment,
    is_stopped,
    missing_at_end,
    read_quoted,
    spelled_name,
    without_comment,
    word_end,
)
from shell.language.parse import Found, Misreading, Offers, Scene, say_mismatch, say_misplaced

#: A word in single quotes, which quote nothing here: no name is meant to contain them.
SINGLE_QUOTED = pattern(r"['‘‚‹].+['’‘›]")


@value
class Open:
    """A new word, or any text in quotes."""

    open: ClassVar[bool] = True
    name: str
    seen: Callable[[Scene], Offers] = lambda scene: {}

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the word or quoted text that stands here, and where it ends."""
        inside = read_quoted(text, at)
        if inside is not None:
            return inside
        if at >= len(text):
            return missing_at_end(text, self.name)
        found = None if is_comment(text, at) else BARE.match(text, at)
        if found and SINGLE_QUOTED.fullmatch(found[0]):
            return Misreading(at, found.end(), f"double quotes stand round a name, not {found[0]}", found[0])
        return (found[0], found.end()) if found else self.odd(text, at)

    def odd(self, text: str, at: int) -> Misreading:
        """Return the problem of a sign where a word is needed."""
        end = word_end(text, at)
        return Misreading(at, end, say_mismatch(text[at:end], self.name))

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether a word stands here that is not of the grammar."""
        return not is_stopped(text, at, scene)

    def offers(self, scene: Scene) -> Offers:
        """Return the values seen before in such a place."""
        return self.seen(scene)

    def spell(self, value: str) -> str:
        """Return the word, in quotes unless it is a plain one."""
        return spelled_name(value)


def is_keyword(typed: str, stops: Iterable[str]) -> bool:
    """Return whether a word is one of the grammar, or nearly a long one."""
    return typed.casefold() in stops or near_miss(typed, [word for word in stops if len(word) > 3]) is not None


@value
class Trailing(Open):
    """A word, any text in quotes, or the rest of the line.

    The rest must not contain a word or sign of the grammar, or a word that is nearly one.
    """

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the text that stands here, and where it ends."""
        found = super().read(text, at, scene)
        left = without_comment(text)[at:].rstrip()
        if isinstance(found, Misreading) or text[at] in CLOSED_BY or found[1] == at + len(left):
            return found
        odd = re.search(r'["“”„«»=:]|(^|\s)[+\-−±#]\d', left)
        return found if odd or any(is_keyword(word, scene.stops) for word in left.split()) else (left, at + len(left))


@value
class NamedTitleKind(Open):
    """A word, any text in quotes, or all words before “with” and a list of known names in full.

    The names are those in `seen`.
    """

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the title that stands here, and where it ends."""
        found = super().read(text, at, scene)
        before, word, listed = without_comment(text)[at:].rpartition(" with ")
        known = {name.casefold() for name in self.seen(scene)}
        if isinstance(found, Misreading) or text[at] in CLOSED_BY or not before.strip() or not word:
            return found
        if any(name.strip().casefold() not in known for name in listed.split(",")):
            return found
        problem = find_date(text, at, before.rstrip(), f" with {listed.strip()}")
        return problem or (before.rstrip(), at + len(before.rstrip()))

    def offers(self, scene: Scene) -> Offers:
        """Return nothing: a title is new."""
        return {}


#: Dice, which may follow a reason.
DICE_SHAPED = pattern(r".*[\d%].*|diceless|poly.*", re.IGNORECASE)


@value
class ReasonKind(Open):
    """A word, any text in quotes, or a plain reason up to the line's end.

    A plain reason must not contain the beginning of a word of the grammar, somebody's name, dice or a level.
    """

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the text that stands here, and where it ends."""
        found = super().read(text, at, scene)
        left = without_comment(text)[at:].rstrip()
        one_word = isinstance(found, Misreading) or text[at] in CLOSED_BY or found[1] >= at + len(left)
        return found if one_word or scene.short or not self.is_plain(left, scene) else (left, at + len(left))

    def is_plain(self, text: str, scene: Scene) -> bool:
        """Return whether nothing but a reason can be meant by all of a text."""
        dice = [name.casefold() for name, _ in scene.state.rules.pairs("dice-names")] if scene.state else []
        words = text.casefold().split()
        other = any(
            word in dice or DICE_SHAPED.fullmatch(word) or begins_keyword(word, scene.stops) for word in words[1:]
        )
        return not other and not re.search(r'["“”„«»=:,+\-−±#]', text) and is_new_text(text, "name", scene.state)


def begins_keyword(typed: str, stops: Iterable[str]) -> bool:
    """Return whether a word is one of the grammar, begins one or is nearly one."""
    return any(word.startswith(typed) for word in stops) or is_keyword(typed, stops)


#: Signs that end a line, and are no title.
ENDS_LINE = frozenset(".!")


@value
class Rest:
    """The rest of the line, up to a comment if there can be one.

    Quotes around all of it are dropped, of a free text only straight ones. If it `closes`, a closing quote ends it, and
    a comment may follow. Otherwise text behind the closing quote belongs to it.
    """

    open: ClassVar[bool] = False
    any_text: ClassVar[bool] = True
    name: str
    comments: bool = False
    closes: bool = False

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return all that is left of the line."""
        left = (without_comment(text) if self.comments else text)[at:].rstrip()
        if not left:
            return missing_at_end(text, self.name)
        if left[0] == ",":
            cures = (f"{text[:at]}{text[at + 1 :].lstrip()}",)
            return Misreading(at, at + 1, f"{article(self.name)} does not begin with a comma", cures=cures, sure=True)
        if self.closes and set(left) <= ENDS_LINE:
            return Misreading(at, at + len(left), say_misplaced(left), cures=(text[:at].rstrip(),), sure=True)
        inside = read_quoted(text, at) if self.closes or self.comments or text[at] == '"' else None
        if isinstance(inside, tuple):
            behind = text[inside[1] :]
            if not (without_comment(behind) if self.closes or self.comments else behind).strip():
                return inside
        return left, at + len(left)

    def begins(self, text: str, at: int, scene: Scene) -> bool:
        """Return whether anything is left."""
        return bool(text[at:].strip()) and not is_comment(text, at)

    def offers(self, scene: Scene) -> Offers:
        """Return nothing: it can be any text."""
        return {}

    def spell(self, value: str) -> str:
        """Return the text, in quotes if it would read back differently."""
        odd = set(value) <= ENDS_LINE or value != value.strip() or value[0] in (",", *CLOSED_BY) or '"' in value
        return in_quotes(value) if odd or re.search(r"(^|\s)#", value) else value


@value
class UntoldKind(Rest):
    """The rest of the line, which without quotes or a colon must not go on with a sentence that its verb begins.

    Such a sentence goes on with one of some words. With `told`, it is also known by what it says.
    """

    going_on: frozenset[str] = GOING_ON
    told: bool = False

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the text, or why it may be part of a sentence."""
        found = super().read(text, at, scene)
        before = text[:at].split()
        if isinstance(found, Misreading) or before[-1][-1] in ":," or text[at] in CLOSED_BY:
            return found
        if not self.goes_on(found[0]):
            return found
        said = f"“{before[-1]}” seems to begin a sentence; a text like this one needs quotes"
        return Misreading(at, found[1], said, unfinished=found[1] == len(text), sure=True)

    def goes_on(self, text: str) -> bool:
        """Return whether a text seems to go on with a sentence."""
        return seems_to_go_on(text, self.going_on, told=self.told)

    def spell(self, value: str) -> str:
        """Return the text, in quotes if it seems to go on with a sentence."""
        return in_quotes(value) if self.goes_on(value) else super().spell(value)


#: What somebody does in a sentence: “goes into the rain”.
DOES_SOMETHING = pattern(r"[^\W\d_]+[^\W\d_us]s\s")


@value
class WayOutKind(UntoldKind):
    """How somebody goes out of play, in quotes if it says what they do, or begins with the name of somebody else."""

    there: Callable[[Scene], Offers] = lambda scene: {}

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the text, or why it may be a sentence or one more name."""
        found = super().read(text, at, scene)
        quoted = f"type {text[:at]}{in_quotes(text[at:].rstrip())}"
        if isinstance(found, Misreading):
            return evolve(found, advice=quoted) if found.sure and not found.cures else found
        end = None if text[at] in CLOSED_BY else self.find_name(text, at, scene)
        if end is None:
            return found
        said = f"“{text[at:end]}” is a name: a comma joins two, and a text that begins with one needs quotes"
        cures = (f"{text[:at].rstrip()}, {text[at:].rstrip()}",) if fold_case(text[end:]) in {"", *OUT_WORDS} else ()
        advice = None if cures else quoted
        return Misreading(at, end, said, advice=advice, cures=cures, unfinished=found[1] == len(text), sure=True)

    def find_name(self, text: str, at: int, scene: Scene) -> int | None:
        """Return where the whole name of somebody, or a whole word of it, ends that a text begins with."""
        known = set(map(fold_case, self.there(scene)))
        known |= {word for name in known for word in name.split() if len(word) > 2}
        known -= OUT_WORDS | ARTICLES
        return next((end for typed, end in reversed(bare_spans(text, at)) if fold_case(typed) in known), None)

    def goes_on(self, text: str) -> bool:
        """Return whether a text seems to go on with a sentence, or says what somebody does."""
        return super().goes_on(text) or DOES_SOMETHING.match(text) is not None

    def spell(self, value: str) -> str:
        """Return a usual way out as it is, and any other in quotes: it may begin with a name."""
        return value if value in OUT_WORDS else in_quotes(value)


#: Words for the boxes of a countdown, which its number says already.
BOX_WORDS = frozenset({"box", "boxes", "segment", "segments", "step", "steps"})


@value
class StageEventKind(Open):
    """What happens at a stage of a countdown, in quotes if it begins with the word for its boxes."""

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the word or quoted text that stands here, or why it may only say what the number counts."""
        found = super().read(text, at, scene)
        if isinstance(found, Misreading) or text[at] in CLOSED_BY or fold_case(found[0]) not in BOX_WORDS:
            return found
        said = f"a number of boxes stands alone, without “{found[0]}”"
        cures = (f"{text[:at].rstrip()}{text[found[1] :]}",)
        return Misreading(at, found[1], said, cures=cures, unfinished=found[1] == len(text), sure=True)

    def spell(self, value: str) -> str:
        """Return the word, in quotes unless it is a plain one that no box is called by."""
        return in_quotes(value) if fold_case(value) in BOX_WORDS else super().spell(value)


@value
class TitleKind(Rest):
    """The rest of the line, which without quotes must not end like a list of those who are there, or with a date."""

    there: Callable[[Scene], Offers] = lambda scene: {}

    def read(self, text: str, at: int, scene: Scene) -> Found | Misreading:
        """Return the title, or why it may be meant as names."""
        found = super().read(text, at, scene)
        before, word, listed = f" {text[at:]}".rpartition(" with ")
        if isinstance(found, Misreading) or read_quoted(text, at) == found:
            return found
        problem = find_date(text, at, found[0]) or find_date(text, at, before.strip(), f" with {listed.strip()}")
        if problem is not None or not word:
            return problem or found
        there, title = self.there(scene), before.strip()
        named = [name.strip() for name in re.split(r",| and ", listed)]
        unknown = [name for name in named if name.casefold() not in map(str.casefold, there)]
        quoted = not title or title.endswith('"')
        if not unknown:
            hint = f"“session start {in_quotes(title)} with {', '.join(named)}” says who is there"
            said = f"“with {listed.strip()}” could be part of the title, or who is there"
        elif quoted or len(unknown) < len(named):
            hint = f"those known are {', '.join(there)}" if there else "“pc NAME by PLAYER” adds one"
            hint += "" if quoted else f"; as a title it needs quotes: “session start {in_quotes(found[0])}”"
            said = f"no player or character “{unknown[0]}”"
        else:
            return found
        place = text.rfind(unknown[0] if unknown else listed.strip())
        end, last = len(text.rstrip()), named[-1].casefold()
        begun = bool(unknown) and any(name.casefold().startswith(last) for name in there)
        return Misreading(place, end, said, advice=hint, refused=not begun, unfinished=begun, sure=not begun)

    def spell(self, value: str) -> str:
        """Return the text, in quotes if names or a date seem to follow."""
        return in_quotes(value) if " with " in f" {value}" or may_be_dated(value) else super().spell(value)


#: The end of a line about an evening of the past: “on” and a date, which may lack its year.
DATED = pattern(
    r"(?i)\b(?:on|at)\s+(?:\d.*\d\.?|\d{1,2}\S* [^\W\d_]{3,9}\.?|[^\W\d_]{3,9}\.? \d{1,2}\w{0,2})$",
)


def find_date(text: str, at: int, title: str, there: str = "") -> Misreading | None:
    """Return the problem of a title that ends with a date, before those who were `there`, or None."""
    if not may_be_dated(title):
        return None
    from shell.language.kinds.dates import refuse_dated  # few titles have a date

    return refuse_dated(text, at, title, there)


def may_be_dated(title: str) -> bool:
    """Return whether a title may end as a line about an evening of the past does, with or without the year."""
    return DATED.search(title) is not None


@value
class CommandKind(Rest):
    """The mark of a command in the rest of a line, which is read and spelled as a line is."""

    any_text: ClassVar[bool] = False


NEW = Open("name")
