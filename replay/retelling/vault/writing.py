"""Write notes into a folder, and leave everything else in it alone.

A note is recognized by the line in its front matter that names its subject, so it may be moved and renamed. Text below
its mark and foreign entries in its front matter stay. A note on a subject that is no longer seen is removed.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from engine.campaign import Campaign
from engine.history.timeline import Progress
from engine.refusal import Refused
from engine.store.files import must_be_sound
from engine.store.placing import create_atomically
from engine.types import PLAYERS
from engine.value import Factory, record, value
from replay.audience.rule import View
from replay.retelling.vault.names import as_disks_compare, file_name, free_name
from replay.retelling.vault.notes import FOLDERS, GAME_MASTER, Note, Notes, front_matter

#: The line below which a note belongs to its reader.
MARK = "%% fudgelog makes what is above again with each export. What you write below this line stays. %%"

#: The entries of the front matter that are written again each time.
OURS = frozenset(
    {
        *("fudgelog", "for", "type", "session", "title", "date", "players", "name", "player", "aliases", "count"),
        *("characters", "met", "evenings", "xp_awarded", "xp_unspent", "points"),
    }
)

#: The line of the front matter that names the campaign and the note's subject.
KNOWN_BY = re.compile(r'^fudgelog: "([0-9a-f]{32}) ([^\n]+)"$', re.MULTILINE)
#: The other names that a note has: in a line, or as a list below it.
ALIASES = re.compile(r"^aliases: *([^\n]*)((?:\n *- [^\n]*)*)$", re.MULTILINE)
MADE_FOR = re.compile(r'^for: "([^\n]*)"$', re.MULTILINE)

#: How many characters of a file are searched for that line.
FRONT = 4096


@value
class VaultWritten:
    """The result of an export: how many notes exist, were written and were removed."""

    notes: int
    written: int
    removed: int


@record
class Vault:
    """A folder of notes. `ours` are those of this campaign, by subject."""

    folder: Path
    campaign: str
    audience: str
    ours: dict[str, Path] = Factory(dict)
    places: dict[str, Path] = Factory(dict)

    def look_through(self) -> None:
        """Find our notes in the folder. Raise Refused if they are for another audience."""
        for path in markdown_files(self.folder):
            front = front_of(path)
            known = KNOWN_BY.search(front)
            if known is None or known[1] != self.campaign:
                continue
            made_for = unquote_fact((MADE_FOR.search(front) or known)[1])
            if made_for != self.audience:
                raise Refused(
                    f"{self.folder} holds notes for {name_audience(made_for)}, not for {name_audience(self.audience)}",
                    about="file",
                    hint="give each audience a folder: notes that one may not read would stay in it",
                )
            self.ours[unquote_fact(known[2])] = path

    def find_places(self, notes: list[Note]) -> None:
        """Decide where each note lies: where it is, or under its name, or beside a file with that name."""
        left = dict(self.ours)
        for note in notes:
            known = next((each for each in (note.id, *note.former) if each in left), None)
            if known is not None:
                self.places[note.id] = left.pop(known)
        taken: defaultdict[str, set[str]] = defaultdict(set)
        for path in markdown_files(self.folder):
            taken[as_disks_compare(str(path.parent.relative_to(self.folder)))].add(as_disks_compare(path.stem))
        for note in notes:
            if note.id not in self.places:
                self.places[note.id] = self.folder / new_place(note, taken)
            self.places |= dict.fromkeys(note.members, self.places[note.id])
        self.ours = left

    def link(self, id: str, said: str) -> str:
        """Return a link to a note with its words, or only the words without such a note."""
        place = self.places.get(id)
        shown = " ".join(re.sub(r"[\[\]|\\^#%]", " ", said).split())
        if place is None:
            return shown
        target = place.relative_to(self.folder).with_suffix("").as_posix()
        return f"[[{target}|{shown or place.stem}]]"

    def text_of(self, note: Note, notes: Notes, old: str = "") -> str:
        """Return a note as a file, with its reader's text from the old one."""
        facts = {"fudgelog": f"{self.campaign} {note.id}", "for": self.audience, "type": note.kind, **note.facts}
        facts |= {key: list(dict.fromkeys(self.link(*each) for each in ids)) for key, ids in note.links.items()}
        facts["aliases"] = [
            *facts.get("aliases", []),
            *(each for each in read_aliases(old) if each not in notes.every_name),
        ]
        lines = front_matter({key: held for key, held in facts.items() if held not in (None, "", [])})
        front = "\n".join(["---", *lines, *own_facts(old), "---"])
        return f"{front}\n\n{notes.body(note, self.link)}\n\n{MARK}\n{own_text(old)}"


def new_place(note: Note, taken: defaultdict[str, set[str]]) -> Path:
    """Return the place for a new note, and add its name to those taken in the folder."""
    folder = folder_of(note)
    inside = taken[as_disks_compare(str(Path(folder)))]
    name = free_name(file_name(note.name, note.kind.capitalize()), inside)
    inside.add(as_disks_compare(name))
    return Path(folder) / f"{name}.md"


def export_vault(
    campaign: Campaign, folder: Path, audience: str | None = None, progress: Progress | None = None
) -> VaultWritten:
    """Write the notes of a campaign into a folder, reporting how many. Raise Refused or LogError."""
    must_be_sound(campaign.log, campaign.log.head.seq)
    notes = Notes(View.of(campaign, audience))
    must_be_a_folder(folder)
    vault = Vault(folder, campaign.log.campaign, notes.audience)
    vault.look_through()
    found = list(notes.all())
    vault.find_places(found)
    for place in dict.fromkeys(vault.places[note.id].parent for note in found):
        must_be_a_folder_in(folder, place)
    written = 0
    for number, note in enumerate(found, start=1):
        written += write_note(vault.places[note.id], vault, note, notes)
        if progress is not None:
            progress(number, len(found))
    return VaultWritten(len(found), written, sum(1 for path in vault.ours.values() if clear_note(path)))


def must_be_a_folder_in(folder: Path, place: Path) -> None:
    """Make a folder for notes in another if there is none. Raise Refused if it cannot be made, or leads elsewhere."""
    if place != folder and place.is_symlink():
        raise Refused(
            f"{place} is a link to another folder, and notes are written into {folder} alone",
            about="file",
            hint="move the link away, or export into the folder that it leads to",
        )
    must_be_a_folder(place)


def must_be_a_folder(folder: Path) -> None:
    """Make a folder if there is none. Raise Refused if it cannot be made."""
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise Refused(f"{folder} is a file, not a folder", about="file") from None
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror or error}", about="file") from None


def write_note(path: Path, vault: Vault, note: Note, notes: Notes) -> bool:
    """Write a note if its text differs from before, and return whether it did."""
    old = read_note(path)
    text = vault.text_of(note, notes, old)
    if text != old:
        put_text(path, text)
    return text != old


def clear_note(path: Path) -> bool:
    """Remove the note on something no longer visible, unless its reader wrote in it. Return whether it is gone."""
    old = read_note(path)
    facts, text = own_facts(old), own_text(old).strip()
    if facts or text:
        put_text(path, "\n".join(["---", *facts, "---", "", text, ""]) if facts else f"{text}\n")
        return False
    try:
        path.unlink()
    except OSError as error:
        raise Refused(f"{path} cannot be removed: {error.strerror or error}", about="file") from None
    return True


def put_text(path: Path, text: str) -> None:
    """Write a text into a file that is ours, all of it or nothing."""
    with create_atomically(path, replaces=lambda path: True) as fresh:
        fresh.write_text(text, "utf-8", newline="\n")


# --- what is there already -------------------------------------------------------------------------------------


def markdown_files(folder: Path) -> Iterator[Path]:
    """Yield the notes in a folder at any depth, in order. Hidden files and folders are left out."""
    for inside, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        yield from (Path(inside, each) for each in sorted(files) if each.casefold().endswith(".md"))


def front_of(path: Path) -> str:
    """Return the front matter of a note, or nothing if it has none or cannot be read."""
    if path.is_symlink() or not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            text = file.read(FRONT).decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError:
        return ""
    return text[4:].partition("\n---")[0] if text.startswith("---\n") else ""


def read_note(path: Path) -> str:
    """Return the text of a note, empty if there is none. Raise Refused if it cannot be read."""
    if not path.exists():
        return ""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(
            f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is no UTF-8'}", about="file"
        ) from None


def own_facts(old: str) -> list[str]:
    """Return the foreign entries in a note's front matter."""
    if not old.startswith("---\n"):
        return []
    is_foreign, found = False, []
    for line in old[4:].partition("\n---")[0].splitlines():
        if line[:1] not in (" ", "-", "\t", "#"):
            is_foreign = line.partition(":")[0].strip() not in OURS
        if is_foreign:
            found.append(line)
    return found


def read_aliases(old: str) -> list[str]:
    """Return the other names in a note's front matter, in a line or as a list."""
    front = old[4:].partition("\n---")[0] if old.startswith("---\n") else ""
    found = ALIASES.search(front)
    if found is None:
        return []
    try:
        listed = json.loads(found[1])
    except ValueError:
        listed = [each.strip(" []\"'") for each in (found[1].split(",") if found[1] else found[2].split("- ")[1:])]
    return [str(each).strip() for each in (listed if isinstance(listed, list) else [listed]) if str(each).strip()]


def own_text(old: str) -> str:
    """Return what the reader wrote below the mark in a note, or all of the text if the mark was removed."""
    before, mark, below = old.partition(f"\n{MARK}\n")
    if mark or old.endswith(MARK) or not old:
        return below
    behind = before.partition("\n---\n")[2] if before.startswith("---\n") else before
    return "\n" + behind.lstrip()


def folder_of(note: Note) -> str:
    """Return the folder in which a note begins, that of NPCs for a kind of character that no command makes."""
    return FOLDERS.get(note.kind, FOLDERS["npc"]) or "."


def unquote_fact(text: str) -> str:
    """Return a text of the front matter without its JSON quoting, or as it is if not quoted so."""
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return text


def name_audience(audience: str) -> str:
    """Return for whom notes are, in a sentence."""
    return {GAME_MASTER: "you", PLAYERS: "all players"}.get(audience, audience)
