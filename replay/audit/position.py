"""The position of an audit: the campaign then and as corrected, all corrections of the log, and the findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from engine.campaign import Campaign
from engine.history.counting import History
from engine.history.fold import Fold
from engine.history.staleness import Stale
from engine.history.timeline import Progress, Timeline, Turn
from engine.state import State
from engine.value import Factory, record
from replay.audit.findings import NOTE, OPEN, WRONG, Finding, Findings
from replay.audit.kept import KeptAudit
from replay.audit.rederiving import Discrepancy
from replay.stepping import timeline_of
from replay.undone import UndoneBy, undone_by


@record
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


@record
class Position:
    """The place that an audit has reached, just before an event.

    `past` is the campaign as it stood. `_now` is the corrected campaign, a separate one only where the two may differ:
    from the first event that a correction affects, up to that correction. `stale` are the rolls with numbers corrected
    since.
    """

    campaign: Campaign
    past: Timeline
    corrections: Corrections
    findings: Findings = Factory(Findings)
    stale: dict[int, Stale] = Factory(dict)
    _ahead: list[Turn] = Factory(list)
    _until: int = 0
    _now: Fold | None = None

    @classmethod
    def of(cls, campaign: Campaign, progress: Progress | None = None) -> Position:
        """Return the position before the first event of a campaign."""
        corrections = Corrections.of(campaign.history, campaign.catalog.corrections)
        past = timeline_of(campaign, progress)
        return cls(campaign, past, corrections, ahead=sorted(past.turns, key=lambda turn: turn.first, reverse=True))

    @classmethod
    def resume(cls, campaign: Campaign, kept: KeptAudit, progress: Progress | None = None) -> Position:
        """Return the position that an audit ended at, if nothing was corrected since."""
        corrections = Corrections(campaign.history, campaign.history.amended, {})
        fold = Fold(kept.state, campaign.history, naming=campaign.naming, lenient=True)
        past = Timeline(campaign.log, campaign.catalog, fold, (), progress, upto=campaign.state.seq)
        return cls(campaign, past, corrections, kept.findings, kept.stale)

    @property
    def now(self) -> State:
        """The campaign as corrected, the same state as `past` until the two differ."""
        return self.past.state if self._now is None else self._now.state

    @property
    def differs(self) -> bool:
        """Whether the corrected campaign may differ from the campaign as it stood."""
        return self._now is not None

    def reach(self, seq: int, group: str = "") -> None:
        """Arrive at an event of a group, from which the states are seen then.

        Fold the corrected state separately while a later correction affects an event up to here. After the last such
        correction both states are folded from the same events.
        """
        while self._ahead and self._ahead[-1].first <= seq:
            self._until = max(self._until, self._ahead.pop().seq)
        if seq > self._until:
            self._now = None
        elif self._now is None:
            self._now = Fold(self.past.state.copy(), self.corrections.history, lenient=True)
        for state in (self.past.state, self.now):
            if group in state.boards:
                state.turn_to(group)

    def fold(self, seq: int, event: Any) -> None:
        """Apply an event to both states, to the corrected one only if it counts."""
        self.past.take_in(seq, event)
        if self._now is not None and self.corrections.counts(seq):
            self._now.put(self._now.history.put_amount(event, seq), seq)
        elif self._now is not None:
            self._now.state.arrive(seq, event.group)

    def pass_over(self, seq: int) -> None:
        """Skip an event that cannot be applied."""
        self.past.pass_over(seq)

    def add(
        self,
        seq: int,
        rule: str,
        message: str,
        *,
        advice: str,
        weight: str = NOTE,
        of: Discrepancy | None = None,
        many: str = "",
    ) -> None:
        """Add a finding, which after an unknown event is never wrong, as that event may explain it."""
        expected, found = (of.expected, of.found) if of else (None, None)
        if weight == WRONG and self.past.state.unknown:
            weight = OPEN
        self.findings.add(Finding(seq, rule, message, expected, found, advice, weight, many))

    def add_wrong(self, seq: int, found: Discrepancy, message: str) -> None:
        """Add a discrepancy in a logged event."""
        self.add(seq, found.rule, message, advice=self.advise_removal(seq), weight=WRONG, of=found)

    def advise_removal(self, seq: int) -> str:
        """Return advice on a logged event that is wrong."""
        undo = f"“undo #{seq}” undoes it; " if self.corrections.counts(seq) else ""
        return f"{undo}“verify” tells whether the file was changed"
