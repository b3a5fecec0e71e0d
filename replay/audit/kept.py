"""The last audit of a long log on disk, so that only events recorded since need a check.

Like the state on disk it is a cache of this very program. It applies only to a log whose hashes are all right, which
contains the same head, and in which nothing was corrected since: a correction may change the findings on any event
before it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from engine.campaign import Campaign
from engine.history.on_disk import digest_files, keep_value, recall_value, source_files
from engine.history.staleness import Stale
from engine.state import State
from engine.store.door import Head
from engine.store.looks import head_at, holds
from engine.value import value
from replay.audit.findings import Findings

#: After how many audited events an audit is stored. Auditing fewer is faster.
ENOUGH_AUDITED = 1000


@value
class KeptAudit:
    """An audit's knowledge after event `seq`, before it looked at the end of the log.

    `state` is the campaign as it stood, and `watched` the auditor's other fields, by name.
    """

    seq: int
    hash: str
    state: State
    findings: Findings
    stale: dict[int, Stale]
    watched: dict[str, Any]


def recall_audit(campaign: Campaign) -> KeptAudit | None:
    """Return the last audit of a log if it still applies, and the log's hashes are right."""
    found = recall_value(campaign.log, audit_name())
    if not isinstance(found, KeptAudit) or not holds(campaign.log, Head(found.seq, bytes.fromhex(found.hash))):
        return None
    return found if next(iter(campaign.log.corrections(found.seq)), None) is None else None


def keep_audit(campaign: Campaign, state: State, findings: Findings, stale: dict[int, Stale], watched: Any) -> None:
    """Write an audit's state to disk for the next one."""
    head = head_at(campaign.log, state.seq)
    if head is not None:
        keep_value(campaign.log, KeptAudit(head.seq, head.hash.hex(), state, findings, stale, watched), audit_name())


@cache
def audit_name() -> str:
    """Return the name under which audits are stored, which changes with any file of theirs."""
    return f"audit {digest_files(source_files(str(Path(__file__).parents[1])))}"
