"""Follow the audience's sheets through the events: each one's changes, by row.

A row is what a sheet says of one thing: its value, a note beside it, and the number that `why` would add up. There are
two readings: as it stood, where a correction holds from where it was recorded, and as corrected, where it always held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from attrs import Factory, define

from engine.concerns.effects.events import Lent
from engine.concerns.ships.sheet import is_ship
from engine.concerns.tracks.sheet import track_text
from engine.history.fold import Fold
from engine.registry import SHOWS, marks
from engine.rules.modifiers import in_force
from engine.sheet import SheetView, TraitView, trait_view, view
from engine.state import Practice, State
from engine.text import plain, signed
from engine.value import value
from replay.audience.rule import View
from replay.compare.changes import changeable, may_change_all
from replay.stepping import timeline_of

#: The sections of a sheet, in the order in which it shows them, each with its heading.
SHEET_SECTIONS = {
    "who": "",
    "about": "",
    "traits": "Traits",
    "statuses": "Statuses",
    "tracks": "Tracks",
    "more": "",
    "properties": "Properties",
    "gifts": "Gifts",
    "faults": "Faults",
    "keys": "Keys",
    "carried": "Carried",
    "xp": "XP",
}

#: What a sheet calls the sums of an XP account.
ACCOUNT_ROWS = {"awarded": "awarded", "spent": "spent", "unspent": "to spend", "bonus": "free"}


class Cell(NamedTuple):
    """The content of a row: its value, a note beside it, and its number.

    The number is None for what is no number.
    """

    said: str
    note: str = ""
    number: int | None = None


#: Section, name, and for a thing that is carried where it lies.
RowKey = tuple[str, str, str]
Rows = dict[RowKey, Cell]


@value
class RowChange:
    """A row of somebody's sheet as an event left it; None for a row that is gone."""

    character: str
    key: RowKey
    cell: Cell | None


#: From the number of an event to the rows that it changed.
Footage = dict[int, tuple[RowChange, ...]]


def rows_of(state: State, sheet: SheetView) -> Rows:
    """Return the rows of a sheet."""
    found: Rows = {("who", "", ""): Cell(who_plays(sheet))}
    found |= {("about", name, ""): Cell(text) for name, text in sheet.characteristics.items()}
    practised = state.rules.growth == "practice"
    found |= {("traits", name, ""): trait_cell(trait, practised) for name, trait in sheet.traits.items()}
    found |= {("statuses", name, ""): status_cell(state, name, held) for name, held in sheet.statuses.items()}
    found |= {("statuses", name, ""): Cell(plain(number), "", number) for name, number in sheet.counters.items()}
    for name, states in sheet.tracks.items():
        found["tracks", name, ""] = Cell(track_text(states), "", sum(each.marked for each in states))
    found |= {("more", SHOWS[name].label, ""): own_cell(held) for name, held in sheet.own.items() if held is not None}
    for kind in ("properties", "gifts", "faults", "keys"):
        found |= {(kind, name, ""): Cell("") for name in getattr(sheet, kind)}
    found |= carried_rows(sheet)
    if practised or state.rules.growth != "none" or sheet.xp.awarded:
        for field, label in ACCOUNT_ROWS.items():
            number = getattr(sheet.xp, field)
            found["xp", label, ""] = Cell(plain(number), "", number)
    return found


def who_plays(sheet: SheetView) -> str:
    """Return whose character it is."""
    if sheet.kind == "npc":
        return "ship" if is_ship(sheet.characteristics) else "NPC"
    return f"played by {sheet.player}" if sheet.player else "player character"


def trait_cell(trait: TraitView, practised: bool) -> Cell:
    """Return what a sheet says of a trait."""
    notes = [
        trait.interpretation or "",
        f"+{trait.progress}/{trait.needed}" if trait.progress else "",
        f"{signed(trait.modifier)} = {plain(trait.effective)}" if trait.modifier else "",
        "" if trait.upto is None else f"to {plain(trait.upto)}",
        trait.role or "",
        "no level given" if trait.level_name is not None and not trait.trained else "",
    ]
    number = trait.xp if practised else trait.level if trait.trained else 0
    return Cell(trait.level_name or plain(trait.level), ", ".join(filter(None, notes)), number)


def status_cell(state: State, name: str, held: str) -> Cell:
    """Return the state of a status, with what it adds to rolls."""
    defined = state.statuses.get(name)
    step = next((each for each in defined.states if each.name == held), None) if defined else None
    return Cell(held, signed(step.modifier) if step and step.modifier else "")


def own_cell(held: Any) -> Cell:
    """Return a value that a concern shows."""
    return Cell(plain(held), "", held) if type(held) is int else Cell(str(held))


def carried_rows(sheet: SheetView) -> Rows:
    """Return a row for each kind of thing in each place, with its notes.

    The row has all notes on things of that kind there.
    """
    found: Rows = {}
    for item in sheet.inventory:
        key = ("carried", item.item, item.within or "")
        before = found.get(key, Cell("0", "", 0))
        number = (before.number or 0) + item.quantity
        notes = dict.fromkeys(each for each in (before.note, item.note) if each)
        found[key] = Cell(plain(number), ", ".join(notes), number)
    return found


@define
class Lens:
    """The differences of the audience's sheets from the last look at them.

    `traits` are those of each sheet, with the effects on levels then, and what was put into each.
    """

    audience: View
    known: dict[str, Rows] = Factory(dict)
    traits: dict[str, tuple[Sequence[Lent], dict[str, Practice], dict[str, TraitView]]] = Factory(dict)

    def changes(self, state: State, characters: Iterable[str]) -> tuple[RowChange, ...]:
        """Return the rows of these characters that differ now, and remember how they are."""
        return tuple(change for name in characters if self.audience.sees(name) for change in self._of(state, name))

    def forget(self) -> None:
        """Compute all traits again, as rules or other common values may differ.

        Common values are the same for all sheets.
        """
        self.traits.clear()

    def _of(self, state: State, name: str) -> Iterator[RowChange]:
        before = self.known.get(name, {})
        now = rows_of(state, self._view(state, name)) if name in state.sheets else {}
        if self.audience.for_players:
            kept = {shown.label for shown in SHOWS.values() if shown.kept}
            now = {key: cell for key, cell in now.items() if not (key[0] == "more" and key[1] in kept)}
        yield from (RowChange(name, key, None) for key in before if key not in now)
        for key, cell in now.items():
            if before.get(key) != cell:
                yield RowChange(name, key, cell)
        self.known[name] = now

    def _view(self, state: State, name: str) -> SheetView:
        sheet = state.sheets[name]
        lent, practice = list(in_force(state, sheet, "level")), sheet.practice.copy()
        then, was, known = self.traits.get(name, ((), {}, {}))
        same = {each for each in known if was.get(each) == practice.get(each)} if then == lent else set()
        traits = {
            trait: known[trait] if trait in same else trait_view(state, sheet, trait, lent)
            for trait in state.traits_of(sheet)
        }
        self.traits[name] = lent, practice, traits
        return view(state, name, traits)


def as_stood(audience: View, after: int, last: int) -> Footage:
    """Return each event's changes as recorded, up to event `last`.

    All changes up to `after` are at that number.
    """
    lens, timeline, found = Lens(audience), timeline_of(audience.campaign), Footage()
    for recorded in audience.campaign.events(0, last):
        timeline.take_in(recorded.seq, recorded.event)
        state = audience.state_shown(timeline.state)
        if recorded.seq == after:
            found[after] = lens.changes(state, state.sheets)
        elif recorded.seq > after and (changes := lens.changes(state, may_change(recorded.event, state, lens))):
            found[recorded.seq] = changes
    return found


def as_corrected(audience: View, after: int, last: int) -> Footage:
    """Return each counting event's changes as they hold now.

    All changes up to `after` are at that number.
    """
    campaign, lens, found = audience.campaign, Lens(audience), Footage()
    fold = Fold(history=campaign.history, naming=campaign.naming, lenient=True)
    if after:
        begun = fold.through(campaign.log, after)
        found[after] = lens.changes(begun, begun.sheets)
    for seq, event in fold.counted(campaign.log, last):
        fold.put(event, seq)
        if changes := lens.changes(fold.state, may_change(event, fold.state, lens)):
            found[seq] = changes
    return found


def may_change(event: object, state: State, lens: Lens) -> Iterable[str]:
    """Return the characters whose sheets an event may have changed.

    Characters who are gone are included.
    """
    if may_change_all(event):
        lens.forget()
    return dict.fromkeys([*state.sheets, *lens.known]) if marks(event).corrects else sorted(changeable(event, state))
