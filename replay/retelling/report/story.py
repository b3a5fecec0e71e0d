"""Write evenings for a page: scenes with linked sentences, and memorable moments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import bidirectional

from engine.clock import TableTime
from engine.concerns.experience.events import XpAllocated, XpAwarded, XpTaken
from engine.concerns.statuses.events import StatusChanged
from engine.concerns.uses.events import MissWithdrawn
from engine.value import Factory, evolve, record, value
from replay.audience.rule import View
from replay.retelling.recap import AFTERWARDS, DEED, NOTE, SCENE, Line, last_scene, recap_in
from replay.retelling.wording import is_run, stop_of

#: Bookkeeping in a recap, which is set smaller.
KEEPS_BOOKS = (XpAwarded, XpAllocated, XpTaken, MissWithdrawn, StatusChanged)


@value
class Piece:
    """A part of a sentence: some text, and whether it is somebody's name."""

    text: str
    is_name: bool = False


@value
class Sentence:
    """A sentence in pieces, with the numbers of its first and last event.

    It is `small` for bookkeeping, and `apart` if its text may run from right to left.
    """

    pieces: tuple[Piece, ...]
    seqs: tuple[int, ...]
    run: bool
    small: bool = False
    apart: bool = False


@value
class Paragraph:
    """A note in the words of the game master, or sentences about actions."""

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
    """Finds the names of player characters in sentences."""

    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, names: Iterable[str]) -> NameFinder:
        """Return a finder of these names, the longest first."""
        words = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
        return cls(re.compile(rf"(?<!\w)({words})(?!\w)") if words else None)

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """Return a text in pieces."""
        parts = self.pattern.split(text) if self.pattern else [text]
        return tuple(Piece(part, bool(place % 2)) for place, part in enumerate(parts) if part)


def tell_evening(view: View, number: int, names: NameFinder) -> Evening:
    """Return an evening for the page."""
    found = recap_in(view, number)
    small = small_lines(view, found.lines)
    scenes = [SceneTold()]
    late = False
    for line in found.lines:
        if line.kind == SCENE or (line.after and not late):
            scenes.append(SceneTold(line.text, line.seq[0]) if line.kind == SCENE else SceneTold(AFTERWARDS))
        late = line.after
        if line.kind != SCENE:
            add_line(scenes[-1], line, names, small=line.seq[0] in small)
    told = tuple(scene for scene in scenes if scene.title or scene.paragraphs)
    return Evening(found.session, found.title, found.begun, found.players, told, last_scene(found.lines))


def small_lines(view: View, lines: Sequence[Line]) -> set[int]:
    """Return the events of bookkeeping among the first of these lines."""
    found = map(view.find, {line.seq[0] for line in lines})
    return {each.seq for each in found if each and isinstance(each.event, KEEPS_BOOKS)}


def add_line(scene: SceneTold, line: Line, names: NameFinder, *, small: bool) -> None:
    """Add a line to a scene: a note by itself, deeds one behind another."""
    text = line.text.rstrip() + stop_of(line.text)
    sentence = Sentence(names.pieces(text), *numbers_to_name(line.seq), small, runs_leftwards(text))
    last = scene.paragraphs[-1] if scene.paragraphs else None
    if line.kind == DEED and last and last.kind == DEED and last.sentences[-1].small == small:
        scene.paragraphs[-1] = evolve(last, sentences=(*last.sentences, sentence))
    else:
        scene.paragraphs.append(Paragraph(NOTE if line.kind == NOTE else DEED, (sentence,)))


def runs_leftwards(text: str) -> bool:
    """Return whether a text has letters that are written from right to left."""
    return not text.isascii() and any(bidirectional(sign) in ("R", "AL") for sign in text)


def numbers_to_name(seqs: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
    """Return the event numbers to name, only first and last of a long run, and whether they stand for a run."""
    return ((seqs[0], seqs[-1]), True) if is_run(seqs) else (seqs, False)
