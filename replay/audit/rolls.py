"""Audit rolls: whether they follow from dice and sheets, which are stale, why some were undone, and their damage."""

from __future__ import annotations

from typing import Any

from engine.concerns.checks.narrate import no_longer
from engine.concerns.damage.events import WOUNDS, DamageDealt
from engine.concerns.damage.project import is_still_given
from engine.concerns.uses.events import Turning
from engine.history.staleness import Stale, after_use, find_stale
from engine.narrate import tell
from engine.registry import marks
from engine.rules.ladder import Ladder
from engine.value import Factory, record
from replay.audit.findings import NOTE, OPEN
from replay.audit.position import Position
from replay.audit.rederiving import AnyRoll, Discrepancy, discrepancies


def check_roll(position: Position, seq: int, event: AnyRoll) -> None:
    """Check a roll against its dice and the sheets, as they stood and as corrected."""
    for found in discrepancies(position.past.state, event):
        position.add_wrong(seq, found, f"{tell(event)}: {found.text}")
    if seq in position.corrections.undone_by:
        _add_struck(position, seq, event)
    elif position.differs and marks(event).judged:
        _check_stale(position, seq, event)


def check_use(position: Position, seq: int, event: Turning) -> None:
    """Check a point spent on a check, updating the check if it is stale."""
    for found in discrepancies(position.past.state, event):
        position.add_wrong(seq, found, f"{tell(event)}: {found.text}")
    if event.of in position.stale and position.corrections.counts(seq) and event.of in position.now.rolls:
        position.stale[event.of] = after_use(position.now, position.stale[event.of], event)


def _add_struck(position: Position, seq: int, event: AnyRoll) -> None:
    """Add a roll that was undone: its dice fell, so the table should know why."""
    number, undo = position.corrections.undone_by[seq]
    if undo.reason:
        message = f"Undone by #{number} (“{undo.reason}”): {tell(event)}"
        position.add(
            seq, "struck-roll", message, advice=f"“redo #{seq}” restores it", many="rolls undone, with reasons"
        )
        return
    message = f"Undone by #{number} without a reason: {tell(event)}"
    advice, many = f"“undo #{seq} for …” records one", "rolls undone without a reason"
    position.add(seq, "struck-roll", message, advice=advice, weight=OPEN, many=many)


def _check_stale(position: Position, seq: int, event: Any) -> None:
    """Collect a roll that is wrong with corrected numbers. Only the log's end shows whether a ruling settled it."""
    found = find_stale(position.now, event, seq)
    if found is None or find_stale(position.past.state, event, seq) is not None:
        return
    position.stale[seq] = found


def add_stale(position: Position) -> None:
    """Add the rolls that were right when made, but are wrong as corrected."""
    campaign = position.campaign
    ladder, corrector = Ladder.of(campaign.state.rules), campaign.corrector()
    for seq, each in position.stale.items():
        if corrector.has_ruling_settled(each, campaign.state.rulings):
            continue
        found = Discrepancy("stale-check", "the level", each.corrected.level, each.recorded.level)
        advice = f"“ruling #{seq} stands” or “ruling #{seq} void” settles it"
        weight = OPEN if each.outcome_changes or each.unreadable else NOTE
        ending = "another" if each.outcome_changes else "an unknown" if each.unreadable else "the same"
        many = f"rolls with numbers corrected since, {ending} outcome"
        message = counterfactual(each, ladder)
        position.add(seq, "stale-check", message, advice=advice, weight=weight, of=found, many=many)


def counterfactual(found: Stale, ladder: Ladder) -> str:
    """Describe a roll that no longer adds up, with the result that it would have had."""
    numbers = no_longer(found, ladder)
    if found.unreadable:
        return f"{found.character}'s {found.trait or 'roll'}: {numbers}"
    change = "the outcome would change" if found.outcome_changes else "the outcome would be the same"
    return f"{found.character}'s {found.trait or 'roll'}: {numbers}, {change}"


@record
class DamageWatch:
    """The damage that each roll caused, and the damage that a later point outdated."""

    dealt: dict[int, dict[int, DamageDealt]] = Factory(dict)
    outdated: dict[int, DamageDealt] = Factory(dict)

    def follow(self, position: Position, seq: int, event: object) -> None:
        """Follow the next event that counts, once it is applied."""
        if isinstance(event, DamageDealt) and event.of is not None:
            self.dealt.setdefault(event.of, {})[seq] = event
        elif self.dealt and isinstance(event, Turning):
            for number, damage in self.dealt.get(event.of, {}).items():
                self.outdated.pop(number, None)
                if not is_still_given(position.now, damage):
                    self.outdated[number] = damage

    def end(self, position: Position) -> None:
        """Add findings on damage still to be settled. That of a healed wound is."""
        for seq, event in self.outdated.items():
            sheet = position.campaign.state.sheets[event.character]
            if event.wound is None or seq in (each.number for each in WOUNDS.of(sheet)):
                message = f"{tell(event)}: #{event.of} came out otherwise later"
                advice = f"“undo #{seq}” takes it back"
                many = "hits with rolls that came out otherwise later"
                position.add(seq, "stale-damage", message, advice=advice, many=many)
