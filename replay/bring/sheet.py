"""Read character sheets that were typed as text, in one column or several."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.concerns.belongings.commands import Give
from engine.concerns.characters.commands import SetCharacteristic
from engine.concerns.damage.commands import SetScale
from engine.concerns.properties.commands import DefineFault, DefineGift, Gain
from engine.concerns.tracks.commands import Mark
from engine.concerns.tracks.sheet import campaign_tracks, places, wound_rows
from engine.concerns.traits.commands import GiveTrait, TraitLevel
from engine.patterns import pattern
from engine.refusal import Refused, did_you_mean, nearest
from engine.text import count_out
from engine.value import Factory, evolve, record, value
from replay.bring.entries import Gathering, TextCell
from replay.bring.people import KINDS_OF_CHARACTERS, Labels
from replay.bring.secret_marks import find_secret, is_label

#: The headings of lists, with what stands below them.
SECTION_WORDS = {
    **dict.fromkeys(("trait", "traits", "attributes", "skills", "abilities", "powers"), "traits"),
    **dict.fromkeys(("gift", "gifts"), "gifts"),
    **dict.fromkeys(("fault", "faults"), "faults"),
    **dict.fromkeys(("item", "items", "equipment", "gear", "possessions", "inventory", "belongings"), "items"),
    **dict.fromkeys(("track", "tracks", "wounds", "injuries", "wound track", "damage", "health"), "tracks"),
    **dict.fromkeys(("status", "statuses", "counters", "state"), "values"),
}

#: The lists whose entries are names, and those of them that are properties.
PROPERTY_LISTS = ("gifts", "faults")
LISTS = (*PROPERTY_LISTS, "items")

#: Labels of a line about the character.
NAME_LABELS = ("name", "character", "character name")
PLAYER_LABELS = ("player", "played by", "player name")
KIND_LABELS = ("kind", "type")
POINT_LABELS = ("fudge points", "fudge point", "fate points", "points", "fp")
XP_LABELS = ("xp", "ep", "experience", "experience points", "xp earned", "earned")
SPENT_LABELS = ("xp spent", "spent xp", "spent")

BOX = r"(?:[OX☐☑☒□■○●]|\[[ xX]?\]|\([ xX]?\))"
BOXES = pattern(rf"(?P<label>.*?)[:\s]\s*(?P<boxes>{BOX}(?:\s*{BOX})*)")
ONLY_BOXES = pattern(rf"{BOX}(?:\s*{BOX})*")
MARKED_BOX = pattern(r"[X☑☒■●]|[\[(][xX][\])]")
EACH_BOX = pattern(BOX)

#: A level and what it cost; the cost is left out.
WITH_COST = pattern(
    r"(?P<level>.*?)\s*[(\[]\s*(?:cost\s*:?\s*)?(?P<cost>[+\-−]?\d+(?:[.,/]\d+)?)\s*(?:\w{1,6}\.?)?\s*[)\]]"
)
ONLY_COST = pattern(r"[(\[][^()\[\]]*\d[^()\[\]]*[)\]]")
EARNED_AND_SPENT = pattern(r"(?P<earned>\d+)(?:\s*earned)?\s*[,;/(]\s*(?P<spent>\d+)\s*spent\)?", re.IGNORECASE)
COUNTED_ITEM = pattern(
    r"(?:(?P<before>\d{1,6})\s*[x×]?\s+(?P<what>\D.*)|(?P<thing>.*\D)\s*(?:[x×]\s*(?P<after>\d{1,6})|\((?P<inside>\d{1,6})\)))"
)

#: Signs that lead the eye from a trait to its level.
LEADERS = " -–—=.…·_"

BULLET = pattern(r"\s*(?:[-*+•]\s+)?")
HEADING = pattern(r"(#{1,6})\s+(.*?)\s*#*")
RULE = pattern(r"\s*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*")
COLUMN_GAP = pattern(r"\s*\|\s*|\t+| {2,}")


@value
class Fact:
    """A piece of a sheet: where it stands, below which heading, and its label if it has one."""

    cell: TextCell
    section: str
    label: str
    text: str


@record
class TypedSheet:
    """A character being read. `told` has the lines of texts below headings of their own."""

    name: TextCell | None = None
    player: str = ""
    kind: str = "pc"
    facts: list[Fact] = Factory(list)
    told: dict[str, list[TextCell]] = Factory(dict)


@record
class SheetReader:
    """The reading of a file of sheets. `sections` are the headings in force, each with the column where it begins."""

    gathering: Gathering
    labels: Labels
    sheet: TypedSheet = Factory(TypedSheet)
    sections: list[tuple[int, str]] = Factory(list)
    depth: int = 0
    blank: bool = False
    costs: int = 0
    defined: set[str] = Factory(set)
    unmarked: list[str] = Factory(list)

    def read(self, text: str) -> None:
        """Read all lines, and enter each character once it is whole."""
        for number, line in enumerate(text.split("\n"), start=1):
            if heading := HEADING.fullmatch(line):
                self.read_heading(heading, TextCell(heading[2].strip("*_ "), number))
            elif RULE.fullmatch(line):
                self.begin(None) if self.sheet.facts else None
            elif pieces := split_pieces(line, number):
                self.end_lists(line)
                self.read_pieces(pieces)
            self.blank = not line.strip()
        self.finish()
        if self.costs:
            self.gathering.remarks.append(f"Left out: {count_out(self.costs, 'cost')} in brackets")
        if self.unmarked:
            self.gathering.remarks.append(f"Left out: boxes without a mark ({', '.join(self.unmarked)})")

    def read_heading(self, heading: re.Match[str], cell: TextCell) -> None:
        """Read a heading: a character at the depth of the first one, or what stands below."""
        depth, section = len(heading[1]), SECTION_WORDS.get(cell.text.rstrip(":").casefold())
        self.depth = self.depth or depth
        if section is None and depth <= self.depth:
            self.begin(cell)
        else:
            self.sections = [(0, section or cell.text.rstrip(":"))]

    def begin(self, name: TextCell | None) -> None:
        """Begin another character."""
        self.finish()
        self.sheet, self.sections = TypedSheet(name), []

    def read_pieces(self, pieces: list[TextCell]) -> None:
        """Read the pieces of a line."""
        self.gathering.rows += 1
        words = [each.text.strip("=*_ ").rstrip(":") for each in pieces]
        if self.sheet.name is None and ":" not in pieces[0].text and words[0].casefold() not in SECTION_WORDS:
            self.sheet.name, pieces, words = evolve(pieces[0], text=words[0]), pieces[1:], words[1:]
        headers = [
            word.casefold() in SECTION_WORDS or piece.text.rstrip("*_ ").endswith(":")
            for word, piece in zip(words, pieces, strict=True)
        ]
        if pieces and all(headers) and self.blank:
            self.sections = []
        for piece, word, is_header in zip(pieces, words, headers, strict=True):
            if is_header and (all(headers) or word.casefold() in SECTION_WORDS):
                self.head_column(piece.column, SECTION_WORDS.get(word.casefold(), word))
            else:
                self.read_piece(piece)

    def head_column(self, column: int, section: str) -> None:
        """Put a heading above a column, in place of the one that was there."""
        others = [each for each in self.sections if abs(each[0] - column) > 1]
        self.sections = sorted([*others, (column, section)])

    def end_lists(self, line: str) -> None:
        """End the lists above a line that follows a blank one and has a label, as “Label: text” does."""
        label, colon, text = line.partition(":")
        is_label = colon and text.strip() and line[:1] not in "-*+• \t" and label.casefold() not in SECTION_WORDS
        if self.blank and is_label:
            self.sections = []

    def section_at(self, column: int) -> str:
        """Return the heading above a column."""
        left = [name for start, name in self.sections if start <= column + 1]
        return left[-1] if left else self.sections[0][1] if self.sections else ""

    def read_piece(self, piece: TextCell) -> None:
        """Read a piece: about the character, or a fact."""
        label, colon, text = piece.text.partition(":")
        label, text, key = label.strip("*_ "), text.strip("*_ "), label.strip("*_ ").casefold()
        section = self.section_at(piece.column)
        if colon and key in NAME_LABELS:
            if self.sheet.name is not None:
                self.begin(None)
            self.sheet.name = evolve(piece, text=text)
        elif colon and key in PLAYER_LABELS:
            self.sheet.player = text
        elif colon and key in KIND_LABELS and text.casefold() in KINDS_OF_CHARACTERS:
            self.sheet.kind = KINDS_OF_CHARACTERS[text.casefold()]
        elif colon and key in SECTION_WORDS and text and not BOXES.fullmatch(piece.text):
            for each in re.split(r"[,;]", text):
                self.add(evolve(piece, text=each.strip()), SECTION_WORDS[key])
        else:
            self.add(piece, section)

    def add(self, piece: TextCell, section: str) -> None:
        """Add a fact."""
        label, colon, text = (part.strip("*_ ") for part in piece.text.partition(":"))
        if section in LISTS and (BOXES.fullmatch(piece.text) or self.is_label(label.casefold() if colon else "")):
            section = ""
        if section in LISTS or not colon:
            label, text = "", piece.text.strip("*_ ")
        if text or label:
            self.sheet.facts.append(Fact(piece, section, label, text))

    def is_label(self, key: str) -> bool:
        """Return whether a text before a colon says what stands behind it, so that it is no entry of a list."""
        return key in self.labels.kinds or key in (*POINT_LABELS, *XP_LABELS, *SPENT_LABELS, "scale")

    def finish(self) -> None:
        """Enter the character that was read."""
        sheet, gathering = self.sheet, self.gathering
        if sheet.name is None:
            if sheet.facts:
                gathering.snag(sheet.facts[0].cell, "no name stands above this", "write “Name: …” first")
            return
        who = gathering.find_person(sheet.name, sheet.kind, sheet.player or None)
        if who is None:
            return
        for fact in sheet.facts:
            with gathering.noting(fact.cell):
                self.must_be_public(fact)
                if commands := tuple(self.commands(who, fact)):
                    gathering.enter(fact.cell, *commands)
        for label, cells in sheet.told.items():
            gathering.enter(cells[0], SetCharacteristic(who, label, " ".join(cell.text for cell in cells)))

    def must_be_public(self, fact: Fact) -> None:
        """Raise Refused for a fact that is marked as secret, as players see a sheet."""
        is_known = fact.label.casefold() in self.labels.kinds
        if not is_known and (find_secret(fact.cell.text) is not None or is_label(fact.section)):
            said = f"players see a sheet, and “{fact.cell.text}” is marked as secret"
            raise Refused(said, hint="leave it out, and add it with “secret” afterwards")

    # --- what a fact becomes -----------------------------------------------------------------------------------

    def commands(self, who: str, fact: Fact) -> Iterator[object]:
        """Yield the commands for a fact. Raise Refused for one that cannot be placed."""
        if fact.section in PROPERTY_LISTS:
            yield from self.property_commands(who, fact)
        elif fact.section == "items":
            yield give_item(who, fact.text)
        elif (boxes := BOXES.fullmatch(fact.cell.text)) is not None:
            yield from self.marks(who, boxes["label"].strip(" :*_"), boxes["boxes"])
        elif fact.label:
            yield from self.commands_for_label(who, fact)
        else:
            yield from self.commands_without_label(who, fact)

    def property_commands(self, who: str, fact: Fact) -> Iterator[object]:
        """Yield the commands that give a gift or fault, defined if it is new."""
        properties = {name.casefold(): name for name in self.gathering.state.properties}
        name = self.without_cost(fact.text)
        known = properties.get(name.casefold())
        if known is None:
            if (near := nearest(name, properties.values())) is not None:
                raise Refused(f"“{name}” is new beside {near}", hint="type it so, or define it first")
            if name.casefold() not in self.defined:
                self.defined.add(name.casefold())
                yield DefineGift((name,)) if fact.section == "gifts" else DefineFault((name,))
        yield Gain(who, known or name)

    def marks(self, who: str, label: str, boxes: str) -> Iterator[object]:
        """Yield the marks of a track or of a state of one. Raise Refused if it has another number of boxes."""
        state = self.gathering.state
        found = places(campaign_tracks(state, "pcs" if self.sheet.kind == "pc" else "npcs"))
        name = next((each for each in found if each.casefold() == label.casefold()), None)
        if name is None and not MARKED_BOX.search(boxes):
            self.unmarked.append(label)
            return
        if name is None and not found and wound_rows(state.rules.tracks):
            said = "this game has wounds and no boxes to mark"
            raise Refused(said, hint="leave the marks out, and use “damage” afterwards")
        if name is None:
            near = nearest(label, found)
            hint = did_you_mean(near) if near else "“define track” adds one"
            raise Refused(f"“{label}” is no track, nor a state of one", hint=hint)
        track, part = found[name][0]
        size = sum(each.boxes for each in track.states if part in (None, each.name))
        shown, marked = len(EACH_BOX.findall(boxes)), len(MARKED_BOX.findall(boxes))
        if shown != size:
            raise Refused(f"{name} has {size} boxes, and {shown} stand here", hint="“rules tracks” or “define track”")
        if marked:
            yield Mark(who, marked, name)

    def commands_for_label(self, who: str, fact: Fact) -> Iterator[object]:
        """Yield the commands for a text with a label."""
        key, labels, text = fact.label.casefold(), self.labels, fact.text
        if key in POINT_LABELS:
            yield from labels.points(who, text, self.sheet.kind)
        elif key in XP_LABELS and (both := EARNED_AND_SPENT.fullmatch(text)):
            yield from labels.award_earned(who, both["earned"])
            yield from labels.take_spent(who, both["spent"])
        elif key in XP_LABELS:
            yield from labels.award_earned(who, text)
        elif key in SPENT_LABELS:
            yield from labels.take_spent(who, text)
        elif key == "scale":
            yield SetScale(who, labels.number(text))
        elif key in labels.kinds:
            yield from labels.commands(who, fact.label, self.without_cost(text))
        elif (level := labels.level(self.without_cost(text, count=False))) is not None:
            self.without_cost(text)
            yield GiveTrait(who, (TraitLevel(fact.label, level),))
        else:
            yield self.characteristic(who, fact)

    def characteristic(self, who: str, fact: Fact) -> SetCharacteristic:
        """Return the command for a text that is no level. Raise Refused if a level was meant, or nothing."""
        if not fact.text:
            raise Refused(f"nothing stands behind “{fact.label}”")
        bare = self.without_cost(fact.text, count=False)
        if fact.section == "traits" or bare != fact.text or nearest(bare, self.labels.ladder.levels):
            self.labels.must_be_level(bare)
        return SetCharacteristic(who, fact.label, fact.text)

    def commands_without_label(self, who: str, fact: Fact) -> Iterator[object]:
        """Yield the commands for a text without a label: a trait with its level behind it, or a line of a text."""
        words = fact.text.split()
        for place in range(1, len(words)):
            level = self.labels.level(self.without_cost(" ".join(words[place:]), count=False))
            name = " ".join(words[:place]).rstrip(LEADERS)
            if level is not None and name and fact.section in ("", "traits"):
                self.without_cost(fact.text)
                yield GiveTrait(who, (TraitLevel(name, level),))
                return
        if fact.section in ("", "traits", "tracks", "values"):
            hint = "write it as “Label: text”, put it below Gifts, Faults or Equipment, or leave it out"
            raise Refused(f"“{fact.text}” cannot be placed", hint=hint)
        self.sheet.told.setdefault(fact.section, []).append(evolve(fact.cell, text=fact.text))

    def without_cost(self, text: str, *, count: bool = True) -> str:
        """Return a text without a cost in brackets behind it."""
        found = WITH_COST.fullmatch(text)
        self.costs += bool(found) and count
        return found["level"].strip() if found else text


def split_pieces(line: str, number: int) -> list[TextCell]:
    """Return the pieces of a line, which stand in columns, each with the column where it begins.

    A label and what stands behind its colon are one piece, and so are boxes or a cost and what they belong to.
    """
    pieces: list[TextCell] = []
    start = BULLET.match(line).end()  # type: ignore[union-attr]
    ends = [*((found.start(), found.end()) for found in COLUMN_GAP.finditer(line, start)), (len(line), len(line))]
    for end, following in ends:
        text = line[start:end].strip()
        before = pieces[-1].text if pieces else ""
        if text and before and (ONLY_BOXES.fullmatch(text) or ONLY_COST.fullmatch(text) or before.endswith(":")):
            pieces[-1] = evolve(pieces[-1], text=f"{before} {text}")
        elif text:
            pieces.append(TextCell(BULLET.sub("", text, 1), number, start + 1))
        start = following
    return pieces


def give_item(who: str, text: str) -> Give:
    """Return the command for a thing, with a number before or behind it."""
    found = COUNTED_ITEM.fullmatch(text)
    if found is None:
        return Give(who, text)
    many = found["before"] or found["after"] or found["inside"]
    return Give(who, (found["what"] or found["thing"]).strip(), int(many))
