"""Audit signatures: whether each fits its sheet then, or predates a correction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.concerns.corrections.events import SheetSigned
from engine.narrate import tell
from engine.sheet import values, view
from engine.state import State
from engine.text import join_names, spell_bare
from replay.audit.findings import WRONG
from replay.audit.position import Position
from replay.compare.changes import name_field

#: How many fields of a sheet are listed in one finding.
MOST_FIELDS = 5


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
