"""Sentences for events about fudge points spent on a roll or a condition."""

from __future__ import annotations

from engine.concerns.checks.narrate import despite
from engine.concerns.rolls.narrate import describe_roll
from engine.concerns.uses.events import ConditionEased, MissWithdrawn, RollAltered, RollRerolled, Turning
from engine.registry import narrates
from engine.rules.parts import Ranking
from engine.text import join_names, mark_secret, with_sign
from engine.types import FUMBLE


@narrates(RollAltered)
def _altered(event: RollAltered) -> str:
    spent = f"{mark_secret(event.secret)}{event.character} spends a fudge point on #{event.of}"
    before = event.margin - event.total + event.before
    if event.ranking is not None:
        was = f"{'won' if event.was else 'lost'} by {abs(before)}" if before else "won" if event.was else "did not win"
        return f"{spent}: {was}; {f'altered {with_sign(event.by)} → {what_holds(event)}' if event.by else 'wins now'}"
    was = by_margin(event.was, before)
    return (
        f"{spent}: {was}; {f'altered {with_sign(event.by)} → {what_holds(event)}' if event.by else 'turned to success'}"
    )


@narrates(RollRerolled)
def _rerolled(event: RollRerolled) -> str:
    spent = f"{mark_secret(event.secret)}{event.character} spends a fudge point on #{event.of}"
    rolled = describe_roll(event.dice, event.faces, event.roll, event.physical)
    return f"{spent}: rerolled, {rolled} → {what_holds(event)}"


def what_holds(event: Turning) -> str:
    """Return a roll's present degree, success and margin."""
    word = f", {event.outcome}" if event.outcome else ""
    if event.ranking is not None:
        fumbled = isinstance(event, RollRerolled) and event.roll == FUMBLE
        degree = "a fumble" if fumbled else event.degree
        return f"{f'{degree}{word}, ' if degree else ''}{who_wins(event.ranking)}"
    came = "success" if event.success else "failure"
    if isinstance(event, RollRerolled) and event.roll == FUMBLE:
        return f"{came} with a fumble"
    degree = f"{event.degree}, " if event.degree else ""
    if event.critical == came:
        return f"{degree}critical {came}{word}"
    return f"{degree}{by_margin(event.success, event.margin)}{despite(event.critical)}{word}"


def who_wins(order: Ranking) -> str:
    """Return who wins a contest now, and by how much."""
    if order.winner is None:
        return f"{join_names(order.tied)} tie" if order.tied else "nobody wins"
    return f"{order.winner} wins{f' by {order.relative}' if order.relative else ''}"


def by_margin(success: bool, margin: int) -> str:
    """Return whether a check succeeds, with its margin unless a point or the dice alone decided."""
    came = "success" if success else "failure"
    if not margin:
        return f"bare {came}"
    return f"{came} by {abs(margin)}" if (margin > 0) == success else came


@narrates(ConditionEased)
def _eased(event: ConditionEased) -> str:
    became = f"{event.eased} → {event.to}" if event.to else f"{event.eased} cleared"
    track = f"{event.track} " if event.track else ""
    return f"{event.character} spends a fudge point: {track}{became}"


@narrates(MissWithdrawn)
def _withdrawn(event: MissWithdrawn) -> str:
    return f"{event.character} loses the {event.amount} XP of #{event.award}: #{event.of} is no miss any more"
