"""How a narrator tells events about fudge points spent on a roll or a condition."""

from __future__ import annotations

from engine.concerns.checks.retell import FUMBLED, LOST, WON, verb_of
from engine.concerns.experience.retell import FOR_MISSES
from engine.concerns.uses.events import ConditionEased, MissWithdrawn, RollAltered, RollRerolled, Turning
from engine.retelling import AwardTold, DeedTold, Telling, TurnTold, retells
from engine.rules.parts import Ranking
from engine.text import fudge_points, join_names
from engine.types import FUMBLE

#: By what means a roll came to another result.
WITH_A_POINT = f"with {fudge_points(1)}"


@retells(RollAltered, RollRerolled)
def _altered(event: RollAltered | RollRerolled, telling: Telling) -> TurnTold:
    return tell_turn(event, WITH_A_POINT, telling, points=1)


def tell_turn(event: Turning, means: str, telling: Telling, *, points: int = 0) -> TurnTold:
    """Return how a roll came out by other means than the first dice."""
    fumbled = isinstance(event, RollRerolled) and event.roll == FUMBLE and "roll" not in telling.blanks
    told = not (fumbled or event.critical or "margin" in telling.blanks or (event.margin >= 0) != event.success)
    critical = (f"critical {'success' if event.success else 'failure'}",) if event.critical else ()
    aside = (*((event.outcome,) if event.outcome else ()), *critical)
    return TurnTold(
        event.of,
        event.character,
        FUMBLED if fumbled else verb_of(event.success),
        WON if event.success else LOST,
        event.success,
        means,
        abs(event.margin) if told else None,
        aside,
        _tell_ranking(event.ranking, telling) if event.ranking else "",
        points,
    )


def _tell_ranking(ranking: Ranking, telling: Telling) -> str:
    """Return who wins a contest now."""
    if ranking.winner is not None:
        return f"{telling.call(ranking.winner)} won"
    return f"{join_names([telling.call(each) for each in ranking.tied])} tied" if ranking.tied else "nobody won"


@retells(MissWithdrawn)
def _withdrawn(event: MissWithdrawn, telling: Telling) -> AwardTold:
    return AwardTold(event.character, -event.amount, FOR_MISSES)


@retells(ConditionEased)
def _eased(event: ConditionEased, telling: Telling) -> DeedTold:
    eased = f"{event.eased} → {event.to}" if event.to else event.eased
    return DeedTold(event.character, "eased", f"a hurt ({eased})", f" {WITH_A_POINT}", points=1)
