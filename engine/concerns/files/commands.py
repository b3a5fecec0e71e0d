"""Commands about the log as a file."""

from __future__ import annotations

from engine.registry import Anywhere, Ask, OfFiles, OfTheFile, chapter, command
from engine.types import Audience, DayOrder, File, HeldKind, NewLog, Point, Rounding, Setting, Text
from engine.value import value

chapter(150, "Files", __name__)


@command("verify [expect HASH]")
@value
class Verify(OfTheFile):
    """Check every byte of the log, and compare it with a noted checkpoint.

    HASH is 32 of its digits or more, as “head” showed them, and the number of its event if you have it.

    verify
    verify expect 7f43 abe3 23a7 825d 0c19 5be2 9d64 f18a #118
    """

    hash: Setting | None = None


@command("rescue FILE [from BACKUP]")
@value
class Rescue(OfTheFile):
    """Save the intact events of a damaged log as a new log.

    FILE is the new log, in .db, in a folder or in quotes. It gets every event before the first lost one; intact events
    after that go to a .rest.jsonl file beside it. BACKUP is a log or a .jsonl file that still holds the lost events:
    they fill the holes.

    rescue teapot-saved.db
    rescue teapot-saved.db from teapot.jsonl
    """

    file: NewLog
    backup: File | None = None


@command("export FILE [xp] [lonelog] [for AUDIENCE]")
@value
class Export(OfFiles, Ask):
    """Write the campaign to a new file, or to a folder of notes.

    The ending of FILE chooses the format: .jsonl holds everything and can be imported, .session is a script of
    commands, .csv is a table of all events, or with “xp” a list of XP, .db holds tables to query (docs/queries.md), and
    .md is the notes in Lonelog. An XP list and a .md come in again with “import”. With / behind it, FILE is a folder of
    notes for Obsidian. Tables and notes are made again each time; what you wrote into the notes stays. AUDIENCE is
    “players”, which leaves out what players do not see, or one of them. “verify” proves that a .jsonl for players
    leaves out nothing else; it numbers what it leaves out, so “rules players-see gaps no” refuses it.

    export teapot.jsonl
    export teapot.session
    export teapot.csv
    export teapot-xp.csv xp
    export teapot.md lonelog
    export teapot-tables.db
    export teapot-notes/
    export teapot-party.jsonl for players
    export teapot-kurt.csv for Kurt
    """

    file: File
    audience: Audience | None = None
    xp: bool = False
    lonelog: bool = False


@command(
    "import FILE dry-run [as KIND] [secret] [round ROUNDING] [dates ORDER]",
    "import FILE [as KIND] [secret] [round ROUNDING] [dates ORDER] dry-run",
)
@value
class TryImport(OfFiles, Anywhere, Ask):
    """Preview an import, line by line. Writes nothing.

    FILE, KIND, “secret”, ROUNDING and ORDER mean what they do without “dry-run”.

    import xp.csv dry-run
    import teapot.jsonl dry-run
    """

    file: File
    kind: HeldKind | None = None
    secret: bool = False
    rounding: Rounding | None = None
    order: DayOrder | None = None


@command("import FILE [as KIND] [secret] [round ROUNDING] [dates ORDER]")
@value
class Import(OfFiles, Anywhere):
    """Bring in a list of XP, characters, notes or sheets from before this log, or events that “export” wrote.

    FILE is a .csv or .tsv table, a .md or .txt file, or a .jsonl log; docs/bringing.md shows how they are written. Of
    a log, a new file gets everything, and the file it came from what is new. All of it is recorded, or with one mistake
    in it nothing; “dry-run” shows which. KIND is xp, characters, notes or balance, if columns and headings do not tell:
    “balance” records one sum a person. “secret” keeps all notes from players. ROUNDING is up or down, for XP such as
    1.5. ORDER is day-first or month-first, for dates such as 3/4/2024.

    import xp.csv
    import xp.csv as balance round down
    import notes.md secret
    import teapot.jsonl
    """

    file: File
    kind: HeldKind | None = None
    secret: bool = False
    rounding: Rounding | None = None
    order: DayOrder | None = None


@command("fork FILE [at POINT]")
@value
class Fork(OfFiles, Ask):
    """Copy the log into a new one, up to now or up to a point.

    Each goes on separately. FILE is the new log, in .db, in a folder or in quotes. POINT is such as #57, session 3,
    start of session 3, or a date.

    fork what-if.db at #57
    """

    file: NewLog
    point: Point | None = None


@command("compare FILE")
@value
class Compare(OfFiles, Ask):
    """Show where two logs of one campaign part ways, and how each goes on.

    FILE is the other log.

    compare what-if.db
    """

    file: File


@command("backup FILE")
@value
class Backup(OfFiles, Ask):
    """Copy the log to a new file, and check the copy. Safe while others write.

    FILE is the copy, in .db, in a folder or in quotes.

    backup /media/stick/teapot.db
    """

    file: NewLog


@command("accept [for REASON]")
@value
class Accept(OfFiles):
    """Accept a log that is shorter than, or differs from, the one last seen here.

    The decision is logged, with REASON.

    accept for the laptop was lost, and this is the last copy
    """

    reason: Text = ""


@command("resend", whole=True)
@value
class Resend(OfFiles):
    """Put back what a server lost and this computer still holds.

    A server that fails may lose its last events. Opening the log then says so, and “resend” stores the very same events
    again, as long as nobody has recorded others. Your role must be one that may write as all who speak in them.

    resend
    """


@command("convert FILE")
@value
class Convert(OfFiles, Ask):
    """Convert a log of an older format into a new file. The old file stays as it is.

    FILE is the new log. Every event keeps its number and gets a new hash. The new log also keeps the last hash of the
    old one, so “verify expect” works with hashes of either.

    convert teapot-2.db
    """

    file: File
