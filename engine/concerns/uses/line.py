"""Write events about fudge points spent on a roll or a condition as the commands that would record them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.concerns.rolls.line import faces_of
from engine.concerns.tracks.line import where_marked
from engine.concerns.uses.commands import AlterRoll, EaseCondition, RerollCheck, TurnToSuccess
from engine.concerns.uses.events import ConditionEased, MissWithdrawn, RollAltered, RollRerolled
from engine.line import Before, find_number
from engine.registry import as_line, no_line


@as_line(RollAltered)
def _altered(event: RollAltered, before: Before) -> Iterable[object]:
    of = find_number(event.of, before)
    yield AlterRoll(event.character, of, event.by) if event.by else TurnToSuccess(event.character, of)


@as_line(RollRerolled)
def _rerolled(event: RollRerolled, before: Before) -> Iterable[object]:
    yield RerollCheck(event.character, find_number(event.of, before), faces_of(event.faces, event.roll))


@as_line(ConditionEased)
def _eased(event: ConditionEased, before: Before) -> Iterable[object]:
    if event.wound is not None:
        yield EaseCondition(event.character, event.eased)
        return
    yield EaseCondition(event.character, where_marked(event.character, event.track, event.eased, before))


no_line(MissWithdrawn)
