"""Turn a file into events: read it, decide its commands one on the other, and record all of them or none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from engine.campaign import Campaign, Plan
from engine.clock import is_from_notes
from engine.concerns.characters.commands import CreateNpc, CreatePc
from engine.concerns.countdowns.commands import MakeCountdown, TickCountdown
from engine.concerns.experience.events import XpAwarded
from engine.concerns.files.events import NotesBrought
from engine.concerns.goals.commands import MeetComplication, SetGoal
from engine.concerns.sessions.commands import StartPastSession
from engine.decide import decide
from engine.drafts import ROWS_ENDING
from engine.naming import every_name_in
from engine.planning import must_have_been
from engine.project import apply
from engine.refusal import Refused
from engine.registry import Event
from engine.state import State
from engine.text import count_out
from engine.types import NUMBER_LIMIT
from engine.value import evolve, record
from replay.bring.columns import EVENING_COLUMNS, EVERY_NAME, XP_COLUMNS, name_columns
from replay.bring.decode import PIPED, SEPARATED, decode_text, read_bytes
from replay.bring.entries import BALANCE, CHARACTERS, MOST_BROUGHT, NOTES, XP, Gathering, Snag, Terms, TextCell
from replay.bring.evenings import Evenings
from replay.bring.front_matter import find_file_date, find_why_secret
from replay.bring.notes import Block, depth_of_evenings, read_notes, split_blocks
from replay.bring.people import Labels, read_people
from replay.bring.secrecy import OpenFence
from replay.bring.sheet import SheetReader
from replay.bring.table import TextTable, read_piped, read_separated
from replay.bring.xp_lists import XpList

#: The kinds of names that commands from notes are about, and the commands that give such a name or tell it.
SUBJECTS = ("character", "countdown", "goal")
MAKERS = CreatePc | CreateNpc | MakeCountdown | TickCountdown | SetGoal | MeetComplication


@record
class BroughtFile:
    """A file that was read: what was gathered, its encoding, and the events that it becomes if there is no snag."""

    gathering: Gathering
    encoding: str
    digest: str
    events: tuple[Event, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether all of it can be brought in."""
        return not self.gathering.snags


def read_brought(campaign: Campaign, file: Path, terms: Terms) -> BroughtFile:
    """Return what a file becomes in a campaign as it stands. Raise Refused for a file that is not read at all."""
    if file.suffix.casefold() == ".toml":
        raise Refused(f"{file} is a template", about="file", hint=f"“setup {file}” carries it out")
    raw = read_bytes(file)
    digest = sha256(raw).hexdigest()
    must_be_new(campaign, terms.file, digest)
    text, encoding = decode_text(raw, terms.file)
    gathering = Gathering(terms, campaign.state, has_xp=has_xp_from_notes(campaign))
    try:
        read_text(gathering, text, file.suffix.casefold())
    except Refused as refused:
        about = refused.about or "file"
        raise Refused(f"{terms.file}: {refused.message}", about=about, hint=refused.hint) from None
    found = BroughtFile(gathering, encoding, digest)
    if found.ready and not gathering.entries:
        raise Refused(f"{terms.file}: there is nothing in it to bring in", about="file")
    if found.ready:
        found.events = decide_entries(campaign, found)
    return found


def plan_bringing(campaign: Campaign, file: Path, terms: Terms, keep: Callable[[BroughtFile], None]) -> Plan:
    """Return the plan for a file: all of its events, or none with a snag left. `keep` gets what was read."""
    found = read_brought(campaign, file, terms)
    keep(found)
    return Plan(found.events if found.ready else (), ending=ROWS_ENDING)


def has_xp_from_notes(campaign: Campaign) -> bool:
    """Return whether XP of evenings from notes are in a campaign, so that another list may have them again."""
    awarded = (each.seq for each in campaign.events_of(XpAwarded) if each.seq not in campaign.history.inactive)
    return any(is_from_notes(campaign.state, seq) for seq in awarded)


def must_be_new(campaign: Campaign, name: str, digest: str) -> None:
    """Raise Refused for a file that was brought in already and was not taken back."""
    for each in campaign.events_of(NotesBrought):
        if getattr(each.event, "digest", "") == digest and each.seq not in campaign.history.inactive:
            raise Refused(
                f"{name} was brought in as #{each.seq}", about="file", hint=f"“undo #{each.seq}” takes that back"
            )


# --- which reader ----------------------------------------------------------------------------------------------


def read_text(gathering: Gathering, text: str, suffix: str) -> None:
    """Read a text by the ending of its file's name, what was asked for, and what it looks like. Raise Refused."""
    asked = gathering.terms.kind
    if gathering.terms.secret and asked in (XP, CHARACTERS, BALANCE):
        raise Refused("only notes can be secret", about="secret")
    if suffix in SEPARATED and asked != NOTES:
        return read_tables(gathering, [read_separated(text, EVERY_NAME)])
    if suffix not in PIPED:
        hint = "its name ends in .csv, .tsv, .md or .txt; a log of this program ends in .jsonl"
        raise Refused("this kind of file has no reader", about="file", hint=hint)
    tables, others = read_piped(text)
    if asked == CHARACTERS and not tables:
        return read_sheets(gathering, text)
    if asked in (XP, CHARACTERS, BALANCE) and not tables:
        raise Refused(
            "there is no table in it", about="file", hint="a table has | between its cells, or is a .csv file"
        )
    blocks, unclosed = split_blocks(text, plain=suffix == ".txt") if asked in (None, NOTES) else ([], [])
    if asked == NOTES or (asked is None and (not tables or depth_of_evenings(blocks))):
        must_be_few(len(blocks))
        return read_text_of_notes(gathering, text, blocks, unclosed)
    if others:
        gathering.remarks.append(f"Left out: {count_out(others, 'line')} beside the tables")
    return read_tables(gathering, tables)


def read_text_of_notes(gathering: Gathering, text: str, blocks: list[Block], unclosed: list[OpenFence]) -> None:
    """Read notes. All of them are secret if the file says so of itself."""
    gathering.kind, gathering.form = NOTES, "headings"
    if not gathering.terms.secret and (why := find_why_secret(gathering.terms.file, text)) is not None:
        gathering.terms = evolve(gathering.terms, secret=True)
        gathering.remarks.append(f"All of it is secret: {why}")
    for each in unclosed:
        gathering.snag(TextCell(each.sign, each.line), f"“{each.sign}” has no end, so nobody knows what is secret")
    read_notes(gathering, blocks, find_file_date(text))


def read_sheets(gathering: Gathering, text: str) -> None:
    """Read characters that were typed as text."""
    gathering.kind, gathering.form = CHARACTERS, "sheets"
    must_be_few(text.count("\n"))
    SheetReader(gathering, Labels(gathering)).read(text)


def read_tables(gathering: Gathering, tables: Sequence[TextTable]) -> None:
    """Read tables of one kind. Raise Refused if their columns do not tell which."""
    must_be_few(sum(len(each.rows) for each in tables))
    xp = XpList(gathering, Evenings(gathering))
    for table in tables:
        kind, rows = find_table_kind(gathering, table)
        if gathering.kind not in ("", kind):
            raise Refused(f"the table of line {table.header[0].line} holds {kind}, and the one before {gathering.kind}")
        gathering.kind, gathering.form = kind, table.form
        rows(xp, table)
    if gathering.kind in (XP, BALANCE) and not gathering.snags:
        xp.finish()


def find_table_kind(gathering: Gathering, table: TextTable) -> tuple[str, Callable[[XpList, TextTable], None]]:
    """Return what a table holds by its columns, and how its rows are read. Raise Refused if they do not tell."""
    asked = gathering.terms.kind
    names = set(name_columns(table.header, XP_COLUMNS).values())
    if "character" in names and asked == CHARACTERS:
        return CHARACTERS, lambda xp, table: read_people(gathering, table)
    if {"character", "xp"} <= names and asked != CHARACTERS:
        return asked or XP, XpList.read_awards
    if "character" in names and asked is None:
        return CHARACTERS, lambda xp, table: read_people(gathering, table)
    others = len(table.header) > len(name_columns(table.header, EVENING_COLUMNS))
    if names & {"date", "session"} and others and not names & {"character", "xp"} and asked != CHARACTERS:
        return asked or XP, XpList.read_evenings
    lacking = {"character": "who", "xp": "how much"}
    said = " or ".join(
        word for name, word in lacking.items() if name not in names and (asked, name) != (CHARACTERS, "xp")
    )
    found = ", ".join(cell.text for cell in table.header if cell.text)
    wanted = " and ".join(f"“{name}”" for name in lacking if name not in names and (asked, name) != (CHARACTERS, "xp"))
    call = "them" if " and " in wanted else "it"
    raise Refused(f"no column says {said} (found: {found})", about="file", hint=f"name {call} {wanted}")


def must_be_few(rows: int) -> None:
    """Raise Refused for more rows than are brought in at once."""
    if rows > MOST_BROUGHT:
        raise Refused(
            f"{rows:,} rows are too many: the limit is {MOST_BROUGHT:,}", about="file", hint="make several files"
        )


# --- deciding --------------------------------------------------------------------------------------------------


def decide_entries(campaign: Campaign, found: BroughtFile) -> tuple[Event, ...]:
    """Return the events of all entries, each decided on the state that those before made.

    A refusal is noted as a snag, and nothing is then tried that depends on it: nothing more about the same names, and
    nothing at all after an evening that did not begin.
    """
    gathering = found.gathering
    state = campaign.state.copy()
    first = state.seq = state.seq + 1
    state.brought = [*state.brought, (first, NUMBER_LIMIT)]  # all that is decided here is from notes
    decided: list[Event] = []
    doubtful: set[str] = set()
    for entry, command in ((each, command) for each in gathering.entries for command in each.commands):
        named = find_subjects(command)
        if named & doubtful:
            continue
        try:
            events = decide_brought(campaign, state, command)
        except Refused as refused:
            gathering.snags.append(Snag(entry.line, entry.column, entry.name, refused.message, refused.hint))
            if isinstance(command, StartPastSession):
                break
            doubtful |= named
            continue
        for event in events:
            apply(state, event, state.seq + 1)
        decided += events
    terms = gathering.terms
    opening = NotesBrought(terms.file, found.digest, gathering.kind, gathering.rows, state.seq - first)
    return (opening, *decided)


def find_subjects(command: object) -> set[str]:
    """Return the names of what a command is about: characters, countdowns and goals, known or new."""
    named = {name for kind, name in every_name_in(command) if kind in SUBJECTS}
    return named | ({command.name} if isinstance(command, MAKERS) else set())


def decide_brought(campaign: Campaign, state: State, command: object) -> list[Event]:
    """Return the events of a command from notes. The whole file is from notes, so no evening says so by itself."""
    events = [each for each in decide(state, command, roll_nothing) if not isinstance(each, NotesBrought)]
    if isinstance(command, StartPastSession):
        must_have_been(campaign, command.date)
    return events


def roll_nothing(sides: int) -> int:
    """Raise Refused: notes tell what was rolled."""
    raise Refused("dice are not rolled for what is past")
