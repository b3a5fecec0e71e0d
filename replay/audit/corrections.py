"""All corrections of a log, indexed by the events that they name.

An audit thus knows them in advance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from attrs import Factory, define

from engine.concerns.corrections.events import AwardAmended, EventsRedone, EventsUndone
from engine.history.counting import Correcting, History
from replay.undone import UndoneBy, undone_by


@define
class Corrections:
    """What every correction of a log names.

    `history` says what counts now and `amended` the present amounts of awards. `named_by` lists the corrections that
    name an event, and `reach` maps each correction to the first event that it affects.
    """

    history: History
    amended: dict[int, int]
    undone_by: UndoneBy
    named_by: dict[int, list[int]] = Factory(lambda: defaultdict(list))
    reach: dict[int, int] = Factory(dict)

    @classmethod
    def of(cls, history: History, found: Iterable[tuple[int, Any]]) -> Corrections:
        """Index the corrections of a log; `history` is their result."""
        corrections = list(found)
        indexed = cls(history, history.amended, undone_by(corrections))
        for seq, event in corrections:
            indexed.reach[seq] = min(history.touched_by(event), default=0)
            for target in _named(event):
                indexed.named_by[target].append(seq)
        return indexed

    def counts(self, seq: int) -> bool:
        """Tell whether an event counts now."""
        return seq not in self.history.inactive

    def after(self, seq: int, about: Iterable[int]) -> int:
        """Return the first later correction that affects a signature.

        It affects what was signed. `about` are the likely corrections.
        """
        likely = [number for number in about if number > seq]
        return min(likely or [number for number, first in self.reach.items() if first < seq < number])


def _named(event: Correcting) -> tuple[int, ...]:
    match event:
        case EventsUndone(targets) | EventsRedone(targets):
            return targets
        case AwardAmended(award):
            return (award,)
    return ()
