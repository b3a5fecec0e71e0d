"""Correcting: from events to the state, and what each event requires."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.corrections.events import (
    AwardAmended,
    CheckRuled,
    EventsRedone,
    EventsUndone,
    Renamed,
    SheetSigned,
)
from engine.known import new_name, the_sheet
from engine.refusal import unknown
from engine.registry import BEARERS, always_fits, projects, projects_nothing, requires
from engine.state import State


@projects(SheetSigned)
def sheet_signed(state: State, event: SheetSigned, seq: int) -> None:
    state.sheets[event.character].signed = seq


@projects(CheckRuled)
def ruled(state: State, event: CheckRuled, seq: int) -> None:
    state.rulings[event.event] = event.ruling


@requires(SheetSigned)
def signed_sheet_is_there(state: State, event: SheetSigned) -> None:
    """Refuse a signature under nobody's sheet."""
    the_sheet(state, event.character, "character")


# What corrections and rulings name by number is looked for in the history, which is no part of the state.
always_fits(CheckRuled, AwardAmended, EventsUndone, EventsRedone)

# They change which events count and what names they bear: the fold sees to that.
projects_nothing(AwardAmended, EventsUndone, EventsRedone, Renamed)

#: Kinds of names that stand for each other in a line, so that one of them cannot be another.
ALIKE = ("trait", "status", "property")


@requires(Renamed)
def name_can_be_corrected(state: State, event: Renamed) -> None:
    """Refuse to rename what nobody is called, or to a name that could be taken for another."""
    must_be_borne(state, event.kind, event.before, event.status)
    must_be_free(state, event.kind, event.after, event.status, but=event.before)


def must_be_borne(state: State, kind: str, name: str, status: str | None) -> None:
    """Refuse a name that nothing of its kind bears."""
    known = list(bearers_of(state, kind, status))
    if name not in known:
        raise unknown(kind, name, known, about="name")


def must_be_free(state: State, kind: str, name: str, status: str | None, *, but: str) -> None:
    """Refuse a name that something has, or that looks just like one; `but` is the name that makes room for it."""
    for each in ALIKE if kind in ALIKE else (kind,):
        taken = [known for known in bearers_of(state, each, status) if known != but]
        new_name(each, name, taken, "new")


def bearers_of(state: State, kind: str, status: str | None) -> Iterable[str]:
    """Return the names of a kind; of states, those of one status."""
    if kind == "state" and status in state.statuses:
        return [step.name for step in state.statuses[status].states]
    return BEARERS[kind](state) if kind in BEARERS else ()
