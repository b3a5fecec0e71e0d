"""Write a list of XP for spreadsheets, with a row for each award, expense and loss, which comes in again."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.campaign import Campaign
from engine.clock import table_time
from engine.concerns.experience.events import XpAllocated, XpAwarded, XpTaken
from engine.state import Session
from engine.store.placing import create_atomically
from replay.audience.rule import View, Visible
from replay.files.spreadsheet import cell

#: The columns, as `import` names them.
XP_LIST_COLUMNS = ("date", "session", "title", "character", "player", "xp", "reason", "spent")


#: Behind XP that were spent before this log began, on levels that are on the sheet already.
BEFORE_THE_LOG = "before the log"


def export_xp(campaign: Campaign, path: Path, audience: str | None = None) -> int:
    """Write the list into a new file, and return the number of its rows. Raise Refused if the path is taken."""
    campaign.prove()
    rows = list(xp_rows(View.of(campaign, audience)))
    with create_atomically(path) as fresh, fresh.open("x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(XP_LIST_COLUMNS)
        writer.writerows([cell(each) for each in row] for row in rows)
    return len(rows)


def xp_rows(view: View) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each change of somebody's XP that counts.

    What was given before the first session, or after one had ended, is in the rows of the nearest session.
    """
    state = view.campaign.state
    for each in view.read_counting(XpAwarded, XpAllocated, XpTaken):
        event, number = each.event, state.session_at(each.logged)
        later = (session for session in state.sessions if session.number >= number)
        session = next(later, None)
        evening = (when(view, each, session), session.number if session else "", session.title if session else "")
        sheet = state.sheets.get(event.character)
        who = (event.character, (sheet.player or "") if sheet else "")
        match event:
            case XpAwarded(amount=amount, reason=reason):
                yield (*evening, *who, amount, reason, "")
            case XpTaken(amount=amount, reason=reason, kind="before"):
                yield (*evening, *who, 0, reason, f"{amount} {BEFORE_THE_LOG}")
            case XpTaken(amount=amount, reason=reason):
                yield (*evening, *who, -amount, reason, "")
            case XpAllocated(amount=amount, trait=trait):
                yield (*evening, *who, 0, "", f"{amount} on {trait}")


def when(view: View, each: Visible, session: Session | None) -> str:
    """Return the day of a session, or of an event where none was played."""
    state = view.campaign.state
    if session is None:
        return table_time(state, each.logged, each.at).day
    return getattr(session, "held", "") or table_time(state, session.start, view.campaign.event(session.start).at).day
