"""Pack each event's changes as data from which the page's script shows every sheet at any event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.text import TURNING
from engine.value import Factory, record
from replay.retelling.report.film import SHEET_SECTIONS, Footage, RowChange, RowKey
from replay.retelling.report.logbook import LogChapter, LogLine, RollBehind

#: The letters for stops of the slider: a session, a scene, and an event that the game master keeps.
STOPS = {"session": "s", "scene": "c", "": "."}
KEPT_FROM_PLAYERS = "k"


@record
class Packing:
    """Gives characters and rows numbers, in the order in which they first appear."""

    people: dict[str, int] = Factory(dict)
    keys: dict[RowKey, int] = Factory(dict)

    def pack(self, changes: Sequence[RowChange]) -> list[list[Any]]:
        """Return changes as lists of character, row, value, note and number. A row that is gone has the first two."""
        return [self._pack(change) for change in changes]

    def _pack(self, change: RowChange) -> list[Any]:
        who = self.people.setdefault(change.character, len(self.people))
        key = self.keys.setdefault(change.key, len(self.keys))
        if change.cell is None:
            return [who, key]
        packed = [who, key, change.cell.said, change.cell.note, change.cell.number]
        if packed[4] is None or str(packed[4]) == packed[2]:
            packed.pop()
            if not packed[3]:
                packed.pop()
        return packed


def pack_page(
    stood: Footage,
    corrected: Footage,
    log: Sequence[LogChapter],
    rolls: Iterable[tuple[int, RollBehind]],
    awards: Iterable[tuple[int, list[tuple[int, int]]]],
    sheets: Sequence[tuple[str, str]],
    totals: Iterable[tuple[int, tuple[int, int, int]]] = (),
    *,
    practised: bool = True,
) -> str:
    """Return all that the script needs, as JSON that can stand in a page.

    `d` holds each event's changes as it stood, `c` those that differ as corrected, 0 for none. The numbers of traits
    are XP if they are `practised`. `totals` are the rolls of Fudge dice: their number, what was needed and what fell.
    """
    packing = Packing({name: place for place, (name, _) in enumerate(sheets)})
    lines: dict[float, LogLine] = {line.seq: line for chapter in reversed(log) for line in chapter.lines}
    as_stood = {seq: packing.pack(changes) for seq, changes in sorted(stood.items())}
    fixed = {seq: packing.pack(changes) for seq, changes in sorted(corrected.items())}
    differ = sorted(seq for seq in {*as_stood, *fixed} if as_stood.get(seq) != fixed.get(seq))
    stops = sorted({*lines, *as_stood})
    kinds = dict(sheets)
    data = {
        "sections": list(SHEET_SECTIONS.items()),
        "people": [[name, kinds.get(name, "")] for name in packing.people],
        "keys": [list(key) for key in packing.keys],
        "sessions": {
            str(line.seq): chapter.number for chapter in log for line in chapter.lines if line.stop == "session"
        },
        **pack_stops(stops, lines, packing),
        "d": {str(seq): changes for seq, changes in as_stood.items()},
        "c": {str(seq): fixed.get(seq, 0) for seq in differ},
        **pack_rolls(rolls),
        "totals": {str(seq): total for seq, total in totals},
        "awards": {str(seq): draws for seq, draws in awards},
        "xp": practised,
    }
    return in_page(msgspec.json.encode(data).decode())


def pack_rolls(rolls: Iterable[tuple[int, RollBehind]]) -> dict[str, Any]:
    """Return the dice behind events: their faces, and numbers of texts, each of which is stored once."""
    texts: dict[str, int] = {}
    packed = {
        str(seq): [" ".join(roll.faces), *(texts.setdefault(each, len(texts)) for each in roll.lines)]
        for seq, roll in rolls
    }
    return {"rolls": packed, "texts": list(texts)}


def pack_stops(stops: Sequence[float], lines: Mapping[float, LogLine], packing: Packing) -> dict[str, Any]:
    """Return the script's data for each event where the slider stops. An event without a line is secret."""
    return {
        "seqs": runs_of(stops),
        "stop": "".join(STOPS[lines[seq].stop] if seq in lines else KEPT_FROM_PLAYERS for seq in stops),
        "kind": "".join(lines[seq].kind if seq in lines else KEPT_FROM_PLAYERS for seq in stops),
        "undone": [seq for seq in stops if seq in lines and (not lines[seq].counts or lines[seq].correction)],
        "ends": "".join("01"[seq not in lines or lines[seq].command_ends] for seq in stops),
        "who": [packed_names(lines.get(seq), packing) for seq in stops],
    }


def packed_names(line: LogLine | None, packing: Packing) -> Any:
    """Return the number of an event's character, a list if there are several, or -1 for nobody."""
    found = [packing.people[name] for name in line.who if name in packing.people] if line else []
    return found[0] if len(found) == 1 else found or -1


def runs_of(numbers: Sequence[float]) -> list[list[float]]:
    """Return rising numbers as runs, each its first number and its length.

    >>> runs_of([1, 2, 3, 7, 8])
    [[1, 3], [7, 2]]
    """
    found: list[list[float]] = []
    for number in numbers:
        if found and number == sum(found[-1]):
            found[-1][1] += 1
        else:
            found.append([number, 1])
    return found


def in_page(json: str) -> str:
    """Return JSON escaped so that nothing in it can end its element or a line, or reverse text."""
    signs: dict[str, str | int | None] = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
    signs |= {sign: f"[U+{ord(sign):04X}]" for sign in TURNING}
    return json.translate(str.maketrans(signs))
