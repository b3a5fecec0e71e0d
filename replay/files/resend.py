"""Put back what a server lost and this computer still holds."""

from __future__ import annotations

from engine.campaign import Campaign
from engine.refusal import Refused
from engine.store.door import Head, HeadMoved, LogError, Row
from engine.store.files import past


def resend(campaign: Campaign) -> tuple[Row, ...]:
    """Append the very events that the log lost, and return them. Raise Refused if there are none, or others by now."""
    log = campaign.log
    rows = log.place.find_lost(log)
    if not rows:
        hint = "if others recorded since, “compare FILE” shows how the events on this computer go on"
        raise Refused("no events were lost that could be put back", hint=hint)
    try:
        log.append(Head(rows[0].seq - 1, rows[0].prev), rows)
    except HeadMoved:
        raise Refused("others have just recorded something else", hint="“log last 5” shows what") from None
    except LogError as error:
        if error.kind == "forbidden":
            names = ", ".join(sorted({row.actor for row in rows}))
            error.hint = f"they are by {names}: whose role may write as all of them puts them back"
        raise
    campaign.refresh()
    if not past(log):
        campaign.disputed = False
        campaign.remember()
    return rows
