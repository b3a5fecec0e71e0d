"""Audit a log in one pass, beside the campaign as it stood and as it is corrected.

`verify` checks whether the log is as recorded. The audit checks whether the recorded events are right. A finding is
wrong if it cannot follow, open if the table has to decide, and otherwise a note.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from engine.campaign import Campaign, Recorded
from engine.concerns.campaign.events import CampaignCreated
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.corrections.events import CriticalRuled, EventsUndone, SheetSigned
from engine.concerns.experience.events import Drawing, TraitRaised, XpAllocated, XpAwarded, XpTaken
from engine.concerns.files.events import NotesBrought
from engine.concerns.rolls.events import Act, CriticalDrawn, ReactionRolled
from engine.concerns.uses.events import RollAltered, RollRerolled
from engine.fitting import violation
from engine.history.plausible import body_of, hidden_sign, is_plainly_written
from engine.history.timeline import Progress
from engine.history.trial import make_owing
from engine.naming import names_in
from engine.narrate import tell
from engine.registry import marks
from engine.store import looks
from engine.store.codec import Unknown
from engine.value import Factory, record
from replay.audit.books import Books
from replay.audit.experience import SessionWatch, check_draws, check_pending, check_used, unused_abilities
from replay.audit.findings import OPEN, WRONG, Audit
from replay.audit.kept import ENOUGH_AUDITED, keep_audit, recall_audit
from replay.audit.position import Position
from replay.audit.rederiving import AnyRoll, Discrepancy
from replay.audit.rolls import DamageWatch, add_stale, check_roll, check_use
from replay.audit.sheets import check_notes, check_sheets, check_signature
from replay.files.references import explain_displaced

#: An auditor's knowledge of the events so far, beside the position.
WATCHED = ("books", "sessions", "damage", "checked", "created", "unused", "raised", "brought", "clock")


def audit(campaign: Campaign, progress: Progress | None = None) -> Audit:
    """Check everything in a campaign's log. Raise LogError if it cannot be read.

    If only events were appended since the last audit on this computer, continue from there.
    """
    campaign.prove()
    auditor = resume(campaign, progress)
    if auditor is None:
        campaign.fold_whole()
        auditor = Auditor(Position.of(campaign, progress))
        auditor.follow(campaign)
    auditor.close()
    return Audit(auditor.checked, auditor.position.findings.in_order())


def resume(campaign: Campaign, progress: Progress | None = None) -> Auditor | None:
    """Return the last auditor of a log, once it has followed the log to its end, or None to check all of it.

    All is checked after a correction, or if the campaign's state differs from the auditor's.
    """
    kept = recall_audit(campaign)
    if kept is None:
        return None
    auditor = Auditor(Position.resume(campaign, kept, progress), **kept.watched)
    auditor.follow(campaign)
    return auditor if auditor.position.past.state == campaign.state else None


@record
class Auditor:
    """One pass over a log, event by event.

    `created` maps characters to the event that created them, `touching` to the corrections of events about them.
    `unused` maps awards that were limited to used abilities to those that no longer count as used, and `raised` the
    payments for levels that waited to the events that raised them. `brought` are those that say what is from
    notes, each with its time.
    """

    position: Position
    books: Books = Factory(Books)
    sessions: SessionWatch = Factory(SessionWatch)
    damage: DamageWatch = Factory(DamageWatch)
    checked: int = 0
    created: dict[str, int] = Factory(dict)
    unused: dict[int, set[str]] = Factory(dict)
    raised: dict[int, int] = Factory(dict)
    brought: dict[int, tuple[NotesBrought, str]] = Factory(dict)
    touching: dict[str, list[int]] = Factory(lambda: defaultdict(list))
    clock: str = ""

    def follow(self, campaign: Campaign) -> None:
        """Check the rest of a log, and store the auditor for the next audit."""
        first = self.checked
        for row in looks.rows(campaign.log, first, campaign.state.seq):
            self.take_in(campaign.read(row), row.body)
        if self.checked - first > ENOUGH_AUDITED:
            found = self.position
            watched = {name: getattr(self, name) for name in WATCHED}
            keep_audit(campaign, found.past.state, found.findings, found.stale, watched)

    def take_in(self, recorded: Recorded, stored: str) -> None:
        """Check the next event, whose body is `stored`, then apply it."""
        seq, event, position = recorded.seq, recorded.event, self.position
        body = body_of(event, stored, position.past.fold.naming)
        self.checked += 1
        position.reach(seq, event.group)
        self._check_clock(recorded)
        self._note_names(seq, event)
        self._check_signs(seq, event, body)
        fits = self._check_fit(seq, event, body)
        if fits:
            self._check(seq, event)
        counts = position.corrections.counts(seq)
        if counts:
            self.sessions.follow(position, seq, event)
            self.books.enter(event, position.corrections.amended.get(seq))
            if isinstance(event, NotesBrought):
                self.brought[seq] = event, recorded.at
        if fits:
            position.fold(seq, event)
            if counts:
                self.damage.follow(position, seq, event)
        else:
            position.pass_over(seq)

    def close(self) -> None:
        """Make the checks that need the end of the log."""
        add_stale(self.position)
        check_pending(self.position, self.raised)
        self.sessions.end(self.position)
        self.damage.end(self.position)
        check_sheets(self.position, self.books, self.created)
        check_notes(self.position, self.brought)

    def _check(self, seq: int, event: Any) -> None:
        position = self.position
        match event:
            case Act() | ReactionRolled() | CriticalDrawn():
                check_roll(position, seq, event)
            case RollAltered() | RollRerolled() | CriticalRuled():
                check_use(position, seq, event)
            case SheetSigned():
                check_signature(position, seq, event, self.touching[event.character])
            case EventsUndone():
                check_undo(position, seq, event)
            case XpAwarded() if unused := unused_abilities(position, event):
                self.unused[seq] = unused
            case XpAllocated():
                check_draws(position, seq, event)
                check_used(position, seq, event, self.unused)
            case XpTaken():
                check_draws(position, seq, event)
            case TraitRaised(paid=int(paid)):
                self.raised[paid] = seq
            case Unknown():
                position.add(seq, "unknown-event", tell(event), advice="install that version and audit again")

    def _check_clock(self, recorded: Recorded) -> None:
        if recorded.at < self.clock:
            difference = Discrepancy("clock-went-back", "the clock", f"{self.clock} or later", recorded.at)
            message = f"The clock went back: recorded at {recorded.at}, after an event at {self.clock}"
            advice = "the log's order counts, not its times; check this computer's clock"
            many = "events recorded after the clock went back"
            self.position.add(recorded.seq, difference.rule, message, advice=advice, of=difference, many=many)
        self.clock = recorded.at

    def _check_signs(self, seq: int, event: Any, body: str) -> None:
        """Report an event with an invisible or text-reversing sign, as it may not be what it seems."""
        sign = None if is_plainly_written(body) else hidden_sign(body)
        if sign is not None:
            message = f"{tell(event)}: it holds a sign that cannot be seen or turns the text, {sign}"
            advice = "such signs are shown here by number; other programs may hide them"
            self.position.add(seq, "hidden-sign", message, advice=advice, many="events with hidden signs")

    def _note_names(self, seq: int, event: object) -> None:
        """Note the characters in a corrected event, on whom signed values may depend."""
        if isinstance(event, CharacterCreated):
            self.created.setdefault(event.name, seq)
        if seq in self.position.corrections.named_by:
            for name in names_in(event, "character"):
                self.touching[name] += self.position.corrections.named_by[seq]

    def _check_fit(self, seq: int, event: object, body: str) -> bool:
        """Check that an event could be recorded at its place, and still could. Return whether to apply it."""
        position = self.position
        why = explain_displaced(position.past, event, seq, body)
        if why is not None:
            self._add_misfit(seq, event, f"not possible at that point, {why}")
        elif position.past.state.unknown and violation(position.past.state, event) is not None:
            return False  # it may depend on the unknown events
        elif position.differs and position.corrections.counts(seq) and not marks(event).fixed:
            now = violation(position.now, make_owing(event, position.corrections.history.owing.get(seq)))
            if now is not None and marks(event).fell:
                self._add_left_over(seq, event, now.message)
            elif now is not None:
                self._add_misfit(seq, event, f"not possible in the corrected log, {now.message}")
        return why is None or isinstance(event, (Drawing, CampaignCreated))

    def _add_left_over(self, seq: int, event: object, why: str) -> None:
        """Report a roll that stays, because its dice fell, though an event that it depends on was undone."""
        message = f"{tell(event)}: no longer possible since a correction, {why}"
        advice = f"“undo #{seq} for …” undoes it too"
        many = "rolls left over from corrections"
        self.position.add(seq, "does-not-fit", message, advice=advice, weight=OPEN, many=many)

    def _add_misfit(self, seq: int, event: object, why: str) -> None:
        rule = "xp-conservation" if isinstance(event, Drawing) else "does-not-fit"
        message = f"{tell(event)}: {why}"
        self.position.add(seq, rule, message, advice=self.position.advise_removal(seq), weight=WRONG)


def check_undo(position: Position, seq: int, event: EventsUndone) -> None:
    """Report an undo without a reason that undid more than was named or left a debt.

    For an undone roll, the finding about the roll reports that already.
    """
    undone_by = position.corrections.undone_by
    first = next((target for target in event.targets if target in undone_by and undone_by[target][0] == seq), None)
    if not event.mode or first is None or undone_by[first][1].reason:
        return
    if isinstance(position.campaign.event(first).event, AnyRoll):
        return
    what = "leaving a debt" if event.mode == "keep" else "with all that depended on it"
    message = f"#{first} was undone without a reason, {what}"
    advice = f"“undo #{first} for …” records one"
    position.add(seq, "no-reason", message, advice=advice, weight=OPEN, many="undos without a reason")
