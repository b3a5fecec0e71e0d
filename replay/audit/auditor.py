"""Whether everything in a log adds up: one pass over it, beside the campaign as it stood and as it is corrected.

`verify` tells whether the log is what was recorded; the audit tells whether what was recorded is right. What does
not follow is wrong; what follows and still asks for a word from the table is open; the rest is worth knowing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from attrs import Factory, define

from engine.campaign import Campaign, Recorded
from engine.concerns.characters.events import CharacterCreated
from engine.concerns.checks.events import CheckResolved
from engine.concerns.checks.narrate import no_longer
from engine.concerns.contests.events import ContestResolved
from engine.concerns.corrections.events import AwardAmended, EventsRedone, EventsUndone, SheetSigned
from engine.concerns.experience.events import XpAllocated, XpAwarded
from engine.concerns.rolls.events import CriticalDrawn, DiceRolled, ReactionRolled
from engine.concerns.sessions.events import SessionEnded, SessionStarted
from engine.history.corrections import owing
from engine.history.counting import Correcting, History
from engine.history.fold import Fold
from engine.history.staleness import Stale, stale
from engine.history.timeline import Progress, Timeline
from engine.naming import names_in
from engine.narrate import tell
from engine.registry import violation
from engine.rules.creation import open_slots
from engine.rules.ladder import Ladder
from engine.sheet import points as points_of
from engine.sheet import values, view
from engine.state import Sheet, State
from engine.store.codec import Unknown
from engine.text import fudge_points, quoted
from engine.value import value
from replay.audit.books import Books
from replay.audit.rederiving import AnyRoll, Discrepancy, discrepancies
from replay.stepping import timeline_of

WRONG, OPEN, NOTE = "wrong", "open", "note"
WEIGHTS = (WRONG, OPEN, NOTE)

#: So many findings of one kind are told one by one; the rest is counted.
MOST_ALIKE = 500


@value
class Finding:
    """Something that does not add up, or that the table should know, and what to do about it.

    `weight` is "wrong" for what cannot be right, "open" for what asks for a word from the table, "note" otherwise.
    """

    seq: int
    rule: str
    message: str
    expected: str | int | bool | None = None
    found: str | int | bool | None = None
    advice: str = ""
    weight: str = NOTE


@value
class Audit:
    """What an audit came to: how many events were checked, and the findings, those that are wrong first."""

    checked: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(finding.weight != WRONG for finding in self.findings)


@define
class Findings:
    """Findings as they come, at most so many of one kind."""

    kept: list[Finding] = Factory(list)
    counts: Counter[tuple[str, str]] = Factory(Counter)

    def add(self, finding: Finding) -> None:
        """Keep a finding, or count it where there are many like it."""
        kind = (finding.rule, finding.weight)
        self.counts[kind] += 1
        if self.counts[kind] <= MOST_ALIKE:
            self.kept.append(finding)

    def sorted(self) -> tuple[Finding, ...]:
        """All of them: what is wrong, then what is open, then what is worth knowing; by number among themselves."""
        more = [self._more(*kind, count - MOST_ALIKE) for kind, count in self.counts.items() if count > MOST_ALIKE]
        return tuple(sorted([*self.kept, *more], key=lambda finding: (WEIGHTS.index(finding.weight), finding.seq)))

    def _more(self, rule: str, weight: str, count: int) -> Finding:
        last = max(finding.seq for finding in self.kept if (finding.rule, finding.weight) == (rule, weight))
        return Finding(last, rule, f"{count} more like this after #{last}", weight=weight)


def audit(campaign: Campaign, progress: Progress | None = None) -> Audit:
    """Check everything in a campaign's log; raises LogError where it cannot be read."""
    auditor = Auditor.of(campaign, progress)
    for recorded in campaign.events(upto=campaign.state.seq):
        auditor.take_in(recorded)
    auditor.close()
    return Audit(auditor.checked, auditor.findings.sorted())


@define
class Corrections:
    """What every correction of a log names, known beforehand."""

    history: History
    amended: dict[int, int]
    undone_by: dict[int, tuple[int, EventsUndone]] = Factory(dict)
    named_by: dict[int, list[int]] = Factory(lambda: defaultdict(list))
    reach: dict[int, int] = Factory(dict)

    @classmethod
    def of(cls, history: History, found: Iterable[tuple[int, Any]]) -> Corrections:
        """The corrections of a log; `history` is what they come to by now."""
        all_of_them = cls(history, history.amended)
        for seq, event in found:
            all_of_them.reach[seq] = min(history.touched_by(event), default=0)
            for target in _named(event):
                all_of_them.named_by[target].append(seq)
                if isinstance(event, EventsUndone):
                    all_of_them.undone_by[target] = (seq, event)
        return all_of_them


def _named(event: Correcting) -> tuple[int, ...]:
    match event:
        case EventsUndone(targets) | EventsRedone(targets):
            return targets
        case AwardAmended(award):
            return (award,)
    return ()


@define
class Auditor:
    """One pass over a log.

    `past` is the campaign as it stood. `_now` is the corrected campaign, kept once the two differ.
    """

    campaign: Campaign
    past: Timeline
    corrections: Corrections
    findings: Findings = Factory(Findings)
    books: Books = Factory(Books)
    checked: int = 0
    created: dict[str, int] = Factory(dict)
    unused: dict[int, set[str]] = Factory(dict)
    touching: dict[str, list[int]] = Factory(lambda: defaultdict(list))
    _now: Fold | None = None
    _clock: str = ""
    _session: tuple[SessionStarted, int] | None = None
    _session_ended: int = 0
    _awarded: bool = False

    @classmethod
    def of(cls, campaign: Campaign, progress: Progress | None = None) -> Auditor:
        """An auditor at the beginning of a campaign's log."""
        corrections = Corrections.of(campaign.history, campaign.catalog.corrections)
        return cls(campaign, timeline_of(campaign, progress), corrections)

    @property
    def now(self) -> State:
        """The campaign as corrected: the same as it stood, until something counts that did not, or the reverse."""
        return self.past.state if self._now is None else self._now.state

    def take_in(self, recorded: Recorded) -> None:
        """Check the next event, then go on to after it."""
        seq, event = recorded.seq, recorded.event
        self.checked += 1
        self._part_ways(seq, event)
        self._examine(recorded)
        counts = seq not in self.corrections.history.inactive
        if counts:
            self.books.enter(event, self.corrections.amended.get(seq))
        if self._check_fit(seq, event):
            self._fold(seq, event, counts)
        else:
            self.past.pass_over(seq)

    def _fold(self, seq: int, event: Any, counts: bool) -> None:
        self.past.take_in(seq, event)
        if self._now is not None and counts:
            self._now.put(self._now.history.counted(event, seq), seq)

    def _part_ways(self, seq: int, event: object) -> None:
        """From the first event that a correction bears on, what stood and what counts by now are two things."""
        bears = seq in self.corrections.history.inactive or seq in self.corrections.amended
        if self._now is None and (bears or isinstance(event, Correcting)):
            self._now = Fold(self.past.state.copy(), self.corrections.history, lenient=True)

    def _examine(self, recorded: Recorded) -> None:
        seq, event = recorded.seq, recorded.event
        self._check_clock(recorded)
        self._note_names(seq, event)
        match event:
            case DiceRolled() | ReactionRolled() | CriticalDrawn() | CheckResolved() | ContestResolved():
                self._check_roll(seq, event)
            case SheetSigned():
                self._check_signature(seq, event)
            case EventsUndone():
                self._check_correction(seq, event)
            case XpAwarded():
                self._note_unused(seq, event)
            case XpAllocated():
                self._check_draws(seq, event)
                self._check_used(seq, event)
            case Unknown():
                self._add(seq, "unknown-event", tell(event), advice="install the newer version and audit again")
        if seq not in self.corrections.history.inactive:
            self._follow_session(seq, event)

    def _add(
        self, seq: int, rule: str, message: str, *, advice: str, weight: str = NOTE, of: Discrepancy | None = None
    ) -> None:
        expected, found = (of.expected, of.found) if of else (None, None)
        if weight == WRONG and self.past.state.unknown:
            weight = OPEN  # what is not known here may make it right
        self.findings.add(Finding(seq, rule, message, expected, found, advice, weight))

    # --- every event -------------------------------------------------------------------------------------------

    def _check_clock(self, recorded: Recorded) -> None:
        if recorded.at < self._clock:
            difference = Discrepancy("clock-went-back", "the clock", f"{self._clock} or later", recorded.at)
            message = f"the clock says {recorded.at}, and the event before it was recorded at {self._clock}"
            advice = "the order of the log is what counts; set this computer's clock"
            self._add(recorded.seq, "clock-went-back", message, advice=advice, of=difference)
        self._clock = recorded.at

    def _note_names(self, seq: int, event: object) -> None:
        """Remember whom an event is about that some correction names: a signature may stand on it."""
        if isinstance(event, CharacterCreated):
            self.created.setdefault(event.name, seq)
        if seq in self.corrections.named_by:
            for name in names_in(event, "character"):
                self.touching[name] += self.corrections.named_by[seq]

    def _check_fit(self, seq: int, event: object) -> bool:
        """Whether the event could be recorded where it was, and still could be; returns whether it can be folded."""
        stood = violation(self.past.state, event)
        if stood is not None and self.past.state.unknown:
            return False  # it may stand on what is not known here
        if stood is not None:
            self._does_not_fit(seq, event, f"it could not have been recorded where it stands: {stood.message}")
        elif self._now is not None and seq not in self.corrections.history.inactive:
            now = violation(self.now, owing(event, self.corrections.history.kept.get(seq)))
            if now is not None:
                self._does_not_fit(seq, event, f"by what is known now it does not fit: {now.message}")
        return stood is None or isinstance(event, XpAllocated)

    def _does_not_fit(self, seq: int, event: object, why: str) -> None:
        rule = "xp-conservation" if isinstance(event, XpAllocated) else "does-not-fit"
        self._add(seq, rule, f"{tell(event)}: {why}", advice=taking_back(seq), weight=WRONG)

    # --- XP ----------------------------------------------------------------------------------------------------

    def _check_draws(self, seq: int, event: XpAllocated) -> None:
        """An allocation is paid for by what it draws, no more and no less."""
        drawn = sum(amount for _, amount in event.draws)
        if drawn != event.amount or any(amount < 1 for _, amount in event.draws):
            found = Discrepancy("xp-conservation", "what it draws from awards", event.amount, drawn)
            self._wrong(seq, found, f"{tell(event)}, and draws {drawn} XP from awards")

    def _note_unused(self, seq: int, event: XpAwarded) -> None:
        """Remember for what an award was limited, and by what is known now was not used before it (PF-25)."""
        if event.only is not None and self._now is not None and event.character in self.now.sheets:
            self.unused[seq] = {*event.only} - self.now.sheets[event.character].used

    def _check_used(self, seq: int, event: XpAllocated) -> None:
        """XP from an award for abilities that were used, spent on one that was not, now that its check was struck."""
        for award, _ in event.draws if seq not in self.corrections.history.inactive else ():
            if event.trait in self.unused.get(award, ()):
                message = f"{tell(event)}: what made award #{award} be for that as well was taken back"
                advice = f"nothing, if the table knows of it; “undo #{seq}” takes it back"
                self._add(seq, "unused-ability", message, advice=advice)

    def _wrong(self, seq: int, found: Discrepancy, message: str = "") -> None:
        self._add(seq, found.rule, message or found.text, advice=taking_back(seq), weight=WRONG, of=found)

    # --- rolls -------------------------------------------------------------------------------------------------

    def _check_roll(self, seq: int, event: AnyRoll) -> None:
        for found in discrepancies(self.past.state, event):
            self._wrong(seq, found, f"{tell(event)}: {found.text}")
        if seq in self.corrections.undone_by and seq in self.corrections.history.inactive:
            self._struck(seq, event)
        elif self._now is not None and isinstance(event, CheckResolved | ContestResolved):
            self._check_stale(seq, event)

    def _struck(self, seq: int, event: AnyRoll) -> None:
        undo, by = self.corrections.undone_by[seq]
        reason = f"“{by.reason}”" if by.reason else "no reason was given"
        message = f"dice that fell were taken back by #{undo} ({reason}): {tell(event)}"
        advice = "nothing, if the table knows of it" if by.reason else "ask why, and write it down with “note”"
        advice += f"; “redo #{seq}” puts it back"
        self._add(seq, "struck-roll", message, advice=advice, weight=NOTE if by.reason else OPEN)

    def _check_stale(self, seq: int, event: CheckResolved | ContestResolved) -> None:
        """A roll that was right when it was made, and would have been made with other numbers by what is known now."""
        if seq in self.campaign.state.rulings or list(stale(self.past.state, event, seq)):
            return
        for each in stale(self.now, event, seq):
            found = Discrepancy("stale-check", "the level", each.corrected, each.recorded)
            advice = f"“ruling #{seq} stands” or “ruling #{seq} void” settles it"
            weight = OPEN if each.outcome_changes else NOTE
            self._add(seq, "stale-check", counterfactual(each), advice=advice, weight=weight, of=found)

    # --- corrections and signatures ----------------------------------------------------------------------------

    def _check_correction(self, seq: int, event: EventsUndone) -> None:
        """What stood on an event was taken back with it, or left in debt: somebody should know why."""
        if event.mode and not event.reason:
            what = f"{tell(event)}, with “{event.mode}” and without a reason"
            self._add(seq, "no-reason", what, advice="write the reason down with “note”", weight=OPEN)

    def _check_signature(self, seq: int, event: SheetSigned) -> None:
        """What was agreed to must be what the sheet said then; a later correction may have made it another."""
        then = differing(event.values, self.past.state, event.character)
        if then:
            message = f"{tell(event)}, but it did not show what was signed: {', '.join(then[:5])}"
            advice = f"look at “sheet {quoted(event.character)} at #{seq}” together, and sign anew"
            self._add(seq, "signature-mismatch", message, advice=advice, weight=WRONG)
        elif self._now is not None and seq not in self.corrections.history.inactive:
            self._check_signed_before(seq, event)

    def _check_signed_before(self, seq: int, event: SheetSigned) -> None:
        now = differing(event.values, self.now, event.character)
        if now:
            correction = self._correction_after(seq, event.character)
            message = f"{tell(event)}: signed before correction #{correction}, which changed {', '.join(now[:5])}"
            self._add(
                seq, "signed-before", message, advice=f"“sign {quoted(event.character)}” agrees to it as it is now"
            )

    def _correction_after(self, seq: int, character: str) -> int:
        """The first correction after a signature that bears on what was signed."""
        about = [number for number in self.touching[character] if number > seq]
        return min(about or [number for number, first in self.corrections.reach.items() if first < seq < number])

    # --- sessions ----------------------------------------------------------------------------------------------

    def _follow_session(self, seq: int, event: object) -> None:
        match event:
            case SessionStarted():
                self._close_session()
                self._session, self._session_ended, self._awarded = (event, seq), 0, False
            case SessionEnded():
                self._session_ended = seq
            case XpAwarded():
                self._awarded = True

    def _close_session(self) -> None:
        if self._session is None or self._awarded or self.past.state.rules.growth == "none":
            return
        started, seq = self._session
        message = f"nobody was awarded anything in session {started.number}"
        advice = f"“award all N for session {started.number}”, if that was forgotten"
        self._add(self._session_ended or seq, "session-without-award", message, advice=advice)

    # --- the end -----------------------------------------------------------------------------------------------

    def close(self) -> None:
        """What can only be told at the end: the sheets against the books, debts, what is left, who has not signed."""
        if self._session_ended:
            self._close_session()
        for name, sheet in self.campaign.state.sheets.items():
            seq = self.created.get(name, 1)
            for found in self.books.against(sheet, self.campaign.state.rules):
                self._wrong(seq, found)
            self._check_shown(seq, name)
            self._tell_lots(sheet)
            self._tell_crowding(seq, sheet)
            self._tell_points(seq, sheet)
            if sheet.kind == "pc" and sheet.signed is None:
                message = f"{name}'s sheet was never signed"
                self._add(seq, "unsigned", message, advice=f"“sign {quoted(name)}”, once the player agrees to it")

    def _check_shown(self, seq: int, name: str) -> None:
        """What the program shows now must be what the whole log, folded once more, comes to."""
        if name not in self.now.sheets:
            return
        try:
            shown = differing(values(view(self.campaign.state, name)), self.now, name)
        except (LookupError, RuntimeError):  # something that does not fit is on it, and was found
            return
        if shown:
            message = f"{name}'s sheet does not show what the log comes to: {', '.join(shown[:5])}"
            self._add(seq, "sheet-mismatch", message, advice="leave the program, and start it anew", weight=WRONG)

    def _tell_lots(self, sheet: Sheet) -> None:
        """Awards of which something is left once debts are paid, and those that owe."""
        left = {award: amount for award, amount in sheet.free_lots().items() if amount}
        if left and self.campaign.state.rules.growth != "none":
            some = ", ".join(f"#{award}: {amount}" for award, amount in list(left.items())[:5])
            message = f"{sheet.name} has {sum(left.values())} XP to spend ({some}{', …' if len(left) > 5 else ''})"
            self._add(
                min(left),
                "not-allocated",
                message,
                advice=f"“spend {quoted(sheet.name)} N on TRAIT”, whenever you like",
            )
        for award, amount in sheet.lots.items():
            if amount < 0:
                self._tell_debt(sheet, award, -amount)

    def _tell_crowding(self, seq: int, sheet: Sheet) -> None:
        """Levels with more traits than the way of giving them has room for, as after a trade was taken back (FL-14)."""
        rules = self.campaign.state.rules
        ladder = Ladder.of(rules)
        for level, left in (open_slots(rules, sheet) or {}).items():
            if left < 0:
                message = f"{sheet.name} has {-left} traits too many at {ladder.said(level)}"
                advice = f"“trade {quoted(sheet.name)} {ladder.said(level + 1)}” would make room, or other levels"
                self._add(seq, "trait-crowding", message, advice=advice)

    def _tell_points(self, seq: int, sheet: Sheet) -> None:
        """Fudge points that were spent and are not there any more, as after the rule that gave them was taken back."""
        left = points_of(self.campaign.state, sheet)
        if left is not None and left < 0:
            message = f"{sheet.name} spent {fudge_points(-left)} too much, as the log stands now"
            self._add(
                seq, "points-debt", message, advice=f"“point {quoted(sheet.name)} +{-left}” gives them", weight=OPEN
            )

    def _tell_debt(self, sheet: Sheet, award: int, amount: int) -> None:
        owed = sheet.unspent < 0
        state = "later awards pay it first" if owed else "later awards pay for it"
        message = f"{sheet.name} spent {amount} XP of award #{award} that are not there (any more): a debt, and {state}"
        self._add(award, "xp-debt", message, advice=self._debt_advice(award), weight=OPEN if owed else NOTE)

    def _debt_advice(self, award: int) -> str:
        undone = award in self.corrections.history.inactive
        return f"“redo #{award}” puts the award back" if undone else "“amend” or “undo” what was spent too much"


def counterfactual(found: Stale) -> str:
    """A roll that no longer adds up, with what it would have been."""
    numbers = no_longer(found)
    change = "the outcome would change" if found.outcome_changes else "the outcome would be the same"
    return f"{found.character}'s {found.trait or 'roll'} {numbers}, {change}"


def differing(recorded: dict[str, Any], state: State, character: str) -> list[str]:
    """The fields of a sheet that do not show what was recorded of them."""
    if character not in state.sheets:
        return ["the character"]
    shown = values(view(state, character))
    return [field for field, was in recorded.items() if shown.get(field) != was]


def taking_back(seq: int) -> str:
    """What to do about an event that is wrong."""
    return f"“verify” tells whether the file was changed; “undo #{seq}” takes it back"
