"""How much of the log an answer was checked against: said to programs always, to people where it is not plain."""

from __future__ import annotations

from typing import Any

from engine.campaign import Campaign
from engine.store.files import CHECKED_WHOLE


def verified_json(campaign: Campaign) -> dict[str, Any]:
    """Return the numbers of the first and last event whose hashes were recomputed."""
    return {"verified": {"from": campaign.proof.start.seq + 1, "to": campaign.proof.upto.seq}}


def verified_text(campaign: Campaign) -> str:
    """Return a line that says how much of a long log was checked; nothing for a short one, always checked whole."""
    before, last = campaign.proof.start.seq, campaign.proof.upto.seq
    if before:
        return f"\nNot rechecked: #1 to #{before}, found intact here before. “verify” checks the whole log."
    return f"\nHashes checked: all {last:,} events." if last > CHECKED_WHOLE else ""
