"""What may be asked: the log as a file."""

from __future__ import annotations

from engine.registry import Anywhere, Ask, OfTheFile, chapter, command
from engine.types import File, Point, Text
from engine.value import value

chapter(150, "Files", __name__)


@command("verify [expect WORDS]")
@value
class Verify(OfTheFile):
    """Read every byte of the log and say whether it is what was recorded, or what is wrong first.

    With a hash that was noted, or 16 digits or more of it, also whether the log up to there is what it was then.

    verify
    verify expect 7f43abe323a7825d #118
    """

    words: Text | None = None


@command("rescue FILE")
@value
class Rescue(OfTheFile):
    """Save the beginning of a damaged log, up to the first bad event, as a new log.

    rescue teapot-saved.db
    """

    file: File


@command("export FILE")
@value
class Export(Ask):
    """Write the campaign into a new file: .jsonl holds it whole, .session is a script, .csv a table.

    export teapot.jsonl
    export teapot.session
    export teapot.csv
    """

    file: File


@command("import FILE dry-run")
@value
class TryImport(Anywhere, Ask):
    """Say what an import would do; nothing is written.

    import teapot.jsonl dry-run
    """

    file: File


@command("import FILE")
@value
class Import(Anywhere):
    """Read events that “export” wrote: into a campaign file that is not there yet, or what is new of this campaign.

    import teapot.jsonl
    """

    file: File


@command("fork FILE [at POINT]")
@value
class Fork(Ask):
    """Begin another log in a new file with what happened here, up to now or to a point; this one stays as it is.

    fork what-if.db at #57
    """

    file: File
    point: Point | None = None


@command("compare FILE")
@value
class Compare(Ask):
    """Say where two logs of one campaign part ways, and how each of them goes on.

    compare what-if.db
    """

    file: File


@command("backup FILE")
@value
class Backup(Ask):
    """Copy the log into a new file, also while others write to it, and check the copy.

    backup /media/stick/teapot.db
    """

    file: File


@command("accept [for REASON]")
@value
class Accept:
    """Accept a log that is shorter than, or differs from, the one last seen here. The decision is logged.

    accept for the laptop was lost, and this is the last copy
    """

    reason: Text = ""


@command("convert FILE")
@value
class Convert(Ask):
    """Carry a log of an older format over into a new file of the newest; this one stays as it is.

    Every event keeps its number and gets a new hash. The last hash of the old log is kept in the new one, which proves
    it, and “verify expect” finds there whatever was noted of either.

    convert teapot-2.db
    """

    file: File
