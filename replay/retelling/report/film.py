"""Follow the audience's sheets through the events: each one's changes, by row.

A row is one thing on a sheet: its value, a note beside it, and the number that `why` would add up. There are two
readings: as it stood, where a correction holds from its own place on, and as corrected, where it always held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from engine.campaign import Campaign
from engine.concerns.characters.events import is_ship
from engine.concerns.tracks.sheet import StateView, track_text
from engine.history.counting import History
from engine.history.fold import Fold
from engine.registry import SHOWS, event_classes, marks
from engine.rules.creation import may_follow_others, shown_traits
from engine.rules.modifiers import in_force
from engine.rules.parts import Lent
from engine.sheet import ItemView, SheetView, TraitView, XpView, inventory, trait_view, view
from engine.state import Sheet, State
from engine.text import plain, with_sign
from engine.value import Factory, evolve, record, value
from replay.audience.rule import View
from replay.compare.changes import changeable, may_change_reading
from replay.compare.watching import (
    BEARING_PARTS,
    LENDING_NOTHING,
    SHOWN_AS_XP,
    Parts,
    find_differing_effects,
    find_moved,
    leave_out_affected,
    move_effects,
    take_over,
)
from replay.stepping import timeline_of

#: The sections of a sheet in their order, each with its heading.
SHEET_SECTIONS = {
    "who": "",
    "about": "",
    "more": "",
    "traits": "Traits",
    "statuses": "Statuses",
    "tracks": "Tracks",
    "properties": "Properties",
    "gifts": "Gifts",
    "faults": "Faults",
    "keys": "Keys",
    "carried": "Carried",
    "xp": "XP",
}

#: The names of an XP account's sums on a sheet.
FREE_XP, TAKEN_XP = "free", "taken"
ACCOUNT_ROWS = {"awarded": "awarded", "spent": "spent", "taken": TAKEN_XP, "unspent": "to spend", "bonus": FREE_XP}
#: Those that a sheet shows only if there are some.
IF_ANY = (TAKEN_XP, FREE_XP)


class Cell(NamedTuple):
    """The content of a row: its value, a note beside it, and its number if it is one."""

    said: str
    note: str = ""
    number: int | None = None


#: Section, name, and for a carried thing its container or place.
RowKey = tuple[str, str, str]
Rows = dict[RowKey, Cell]


@value
class RowChange:
    """A row of a character's sheet as an event left it, None for a row that is gone."""

    character: str
    key: RowKey
    cell: Cell | None


#: From the place of an event, as the audience counts, to the rows that it changed.
Footage = dict[float, tuple[RowChange, ...]]


def rows_of(state: State, sheet: SheetView) -> Rows:
    """Return the rows of a sheet."""
    traits = {("traits", name, ""): trait_cell(trait, state) for name, trait in sheet.traits.items()}
    return other_rows(state, sheet) | traits | carried_rows(sheet.inventory) | account_rows(sheet.xp)


def other_rows(state: State, sheet: SheetView) -> Rows:
    """Return the rows of a sheet without its traits, its things and its XP."""
    found: Rows = {("who", "", ""): Cell(who_plays(sheet))}
    found |= {("about", name, ""): Cell(text) for name, text in sheet.characteristics.items()}
    found |= {("statuses", name, ""): status_cell(state, name, held) for name, held in sheet.statuses.items()}
    found |= {("statuses", name, ""): Cell(plain(number), "", number) for name, number in sheet.counters.items()}
    for name, states in sheet.tracks.items():
        found["tracks", name, ""] = Cell(track_text(states), name_injuries(states), sum(each.marked for each in states))
    found |= {("more", SHOWS[name].label, ""): own_cell(held) for name, held in sheet.shown.items() if held is not None}
    for kind in ("properties", "gifts", "faults", "keys"):
        found |= {(kind, name, ""): Cell("") for name in getattr(sheet, kind)}
    return found


def account_rows(account: XpView | Sheet) -> Rows:
    """Return the rows of an XP account, none for an empty one."""
    numbers = {label: getattr(account, field) for field, label in ACCOUNT_ROWS.items()}
    if not any(numbers.values()):
        return {}
    return {
        ("xp", label, ""): Cell(plain(number), "", number)
        for label, number in numbers.items()
        if number or label not in IF_ANY
    }


def who_plays(sheet: SheetView) -> str:
    """Return whose character it is."""
    if sheet.kind == "npc":
        return "ship" if is_ship(sheet.characteristics) else "NPC"
    return f"played by {sheet.player}" if sheet.player else "player character"


def trait_cell(trait: TraitView, state: State) -> Cell:
    """Return the cell of a trait on a sheet."""
    notes = [
        trait.interpretation or "",
        f"+{trait.progress}/{trait.needed}" if trait.progress else "",
        f"{with_sign(trait.modifier)} = {plain(trait.effective)}" if trait.modifier else "",
        "" if trait.upto is None else f"to {plain(trait.upto)}",
        trait.role or "",
        "no level given" if trait.level_name is not None and not trait.trained else "",
    ]
    practised = state.rules.growth == "practice"
    number = trait.xp if practised else trait.level if trait.trained else 0
    return Cell(trait.level_name or plain(trait.level), ", ".join(filter(None, notes)), number)


def status_cell(state: State, name: str, held: str) -> Cell:
    """Return the state of a status, with its modifier to rolls."""
    defined = state.statuses.get(name)
    step = next((each for each in defined.states if each.name == held), None) if defined else None
    return Cell(held, with_sign(step.modifier) if step and step.modifier else "")


def name_injuries(states: Iterable[StateView]) -> str:
    """Return the names of a track's injuries, and how many boxes are permanent."""
    views = tuple(states)
    named = [name for each in views for name in each.names]
    permanent = sum(each.permanent for each in views)
    return ", ".join([*named, f"{permanent} permanent"] if permanent else named)


def own_cell(held: Any) -> Cell:
    """Return a value that a concern shows."""
    return Cell(plain(held), "", held) if type(held) is int else Cell(str(held))


def tell_place(item: ItemView) -> str:
    """Return where a thing is: in a container, at a place of the body, or ""."""
    return f"in {item.within}" if item.depth else f"({item.within})" if item.within else ""


def carried_rows(things: Iterable[ItemView]) -> Rows:
    """Return a row for each kind of thing in each place, with the notes on all of them."""
    found: Rows = {}
    for item in things:
        key = ("carried", item.item, tell_place(item))
        before = found.get(key, Cell("0", "", 0))
        number = (before.number or 0) + item.quantity
        notes = dict.fromkeys(each for each in (before.note, item.note) if each)
        found[key] = Cell(plain(number), ", ".join(notes), number)
    return found


@record
class FilmedSheet:
    """The rows of a sheet at the last look, by the parts that they depend on.

    `held` are copies of the sheet's parts then, and `lent` are the effects on its levels.
    """

    audience: View
    held: Parts = Factory(dict)
    lent: list[Lent] = Factory(list)
    traits: Rows = Factory(dict)
    things: Rows = Factory(dict)
    account: Rows = Factory(dict)
    rest: Rows = Factory(dict)

    def look(self, state: State, name: str, *, whole: bool) -> Iterator[RowChange]:
        """Look at the sheet again, and yield the rows that differ from the last look.

        Unless it is looked at `whole`, the rules and definitions must be those of the last look.
        """
        sheet, before = state.sheets.get(name), (self.rest, self.traits, self.things, self.account)
        if whole or sheet is None:
            self.held = {}
        if sheet is None:
            self.rest, self.traits, self.things, self.account = {}, {}, {}, {}
        elif moved := find_moved(self.held, sheet):
            self._look_at_parts(state, sheet, moved, take_over(self.held, sheet, moved))
        for was, now in zip(before, (self.rest, self.traits, self.things, self.account), strict=True):
            if was is not now:
                yield from (RowChange(name, key, None) for key in was if key not in now)
                yield from (RowChange(name, key, cell) for key, cell in now.items() if was.get(key) != cell)

    def _look_at_parts(self, state: State, sheet: Sheet, moved: frozenset[str], old: Parts) -> None:
        """Look at the rows that may show the changed parts.

        `old` are those parts as they were then. It is empty if the sheet is looked at whole.
        """
        if "stacks" in moved:
            self.things = carried_rows(inventory(sheet))
        if moved & SHOWN_AS_XP:
            self.account = account_rows(sheet)
        if moved & BEARING_PARTS or move_effects(old, sheet, moved):
            self.traits = self._traits(state, sheet, old)
            self.rest = other_rows(state, self.audience.as_seen(view(state, sheet.name, traits={}, items=())))

    def _traits(self, state: State, sheet: Sheet, old: Parts) -> Rows:
        """Return the rows of the traits, reusing those whose practice and effects are unchanged."""
        lent, practice, same = self.lent, old.get("practice", sheet.practice), set[str]()
        if not old or not LENDING_NOTHING.issuperset(old):
            self.lent = in_force(state, sheet, "level")
        if old and practice is sheet.practice and lent == self.lent:
            return self.traits
        if old and not may_follow_others(state.rules):
            unchanged = (name for _, name, _ in self.traits if practice.get(name) is sheet.practice.get(name))
            same = {*leave_out_affected(unchanged, find_differing_effects(lent, self.lent))}
        keys = (("traits", name, "") for name in shown_traits(state, sheet))
        return {key: self.traits[key] if key[1] in same else self._trait(state, sheet, key[1]) for key in keys}

    def _trait(self, state: State, sheet: Sheet, name: str) -> Cell:
        return trait_cell(trait_view(state, sheet, name, self.lent), state)


def list_definitions() -> tuple[Callable[[State], Mapping[str, object]], ...]:
    """Return what finds the definitions in a state by which all sheets are read, kind by kind."""
    found = map(marks, event_classes().values())
    return tuple(each.defined_in for each in found if each.for_all and each.defined_in)


@record
class Lens:
    """The differences of the audience's sheets from the last look at them.

    `context` are the rules and definitions by which all sheets were read then, and `definitions` finds these.
    """

    audience: View
    known: dict[str, FilmedSheet] = Factory(dict)
    context: tuple[object, ...] = ()
    definitions: tuple[Callable[[State], Mapping[str, object]], ...] = Factory(list_definitions)

    def changes(self, state: State, event: object) -> tuple[RowChange, ...]:
        """Return the rows that an event, already in the state, changed on the sheets, and remember them."""
        if marks(event).corrects:
            return self.all_changes(state)
        whole = may_change_reading(event)
        if whole:
            self.context = self._find_context(state)
        return self._changes(state, sorted(changeable(event, state)), whole=whole)

    def all_changes(self, state: State) -> tuple[RowChange, ...]:
        """Return the rows that differ on any sheet, also of characters who are gone, and remember them."""
        before, self.context = self.context, self._find_context(state)
        return self._changes(state, dict.fromkeys([*state.sheets, *self.known]), whole=before != self.context)

    def _changes(self, state: State, characters: Iterable[str], *, whole: bool) -> tuple[RowChange, ...]:
        return tuple(
            change
            for name in characters
            if self.audience.sees(name)
            for change in self._sheet(name).look(state, name, whole=whole)
        )

    def copy(self) -> Lens:
        """Return a lens that goes on from here by itself."""
        known = {name: evolve(sheet, held=sheet.held.copy()) for name, sheet in self.known.items()}
        return evolve(self, known=known)

    def _find_context(self, state: State) -> tuple[object, ...]:
        """Return the rules and definitions by which all sheets are read."""
        return (state.rules, *({**defined_in(state)} for defined_in in self.definitions))

    def _sheet(self, name: str) -> FilmedSheet:
        if name not in self.known:
            self.known[name] = FilmedSheet(self.audience)
        return self.known[name]


def film(audience: View, after: int, last: int) -> tuple[Footage, Footage]:
    """Return each event's changes as recorded, and as they hold now, up to `last`, with all up to `after` as one.

    Where the same events counted as now, the sheets were what they are now, so these are looked at once.
    """
    campaign, timeline, lens = audience.campaign, timeline_of(audience.campaign), Lens(audience)
    stood, corrected = dict[int, tuple[RowChange, ...]](), dict[int, tuple[RowChange, ...]]()
    apart, ends = find_apart(campaign, last), 0
    for seq, _, _, event in timeline.events():
        if seq > last:
            break
        if seq in apart:
            ends = apart[seq]
            if seq > after and not campaign.history.inactive.issuperset(range(seq, ends + 1)):
                corrected |= as_corrected(campaign, lens.copy(), timeline.state.copy(), ends)
        timeline.take_in(seq, event)
        if seq < after:
            continue
        state = audience.state_shown(timeline.state)
        changes = lens.all_changes(state) if seq == after else lens.changes(state, event)
        if changes or seq == after:
            stood[seq] = changes
        if seq == after <= ends:
            corrected |= begin_corrected(audience, after, ends)
        elif seq > ends and (seq == after or (changes and not marks(event).corrects)):
            corrected[seq] = changes
    return as_counted(audience, stood, after), as_counted(audience, corrected, after)


def find_apart(campaign: Campaign, last: int) -> dict[int, int]:
    """Return the stretches of the log up to `last` in which other events counted than now, from first to last event."""
    history, since, found = History(), 1, dict[int, int]()
    begun = 0
    for seq, event in [*campaign.catalog.corrections_until(last), (last + 1, None)]:
        first = max(since, min(campaign.history.find_differing(history), default=last + 1))
        if first < seq:
            begun = begun if found.get(begun) == first - 1 else first
            found[begun] = seq - 1
        if event is not None:
            history.correct(seq, event)
        since = seq
    return found


def begin_corrected(audience: View, after: int, last: int) -> Iterator[tuple[int, tuple[RowChange, ...]]]:
    """Yield all changes up to event `after` as one, and then those of each counting event, as they hold now."""
    campaign, lens = audience.campaign, Lens(audience)
    state = Fold(history=campaign.history, naming=campaign.naming, lenient=True).through(campaign.log, after)
    yield after, lens.all_changes(state)
    yield from as_corrected(campaign, lens, state, last)


def as_corrected(
    campaign: Campaign, lens: Lens, state: State, last: int
) -> Iterator[tuple[int, tuple[RowChange, ...]]]:
    """Yield the changes of each counting event after a state, as they hold now."""
    fold = Fold(state, campaign.history, naming=campaign.naming, lenient=True)
    for seq, event in fold.read_counting(campaign.log, last):
        fold.put(event, seq)
        if not marks(event).corrects and (changes := lens.changes(fold.state, event)):
            yield seq, changes


def as_counted(audience: View, footage: Mapping[int, tuple[RowChange, ...]], after: int) -> Footage:
    """Return the changes at the places at which the audience counts events.

    Changes between two of these, by any number of unseen events, are one change.
    """
    if audience.numbering.has_gaps:
        return dict(footage.items())
    found: Footage = {}
    before: dict[tuple[str, RowKey], Cell | None] = {}
    numbering, first = audience.numbering, audience.numbering.place_behind(after)
    places = ((first if seq == after else numbering.place(seq), held) for seq, held in footage.items())
    for place, group in groupby(places, key=itemgetter(0)):
        changes = {(each.character, each.key): each for _, held in group for each in held}
        if place % 1 and place != first:
            changes = {key: changes[key] for key in sorted(changes) if before.get(key) != changes[key].cell}
        if changes or place == first:
            found[place] = tuple(changes.values())
        before |= {key: each.cell for key, each in changes.items()}
    return found
