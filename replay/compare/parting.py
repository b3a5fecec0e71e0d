"""Find where two logs of one campaign part, and their events after that."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from engine.campaign import Campaign, Recorded
from engine.refusal import Refused
from engine.store.door import LogError, Place, Where
from engine.store.files import locate
from engine.value import value
from replay.files.verbatim import count_shared

NEXT = 3


@value
class LogSide:
    """One of the two logs: its length, and the first events the other lacks."""

    events: int
    next: tuple[Recorded, ...]


@value
class Parting:
    """The relation of two logs, whose first `same` events have equal hashes.

    `relation` is equal, longer or shorter (this one than the other), parted, or other-campaign.
    """

    relation: str
    same: int
    here: LogSide
    there: LogSide


@contextmanager
def other_log(where: Where) -> Iterator[Campaign]:
    """Open another campaign for reading and check all of it. Raise Refused if it is unsound."""
    with closing(open_other(locate(where))) as other:
        yield other


def open_other(place: Place) -> Campaign:
    """Open another campaign. Raise Refused if it is unsound."""
    try:
        if not place.is_there():
            raise Refused(f"there is no file {place}", about="file")
        log = place.open(writable=False)
        report = place.verify()  # which does not take a copy for the log
        if report.ok:
            campaign = Campaign(log)
            if campaign.state.seq > report.sound:  # another program appended in between
                campaign.prove()
            return campaign
    except LogError as error:
        raise Refused(error.message, about="file", hint=error.hint) from None
    log.close()
    hint = "“rescue FILE” saves the intact part"
    raise Refused(f"{place} is damaged: {report.problems[0].message}", about="file", hint=hint)


def compare(here: Campaign, there: Campaign) -> Parting:
    """Compare two sound logs."""
    if here.log.campaign != there.log.campaign:
        return Parting("other-campaign", 0, side_of_log(here, None), side_of_log(there, None))
    same = count_shared(here.log, there.log)
    ours, theirs = side_of_log(here, same), side_of_log(there, same)
    relations = {(False, False): "equal", (True, False): "longer", (False, True): "shorter"}
    return Parting(relations.get((ours.events > same, theirs.events > same), "parted"), same, ours, theirs)


def side_of_log(campaign: Campaign, same: int | None) -> LogSide:
    """Return a log's events after the common ones, none for another campaign."""
    last = campaign.log.head.seq
    return LogSide(last, () if same is None else tuple(campaign.events(same, min(last, same + NEXT))))
