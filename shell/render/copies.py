"""Answer with a copy of a campaign: its audience and its contents."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.campaign import Campaign
from engine.concerns.files.commands import Export
from engine.refusal import Refused
from engine.store.door import Head
from engine.text import count_out, number_of_events
from replay.files.players_copy import Copied
from replay.files.players_proof import FULL, PART, WITHHELD, CopyVerdict, verify_copy
from replay.files.verify import Noted
from replay.seal.finding import SEALS_TRIED, Unmatched
from shell.output import clean_line
from shell.progress import report_progress
from shell.render import Answer
from shell.render.proof import (
    SEALS_HOLD,
    SEALS_LOST,
    UNCOMPARED,
    about_seals,
    checkpoint_text,
    head_text,
    report_json,
    slip_text,
)

if TYPE_CHECKING:
    from replay.retelling.vault.writing import VaultWritten

#: The endings of files that `export` writes.
EXPORT_ENDINGS = ".jsonl, .session, .csv, .md or .db, or in / for a folder of notes"

#: The only endings of files that a word behind the name is for.
ENDING_OF = {"xp": ".csv", "lonelog": ".md"}


def answer_export(campaign: Campaign, command: Export) -> Answer:
    """Write the campaign into a file by its name's ending, or a folder of notes."""
    name, audience, file = command.file, command.audience, Path(command.file)
    must_be_for_ending(command)
    must_not_be_the_log(campaign, file)
    if name.endswith(("/", os.sep)) or file.is_dir():
        from replay.retelling.vault.writing import export_vault

        with report_progress("wrote {:,} of {:,} notes") as progress:
            return vault_written(file, export_vault(campaign, file, audience, progress))
    match file.suffix.casefold():
        case ".jsonl" if audience:
            from replay.files.players_copy import export_copy

            return copy_written(file, export_copy(campaign, file, audience))
        case ".jsonl":
            from replay.files.transfer import export_jsonl

            return file_written(file, export_jsonl(campaign.log, file), about_seals(campaign, SEALS_HOLD))
        case ".md" | ".csv":
            return export_text(campaign, command, file)
        case ".db":
            from replay.files.database import export_database

            head = export_database(campaign, file, audience)
            return tables_written(file, head, audience)
        case ".session":
            return script_written(campaign, file, audience)
    raise Refused(f"{file} does not say what to export", about="file", hint=f"its name ends in {EXPORT_ENDINGS}")


def must_not_be_the_log(campaign: Campaign, file: Path) -> None:
    """Raise Refused for the file that the campaign is in."""
    own = campaign.log.place.file
    if own is not None and file.exists() and file.resolve() == own.resolve():
        hint = f"such as “export {file.stem}-tables.db”; “backup” copies the log"
        raise Refused(f"{file} is the log that you play in", about="file", hint=hint)


def export_text(campaign: Campaign, command: Export, file: Path) -> Answer:
    """Write the notes of a campaign, a list of its XP, or a table of its events."""
    audience = command.audience
    if file.suffix.casefold() == ".md":
        from replay.files.lonelog import export_lonelog

        export_lonelog(campaign, file, audience)
        return notes_written(file, audience)
    if command.xp:
        from replay.files.xp_list import export_xp

        return xp_written(file, export_xp(campaign, file, audience), audience)
    from replay.files.spreadsheet import export_csv

    made = export_csv(campaign, file, audience)
    return players_file_written(file) if audience else file_written(file, made)


def must_be_for_ending(command: Export) -> None:
    """Raise Refused for “xp” or “lonelog” behind a file that does not end so."""
    for word, ending in ENDING_OF.items():
        if getattr(command, word) and Path(command.file).suffix.casefold() != ending:
            line = f"export {Path(command.file).stem}{ending} {word}"
            raise Refused(f"“{word}” is for a file that ends in {ending}", about=word, hint=f"such as “{line}”")


def notes_written(file: Path, audience: str | None) -> Answer:
    """Say that a file holds the notes in Lonelog."""
    whose = "what players see, in Lonelog" if audience else "scenes, notes, rolls and countdowns in Lonelog"
    return Answer({"file": str(file)}, lambda: f"{file} holds {whose}; “import {file.name}” brings it in elsewhere")


def xp_written(file: Path, rows: int, audience: str | None) -> Answer:
    """Say that a file holds a list of XP."""
    whose = " that players see" if audience else ""
    said = f"{file} holds the XP{whose} in {count_out(rows, 'row')}; “import {file.name}” brings them in elsewhere"
    return Answer({"file": str(file), "rows": rows}, lambda: said)


def file_written(file: Path, head: Head, proof: str = "") -> Answer:
    """Say that a file holds all events, and what proves it."""
    result = {"file": str(file), "events": head.seq, "head": head.hash.hex()}
    return Answer(result, lambda: f"{file} holds {number_of_events(head.seq)}, checkpoint {head_text(head)}{proof}")


def players_file_written(file: Path) -> Answer:
    """Say that a file holds what players see, but not how many events, which would reveal how many are withheld."""
    return Answer({"file": str(file)}, lambda: f"{file} holds what players see")


def tables_written(file: Path, head: Head | None, audience: str | None) -> Answer:
    """Say that the tables of a campaign are written, and for whom.

    An audience that may not know how many events there are gets no head.
    """
    result = {"file": str(file), "events": head and head.seq, "head": head and head.hash.hex()}
    tables = f"{file} holds tables to query for {audience or 'the game master'}"
    upto = f", made of all up to #{head.seq}" if head else ""
    return Answer(result, lambda: f"{tables}{upto}. Play on in the log: this file is only read")


def vault_written(folder: Path, found: VaultWritten) -> Answer:
    """Say that a campaign is written as notes."""
    result = {"file": str(folder), "notes": found.notes, "written": found.written, "removed": found.removed}
    again = "all of them as they were" if not found.written else f"{found.written} of them new or changed"
    removed = f"; {found.removed} of what is not seen any more removed" if found.removed else ""
    said = (
        f"{folder} holds {found.notes} note{'s' * (found.notes > 1)}, {again}{removed}: open it as a vault in Obsidian"
    )
    return Answer(result, lambda: said)


def copy_written(file: Path, found: Copied) -> Answer:
    """Say that a copy for players is written, and how they can prove it."""
    head = found.head
    result: dict[str, Any] = {"file": str(file), "events": head.seq, "head": head.hash.hex()}
    result |= {"withheld": found.withheld, "in_part": found.in_part}

    def text() -> str:
        left_out = [f"{found.in_part} in part"] * bool(found.in_part) + [f"{found.withheld} kept by you"] * bool(
            found.withheld
        )
        said = f", {' and '.join(left_out)}" if left_out else ", all of them seen by players"
        proof = f"players prove it with: fudgelog {file} verify expect {checkpoint_text(head.hash)}"
        return f"{file} holds {number_of_events(head.seq)}{said}\n{proof}"

    return Answer(result, text)


#: The headings above events without a line in a script, and above those that are notes in one for players.
UNSAID = "except for what no line can record:"
IN_PART = "these lines are notes, as players do not see all of it:"


def script_written(campaign: Campaign, file: Path, audience: str | None) -> Answer:
    """Answer with the script of a campaign, and the events that no script can contain."""
    from shell.script.export import export_script

    found = export_script(campaign, file, audience)
    unsaid = [*found.unsaid, *found.differing]
    result = {"file": str(file), "lines": found.lines, "unsaid": unsaid}
    plays = "what players see" if audience else "the campaign again"

    def text() -> str:
        lines = [f"{file} plays {plays} in {count_out(found.lines, 'line')}: fudgelog NEW.db < {file}"]
        if audience and found.unsaid:
            lines += [IN_PART, *(f"  {each}" for each in found.unsaid)]
        lines[0] += about_seals(campaign, SEALS_LOST)
        others = found.differing if audience else unsaid
        if others:
            lines += [UNSAID, *(f"  {each}" for each in others)]
        return "\n".join(lines)

    return Answer(result, text)


# --- checking a copy for players -------------------------------------------------------------------------------


def answer_copy_verified(path: Path, hash: str | None) -> Answer:
    """Answer whether a players' copy is what was recorded, as far as it can be proven without the withheld parts."""
    with report_progress(SEALS_TRIED) as trying:
        found = verify_copy(path, hash, trying)
    report = found.report
    result: dict[str, Any] = {
        **report_json(report, found.ok),
        "audience": found.audience,
        "full": found.counts[FULL],
        "in_part": found.counts[PART],
        "withheld": found.counts[WITHHELD],
    }
    if found.matches is False:
        result["problems"].append({"seq": found.at, "kind": "expect", "message": copy_matched(found)})
    if found.noted is not None:
        result |= {"matches": found.matches, "at": found.at}
    return Answer(result, lambda: "\n".join(copy_lines(found)), failed=not found.ok)


def copy_lines(found: CopyVerdict) -> list[str]:
    """Return the description of a copy for players, line by line."""
    report = found.report
    if not report.ok:
        return [f"Not intact: {problem.message}" for problem in report.problems]
    counts = found.counts
    whom = clean_line(found.audience)
    lines = [f"Intact: a copy for {whom} of {number_of_events(report.events)}, {checkpoint_text(report.head)}"]
    lines.append(f"  that it is for {whom} is what its first line says, and is not proven")
    lines.append(f"  {counts[FULL]} in full: exactly as recorded")
    if counts[PART]:
        lines.append(
            f"  {counts[PART]} in part: the game master keeps the rest, and what is said of them is not proven"
        )
    if counts[WITHHELD]:
        lines.append(f"  {counts[WITHHELD]} kept by the game master: only that there is an event is known")
    return [*lines, UNCOMPARED if found.noted is None else copy_matched(found)]


def copy_matched(found: CopyVerdict) -> str:
    """Return whether a copy holds the noted hash of the log."""
    if isinstance(found.sealed, Unmatched):
        return f"Does not match: {found.sealed.reason}"
    if found.noted is None or found.at is None:
        return "Does not match: no event here has that hash"
    if found.matches:
        slip = slip_text(found.sealed) if found.sealed else ""
        return f"Matches at #{found.at}{slip}: up to there nothing else was changed or left out"
    assert isinstance(found.noted, Noted)
    return f"Does not match: that is the hash of #{found.at}, not of #{found.noted.seq}"
