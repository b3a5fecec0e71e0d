"""Read the notes of evenings in Markdown: headings, paragraphs and lists. Text stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.concerns.secrets.commands import KeepSecret
from engine.concerns.sessions.commands import MakeNote, SetScene
from engine.dates import is_yearless
from engine.patterns import pattern
from engine.refusal import Refused
from engine.value import Factory, evolve, record, value
from replay.bring.dates import ANY_DATE, find_order, read_day
from replay.bring.entries import Gathering, TextCell, join_lines
from replay.bring.evenings import Evenings
from replay.bring.front_matter import skip_front_matter
from replay.bring.lonelog import LONELOG_LINE, TagReader, unescape
from replay.bring.secrecy import (
    ITEM,
    QUOTED_LINE,
    TABLE_RULE,
    OpenFence,
    find_secret_lines,
    hides_text_below,
    is_fenced,
    opens_section,
)
from replay.bring.secret_marks import (
    ONLY_SIGNS,
    PREPARED_EVENING,
    SENTENCE_END,
    find_secret,
    is_label,
    is_secret_heading,
)

HEADING_LINE = pattern(r"\s{0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*")
UNDERLINE = pattern(r"(=+|-{3,})\s*")
RULED_LINE = pattern(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})")
FENCE = pattern(r"\s*(?:```|~~~).*")

#: The heading of an evening by its number: “Session 3: The mill”.
NUMBERED_EVENING = pattern(
    r"(?:session|evening|game|episode|night)\s*#?\s*(?P<number>\d{1,6})\b(?P<rest>\s*(?:$|[:.,(|/–—-]).*|\s+(?=\d).*)",
    re.IGNORECASE | re.DOTALL,
)

#: The most words of a line of plain text that is a heading.
LONGEST_PLAIN = 4

#: A line below an evening's heading that says when it was: a date alone, a weekday with it, or “Date:” before it.
DATE_LINE = pattern(
    r"[*_\[(]*\s*(?:(?P<said>date|datum|played|when|on|am)\b\s*:?[\]*_]*\s*|\w+(?:day|tag),?\s+)?", re.IGNORECASE
)

#: The sign of a comment at the end of what is secret.
COMMENT_END = pattern(r"\s*(?:-->|%%)$")

#: The depth of a line that is no heading and opens a secret section as one does.
MARK_DEPTH = 7

#: Signs of Markdown round words that stand out.
MARKED_TEXT = pattern(r"[*_]+")

#: How far behind the number of an evening its date may stand.
LONGEST_TITLE = 80

#: The word before the date in a title.
LEADING_TO_DATE = pattern(r"\s(?:on|am)\s+(?=\0)", re.IGNORECASE)

#: What may stand round a title.
TRIMMED = " \t:.,()|/–—-*_"


@value
class Block:
    """A part of the notes: a heading with its depth, or a paragraph, an item or a line with depth 0.

    It is `secret` if it goes on with what is the game master's alone.
    """

    cell: TextCell
    depth: int = 0
    secret: bool = False


def split_blocks(text: str, *, plain: bool = False) -> tuple[list[Block], list[OpenFence]]:
    """Return the parts of a text, each on one line, and the signs round something secret that lack their end.

    In `plain` text without any heading, some lines are headings.
    """
    lines = text.split("\n")
    is_bare = plain and not any(map(HEADING_LINE.fullmatch, lines))
    secret, unclosed = find_secret_lines(lines)
    splitter, blocks = Splitter(lines, skip_front_matter(lines), plain=is_bare, secret=secret), list[Block]()
    while splitter.number < len(lines):
        blocks += splitter.read_line()
    return [*blocks, *splitter.flush()], unclosed


@record
class Splitter:
    """The splitting of lines into parts. `held` are the lines of a paragraph or item that began at `start`.

    `number` is that of the line read last. Within a fence each line is a part. `secret` has the places of the lines
    that go on with something secret.
    """

    lines: list[str]
    number: int
    held: list[str] = Factory(list)
    start: TextCell = TextCell("", 1)
    fenced: bool = False
    quoted: bool = False
    plain: bool = False
    secret: frozenset[int] = frozenset()

    def flush(self) -> Iterator[Block]:
        """Yield the paragraph or item that is held, if any."""
        yield from self.end_part(self.start, "\n".join(self.held))
        self.held.clear()

    def end_part(self, start: TextCell, text: str) -> Iterator[Block]:
        """Yield a part that began at a place, if anything is said in it."""
        secret = start.line - 1 in self.secret
        said = join_lines(text)
        if said := COMMENT_END.sub("", said) if secret else said:
            yield Block(evolve(start, text=said), secret=secret)

    def read_line(self) -> Iterator[Block]:
        """Read the next line, and yield the parts that end with it or before it."""
        line = self.lines[self.number]
        self.number += 1
        bare = QUOTED_LINE.sub("", line, 1)
        heading = None if self.fenced or self.number - 1 in self.secret else self.find_heading(line)
        is_sign = self.number - 1 in self.secret and ONLY_SIGNS.fullmatch(bare)
        if FENCE.fullmatch(line):
            yield from self.flush()
            self.fenced = not self.fenced
        elif heading is not None:
            yield from self.flush()
            yield heading
        elif is_sign or (not self.fenced and is_gap(line)):
            yield from self.flush()
        elif self.fenced or LONELOG_LINE.match(bare.strip()) or line.lstrip().startswith("|"):
            yield from self.flush()
            yield from self.end_part(TextCell("", self.number, len(line) - len(bare.lstrip()) + 1), bare)
        else:
            yield from self.hold(line, bare)

    def find_heading(self, line: str) -> Block | None:
        """Return the heading that a line is, by its signs or by a line below it, or None."""
        found = HEADING_LINE.fullmatch(line)
        if found:
            return Block(TextCell(found[2].strip(), self.number, found.start(2) + 1), len(found[1]))
        if self.plain and (depth := depth_of_plain(line.strip())):
            return Block(TextCell(line.strip(), self.number), depth)
        below = self.lines[self.number] if self.number < len(self.lines) else ""
        is_text = line.strip() and not self.held and not QUOTED_LINE.match(line) and not ITEM.match(line)
        if is_text and UNDERLINE.fullmatch(below) and not RULED_LINE.fullmatch(line):
            self.number += 1
            return Block(TextCell(line.strip(), self.number - 1), 1 if below[0] == "=" else 2)
        return Block(TextCell(line.strip(), self.number), MARK_DEPTH) if opens_section(line, below) else None

    def hold(self, line: str, bare: str) -> Iterator[Block]:
        """Add a line to the paragraph or item, and yield the one before if it begins another."""
        item, quoted = ITEM.match(bare), bare != line
        if item or quoted != self.quoted or self.turns_secret() or find_secret(bare.strip()) is not None:
            yield from self.flush()
        if not self.held:
            column = len(line) - len(bare) + (item.end() if item else len(bare) - len(bare.lstrip())) + 1
            self.start, self.quoted = TextCell("", self.number, column), quoted
        self.held.append(bare[item.end() :] if item else bare)
        if self.plain and find_date_line(line.strip()):
            yield from self.flush()

    def turns_secret(self) -> bool:
        """Return whether secrecy begins or ends between what is held and the line read last."""
        is_secret = self.number - 1 in self.secret
        turns = bool(self.held) and is_secret != (self.start.line - 1 in self.secret)
        return turns and not (is_secret and find_secret(join_lines("\n".join(self.held))) is not None)


def is_gap(line: str) -> bool:
    """Return whether a line says nothing, and stands between two parts."""
    return not line.strip() or any(each.fullmatch(line) for each in (RULED_LINE, TABLE_RULE))


def depth_of_plain(line: str) -> int:
    """Return the depth of the heading that a line of plain text is, or 0: of an evening, or of what is secret."""
    if len(line) <= LONGEST_TITLE and NUMBERED_EVENING.fullmatch(line):
        return 2
    is_short = len(line.split()) <= LONGEST_PLAIN and not line.endswith(SENTENCE_END)
    return 3 if is_short and is_secret_heading(line) else 0


@record
class NotesReader:
    """The reading of notes. `depth` is that of evenings' headings, `hidden` that of a secret section's, 0 for none.

    `dated` is the date of the file, for its first evening, and `below` the heading that a note stands under.
    """

    gathering: Gathering
    evenings: Evenings
    tags: TagReader
    order: str | None = None
    depth: int = 0
    hidden: int = 0
    waiting: Block | None = None
    dated: TextCell | None = None
    below: str = ""

    def read(self, blocks: list[Block]) -> None:
        """Read all parts of the notes."""
        dates = (found[0] for each in blocks for found in ANY_DATE.finditer(each.cell.text))
        self.order = self.gathering.terms.order or find_order(dates)
        if blocks and 0 < blocks[0].depth < self.depth and not is_secret_heading(blocks[0].cell.text):
            self.gathering.remarks.append(f"Left out: the heading “{blocks[0].cell.text}”")
            blocks = blocks[1:]
        for block in blocks:
            self.gathering.rows += 1
            if self.waiting is not None and self.begin_waiting(block):
                continue
            if block.depth:
                self.read_heading(block)
            else:
                self.read_note(block.cell, block.secret or bool(self.hidden))
        if self.waiting is not None:
            self.must_have_date(self.waiting)
        self.evenings.end()

    def read_heading(self, block: Block) -> None:
        """Read a heading: an evening, a scene, a secret section, or a note where no evening is open."""
        if self.hidden and block.depth <= self.hidden:
            self.hidden = 0
        self.below = "" if is_evening(block) else block.cell.text
        is_other = block.depth == self.depth and ends_yearless(block.cell.text)
        is_own = is_evening(block) and (block.depth == self.depth or is_dated(block.cell.text))
        if (is_own or is_other) and not self.hidden:
            if ANY_DATE.search(block.cell.text):
                self.begin(block, block.cell)
            else:
                self.waiting = block
        elif self.hidden or block.depth == MARK_DEPTH or hides_text_below(block.cell.text):
            self.hidden = self.hidden or block.depth
            self.read_note(block.cell, True)
        elif block.depth <= self.depth or not self.evenings.open:
            self.evenings.end()
            self.read_note(block.cell, False)
        else:
            text = unescape(block.cell.text)
            secret = self.gathering.terms.secret
            self.gathering.enter(block.cell, KeepSecret(text, scene=True) if secret else SetScene(text))

    def begin_waiting(self, below: Block) -> bool:
        """Begin an evening whose date stands below its heading. Return whether that was all there is in the line."""
        heading, self.waiting = self.waiting, None
        assert heading is not None
        found = None if below.depth else find_date_line(below.cell.text)
        if found is None and self.dated is not None:
            self.begin(heading, self.dated)
            return False
        if found is None:
            self.must_have_date(heading)
            return False
        self.begin(heading, evolve(below.cell, text=found[0]))
        if found[1]:
            self.read_note(below.cell, below.secret or bool(self.hidden))
        return True

    def must_have_date(self, heading: Block) -> None:
        """Note a snag for an evening without a date."""
        self.waiting = None
        self.evenings.end()
        hint = "write it whole in the heading or below it, such as 2024-03-09"
        self.gathering.snag(heading.cell, f"no date for “{heading.cell.text}”", hint)

    def begin(self, heading: Block, dated: TextCell) -> None:
        """Begin the evening of a heading, with the date that stands in a text."""
        found = ANY_DATE.search(dated.text)
        assert found is not None
        numbered = NUMBERED_EVENING.fullmatch(heading.cell.text)
        rest = numbered["rest"] if numbered else heading.cell.text
        with self.gathering.noting(dated):
            day = read_day(found[0], self.order, self.gathering.terms.line)
            title = find_title(rest)
            if is_fenced(heading.cell.text):
                raise Refused("players read the heading of an evening", hint="write what is secret below it")
            if PREPARED_EVENING.fullmatch(rest.partition(found[0])[0]) or is_label(title):
                self.hidden = heading.depth
            number = int(numbered["number"]) if numbered else None
            self.evenings.begin(heading.cell, heading.cell, number, title, day)
            self.dated = None
            return
        self.evenings.end()

    def read_note(self, cell: TextCell, secret: bool) -> None:
        """Read a paragraph, an item or a line."""
        gathering = self.gathering
        if (inside := find_secret(cell.text)) is not None:
            cell, secret = evolve(cell, text=inside), True
        secret = secret or gathering.terms.secret
        if not cell.text or self.tags.read(cell, secret):
            return
        if is_dated(MARKED_TEXT.sub("", cell.text)):
            gathering.snag(cell, f"“{cell.text[:40]}” begins like an evening", "a heading begins with ##")
            return
        text = unescape(cell.text)
        gathering.enter(cell, KeepSecret(text) if secret else MakeNote(text))
        gathering.secret += secret
        gathering.public += not secret
        if not secret and self.below:
            gathering.under[self.below] = None


def is_evening(block: Block) -> bool:
    """Return whether a heading looks like an evening's: it has a number of one, or a date."""
    text = block.cell.text
    return bool(block.depth and (NUMBERED_EVENING.fullmatch(text) or (block.depth <= 2 and ANY_DATE.search(text))))


def is_dated(text: str) -> bool:
    """Return whether a text is the number of an evening with a date behind it, which may lack its year."""
    numbered = NUMBERED_EVENING.fullmatch(text)
    rest = numbered["rest"] if numbered else ""
    return ANY_DATE.search(rest[:LONGEST_TITLE]) is not None or is_yearless(rest.strip(TRIMMED))


def ends_yearless(text: str) -> bool:
    """Return whether a heading ends in a date without its year, as in “The fair on 9 March”."""
    words = text.strip(TRIMMED).split()
    return any(is_yearless(" ".join(words[-count:])) for count in (1, 2) if len(words) > count)


def depth_of_evenings(blocks: list[Block]) -> int:
    """Return the depth of the headings of evenings, which is that of the highest one, or 0 if there is none."""
    return min((each.depth for each in blocks if is_evening(each)), default=0)


def find_title(text: str) -> str:
    """Return the title in a heading: all behind a colon behind the date, or else what is left without the date.

    >>> find_title(": The mill (2024-03-09)"), find_title(", 2024-03-09: So it goes ...")
    ('The mill', 'So it goes ...')
    >>> find_title("The fair on 9 March 2024")
    'The fair'
    """
    found = ANY_DATE.search(text)
    if found and text[found.end() :].startswith(":") and not text[: found.start()].strip(TRIMMED):
        return unescape(text[found.end() + 1 :].strip())
    return unescape(LEADING_TO_DATE.sub("", ANY_DATE.sub("\0", text, 1)).replace("\0", "").strip(TRIMMED))


def find_date_line(text: str) -> tuple[str, str] | None:
    """Return the date of a line that says when an evening was, and what else it says. Return None for another line."""
    begun = DATE_LINE.match(text)
    found = ANY_DATE.search(text)
    if begun is None or found is None or found.start() != begun.end():
        return None
    rest = text[found.end() :].strip(" .*_)]")
    return (found[0], rest) if begun["said"] or not rest or rest[0] in "|,;(" else None


def read_notes(gathering: Gathering, blocks: list[Block], dated: TextCell | None = None) -> None:
    """Read notes into a gathering, perhaps with the date of the file.

    Raise Refused if no heading is an evening's, unless notes were asked for.
    """
    depth = depth_of_evenings(blocks)
    if gathering.terms.kind is None and not depth:
        hint = "such as “## Session 3: The mill, 2024-03-09”; or add “as notes” or “as characters”"
        raise Refused("no heading is that of a session", about="file", hint=hint)
    NotesReader(gathering, Evenings(gathering), TagReader.of(gathering), depth=depth, dated=dated).read(blocks)
