"""All corrections of a log, indexed in advance by the events that they name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from attrs import Factory, define

from engine.history.counting import History
from replay.undone import UndoneBy, undone_by


@define
class Corrections:
    """The effects of every correction in a log.

    `history` tells which events count now, and `amended` the present amounts of awards. `named_by` lists the
    corrections that affect an event, and `affected` maps each correction to these events.
    """

    history: History
    amended: dict[int, int]
    undone_by: UndoneBy
    named_by: dict[int, list[int]] = Factory(lambda: defaultdict(list))
    affected: dict[int, frozenset[int]] = Factory(dict)

    @classmethod
    def of(cls, history: History, found: Iterable[tuple[int, Any]]) -> Corrections:
        """Index the corrections of a log, whose result is `history`."""
        corrections = list(found)
        indexed = cls(history, history.amended, undone_by(corrections))
        for seq, event in corrections:
            indexed.affected[seq] = history.touched_by(event)
            for target in indexed.affected[seq]:
                indexed.named_by[target].append(seq)
        return indexed

    def counts(self, seq: int) -> bool:
        """Return whether an event counts now."""
        return seq not in self.history.inactive

    def after(self, seq: int, then: History, about: Collection[int]) -> int:
        """Return the first later correction that changes the signed values.

        `then` tells what counted at the signature, and `about` are corrections of events about the character.
        """
        changed = self.history.find_differing(then)
        later = [number for number in self.affected if number > seq]
        changing = [number for number in later if min(self.affected[number] & changed, default=seq) < seq]
        return min([number for number in changing if number in about] or changing or later)
