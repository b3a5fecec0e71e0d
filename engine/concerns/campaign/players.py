"""Reduce events about the campaign and its rules to the parts that players see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.concerns.campaign.events import CampaignCreated, ChecklistAnswered, RulesChanged
from engine.players import Reduced, Seen, reduces, seen_whole
from engine.rules.files import BUILT_IN, load_rules
from engine.value import evolve

seen_whole(ChecklistAnswered)

#: Rules that only the game master knows: names of moves (FL-54), levels of NPCs, and tables, whose rows are known once
#: they are rolled.
OF_THE_GM = ("gm-moves", "ready", "tables")


@reduces(CampaignCreated)
def reduce_creation(event: CampaignCreated, seen: Seen) -> Reduced:
    """Leave out the game master's rules, unless they are those of a game."""
    return Reduced(event) if are_of_a_book(event.rules) else _leave_out_rules(event)


@reduces(RulesChanged)
def reduce_change(event: RulesChanged, seen: Seen) -> Reduced | None:
    """Leave out every change of the game master's rules, and all of these rules once they differ from a game's."""
    if event.key in OF_THE_GM:
        return None
    return _leave_out_rules(event) if seen.has_unseen(CampaignCreated, RulesChanged) else Reduced(event)


def _leave_out_rules(event: CampaignCreated | RulesChanged) -> Reduced:
    """Leave out the game master's rules, and the digest of all rules, from which they could be guessed."""
    rules = {key: held for key, held in event.rules.items() if key not in OF_THE_GM}
    return Reduced(evolve(event, rules=rules, digest=""))


def are_of_a_book(rules: Mapping[str, Any]) -> bool:
    """Return whether the GM's rules are those of a game, which anybody can read."""
    books = (load_rules(name).as_data() for name in BUILT_IN)
    return any(all(list(rules.get(key, ())) == book[key] for key in OF_THE_GM) for book in books)
