"""Decide how a rename treats other things that had the new name."""

from __future__ import annotations

from engine.concerns.corrections.decide import JOINABLE
from engine.concerns.corrections.events import Renamed
from engine.history.catalog import Catalog
from engine.history.fold import read_event
from engine.history.names import Naming, quote_stored
from engine.naming import names_in
from engine.refusal import Refused
from engine.store.door import Log
from engine.value import evolve


def settle_reuse(event: Renamed, log: Log, naming: Naming | None, catalog: Catalog, upto: int) -> Renamed:
    """Return a rename with how it treats something undone that had the new name.

    Two things that existed together cannot share a name in the past, so the undone one gets the old name. Raise Refused
    if the other one still counts.
    """
    if event.how != "swap":
        return event
    begun, uses = find_uses(event, log, naming, upto)
    if not uses:
        return event
    before = catalog.history_at(begun).inactive
    were_at_once = any(seq > begun or seq not in before for seq in uses)
    counts = not catalog.history_at(upto).inactive.issuperset(uses)
    if event.kind == "ritual" and were_at_once and counts:
        said = f"a ritual “{event.after}” was planned at the same time"
        raise Refused(said, about="new", hint="choose another name")
    is_swapped = event.kind not in JOINABLE and were_at_once and not counts
    return event if is_swapped else evolve(event, how="reused")


def find_uses(event: Renamed, log: Log, naming: Naming | None, upto: int) -> tuple[int, list[int]]:
    """Return the first event about the renamed thing, and those with the new name."""
    begun, uses = upto, []
    before, after = quote_stored(event.before), quote_stored(event.after)
    for row in log.bodies(0, upto):
        body = row[3]  # a sign that is escaped may hide a name, and the old name tells nothing once it was found
        if naming is None and after not in body and "\\" not in body and (begun < upto or before not in body):
            continue
        found = read_event(naming, *row)
        if isinstance(found, Renamed):
            continue
        names = set(names_in(found, event.kind))
        if event.before in names:
            begun = min(begun, row[0])
        if event.after in names:
            uses.append(row[0])
    return begun, uses
