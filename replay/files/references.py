"""Check whether an event could have been recorded where it is: its requirements, and what it names."""

from __future__ import annotations

from engine.concerns.experience.events import XpAllocated
from engine.history.plausible import implausible
from engine.history.references import miscorrected, misnamed
from engine.history.timeline import Timeline
from engine.registry import violation


def unfounded(timeline: Timeline, event: object, seq: int) -> str | None:
    """Return why no program of ours could have recorded this event here, in a few words; None where one could."""
    if timeline.state.unknown:  # what an event that is not known here may have changed, nobody can say
        return None
    why = implausible(event)
    if why is not None:
        return why
    refused = violation(timeline.state, event)
    if refused is not None:
        return refused.message
    if isinstance(event, XpAllocated) and event.amount != sum(max(1, amount) for _, amount in event.draws):
        return "what it draws is not what it spends"  # which may be so only of what is left in debt later
    return misnamed(timeline.catalog, event, seq) or miscorrected(timeline.catalog, timeline.history, event, seq)
