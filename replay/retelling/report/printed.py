"""Lay out a sheet for paper: traits with boxes for practice, all states of statuses, tracks, things, the account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.clock import table_time
from engine.concerns.experience.events import XpAllocated
from engine.concerns.tracks.sheet import StateView
from engine.registry import SHOWS
from engine.sheet import ItemView, SheetView, TraitView
from engine.state import State
from engine.text import count, plain, with_sign
from engine.value import value
from replay.audience.rule import View
from replay.retelling.report.film import (
    ACCOUNT_ROWS,
    IF_ANY,
    SHEET_SECTIONS,
    Footage,
    tell_place,
    trait_cell,
    who_plays,
)
from replay.retelling.report.portrait import NO_PORTRAIT, PORTRAIT, Portrait

#: The most boxes drawn in a row. More are a number.
MOST_IN_A_ROW = 24

#: The lines of an account on a sheet.
LAST_LINES = 7

#: How tall the sides of a sheet are at most, in millimetres, that shares a page with another, and both have notes.
HALF_A_PAGE = 72


@value
class PrintedTrait:
    """A trait on paper. `paid` and `boxes` are the XP paid towards the next level, none where there is no such row."""

    name: str
    level: str
    note: str
    paid: int = 0
    boxes: int = 0


@value
class PrintedTrack:
    """A track on paper: its states, each with its boxes, and the names of injuries."""

    name: str
    states: tuple[StateView, ...]


@value
class AccountLine:
    """A line of an XP account: its event and day, what it was for, and how it moved the balance."""

    seq: float
    day: str
    said: str
    change: str
    balance: str


@value
class PrintedSheet:
    """A sheet for paper. `untrained` are traits without a level of their own, by level. It is `short` if two fit."""

    name: str
    who: str
    portrait: Portrait
    about: tuple[tuple[str, str], ...]
    traits: tuple[PrintedTrait, ...]
    untrained: tuple[tuple[str, str], ...]
    sums: tuple[tuple[str, str], ...]
    statuses: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]
    tracks: tuple[PrintedTrack, ...]
    held: tuple[tuple[str, str], ...]
    carried: tuple[tuple[str, str], ...]
    account: tuple[AccountLine, ...]

    @property
    def last_lines(self) -> tuple[AccountLine, ...]:
        """The last lines of the account."""
        return self.account[-LAST_LINES:]

    @property
    def short(self) -> bool:
        """Whether two such sheets fit on a page, by about how many millimetres tall each of its sides is."""
        left = sum(11 if each.note else 8 for each in self.traits) + 6 * bool(self.traits)
        left += sum(5 * (1 + len(names) // 60) for _, names in self.untrained) + 6 * (3 + len(self.carried))
        left += sum(6 + 5 * (1 + len(text) // 60) for _, text in self.about)
        right = 14 * bool(self.sums) + 15 * len(self.statuses) + sum(6 + 5 * len(each.states) for each in self.tracks)
        right += sum(6 + 5 * (1 + len(names) // 40) for _, names in self.held)
        right += 6 * (len(self.last_lines) + bool(self.account))
        return max(left, right) <= HALF_A_PAGE and not self.portrait.address


def print_sheet(
    state: State, sheet: SheetView, account: Iterable[AccountLine] = (), portrait: Portrait = NO_PORTRAIT
) -> PrintedSheet:
    """Return a sheet for paper."""
    known = [(name, trait) for name, trait in sheet.traits.items() if trait.trained or trait.modifier]
    return PrintedSheet(
        sheet.name,
        who_plays(sheet),
        portrait,
        tuple(each for each in sheet.characteristics.items() if each[0].casefold() != PORTRAIT),
        tuple(print_trait(name, trait, state) for name, trait in known),
        tuple(list_untrained(sheet, state)),
        tuple(list_sums(sheet)),
        tuple(list_statuses(state, sheet)),
        tuple(PrintedTrack(name, states) for name, states in sheet.tracks.items()),
        tuple((SHEET_SECTIONS[kind], ", ".join(held)) for kind in KINDS_LISTED if (held := getattr(sheet, kind))),
        tuple(list_things(sheet.inventory)),
        tuple(account),
    )


#: The parts of a sheet that are lists of names.
KINDS_LISTED = ("properties", "gifts", "faults", "keys")


def print_trait(name: str, trait: TraitView, state: State) -> PrintedTrait:
    """Return a trait with its level, and boxes for the XP towards the next one where practice raises it."""
    cell = trait_cell(trait, state)
    if state.rules.growth != "practice" or not 0 < trait.needed <= MOST_IN_A_ROW:
        return PrintedTrait(name, cell.said, cell.note)
    notes = [each for each in cell.note.split(", ") if not each.startswith(f"+{trait.progress}/")]
    return PrintedTrait(name, cell.said, ", ".join(notes), trait.progress, trait.needed)


def list_untrained(sheet: SheetView, state: State) -> Iterator[tuple[str, str]]:
    """Yield the levels of traits that nothing was put into, each with these traits."""
    levels: dict[str, list[str]] = {}
    for name, trait in sheet.traits.items():
        if not trait.trained and not trait.modifier:
            levels.setdefault(trait_cell(trait, state).said, []).append(name)
    yield from ((level, ", ".join(names)) for level, names in levels.items())


def list_sums(sheet: SheetView) -> Iterator[tuple[str, str]]:
    """Yield numbers and words on a sheet that stand by themselves: of its XP, and what rooms show."""
    numbers = {label: getattr(sheet.xp, field) for field, label in reversed(ACCOUNT_ROWS.items())}
    if any(numbers.values()):
        yield from ((label, plain(number)) for label, number in numbers.items() if number or label not in IF_ANY)
    for name, held in sheet.shown.items():
        if held is not None:
            yield SHOWS[name].label, plain(held) if type(held) is int else str(held)
    yield from ((name, plain(number)) for name, number in sheet.counters.items())


def list_statuses(state: State, sheet: SheetView) -> Iterator[tuple[str, tuple[tuple[str, bool], ...]]]:
    """Yield each status with all its states, and which of them holds."""
    for name, held in sheet.statuses.items():
        states = state.statuses[name].states if name in state.statuses else ()
        said = [(each.name, f" {with_sign(each.modifier)}" if each.modifier else "") for each in states]
        yield name, tuple((state + modifier, state == held) for state, modifier in said or [(held, "")])


def list_things(items: Iterable[ItemView]) -> Iterator[tuple[str, str]]:
    """Yield what is carried, in a line what is in one place, each with that place."""
    places: dict[str, list[str]] = {}
    for item in items:
        said = count(item.quantity, item.item) if item.quantity != 1 else item.item
        places.setdefault(tell_place(item), []).append(f"{said} ({item.note})" if item.note else said)
    for place, things in places.items():
        yield from ((each, "") for each in things) if not place else [(", ".join(things), place)]


def account_of(view: View, footage: Footage, name: str, upto: float) -> Iterator[AccountLine]:
    """Yield the events that moved somebody's unspent XP, as they hold now."""
    balance, key = 0, ("xp", "to spend", "")
    for seq, changes in footage.items():
        for change in changes:
            now = (change.cell and change.cell.number) or 0
            if change.character == name and change.key == key and seq <= upto and now != balance:
                day, said = day_and_cause(view, seq)
                yield AccountLine(seq, day, said, with_sign(now - balance), plain(now))
                balance = now


def day_and_cause(view: View, seq: float) -> tuple[str, str]:
    """Return when an event was recorded, and what it moved XP for: its reason, its trait, or its sentence."""
    each = view.find(int(seq)) if seq == int(seq) else None
    if each is None:
        return "", "kept by the game master"
    event: Any = each.event
    said = event.trait if isinstance(event, XpAllocated) else getattr(event, "reason", "")
    return table_time(view.campaign.state, each.logged, each.at).day, said or each.text
