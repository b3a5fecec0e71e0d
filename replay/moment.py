"""The campaign at a point of its history: as it stood then, or as corrected since."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engine.campaign import Campaign, Recorded, make_record
from engine.concerns.corrections.events import AwardAmended
from engine.history.counting import History
from engine.history.fold import read_event
from engine.naming import names_in
from engine.state import State
from engine.value import evolve, record
from replay.undone import UndoneBy, undone_by


@record
class Moment:
    """Every sheet after an event, with the events behind it.

    `state` is the campaign then. `history` tells which events counted as of event `known`: then, or now if corrected.
    """

    campaign: Campaign
    state: State
    history: History
    known: int

    __eq__, __hash__ = object.__eq__, object.__hash__

    @classmethod
    def of(cls, campaign: Campaign, seq: int | None = None, *, corrected: bool = False) -> Moment:
        """Return the moment after event `seq` (default: now)."""
        now = campaign.state.seq
        if seq is None or seq == now:
            return cls(campaign, campaign.state, campaign.history, now)
        history = campaign.history if corrected else campaign.history_at(seq)
        return cls(campaign, campaign.state_at(seq, corrected=corrected), history, now if corrected else seq)

    def read(self, *types: type, about: str | None = None) -> Iterator[Recorded]:
        """Yield the events of these types up to the moment, as recorded.

        Undone events are included. With `about`, only those that name this character.
        """
        naming = self.campaign.naming
        text = about if about is not None and naming is None else ""
        for row in self.campaign.log.of_types([kind.__name__ for kind in types], self.state.seq, text):
            found = make_record(row, read_event(naming, row.seq, row.type, row.v, row.body))
            if about is None or about in names_in(found.event, "character"):
                yield found

    def read_counting(self, *types: type, about: str | None = None) -> Iterator[Recorded]:
        """Yield the events of these types that count and are folded, awards with their present amount."""
        passed_over = frozenset(self.state.passed_over)
        for each in self.read(*types, about=about):
            if each.seq not in self.history.inactive and each.seq not in passed_over:
                yield self.with_present_amount(each)

    def with_present_amount(self, found: Recorded) -> Recorded:
        """Return an event, with its present amount if it is an award."""
        event = self.history.put_amount(found.event, found.seq)
        return found if event is found.event else evolve(found, event=event)

    @cached_property
    def amendments(self) -> dict[int, tuple[int, AwardAmended]]:
        """From an award to the amendment that set its present amount, with its number."""
        return {e.award: (seq, e) for seq, e in self.history.amendments.items() if seq not in self.history.inactive}

    @cached_property
    def undone_by(self) -> UndoneBy:
        """From an undone event to the undo that took it, with its number."""
        return undone_by(self.campaign.catalog.corrections_until(self.known))
