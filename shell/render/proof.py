"""How much of the log an answer was checked against: always for programs, only on need for people."""

from __future__ import annotations

from typing import Any

from engine.campaign import Campaign
from engine.store.files import CHECKED_WHOLE


def verified_json(campaign: Campaign) -> dict[str, Any]:
    """Return the numbers of the first and last event whose hashes were recomputed."""
    return {"verified": {"from": campaign.proof.start.seq + 1, "to": campaign.proof.upto.seq}}


def checked_json(campaign: Campaign) -> dict[str, Any]:
    """Return the first event whose hash was recomputed for a look, as were all behind it."""
    return {"checked": {"from": campaign.proof.start.seq + 1}}


def verified_text(campaign: Campaign) -> str:
    """Return a line that says how much of a long log was checked. A short one is always checked whole."""
    last = campaign.proof.upto.seq
    return unchecked_text(campaign) or (f"\nHashes checked: all {last:,} events." if last > CHECKED_WHOLE else "")


def unchecked_text(campaign: Campaign) -> str:
    """Return a line about damage that was found or about events taken on trust, or "" if there are none."""
    if campaign.damage is not None:
        return f"\nDamaged: {campaign.damage}. “verify” shows more."
    before = campaign.proof.start.seq
    return (
        f"\nNot rechecked: #1 to #{before}, found intact here before. “verify” checks the whole log." if before else ""
    )
