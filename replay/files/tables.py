"""Convert a campaign's present state and history to rows of tables, each with the event it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from engine.clock import TableTime, is_from_notes, table_time
from engine.concerns.corrections.events import Renamed
from engine.concerns.damage.events import WOUNDS
from engine.concerns.secrets.events import SecretNoted
from engine.concerns.sessions.events import NoteMade, SceneSet, SessionStarted
from engine.concerns.tracks.sheet import wound_rows
from engine.concerns.uses.events import MissWithdrawn
from engine.registry import SHOWS
from engine.sheet import SheetView
from engine.value import evolve, record
from replay.accounts.ledger import Entry, draw_up, tell_withdrawal
from replay.audience.rule import View, Visible
from replay.compare.changes import Change, name_field
from replay.files.played import (
    RollRows,
    RowToWrite,
    SceneRows,
    TableRows,
    attendance_rows,
    point_rows,
    session_of,
)
from replay.moment import Moment
from replay.stepping import find_concerned, walk

#: The kinds of notes, by event class.
KINDS_OF_NOTES = {NoteMade: "note", SceneSet: "scene", SecretNoted: "secret"}

#: The parts of an XP account.
XP_FIELDS = ("awarded", "spent", "taken", "unspent", "bonus")


@record
class Tables:
    """The rows of each table, as an audience sees a campaign up to event `upto`."""

    seen: View
    upto: int

    @cached_property
    def sheets(self) -> dict[str, SheetView]:
        """The sheets that the audience sees."""
        state = self.seen.campaign.state
        return {name: self.seen.sheet(state, name) for name in state.sheets if self.seen.sees(name)}

    def rows(self) -> Iterator[tuple[str, RowToWrite]]:
        """Yield every row with the name of its table, in a single pass over the log."""
        for name, rows in self.at_the_end().items():
            yield from ((name, row) for row in rows)
        yield from self.follow_events()

    def at_the_end(self) -> dict[str, TableRows]:
        """Return the rows that say what is so now, and those of few events."""
        return {
            "made_of": self.made_of(),
            "session": self.sessions(),
            "characteristic": self.characteristics(),
            "trait": self.traits(),
            "status": self.statuses(),
            "property": self.properties(),
            "item": self.items(),
            "injury": self.injuries(),
            "xp": self.xp(),
            "attendance": attendance_rows(self.seen),
        }

    def follow_events(self) -> Iterator[tuple[str, RowToWrite]]:
        """Yield the rows of what happened, and of whom it was about."""
        rolls, scenes, named = RollRows.of(self.seen), SceneRows(self.seen), dict.fromkeys(self.sheets)
        for each, changes in self.walk_seen():
            yield from (("change", row) for row in self.changes(each, changes))
            if each is None:
                continue
            about = [*self.find_concerned(each.event)]
            named |= dict.fromkeys(about)
            yield "event", self.event(each)
            yield from (("event_character", {"event": each.seq, "character": name}) for name in about)
            yield from (("scene", row) for row in scenes.look_at(each))
            yield from (("roll", row) for row in rolls.look_at(each))
            yield from (("point", row) for row in point_rows(self.seen, each))
            yield from (("note", row) for row in self.notes(each))
        yield from (("scene", row) for row in scenes.end())
        yield from (("character", row) for row in self.characters(named))

    def time_of(self, each: Visible) -> TableTime:
        """Return the time at the table of an event."""
        return table_time(self.seen.campaign.state, each.logged, each.at)

    def renumber(self, seq: int) -> int:
        """Return the number of an event of the log as the audience counts."""
        return self.seen.numbering.renumber(seq)

    @property
    def audience(self) -> str:
        """The audience of the tables, "" for the game master, as no player has that name."""
        return self.seen.audience or ""

    def made_of(self) -> TableRows:
        """Yield the campaign, the audience and the last event of the tables."""
        yield {
            "campaign": self.seen.campaign.log.campaign,
            "audience": self.audience,
            "last_event": self.renumber(self.upto),
        }

    def sessions(self) -> TableRows:
        """Yield the evenings."""
        days = {each.seq: self.time_of(each) for each in self.seen.read_of(SessionStarted)}
        for each in self.seen.campaign.state.sessions:
            first, last = self.renumber(each.start), None if each.end is None else self.renumber(each.end)
            when = days.get(first)
            ends = {"first_event": first, "last_event": last, "from_notes": bool(each.held)}
            yield {"number": each.number, "title": each.title, "day": when and when.day, **ends}

    def characters(self, named: Iterable[str]) -> TableRows:
        """Yield those who have a sheet or are named by an event, without values where no sheet is seen."""
        state, sheets = self.seen.campaign.state, self.sheets
        for name in named:
            sheet = state.sheets.get(name)
            xp = sheets[name].xp if name in sheets else None
            account = {f"xp_{field}": getattr(xp, field, None) for field in XP_FIELDS}
            yield {"name": name, "kind": sheet and sheet.kind, "player": sheet and sheet.player, **account}

    def event(self, each: Visible) -> RowToWrite:
        """Return the row of an event, with its sentence."""
        time = self.time_of(each)
        when = {"seq": each.seq, "session": session_of(self.seen, each), "at": each.at, "local": time.local}
        what = {"command": each.cmd, "type": each.type, "counts": each.counts, "text": each.text}
        notes = is_from_notes(self.seen.campaign.state, each.logged)
        return {**when, "held_on": time.day, "from_notes": notes, "by": each.by, **what}

    def find_concerned(self, event: Any) -> Iterator[str]:
        """Yield the characters that an event is about, except names that were corrected."""
        sheets = self.seen.campaign.state.sheets
        return (name for name in find_concerned(event) if name in sheets or not isinstance(event, Renamed))

    # --- what is so now ----------------------------------------------------------------------------------------

    def characteristics(self) -> TableRows:
        """Yield the characteristics on sheets."""
        for name, sheet in self.sheets.items():
            yield from ({"character": name, "name": each, "text": text} for each, text in sheet.characteristics.items())

    def traits(self) -> TableRows:
        """Yield the traits of each character as they are now."""
        for name, sheet in self.sheets.items():
            for trait, found in sheet.traits.items():
                levels = {"level": found.level, "effective": found.effective, "level_name": found.level_name}
                practice = {"xp": found.xp, "progress": found.progress, "needed": found.needed}
                yield {"character": name, "trait": trait, **levels, **practice, "trained": found.trained}

    def statuses(self) -> TableRows:
        """Yield the state of each status and counter."""
        for name, sheet in self.sheets.items():
            for status, state in {**sheet.statuses, **sheet.counters}.items():
                yield {"character": name, "status": status, "state": str(state)}

    def properties(self) -> TableRows:
        """Yield the properties, gifts, faults and keys."""
        for name, sheet in self.sheets.items():
            for kind in ("properties", "gifts", "faults", "keys"):
                found = {"properties": "property"}.get(kind, kind.rstrip("s"))
                yield from ({"character": name, "name": each, "kind": found} for each in getattr(sheet, kind))

    def items(self) -> TableRows:
        """Yield the things that characters carry."""
        for name, sheet in self.sheets.items():
            for item in sheet.inventory:
                what = {"item": item.item, "quantity": item.quantity, "inside": item.within, "note": item.note}
                known = self.renumber(item.id) if self.seen.sees_heap(item.id, item.item) else None
                yield {"character": name, "event": known, **what}

    def injuries(self) -> TableRows:
        """Yield the boxes of each track, and the wounds of those who have wounds instead."""
        state = self.seen.campaign.state
        worth = {row.name: row.modifier for row in wound_rows(state.rules.tracks)}
        for name, sheet in self.sheets.items():
            for track, states in sheet.tracks.items():
                for each in states:
                    boxes = {"boxes": each.boxes, "marked": each.marked, "modifier": each.modifier}
                    why = ", ".join(each.names) or None
                    yield {"character": name, "track": track, "state": each.state, **boxes, "note": why}
            for wound in WOUNDS.of(state.sheets[name]):
                dealt = {"boxes": None, "marked": 1, "modifier": worth.get(wound.name, 0), "note": None}
                yield {"character": name, "track": "wound", "state": wound.name, **dealt}

    # --- what happened -----------------------------------------------------------------------------------------

    @cached_property
    def unshown(self) -> set[str]:
        """The fields of sheets whose changes are no rows."""
        return {"character", *(name for name, shown in SHOWS.items() if shown.gm_only and self.seen.for_players)}

    def changes(self, at: Visible | None, changes: Iterable[Change]) -> TableRows:
        """Yield every change of a value on a sheet with its event, or None if the audience does not see that."""
        for each in changes:
            if self.seen.sees(each.character) and each.field not in self.unshown:
                hidden = self.seen.without_ends if each.field == "effects" else text_of
                values = {"before": hidden(each.before), "after": hidden(each.after)}
                what = {"character": each.character, "kind": each.field.partition(".")[0]}
                yield {"event": at and at.seq, **what, "name": name_field(each.field), **values}

    def walk_seen(self) -> Iterator[tuple[Visible | None, Iterable[Change]]]:
        """Yield each event with its changes, or None with those of an event that the audience does not see.

        If numbers have no gaps, the changes by consecutive unseen events are one change.
        """
        unseen: list[Change] = []
        for recorded, changes in walk(self.seen.campaign, shown=self.seen.state_shown):
            if recorded.seq not in self.seen.withheld:
                yield None, sum_up(unseen)
                unseen.clear()
                yield self.seen.see(recorded), changes
            elif self.seen.numbering.has_gaps:
                yield None, changes
            else:
                unseen += changes
        yield None, sum_up(unseen)

    def xp(self) -> TableRows:
        """Yield the XP account of each character, as `ledger` states it."""
        moment = Moment.of(self.seen.campaign)
        for name in self.sheets:
            withheld = False
            for each in draw_up(moment, name).entries:
                withheld |= each.seq in self.seen.withheld and each.kind != "undone"
                if each.seq not in self.seen.withheld:
                    what = {"kind": each.kind, "amount": each.amount, "trait": each.trait, "reason": self.reason(each)}
                    when = {"event": self.renumber(each.seq), "session": each.session or None, "character": name}
                    balance = None if withheld else each.balance  # it would reveal how much was withheld
                    yield {**when, **what, "balance": balance, "counts": each.kind != "undone"}

    def reason(self, entry: Entry) -> str:
        """Return why XP were moved, with the numbers that the audience reads."""
        return tell_withdrawal(self.withdrawals[entry.seq]) if entry.seq in self.withdrawals else entry.reason

    @cached_property
    def withdrawals(self) -> dict[int, MissWithdrawn]:
        """The awards for a miss that were seen to be taken back, by the number of that in the log."""
        return {each.logged: each.event for each in self.seen.read_of(MissWithdrawn)}

    def notes(self, each: Visible) -> TableRows:
        """Yield the row of a note or scene that counts, in the game master's words."""
        kind = KINDS_OF_NOTES.get(type(each.event)) if each.counts else None
        if kind is not None:
            yield {"event": each.seq, "session": session_of(self.seen, each), "kind": kind, "text": each.event.text}


def sum_up(changes: Iterable[Change]) -> list[Change]:
    """Return the differences from before some changes to after them, by sheet."""
    found: dict[tuple[str, str], Change] = {}
    for each in changes:
        first = found.setdefault((each.character, each.field), each)
        found[each.character, each.field] = evolve(each, before=first.before)
    return [found[key] for key in sorted(found) if found[key].before != found[key].after]


def text_of(held: Any) -> str | None:
    """Return a value of a sheet as text."""
    return None if held is None else "yes" if held is True else str(held)
