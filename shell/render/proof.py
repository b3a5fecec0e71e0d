"""What proves a log: its checkpoints, what a check of the file found, and how much of it an answer was checked against.

Programs are always told how much was checked, people only if it was not everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.campaign import Campaign
from engine.concerns.seals.events import SealSpoken
from engine.store.door import Head
from engine.store.files import CHECKED_WHOLE

if TYPE_CHECKING:
    from engine.store.door import Problem, Report
    from replay.seal.finding import Matched

UNCOMPARED = "To rule out a rewritten file, compare with a checkpoint you wrote down: verify expect HASH"


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


def head_text(head: Head) -> str:
    """Write a head as people note it."""
    return f"#{head.seq} {checkpoint_text(head.hash)}"


def checkpoint_text(hash: bytes) -> str:
    """Write 32 digits of a hash in groups of four, a form that `verify expect` reads."""
    digits = hash.hex()[:32]
    return " ".join(digits[place : place + 4] for place in range(0, 32, 4))


def checkpoint_line(hash: bytes) -> str:
    """Offer the beginning of a hash to be written down."""
    return f"checkpoint {checkpoint_text(hash)}: write it down to prove this log later"


def is_sealed(campaign: Campaign) -> bool:
    """Return whether anything in a campaign is sealed."""
    return next(campaign.events_of(SealSpoken), None) is not None


def about_seals(campaign: Campaign, said: str) -> str:
    """Return a line on the words of seals, if anything is sealed."""
    return f"\n{said}" if is_sealed(campaign) else ""


#: What the words of seals prove of a log that was made from another.
SEALS_HOLD = "The words of its seals prove this copy too."
SEALS_LOST = "The words of seals do not prove a log that this plays: seal that one again."
SEALS_SHARED = "Words of seals up to #{} prove both logs, later ones only the log that was sealed."


def slip_text(found: Matched) -> str:
    """Return a remark on a word of a seal that was read for another, "" if all were typed right."""
    return f" (“{found.slip[0]}” read as “{found.slip[1]}”)" if found.slip else ""


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return something wrong with a log as the contract of `--json` promises."""
    return {"seq": problem.seq, "kind": problem.kind, "message": problem.message}


def report_json(report: Report, ok: bool) -> dict[str, Any]:
    """Return the report on a file as JSON. `ok` is its verdict."""
    return {
        "ok": ok,
        "events": report.events,
        "sound": report.sound,
        "head": report.head.hex(),
        "problems": [problem_json(problem) for problem in report.problems],
    }
