"""How a narrator tells events about dice, reactions and revelations."""

from __future__ import annotations

from engine.concerns.rolls.events import AttitudeSet, CriticalDrawn, DiceRolled, ReactionRolled, SecretRevealed
from engine.retelling import ClauseTold, DiceTold, RevealTold, Telling, retells
from engine.rules.tables import row_effect
from engine.text import fudge_points, plain


@retells(DiceRolled)
def _rolled(event: DiceRolled, telling: Telling) -> DiceTold:
    came = event.degree or plain(event.total)
    if event.asked:
        came = "yes" if (event.total % 2 == 0) == (event.asked == "even") else "no"
    if event.points:
        came = f"{came} (with {fudge_points(event.points)})"
    return DiceTold(event.character, "rolled" if event.character else "The dice came to", came)


@retells(ReactionRolled)
def _reaction(event: ReactionRolled, telling: Telling) -> ClauseTold:
    to = f" to {telling.call(event.towards)}" if event.towards else ""
    return ClauseTold(f"{telling.call(event.character)}'s reaction{to}: {event.reading}")


@retells(AttitudeSet)
def _attitude(event: AttitudeSet, telling: Telling) -> ClauseTold:
    who, to = telling.call(event.character), telling.call(event.towards)
    return ClauseTold(f"{who}'s attitude to {to}: {event.attitude}", event.reason)


@retells(CriticalDrawn)
def _critical(event: CriticalDrawn, telling: Telling) -> ClauseTold:
    who = f" for {telling.call(event.character)}" if event.character else ""
    return ClauseTold(f"Critical result{who}: {row_effect(event.effect).said}")


@retells(SecretRevealed)
def _revealed(event: SecretRevealed, telling: Telling) -> RevealTold:
    return RevealTold(event.event)
