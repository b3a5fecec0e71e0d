"""Sentences for events about checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.concerns.checks.events import CheckResolved
from engine.concerns.rolls.narrate import mark_secret
from engine.registry import narrates
from engine.text import plain
from engine.types import FUMBLE

if TYPE_CHECKING:
    from engine.history.staleness import Stale


@narrates(CheckResolved)
def _check(event: CheckResolved) -> str:
    against = f"{event.opponent}'s {event.opposing}" if event.opponent else event.against or plain(event.difficulty)
    tried = f"{mark_secret(event.secret)}{event.character} tries {event.trait or 'an untrained act'} against {against}"
    return f"{tried}: {f'{event.degree}, ' if event.degree and not event.automatic else ''}{outcome(event)}"


def outcome(event: CheckResolved) -> str:
    """Whether a check succeeded, and by how much; or why it needed no dice."""
    came = "success" if event.success else "failure"
    if event.automatic:
        return f"{came} without dice: {event.automatic}"
    if event.roll == FUMBLE:
        return f"{came} with a fumble"
    by = f"by {abs(event.margin)}" if event.margin else "exactly"
    return f"{'critical ' if event.critical else ''}{came}{'' if event.critical else f' {by}'}"


def no_longer(found: Stale) -> str:
    """What is no longer so in a roll: its level, or what was added to it; and what it would have come to."""
    used = f"used {plain(found.recorded)}, as corrected {plain(found.corrected)}"
    if found.recorded == found.corrected:
        used = f"used {plain(found.recorded)} with other modifiers, or against another difficulty"
    if found.margin is None:
        return used
    by = f" by {abs(found.margin)}" if found.margin else ""
    return f"{used}: would {'succeed' if found.margin >= 0 else 'fail'}{by}"
