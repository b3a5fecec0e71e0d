"""Model a Fudge campaign as a log of events, with everything derived from them.

`Campaign` is the door. Commands are in `engine.commands`, and the events that they record in `engine.events`.

>>> from engine import Campaign, Refused
>>> from engine.commands import Award, CreatePc, DefineAbility, Share, Spend
>>> campaign = Campaign.create("teapot.db", "peupfudge", "The Golden Teapot")
>>> for command in (DefineAbility(("Mycology",)), CreatePc("Ilse", "Kurt"), Award(("Ilse",), 10)):
...     recorded = campaign.execute(command, by="GM")
>>> recorded[0].type, recorded[0].event.amount
('XpAwarded', 10)
>>> recorded = campaign.execute(Spend("Ilse", (Share(7, "Mycology"),)))
>>> campaign.sheet("Ilse").xp.unspent
3
>>> try:
...     campaign.execute(Spend("Ilse", (Share(5, "Mycology"),)))
... except Refused as refused:
...     print(refused.message)
Ilse has 3 XP to spend, not 5
>>> campaign.close()
"""

from engine.campaign import Campaign, Recorded
from engine.refusal import Refused
from engine.store.door import LogError

__all__ = ["Campaign", "LogError", "Recorded", "Refused"]
