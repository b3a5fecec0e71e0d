"""A campaign of the Fudge family as a log of events: what happened, and what follows from it.

    from engine import Campaign
    from engine.commands import Award, CreatePc

`Campaign` is the one door; `engine.commands` is what may be asked through it, `engine.events` what it records.
"""

from engine.campaign import Campaign, Recorded
from engine.refusal import Refused
from engine.store.door import LogError

__all__ = ["Campaign", "LogError", "Recorded", "Refused"]
