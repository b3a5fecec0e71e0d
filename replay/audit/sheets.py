"""Audit each signature of a sheet, and the sheets at the end of a log: accounts, debts and missing signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.clock import is_from_notes, table_time
from engine.concerns.corrections.events import SheetSigned
from engine.concerns.files.events import NotesBrought
from engine.narrate import tell
from engine.rules.creation import open_slots
from engine.rules.ladder import Ladder
from engine.sheet import points as points_of
from engine.sheet import values, view
from engine.state import Sheet, State
from engine.text import fudge_points, join_names, spell_bare
from replay.audit.books import Books
from replay.audit.experience import add_lots
from replay.audit.findings import NOTE, OPEN, WRONG
from replay.audit.position import Position
from replay.compare.changes import name_field

#: How many digits of a file's digest are named.
DIGEST_DIGITS = 8

#: How many fields of a sheet are listed in one finding.
MOST_FIELDS = 5


def check_sheets(position: Position, books: Books, created: dict[str, int]) -> None:
    """Check every sheet. `created` holds the event that created each character."""
    for name, sheet in position.campaign.state.sheets.items():
        seq = created.get(name, 1)
        _check_books(position, books, seq, sheet)
        _check_shown(position, seq, name)
        add_lots(position, sheet)
        _check_crowding(position, seq, sheet)
        _check_points(position, seq, sheet)
        _check_late(position, sheet)
        if sheet.kind == "pc" and sheet.signed is None and not is_all_from_notes(position.campaign.state, seq):
            message, advice = (
                f"{name}'s sheet was never signed",
                f"“sign {spell_bare(name)}” once the player agrees to it",
            )
            position.add(seq, "unsigned", message, advice=advice, many="sheets never signed")


def is_all_from_notes(state: State, created: int) -> bool:
    """Return whether a character is from notes, and nothing was played here since."""
    return is_from_notes(state, created) and all(session.held for session in state.sessions)


def check_notes(position: Position, brought: dict[int, tuple[NotesBrought, str]]) -> None:
    """Tell which events are from notes. `brought` are the events that say so, each with its time."""
    state = position.campaign.state
    for seq, (event, at) in brought.items():
        last = seq
        while last < state.seq and last + 1 not in brought and is_from_notes(state, last + 1):
            last += 1
        span = f" up to #{last}" if last > seq else ""
        source = f" ({event.source}, sha256 {event.digest[:DIGEST_DIGITS]}…)" if event.source else ""
        came = "brought in" if event.source else "typed"
        day = table_time(state, seq, at).day
        message = f"From notes{span}{source}, {came} on {day}: they prove what the notes said"
        position.add(seq, "from-notes", message, advice="", many="evenings and lists from notes")


def _check_books(position: Position, books: Books, seq: int, sheet: Sheet) -> None:
    """Check a sheet against the events added up."""
    for name, found in books.against(sheet, position.campaign.state.rules):
        advice = f"“why {spell_bare(sheet.name)} {spell_bare(name)}” lists the events behind it"
        position.add(seq, found.rule, found.text, advice=advice, weight=WRONG, of=found)


def _check_shown(position: Position, seq: int, name: str) -> None:
    """Check that the program's present values equal those of the whole log folded again."""
    if name not in position.now.sheets:
        return
    try:
        shown = find_differing_fields(values(view(position.campaign.state, name)), position.now, name)
    except (LookupError, RuntimeError):  # an impossible event is on it, which was reported
        return
    if shown:
        message = f"{name}'s sheet does not show what the log adds up to: {list_fields(shown)}"
        position.add(seq, "sheet-mismatch", message, advice="leave the program and start it again", weight=WRONG)


def _check_crowding(position: Position, seq: int, sheet: Sheet) -> None:
    """Report levels with more traits than the game has room for, as after an undone trade (FL-14)."""
    rules = position.campaign.state.rules
    ladder = Ladder.of(rules)
    for level, left in (open_slots(rules, sheet) or {}).items():
        if left < 0:
            traits = "1 trait" if left == -1 else f"{-left} traits"
            message = f"{sheet.name} has {traits} too many at {ladder.name_of(level)}"
            advice = f"“trade {spell_bare(sheet.name)} {ladder.name_of(level + 1)}” makes room, or give other levels"
            position.add(seq, "trait-crowding", message, advice=advice)


def _check_late(position: Position, sheet: Sheet) -> None:
    """Report levels that were given in play without XP, unless a later signature accepts them."""
    said = Ladder.of(position.campaign.state.rules).name_of
    for seq, late in sheet.late.items():
        went = "begins" if late.before is None else f"went from {said(late.before)}"
        to = "at" if late.before is None else "to"
        message = f"{sheet.name}'s {late.trait} {went} {to} {said(late.level)} in play, without XP"
        advice = f"“sign {spell_bare(sheet.name)}” if the player agrees, or “undo #{seq}”"
        weight = NOTE if (sheet.signed or 0) > seq else OPEN
        position.add(seq, "level-given-after-play", message, advice=advice, weight=weight, many="levels given in play")


def _check_points(position: Position, seq: int, sheet: Sheet) -> None:
    """Report spent fudge points that lost their source afterwards, such as a rule that was undone."""
    left = points_of(position.campaign.state, sheet)
    if left is not None and left < 0:
        message = f"By the corrected log, {sheet.name} spent {fudge_points(-left)} too many"
        advice = f"“point {spell_bare(sheet.name)} +{-left}” gives as many"
        position.add(seq, "points-debt", message, advice=advice, weight=OPEN)


def check_signature(position: Position, seq: int, event: SheetSigned, touching: Sequence[int]) -> None:
    """Check what was signed against the sheet then. `touching` are corrections about the character since."""
    name = spell_bare(event.character)
    then = find_differing_fields(event.values, position.past.state, event.character)
    if then:
        message = f"{tell(event)}, but the sheet did not show what was signed: {list_fields(then)}"
        advice = f"compare “sheet {name} at #{seq}” together, then “sign {name}”"
        position.add(seq, "signature-mismatch", message, advice=advice, weight=WRONG)
    elif position.differs and position.corrections.counts(seq):
        _check_corrected(position, seq, event, touching)


def _check_corrected(position: Position, seq: int, event: SheetSigned, touching: Sequence[int]) -> None:
    now = find_differing_fields(event.values, position.now, event.character)
    if now:
        correction = position.corrections.after(seq, position.past.history, touching)
        message = f"{tell(event)}; correction #{correction} later changed {list_fields(now)}"
        advice = f"“sign {spell_bare(event.character)}” agrees to the sheet as it is now"
        position.add(seq, "signed-before", message, advice=advice, many="signatures older than a correction")


def find_differing_fields(recorded: dict[str, Any], state: State, character: str) -> list[str]:
    """Return the fields of a sheet that differ from their recorded values."""
    if character not in state.sheets:
        return ["character"]
    shown = values(view(state, character))
    return [field for field, was in recorded.items() if shown.get(field) != was]


def list_fields(fields: Sequence[str]) -> str:
    """List some fields of a sheet by their common names, and count the rest."""
    named = [name_field(field) for field in fields[:MOST_FIELDS]]
    more = [f"{len(fields) - MOST_FIELDS} more"] if len(fields) > MOST_FIELDS else []
    return join_names([*named, *more])
