"""The campaign at a point of its history, in one of its two readings: as it stood then, or as corrected since."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import attrs
from attrs import define, field

from engine.campaign import Campaign, Recorded, recorded
from engine.concerns.corrections.events import AwardAmended, EventsUndone
from engine.history.counting import History
from engine.history.fold import read_event
from engine.naming import names_in
from engine.state import State
from engine.store.looks import rows


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
        """Yield the events of these types up to the moment, whether they count or not, as they were recorded.

        With `about`, only those that name this character.
        """
        wanted = {kind.__name__ for kind in types}
        for row in rows(self.campaign.log, 0, self.state.seq):
            if row.type in wanted and self._may_name(about, row.body):
                found = recorded(row, read_event(self.campaign.naming, row.seq, row.type, row.v, row.body))
                if about is None or about in names_in(found.event, "character"):
                    yield found

    def _may_name(self, character: str | None, body: str) -> bool:
        """Tell whether it is worth reading an event for a character: its text holds the name, or an earlier one."""
        return character is None or self.campaign.naming is not None or character in body or "\\" in body

    def counting(self, *types: type, about: str | None = None) -> Iterator[Recorded]:
        """Those of them that count, awards with the amount that they have by now."""
        for each in self.recorded(*types, about=about):
            if each.seq not in self.history.inactive:
                yield self.amended(each)

    def amended(self, found: Recorded) -> Recorded:
        """An event with the amount that it has by now, if it is an award."""
        event = self.history.counted(found.event, found.seq)
        return found if event is found.event else attrs.evolve(found, event=event)

    @cached_property
    def amendments(self) -> dict[int, tuple[int, AwardAmended]]:
        """The amendment that an award's amount comes from, with its number."""
        return {e.award: (seq, e) for seq, e in self.history.amendments.items() if seq not in self.history.inactive}

    @cached_property
    def takings(self) -> dict[int, tuple[int, EventsUndone]]:
        """What took each event that does not count, with its number."""
        found = self.campaign.catalog.corrections_until(self.known)
        undone = [(seq, event) for seq, event in found if isinstance(event, EventsUndone)]
        return {t: (seq, event) for seq, event in undone for t in event.targets if t in self.history.inactive}
