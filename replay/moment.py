"""The campaign at a point of its history, in one of its two readings: as it stood then, or as corrected since."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property

import attrs
from attrs import define, field

from engine.campaign import Campaign, Recorded, recorded
from engine.concerns.corrections.events import AwardAmended, EventsUndone
from engine.concerns.experience.events import XpAwarded
from engine.history import History
from engine.projection import corrections
from engine.state import State
from engine.store import codec


@define(eq=False, slots=False)
class Moment:
    """What every sheet said after an event, and which events made it so.

    `state` is the campaign then; `history` says what counted: by what was known then, or by all that is known now.
    """

    campaign: Campaign
    state: State
    history: History = field(repr=False)
    known: int

    @classmethod
    def of(cls, campaign: Campaign, seq: int | None = None, *, corrected: bool = False) -> Moment:
        """The moment after event `seq` (by default: now)."""
        now = campaign.state.seq
        if seq is None or seq == now:
            return cls(campaign, campaign.state, campaign.history, now)
        history = campaign.history if corrected else campaign.history_at(seq)
        return cls(campaign, campaign.state_at(seq, corrected=corrected), history, now if corrected else seq)

    def recorded(self, *types: type, about: str | None = None) -> Iterator[Recorded]:
        """The events of these types up to the moment, whether they count or not, as they were recorded.

        With `about`, those that name this character or thing alone.
        """
        names = {kind.__name__ for kind in types}
        named = "" if about is None else json.dumps(about, ensure_ascii=False)
        for row in self.campaign.log.rows(0, self.state.seq):
            if row.type in names and (named in row.body or "\\u" in row.body):
                yield recorded(row, codec.decode(row.type, row.v, row.body))

    def counting(self, *types: type, about: str | None = None) -> Iterator[Recorded]:
        """Those of them that count, awards with the amount that they have by now."""
        for each in self.recorded(*types, about=about):
            if each.seq not in self.history.inactive:
                yield self.amended(each)

    def amended(self, found: Recorded) -> Recorded:
        """An event with the amount that it has by now, if it is an award."""
        amount = self.amounts.get(found.seq)
        if amount is None or not isinstance(found.event, XpAwarded):
            return found
        return attrs.evolve(found, event=attrs.evolve(found.event, amount=amount))

    @cached_property
    def amounts(self) -> dict[int, int]:
        """The amounts of the awards that were amended."""
        return self.history.amended

    @cached_property
    def amendments(self) -> dict[int, tuple[int, AwardAmended]]:
        """The amendment that an award's amount comes from, with its number."""
        return {e.award: (seq, e) for seq, e in self.history.amendments if seq not in self.history.inactive}

    @cached_property
    def takings(self) -> dict[int, tuple[int, EventsUndone]]:
        """What took each event that does not count, with its number."""
        undone = [
            (seq, event)
            for seq, event in corrections(self.campaign.log, 0)
            if isinstance(event, EventsUndone) and seq <= self.known
        ]
        return {t: (seq, event) for seq, event in undone for t in event.targets if t in self.history.inactive}
