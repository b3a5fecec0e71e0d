"""How a narrator tells events about contests."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.checks.retell import LOST, NO_TRAIT, TIED, WON
from engine.concerns.contests.events import ContestResolved
from engine.concerns.contests.narrate import by_place
from engine.retelling import DuelTold, Telling, retells
from engine.rules.parts import Entrant
from engine.text import join_names, plain
from engine.types import Character


@retells(ContestResolved)
def _contest(event: ContestResolved, telling: Telling) -> DuelTold:
    sides = tuple((side.character, side.trait or NO_TRAIT) for side in event.participants)
    known = event.winner and not event.automatic and "relative" not in telling.blanks and event.relative >= 0
    return DuelTold(
        tell_winner(event, event.winner, event.tied, telling),
        sides,
        event.winner,
        event.tied,
        event.relative if known else None,
        ("without dice",) if event.automatic else (),
        (WON, LOST, TIED),
        tuple((side.character, side.points) for side in event.participants if side.points),
    )


def tell_winner(event: ContestResolved, winner: Character | None, tied: Iterable[Character], telling: Telling) -> str:
    """Return who beat whom in what, who tied, or who stayed too low. Several sides may share a hidden name."""
    ranked, tied = by_place(event), tuple(tied)
    first = next((side for side in ranked if side.character == winner), None)
    if first is not None:
        return _tell_sides([first], " beat ", [side for side in ranked if side is not first], telling)
    even = [side for side in ranked if side.character in tied][: len(tied)]
    if len(even) > 1:
        return f"{_tell_sides(even[:-1], ' and ', even[-1:], telling, tied=True)}"
    best = ranked[0]
    least = best.against or event.against or plain(event.least or best.least or 0)
    return f"{telling.call(best.character)} did not reach {least} in {best.trait or NO_TRAIT}"


def _tell_sides(
    first: list[Entrant], between: str, others: list[Entrant], telling: Telling, *, tied: bool = False
) -> str:
    """Return two parts of a contest: by their names, or by their traits if these differ."""
    traits = {side.trait for side in (*first, *others)}
    said = [_names(side, telling, with_trait=len(traits) > 1) for side in (*first, *others)]
    most, rest = join_names(said[: len(first)]) if not tied else ", ".join(said[: len(first)]), said[len(first) :]
    verb = f" {TIED}" if tied else ""
    return f"{most}{between}{join_names(rest)}{verb}{'' if len(traits) > 1 else f' in {traits.pop() or NO_TRAIT}'}"


def _names(side: Entrant, telling: Telling, *, with_trait: bool) -> str:
    name = telling.call(side.character)
    return f"{name}'s {side.trait or NO_TRAIT}" if with_trait else name
