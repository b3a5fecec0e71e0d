"""Write the text of a vault's notes, with links to one another, but not the files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from engine.concerns.corrections.events import Renamed
from engine.sheet import SheetView, values
from engine.text import count
from engine.value import Factory, record, value
from replay.audience.rule import View
from replay.compare.changes import name_field
from replay.retelling.fights import name_of_kind
from replay.retelling.recap import (
    AFTERWARDS,
    NEWS,
    NOTE,
    SCENE,
    STANDING,
    WHERE_IT_STANDS,
    Line,
    Recap,
    group_lines,
    recap_in,
)
from replay.retelling.wording import mark_numbers, plain_text, stop_of
from replay.stepping import find_concerned

#: The parts of a sheet, with their headings, in the order of the page.
PARTS = {
    "characteristics": "",
    "traits": "Traits",
    "statuses": "State",
    "counters": "State",
    "tracks": "State",
    "properties": "Properties",
    "gifts": "Gifts",
    "faults": "Faults",
    "keys": "Keys",
    "xp": "XP",
    "points": "Fudge points",
}

#: The folders for the notes of each kind.
FOLDERS = {"campaign": "", "evening": "Evenings", "pc": "Characters", "npc": "NPCs"}

#: The audience of notes that hold everything.
GAME_MASTER = "game master"

#: Returns a link to the note with an id, shown as text, or the text alone if there is no such note.
Linker = Callable[[str, str], str]


@value
class Note:
    """A note: its `id`, its earlier ids, its kind, its name, and the facts in it.

    `links` are facts that lead to other notes, by their ids with the words of the link. `members` are the ids of those
    who share the note.
    """

    id: str
    former: tuple[str, ...]
    kind: str
    name: str
    facts: dict[str, Any]
    links: dict[str, list[tuple[str, str]]] = Factory(dict)
    members: tuple[str, ...] = ()


@record
class Notes:
    """The notes of a campaign for an audience."""

    seen: View

    @property
    def audience(self) -> str:
        """For whom the notes are."""
        return self.seen.audience or GAME_MASTER

    @property
    def title(self) -> str:
        """The title of the campaign."""
        return self.seen.campaign.state.title

    @cached_property
    def evenings(self) -> dict[int, Recap]:
        """The events of each evening."""
        return {each.number: recap_in(self.seen, each.number) for each in self.seen.campaign.state.sessions}

    @cached_property
    def about(self) -> dict[int, tuple[str, ...]]:
        """Whom each event is about."""
        return {each.seq: find_concerned(each.event) for each in self.seen.read_seen()}

    @cached_property
    def characters(self) -> list[str]:
        """Everybody whose sheet is seen or who was seen to act, the reader's characters first."""
        sheets = self.seen.campaign.state.sheets
        named = (name for names in self.about.values() for name in names if name in sheets)
        return sorted(
            dict.fromkeys([*filter(self.seen.sees, sheets), *named]),
            key=lambda name: (not self.seen.owns(name), sheets[name].kind != "pc"),
        )

    def all(self) -> Iterator[Note]:
        """Yield every note: of the campaign, of each evening, of each character."""
        yield Note("campaign", (), "campaign", self.title, {"title": self.title})
        for number, told in self.evenings.items():
            name = " ".join(filter(None, (f"Session {number:02}", told.title)))
            facts = {"session": number, "title": told.title, "date": told.begun.day, "players": list(told.players)}
            facts |= {"from-notes": True} if told.begun.held else {}
            who = [name for name in self.characters if number in self.evenings_of(name)]
            met = [name for name in who if self.first_met.get(name) == number]
            links = {"characters": self.link_to(who), "met": self.link_to(met)}
            yield Note(f"evening {number}", (), "evening", name, facts, links)
        for kind, names in self.kinds.items():
            yield self.note_of_kind(kind, names) if names[1:] else self.note_of(names[0])

    @cached_property
    def first_met(self) -> dict[str, int]:
        """The evening in which something first happened between each NPC and a player character."""
        found: dict[str, int] = {}
        for each in self.seen.read_seen():
            npcs = [name for name in self.about[each.seq] if name in self.characters and self.is_npc(name)]
            heroes = [name for name in self.about[each.seq] if name in self.characters and not self.is_npc(name)]
            if npcs and heroes and each.counts:
                session = self.seen.campaign.state.session_at(each.logged)
                found |= {name: session for name in npcs if name not in found}
        return found

    def link_to(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return the ids of characters, with their names as the words of a link."""
        return [(f"character {name}", name) for name in names]

    def is_npc(self, name: str) -> bool:
        """Return whether a character is an NPC."""
        return self.seen.campaign.state.sheets[name].kind != "pc"

    @cached_property
    def kinds(self) -> dict[str, list[str]]:
        """The characters by what they are called, where numbered NPCs such as Bandit 1 and Bandit 2 are one kind."""
        found: dict[str, list[str]] = {}
        for name in self.characters:
            found.setdefault(name_of_kind(name) if self.is_npc(name) else name, []).append(name)
        one = {names[0] if len(names) == 1 else kind: names for kind, names in found.items()}
        return (
            one if sum(map(len, one.values())) == len(self.characters) else {name: [name] for name in self.characters}
        )

    def note_of(self, name: str) -> Note:
        """Return the note of a character, with the numbers of the sheet if that is seen."""
        former = self.former_names.get(name, [])
        facts: dict[str, Any] = {
            "name": name,
            "aliases": former,
            "player": self.seen.campaign.state.sheets[name].player,
        }
        if self.seen.sees(name):
            sheet = self.seen.sheet(self.seen.campaign.state, name)
            facts |= {"xp_awarded": sheet.xp.awarded, "xp_unspent": sheet.xp.unspent, "points": sheet.points}
        alike = name_of_kind(name)
        others = [*former, *self.undone_names.get(name, [])]
        ids = (*(f"character {each}" for each in others), *([f"kind {alike}"] if alike != name else []))
        kind = self.seen.campaign.state.sheets[name].kind
        return Note(f"character {name}", ids, kind, name, facts, self.link_evenings([name]))

    def note_of_kind(self, kind: str, names: Sequence[str]) -> Note:
        """Return the note that numbered NPCs share."""
        former = [each for name in names for each in self.former_names.get(name, [])]
        ids = tuple(f"character {each}" for each in (*names, *former))
        members = tuple(f"character {name}" for name in names)
        facts = {"name": kind, "aliases": [*names, *former], "count": len(names)}
        return Note(f"kind {kind}", ids, "npc", kind, facts, self.link_evenings(names), members)

    def link_evenings(self, names: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
        """Return links to the evenings that tell of some characters."""
        numbers = sorted({number for name in names for number in self.evenings_of(name)})
        return {"evenings": [(f"evening {each}", evening_heading(self.evenings[each])) for each in numbers]}

    def evenings_of(self, name: str) -> set[int]:
        """Return the evenings that tell of a character."""
        return self.told_in.get(name, set())

    @cached_property
    def told_in(self) -> dict[str, set[int]]:
        """The evenings that tell of each character."""
        found: dict[str, set[int]] = {}
        for number, told in self.evenings.items():
            for name in {name for line in told.lines for seq in line.seq for name in self.about.get(seq, ())}:
                found.setdefault(name, set()).add(number)
        return found

    @cached_property
    def former_names(self) -> dict[str, list[str]]:
        """Return the earlier names of characters, as far as the audience knows them."""
        found: dict[str, list[str]] = {}
        for each in self.seen.read_counting(Renamed):
            if each.event.kind == "character":
                found[each.event.after] = [each.event.before, *found.pop(each.event.before, ())]
        return found

    @cached_property
    def undone_names(self) -> dict[str, list[str]]:
        """Return the names that characters had for a time, until that was undone: their notes may have them still."""
        found: dict[str, list[str]] = {}
        for each in self.seen.read_of(Renamed):
            if each.event.kind == "character" and not each.counts:
                found.setdefault(each.event.before, []).append(each.event.after)
        return found

    @cached_property
    def every_name(self) -> set[str]:
        """All names that characters ever had, seen or not."""
        renamed: list[Any] = [each.event for each in self.seen.campaign.events_of(Renamed)]
        return {*self.seen.campaign.state.sheets, *(name for event in renamed for name in (event.before, event.after))}

    # --- what they say -----------------------------------------------------------------------------------------

    def body(self, note: Note, link: Linker) -> str:
        """Return the text of a note, as Markdown."""
        kind, _, rest = note.id.partition(" ")
        match kind:
            case "evening":
                blocks = self.tell_evening(self.evenings[int(rest)], link)
            case "character":
                blocks = self.character(rest, link)
            case "kind":
                blocks = self.tell_kind(rest, link)
            case _:
                blocks = self.contents(link)
        return "\n\n".join(filter(None, blocks))

    def contents(self, link: Linker) -> Iterator[str]:
        """Yield the blocks of the note that leads to all others."""
        yield f"# {plain_text(self.title or 'Campaign')}"
        sheets = self.seen.campaign.state.sheets
        for heading, kind in (("Player characters", "pc"), ("NPCs", "npc")):
            kinds = [(name, names) for name, names in self.kinds.items() if sheets[names[0]].kind == kind]
            lines = [link(f"character {names[0]}", name) + played_by(sheets[names[0]]) for name, names in kinds]
            yield self.list_of(heading, lines)
        evenings = [f"{link(f'evening {number}', evening_heading(told))}" for number, told in self.evenings.items()]
        yield self.list_of("Evenings", evenings)

    def list_of(self, heading: str, lines: Sequence[str]) -> str:
        """Return a heading with a list, or nothing for an empty one."""
        return "\n".join([f"## {heading}", "", *(f"- {line}" for line in lines)]) if lines else ""

    def tell_evening(self, told: Recap, link: Linker) -> Iterator[str]:
        """Yield the blocks of an evening."""
        yield f"# {plain_text(evening_heading(told))}"
        yield " · ".join([told.dated, *(self.link_names(who, link, told) for who in told.players)])
        if not told.lines:
            yield "Nothing was recorded in this evening."
        for block, lines in group_lines(told.lines):
            if block.begins_after:
                yield f"## {AFTERWARDS}"
            yield from self.tell_block(block.kind, lines, told, link)
        before, after = (
            link(f"evening {number}", evening_heading(self.evenings[number])) if number in self.evenings else ""
            for number in (told.session - 1, told.session + 1)
        )
        yield " · ".join(filter(None, (f"← {before}" if before else "", f"{after} →" if after else "")))

    def tell_block(self, kind: str, lines: Sequence[Line], told: Recap, link: Linker) -> Iterator[str]:
        """Yield a scene, a note or a paragraph of deeds, with the block id under which it is linked."""
        place = f"^{self.find_block(lines[0], told)}"
        said = [self.tell_line(line, told, link) for line in lines]
        match kind:
            case _ if kind == SCENE:
                yield f"## {plain_text(lines[0].text)}"
            case _ if kind == NOTE:
                yield f"> {said[0]}"
                yield place  # the id of a quotation stands by itself
            case _ if kind == STANDING:
                yield f"## {WHERE_IT_STANDS}"
                ids = (self.find_block(line, told) for line in lines)
                yield "\n".join(f"- {text} ^{each}" for text, each in zip(said, ids, strict=True))
            case _:
                yield f"{' '.join(said)} {place}"

    def tell_line(self, line: Line, told: Recap, link: Linker) -> str:
        """Return a sentence with links to characters, and the numbers of its events."""
        head = f"**{plain_text(line.head)}**" if line.head else ""
        text = self.link_names(line.text.removeprefix(line.head), link, told, leading=not head)
        said = f"{head}{text}{stop_of(line.text)}"
        return f"{f'**{said}**' if line.kind == NEWS else said} {mark_numbers(line.seq)}".rstrip()

    def find_block(self, line: Line, told: Recap) -> str:
        """Return the id of the block in which a line of an evening stands."""
        for block, lines in group_lines(told.lines):
            if block.kind == STANDING and line in lines:
                return line.head.rstrip(":").casefold().replace(" ", "-")
            if line in lines:
                return f"e{lines[0].seq[0]}"
        return ""

    def character(self, name: str, link: Linker) -> Iterator[str]:
        """Yield the blocks of a character: the sheet if it is seen, and seen actions."""
        state = self.seen.campaign.state
        yield f"# {plain_text(name)}"
        who = state.sheets[name]
        yield f"Played by {plain_text(who.player)}" if who.player else "NPC" if who.kind == "npc" else ""
        if self.seen.sees(name):
            yield from sheet_blocks(self.seen.sheet(state, name))
        yield from self.tell_deeds([name], link)

    def tell_kind(self, kind: str, link: Linker) -> Iterator[str]:
        """Yield the blocks of numbered NPCs: the sheets that are seen, and seen actions of all."""
        names, state = self.kinds[kind], self.seen.campaign.state
        yield f"# {plain_text(kind)}"
        yield f"{len(names)} NPCs: {plain_text(', '.join(names))}"
        for name in filter(self.seen.sees, names):
            yield f"## {plain_text(name)}"
            yield from (block.replace("## ", "### ", 1) for block in sheet_blocks(self.seen.sheet(state, name)))
        yield from self.tell_deeds(names, link)

    def tell_deeds(self, names: Sequence[str], link: Linker) -> Iterator[str]:
        """Yield a block for each evening that tells of some characters."""
        for number, told in self.evenings.items():
            lines = [line for line in told.lines if any({*names} & {*self.about.get(seq, ())} for seq in line.seq)]
            if lines:
                block = link(f"evening {number}", "")
                yield f"## {link(f'evening {number}', evening_heading(told))}"
                yield "\n".join(f"- {plain_text(line.text)} {self.to_block(block, line, told)}" for line in lines)

    def to_block(self, evening: str, line: Line, told: Recap) -> str:
        """Return a link to a line of an evening."""
        number = line.seq[0] if line.seq else told.session
        place = "" if line.kind == SCENE else f"#^{self.find_block(line, told)}"
        return f"{evening.removesuffix(']]').partition('|')[0]}{place}|#{number}]]" if evening else ""

    def link_names(self, text: str, link: Linker, told: Recap, *, leading: bool = True) -> str:
        """Return a text of an evening in which each character's first mention links to their note."""
        known = {told.called.get(name, name): name for name in self.characters} | {
            name: name for name in self.characters
        }
        names = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
        done: set[str] = set()
        parts: list[str] = []
        for piece in re.split(rf"(?<!\w)({names})(?!\w)", text) if names else [text]:
            if piece in known and known[piece] not in done:
                done.add(known[piece])
                parts.append(link(f"character {known[piece]}", piece))
            else:
                parts.append(plain_text(piece, leading=leading and not parts))
        return "".join(parts)


def evening_heading(told: Recap) -> str:
    """Return the heading of an evening."""
    return f"Session {told.session}: {told.title}" if told.title else f"Session {told.session}"


def played_by(sheet: Any) -> str:
    """Return who plays a character, in parentheses."""
    return f" ({plain_text(sheet.player)})" if sheet.player else ""


def sheet_blocks(sheet: SheetView) -> Iterator[str]:
    """Yield the parts of a sheet, without the traits that nobody learned."""
    lines: dict[str, list[str]] = {}
    bare = {f"traits.{name}" for name, each in sheet.traits.items() if not (each.trained or each.modifier or each.role)}
    for field, held in values(sheet).items():
        part = field.partition(".")[0]
        if part in PARTS and field not in bare and not (part == "xp" and held == 0):
            name = plain_text(name_field(field))
            said = f"- {name}" if held is True else f"- {name}: {plain_text(str(held))}"
            lines.setdefault(PARTS[part], []).append(said)
    for heading, found in lines.items():
        yield "\n".join([f"## {heading}", "", *found] if heading else found)
    if sheet.inventory:
        carried = (
            f"{'  ' * item.depth}- {format_carried(item.item, item.quantity, item.note)}" for item in sheet.inventory
        )
        yield "\n".join(["## Carries", "", *carried])


def format_carried(name: str, quantity: int, note: str) -> str:
    """Return a thing that somebody carries."""
    said = plain_text(count(quantity, name))
    return f"{said} ({plain_text(note)})" if note else said


def front_matter(facts: dict[str, Any]) -> list[str]:
    """Return facts as lines of YAML, written as JSON, which is a part of it."""
    return [f"{key}: {json.dumps(held, ensure_ascii=False)}" for key, held in facts.items()]
