"""Write evenings for a page: scenes with linked sentences, and memorable moments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import bidirectional

from engine.clock import TableTime
from engine.value import Factory, record, value
from replay.audience.rule import View
from replay.retelling.recap import (
    AFTERWARDS,
    SCENE,
    STANDING,
    WHERE_IT_STANDS,
    Line,
    Recap,
    group_lines,
    last_scene,
    recap_in,
)
from replay.retelling.wording import find_stretches, stop_of


@value
class Piece:
    """A part of a sentence: some text, and whether it stands out, as a name does."""

    text: str
    is_name: bool = False


@value
class Sentence:
    """A sentence in pieces, with the numbers of its events: the first and last of each stretch.

    It is `small` for bookkeeping, and `apart` if its text may run from right to left.
    """

    pieces: tuple[Piece, ...]
    stretches: tuple[tuple[int, int], ...]
    small: bool = False
    apart: bool = False


@value
class Paragraph:
    """A note in the words of the game master, a piece of news, or sentences about deeds."""

    kind: str
    sentences: tuple[Sentence, ...]


@record
class SceneTold:
    """A scene with its number and paragraphs. It has no title if it is what came before the first scene."""

    title: str = ""
    seq: int = 0
    paragraphs: list[Paragraph] = Factory(list)


@value
class Evening:
    """An evening as the page narrates it."""

    number: int
    title: str
    begun: TableTime
    players: tuple[str, ...]
    scenes: tuple[SceneTold, ...]
    ended: str


@record
class NameFinder:
    """Finds the `names` of player characters in sentences."""

    names: tuple[str, ...]

    @classmethod
    def of(cls, names: Iterable[str]) -> NameFinder:
        """Return a finder of these names."""
        return cls(tuple(names))

    def in_evening(self, told: Recap) -> NameFinder:
        """Return a finder of the names in a recap: short ones, and of one player's recap only the player's own."""
        short = told.own if told.player else [told.called.get(name, name) for name in self.names]
        return NameFinder(tuple(dict.fromkeys([*short, *(() if told.player else self.names)])))

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """Return a text in pieces."""
        words = "|".join(re.escape(name) for name in sorted(self.names, key=lambda name: (-len(name), name)))
        parts = re.split(rf"(?<!\w)({words})(?!\w)", text) if words else [text]
        return tuple(Piece(part, bool(place % 2)) for place, part in enumerate(parts) if part)


def tell_evening(view: View, number: int, names: NameFinder) -> Evening:
    """Return an evening for the page."""
    found = recap_in(view, number)
    finder = names.in_evening(found)
    scenes = [SceneTold()]
    for block, lines in group_lines(found.lines):
        if block.begins_after or block.kind == STANDING:
            scenes.append(SceneTold(WHERE_IT_STANDS if block.kind == STANDING else AFTERWARDS))
        if block.kind == SCENE:
            scenes.append(SceneTold(lines[0].text, lines[0].seq[0]))
        elif block.kind == STANDING:
            scenes[-1].paragraphs += [Paragraph(STANDING, (tell_sentence(line, finder),)) for line in lines]
        else:
            scenes[-1].paragraphs.append(Paragraph(block.kind, tuple(tell_sentence(line, finder) for line in lines)))
    told = tuple(scene for scene in scenes if scene.title or scene.paragraphs)
    return Evening(found.session, found.title, found.begun, found.players, told, last_scene(found.lines))


def tell_sentence(line: Line, names: NameFinder) -> Sentence:
    """Return a line as a sentence with its numbers."""
    text = line.text.rstrip() + stop_of(line.text)
    head = (Piece(line.head, True),) if line.head else ()
    pieces = (*head, *names.pieces(text.removeprefix(line.head)))
    return Sentence(pieces, tuple(find_stretches(line.seq)), line.kind == STANDING, runs_leftwards(text))


def runs_leftwards(text: str) -> bool:
    """Return whether a text has letters that are written from right to left."""
    return not text.isascii() and any(bidirectional(sign) in ("R", "AL") for sign in text)
