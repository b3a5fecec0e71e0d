"""Sentences for events about checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.concerns.checks.events import CheckResolved
from engine.registry import narrates
from engine.text import list_parts, mark_secret, name_dice, plain, with_sign
from engine.types import BY_LEVEL, FUMBLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.history.staleness import RollNumbers, Stale
    from engine.rules.ladder import Ladder
    from engine.rules.parts import Part


@narrates(CheckResolved)
def _check(event: CheckResolved) -> str:
    return describe_check(event, outcome(event))


def describe_check(event: CheckResolved, came: str) -> str:
    """Return who tried which trait against what, and the result."""
    against = f"{event.opponent}'s {event.opposing}" if event.opponent else event.against or plain(event.difficulty)
    what = f"{'casts with' if event.spell else 'tries'} {event.trait or 'an untrained act'}"
    tried = f"{mark_secret(event.secret)}{event.character} {what} against {against}"
    staked = f" (at stake: {event.stakes})" if event.stakes else ""
    return f"{tried}{staked}: {f'{event.degree}, ' if event.degree and not event.automatic else ''}{came}"


def outcome(event: CheckResolved) -> str:
    """Return whether a check succeeded, and by how much, or why it needed no dice."""
    came = "success" if event.success else "failure"
    if event.automatic:
        return f"{came} without dice: {event.automatic}"
    if event.roll == FUMBLE:
        return f"{came} with a fumble"
    word = f", {event.outcome}" if event.outcome else ""
    if event.critical == came:
        return f"critical {came}{word}"
    by = f"{came} by {abs(event.margin)}" if event.margin else f"bare {came}"
    return f"{by}{despite(event.critical)}{word}"


def describe_needed(needed: int | None, chance: float, dice: str) -> str:
    """Say which roll is needed, or that any will do, or none."""
    if needed is None:
        return f"any roll of {name_dice(dice)}" if chance else f"more than {name_dice(dice)} can give"
    return f"{plain(needed) if dice.startswith(BY_LEVEL) else with_sign(needed)} or more on {name_dice(dice)}"


def despite(critical: str | None) -> str:
    """Return a remark on a critical result that the total did not follow (FU-60)."""
    return f" despite a critical {critical}" if critical else ""


def no_longer(found: Stale, ladder: Ladder) -> str:
    """Describe a stale roll: recorded beside corrected values, and the new ending."""
    then, now = found.recorded, found.corrected
    differs = "; ".join(_differences(then, now, ladder))
    if found.unreadable:
        return f"{differs}; what was rolled cannot be read on {found.unreadable}"
    if now.difficulty is None:
        return differs
    margin = now.total - now.difficulty
    by = f" by {abs(margin)}" if margin and (margin > 0) == now.success else ""
    return f"{differs}; would {'succeed' if now.success else 'fail'}{by}"


def _differences(then: RollNumbers, now: RollNumbers, ladder: Ladder) -> Iterator[str]:
    if then.level != now.level:
        kind = "" if ladder.words else "level "
        yield f"{kind}{_level(then.level, ladder)}, corrected {_level(now.level, ladder)}"
    if then.modifiers != now.modifiers:
        yield f"modifiers {_sum(then.modifiers)}, corrected {_sum(now.modifiers)}"
    if then.difficulty is not None and now.difficulty is not None and then.difficulty != now.difficulty:
        yield f"difficulty {_parts(then, ladder)}, corrected {_parts(now, ladder)}"


def _level(level: int, ladder: Ladder) -> str:
    return ladder.name(level) or plain(level)


def _sum(parts: Sequence[Part]) -> str:
    """Write the sum of some modifiers with its parts, or 0 without any."""
    return f"{with_sign(sum(part.value for part in parts))} ({list_parts(parts)})" if parts else "0"


def _parts(numbers: RollNumbers, ladder: Ladder) -> str:
    """Write a difficulty, with its parts if there are several."""
    first, *more = numbers.difficulty_parts
    total = _level(sum(part.value for part in numbers.difficulty_parts), ladder)
    return f"{total} ({_level(first.value, ladder)}, {list_parts(more)})" if more else total
