"""Fork a log: begin a separate one with the same events."""

from __future__ import annotations

from contextlib import closing
from itertools import chain

from engine.campaign import Campaign
from engine.concerns.files.events import CampaignForked
from engine.drafts import make_drafts, make_rows
from engine.refusal import Refused
from engine.store.door import Head, Log, Where
from engine.store.files import locate, must_be_sound
from engine.store.looks import rows
from engine.store.placing import refuse_place
from engine.text import within_limits


def fork(campaign: Campaign, where: Where, upto: int, *, by: str) -> tuple[Head, Head]:
    """Begin another log, up to event `upto`, and return the shared head and the new one.

    The shared events keep their hashes, so each log can be proven to begin with them. Raise Refused or LogError.
    """
    last = hash_at_command_end(campaign.log, upto)
    must_be_known(campaign, upto)
    must_be_sound(campaign.log, upto)
    place, shared = locate(where), Head(upto, last)
    event = within_limits(CampaignForked(place.name, upto, last.hex()))
    drafts = make_drafts([event], by, campaign.clock())
    rows = chain(campaign.log.read(None, upto), make_rows(campaign.log, shared, drafts))
    with refuse_place(), closing(place.create(rows)) as log:
        return shared, log.head


def hash_at_command_end(log: Log, upto: int) -> bytes:
    """Return the hash of an event. Raise Refused unless it is the last event of its command.

    The point before the log began has number 0.
    """
    if not upto:
        raise Refused("the log had not begun at that point", about="point", hint="its first event is #1")
    last, *after = rows(log, upto - 1, upto + 1)
    if after and after[0].cmd == last.cmd:
        whole = [row.seq for row in rows(log, upto, upto + 1000) if row.cmd == last.cmd]
        raise Refused(
            f"#{upto} is in the middle of what one command recorded", about="point", hint=f"it ends at #{whole[-1]}"
        )
    return last.hash


def must_be_known(campaign: Campaign, upto: int) -> None:
    """Raise Refused if an event is unknown to this version, since nothing may be added after it."""
    newer = next((seq for seq in campaign.state_at(upto).unknown if seq <= upto), None)
    if newer is not None:
        raise Refused(
            f"#{newer} was recorded by a newer version of the program",
            about="point",
            hint="fork before it, or install the newer version",
        )
