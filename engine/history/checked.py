"""How much of a log was checked on this computer before, hash by hash.

Where the file still holds those events byte for byte, their hashes are still right. Like the state on disk, this is a
cache: used only by the very program that wrote it, and `verify` never looks at it.
"""

from __future__ import annotations

from engine.history.on_disk import keep_value, recall_value
from engine.store.door import Fingerprint, Head, Log, Report
from engine.store.files import Proof
from engine.store.looks import head_at

#: Hashing fewer events takes less time than a note saves.
WORTH_NOTING = 1000

#: The last events are not noted: appending others may still move them.
MAY_MOVE = 256


def prove_whole(log: Log, proof: Proof) -> Report:
    """Prove all of a log, and return the findings.

    Recompute the hashes, but for events that the file holds as it did when all hashes were last found right.
    """
    if proof.count_missing() <= WORTH_NOTING:
        return proof.extend(whole=True)
    known = recall_checked(log)
    # Before the check, so that nothing can be noted that it has not seen.
    fresh = log.fingerprint(log.head.seq - MAY_MOVE) if log.head.seq - known.seq > WORTH_NOTING + MAY_MOVE else None
    report = proof.extend(whole=True, known=known)
    if fresh is not None and report.ok:
        keep_value(log, fresh, "checked")
    return report


def recall_checked(log: Log) -> Head:
    """Return the head up to which the file holds a log as it was found right.

    Return event 0 if nothing is known.
    """
    found = recall_value(log, "checked")
    if not isinstance(found, Fingerprint) or not log.bears(found):
        return Head(0, b"")
    return head_at(log, found.upto) or Head(0, b"")
