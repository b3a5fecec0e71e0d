"""Audit XP: whether awards cover spending, the balance of each award, and whether each session brought one."""

from __future__ import annotations

from engine.clock import is_from_notes
from engine.concerns.experience.events import Drawing, XpAllocated, XpAwarded
from engine.concerns.experience.sheet import PENDING_LEVELS, is_overdue
from engine.concerns.sessions.events import SessionEnded, SessionStarted
from engine.narrate import tell
from engine.state import Sheet
from engine.text import spell_bare
from engine.value import record
from replay.audit.findings import NOTE, OPEN
from replay.audit.position import Position
from replay.audit.rederiving import Discrepancy

#: How many awards are listed in one finding.
MOST_AWARDS = 5


def check_draws(position: Position, seq: int, event: Drawing) -> None:
    """Check that what an event draws from awards is exactly its amount."""
    drawn = sum(amount for _, amount in event.draws)
    if drawn != event.amount or any(amount < 1 for _, amount in event.draws):
        found = Discrepancy("xp-conservation", "the XP that awards pay", event.amount, drawn)
        position.add_wrong(seq, found, f"{tell(event)}, but awards pay for {drawn}")


def unused_abilities(position: Position, event: XpAwarded) -> set[str]:
    """Return an award's abilities that were not used before it, as corrected (PF-25)."""
    if event.only is None or not position.differs or event.character not in position.now.sheets:
        return set()
    return {*event.only} - position.now.sheets[event.character].used


def check_used(position: Position, seq: int, event: XpAllocated, unused: dict[int, set[str]]) -> None:
    """Report XP limited to used abilities that went to one whose use was undone since."""
    for award, _ in event.draws if position.corrections.counts(seq) else ():
        if event.trait in unused.get(award, ()):
            message = f"{tell(event)}; the use that award #{award} was limited to was undone since"
            advice = f"“undo #{seq}” undoes it too, or leave it if the table agrees"
            many = "allocations to abilities whose use was undone"
            position.add(seq, "unused-ability", message, advice=advice, many=many)


def check_pending(position: Position, raised: dict[int, int]) -> None:
    """Report levels that are paid and wait though their goal is reached.

    `raised` maps the number of a payment to that of the rise it paid for.
    """
    state = position.campaign.state
    for sheet, level in [(each, level) for each in state.sheets.values() for level in PENDING_LEVELS.of(each)]:
        if is_overdue(state, level):
            message = f"{sheet.name}'s next level of {level.trait} is paid and waits, though {level.goal} is reached"
            rise = raised.get(level.number, 0)
            undone = rise and not position.corrections.counts(rise)
            restores = f"“redo #{rise}” raises it" if undone else f"“undo #{level.number}” gives the XP back"
            position.add(level.number, "level-overdue", message, advice=restores, weight=OPEN)


def add_lots(position: Position, sheet: Sheet) -> None:
    """Add the awards with something left after debts, except those from notes, and those that owe."""
    state, lots = position.campaign.state, sheet.free_lots()
    left = {award: amount for award, amount in lots.items() if amount and not is_from_notes(state, award)}
    growth = state.rules.growth
    if left and growth != "none":
        some = ", ".join(f"#{award}: {amount}" for award, amount in list(left.items())[:MOST_AWARDS])
        message = (
            f"{sheet.name} has {sum(left.values())} XP to spend ({some}{', …' if len(left) > MOST_AWARDS else ''})"
        )
        advice = f"“help {'spend' if growth == 'practice' else 'raise'}” shows how to spend them"
        position.add(min(left), "not-allocated", message, advice=advice, many="characters with XP to spend")
    for award, amount in sheet.lots.items():
        if amount < 0:
            _add_debt(position, sheet, award, -amount)


def _add_debt(position: Position, sheet: Sheet, award: int, amount: int) -> None:
    undone = not position.corrections.counts(award)
    what = f"award #{award}, which was undone" if undone else f"award #{award} than it holds"
    owed = sheet.unspent < 0
    state = "later awards pay this debt first" if owed else "later awards have paid this debt"
    message = f"{sheet.name} spent {amount} XP {'of' if undone else 'more of'} {what}; {state}"
    advice = (
        f"“redo #{award}” restores the award" if undone else f"“ledger {spell_bare(sheet.name)}” shows what was spent"
    )
    position.add(award, "xp-debt", message, advice=advice, weight=OPEN if owed else NOTE, many="debts of XP")


@record
class SessionWatch:
    """The session that an audit is in: its number, the last event so far, and whether it brought an award.

    One from notes was `held` on that date, and need not bring any.
    """

    number: int = 0
    seq: int = 0
    ended: bool = False
    awarded: bool = False
    held: str = ""

    def follow(self, position: Position, seq: int, event: object) -> None:
        """Follow the next event that counts."""
        match event:
            case SessionStarted(number=number, held=held):
                self._close(position)
                self.held = held
                self.number, self.seq, self.ended, self.awarded = number, seq, False, False
            case SessionEnded():
                self.seq, self.ended = seq, True
            case XpAwarded():
                self.awarded = True

    def end(self, position: Position) -> None:
        """Close the last session, if it is over."""
        if self.ended:
            self._close(position)

    def _close(self, position: Position) -> None:
        rules = position.past.state.rules
        if not self.number or self.awarded or self.held or rules.growth == "none":
            return
        message = f"Nobody was awarded XP in session {self.number}"
        advice = f"if that was forgotten: “award all {rules.xp_per_session or 1} for session {self.number}”"
        position.add(self.seq, "session-without-award", message, advice=advice, many="sessions without an award")
